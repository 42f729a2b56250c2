"""The judge's PIN is set, changed and taken away on the screen, and stands nowhere to be read."""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.cards import Card
from kozyr.ui.preferences import Remembered
from kozyr.ui.tablet.pin import guard, is_right, kept_pin

from .fingers import Fingers, opened


@pytest.fixture
def calm() -> Iterator[None]:
    guard.forget()
    yield
    guard.forget()


@pytest.fixture
def club(
    window: Any, hand: Any, at_once: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calm: None
) -> Iterator[Callable[..., Fingers]]:
    """Kozyr as a club starts it: with these words of the command line."""
    from kozyr.ui.commands import table
    from kozyr.ui.tablet.app import TableApp

    monkeypatch.setenv("KOZYR_HOME", str(tmp_path))
    with opened(window, hand) as shown:

        def begun(*words: str) -> Fingers:
            for child in tuple(window.children):
                window.remove_widget(child)
            parser = argparse.ArgumentParser()
            table.add_arguments(parser)
            shell = table.TableShell(parser.parse_args(list(words)))
            app = TableApp(desk=shell.desk(), stopped=shell._close)
            shown(app)
            fingers = Fingers(hand, app.screen)
            fingers.app = app  # type: ignore[attr-defined]
            return fingers

        yield begun


def digits(fingers: Fingers, pin: str) -> None:
    for digit in pin:
        fingers.text(digit)
    fingers.tip("done")


def set_pin(fingers: Fingers, pin: str) -> None:
    fingers.tip("look")
    fingers.tip("pin-set")
    digits(fingers, pin)
    digits(fingers, pin)
    fingers.tip("back")


def judge_asks(fingers: Any) -> bool:
    """Whether a match that begins now asks the judge for a PIN."""
    fingers.tip("new")
    fingers.tip("begin")
    return bool(fingers.app.model.needs_pin)


def test_a_pin_set_on_the_screen_guards_the_next_match_and_stands_nowhere(
    club: Callable[..., Any], tmp_path: Path
) -> None:
    # So long that the digits of the salted hash do not show it by chance.
    fingers = club()
    set_pin(fingers, "471100837125")
    assert "471100837125" not in (tmp_path / "settings.json").read_text("utf-8")
    again = club()
    assert judge_asks(again)
    model = again.app.model
    assert not model.open_judging("471200837125")
    assert model.open_judging("471100837125")


def test_without_a_pin_anybody_comes_as_the_judge(club: Callable[..., Any]) -> None:
    assert not judge_asks(club())


def test_two_that_differ_are_asked_for_again(club: Callable[..., Any], tmp_path: Path) -> None:
    fingers = club()
    fingers.tip("look")
    fingers.tip("pin-set")
    digits(fingers, "4711")
    digits(fingers, "4811")
    assert any("another PIN" in text for text in fingers.hand.texts())
    digits(fingers, "4711")
    digits(fingers, "4711")
    assert is_right("4711", Remembered(tmp_path / "settings.json").now.pin or "")


@pytest.mark.parametrize("key", ["pin-change", "pin-remove"])
def test_whoever_changes_or_removes_it_knows_it(key: str, club: Callable[..., Any], tmp_path: Path) -> None:
    fingers = club()
    set_pin(fingers, "4711")
    fingers.tip("look")
    fingers.tip(key)
    digits(fingers, "1")
    assert "Wrong PIN" in fingers.hand.texts()
    digits(fingers, "4711")
    if key == "pin-change":
        digits(fingers, "9911")
        digits(fingers, "9911")
    kept = Remembered(tmp_path / "settings.json").now.pin
    assert kept is None if key == "pin-remove" else is_right("9911", kept or "")


def test_wrong_ones_make_the_pad_wait(club: Callable[..., Any]) -> None:
    fingers = club()
    set_pin(fingers, "4711")
    fingers.tip("look")
    fingers.tip("pin-remove")
    for _ in range(3):
        digits(fingers, "1")
    digits(fingers, "4711")
    assert fingers.app.desk.remembered.now.pin is not None


def test_the_one_of_the_command_line_wins(club: Callable[..., Any]) -> None:
    set_pin(club(), "4711")
    fingers = club("--pin", "123456789012")
    fingers.tip("look")
    assert fingers.shows("pin-named")
    assert not fingers.shows("pin-remove")
    fingers.tip("back")
    assert judge_asks(fingers)
    fingers.screen = fingers.app.screen
    fingers.text("Judge")
    fingers.tip("judge-come")
    for digit in "123456789012":
        fingers.text(digit)
    fingers.text("Done")
    assert fingers.app.model.judging


def test_half_a_new_pin_stays_as_dots_when_the_tablet_is_turned(club: Callable[..., Any]) -> None:
    fingers = club()
    fingers.tip("look")
    fingers.tip("pin-set")
    fingers.text("4")
    fingers.text("7")
    for size in ((600, 1024), (1024, 600)):
        fingers.app._root.size = size
        fingers.settle()
        assert "••" in fingers.hand.texts()


def test_the_line_deleted_by_hand_takes_it_away(tmp_path: Path) -> None:
    remembered = Remembered(tmp_path / "settings.json")
    remembered.change(pin=kept_pin("4711"), theme="light")
    lines = remembered.path.read_text("utf-8").splitlines(keepends=True)
    remembered.path.write_text("".join(line for line in lines if '"pin"' not in line), "utf-8")
    again = Remembered(remembered.path)
    assert (again.said, again.now.pin, again.now.theme) == (None, None, "light")


@pytest.mark.parametrize("kept", ["scrypt:", "scrypt:zz:00", "scrypt:00:", "scrypt:00:00"])
def test_a_damaged_one_opens_to_nobody(kept: str) -> None:
    assert not is_right("", kept)
    assert not is_right("1", kept)


def test_a_pin_is_kept_differently_every_time() -> None:
    assert kept_pin("4711") != kept_pin("4711")


DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "←", "0"]
"""The keys of the pad, from left to right and down."""


def _pad(root: Any) -> Any:
    from kozyr.ui.tablet.pinpad import PinPad

    return next(one for one in root.walk() if isinstance(one, PinPad))


def _keys(root: Any) -> list[str]:
    from kozyr.ui.tablet.widgets import Key

    return [one.text for one in _pad(root).walk(restrict=True) if isinstance(one, Key)][:-1]


def test_a_pin_is_set_on_the_pad_and_what_is_wrong_stands_in_the_dots_place(club: Callable[..., Any]) -> None:
    fingers = club()
    fingers.tip("look")
    fingers.tip("pin-set")
    assert _keys(fingers.screen) == DIGITS
    digits(fingers, "4711")
    digits(fingers, "4811")
    pad = _pad(fingers.screen)._pad
    assert pad._shown.text == "That was another PIN: enter the new one again"
    fingers.text("4")
    assert pad._shown.text == "•"


def test_the_judge_enters_the_pin_on_the_same_pad(
    hand: Any, played: Callable[..., Any], show: Callable[..., Any], calm: None
) -> None:
    model = played("9H")
    model._judge_pin = "47"
    screen = show(model)
    hand.tap(text="Judge")
    hand.tap(tip="judge-come")
    assert _keys(screen) == DIGITS
    for digit in "48":
        hand.tap(text=digit)
    hand.tap(tip="done")
    assert _pad(screen)._pad._shown.text == "Wrong PIN"
    model.play(model.view.expectation.seat, Card.parse("8H"))
    hand.idle(2)
    assert _pad(screen)._pad._shown.text == "Wrong PIN", "the table goes on beside it"
    for digit in "47":
        hand.tap(text=digit)
    hand.tap(tip="done")
    assert (model.judging, screen.tab) == (True, "judge")


def test_one_that_is_too_short_is_refused_at_the_first_pad_with_the_length(
    club: Callable[..., Any], tmp_path: Path
) -> None:
    fingers = club()
    fingers.tip("look")
    fingers.tip("pin-set")
    digits(fingers, "471")
    assert "At least 4 digits" in fingers.hand.texts()
    assert "The judge’s new PIN" in fingers.hand.texts()
    digits(fingers, "4711")
    assert "The new PIN once more" in fingers.hand.texts()


def at_the_table(club: Callable[..., Any], *words: str) -> Any:
    fingers = club(*words)
    fingers.tip("new")
    fingers.tip("begin")
    return Fingers(fingers.hand, fingers.app.screen), fingers.app.model


def test_a_pin_is_set_at_the_table_and_guards_it_at_once(club: Callable[..., Any], tmp_path: Path) -> None:
    table, model = at_the_table(club)
    table.tip("menu")
    table.tip("menu.pin")
    digits(table, "12")
    assert "At least 4 digits" in table.hand.texts()
    digits(table, "4711")
    digits(table, "4712")
    assert any("another PIN" in text for text in table.hand.texts())
    assert not model.needs_pin
    digits(table, "4711")
    digits(table, "4711")
    assert "The judge’s PIN is set" in table.hand.texts()
    assert not model.open_judging("4712")
    assert model.open_judging("4711")
    assert is_right("4711", Remembered(tmp_path / "settings.json").now.pin or "")


def test_whoever_changes_it_at_the_table_knows_the_one_in_force(club: Callable[..., Any]) -> None:
    fingers = club()
    set_pin(fingers, "4711")
    fingers.tip("new")
    fingers.tip("begin")
    table, model = Fingers(fingers.hand, fingers.app.screen), fingers.app.model
    table.tip("menu")
    table.tip("menu.pin")
    digits(table, "4712")
    assert "Wrong PIN" in table.hand.texts()
    digits(table, "4711")
    digits(table, "0815")
    digits(table, "0815")
    assert model.open_judging("0815")


def test_a_pin_that_was_named_at_the_start_is_not_changed_at_the_table(club: Callable[..., Any]) -> None:
    table, model = at_the_table(club, "--pin", "4711")
    assert model.keep_pin is None
    table.tip("menu")
    assert not any(getattr(one, "tip", "") == "menu.pin" for one in table.widgets())


def test_the_menu_key_closes_the_menu_too_and_leaving_says_that_nothing_is_lost(club: Callable[..., Any]) -> None:
    table, _ = at_the_table(club)
    said = "All is saved, the match can go on later"
    table.tip("menu")
    assert said in table.hand.texts()
    table.tip("menu")
    assert said not in table.hand.texts()
    table.tip("menu")
    assert said in table.hand.texts()
