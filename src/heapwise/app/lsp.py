"""`heapwise lsp`"""

import os
from importlib.util import find_spec

import click

from heapwise.app.inputs import epilog
from heapwise.errors import error


@click.command("lsp", epilog=epilog("heapwise lsp --help", "heapwise explain E360"))
def lsp_command() -> None:
    """Answer an editor: the language server, on standard input and output.

    Editors start it, and show messages while you type, ranges and types, completions, definitions; docs/editors.md has
    the set-up.
    """
    if find_spec("pygls") is None:
        raise error("E360", None)
    from heapwise.lsp.server import server

    # The server closes its streams at the end; ours are still wanted then.
    server().start_io(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
