"""Draws the pictures of docs/reports.md: simulates the big games and takes parts of their reports from Chromium.

`python docs/pictures/reports.py [GAME…] [--games 1000]`; what was played is kept in out/reports and goes on there.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageChops
from regelwerk.main import main

HERE = Path(__file__).parent
OUT = HERE.parents[1] / "out" / "reports"
SEED = "15"
SHOWN = {
    "itc": ("turns", "card-wins", "measure-money"),
    "auf_achse": ("turns", "settled", "measure-money"),
    "tokyo_metro": ("turns", "card-wins", "measure-money"),
}
"""The charts that a picture shows, below the findings."""
PLAYERS = {"itc": "4", "auf_achse": "4", "tokyo_metro": "3"}
WIDTH, HEIGHT = 760, 2600
HIDDEN = "nav, .skip, details, .says, footer, main > section:not(#findings) > :not(figure:is({shown}))"
STYLE = "<style>{hidden} {{ display: none; }} main > section, figure {{ margin: 0.75rem 0; border: 0; }}</style>"
EDGE = 12


def simulated(game: str, games: str) -> Path:
    """The games, played now or before."""
    OUT.mkdir(parents=True, exist_ok=True)
    file = OUT / f"{game}.parquet"
    asked = ["--games", games, "--players", PLAYERS[game], "--bot", "greedy", "--seed", SEED, "--tables", "all"]
    if status := main(["simulate", game, *asked, "--native", "--jobs", "1", "-o", str(file)]):
        sys.exit(status)
    return file


def excerpt(page: str, shown: tuple[str, ...]) -> str:
    """The page with the findings and some charts alone."""
    hidden = HIDDEN.format(shown=", ".join(f"#chart-{key}" for key in shown))
    return page.replace("</head>", f"{STYLE.format(hidden=hidden)}</head>", 1)


def photographed(page: Path) -> Image.Image:
    """What a browser shows, without the empty rest."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("no Chromium is installed; on Debian: apt-get install chromium")
    picture = page.with_suffix(".png")
    profile = f"--user-data-dir={page.parent / 'profile'}"
    looks = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={WIDTH},{HEIGHT}")
    subprocess.run(
        [browser, *looks, profile, f"--screenshot={picture}", page.as_uri()], capture_output=True, check=True
    )
    with Image.open(picture) as drawn:
        whole = drawn.convert("RGB")
    box = ImageChops.difference(whole, Image.new("RGB", whole.size, "white")).getbbox()
    assert box is not None
    return whole.crop((0, 0, whole.width, min(whole.height, box[3] + EDGE)))


def draw(game: str, games: str) -> None:
    file = simulated(game, games)
    if status := main(["report", str(file), "--csv", str(OUT / game)]):
        sys.exit(status)
    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(excerpt(file.with_suffix(".html").read_text(encoding="utf-8"), SHOWN[game]), encoding="utf-8")
        path = HERE / f"report-{game}.png"
        photographed(page).quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)
        print(path)


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("game", nargs="*", default=list(SHOWN))
parser.add_argument("--games", default="1000")
given = parser.parse_args()
for name in given.game:
    draw(name, given.games)
