"""Tests of nets of boxes, dice and standees: nothing overlaps, every flap joins a face, and odd sizes are reported."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_printables.design.nets import CUT, FOLD, LEAST_MM, NETS, Net
from regelwerk_printables.drawing.drawing import Box, Path
from test_design import design_of, game_data

LENGTH = st.floats(LEAST_MM, 300).map(lambda length: round(length, 2))


def overlap(one: Box, other: Box) -> bool:
    common = one.common(other)
    return common is not None and min(common.width, common.height) > 0.01


@given(st.sampled_from(sorted(NETS)), st.lists(LENGTH, min_size=3, max_size=3))
def test_parts_of_a_net_are_connected_and_do_not_overlap(kind: str, lengths: list[float]) -> None:
    net: Net = NETS[kind].make(*lengths[: NETS[kind].sizes])
    areas = [panel.box for panel in net.panels] + [Box.around(flap) for flap in net.flaps]
    assert not any(overlap(one, other) for one, other in combinations(areas, 2))
    assert min(box.x for box in areas) >= -1e-9 and min(box.y for box in areas) >= -1e-9
    pens = [line.pen for line in net.lines() if isinstance(line, Path)]
    assert pens.count(FOLD) == len(areas) - 1, "each area but one hangs on another"
    corners = sum(len(list(pairwise((*flap, flap[0])))) for flap in net.flaps) + 4 * len(net.panels)
    assert pens.count(CUT) == corners - 2 * pens.count(FOLD)


@pytest.mark.parametrize(
    ("net", "words"),
    [
        ("{ die: [0.001] }", "a net of this kind takes one length from 1 to 1,000 mm"),
        ("{ die: [16, 16] }", "a net of this kind takes one length from 1 to 1,000 mm"),
        ("{ tuck_box: [60, 90, 0] }", "a net of this kind takes 3 lengths from 1 to 1,000 mm"),
        ("{ tuck_box: [60, -90, 20] }", "a net of this kind takes 3 lengths from 1 to 1,000 mm"),
        ("{ standee: [0, 30, 8] }", "a net of this kind takes 3 lengths from 1 to 1,000 mm"),
        ("{ standee: [20, 30, 0] }", ""),
        ("{ tuck_box: \"deck('Nobody')\" }", "there is no card of the type `Nobody`"),
    ],
)
def test_impossible_sizes_of_nets_are_reported(net: str, words: str) -> None:
    diagnostics = Diagnostics()
    design = design_of(f"parts: {{ thing: {{ title: Thing, net: {net}, draw: [] }} }}", diagnostics)
    drawn = design.parts(game_data(), "en", diagnostics)
    messages = [one.message for one in diagnostics.sorted()]
    assert (len(messages), len(drawn)) == ((1, 0) if words else (0, 1))
    assert all(words in message for message in messages)


def test_a_text_that_does_not_fit_is_reported_with_its_face() -> None:
    diagnostics = Diagnostics()
    text = '{ text: "Much too long a text for that", box: [0, 0, width, height] }'
    styles = "styles: { text: { size: 9, smallest: 9 } }\n"
    parts = f"parts: {{ thing: {{ title: Thing, net: {{ tuck_box: [60, 90, 6] }}, draw: [{text}] }} }}"
    design_of(styles + parts, diagnostics).parts(game_data(), "en", diagnostics)
    (found,) = diagnostics.items
    assert found.code == "E1010" and "thing (left) by " in found.message and "thing (front)" not in found.message
