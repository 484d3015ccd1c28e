"""What stands behind this package: a game has, for every position, the set of its options.

`schema.Schema` is a game as written, `Schema.bind` puts parameters in, and `game.Game` answers: from (1, 2) of
Wythoff's game one may go to (0, 2), (1, 0), (1, 1) and (0, 1).
"""
