"""How the screens of every game look on a wide and a high screen: keys for fingers, words that fit, nothing covered."""

import argparse
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kozyr.engine.cards import cards
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.session import Session
from kozyr.ui.commands.game_options import header_from
from kozyr.ui.locale.catalog import LANGUAGES

WIDE, HIGH = (1024, 600), (600, 1024)
LEAST_PX = 53
LEAST_SHRINK = 0.55


def model_of(name: str, form: str) -> Any:
    """A table with named players."""
    from kozyr.ui.tablet.model import TableModel

    seats = game_named(name).seating(form).seats
    named = [f"{seat}=Гравець {at}" for at, seat in enumerate(seats, start=1)]
    options = argparse.Namespace(game=name, variant=None, format=form, target=None, rule=[], player=named)
    at = iter(range(0, 10_000_000, 1000))
    return TableModel(Session(game_named(name), header_from(options)), now_ms=lambda: next(at))


def say(model: Any, *calls: str) -> None:
    """Calls by whose word it is."""
    for call in calls:
        model.call(model.view.expectation.caller or model.view.expectation.seat, call)


def play(model: Any, codes: str) -> None:
    """Cards by the seat on turn."""
    for card in cards(codes):
        model.play(model.view.expectation.seat, card)


def debertz(form: str) -> Iterator[Any]:
    """A table of Debertz as it goes on."""
    model = model_of("debertz", form)
    yield model
    model.begin_deal(model.view.seats[0].seat)
    yield model
    model.turn_up(cards("10H"))
    yield model
    say(model, *["pass"] * len(model.view.seats))
    yield model
    say(model, "S")
    model.declare(model.view.expectation.seat, "terz KS")
    model.take_time(model.view.seats[0].seat)
    play(model, "9S 10S AS 8D JD AD")
    yield model


def preferans(form: str) -> Iterator[Any]:
    """A table of Preferans as it goes on, to an open hand."""
    model = model_of("preferans", form)
    model.begin_deal(model.view.seats[-1].seat)
    yield model
    say(model, "6S", "6C", "pass", "6D", "pass")
    yield model
    model.turn_up(cards("AH KH"))
    yield model
    model.exchange(model.view.expectation.seat, cards("AH KH"), 2)
    yield model
    say(model, "order 7H")
    yield model
    say(model, "pass", "half")
    yield model
    say(model, "whist")
    play(model, "9S")
    yield model
    if model.view.expectation.calls:
        say(model, "open")
    model.reveal(model.view.seats[1].seat, cards("AS KS QS JS 10S AC KC QC JC 10C"))
    model.take_time(model.view.expectation.seat)
    yield model


TABLES: dict[str, Callable[[], Iterator[Any]]] = {
    "debertz-1x1": lambda: debertz("1x1"),
    "debertz-1x2": lambda: debertz("1x2"),
    "debertz-1x3": lambda: debertz("1x3"),
    "debertz-2x2": lambda: debertz("2x2"),
    "preferans-3": lambda: preferans("3"),
    "preferans-4": lambda: preferans("4"),
}

UPRIGHT = ("debertz-2x2", "preferans-4")
"""The tables that every run looks at upright; the others are long (``make test-long``)."""


@pytest.mark.parametrize(
    ("name", "size"),
    [
        *(pytest.param(name, WIDE, id=f"{name}-wide") for name in TABLES),
        *(
            pytest.param(name, HIGH, id=f"{name}-high", marks=() if name in UPRIGHT else pytest.mark.long)
            for name in TABLES
        ),
    ],
)
def test_keys_words_and_cards(name: str, size: tuple[int, int], window: Any, hand: Any) -> None:
    from kozyr.ui.locale.text import set_language
    from kozyr.ui.tablet.screens.table import TableScreen
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import TapFilter

    theme.fit(*size)
    for stage, model in enumerate(TABLES[name]()):
        set_language(LANGUAGES[stage % len(LANGUAGES)])
        root, screen = TapFilter(size_hint=(None, None), size=size), TableScreen(model)
        root.add_widget(screen)
        window.add_widget(root)
        for tab in ("pad", "declare", "history"):
            screen.choose(tab)
            hand.idle(2)
            check(screen, (name, size, model.view.phase.value, model.view.stage, tab))
        window.remove_widget(root)
        screen.close()


def check(screen: Any, where: tuple[Any, ...]) -> None:
    """Fingers hit the keys, words fit, no plate or key lies on the trick or leaves the screen."""
    from kozyr.ui.tablet.cardface import CardFace
    from kozyr.ui.tablet.screens.plates import Plate
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import FitLabel, Key

    trick = [one for one in screen.walk() if isinstance(one, CardFace) and one.order]
    plates = [one for one in screen.walk() if isinstance(one, Plate)]
    for one in screen.walk():
        if isinstance(one, Key) and one.text and not one.disabled:
            assert min(one.width, one.height) >= LEAST_PX, (where, one.text, one.size)
            left, _ = one.to_window(one.x, one.y)
            assert left >= -1, (where, one.text)
            assert left + one.width <= screen.width + 1, (where, one.text)
        if isinstance(one, FitLabel) and one.text.strip() and one.width > 1:
            what = (where, one.text, one.size, one.texture_size, one.font_size)
            assert one.texture_size[0] <= one.width + 1, what
            assert one.texture_size[1] <= one.height + 2, what
            assert one.font_size >= LEAST_SHRINK * one.base_size * theme.s, what
    for card in trick:
        assert not [plate for plate in plates if card.collide_widget(plate)], where
