"""Compiled folders of games at random, with the translations of the second implementation."""

from __future__ import annotations

from pathlib import Path

import polib
from case_games import folder_of
from random_choices import DECLINE, ENOUGH, NOTHING
from random_rules import Rules
from random_values import LAND
from regelwerk_compiler.collecting import collect_texts
from regelwerk_compiler.driver import CompileResult, Options, compile_game

WORDS = {
    "decline": DECLINE,
    "player": ("Player {0}", "Gracz {0}"),
    "nothing": NOTHING,
    "enough": ENOUGH,
    "back": ("card {0} of {1}", "karta {0} z {1}"),
    "yes": ("yes", "tak"),
    "no": ("no", "nie"),
    "none": ("none", "brak"),
    "part": ("{0} {1}", "{1}. {0}"),
    "and": (" and ", " oraz "),
    "comma": (", ", " | "),
}
"""Words of the program that games show, by the last parts of their ids."""


def compiled(rules: Rules, folder: Path, text: str | None = None) -> CompileResult:
    """A game, or another text in its place, compiled with its variants."""
    folder_of(rules.text if text is None else text, folder)
    (folder / "locale").mkdir(exist_ok=True)
    for path in folder.glob("locale/*.po"):
        path.unlink()
    lands = rules.frame.kinds[LAND]
    forms = {f"{LAND}.{key}|at": words for key, words in zip(lands.keys, lands.words, strict=True)}
    if rules.frame.forms:
        _write(folder / "locale" / "en.po", {name: (words[0], f"at {words[0]}") for name, words in forms.items()})
    if "pl" in rules.frame.languages:
        manifest = folder / "game.yaml"
        manifest.write_text(manifest.read_text(encoding="utf-8").replace("[en]", "[en, pl]"), encoding="utf-8")
        found = {f"word.{name}": words for name, words in WORDS.items()}
        found |= {name: (words[0], f"przy {words[1]}") for name, words in forms.items()} if rules.frame.forms else {}
        texts = {str(one.id): one.source for one in collect_texts(folder).wanted}
        found |= {name: (text, rules.frame.abroad[text]) for name, text in texts.items() if text in rules.frame.abroad}
        _write(folder / "locale" / "pl.po", found)
    return compile_game(folder, Options(rules.variants, explicit_chance=rules.frame.explicit))


def _write(path: Path, entries: dict[str, tuple[str, str]]) -> None:
    """A catalogue of texts by their ids."""
    file = polib.POFile()
    file.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    file.extend(polib.POEntry(msgctxt=name, msgid=text, msgstr=words) for name, (text, words) in entries.items())
    file.save(str(path))
