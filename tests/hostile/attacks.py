"""Attacks on the toolkit: small games whose first lines say what they try and which message they must get.

`# gets: check: E0304` runs the command `check` and expects `E0304` in its output. Each attack runs in a process of its
own with a limit of time and memory: a fork, in which all modules are already loaded.
"""

from __future__ import annotations

import os
import resource
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from regelwerk.main import main
from regelwerk_compiler.primitives import evaluate
from regelwerk_runtime.engine import state

SECONDS = 60  # processor time: several times what the slowest attack takes
STEPS = (
    state.MOST_STEPS // 5
)  # that are counted between two decisions; an attack with the line `# in full` has them all
STEPS_BEFORE = evaluate.MOST_STEPS // 10  # counted before play, in the same way; a constant has less than half
BYTES = 2 << 30
GAMES = Path(__file__).parent / "games"
FRAME = {
    "players": "players 2..4\n",
    "play": "play at most 1_000: finish\n",
    "outcome": "outcome for p:\n    most 0\n",
}


@dataclass(frozen=True)
class Attack:
    """A game that tries something, the command that opens it, and the expected output."""

    path: Path
    command: tuple[str, ...]
    wanted: str
    in_full: bool

    @classmethod
    def read(cls, path: Path) -> Attack:
        """Reads the attack from a file."""
        lines = path.read_text(encoding="utf-8").splitlines()
        line = next(line for line in lines if line.startswith("# gets: "))
        command, _, wanted = line.removeprefix("# gets: ").partition(": ")
        return cls(path, tuple(command.split()), wanted, "# in full" in lines)

    def game(self, folder: Path) -> Path:
        """Writes the game into an empty folder, adding players, play and outcome where the attack has none."""
        text = self.path.read_text(encoding="utf-8")
        missing = [part for word, part in FRAME.items() if not any(line.startswith(word) for line in text.splitlines())]
        (folder / "attack.regel").write_text(text, encoding="utf-8")
        (folder / "frame.regel").write_text("\n".join(missing), encoding="utf-8")
        manifest = "name: attack\ntitle: An attack\nlanguages: [en]\nsources: [attack.regel, frame.regel]\n"
        (folder / "game.yaml").write_text(manifest, encoding="utf-8")
        return folder

    def run(self, folder: Path) -> tuple[int, str]:
        """The exit status of the command, and all its output."""
        first, *options = self.command
        arguments, printed = [first, str(self.game(folder)), *options], folder / "printed"
        child = os.fork()
        if not child:
            status = 3
            try:
                limit()
                if not self.in_full:
                    state.MOST_STEPS, evaluate.MOST_STEPS = STEPS, STEPS_BEFORE
                with printed.open("w", encoding="utf-8") as file, redirect_stdout(file), redirect_stderr(file):
                    status = main(arguments)
            finally:
                os._exit(status)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), printed.read_text(encoding="utf-8")


def attacks() -> list[Attack]:
    """All attacks."""
    return [Attack.read(path) for path in sorted(GAMES.glob("*.regel"))]


def limit(seconds: int = SECONDS, *, bound_memory: bool = True) -> None:
    """Limits the time of this process, and its memory beyond what the fork inherits."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    if bound_memory and sys.platform == "linux":
        taken = int(Path("/proc/self/statm").read_bytes().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + BYTES, taken + BYTES))
