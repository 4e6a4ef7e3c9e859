"""The command `regelwerk` and its exit status. Every command has a file in `commands/`.

Exit status: 0 success, 1 problems in the input, 2 usage error, 3 internal error.
"""

from __future__ import annotations

import atexit
import io
import os
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import click
from regelwerk_dsl.writing import write_whole

from .commands import COMMANDS, find_command
from .errors import UsageError
from .terminal.console import PROBLEMS, Screen, use_utf8

TRACEBACK, VERSION = "--traceback", "--version"
VARIABLE = "_REGELWERK_COMPLETE"  # set by a shell that asks for completions
SHELLS = "completion works in bash, zsh, fish and PowerShell"


class _Commands(click.Group):
    """The group of commands, listed in their given order."""

    def list_commands(self, _context: click.Context) -> list[str]:
        return list(self.commands)


def _show_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from . import __version__  # it is looked up when it is asked for

        click.echo(__version__)
        context.exit()


def make_group(names: Iterable[str] = COMMANDS) -> click.Group:
    """The command line with some or all of the commands; each takes time to load."""

    def flag(name: str, does: Callable[[click.Context, click.Parameter, bool], None] | None, help: str) -> click.Option:
        return click.Option([name], is_flag=True, expose_value=False, callback=does, help=help)

    return _Commands(
        "regelwerk",
        {name: find_command(name) for name in names},
        help="Rules compiler and card toolkit for board games.",
        params=[
            flag(VERSION, _show_version, "Show the version."),
            flag(TRACEBACK, None, "Show the Python traceback of an error; with any command."),
            flag("--install-completion", _install, "Install completion for the current shell."),
            flag("--show-completion", _show_script, "Show the completion script for the current shell."),
        ],
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _script(context: click.Context) -> tuple[str, str]:
    """The name of the current shell and the script for it."""
    from click.shell_completion import get_completion_class  # hardly ever needed

    shell = Path(os.environ.get("SHELL") or ("powershell" if os.name == "nt" else "")).stem
    completion = get_completion_class(shell)
    if completion is None:
        raise UsageError(f"there is no completion for this shell: {shell or 'SHELL is not set'}", SHELLS)
    return shell, completion(context.command, {}, "regelwerk", VARIABLE).source()


def _show_script(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(_script(context)[1])
        context.exit()


def _install(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Writes the script to a file and, if the shell does not search there, adds a line to its start file."""
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
    write_whole(path, script.encode())
    line = f"source '{path}'"
    if start is not None and not (start.is_file() and line in start.read_text(encoding="utf-8").splitlines()):
        with start.open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    click.echo(f"{shell} completion installed in {path}; it takes effect in new shells")
    context.exit()


def _wanted(arguments: list[str]) -> Iterable[str]:
    """The commands to load: the named one, none for the version, all for help, completion and mistakes."""
    if VARIABLE not in os.environ and arguments and arguments[0] in (*COMMANDS, VERSION):
        return set(arguments[:1]) - {VERSION}
    return COMMANDS


def main(arguments: list[str]) -> int:
    """Runs one command line.

    Args:
        arguments: without the program's name.

    Returns:
        The exit status.
    """
    use_utf8()
    wants_traceback = TRACEBACK in arguments
    try:
        status = _run([argument for argument in arguments if argument != TRACEBACK])
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        _forget_output()
        return 0
    except (KeyboardInterrupt, click.Abort):
        return 130
    except Exception as error:
        from .terminal.problems import show_problem  # loads diagnostics

        try:
            if wants_traceback:
                import traceback  # hardly ever needed

                Screen().trouble(traceback.format_exc())
            status = show_problem(error, Screen())
            sys.stdout.flush()
        except OSError:  # the output cannot be written, or not all of it
            status = PROBLEMS
            _forget_output()
        return status


def _run(arguments: list[str]) -> int:
    try:
        return make_group(_wanted(arguments)).main(arguments, prog_name="regelwerk", standalone_mode=False) or 0
    except SystemExit as end:  # a shell asked for completions, or a signal ends the program
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except click.ClickException as error:
        message = io.StringIO()
        error.show(message)
        Screen().trouble(message.getvalue())
        return error.exit_code


def _forget_output() -> None:
    """Discards all further output, since its reader has gone (`regelwerk run | head`), also when Python shuts down."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(null, stream.fileno())
        except (OSError, ValueError, AttributeError):
            continue


def _end(number: int, _frame: object) -> NoReturn:
    """Ends the command on a signal, so that its files are saved or restored on the way out."""
    raise SystemExit(128 + number)


def _leave(status: list[int]) -> None:
    """Ends the process, as the last handler at exit, without freeing objects and a last garbage collection.

    With the trees of a game, the collection takes a fifth of a check, freeing them a fiftieth.
    """
    if status and "duckdb" not in sys.modules:  # DuckDB must close its files
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(status[0])


def run() -> NoReturn:
    """The entry point."""
    os.environ["PYTHONSAFEPATH"] = "1"  # no process that libraries start imports from the current folder
    status: list[int] = []
    atexit.register(_leave, status)  # registered first, so it runs last
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    status.append(main(sys.argv[1:]))
    sys.exit(status[0])
