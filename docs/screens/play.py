"""Makes the pictures of the table during play, each game in three sizes and languages: ``python docs/screens/play.py``.

They lie in ``play/`` beside this file: a word that is waited for, and a trick.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

from kozyr.engine.cards import cards
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.session import Session
from kozyr.ui.commands.game_options import header_from
from kozyr.ui.locale.text import set_language
from kozyr.ui.tablet.display import offscreen
from kozyr.ui.tablet.model import TableModel

HERE = Path(__file__).parent / "play"
SIZES = {"7in": (1024, 600), "10in": (1280, 800), "upright": (600, 1024)}
WORDS = {"uk": "Гравець", "ru": "Игрок", "en": "Player"}


def table(game: str, form: str, lang: str) -> TableModel:
    """A new table with named players."""
    seats = game_named(game).seating(form).seats
    players = [f"{seat}={WORDS[lang]} {at}" for at, seat in enumerate(seats, start=1)]
    options = argparse.Namespace(game=game, variant=None, format=form, target=None, rule=[], player=players)
    clock = iter(range(0, 10**9, 1000))
    model = TableModel(Session(game_named(game), header_from(options)), now_ms=lambda: next(clock))
    model.begin_deal(model.view.seats[0].seat)
    return model


def say(model: TableModel, *calls: str) -> TableModel:
    """Calls by whose word it is."""
    for call in calls:
        seat = model.view.expectation.caller or model.view.expectation.seat
        assert seat is not None
        model.call(seat, call)
    return model


def play(model: TableModel, codes: str) -> TableModel:
    """Cards by the seat on turn."""
    for card in cards(codes):
        seat = model.view.expectation.seat
        assert seat is not None
        model.play(seat, card)
    return model


def belot_auction(lang: str) -> TableModel:
    """Bids above one another."""
    return say(table("bazar-belot", "2x2", lang), "12S", "pass", "13H", "pass")


def belot_trick(lang: str) -> TableModel:
    """The second trick."""
    model = say(table("bazar-belot", "2x2", lang), "12S", "13H", *["pass"] * 4)
    return play(model, "9H 8H 10C 7H KD QD AD")


def debertz_auction(lang: str) -> TableModel:
    """The second round."""
    model = table("debertz", "1x3", lang)
    model.turn_up(cards("10H"))
    return say(model, *["pass"] * 4)


def debertz_trick(lang: str) -> TableModel:
    """The second trick, a combination declared."""
    model = table("debertz", "2x2", lang)
    model.turn_up(cards("10H"))
    say(model, "pass", "play")
    seat = model.view.expectation.seat
    assert seat is not None
    model.declare(seat, "terz KS")
    return play(model, "9S 10S AS QS 8D JD")


def preferans_auction(lang: str) -> TableModel:
    """The order, the talon lies open."""
    model = say(table("preferans", "4", lang), "6S", "6C", "pass", "6D", "pass")
    model.turn_up(cards("AH KH"))
    seat = model.view.expectation.seat
    assert seat is not None
    model.exchange(seat, cards("AH KH"), 2)
    return model


def preferans_trick(lang: str) -> TableModel:
    """The second trick against an open hand."""
    model = play(say(preferans_auction(lang), "order 7H", "whist", "pass"), "9S")
    say(model, "open")
    whister = model.view.seats[2].seat
    model.reveal(whister, cards("10S AS KD QD 9D 8C 9C 10C 7H 8H"))
    return play(model, "10S JS AC")


SCENES: dict[str, Callable[[str], TableModel]] = {
    "belot-auction": belot_auction, "belot-trick": belot_trick, "debertz-auction": debertz_auction,
    "debertz-trick": debertz_trick, "preferans-auction": preferans_auction, "preferans-trick": preferans_trick,
}  # fmt: skip


def main() -> None:
    """Writes every picture."""
    offscreen()
    from kivy.base import EventLoop

    from kozyr.ui.tablet.app import export
    from kozyr.ui.tablet.screens.table import TableScreen
    from kozyr.ui.tablet.theme import register_fonts, theme

    EventLoop.ensure_window()
    register_fonts()
    HERE.mkdir(exist_ok=True)
    for name, scene in SCENES.items():
        for lang in WORDS:
            for size, pixels in SIZES.items():
                set_language(lang)
                theme.fit(*pixels)
                screen = TableScreen(scene(lang))
                export(screen, HERE / f"{name}-{lang}-{size}.png", pixels)
                screen.close()


if __name__ == "__main__":
    main()
