"""Tests of pictures in the booklet: which parts of a board the file contains, and where pictures are placed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hypothesis import given
from hypothesis import strategies as st
from regelwerk_printables.booklet.content.elements import Inline, Panel, Scenery
from regelwerk_printables.booklet.layout.pieces import pieces
from regelwerk_printables.booklet.layout.scenes import SMALLER, SMALLEST
from regelwerk_printables.booklet.layout.typesetter import Typesetter
from regelwerk_printables.booklet.look import A5, look_of
from regelwerk_printables.design.situations import Scene
from regelwerk_printables.drawing.drawing import Box, Drawing, Form, Glyphs, Group, Item, Mm, Pt, Rect
from regelwerk_printables.drawing.extent import Cutter, extent


def words(x: float, y: float, text: str) -> Glyphs:
    return Glyphs(Mm(x), Mm(y), text, "sans", Pt(9))


BOARD = Form("board", Mm(200), Mm(100), (words(5, 10, "left"), Group((words(0, 10, "right"),), dx=Mm(150))))


def within(items: Iterable[Item]) -> Iterator[Item]:
    """All items, including those of forms."""
    for item in items:
        yield item
        if isinstance(item, Group | Form):
            yield from within(item.items)


def shown(items: tuple[Item, ...]) -> list[str]:
    return [item.text for item in within(items) if isinstance(item, Glyphs)]


def test_words_beyond_a_picture_are_not_in_the_file() -> None:
    window = Box(Mm(0), Mm(0), Mm(60), Mm(50))
    cutter = Cutter()
    left = cutter.seen((Group((BOARD,)),), window)
    right = cutter.seen((Group((BOARD,), dx=Mm(-140)),), window)
    assert shown(left) == ["left"] and shown(right) == ["right"]
    keys = [item.key for some in (left, right) for item in within(some) if isinstance(item, Form)]
    assert len({*keys, BOARD.key}) == 3, "what is shown of a form is a form of its own"
    assert cutter.seen((BOARD,), Box(Mm(-10), Mm(-10), Mm(300), Mm(200))) == (BOARD,)


numbers = st.floats(-50, 50)


@given(
    at=st.tuples(numbers, numbers), angle=st.floats(0, 360), scale=st.floats(0.3, 3), window=st.tuples(numbers, numbers)
)
def test_visible_parts_are_kept(
    at: tuple[float, float], angle: float, scale: float, window: tuple[float, float]
) -> None:
    rect = Rect(Box(Mm(10), Mm(5), Mm(20), Mm(8)))
    group = Group((rect,), Mm(at[0]), Mm(at[1]), angle=angle, scale=scale)
    around = Box(Mm(window[0]), Mm(window[1]), Mm(60), Mm(40))
    covered = extent([group])
    assert covered is not None
    middle = covered.x + covered.width / 2, covered.y + covered.height / 2
    is_seen = 0 <= middle[0] - around.x <= around.width and 0 <= middle[1] - around.y <= around.height
    left = Cutter().seen((group,), around)
    if is_seen:
        assert rect in within(left)
    if covered.x > around.x + around.width or covered.y > around.y + around.height:
        assert left == ()


def test_a_single_picture_may_move_past_the_text_that_follows() -> None:
    scene = Scene("", Drawing(Mm(80), Mm(60), ()))
    typesetter = Typesetter(look_of("en"), A5.text_width)
    away = (Inline("Set up (p. 4)", target="picture.board"),)
    element = Scenery((Panel("", (scene,), "Set up"),), "Set up", anchor="picture.board", away=away)
    first, *others = pieces(typesetter, [element])
    assert first.anchors == ("picture.board",) and first.keep and first.away
    assert all(piece.away is None for piece in others)
    (kept, *_) = pieces(typesetter, [Scenery((Panel("", (scene,), "Set up"),), "Set up")])
    assert kept.away is None


def test_examples_of_large_boards_are_not_scaled_down_further() -> None:
    def sizes(wide: float, caption: str = "") -> int:
        panel = Panel("" if caption else "Before", (Scene("", Drawing(Mm(wide), Mm(30), ())),), "")
        first, *_ = pieces(Typesetter(look_of("en"), A5.text_width), [Scenery((panel,), caption)])
        return len(first.sizes) - 1

    assert sizes(100) == sizes(A5.text_width / SMALLEST, "Set up") == len(SMALLER)
    assert 0 < sizes(A5.text_width / SMALLEST * 0.9) < len(SMALLER) and sizes(A5.text_width / SMALLEST) == 0
