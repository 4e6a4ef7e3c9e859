"""Tests of broken input, which gets a message and status 1 or 2, and of a cache that others cannot fill."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from attacked_game import LAYOUT
from PIL import Image
from posix_only import BURST, POSIX
from regelwerk.loading import cache
from regelwerk.main import main
from regelwerk_dsl.private import private_folder, read_sealed, write_sealed

pytestmark = pytest.mark.slow


def png(wide: int, high: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (wide, high), "red").save(file, "PNG")
    return file.getvalue()


ALIASES = "a: &a [x, x]\n" + "".join(
    f"{new}: &{new} [*{old}, *{old}]\n" for old, new in zip("abcdef", "bcdefg", strict=True)
)
BOMB = png(1, 1).replace(b"\0\0\0\x01\0\0\0\x01", b"\0\0\xff\xff\0\0\xff\xff")
CONTENTS = {
    "empty": b"",
    "nul": b"\0",
    "tabs": b"\tx:\n\t\ty\n",
    "latin": "Größe".encode("latin-1"),
    "utf-16": "name: x".encode("utf-16"),
    "surrogates": b"\xed\xa0\x80\xed\xb0\x80",
    "binary": bytes(range(256)) * 40,
    "aliases": ALIASES.encode(),
    "deep": b"[" * 50_000,
    "deep yaml": b"".join(b" " * n + b"a:\n" for n in range(400)),
    "one line": b"x" * 1_000_000,
    "cut picture": png(50, 50)[:60],
    "large picture": BOMB,
    "number": b"9" * 5_000,
    "tag": b"!!python/object/apply:os.system ['touch owned']\n",
    "merge": b"<<: {name: x}\n? [a, b]\n: c\n",
}
FILES = ("game.yaml", "shop.regel", "sources.yaml", "locale/de.po", "print/cards.yaml", "print/sheets/own.yaml")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("content", CONTENTS)
def test_a_file_with_unexpected_content_is_reported(
    name: str, content: str, game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = game / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(CONTENTS[content])
    for command in (["check", game], ["fmt", game], ["print", game, "--proof"], ["translate", "update", game]):
        status = main([str(one) for one in command])
        said = capsys.readouterr()
        assert status in (0, 1, 2) and "internal error" not in said.err, (command, said.err)
        if status and command[0] == "check":
            assert f"{path.name}:" in said.out or "game.yaml:" in said.out or "rror" in said.out, said.out
    assert not list(tmp_path.rglob("owned"))


@pytest.mark.parametrize("name", FILES[:2])
def test_a_missing_file_is_reported(name: str, game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / name).unlink()
    for command in ("check", "run", "build", "print", "test"):
        assert main([command, str(game)]) in (1, 2)
        assert "internal error" not in capsys.readouterr().err


@pytest.mark.parametrize("content", [name for name in CONTENTS if name not in ("deep yaml", "aliases")])
def test_a_broken_picture_is_reported(content: str, game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "art").mkdir()
    layout = LAYOUT.replace("      - { rect:", "      - { image: NAME, box: [0, 0, 9, 9] }\n      - { rect:")
    for name in ("x.png", "x.jpg", "x.svg"):
        (game / "art" / name).write_bytes(CONTENTS[content])
        (game / "print" / "cards.yaml").write_text(layout.replace("NAME", name))
        assert main(["print", str(game), "board", "--proof"]) == 1
        said = capsys.readouterr().err
        assert "cards.yaml:" in said and ("E1006" in said or "E1007" in said), said


@pytest.mark.parametrize(
    ("size", "form", "words"),
    [
        ("4999", "--png", "fewer dots per inch"),
        ("5001", "--tts", "from 1 to 5000"),
        ("1e-9", "--png", "from 1 to 5000"),
    ],
)
def test_an_impossible_size_of_a_board_is_reported(
    size: str, form: str, words: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = LAYOUT.replace("    width: 60\n    height: 60", f"    width: {size}\n    height: {size}")
    (game / "print" / "cards.yaml").write_text(layout)
    assert main(["print", str(game), "board", "--proof", form]) in (1, 2)
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("content", CONTENTS)
def test_a_broken_record_is_reported(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.jsonl").write_bytes(CONTENTS[content])
    for command in (["replay", "x.jsonl"], ["play", "--resume", "x.jsonl"]):
        assert main(command) in (1, 2)
        assert "internal error" not in capsys.readouterr().err


# ---- the cache -------------------------------------------------------------------------------------------------------


@POSIX
def test_a_cache_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path / "cache"))
    cache.write("key", {"a": 1})
    assert cache.read("key") == ({"a": 1}, [])
    own = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: own + 1)
    assert cache.folder() is None and cache.read("key") is None
    monkeypatch.setattr(os, "getuid", lambda: own)
    above = tmp_path / "shared"
    (above / "inner").mkdir(parents=True)
    above.chmod(0o777)
    assert private_folder(above / "inner" / "cache") is None, "others could put another folder in its place"


@POSIX
def test_an_entry_is_used_only_if_it_is_sound_and_private(tmp_path: Path) -> None:
    path = tmp_path / "entry"
    write_sealed(path, "key", b"body")
    whole = path.read_bytes()
    assert read_sealed(path, "key") == b"body" and path.stat().st_mode & 0o777 == 0o600
    for spoiled in (b"", whole[:-1], whole + b"x", whole.replace(b"body", b"BODY"), BURST, b"\xff\n"):
        path.write_bytes(spoiled)
        assert read_sealed(path, "key") is None
    path.write_bytes(whole)
    assert read_sealed(path, "other") is None
    path.chmod(0o622)
    assert read_sealed(path, "key") is None
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").write_bytes(whole)
    assert read_sealed(path, "key") is None
    path.unlink()
    os.mkfifo(path, 0o600)
    assert read_sealed(path, "key") is None


def test_without_a_home_there_is_no_private_folder(tmp_path: Path) -> None:
    assert private_folder(Path("~/.cache/regelwerk")) is None
    assert list(tmp_path.iterdir()) == []
