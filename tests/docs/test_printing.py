"""A test of `docs/printing.md`: the changes that it shows can be printed, and messages look as shown."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from regelwerk.main import main
from workshop import Workshop

pytestmark = pytest.mark.slow

PAGE = Path(__file__).resolve().parents[2] / "docs" / "printing.md"


class PrintWorkshop(Workshop):
    """A workshop that prints after each step."""

    def __init__(self, top: Path, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__(top)
        self.capsys = capsys
        self.printed = 0

    def print(self, *words: str) -> tuple[int, str]:
        self.capsys.readouterr()
        status = main(["print", self.game, "-o", "out", *words])
        return status, self.capsys.readouterr().err

    def _new(self, text: str, name: str) -> None:
        super()._new(text, name)
        self._must_print()

    def _change(self, text: str, name: str) -> None:
        super()._change(text, name)
        if not name.endswith("game.yaml"):  # another language is not yet translated
            self._must_print()

    def _table(self, text: str, name: str) -> None:
        path = self.top / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        self.game = path.parent.name
        assert main(["new", self.game, "--cards", str(path)]) == 0
        self._must_print()

    def _must_print(self) -> None:
        status, said = self.print("--lang", "en")
        assert status == 0, said
        self.printed += 1

    def _wrong(self, text: str, name: str) -> None:
        path = self._file(name)
        before = path.read_text(encoding="utf-8")
        super()._change(text, name)
        status, self.message = self.print("--lang", "en")
        assert status == 1
        path.write_text(before, encoding="utf-8")


def test_the_page_on_printing_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "harbour"]) == 0
    workshop = PrintWorkshop(tmp_path, capsys)
    workshop.follow(PAGE)
    assert workshop.printed >= 5
    workshop.game = "harbour"
    assert main(["translate", "update", "harbour"]) == 0
    assert workshop.print("--lang", "de")[0] == 1, "nothing is translated"
    assert workshop.print("--lang", "de", "--proof")[0] == 0
    assert workshop.print("cards", "--variant", "stormy.regel", "--changed-since", "base", "--lang", "en")[0] == 0
    (cards,) = Path("out").glob("*since-base*")
    with pypdfium2.PdfDocument(cards) as document:
        found = re.findall(r"Storm|Market day", document[0].get_textpage().get_text_range())
    assert sorted(found) == ["Market day"] * 2 + ["Storm"] * 2
    for words in (
        "--alignment",
        "booklet --imposed",
        "cards --tts",
        "cards --png --dpi 50",
        "cards --table",
        "cards --cut",
    ):
        assert workshop.print(*words.split(), "--lang", "en")[0] == 0, words
