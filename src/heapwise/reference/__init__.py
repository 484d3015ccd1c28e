"""The definition of truth: the naive interpreter, conventions of play, play that never ends."""
