"""What stands behind this package: every name means something, and every expression has a type and a value.

A tree from `lang` goes in; a term (`term.py`) comes out of a `Resolver`, and `evaluate.Compiler` makes a function of
it. `a + 1` with a = 3 is worth 4, whether it stands in a rule or in a claim. Nothing here knows a game.
"""
