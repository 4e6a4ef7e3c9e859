"""Arguments and options that several commands share, each with its one line of help."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from math import isnan
from pathlib import Path
from typing import Any

import click

from ..loading.source import bundled_games, source_of

Function = Callable[..., Any]
"""The function of a command; it takes its arguments and options and returns the exit status, None for 0."""


class _File(click.Path):
    """The path of a file, which must have a name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = super().convert(value, param, ctx)
        if not Path(os.fsdecode(path)).name:
            self.fail(f"'{value}' is not the name of a file.", param, ctx)
        return path


FOLDER = click.Path(path_type=Path)
FILE = _File(path_type=Path)


class Between(click.FloatRange):
    """Numbers within bounds, except NaN, which passes any check of bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value} is not a number.", param, ctx)
        return number


def complete_games(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Names of bundled games, for completion in the shell."""
    return [name for name in bundled_games() if name.startswith(incomplete)]


def complete_cards(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Keys of the cards of the game given before, for completion in the shell."""
    from ..game import load  # other commands do without the runtime

    try:
        cards = load(context.params["game"]).cards
    except Exception:  # completion must not fail
        return []
    return [key for key in cards if key.startswith(incomplete)]


def game_argument(metavar: str = "GAME", more: str = "", **settings: Any) -> Callable[[Function], Function]:
    """The argument GAME."""
    help = f"A game's name, its folder or its game.yaml{more}."
    return click.argument("game", metavar=metavar, help=help, shell_complete=complete_games, **settings)


def option(
    usage: str,
    help: str,
    kind: click.ParamType[Any] | None = None,
    *,
    name: str = "",
    multiple: bool = False,
    **settings: Any,
) -> Callable[[Function], Function]:
    """An option; by default "" or False, or None if `kind` is given.

    Args:
        usage: its flags and value, such as `-o, --output FILE`; without a value it is a flag.
        help: its help in one line.
        kind: the type of its value, if not any text.
        name: the name of the parameter, if not that of the option.
        multiple: whether it can be repeated.
        settings: further arguments of `click.option`.
    """
    written, _, value = usage.rpartition(" ")
    metavar = None if value.startswith("-") else value
    if metavar is None:
        written = usage
        settings["is_flag"] = True
    elif kind is None and not multiple:
        settings.setdefault("default", "")
    names = [*written.split(", "), *([name] if name else [])]
    help += " Repeatable." if multiple else ""
    return click.option(*names, metavar=metavar, help=help, type=kind, multiple=multiple, **settings)


def change_options(function: Function) -> Function:
    """The options `--variant` and `--without`, as `variants` and `without`."""
    without = option("--without ERRATUM", "Leave out this erratum.", multiple=True)
    return option("--variant NAME|FILE", "Apply this variant.", name="variants", multiple=True)(without(function))


def source_parameters(function: Function) -> Function:
    """The argument GAME with `--variant` and `--without`, together as `source`."""

    @wraps(function)
    def with_source(*, game: str, variants: tuple[str, ...], without: tuple[str, ...], **more: Any) -> Any:
        return function(source=source_of(game, [*variants, *asked_variants(variants)], without), **more)

    return game_argument()(change_options(with_source))


def asked_variants(variants: tuple[str, ...]) -> list[str]:
    """At a terminal, asks which variant is meant for each file that contains several; returns the answers."""
    files = [Path(variant) for variant in variants if variant.endswith(".regel") and Path(variant).is_file()]
    if not files or not sys.stdin.isatty():
        return []
    from regelwerk_dsl import syntax as syn  # other uses do without the parser
    from regelwerk_dsl.diagnostics import Diagnostics
    from regelwerk_dsl.disk import real
    from regelwerk_dsl.files import read_source
    from regelwerk_dsl.parse import parse_source

    found = []
    named = {variant.partition("(")[0].strip() for variant in variants}
    for file in files:
        source = read_source(real(file), file.name, Diagnostics())
        declared = parse_source(source, Diagnostics()).declarations if source is not None else ()
        changes = [decl for decl in declared if isinstance(decl, syn.ChangeDecl)]
        names = [decl.name.name for decl in changes if decl.kind == "variant"]
        if len(names) > 1 and named.isdisjoint(names):
            found.append(click.prompt(f"Which variant of {file.name}", type=click.Choice(names), err=True))
    return found


COUNT = click.IntRange(min=1)
NUMBER = "Number of players (default: 4, or the nearest number that the game allows)."
BOTS = "The bots, seat by seat; with fewer names than seats, names repeat."

language_option = option("--lang LANGUAGE", "Language of names and sentences.")
json_option = option("--json", "Write the answer as JSON, for programs.")
native_option = option(
    "--native", "Play with the rules as machine code, built by a C compiler: the same tables in less time."
)
minutes_option = option(
    "--minutes M", "End the run when a game takes more minutes (default: 60).", Between(0, min_open=True)
)
players_option = option("--players N", NUMBER, COUNT)


def playing_options(function: Function) -> Function:
    """The options `--players`, `--seed` and `--bot`, the last as `bots`."""
    seed = option("--seed S", "Random seed (default: a new one).", click.INT)
    return players_option(seed(option("--bot NAME", BOTS, name="bots", multiple=True)(function)))
