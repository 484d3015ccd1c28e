"""`heapwise explain CODE`"""

from difflib import get_close_matches

import click

from heapwise.app import shell_words
from heapwise.app.inputs import epilog
from heapwise.app.say import prose
from heapwise.errors import error
from heapwise.messages import codes, explain, spoken


@click.command("explain", epilog=epilog("heapwise explain E012", "heapwise explain E021"))
@click.argument("code", shell_complete=shell_words.codes)
def explain_command(code: str) -> None:
    """What the message with CODE means, with an example and its correction."""
    prose(explain(_known(code), spoken()).rstrip())


def _known(text: str) -> str:
    """A code of the catalogue; E308 where there is none like it."""
    code = text.strip().upper()
    if code not in codes():
        near = get_close_matches(code, codes(), n=1)
        raise error("E308", None, help="near" if near else "help", text=text, near=near[0] if near else "")
    return code
