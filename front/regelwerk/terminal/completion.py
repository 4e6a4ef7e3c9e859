"""Shell completion: the script that a shell needs, shown or installed."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ..errors import UsageError

VARIABLE = "_REGELWERK_COMPLETE"  # a shell sets it when it asks for completions
SHELLS = "completion works in bash, zsh, fish and PowerShell"


def completion_options(function: click.Group) -> click.Group:
    """The options `--install-completion` and `--show-completion`."""
    install = "Install completion for the current shell."
    show = "Show the completion script for the current shell."
    function.params += [
        click.Option(["--install-completion"], is_flag=True, expose_value=False, callback=_install, help=install),
        click.Option(["--show-completion"], is_flag=True, expose_value=False, callback=_show, help=show),
    ]
    return function


def _script(context: click.Context) -> tuple[str, str]:
    """The name of the current shell and the script for it."""
    from click.shell_completion import get_completion_class  # hardly ever needed

    shell = Path(os.environ.get("SHELL") or ("powershell" if os.name == "nt" else "")).stem
    completion = get_completion_class(shell)
    if completion is None:
        raise UsageError(f"there is no completion for this shell: {shell or 'SHELL is not set'}", SHELLS)
    return shell, completion(context.command, {}, "regelwerk", VARIABLE).source()


def _show(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(_script(context)[1])
        context.exit()


def _install(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Writes the script to a file, and where the shell does not look there by itself, a line that reads it."""
    if not wanted:
        return
    shell, script = _script(context)
    home = Path.home()
    match shell:
        case "fish":
            path, start = home / ".config/fish/completions/regelwerk.fish", None
        case "powershell":
            raise UsageError("completion cannot be installed for PowerShell", "regelwerk --show-completion >> $PROFILE")
        case _:
            path, start = home / f".config/regelwerk/completion.{shell}", home / f".{shell}rc"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script, encoding="utf-8")
    line = f"source '{path}'"
    if start is not None and not (start.is_file() and line in start.read_text(encoding="utf-8").splitlines()):
        with start.open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    click.echo(f"{shell} completion installed in {path}; it takes effect in new shells")
    context.exit()
