"""The command line. Each command is a module of its own that is read when it is asked for; `registry` lists them."""

from __future__ import annotations


def main() -> None:
    """The entry point of `heapwise`."""
    from heapwise.app.registry import cli

    cli()
