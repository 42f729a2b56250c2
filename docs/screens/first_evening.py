"""Screens of a first evening: no camera yet, the last pass, a bela with its second card, for ``pages.py``."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from play import play, say, table

from kozyr.engine.acts import Declared
from kozyr.engine.cards import cards
from kozyr.ui.tablet.model import TableModel

Page = Callable[..., Callable[[str], Any]]


def nearly_closed(lang: str) -> TableModel:
    """A bid and three passes."""
    return say(table("bazar-belot", "2x2", lang), "9H", *["pass"] * 3)


def half_a_bela(lang: str) -> TableModel:
    """The king of trumps with its word; the queen is in the hand."""
    model = table("debertz", "2x2", lang)
    model.turn_up(cards("8H"))
    say(model, "pass", "play")
    seat = model.view.expectation.seat
    assert seat is not None
    play(model, "KH")
    model.declare(seat, "bela")
    return play(model, "9H 10H AH 7S 8S 9S")


def second_card(screen: Any) -> None:
    """The queen falls while people look."""
    play(screen.model, "QH")
    screen.refresh()


def missed(lang: str) -> TableModel:
    """The queen has fallen without the word, and another trick has begun."""
    return play(half_a_bela(lang), "QH 7D")


def word_touched(screen: Any) -> None:
    """What the player has said was touched."""
    said = next(step for step in screen.model.session.steps if isinstance(step.act, Declared))
    screen.correct_declared((said.seq,))


def with_pin(kind: str, where: str) -> Callable[[Any], None]:
    """A page of a table at which the judge's PIN can be set."""

    def way(screen: Any) -> None:
        from importlib import import_module

        screen.model.keep_pin = print
        screen.open_page(getattr(import_module(f"kozyr.ui.tablet.screens.{where}"), kind))

    return way


def pin_for_a_ruling(screen: Any) -> None:
    """A player's step back comes to what the judge decided."""
    from kozyr.ui.locale.text import tr
    from kozyr.ui.tablet.screens.deedpin import DeedPinPage

    screen.open_page(DeedPinPage, about=tr("judge.only-back"), then=lambda: None)


def evening_tables(page: Page) -> dict[str, Callable[[str], Any]]:
    """``page(tab, way, of=model)`` makes the maker of a screen."""
    return {
        "belot-last-pass": page("pad", of=nearly_closed), "bela-second": page("pad", second_card, of=half_a_bela),
        "bela-touched": page("pad", word_touched, of=half_a_bela), "bela-missed": page("pad", word_touched, of=missed),
        "menu": page("score", with_pin("MenuPage", "menu")),
        "table-pin": page("score", with_pin("TablePinPage", "pin_at_table")),
        "deed-pin": page("history", pin_for_a_ruling),
    }  # fmt: skip


def evening_starts(start_page: Callable[[Callable[[], Any], str], Any]) -> dict[str, Callable[[str], Any]]:
    """``start_page(make, lang)`` opens the page that ``make()`` gives."""

    def unplugged(make: Callable[[], Any], named: str | None = None) -> Callable[[str], Any]:
        def made(lang: str) -> Any:
            screen = start_page(lambda: None, lang)
            camera = replace(screen.desk.camera, found=tuple, named=named, absent=lambda one: True)
            screen.desk = replace(screen.desk, camera=camera)
            if (page := make()) is not None:
                screen.go(page)
            else:
                screen.redraw()
            return screen

        return made

    def sheet() -> Any:
        from kozyr.ui.tablet.screens.camera import CameraSheet

        return CameraSheet

    return {"start-no-camera": unplugged(lambda: None, "0"), "camera-none": unplugged(sheet)}
