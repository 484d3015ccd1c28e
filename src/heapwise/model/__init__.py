"""Games as ground moves: the form that engine, checks and proofs read.

What stands behind this package: every index is a number, every move has one shape (amounts between linear bounds,
guards, linear updates) or is marked as opaque; and with it what follows from that shape: why play ends, which regions
moves stay in, and which components may change places. Wythoff's game has three ground moves; the third lowers a and b
by t, for t from 1 to the smaller of them, which from (1, 2) is t = 1 alone.

The entry point is `ground.ground(game)`; `termination`, `regions`, `symmetry` and `description` read what it gives. On
the way in a term becomes a value by `symbolic` (with `arithmetic` and `sets`), a way through the binders of a line
becomes a draft by `expand`, and a draft becomes a ground move by `tidy`. `options` reads ground moves back: tests
compare it with the interpreter on every game of the library and on random programs.
"""
