"""Further piles of games at random, besides the deck and the hands: of unlimited cards, of all types, one per land."""

from __future__ import annotations

from random_frame import Chip, Frame
from random_values import FEW, LAND, PLAYER, TOOL

CHEST, STALL = "chest", "stall"


def is_place(text: str) -> bool:
    """Whether a pile is a place for one card."""
    return text == "slot" or text.startswith(f"{STALL}[")


def add_piles(frame: Frame) -> None:
    """Adds some of them."""
    rng = frame.rng
    frame.mixes = rng.random() < 0.4
    frame.state += ["    mix: pile of Card"] if frame.mixes else []
    if rng.random() < (0.7 if frame.mixes else 0.3):
        _add_chips(frame)
    if rng.random() < 0.4:
        _add_chests(frame)
    if rng.random() < 0.4:
        _add_stalls(frame)


def _add_chips(frame: Frame) -> None:
    """Cards whose new copies are taken from the box."""
    rng = frame.rng
    kept = rng.choice(["", " while in camp"])
    few = frame.kinds[FEW].numbers[:2]
    most = rng.randint(2, 6)
    frame.lines += ["cardtype Chip:", "    size: 0..9 = 1", f'card Chip imp "imp" x many {most}:', "    size = 5"]
    frame.lines += [f'card Chip elf "{{f}} elf" for f in Few where f <= {few[1]} x many 2:', "    size = f"]
    frame.abroad["{f} elf"] = "elf {f}"
    frame.chips = [Chip("imp", frame.named("imp"), 5)] * most
    frame.chips += [
        Chip(f"elf.{number}", (f"{number} elf", f"elf {number}"), number) for number in few for _ in range(2)
    ]
    frame.kept_in_camp = bool(kept)
    frame.state += ["    camp[Player]: pile of Chip", "    sworn: set of Chip", f"    wear[Chip]: 0..9 = 0{kept}"]


def _add_chests(frame: Frame) -> None:
    """A pile for each land, which only its boss may see, and where cards may have their values from the hand."""
    rng = frame.rng
    frame.chests = True
    seen = rng.choice(["", "nobody", "its boss", "its boss", "its boss"])
    if seen:
        frame.seen[CHEST] = seen
    frame.state.append(f"    {CHEST}[{LAND}]: pile of {TOOL}{f' seen by {seen}' if seen else ''}")
    if rng.random() < 0.4:
        frame.marked = ("hand", CHEST)


def _add_stalls(frame: Frame) -> None:
    """A place for one card for each player, where cards may have their values from the hand."""
    frame.stalls = True
    frame.state.append(f"    {STALL}[{PLAYER}]: place for {TOOL}{frame.hidden(STALL, 0.4)}")
    if frame.rng.random() < 0.4:
        frame.marked = (*frame.marked, STALL)
