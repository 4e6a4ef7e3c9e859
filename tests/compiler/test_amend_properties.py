"""Properties of the variants of every game: their order does not matter, and what they do not touch stays unchanged."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from all_games import GAMES, checked, module_of
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from regelwerk_compiler.driver import CheckResult, Options, check_game, compile_checked, source_hash
from regelwerk_compiler.stages import read_sources
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.syntax.nodes import walk
from variant_games import LARGEST, SOME, THOROUGH, parts, title, wishes

pytestmark = pytest.mark.slow

# ---- order -----------------------------------------------------------------------------------------------------------


@settings(max_examples=6 if THOROUGH else 2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_the_order_of_requested_variants_does_not_matter(data: st.DataObject) -> None:
    some = data.draw(st.lists(st.sampled_from(wishes(LARGEST)), min_size=2, max_size=4, unique=True))
    turned = data.draw(st.permutations(some))
    one, other = checked(LARGEST, tuple(some)), check_game(LARGEST, Options(variants=tuple(turned)))
    assert [str(item) for item in one.diagnostics] == [str(item) for item in other.diagnostics]
    assume(one.game is not None)
    assert module_of(LARGEST, tuple(some)) == compile_checked(other, Options(variants=tuple(turned))).module
    assert one.source_hash == other.source_hash
    twice = (*some, some[0].replace("(", " ( "))
    sources = read_sources(LARGEST, Diagnostics(), twice)
    assert sources is not None
    assert source_hash(sources, Options(variants=twice)) == one.source_hash


# ---- what is not touched ---------------------------------------------------------------------------------------------


SUMS = {"GAME", "NAMES", "ENUMS", "FACTS", "POINTS", "State", "DEFINITION"}
"""Tables of the whole game: a changed part shows in them."""


def plain(name: str) -> str:
    return re.sub(r"\W", "_", name).lower()


def belongs(part: str, names: set[str]) -> bool:
    """Whether a function or table belongs to a declaration."""
    return any(part == name or part.startswith(f"{name}_") or part.endswith(f"_{name}") for name in names)


def reached(base: CheckResult, amended: CheckResult, turned: set[str]) -> set[str]:
    """The names that a variant touches, and those whose source mentions one of them.

    A change spreads through values, definitions and enums, which may be evaluated or unfolded when compiling; through
    effects, which may replace their only call and receive the values that they need; and through `turned`, the
    functions that are called differently in one of the two games.
    """
    names: set[str] = set()
    for key in amended.history.changes:
        if any(step.by.startswith("variant") for step in amended.history.changes[key]):
            names |= {key[0], ".".join(key[:2])} if key[0] not in ("scenario", "chapter") else set()
            names |= {
                f"emit_{part.removeprefix('on_')}" for part in key if part.startswith("on_")
            }  # the event of a listener
    sources: dict[str, set[str]] = {}
    carried: set[str] = set()  # names through which a change spreads: what the compiler evaluates
    for result in (base, amended):
        game, table = result.game, result.table
        assert game is not None and table is not None
        for name, decl in (*table.defines.items(), *table.enums.items(), *table.state.items(), *table.units.items()):
            sources.setdefault(name, set()).update(words(decl))
            carried.add(name)
        for name, effect in table.effects.items():
            sources.setdefault(name, set()).update(words(effect))
            carried.add(name)
        for name, card in table.cards.items():
            sources.setdefault(name, set()).update(words(card))
            carried.add(name)
        for kind, card_type in table.card_types.items():
            own = {card.name for card in game.card_types[kind].cards}
            sources.setdefault(kind, set()).update(words(card_type), own if own & names else set())
            carried.add(kind)
            for ability in (
                member.name.name for member in card_type.members if isinstance(member, syn.AbilitySignature)
            ):
                sources.setdefault(ability, set()).update(own)
                carried.add(ability)
        for part in ("setup", "play", "outcome", "value"):
            if getattr(table, part) is not None:
                sources.setdefault(part, set()).update(words(getattr(table, part)))
        for number, invariant in enumerate(table.invariants, 1):
            sources.setdefault(f"invariant_{number}", set()).update(words(invariant))
    carried |= {name for name in sources if any(belongs(part, {plain(name)}) for part in turned)}
    grown = True
    while grown:
        more = {name for name in sources if name not in names and name in carried and sources[name] & names}
        grown = bool(more)
        names |= more
    return names | {name for name, mentioned in sources.items() if mentioned & names}


def words(decl: syn.Node) -> set[str]:
    """Every name that a source mentions."""
    found: set[str] = set()
    for node in walk(decl):
        if isinstance(node, syn.Name | syn.NamedType | syn.Ident):
            found.add(node.name)
    return found


@pytest.mark.parametrize(("folder", "wish"), SOME, ids=title)
def test_a_variant_changes_what_it_touches_and_nothing_else(folder: Path, wish: str) -> None:
    base, amended = checked(folder), checked(folder, (wish,))
    first, second = parts(module_of(folder)), parts(module_of(folder, (wish,)))
    both = first.keys() & second.keys()
    heads = {part: (first[part].split("\n")[0], second[part].split("\n")[0]) for part in both}
    turned = {part.lower() for part, (one, other) in heads.items() if one != other and "Stop" in one + other}
    names = set(map(plain, reached(base, amended, turned)))
    assert base.table is not None
    effects = set(map(plain, base.table.effects))
    astray = []
    for part in {*first, *second} - SUMS:
        # tables and sentences that show a value exist if something asks for them, effects if two places call them
        one_sided = (part.isupper() or part.startswith("SENTENCES value.") or part in effects) and part not in both
        if first.get(part) != second.get(part) and not one_sided and not belongs(plain(part.rpartition(" ")[2]), names):
            astray.append(part)
    assert astray == []


@pytest.mark.parametrize("folder", GAMES, ids=title)
def test_every_variant_can_be_chosen(folder: Path) -> None:
    table = checked(folder).table
    assert table is not None
    declared = [name for name, change in table.changes.items() if change.kind == "variant"]
    assert sorted(wish.partition("(")[0] for wish in wishes(folder)) == sorted(declared)


@pytest.mark.parametrize("folder", [folder for folder in GAMES if wishes(folder)], ids=title)
def test_a_game_without_its_variants_is_unchanged(folder: Path, tmp_path: Path) -> None:
    """The sources without the variants compile to the same module, except for its hash."""
    copy = tmp_path / folder.name
    shutil.copytree(folder, copy)
    gone = 0
    for path in copy.rglob("*.regel"):
        text = path.read_text(encoding="utf-8")
        left = re.sub(r"^variant [\s\S]*?(?=^\S|\Z)", lambda m: "\n" * m[0].count("\n"), text, flags=re.MULTILINE)
        gone += left != text
        path.write_text(left, encoding="utf-8")
    assert gone
    manifest = copy / "game.yaml"
    offered = re.sub(r"^variants:.*\n(?:[ -].*\n)*", "", manifest.read_text(encoding="utf-8"), flags=re.MULTILINE)
    manifest.write_text(offered, encoding="utf-8")
    (copy / "sources.yaml").unlink(missing_ok=True)  # some statements are implemented only in variants
    one, other = module_of(folder), compile_checked(check_game(copy), Options()).module
    assert other is not None
    assert re.sub(r"source_hash='\w+'", "", one) == re.sub(r"source_hash='\w+'", "", other)
