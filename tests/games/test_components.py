"""Tests of the component lists in booklets: they name everything in a kit, with the number of pieces."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from regelwerk.loading.compilation import load_checked
from regelwerk.loading.source import source_of
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_printables.design import load_design
from regelwerk_printables.drawing.drawing import Group, Item, Tagged

CARDS = Path(__file__).parents[2] / "cards"
LANGUAGES = ("en", "de", "ja")

# the name of each board, part and card type of a kit in the list, in the three languages
NAMED: Mapping[str, Mapping[str, tuple[str, str, str]]] = {
    "itc": {
        "board": ("board", "Spielplan", "ボード"),
        "aids": ("aid", "Spielhilfe", "早見カード"),
        "aids_points": ("aid", "Spielhilfe", "早見カード"),
        "price_card": ("price card", "Preiskarte", "価格カード"),
        "scores": ("account sheet", "Kontoblatt", "記録表"),
        "stones": ("stones", "Steine", "石"),
        "goods": ("goods", "Waren", "商品"),
        "markers": ("94 markers", "94 Plättchen", "マーカー94枚"),
        "reference": ("first edition", "ersten Auflage", "初版"),
        "Transport": ("94 transport cards", "94 Transportkarten", "輸送カード94枚"),
        "Action": ("80 action cards", "80 Aktionskarten", "アクションカード80枚"),
    },
    "auf_achse": {
        "board": ("board", "Spielplan", "ボード"),
        "aids": ("overview", "Übersicht", "早見表"),
        "money": ("money", "Geld", "お金"),
        "pieces": (
            "48 load pieces, 4 small trailers and 4 large",
            "48 Ladungssteine, 4 kleine und 4 große",
            "荷物48個",
        ),
        "Job": ("54 job cards", "54 Auftragskarten", "仕事カード54枚"),
        "Event": ("28 event cards", "28 Ereigniskarten", "イベントカード28枚"),
    },
    "tokyo_metro": {
        "board": ("map", "Plan", "マップ"),
        "aids": ("aid", "Übersicht", "早見表"),
        "money": ("money", "Geld", "お金"),
        "pieces": ("6 pyramids", "6 Pyramiden", "6個"),
        "Stock": ("36 share cards", "36 Aktien", "株カード36枚"),
        "Action": ("54 action cards", "54 Aktionskarten", "アクションカード54枚"),
    },
}
# the number of pieces into which some parts are cut
PIECES = {
    ("itc", "markers"): 94,
    ("itc", "stones"): 6 * (20 + 4),  # 40 stones each, the long ones for five
    ("auf_achse", "pieces"): 48 + 4 + 4 + 6 + 2,  # loads, trailers, trucks, two markers
}


@pytest.mark.slow
@pytest.mark.parametrize("game", NAMED)
def test_a_list_of_components_names_the_whole_kit(game: str) -> None:
    checked, design = load_checked(source_of(CARDS / game)), load_design(CARDS / game, Diagnostics())
    kit = {*design.layout.boards, *design.layout.parts, *(card.type for card in checked.cards)}
    assert kit == set(NAMED[game])
    chapter = next(one for one in checked.chapters if one.name == "box")
    for at, language in enumerate(LANGUAGES):
        text = " ".join(checked.own(block.texts, language) for block in chapter.blocks)
        plain = re.sub(r"[*\[\]]|\(#\w+\)", "", text)
        assert not [words[at] for words in NAMED[game].values() if words[at] not in plain], (language, plain)


@pytest.mark.parametrize(("game", "part"), PIECES)
def test_a_kit_has_the_listed_number_of_pieces(game: str, part: str) -> None:
    checked, design = load_checked(source_of(CARDS / game)), load_design(CARDS / game, Diagnostics())
    drawn = [one for one in design.parts(checked, "en", Diagnostics()) if one.name.startswith(part)]
    assert sum(_pieces(one.drawing.items) for one in drawn) == PIECES[game, part]


def _pieces(items: tuple[Item, ...]) -> int:
    inner = (one for one in items if isinstance(one, Group | Tagged))
    return sum((isinstance(one, Group) and one.piece is not None) + _pieces(one.items) for one in inner)
