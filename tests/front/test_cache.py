"""Tests of the cache, which makes things faster and never different: a faulty entry counts as missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import regelwerk
from market_game import Command
from posix_only import POSIX
from regelwerk.loading import cache, checking, compiling
from regelwerk.loading import compilation as loading
from regelwerk.loading.source import source_of
from regelwerk_dsl import parse
from regelwerk_dsl.parse import PIECES
from regelwerk_printables import design

DATA = {"module": "GAME = 1", "text": "Äpfel"}
FILES = [b"%PDF\n\n", b""]


def test_a_written_entry_is_read_back(own_cache: Path) -> None:
    assert cache.read("a" * 64) is None
    cache.write("a" * 64, DATA, FILES)
    assert cache.read("a" * 64) == (DATA, FILES)
    assert [path.suffix for path in own_cache.iterdir()] == [cache.SUFFIX]


@POSIX
def test_a_pipe_in_the_cache_is_left_alone(own_cache: Path) -> None:
    cache.write("other", DATA)
    os.mkfifo(own_cache / "pipe.entry", 0o600)
    cache.write("pipe", DATA)
    assert cache.read("pipe") is None


@pytest.mark.parametrize("spoil", [b"", b"{", b"a b\n[]\n", b"\xff\n"])
def test_a_broken_entry_is_missing(own_cache: Path, spoil: bytes) -> None:
    cache.write("b", DATA)
    (own_cache / "b.entry").write_bytes(spoil)
    assert cache.read("b") is None


def test_a_changed_or_renamed_entry_is_missing(own_cache: Path) -> None:
    cache.write("c", DATA)
    entry = own_cache / "c.entry"
    entry.rename(own_cache / "other.entry")
    assert cache.read("other") is None
    entry.write_bytes((own_cache / "other.entry").read_bytes())
    assert cache.read("c") == (DATA, [])
    entry.write_bytes(entry.read_bytes().replace(b"GAME = 1", b"GAME = 2"))
    assert cache.read("c") is None


@POSIX
def test_a_folder_that_others_can_write_is_not_used(own_cache: Path) -> None:
    cache.write("d", DATA)
    own_cache.chmod(0o777)
    assert cache.folder() is None
    assert cache.read("d") is None
    own_cache.chmod(0o700)
    (own_cache / "d.entry").chmod(0o666)
    assert cache.read("d") is None


@POSIX
def test_a_link_is_not_followed(own_cache: Path, tmp_path: Path) -> None:
    cache.write("e", DATA)
    (own_cache / "e.entry").rename(tmp_path / "elsewhere.entry")
    (own_cache / "e.entry").symlink_to(tmp_path / "elsewhere.entry")
    assert cache.read("e") is None


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "off")
    cache.write("f", DATA)
    assert cache.read("f") is None


def test_the_oldest_entries_go_first(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "ENTRIES", 2)
    for number, key in enumerate("xyz"):
        cache.write(key, DATA)
        os.utime(own_cache / f"{key}.entry", (number, number))
    cache.write("last", DATA)
    assert sorted(path.stem for path in own_cache.iterdir()) == ["last", "z"]
    monkeypatch.setattr(cache, "BYTES", 1000)
    cache.write("large", DATA, [bytes(900)])
    assert cache.read("large") is None  # it is more than a quarter of all
    monkeypatch.setattr(cache, "LARGEST", 1000)
    cache.write("large", DATA, [bytes(700)])
    assert [path.stem for path in own_cache.iterdir()] == ["large"]


def test_a_game_is_compiled_once_and_again_when_a_source_changes(market: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    real = compiling.compile_source
    monkeypatch.setattr(compiling, "compile_source", lambda source: calls.append(source) or real(source))
    monkeypatch.setattr(loading, "_known", {})
    first = regelwerk.load(market)
    monkeypatch.setattr(loading, "_known", {})
    second = regelwerk.load(market)
    assert len(calls) == 1
    assert first.source_hash == second.source_hash
    assert first.to_dict() == second.to_dict()
    source = market / "market.regel"
    source.write_text(source.read_text(encoding="utf-8").replace("price = 500", "price = 600"), encoding="utf-8")
    third = regelwerk.load(market)
    assert len(calls) == 2
    assert third.cards["gift.ulm"].fields["price"] == 600


def test_a_check_after_an_edit_loads_neither_emitter_nor_schemas(own_cache: Path, market: Path) -> None:
    code = "import sys; from regelwerk.main import main; main(sys.argv[1:]); print(*sys.modules)"
    check = [sys.executable, "-c", code, "check", str(market)]
    manifest, source = market / "game.yaml", market / "market.regel"
    assert "jsonschema" in subprocess.check_output(check, text=True).split()
    source.write_text(source.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    loaded = subprocess.check_output(check, text=True).split()
    assert "regelwerk_compiler.driver" in loaded
    assert not {"jsonschema", "regelwerk_compiler.lower", "regelwerk_compiler.emit"} & {*loaded}
    manifest.write_text(manifest.read_text(encoding="utf-8") + "\ncolour: red\n", encoding="utf-8")
    assert "E0154" in subprocess.run(check, text=True, capture_output=True).stdout


def test_a_compiled_game_is_played_without_loading_the_language(own_cache: Path, market: Path) -> None:
    code = "import sys; from regelwerk.main import main; main(sys.argv[1:]); print(*sys.modules)"
    run = [sys.executable, "-c", code, "run", str(market), "--seed", "1"]
    assert "msgspec" in subprocess.check_output(run, text=True).split()
    assert not {"msgspec", "regelwerk_dsl.diagnostics"} & {*subprocess.check_output(run, text=True).split()}


def test_a_game_checked_for_printing_is_not_checked_again_for_compiling(
    market: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "_known", {})
    source = source_of(market)
    alone = loading.load_compiled(source)
    calls: list[object] = []
    real = checking.run_check
    monkeypatch.setattr(checking, "run_check", lambda source: calls.append(source) or real(source))
    monkeypatch.setenv(cache.VARIABLE, "off")
    monkeypatch.setattr(loading, "_known", {})
    assert loading.load_checked(source) == alone.game
    assert loading.load_compiled(source) == alone
    assert len(calls) == 1
    loading.load_checked(source)
    rules = market / "market.regel"
    rules.write_text(rules.read_text(encoding="utf-8").replace("price = 500", "price = 600"), encoding="utf-8")
    assert loading.load_compiled(source).game.cards_by_key["gift.ulm"].fields["price"] == 600
    assert len(calls) == 3


def test_after_an_edit_only_changed_files_are_parsed_again(
    market: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (market / "print").mkdir()
    (market / "print" / "cards.yaml").write_text("styles: {small: {size: 7, smallest: 6}}\n", encoding="utf-8")
    rules = market / "market.regel"
    PIECES.clear()
    assert command("check", market).status == 0
    parsed: list[str] = []
    whole = parse._parse_piece
    monkeypatch.setattr(
        parse, "_parse_piece", lambda source, start, text: parsed.append(text) or whole(source, start, text)
    )
    monkeypatch.setattr(design, "load_layouts", lambda *_: pytest.fail("layouts are read again"))
    PIECES.clear()
    text = rules.read_text(encoding="utf-8")
    rules.write_text(f"# a comment\n{text}\ndefine extra -> Int = 1\n", encoding="utf-8")
    said = command("check", market, "--oneline")
    assert parsed == ["define extra -> Int = 1"]
    PIECES.clear()
    monkeypatch.undo()
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    assert command("check", market, "--oneline") == said
    (market / "print" / "cards.yaml").write_text("styles: {small: {sizes: 7}}\n", encoding="utf-8")
    assert "print/cards.yaml" in command("check", market, "--oneline").out
