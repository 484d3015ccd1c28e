"""Games as ground moves: the form that engine, checker and prover read.

What stands behind this package: every index is a number, every move has one shape (amounts between linear bounds,
guards, linear updates) or is marked as opaque; and with it what follows from that shape: why play ends, which regions
moves stay in, and which components may change places.

The entry point is `ground.ground(game)`; `termination`, `regions`, `symmetry` and `description` read what it gives. On
the way in a term becomes a value by `symbolic` (with `arithmetic` and `sets`), a way through the binders of a line
becomes a draft by `expand`, and a draft becomes a ground move by `tidy`. `options` reads ground moves back: tests
compare it with the interpreter on every game of the library and on random programs.
"""
