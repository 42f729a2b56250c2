"""From the screen to paper: saved to a place, or given to a phone by a QR code; the log as well."""

import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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


def test_a_place_that_is_full_is_one_sentence(scored: Any, hand: Any, show: Callable[..., Any], stick: Path) -> None:
    show(scored, "score")
    hand.tap(tip="paper")
    hand.tap(tip="save-pdf")
    stick.rmdir()
    hand.tap(tip="place-stick")
    assert any("cannot be written" in text for text in hand.texts())


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
    figures = screen._page._document()
    hand.tap(tip="form-schematic")
    assert hand.find(tip="form-schematic").tone == "chosen"
    assert screen._page._document() != figures


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
