"""Tests of errata and variants on small games: what becomes of each declaration and why, or which change is refused.

A case begins with lines `# with: variant, variant(5)` or `# without: erratum`, each of which is tried on its own. A
comment `# E0901: words` expects that code on its line, with these words in its message or help; such a case has no
golden file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from case_games import rules_of
from golden import cases, check_golden
from marked_lines import marked_lines
from regelwerk_compiler.driver import CheckResult, Options, check_game, compile_checked
from regelwerk_compiler.inspect.diff.diff import Difference, diff_games
from regelwerk_compiler.inspect.explain.explain import Explainer
from regelwerk_dsl.diagnostics import Diagnostic, Severity
from regelwerk_dsl.render import render_line
from regelwerk_runtime.scenario import run_scenario

CASES = cases("amend", "*.regel")
TRIAL = re.compile(r"^# (with|without): (.+)$", re.MULTILINE)
EXPECTED = re.compile(r"# (E\d{4}): ([^#\n]*)")


def trials(text: str) -> list[tuple[str, Options]]:
    """The lists of variants and errata that a case tries."""
    found = []
    for kind, names in TRIAL.findall(text):
        wishes = tuple(wish.strip() for wish in re.split(r",\s*(?![^()]*\))", names))
        found.append((f"{kind} {names}", Options(variants=wishes) if kind == "with" else Options(without=wishes)))
    return found


def game_of(path: Path, folder: Path) -> Path:
    """Writes the case as a game into a folder."""
    (folder / "game.yaml").write_text(
        "name: case\ntitle: Case\nsources: [case.regel]\nlanguages: [en]\n", encoding="utf-8"
    )
    (folder / "case.regel").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    return folder


def errors_of(result: CheckResult) -> list[str]:
    return [render_line(item) for item in result.diagnostics if item.severity is Severity.ERROR]


def report_of(base: CheckResult, amended: CheckResult) -> Iterator[str]:
    """The history of each changed declaration, then all differences from the base."""
    for key, steps in amended.history.changes.items():
        yield f"  {'.'.join(key)}: {steps[0].old} ({steps[0].old_span.where})"
        for step in steps:
            cites = f" ({', '.join(step.cites)})" if step.cites else ""
            yield f"    {step.by}, {step.title}{cites}: {step.new} ({step.span.where})"
    yield ""
    for one in diff_games(base, amended):
        yield from difference(one)


def difference(one: Difference) -> Iterator[str]:
    by = f"  [{', '.join(one.by)}]" if one.by else ""
    yield f"  {one.change} {one.kind} {one.name}{by}"
    for mark, side, place in (("-", one.left, one.left_where), ("+", one.right, one.right_where)):
        if side is not None:
            for line in str(side).splitlines():
                yield f"      {mark} {line}".rstrip()
            if place:
                yield f"        {place}"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    folder = game_of(path, tmp_path)
    errata = tuple(re.findall(r"^erratum (\w+)", text, re.MULTILINE))
    wanted = EXPECTED.findall(text)
    found: set[tuple[int, str, str]] = set()
    places: list[Diagnostic] = []
    lines: list[str] = []
    assert trials(text), "a case says what is tried"
    for title, options in trials(text):
        result = check_game(folder, options)
        errors = [item for item in result.diagnostics if item.severity is Severity.ERROR]
        found |= {(item.span.line, item.code, f"{item.message} / {item.help}") for item in errors}
        places += errors
        if wanted:
            continue
        assert not errors, errors_of(result)
        base = check_game(folder, Options(without=errata))
        lines += [title, *report_of(base, result), ""]
        turned = Options(variants=options.variants[::-1], without=options.without)
        compiled = compile_checked(result, options)
        assert compile_checked(check_game(folder, turned), turned).module == compiled.module
        game, scenarios = rules_of(compiled)
        failed = [(one.name, one.where, one.why) for one in (run_scenario(game, it) for it in scenarios) if one.why]
        assert failed == [], title
    if wanted:
        compare(text, found)
        check_golden(path.with_suffix(".places"), marked_lines(places))
    else:
        check_golden(path.with_suffix(".amended"), "\n".join(line.rstrip() for line in lines))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_whatever_is_changed_is_explained(path: Path, tmp_path: Path) -> None:
    """Each change is found by the full name of what it changes; lines and passages by that of their parent."""
    text = path.read_text(encoding="utf-8")
    if EXPECTED.search(text):
        return
    folder = game_of(path, tmp_path)
    for _, options in trials(text):
        result = check_game(folder, options)
        assert result.game is not None and result.texts is not None
        explainer = Explainer(result, (), {})
        for key, steps in result.history.changes.items():
            whole = key[:2] if key[0] in ("scenario", "chapter") and key[2:] != ("title",) else key
            found = explainer.explain(".".join(whole))
            assert found is not None, key
            assert any(step[0].startswith(steps[-1].by) for step in found.history), key


def compare(text: str, found: set[tuple[int, str, str]]) -> None:
    wanted = [
        (number, code, words.strip())
        for number, line in enumerate(text.splitlines(), 1)
        for code, words in EXPECTED.findall(line)
    ]
    missing = [want for want in wanted if not any(want[:2] == have[:2] and want[2] in have[2] for have in found)]
    extra = [have for have in found if not any(want[:2] == have[:2] and want[2] in have[2] for want in wanted)]
    assert not missing and not extra, f"missing: {missing}\nunexpected: {extra}"


def test_a_rule_that_is_replaced_without_a_source_cites_what_it_cited(tmp_path: Path) -> None:
    (case,) = cases("amend", "kept.regel")
    game = check_game(game_of(case, tmp_path), Options(variants=("other_rules",))).game
    assert game is not None and game.effects["look"].cites == ("R1",)


def test_a_difference_is_put_down_to_changes_that_only_one_side_has(tmp_path: Path) -> None:
    (case,) = cases("amend", "misprint_expected.regel")
    folder = game_of(case, tmp_path)
    with_erratum, with_both = check_game(folder), check_game(folder, Options(variants=("late_high",)))
    assert [(one.name, one.by) for one in diff_games(with_erratum, with_both)] == [("goal", ("variant late_high",))]
