"""Evaluation of the values of layout elements: boxes, colours, styles and texts with their slots filled."""

from __future__ import annotations

from dataclasses import dataclass, field

from regelwerk_dsl.source import Span

from ...drawing.drawing import Box, Color, Mm, Pen, Pt
from ...typeset import Setting, Style
from ...typeset import Span as Run
from ..binding import number, shown
from ..expressions import Expression, LayoutError, Scope
from ..load.reading import parse_color
from ..model import Frame, Ink, Layout, Paint, Words
from ..values import Bold, Icon

INK = Color(0.1, 0.1, 0.1)


@dataclass(frozen=True, slots=True)
class Misfit:
    """A text that its box does not hold, or characters that no font has."""

    span: Span
    subject: str
    excess: float
    missing: tuple[str, ...]
    size: float


@dataclass(slots=True)
class Evaluator:
    """Evaluates values of elements of one layout in one language.

    Attributes:
        misfits: what did not fit so far.
        subject: what is being drawn, for messages.
    """

    layout: Layout
    language: str
    misfits: list[Misfit] = field(default_factory=list)
    subject: str = ""
    _styles: dict[tuple[str, str, str], Style] = field(default_factory=dict)

    def box(self, frame: Frame, scope: Scope) -> Box:
        x, y, width, height = frame
        return Box(
            Mm(x if type(x) is float else number(x, scope)),
            Mm(y if type(y) is float else number(y, scope)),
            Mm(width if type(width) is float else number(width, scope)),
            Mm(height if type(height) is float else number(height, scope)),
        )

    def color(self, ink: Ink | None, scope: Scope) -> Color | None:
        if ink is None or isinstance(ink, Color):
            return ink
        value = ink.value(scope)
        if value is None or isinstance(value, Color):
            return value
        if isinstance(value, str):
            named = self.layout.colors.get(value)
            if isinstance(named, Color):
                return named
            if len(value) == 7 and value[0] == "#":
                return parse_color(value)
        raise LayoutError(f"`{ink.text}` gives no colour", ink.span)

    def paint(self, paint: Paint, scope: Scope) -> tuple[Color | None, Pen | None]:
        line = self.color(paint.line, scope)
        pen = Pen(line, Mm(number(paint.pen, scope)), paint.dash) if line is not None else None
        return self.color(paint.fill, scope), pen

    def style(self, name: str, align: str, language: str) -> Style:
        key = name, align, language
        style = self._styles.get(key)
        if style is None:
            look = self.layout.looks[name]
            style = self._styles[key] = Style(
                Pt(look.size),
                Pt(look.smallest),
                language,
                look.font,
                look.bold,
                look.leading,
                align or look.align,  # type: ignore[arg-type]
                look.phrases,
                look.hanging,
                look.hyphens,
                self.layout.wordlist(language).divisions,
            )
        return style

    def runs(self, words: Words, color: Color, scope: Scope) -> list[Run]:
        """A text with its slots filled, in pieces of one look."""
        if len(words) == 1 and isinstance(words[0], Expression) and type(value := words[0].value(scope)) is str:
            return [Run(value, color=color)] if value else []
        found: list[Run] = []
        plain = ""
        for part in words:
            value = part if isinstance(part, str) else part.value(scope)
            for piece in value if isinstance(value, list | tuple) else (value,):
                if isinstance(piece, Icon | Bold):
                    if plain:
                        found.append(Run(plain, color=color))
                        plain = ""
                    found.append(self._run(piece, color, scope))
                else:
                    plain += piece if isinstance(piece, str) else shown(piece, scope)
        if plain:
            found.append(Run(plain, color=color))
        return found

    def text(self, words: Words, scope: Scope) -> str:
        """A text with its slots filled, without its looks."""
        return "".join(run.text for run in self.runs(words, INK, scope))

    def _run(self, piece: Icon | Bold, color: Color, scope: Scope) -> Run:
        if isinstance(piece, Icon):
            return Run("", color=color, icon=piece.form)
        return Run(shown(piece.text, scope), bold=True, color=color)

    def report(self, span: Span, setting: Setting) -> None:
        """Notes a text that does not fit its box, or has characters that no font has."""
        self.misfits.append(Misfit(span, self.subject, setting.excess, setting.missing, setting.size))
