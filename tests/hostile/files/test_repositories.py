"""Tests of games that come with a Git repository: none of its programs runs, and nothing is written outside."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from posix_only import POSIX
from regelwerk.main import main
from regelwerk.printing import revisions

pytestmark = [POSIX, pytest.mark.skipif(shutil.which("git") is None, reason="needs Git")]


@pytest.fixture
def repository(ready: Path) -> Path:
    """The game's folder as a repository with one revision, whose configuration names programs everywhere."""
    shop = ready / "shop"
    (shop / ".gitattributes").write_text("* filter=theirs diff=theirs merge=theirs export-subst\n")
    git(shop, "init", "-q")
    git(shop, "add", ".")
    git(shop, "commit", "-qm", "one")
    theirs = f"touch {ready / 'theirs-ran'}; cat"
    for key in (
        *("filter.theirs.smudge", "filter.theirs.clean", "filter.theirs.process", "diff.theirs.textconv"),
        *("core.fsmonitor", "core.pager", "core.sshCommand", "core.askPass", "tar.tar.command", "pager.ls-tree"),
        *("core.alternateRefsCommand", "core.gitProxy", "core.editor", "diff.external", "uploadpack.packObjectsHook"),
    ):
        git(shop, "config", key, theirs)
    git(shop, "config", "extensions.partialClone", "away")
    git(shop, "config", "remote.away.promisor", "true")
    git(shop, "config", "remote.away.url", f"ext::sh -c touch% {ready / 'theirs-ran'}")
    git(shop, "config", "protocol.ext.allow", "always")
    (ready / "theirs-ran").unlink(missing_ok=True)
    return shop


def git(folder: Path, *words: str, given: bytes = b"") -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    done = subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True, input=given)
    return done.stdout.decode().strip()


def compare(folder: Path, revision: str) -> int:
    return main(["print", folder.name, "cards", "--proof", "--changed-since", revision, "-o", str(folder / "out")])


@pytest.mark.parametrize("revision", ["HEAD", "master@{0}", ":/one", "HEAD^{/one}", ":0", "HEAD@{1.day.ago}"])
def test_no_program_of_a_repository_runs(repository: Path, revision: str, capsys: pytest.CaptureFixture[str]) -> None:
    compare(repository, revision)
    assert "internal error" not in capsys.readouterr().err
    assert not (repository.parent / "theirs-ran").exists()


def test_missing_objects_are_not_fetched(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = git(repository, "rev-parse", "HEAD:shop.regel")
    (repository / ".git" / "objects" / key[:2] / key[2:]).unlink()
    assert compare(repository, "HEAD") == 2
    assert "shop.regel is missing in the repository" in capsys.readouterr().err
    assert not (repository.parent / "theirs-ran").exists()


@pytest.mark.parametrize("name", ["../outside", "/outside", "a\\b", "C:x", "out\nside", "."])
def test_a_name_outside_the_folder_is_refused(repository: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    blob = bytes.fromhex(git(repository, "hash-object", "-w", "--stdin", given=b"theirs"))
    tree = b"100644 " + name.encode() + b"\0" + blob
    key = git(repository, "hash-object", "-t", "tree", "-w", "--literally", "--stdin", given=tree)
    assert compare(repository, git(repository, "commit-tree", key, "-m", "two")) == 2
    assert "is not the name of a file" in capsys.readouterr().err


@pytest.mark.parametrize("target", ["/etc/passwd", "../outside", "a/../../outside"])
def test_a_link_that_leads_out_is_refused(repository: Path, target: str, capsys: pytest.CaptureFixture[str]) -> None:
    (repository / "more.csv").symlink_to(target)
    git(repository, "add", "more.csv")
    git(repository, "commit", "-qm", "two")
    (repository / "more.csv").unlink()
    assert compare(repository, "HEAD") == 2
    assert "a link that leads out" in capsys.readouterr().err


def test_a_revision_that_is_too_large_is_refused(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, most in (("MOST_BYTES", 100), ("MOST_FILES", 2), ("MOST_LISTED", 100)):
        with monkeypatch.context() as patch:
            patch.setattr(revisions, name, most)
            assert compare(repository, "HEAD") == 2
        assert "it has more than" in capsys.readouterr().err


def test_a_repository_that_does_not_answer_is_given_up(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / ".git" / "HEAD").unlink()
    os.mkfifo(repository / ".git" / "HEAD")
    monkeypatch.setattr(revisions, "SECONDS", 0.5)
    assert compare(repository, "HEAD") == 2
    assert "nor a revision of it in Git" in capsys.readouterr().err


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A repository with one empty revision."""
    folder = tmp_path / "small"
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "one")
    return folder


def tree_with(folder: Path, *entries: tuple[str, str, bytes]) -> str:
    """A revision whose root has entries with a mode, a name and contents; Git itself would refuse some of them."""
    lines = []
    for mode, name, data in entries:
        blob = git(folder, "hash-object", "-w", "--stdin", given=data)
        lines.append(f"{mode} {name}".encode() + b"\0" + bytes.fromhex(blob))
    key = git(folder, "hash-object", "-t", "tree", "-w", "--literally", "--stdin", given=b"".join(lines))
    return revisions.tree_of(folder, git(folder, "commit-tree", key, "-m", "two"))


@pytest.mark.parametrize("revision", ["nosuch", "a\0b", "--since=2000-01-01", "--all", "HEAD HEAD", "HEAD..HEAD"])
def test_what_is_no_revision_has_no_tree(
    small: Path, revision: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert revisions.tree_of(small, "HEAD") and not revisions.tree_of(small, revision)
    assert not revisions.tree_of(small.parent, "HEAD")  # there is no repository
    monkeypatch.setenv("PATH", str(small))
    assert not revisions.tree_of(small, "HEAD")  # there is no Git
    assert capfd.readouterr() == ("", "")


def test_files_of_every_kind_are_unpacked(small: Path, tmp_path: Path) -> None:
    """Programs and links too; submodules are left out."""
    kinds = {"100644": "file", "100755": "program", "120000": "way"}
    tree = tree_with(small, *((mode, name, b"file") for mode, name in kinds.items()), ("160000", "z", b"other"))
    made = tmp_path / "made"
    revisions.unpack(small, tree, made)
    assert {path.name for path in made.iterdir()} == {*kinds.values()}
    assert {path.read_bytes() for path in made.iterdir()} == {b"file"}


def test_a_folder_within_a_repository_is_unpacked(small: Path, tmp_path: Path) -> None:
    deep = small / "games" / "cards" / "art" / "gulls"
    deep.mkdir(parents=True)
    (deep / "gull.svg").write_text("gull")
    git(small, "add", ".")
    git(small, "commit", "-qm", "two")
    game = small / "games" / "cards"
    revisions.unpack(game, revisions.tree_of(game, "HEAD"), tmp_path / "made")
    assert (tmp_path / "made" / "art" / "gulls" / "gull.svg").read_text() == "gull"


def test_files_are_too_large_together(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = tree_with(small, ("100644", "a", b"x" * 60), ("100644", "b", b"y" * 60))
    monkeypatch.setattr(revisions, "MOST_BYTES", 100)
    with pytest.raises(revisions.RevisionError, match="it has more than"):
        revisions.unpack(small, tree, tmp_path / "made")


def test_no_file_is_written_twice(small: Path, tmp_path: Path) -> None:
    tree = tree_with(small, ("100644", "a", b"one"), ("100644", "a", b"two"))
    with pytest.raises(FileExistsError):
        revisions.unpack(small, tree, tmp_path / "made")
    assert (tmp_path / "made" / "a").read_bytes() == b"one"
