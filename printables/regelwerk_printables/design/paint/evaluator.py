"""The evaluation of layout values over a scope: numbers, lists, boxes, colours, styles, texts with filled slots."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_compiler.checked.marks import Icon
from regelwerk_compiler.checked.marks import Style as MarkStyle
from regelwerk_compiler.checked.values import Run as MarkedRun
from regelwerk_dsl.source import NO_SPAN, Span

from ...drawing.drawing import Box, Color, Fill, Form, Gradient, Item, Mm, Pen, Pt
from ...fonts import is_own
from ...typeset import GETA, KANJI, Align, Setting, Style
from ...typeset import Span as Run
from ..elements import LARGEST, Binder, Blend, Frame, Ink, Lets, Num, Painted, Part, Point, Points, Sizes, Words
from ..expressions import Expression, LayoutError
from ..interpreter import Scope
from ..model import Layout
from ..values import MarkedText, Styled, lookup
from ..ways import points_of

INK = Color(0.1, 0.1, 0.1)
PLAIN = frozenset({str, int, float, bool, type(None)})
MAX_ITEMS = 20_000  # in one repetition


def number(value: Num, scope: Scope) -> float:
    """A length or another number; raises LayoutError if an expression gives another value."""
    if isinstance(value, Expression):
        found = value.value(scope)
        if isinstance(found, bool) or not isinstance(found, int | float) or not abs(found) <= LARGEST:
            raise LayoutError(f"`{value.text}` does not give a number that can be used here", value.span)
        return float(found)
    return value


def bound(scope: Scope, lets: Lets) -> Scope:
    """The scope with the names that a group or template defines; each may use those before it."""
    if not lets:
        return scope
    inner = dict(scope)
    for name, value in lets:
        inner[name] = value.value(inner, name) if isinstance(value, Expression) else value
    return inner


def listed(binder: Binder, scope: Scope) -> list[Any]:
    """The members of a repetition."""
    values = binder.items.value(scope)
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise LayoutError(f"`{binder.items.text}` is not a list", binder.items.span)
    values = [(key, lookup(values, key)) for key in values] if isinstance(values, dict) else list(values)
    if len(values) > MAX_ITEMS:
        raise LayoutError(f"`{binder.items.text}` has more than {MAX_ITEMS} entries", binder.items.span)
    return values


def bind(scope: Scope, binder: Binder, value: Any, index: int) -> Scope:
    """The scope for one step of a repetition."""
    parts = [value] if len(binder.names) == 1 else list(value) if isinstance(value, list | tuple) else []
    if len(parts) != len(binder.names):
        what = f"an entry of `{binder.items.text}` does not have {len(binder.names)} parts"
        raise LayoutError(what, binder.items.span)
    return {**scope, "index": index, **dict(zip(binder.names, parts, strict=True))}


def shown(value: Any, scope: Scope) -> str:
    """A value as text: numbers as the language writes them, nothing for none."""
    if value is None or isinstance(value, bool):
        return "✓" if value else ""
    return str(scope["number"](value) if isinstance(value, int | float) else value)


def _look(run: Run) -> tuple[bool, bool]:
    return run.bold, run.italic


def make_form(name: str, width: float, height: float, items: Sequence[Item]) -> Form:
    """A form whose key depends on its content, so that forms of two designs never share a key by mistake."""
    drawn = tuple(items)
    return Form(f"{name} {zlib.crc32(repr(drawn).encode()):08x} {len(drawn)}", Mm(width), Mm(height), drawn)


class Misfit(Struct, frozen=True):
    """A text that does not fit its box, or characters that no font has."""

    span: Span
    subject: str
    excess: float
    missing: tuple[str, ...]
    size: float
    lacking: tuple[str, ...] = ()  # characters not in the game's own font


@dataclass(slots=True)
class Evaluator:
    """Evaluates values of elements of one layout in one language.

    Attributes:
        misfits: the misfits so far.
        subject: the name of what is being drawn, for messages.
        limits: the largest size of a style, if it is not that of the style.
        used: the sizes in which texts of a style have been set.
    """

    layout: Layout
    language: str
    misfits: list[Misfit] = field(default_factory=list)
    subject: str = ""
    limits: Mapping[str, Pt] = field(default_factory=dict)
    used: dict[str, set[Pt]] = field(default_factory=dict)
    _styles: dict[tuple[str, Align | None, str, Pt | None], Style] = field(default_factory=dict)

    @contextmanager
    def limited(self, limits: Mapping[str, Pt]) -> Iterator[dict[str, set[Pt]]]:
        """Limit the sizes of texts by style; gives the sizes that are used."""
        before, used = (self.limits, self.used), dict[str, set[Pt]]()
        self.limits, self.used = limits, used
        try:
            yield used
        finally:
            self.limits, self.used = before

    def box(self, frame: Frame, scope: Scope) -> Box:
        return Box(*[Mm(side if type(side) is float else number(side, scope)) for side in frame])

    def point(self, point: Point, scope: Scope) -> tuple[Mm, Mm]:
        return Mm(number(point[0], scope)), Mm(number(point[1], scope))

    def points(self, points: Points, scope: Scope) -> list[tuple[float, float]]:
        """The points of a line; raises LayoutError if an expression does not give points."""
        if not isinstance(points, Expression):
            return [self.point(one, scope) for one in points]
        try:
            found = points_of(points.value(scope))
        except ValueError:
            found = None
        if found is None or not all(abs(one) <= LARGEST for point in found for one in point):
            raise LayoutError(f"`{points.text}` does not give a list of points `[x, y]`", points.span)
        return found

    def numbers(self, sizes: Sizes, scope: Scope, span: Span) -> list[float]:
        """Some numbers; raises LayoutError if an expression does not give a list of them."""
        if not isinstance(sizes, Expression):
            return [number(one, scope) for one in sizes]
        found = sizes.value(scope)
        if not isinstance(found, list) or any(type(one) not in (int, float) for one in found):
            raise LayoutError(f"`{sizes.text}` does not give a list of numbers", span)
        return [float(one) for one in found]

    def color(self, ink: Ink | None, scope: Scope) -> Color | None:
        if ink is None or isinstance(ink, Color):
            return ink
        value = ink.value(scope)
        found = self.named_color(value)
        if found is None and value is not None:
            raise LayoutError(f"`{ink.text}` does not give a colour", ink.span)
        return found

    def named_color(self, value: Any) -> Color | None:
        """The colour that a value is, names or writes; None for other values."""
        found = self.layout.colors.get(value) if isinstance(value, str) else value
        if isinstance(found, Color):
            return found
        with suppress(ValueError):
            return Color.parse(value) if isinstance(value, str) else None
        return None

    def paint(self, element: Painted, scope: Scope) -> tuple[Fill | None, Pen | None]:
        line = self.color(element.line, scope)
        pen = Pen(line, self.width(element.pen, scope, element.span), element.dash) if line is not None else None
        fill = element.fill
        return self._gradient(fill, scope) if isinstance(fill, Blend) else self.color(fill, scope), pen

    def _gradient(self, blend: Blend, scope: Scope) -> Gradient | None:
        """The gradient; None if one of its colours is none."""
        found = [color for ink in blend.gradient if (color := self.color(ink, scope)) is not None]
        if len(found) < len(blend.stops):
            return None
        return Gradient(tuple(found), blend.stops, number(blend.angle, scope), blend.radial)

    def opacity(self, value: Num, scope: Scope, span: Span) -> float:
        """An opacity; raises LayoutError if it is not from 0 to 1."""
        found = number(value, scope)
        if not 0 <= found <= 1:
            raise LayoutError(f"an opacity of {found:g} does not lie between 0 and 1", span)
        return found

    def width(self, value: Num, scope: Scope, span: Span) -> Mm:
        """The width of a line; raises LayoutError if it is negative."""
        found = number(value, scope)
        if found < 0:
            raise LayoutError(f"a line cannot be {found:g} mm wide", span, "write 0 or more")
        return Mm(found)

    def style(self, name: str, align: Align | None, language: str) -> Style:
        limit = self.limits.get(name)
        key = name, align, language, limit
        if key not in self._styles:
            look, divisions = self.layout.looks[name], self.layout.wordlist(language).divisions
            font = self.layout.family(look, language)
            style = replace(look, language=language, align=align or look.align, divisions=divisions, font=font)
            self._styles[key] = style if limit is None else replace(style, size=min(look.size, limit))
        return self._styles[key]

    def runs(self, words: Words, color: Color, scope: Scope) -> list[Run]:
        """A text with its slots filled, in runs of one look."""
        found: list[Run] = []
        bold = italic = False
        for part in words:
            if isinstance(part, MarkStyle):
                bold, italic = bold ^ (part is MarkStyle.BOLD), italic ^ (part is MarkStyle.ITALIC)
                continue
            value = part.value(scope) if isinstance(part, Expression) else part
            if type(value) in PLAIN or (type(value) is MarkedText and not value.runs):  # most values
                pieces: Iterable[Run] = (Run(shown(value, scope), bold, italic, color),)
            else:
                pieces = self._pieces(value, scope, part, Run("", bold, italic, color))
            for run in pieces:
                if found and (last := found[-1]).icon is None is run.icon and _look(last) == _look(run):
                    found[-1] = replace(last, text=last.text + run.text)
                elif run.text or run.icon:
                    found.append(run)
        return found

    def _pieces(self, value: Any, scope: Scope, part: Part, look: Run) -> Iterator[Run]:
        """A value within a text, in runs of one look that start from the look of the text around it."""
        match value:
            case MarkedText(runs=runs) if runs:
                for run in runs:
                    if isinstance(run, Form):
                        yield from self._pieces(run, scope, part, look)
                        continue
                    inner = replace(look, bold=run.bold or look.bold, italic=run.italic or look.italic)
                    yield from self._pieces(Icon(run.icon, "") if run.icon else run.words, scope, part, inner)
            case list() | tuple():
                for one in value:
                    yield from self._pieces(one, scope, part, look)
            case Styled(text, bold, italic):
                inner = replace(look, bold=bold or look.bold, italic=italic or look.italic)
                yield from self._pieces(text, scope, part, inner)
            case Form():
                yield replace(look, icon=value)
            case Icon():
                yield replace(look, icon=self._icon(value.name, scope, part))
            case _:
                yield replace(look, text=shown(value, scope))

    def _icon(self, icon: str, scope: Scope, part: Part) -> Form:
        """The shape used as an icon in a text."""
        name, _, of = icon.partition(".")
        try:
            form: Form = scope["icon"](name, of or None)
        except ValueError as error:
            span = part.span if isinstance(part, Expression) else NO_SPAN
            raise LayoutError(f"{error}, which the text of {self.subject} has as `:{icon}:`", span) from None
        return form

    def marked(self, words: Words, scope: Scope) -> MarkedText:
        """A text with its slots filled, as plain words; with runs if it has more than one look."""
        runs = self.runs(words, INK, scope)
        found = MarkedText("".join(run.text for run in runs))
        if any(run.bold or run.italic or run.icon for run in runs):
            found.runs = [run.icon or MarkedRun(run.text, run.bold, run.italic) for run in runs]
        return found

    def text(self, words: Words, scope: Scope) -> str:
        """A text with its slots filled, without its looks."""
        return "".join(run.text for run in self.runs(words, INK, scope))

    def report(self, span: Span, setting: Setting) -> None:
        """Notes a text that does not fit its box, or has characters that no font has, or the game's own font lacks."""
        lacking = self.lacking(setting)
        self.misfits.append(Misfit(span, self.subject, setting.excess, setting.missing, setting.size, lacking))

    def lacking(self, setting: Setting) -> tuple[str, ...]:
        """Characters of a text in the game's own font that come from another one.

        Kana and kanji are not counted, unless the game has a font for the language.
        """
        language = setting.style.language
        has_kanji = any(language in font.languages for font in self.layout.fonts.values())
        if not is_own(setting.style.font) or (language in KANJI and not has_kanji):
            return ()
        others = [run for run in setting.source.runs if run.span.icon is None and not is_own(run.face.name)]
        found = "".join(setting.source.chars[run.start : run.end] for run in others)
        return tuple(dict.fromkeys(char for char in found if char not in (" ", "\n", GETA)))
