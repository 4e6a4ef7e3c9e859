"""Tests of reports as files: structure, languages, hostile texts, CSV, PDF, reproducible bytes, the command."""

from __future__ import annotations

import base64
import csv
import io
import re
import statistics
from dataclasses import replace
from pathlib import Path

import html5lib
import pypdfium2
import pytest
from lxml import etree  # type: ignore[import-untyped]
from plausible import NAMES, Simulated, simulate
from regelwerk.main import main
from regelwerk_simulation.dataset import Dataset, DatasetError
from regelwerk_simulation.report.charts import Fonts
from regelwerk_simulation.report.csv_files import csv_of
from regelwerk_simulation.report.html import html
from regelwerk_simulation.report.making import make_page
from regelwerk_simulation.report.page import Chart, Column, Kind, Page, Section, Table, Text
from regelwerk_simulation.report.pdf import pdf
from regelwerk_simulation.report.wording import Wording
from reported import Drawn, Report
from scipy import stats

pytestmark = pytest.mark.slow

HOSTILE = "</title><script>alert(1)</script>\"'>&<img src=x onerror=alert(1)>"
REVERSED = "safe\u202egnp.exe\u2066"
X = "{http://www.w3.org/1999/xhtml}"


def parsed(text: str) -> etree._Element:
    """The tree of a page, read by a strict parser."""
    return html5lib.HTMLParser(html5lib.getTreeBuilder("lxml"), strict=True).parse(text).getroot()


def hostile() -> Simulated:
    names = {("game", "market"): HOSTILE, ("card", "purse"): REVERSED, ("card", "brick"): "$\\frac{1}{0}$"}
    names["card", "letter"] = "w" * 100_000
    return simulate(
        names={"en": {**NAMES["en"], **names, ("measure", "money"): "=1+1", ("end", "goal"): "\x1b[31m]]>"}}
    )


@pytest.mark.parametrize("wanted", [("base",), ("base", "rich"), ("bots",), ("broken", "bots", "rich")], ids="+".join)
def test_a_page_is_well_formed(wanted: tuple[str, ...], report: Report, fonts: Fonts) -> None:
    page, tr = report(*wanted)
    text = html(page, tr, fonts)
    root = parsed(text)
    assert root.get("lang") == "en"
    assert page.title.startswith("The Market")
    assert [len(list(root.iter(X + name))) for name in ("title", "h1", "main", "nav", "header", "footer")] == [1] * 6
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    targets = [a.get("href") for a in root.iter(X + "a")]
    assert all(target.startswith("data:text/csv") or target.removeprefix("#") in ids for target in targets)
    drawn = [node for node in root.iter() if node.get("class") == "chart"]
    charts = [block for section in page.sections for block in section.all_blocks() if isinstance(block, Chart)]
    assert len(drawn) == len(charts) > 5
    assert all(node.get("role") == "img" and node.get("aria-label") for node in drawn)
    assert all(list(figure.iter(X + "table")) for figure in root.iter(X + "figure"))
    assert all(cell.get("scope") in ("col", "row") for cell in root.iter(X + "th"))
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= set(ids)
    assert "<script" not in text and "@import" not in text
    assert set(re.findall(r"https?://[\w./-]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(src|srcset|poster|action)=", text)
    assert "default-src 'none'" in text


def test_sections_are_in_order(report: Report) -> None:
    titles = {section.key: section.title for section in report("base", "rich")[0].sections}
    assert list(titles) == [
        *("batch", "beside", "length", "ends", "seats", "luck", "scores", "measures", "lead", "decisions"),
        *("cards", "decks", "rules", "notes"),
    ]
    assert "bots" in [section.key for section in report("bots")[0].sections]
    keys = [table.key for table in report("base", "rich", "broken")[0].tables()]
    assert len(keys) == len(set(keys))


def test_a_report_without_the_smaller_tables(report: Report, fonts: Fonts) -> None:
    page, tr = report(simulate(), without=("decisions", "options", "cards", "decks", "facts", "lines"))
    assert {"cards", "decks", "rules", "measures"}.isdisjoint(section.key for section in page.sections)
    assert parsed(html(page, tr, fonts)) is not None


def section(page: Page, key: str) -> Section:
    return next(one for one in page.sections if one.key == key)


def of_game(made: Simulated, table: str, game: int) -> list[object]:
    return [row for row in made.rows[table] if row[0] == game]


def test_a_variant_beside_its_base(report: Report) -> None:
    base, rich = simulate(), simulate(purse=20, variants=("rich",))
    page, _ = report("base", "rich")
    tables = {table.key: table for table in page.tables()}
    found = {row[0]: row[1:] for row in tables["differences-2"].rows}
    rounds = [[row[6] for row in made.rows["games"]] for made in (base, rich)]
    changes = [after - before for before, after in zip(*rounds, strict=True)]
    low, high = stats.t.interval(0.95, len(changes) - 1, statistics.mean(changes), stats.sem(changes))
    before, after, difference = found["Rounds"]
    assert [before.value, after.value] == pytest.approx([statistics.mean(one) for one in rounds])
    estimate = [difference.value.value, difference.value.low, difference.value.high]
    assert estimate == pytest.approx([statistics.mean(changes), low, high])
    assert difference.marked
    parted, otherwise = (
        {game for game in range(120) if any(of_game(base, name, game) != of_game(rich, name, game) for name in names)}
        for names in (["decisions"], ["decisions", "seats", "facts"])
    )
    assert 0 < len(parted) < len(otherwise) < 120
    [part] = section(page, "beside").parts
    assert isinstance(part.blocks[0], Text)
    assert part.blocks[0].words.startswith(f"The change mattered in {len(otherwise)} of 120 games: ")
    assert sum(int(str(row[1])) for row in tables["partings-2"].rows) == len(parted)
    assert {row[0] for row in tables["used-changes-2"].rows} == {"Full purse", "Brick", "Letter", "coin", "coupon"}


def test_a_variant_in_a_file_is_shown_without_its_folder(report: Report, fonts: Fonts) -> None:
    page, tr = report("base", simulate(purse=20, variants=("/home/grace/rich.regel",)))
    assert page.findings[0].startswith("rich.regel beside base game: ")
    assert "grace" not in html(page, tr, fonts)


def test_a_simulation_beside_itself_and_others(report: Report) -> None:
    same = report("base", simulate())[0]
    assert not any("instead of" in one for one in same.findings)
    words = {
        key: [block.words for part in section(page, "beside").parts for block in part.blocks if isinstance(block, Text)]
        for key, page in {
            "same": same,
            "bots": report("base", "bots")[0],
            "bare": report("base", simulate(purse=20), without=("decisions",))[0],
        }.items()
    }
    assert words["same"][0].startswith("The change mattered in 0 of 120 games")
    assert words["bots"] == ["The games of the two are not compared one by one, since these differ: Players, Bots."]
    assert "was not written for both" in words["bare"][1]


def test_findings_are_stated(report: Report) -> None:
    found = report("base")[0].findings
    assert 3 <= len(found) <= 5
    assert any("never drawn: 1 of 11 (Ghost)" in one for one in found)
    beside = report("base", "rich")[0].findings
    assert any(one.startswith("rich beside base game: ") for one in beside)
    assert report("broken")[0].findings[0] == "7 of 120 games broke with an error."
    assert any(one.startswith("keen is placed before plain in ") for one in report("bots")[0].findings)


@pytest.mark.parametrize(("lang", "title"), [("de", "Der Markt"), ("ja", "市場")])
def test_reports_in_every_language(lang: str, title: str, report: Report, fonts: Fonts) -> None:
    page, tr = report("base", "rich", lang=lang)
    text = html(page, tr, fonts)
    assert parsed(text).get("lang") == lang
    assert page.title.startswith(title)
    if lang == "ja":
        labels = " ".join(column.title for table in page.tables() for column in table.columns)
        assert not re.search(r"\b(Mean|Share|Games|Cards?|Median)\b", labels + " ".join(page.findings))


def test_numbers_are_formatted_in_texts() -> None:
    assert Wording("de").share(0.3333) == "33,3\u00a0%"
    assert Wording("en").share(-0.02) == "−2.0%"
    assert Wording("de").value(-1234567, Kind.CHANGE) == "−1.234.567"
    assert Wording("en").value(0.0312, Kind.SHIFT) == "+3.1"
    assert Wording("de").value(-0.0001, Kind.SHIFT) == "0,0"
    assert Wording("fi")("findings") == "Findings"


def test_texts_of_a_game_stay_text(report: Report, fonts: Fonts) -> None:
    page, tr = report(hostile())
    text = html(page, tr, fonts)
    root = parsed(text)
    assert HOSTILE in next(root.iter(X + "title")).text
    assert not list(root.iter(X + "script")) and not list(root.iter(X + "img"))
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\u202a-\u202e\u2066-\u2069]", text)
    assert "safe\\u202egnp.exe" in text and "$\\frac{1}{0}$" in text
    assert "w" * 199 in text and "w" * 200 not in text
    assert pdf(replace(page, title="a heading of pages " * 200), tr, fonts).startswith(b"%PDF")


def test_tables_as_csv(report: Report, fonts: Fonts) -> None:
    page, tr = report("base")
    root = parsed(html(page, tr, fonts))
    links = {a.get("download"): a.get("href") for a in root.iter(X + "a") if a.get("download")}
    assert set(links) == {f"{table.key}.csv" for table in page.tables()}
    data = base64.b64decode(links["seats.csv"].partition(",")[2]).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(data)))
    assert [row["Seat"] for row in rows] == ["Player A", "Player B", "Player C"]
    for row in rows:
        assert float(row["Share of wins: from"]) < float(row["Share of wins"]) < float(row["Share of wins: to"])
    assert sum(float(row["Share of wins"]) for row in rows) == pytest.approx(1)


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "\t=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    table = Table("one", "", (Column(text, Kind.TEXT), Column("n", Kind.NUMBER)), ((text, -1.5),))
    rows = list(csv.reader(io.StringIO(csv_of(table, "from", "to"), newline="")))
    assert rows == [[f"'{text}", "n"], [f"'{text}", "-1.5"]]


def test_a_report_has_the_same_bytes_each_time(report: Report, fonts: Fonts, drawn: Drawn) -> None:
    pages, paper = (form(*report("base"), fonts) for form in (html, pdf))
    drawn.clear()
    again = report("base", anew=True)
    assert html(*again, fonts) == pages
    assert pdf(*again, fonts) == paper


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_pdf(lang: str, report: Report, fonts: Fonts) -> None:
    page, tr = report("base", lang=lang)
    with pypdfium2.PdfDocument(pdf(page, tr, fonts)) as document:
        said = "".join(one.get_textpage().get_text_range() for one in document)
        outline = [bookmark.get_title() for bookmark in document.get_toc()]
        assert document.get_metadata_dict()["Title"] == page.title
    bare = re.sub(r"\s", "", said)
    assert [section.title for section in page.sections] == outline[2:]
    assert all(re.sub(r"\s", "", finding) in bare for finding in page.findings)
    charts = [block for section in page.sections for block in section.all_blocks() if isinstance(block, Chart)]
    axes = [re.sub(r"\s", "", chart.drawing.axis) for chart in charts]
    assert all(axis in bare for axis in axes)


def test_impossible_reports_are_refused(simulations: dict[str, Path], report: Report) -> None:
    other = simulate(games=3)
    other.rows["run"] = [row if row[0] != "game" else ("game", '"bazaar"') for row in other.rows["run"]]
    for wanted, why in [
        (("base", other), "a report is of one game; these files are of market, bazaar"),
        ((simulate(games=2, broken=2),), "nothing to report"),
    ]:
        with pytest.raises(DatasetError, match=why):
            report(*wanted)
    with Dataset.open(simulations["base"]) as data, pytest.raises(DatasetError, match="no language fr"):
        make_page([data], "fr")


def test_a_report_needs_the_seats(report: Report) -> None:
    with pytest.raises(DatasetError, match="needs the tables seats too"):
        report(simulate(games=2), without=("seats",))


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_report_command(simulations: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, folder = tmp_path / "out.html", tmp_path / "tables"
    arguments = ["report", str(simulations["base"]), "-o", str(page), "--pdf", "--csv", str(folder), "--lang", "de"]
    assert main(arguments) == 0
    said = capsys.readouterr()
    assert said.out.startswith("1. ") and "Gespenst" in said.out
    assert "Der Markt" in page.read_text(encoding="utf-8")
    assert page.with_suffix(".pdf").read_bytes().startswith(b"%PDF")
    assert (folder / "seats.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    assert main([*arguments[:4], *arguments[5:]]) == 0  # the command's own files are replaced
    for file, other in {
        page: "a page of somebody's own",
        page.with_suffix(".pdf"): "%PDF-1.7 of somebody's own",
        folder / "seats.csv": "\ufeffPrice,Copies\r\n",
    }.items():
        ours = file.read_bytes()
        file.write_text(other, encoding="utf-8", newline="")
        assert main(arguments) == 2
        assert file.read_text(encoding="utf-8") == other.replace("\r\n", "\n")
        file.write_bytes(ours)


@pytest.mark.parametrize("name", ["out.html", "out.pdf", "seats.csv"])
def test_the_report_command_refuses_before_it_computes(
    name: str,
    simulations: dict[str, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nothing is computed before, and none of the other files is written."""
    (tmp_path / name).write_text("somebody's own")
    monkeypatch.setattr("regelwerk_simulation.report.html.html", None)
    if name != "seats.csv":  # the names of tables depend on the page
        monkeypatch.setattr("regelwerk_simulation.report.making.make_page", None)
    arguments = ["report", str(simulations["base"]), "-o", str(tmp_path / "out.html"), "--pdf", "--csv", str(tmp_path)]
    assert main(arguments) == 2 and "regelwerk has not written this file" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("none.parquet", "there is no such file"),
        (".", "this is a folder"),
        ("begun.parquet", "not all of its games have been played"),
        ("text.parquet", "not the tables of a simulation"),
        ("base.seats.parquet", "this is the table seats; a simulation is opened by base.parquet"),
    ],
)
def test_the_report_command_without_a_simulation(
    name: str, why: str, simulations: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "begun.parquet.parts").mkdir()
    (tmp_path / "text.parquet").write_text("nothing")
    file = simulations["base"].with_name(name) if name.startswith("base") else tmp_path / name
    assert main(["report", str(file)]) == 1
    said = capsys.readouterr().err
    assert why in said and "regelwerk simulate GAME" in said


def test_the_report_command_with_a_wrong_name(simulations: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(simulations["base"]), "-o", "page.pdf", "--pdf"]) == 2
    assert "page.pdf is not an HTML file" in capsys.readouterr().err
