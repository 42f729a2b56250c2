"""From the screen to paper: saved to a place, or given to a phone by a QR code; the log as well."""

import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from kozyr.engine.seats import Seat
from kozyr.engine.table.store import read_log_file
from kozyr.ui.places import Place


@pytest.fixture
def scored(model: Any) -> Any:
    """A deal that is over."""
    model.deal(Seat.S)
    model.call(Seat.W, "14S")
    for seat in (Seat.N, Seat.E, Seat.S, Seat.W):
        model.call(seat, "pass")
    model.tally((("SN", 20), ("WE", 142)))
    return model


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    monkeypatch.setattr("kozyr.ui.tablet.screens.papers.places", lambda: (Place("stick", folder),))
    monkeypatch.setattr("kozyr.ui.places.os.path.ismount", lambda path: path == folder)
    return folder


def test_protocol_and_log_are_saved_where_people_choose(
    scored: Any, hand: Any, show: Callable[..., Any], stick: Path
) -> None:
    show(scored, "score")
    hand.tap(tip="paper")
    hand.tap(tip="save-pdf")
    hand.tap(tip="place-stick")
    (pdf,) = stick.iterdir()
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert f"Saved: {pdf}" in hand.texts()
    hand.tap(tip="back")
    hand.tap(tip="save-log")
    hand.tap(tip="place-stick")
    hand.tap(tip="place-stick")
    logs = sorted(stick.glob("*.kozyr.jsonl"))
    assert len(logs) == 2, "a file that is there is never written over"
    read = read_log_file(logs[0])
    assert read.error is None
    assert read.entries == scored.session.entries
    hand.tap(tip="back")
    hand.tap(tip="back")
    assert "Protocol" in hand.texts()


def test_a_folder_that_is_gone_is_said_to_be_gone(
    scored: Any, hand: Any, show: Callable[..., Any], stick: Path
) -> None:
    show(scored, "score")
    hand.tap(tip="paper")
    hand.tap(tip="save-pdf")
    stick.rmdir()
    hand.tap(tip="place-stick")
    assert any("there is no such folder; choose another one" in text for text in hand.texts())
    assert not any("full" in text for text in hand.texts())


def test_nothing_is_saved_beside_a_stick_that_was_pulled_out(
    scored: Any, hand: Any, show: Callable[..., Any], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(scored, "score")
    hand.tap(tip="paper")
    hand.tap(tip="save-log")
    monkeypatch.setattr("kozyr.ui.places.os.path.ismount", lambda path: False)
    hand.tap(tip="place-stick")
    assert any("the stick was pulled out" in text for text in hand.texts())
    assert list(stick.iterdir()) == []


def test_a_phone_gets_both_until_the_page_is_closed(
    scored: Any, hand: Any, show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozyr.ui.sharing.own_address", lambda: "127.0.0.1")
    screen = show(scored, "score")
    hand.tap(tip="paper")
    hand.tap(tip="share")
    address = next(text for text in hand.texts() if text.startswith("http://"))
    assert any(text.startswith("The address works for 9:5") for text in hand.texts())
    page = urllib.request.urlopen(address, timeout=5).read().decode()
    names = [part.split('"')[0] for part in page.split('href="')[1:]]
    assert [name.rsplit(".", 1)[1] for name in names] == ["pdf", "jsonl"]
    assert urllib.request.urlopen(address + names[0], timeout=5).read().startswith(b"%PDF-")
    assert urllib.request.urlopen(address + names[1], timeout=5).read().startswith(b'{"kozyr":')
    screen.home()
    hand.idle(4)
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(address, timeout=2)


def test_a_debertz_protocol_is_kept_in_figures_or_in_signs(hand: Any, show: Callable[..., Any]) -> None:
    from kozyr.engine.games.registry import game_named
    from kozyr.engine.table.session import Session
    from kozyr.ui.new_match import Plan, header_of
    from kozyr.ui.tablet.model import TableModel
    from kozyr.ui.tablet.screens.papers import PaperPage

    model = TableModel(Session(game_named("debertz"), header_of(Plan("debertz"), {})))
    screen = show(model)
    screen.open_page(PaperPage)
    hand.idle()
    assert hand.find(tip="form-digit").tone == "chosen"
    figures = screen._page.paper.pdf
    hand.tap(tip="form-schematic")
    assert hand.find(tip="form-schematic").tone == "chosen"
    assert screen._page.paper.pdf != figures


def waited_for(hand: Any, text: str) -> None:
    """A sentence comes within some seconds."""
    until = time.monotonic() + 10
    while not any(text in said for said in hand.texts()):
        assert time.monotonic() < until, hand.texts()
        hand.idle(1)
        time.sleep(0.02)


def test_the_sheet_on_the_screen_is_drawn_from_the_pdf_that_is_saved(
    scored: Any, hand: Any, show: Callable[..., Any], stick: Path
) -> None:
    from kozyr.ui.tablet.screens.paper_view import PaperView, pixels

    screen = show(scored, "score")
    hand.tap(tip="paper")
    view = next(one for one in screen.walk() if isinstance(one, PaperView))
    assert screen._felt.parent is None, "the paper stands in the felt's place"
    assert "sheet 1 of 1" in hand.texts()
    shown = view._sheet.texture
    assert bytes(shown.pixels) != bytes([255] * len(shown.pixels)), "something is written on it"
    hand.tap(tip="save-pdf")
    hand.tap(tip="place-stick")
    (pdf,) = stick.iterdir()
    page = PdfDocument(pdf.read_bytes())[0]
    again = pixels(page, view._sheet.width / page.get_size()[0])
    assert again.shape[:2] == (shown.height, shown.width)
    assert again.tobytes() == bytes(shown.pixels)
    hand.tap(tip="back")
    hand.tap(tip="back")
    assert screen._felt.parent is not None


def test_a_sheet_that_cannot_be_drawn_can_still_be_saved(
    scored: Any, hand: Any, show: Callable[..., Any], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    show(scored, "score")
    hand.tap(tip="paper")
    hand.idle()
    assert "The sheet cannot be shown here; it can be saved and printed" in hand.texts()
    hand.tap(tip="sheet-size")
    hand.tap(tip="save-pdf")
    hand.tap(tip="place-stick")
    (pdf,) = stick.iterdir()
    assert len(PdfDocument(pdf.read_bytes())) == 1


def test_a_sheet_is_shown_whole_and_large_again(scored: Any, hand: Any, show: Callable[..., Any]) -> None:
    from kozyr.ui.tablet.screens.paper_view import PaperView

    screen = show(scored, "score")
    hand.tap(tip="paper")
    view = next(one for one in screen.walk() if isinstance(one, PaperView))
    large = view._sheet.size
    assert large[0] == pytest.approx(view._scroll.width, abs=1)
    hand.tap(tip="sheet-size")
    assert view._sheet.height == pytest.approx(view._scroll.height, abs=1)
    hand.tap(view._sheet)
    assert view._sheet.size == large


def test_the_sheets_are_turned_one_by_one(scored: Any, hand: Any, show: Callable[..., Any]) -> None:
    for dealer in (Seat.E, Seat.N, Seat.W, Seat.S) * 12:
        scored.deal(dealer)
        for call in ("14S", "pass", "pass", "pass", "pass"):
            scored.call(scored.view.expectation.seat, call)
        scored.tally((("SN", 142), ("WE", 20)))
    screen = show(scored, "score")
    hand.tap(tip="paper")
    last = len(PdfDocument(screen._page.paper.pdf))
    assert last > 1
    for at in (*range(1, last + 1), last):
        assert f"sheet {at} of {last}" in hand.texts()
        hand.tap(tip="sheet-after")
    hand.tap(tip="sheet-before")
    assert f"sheet {last - 1} of {last}" in hand.texts()


def test_the_protocol_is_printed_with_one_touch_on_a_printer(
    scored: Any, hand: Any, show: Callable[..., Any], cups: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozyr.ui.tablet.screens.paper_print.LOOK_S", 0.05)
    cups.has("Attic", "Club_Laser", usual="Club_Laser")
    cups.put("jobs", "Club_Laser-7 root 15360 today\n")
    screen = show(scored, "score")
    hand.tap(tip="paper")
    made = screen._page.paper.pdf
    hand.tap(tip="print")
    waited_for(hand, "Touch a printer and it prints.")
    hand.tap(tip="copies-2")
    hand.tap(tip="printer-Club_Laser")
    waited_for(hand, "Club Laser does not print yet.")
    assert cups.printed == made
    assert " -n 2 " in cups.asked
    cups.put("jobs")
    waited_for(hand, "Printed: Club Laser")
    hand.tap(tip="back")
    assert "Print" in hand.texts()


def test_without_a_printing_system_one_sentence_says_what_to_do(
    scored: Any, hand: Any, show: Callable[..., Any], no_cups: None
) -> None:
    show(scored, "score")
    hand.tap(tip="paper")
    hand.tap(tip="print")
    waited_for(hand, "install CUPS once (sudo apt install cups)")


def test_a_printer_that_was_connected_meanwhile_is_found(
    scored: Any, hand: Any, show: Callable[..., Any], cups: Any
) -> None:
    show(scored, "score")
    hand.tap(tip="paper")
    hand.tap(tip="print")
    waited_for(hand, "No printer is set up")
    cups.has("Attic")
    hand.tap(tip="look-again")
    waited_for(hand, "Touch a printer and it prints.")
    cups.put("refuses")
    hand.tap(tip="printer-Attic")
    waited_for(hand, "The printer Attic did not take the sheets")


def test_the_click_is_a_sound_file_and_off_by_default(tmp_path: Path) -> None:
    import wave

    from kozyr.ui.tablet.sound import Sounds, write_click

    write_click(tmp_path / "tap.wav")
    with wave.open(str(tmp_path / "tap.wav")) as sound:
        assert 0.01 < sound.getnframes() / sound.getframerate() < 0.1
        assert any(sound.readframes(200))
    silent = Sounds()
    assert not silent.on
    silent.tap()
    assert silent._click is None


def test_a_long_path_ends_its_lines_between_its_parts(
    scored: Any, hand: Any, show: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import Text, _extent, plain

    folder = tmp_path / "Преферанс-по-четвергах" / "Журнали.і.протоколи"
    folder.mkdir(parents=True)
    monkeypatch.setattr("kozyr.ui.tablet.screens.papers.places", lambda: (Place("home", folder),))
    theme.speak("large")
    screen = show(scored, "score")
    hand.tap(tip="paper")
    hand.tap(tip="save-log")
    hand.tap(tip="place-home")
    assert any(text.startswith(f"Saved: {folder}") for text in hand.texts()), "the words are as they were"
    shown = [one for one in screen._page.walk() if isinstance(one, Text) and str(folder) in plain(one.text)]
    theme.speak("normal")
    assert len(shown) == 2
    for one in shown:
        parts = [plain(part) for word in one.text.split() for part in word.split("[b][/b]")]
        assert max(_extent(part, one.font_size, False) for part in parts) < one.width
