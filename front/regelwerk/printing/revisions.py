"""Folders of games as they were in a Git revision, read without running anything that the repository names.

A repository can come with its game, and its configuration names programs: filters, monitors, helpers that fetch. So Git
only prints objects as they are stored, and fetches none.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import IO, NamedTuple

from regelwerk_dsl.disk import MOST_FILES, real

SECONDS = 120.0
"""The longest time that Git may take; opening a pipe in place of one of its files would last for ever."""
MOST_LISTED = 500 * MOST_FILES
"""Most bytes of a list of files."""
MOST_BYTES = 400_000_000
"""Most bytes of all files together."""
SETTINGS = ("-c", "core.fsmonitor=false", "-c", "core.bigFileThreshold=10m", "--no-pager")
ENVIRONMENT = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0"}
LINK, FILES = b"120000", (b"100644", b"100755")


class RevisionError(ValueError):
    """A revision that cannot be unpacked; the message gives the reason."""


class _Entry(NamedTuple):
    name: str
    key: bytes
    size: int
    is_link: bool


def tree_of(folder: Path, revision: str) -> str:
    """The hash of a folder in a revision; "" if there is no such revision or no Git."""
    try:
        with _git(folder, "rev-parse", "--verify", "--end-of-options", f"{revision}:./") as (_, answer):
            found = answer.read(MOST_LISTED)
    except (OSError, ValueError):  # no Git, or a revision that cannot be an argument
        return ""
    words = found.decode(errors="replace").split()  # several for a range of revisions
    return words[0] if len(words) == 1 else ""


def unpack(folder: Path, tree: str, made: Path) -> None:
    """Writes the files of a tree, as `tree_of` finds it, to an empty folder.

    Raises:
        RevisionError: they are too many or too large, or one of them is outside, or a link that leads out.
    """
    entries = list(_listed(folder, tree))
    if sum(entry.size for entry in entries) > MOST_BYTES:
        raise RevisionError(f"it has more than {MOST_BYTES // 1_000_000} megabytes")
    links: list[tuple[Path, str]] = []
    with _git(folder, "cat-file", "--batch") as (questions, answers):
        for entry in entries:
            questions.write(entry.key + b"\n")
            questions.flush()
            head = answers.readline(1_000).split()
            if head[1:] != [b"blob", b"%d" % entry.size]:
                raise RevisionError(f"{entry.name} is missing in the repository")
            data = answers.read(entry.size)
            answers.read(1)
            path = made.joinpath(*entry.name.split("/"))
            path.parent.mkdir(parents=True, exist_ok=True)
            if entry.is_link:
                links.append((path, os.fsdecode(data)))
            else:
                with path.open("xb") as file:
                    file.write(data)
    for path, target in links:  # nothing is written after the first link
        path.symlink_to(target)
    for path, _ in links:
        if not real(path).is_relative_to(real(made)):
            raise RevisionError(f"{path.relative_to(made)} is a link that leads out of the folder")


def _listed(folder: Path, tree: str) -> Iterator[_Entry]:
    """The files of a tree, without submodules."""
    with _git(folder, "ls-tree", "-r", "-z", "-l", "--full-tree", tree) as (_, answer):
        data = answer.read(MOST_LISTED)
    lines = data.split(b"\0")[:-1]
    if len(data) == MOST_LISTED or len(lines) > MOST_FILES:
        raise RevisionError(f"it has more than {MOST_FILES:,} files")
    for line in lines:
        head, _, shown = line.partition(b"\t")
        mode, _, key, size = head.split()
        name = os.fsdecode(shown)
        if any(part in ("", ".", "..") or not part.isprintable() for part in name.split("/")) or {*"\\:"} & {*name}:
            raise RevisionError(f"{name!r} is not the name of a file in a folder")
        if mode in (LINK, *FILES):
            if not size.isdigit():
                raise RevisionError(f"{name} is missing in the repository")
            yield _Entry(name, key, int(size), mode == LINK)


@contextmanager
def _git(folder: Path, *words: str) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """The input and output of a Git command, which ends with the block.

    Raises:
        OSError: Git is not installed.
    """
    with subprocess.Popen(
        ["git", *SETTINGS, "-C", str(folder), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **ENVIRONMENT},
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        clock = Timer(SECONDS, process.kill)
        clock.daemon = True
        clock.start()
        try:
            yield process.stdin, process.stdout
        finally:
            clock.cancel()
            process.kill()
            with suppress(OSError):
                process.stdin.close()
