"""The cache makes things faster, never different: what is wrong with an entry makes it missing."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
import regelwerk
from regelwerk.loading import cache
from regelwerk.loading import compilation as loading

DATA = {"module": "GAME = 1", "text": "Äpfel"}
# Windows has no owners and modes to set; there the cache lies in the user's own profile
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes are those of POSIX")


def test_what_is_written_is_read(own_cache: Path) -> None:
    assert cache.read("a" * 64) is None
    cache.write("a" * 64, DATA)
    assert cache.read("a" * 64) == DATA
    assert [path.suffix for path in own_cache.iterdir()] == [".json"]


@pytest.mark.parametrize("spoil", ["", "{", "[]", "null", '{"key": "b", "sum": "", "data": {}}'])
def test_a_broken_entry_is_missing(own_cache: Path, spoil: str) -> None:
    cache.write("b", DATA)
    (own_cache / "b.json").write_text(spoil, encoding="utf-8")
    assert cache.read("b") is None


def test_a_changed_entry_is_missing(own_cache: Path) -> None:
    cache.write("c", DATA)
    entry = json.loads((own_cache / "c.json").read_text(encoding="utf-8"))
    entry["data"]["module"] = "GAME = 2"
    (own_cache / "c.json").write_text(json.dumps(entry), encoding="utf-8")
    assert cache.read("c") is None


@POSIX
def test_a_folder_that_others_can_write_is_not_used(own_cache: Path) -> None:
    cache.write("d", DATA)
    own_cache.chmod(0o777)
    assert cache.folder() is None
    assert cache.read("d") is None
    own_cache.chmod(0o700)
    (own_cache / "d.json").chmod(0o666)
    assert cache.read("d") is None


@POSIX
def test_a_link_is_not_followed(own_cache: Path, tmp_path: Path) -> None:
    cache.write("e", DATA)
    (own_cache / "e.json").rename(tmp_path / "elsewhere.json")
    (own_cache / "e.json").symlink_to(tmp_path / "elsewhere.json")
    assert cache.read("e") is None


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, "off")
    cache.write("f", DATA)
    assert cache.read("f") is None


def test_the_oldest_entries_go_first(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "ENTRIES", 2)
    for number, key in enumerate("xyz"):
        cache.write(key, DATA)
        os.utime(own_cache / f"{key}.json", (number, number))
    cache.write("last", DATA)
    assert sorted(path.stem for path in own_cache.iterdir()) == ["last", "z"]


def test_a_game_is_compiled_once_and_again_when_a_source_changes(market: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Path] = []
    real = loading._compile
    monkeypatch.setattr(loading, "_compile", lambda folder, source: calls.append(folder) or real(folder, source))
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
