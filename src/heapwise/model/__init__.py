"""Games as ground moves: the form that engine, checker and prover read.

What is true after this room that was not before: every index is a number, every move has one shape (amounts between
linear bounds, guards, linear updates) or is marked as opaque; and with it what follows from that shape: why play ends,
which regions moves stay in, and which components may change places.
"""
