"""What stands behind this package: a claim about a game is proved for all sizes of heaps, or it is said why not.

A claim about Wythoff's game becomes `obligations`: formulas about two natural numbers that must have no solution,
such as a claimed P-position with a move to another one. `logic` decides them by automata that read the numbers digit
by digit (`automata`, and `fibonacci` where the golden section occurs); what fails leads to a position, such as (1,
2), that is looked at (`counterexample`). `certificate` writes a proof down for `verify`. `uniform` proves claims for
all values of their parameters at once, by the ways that `ways` lists: `tracks`, `digit_game`, `every_k`, `splitting`.
`learned` proves sets that were guessed from tables.
"""
