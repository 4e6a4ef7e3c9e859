"""`own.py GAME OUT.pdf`: all cards of a game in its own design, on sheets; the cost of one card compared with a plain
one.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import regelwerk
from regelwerk.loading.source import find_game
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_printables.design import load_design
from regelwerk_printables.impose.pages import impose
from regelwerk_printables.pdf.document import write_pdf
from regelwerk_printables.sheets import bundled_sheets


def main(name: str, target: str) -> None:
    """Prints the processor time per card, in seconds: for drawing, the sheet, and the file."""
    game = regelwerk.load(name).checked
    diagnostics = Diagnostics()
    design = load_design(find_game(name), diagnostics)
    start = time.process_time()
    cards = design.cards(game, game.languages[0], diagnostics)
    pages = impose(cards, bundled_sheets()["a4"])
    write_pdf(Path(target), title=name, language=game.languages[0], pages=pages)
    print((time.process_time() - start) / sum(card.copies for card in cards))


if __name__ == "__main__":
    main(*sys.argv[1:3])
