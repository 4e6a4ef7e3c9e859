"""Formatting of single lines: spacing, breaks of long lines, columns of tables, comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ..render import width

MAX_WIDTH = 120
STEP = 4


class Word(Struct, frozen=True):
    """A token with its offset in the file. `prefix` marks a minus that belongs to what follows."""

    type: str
    text: str
    start: int
    prefix: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Out(Struct):
    """A line of the result; `column` is that of its trailing comment, `blanks` the number of blank lines above it."""

    indent: int
    text: str
    comment: str = ""
    column: int = 0
    blanks: int = 0

    @property
    def end(self) -> int:
        return self.indent + width(self.text) if "\n" not in self.text else width(self.text.rsplit("\n", 1)[-1])

    @property
    def opens(self) -> bool:
        """True if a block begins below."""
        return self.text.endswith(":")


_NO_BLANK_BEFORE = frozenset({"RPAR", "RSQB", "RBRACE", "COMMA", "COLON", "DOT", "RANGE", "QMARK", "LSQB"})
_NO_BLANK_AFTER = frozenset({"LPAR", "LSQB", "LBRACE", "DOT", "RANGE"})
_CALLABLE = frozenset({"NAME", "RPAR", "RSQB"})
OPENING = frozenset({"LPAR", "LSQB", "LBRACE"})
CLOSING = frozenset({"RPAR", "RSQB", "RBRACE"})
_NOT_BEFORE = {
    "WHEN": {"SKIP"},
    "BY": {"SEEN", "CHOOSE"},
    "FOR": {"SIMULTANEOUSLY", "PLACE", "OUTCOME"},
}
_BREAK_BEFORE = {
    "WHERE": 1, "HAVE": 1, "BY": 1, "FOR": 1, "WHEN": 1, "BOTS": 1, "THEN": 1, "ELSE": 1, "WHILE": 1,
    "OR": 2, "AND": 3, "STRING": 4,
    "IS": 6, "LESSTHAN": 6, "MORETHAN": 6, "LE": 6, "GE": 6, "PLUS": 6, "MINUS": 6, "TO": 6, "FROM": 6,
    "STAR": 7, "SLASH": 7, "MOD": 7,
}  # fmt: skip
_AFTER_COMMA = 5


def blank_between(first: Word, second: Word) -> bool:
    """True if a blank stands between two tokens of a line."""
    if second.type in _NO_BLANK_BEFORE or first.type in _NO_BLANK_AFTER or first.prefix:
        return False
    return not (second.type == "LPAR" and first.type in _CALLABLE)


def join(words: Sequence[Word]) -> str:
    """The tokens with blanks between them as the format wants."""
    parts: list[str] = []
    before: Word | None = None
    for word in words:
        if before is not None and blank_between(before, word):
            parts.append(" ")
        parts.append(word.text)
        before = word
    return "".join(parts)


def wrap(words: list[Word], indent: int, further: int) -> Iterator[tuple[int, str]]:
    """The lines for a run of tokens, the first at `indent`, the rest at `further`; too wide only if not breakable."""
    line = join(words)
    while indent + width(line) > MAX_WIDTH:
        at = _break(words, indent)
        if at is None:
            parts = _split_text(words, indent)
            if parts is None:
                break
            head, words = parts
        else:
            head, words = words[:at], words[at:]
        yield indent, join(head)
        indent, line = further, join(words)
    yield indent, line


def _break(words: list[Word], indent: int) -> int | None:
    """The index of the token to break before: lowest depth first, then the best kind of place, then the last to fit."""
    best: tuple[int, int, int] | None = None
    depth = 0
    taken = indent
    defines = any(word.type == "DEFINE" for word in words[:2])
    for index, word in enumerate(words):
        if word.type in CLOSING:
            depth -= 1
        if index:
            before = words[index - 1]
            if taken > MAX_WIDTH:
                break
            kind = _kind(before, word)
            if defines and before.type == "EQUAL" and depth == 0:
                kind = 0
            if kind is not None:
                key = (depth, kind, -index)
                if best is None or key < best:
                    best = key
            taken += blank_between(before, word)
        taken += width(word.text)
        if word.type in OPENING:
            depth += 1
    return -best[2] if best is not None else None


def _kind(before: Word, word: Word) -> int | None:
    if before.type == "COMMA":
        return _AFTER_COMMA
    if word.type == "STRING" and before.type != "STRING":
        return None
    if word.prefix or before.type in _NOT_BEFORE.get(word.type, ()):
        return None
    return _BREAK_BEFORE.get(word.type)


def _split_text(words: list[Word], indent: int) -> tuple[list[Word], list[Word]] | None:
    """The tokens with the first text that is too long cut in two at a blank, which begins the second."""
    taken = indent
    for index, word in enumerate(words):
        if index and blank_between(words[index - 1], word):
            taken += 1
        if word.type == "STRING" and taken + width(word.text) > MAX_WIDTH:
            at = _cut(word.text, MAX_WIDTH - taken - 1)
            if at is None:
                return None
            first = Word("STRING", word.text[:at] + '"', word.start)
            second = Word("STRING", '"' + word.text[at:], word.start)
            return [*words[:index], first], [second, *words[index + 1 :]]
        taken += width(word.text)
    return None


def _cut(text: str, room: int) -> int | None:
    """The last blank outside slots that leaves the part before it within the room, and some words on either side."""
    best: int | None = None
    depth = taken = 0
    for index, char in enumerate(text):
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
        elif char == " " and depth <= 0 and index > 1 and text[index - 1] not in " \\" and index < len(text) - 2:
            if taken > room:
                break
            best = index
        taken += width(char)
    return best


def table(rows: list[list[str]]) -> list[str]:
    """The lines of a table with aligned bars; `rows` holds the cells of each row."""
    count = max(map(len, rows))
    widths = [max((width(row[index]) for row in rows if index < len(row)), default=0) for index in range(count)]
    lines = []
    for row in rows:
        cells = [cell + " " * (widths[index] - width(cell)) for index, cell in enumerate(row[:-1])]
        lines.append(" | ".join([*cells, row[-1]]).rstrip())
    return lines


def cells(words: list[Word]) -> list[str]:
    """The formatted cells of a row."""
    found: list[list[Word]] = [[]]
    for word in words:
        if word.type == "VBAR":
            found.append([])
        else:
            found[-1].append(word)
    return [join(cell) for cell in found]


def align_comments(lines: list[Out]) -> None:
    """Sets the columns of trailing comments: in a run of lines whose comments were aligned they stay so, else each
    stays where it was; at least two blanks precede it, and one that is too wide moves left."""
    index = 0
    while index < len(lines):
        run: list[Out] = []
        while index < len(lines) and lines[index].text and lines[index].comment and not (run and lines[index].blanks):
            run.append(lines[index])
            index += 1
        index += not run
        together = len({line.column for line in run}) == 1
        furthest = max((line.end + 2 for line in run), default=0)
        wide = any(max(line.column, furthest) + width(line.comment) > MAX_WIDTH for line in run)
        for line in run:
            line.column = max(line.column, furthest if together and not wide else line.end + 2)
            if line.column + width(line.comment) > MAX_WIDTH:
                line.column = line.end + 2


def render_lines(lines: list[Out]) -> str:
    """The text of the lines."""
    written: list[str] = []
    for line in lines:
        gap = " " * (line.column - line.end) if line.text and line.comment else ""
        written += [*[""] * line.blanks, " " * line.indent + line.text + gap + line.comment]
    return "\n".join(written) + "\n" if written else ""
