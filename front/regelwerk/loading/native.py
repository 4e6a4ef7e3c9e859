"""Native builds: the C source of a game, compiled by the user's C compiler into a library in the cache."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
from contextlib import suppress
from pathlib import Path

from regelwerk_dsl.disk import read_bytes
from regelwerk_dsl.private import LARGEST, is_private, write_private
from regelwerk_dsl.temporary import temporary_folder
from regelwerk_runtime.native import NativeError, NativeGame, OtherRulesError

from ..errors import UsageError
from . import cache
from .compilation import Compiled, changed_meanwhile

OPTIONS = ("-O2", "-fPIC", "-fwrapv", "-fno-strict-aliasing", "-Werror=frame-larger-than=131072")
LINKED = ("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared",)
SECONDS = 900
"""The longest time that the compiler may take."""
NEED = (
    "a native build needs a C compiler, gcc or clang, and the headers of Python, such as the packages gcc and "
    "python3-dev; everything else works without"
)


def native_game(made: Compiled) -> NativeGame:
    """The game as machine code: from the cache, or built now.

    Raises:
        UsageError: there is no C compiler, it refuses the rules, native builds do not support something they use, or
            the sources have changed since the game was loaded.
    """
    path, library = kept_library(made)
    try:
        if path is not None:
            return NativeGame(made.rules, path)
        with temporary_folder() as folder:
            path = folder / "native.so"
            path.write_bytes(library)
            return NativeGame(made.rules, path)
    except OtherRulesError:  # libraries are kept and built for the sources as they are now
        raise changed_meanwhile(made) from None
    except NativeError as error:
        raise UsageError(str(error)) from None


def kept_library(made: Compiled) -> tuple[Path | None, bytes]:
    """The library, from the cache or built now, after its path in the cache; None if there is no cache.

    Raises:
        UsageError: as `native_game`.
    """
    top = cache.folder()
    if top is None:
        return None, build_library(made)
    key = made.source.key("native", sysconfig.get_config_var("EXT_SUFFIX") or "", *OPTIONS)
    path, entry = top / f"{key}{cache.LIBRARY}", cache.read(key)
    with suppress(OSError):
        if entry is not None and is_private(path):
            library = read_bytes(path, LARGEST)
            if _hash(library) == entry[0].get("library"):
                return path, library
    library = build_library(made)
    try:
        write_private(path, library)
    except OSError:
        return None, library
    cache.write(key, {"library": _hash(library)})
    return path, library


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def build_library(made: Compiled) -> bytes:
    """The library of a game, compiled now.

    Raises:
        UsageError: as `native_game`.
    """
    from .compiling import native_source_of  # the compiler is slow to load

    return compile_library(native_source_of(made.source))


def compile_library(text: str) -> bytes:
    """The library compiled from a C source.

    Raises:
        UsageError: there is no C compiler, or it refuses the source.
    """
    command = _compiler()
    with temporary_folder() as folder:
        source, library = folder / "native.c", folder / "native.so"
        source.write_text(text, encoding="ascii")
        include = f"-I{sysconfig.get_paths()['include']}"
        try:
            status, said = _answer([*command, *OPTIONS, *LINKED, include, str(source), "-o", str(library)], folder)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UsageError(f"the C compiler `{command[0]}` does not answer: {error}") from None
        if status or not library.is_file():
            first = next((line for line in said.splitlines() if "error" in line), "it gives no reason")
            raise UsageError(f"the C compiler `{command[0]}` refuses the rules: {first}")
        return library.read_bytes()


def _answer(command: list[str], folder: Path) -> tuple[int, str]:
    """The exit status of a command and its error output; its temporary files go to `folder`.

    The processes that it started end with it, even if this one is interrupted.

    Raises:
        OSError: it cannot be run.
        subprocess.TimeoutExpired: it takes too long.
    """
    environment, group = {**os.environ, "TMPDIR": str(folder)}, os.name == "posix"
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env=environment,
        start_new_session=group,
    ) as process:
        try:
            said = process.communicate(timeout=SECONDS)[1]
        except BaseException:
            if group:
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            raise
        return process.returncode, said


def _compiler() -> list[str]:
    """The command of the C compiler: `CC`, else cc, gcc or clang.

    Raises:
        UsageError: there is none, or Python's headers are missing.
    """
    wish = os.environ.get("CC", "")
    try:
        names = [shlex.split(wish)] if wish else [["cc"], ["gcc"], ["clang"]]
    except ValueError as error:
        raise UsageError(f"`CC` is not a command, {wish}: {error}") from None
    found = next((name for name in names if name and shutil.which(name[0])), None)
    if found is None or not (Path(sysconfig.get_paths()["include"]) / "Python.h").is_file():
        raise UsageError(NEED)
    return found
