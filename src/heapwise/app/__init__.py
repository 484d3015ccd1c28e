"""The command line: what people type becomes a question to another package, and its answer lines of text.

Each command is a module of its own that is read when it is asked for; `registry` lists them. `value wythoff 1,2` is
`value.py`, which asks `questions` and prints through `say`.
"""

import os
import sys

from heapwise.garbage import look_seldom


def main() -> None:
    """The entry point of `heapwise`. Ctrl-C ends it politely at any time, also while it starts or stops."""
    look_seldom()
    # Threads for products of matrices, of which we have few and small ones, take half of the start of numpy.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from heapwise.app.registry import cli

        cli()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(130)
