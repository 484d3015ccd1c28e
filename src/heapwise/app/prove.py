"""`heapwise prove [PATH...]`"""

from pathlib import Path
from typing import Any

import click

from heapwise.app.check import CheckSession, default_path
from heapwise.app.inputs import certificate_option, claims_options, epilog, hiring_options, resume_option, work_option


@click.command("prove", epilog=epilog("heapwise prove nim", "heapwise prove welter --claim grundy"))
@claims_options
@hiring_options
@resume_option
@work_option
@certificate_option
@click.option("--notes", "has_notes", is_flag=True, help="How each proof went.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def prove_command(paths: tuple[Path, ...], **options: Any) -> int:
    """Prove the claims in PATHs for all sizes of heaps.

    Claims that cannot be expressed by automata are listed as `outside`, with what stands in the way.
    """
    return CheckSession(paths or (default_path(),), method="proof", is_proof=True, **options).run()
