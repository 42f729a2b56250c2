"""The PDF of a page: everything that is drawn is there, with Cyrillic and suit signs, and nothing is passed over."""

import re
import zlib
from pathlib import Path

import pytest

from kozyr.engine.games.registry import GAMES, game_named
from kozyr.engine.table.session import Session
from kozyr.engine.view import Audience
from kozyr.ui.cli import main
from kozyr.ui.new_match import Plan, header_of
from kozyr.ui.paper import svg
from kozyr.ui.paper.papers import document
from kozyr.ui.paper.pdf import pdf
from kozyr.ui.paper.subject import Subject, seated

BELOT = Path(__file__).parents[2] / "golden" / "bazar_belot" / "b51_ten_examples.kozyr.jsonl"


def streams(document: bytes) -> bytes:
    """Everything that is drawn, unpacked."""
    found = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", document, re.DOTALL)
    return b"\n".join(_unpacked(one) for one in found)


def _unpacked(data: bytes) -> bytes:
    try:
        return zlib.decompress(data)
    except zlib.error:
        return data


def test_every_element_of_a_page_is_drawn() -> None:
    drawn = [
        svg.line((10, 10), (20, 10)), svg.shape([(0, 0), (5, 0), (5, 5)], fill=svg.TINT), svg.box((1, 1), 3, 3, "#eee"),
        svg.circle((50, 50), 4), svg.text((30, 30), "Пд–Пн 10♥", 4, bold=True, anchor="end", angle=90),
        svg.spans((30, 40), [("гра ", False), ("7♠", True)], 3), svg.turned([svg.text((1, 2), "x", 3)], 90),
    ]  # fmt: skip
    made = pdf("title", [svg.page("t", drawn), svg.page("t", drawn[:1])])
    assert made.startswith(b"%PDF-")
    assert made.count(b"/Type /Page\n") == 2
    inside = streams(made)
    assert inside.count(b" l S") + inside.count(b" l\nS") >= 2 or inside.count(b" l ") >= 2
    assert b"KozyrSans" in made
    assert len(made) < 60_000, "only the letters used are in it"


def test_an_element_that_is_not_known_is_an_error_and_no_hole_in_the_page() -> None:
    with pytest.raises(ValueError, match="path"):
        pdf("title", [svg.page("t", ['<path d="M0 0"/>'])])


@pytest.mark.parametrize("lang", ["uk", "ru", "en"])
def test_the_command_writes_one_pdf(tmp_path: Path, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table.pdf"
    assert main(["protocol", str(BELOT), "--lang", lang, "--out", str(out)]) == 0
    assert str(out) in capsys.readouterr().out
    assert out.read_bytes().startswith(b"%PDF-")
    assert [one.name for one in tmp_path.iterdir()] == ["table.pdf"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_document_with_its_name(game: str) -> None:
    header = header_of(Plan(game), {})
    session = Session(game_named(game), header)
    report, options = session.report(), session.game.options(header)
    made = document(Subject(report, seated(header, session.view(Audience.JUDGE)), options))
    assert made.startswith(b"%PDF-")
