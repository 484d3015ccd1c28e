"""`heapwise completion SHELL`"""

import click
from click.shell_completion import get_completion_class

from heapwise.app.inputs import epilog
from heapwise.app.say import result

_VARIABLE = "_HEAPWISE_COMPLETE"  # click looks at it when heapwise starts


@click.command("completion", epilog=epilog("heapwise completion bash", "heapwise completion zsh"))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion_command(shell: str) -> None:
    """Print the script by which SHELL completes commands, options, games and their parameters.

    \b
    bash: eval "$(heapwise completion bash)"      in ~/.bashrc
    zsh:  eval "$(heapwise completion zsh)"       in ~/.zshrc
    fish: heapwise completion fish | source       in ~/.config/fish/config.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    program = click.get_current_context().find_root().command
    script = found(program, {}, "heapwise", _VARIABLE).source().strip()
    result(script.replace('string split ","', 'string split -m 1 ","'))  # fish: what is completed may have commas
