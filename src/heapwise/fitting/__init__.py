"""Formulas for what a table shows: terms over the components, the cheapest first; conditions on parameters.

Takes positions with what is wanted there. Gives formulas in normal form that were right at all of them, and at others
that had no part in the search (`search`). Whether they are theorems is asked elsewhere: `discovery` does, and `checks`
says with them what the exceptions of a claim have in common (`description`). All but `predicates` needs numpy.
"""
