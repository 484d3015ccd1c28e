"""`heapwise explain CODE`"""

from __future__ import annotations

import click

from heapwise.app import offers
from heapwise.app.inputs import epilog
from heapwise.app.say import result
from heapwise.messages import explain, spoken


@click.command("explain", epilog=epilog("heapwise explain E012", "heapwise explain E021"))
@click.argument("code", shell_complete=offers.codes)
def explain_command(code: str) -> None:
    """What the message with CODE means, with an example and its correction."""
    result(explain(code, spoken()).rstrip())
