"""Tests of `regelwerk print --watch`: what it prints when a file changes, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from regelwerk.loading.source import source_of
from regelwerk.printing.order import Order
from regelwerk.printing.watching import keep_printing, print_once
from regelwerk.terminal.console import Screen


def edit(folder: Path, old: str, new: str) -> None:
    path = folder / "market.regel"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_watching_ends_in_silence_when_it_is_interrupted(
    market: Path, out: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> Iterator[set[object]]:
        yield set()
        raise KeyboardInterrupt

    monkeypatch.setattr("regelwerk.printing.watching.watch", interrupted)
    keep_printing(Order(source_of(market), ("cards",)), out, Screen())
    assert capfd.readouterr().err.endswith("Ctrl+C stops\n")


def test_a_change_is_printed_and_a_mistake_is_reported(
    market: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = Order(source_of(market), ("cards",))
    print_once(order, out, Screen())
    edit(market, "price = 200", "price = 250")
    print_once(order, out, Screen())
    pages = pypdfium2.PdfDocument(str(out / "market-cards-a4-en.pdf"))
    text = "".join(page.get_textpage().get_text_range() for page in pages)
    assert (text.count("Gift from Bonn"), text.count("Pay 250 at once.")) == (3, 2)
    edit(market, "price = 250", "price = ")
    print_once(order, out, Screen())
    assert "error[" in capsys.readouterr().err
