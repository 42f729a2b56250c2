"""Tables of every game during play, for the pictures of the screens: ``SCENES`` by name, each in any language."""

import argparse
from collections.abc import Callable

from kozyr.engine.cards import cards
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.session import Session
from kozyr.ui.commands.game_options import header_from
from kozyr.ui.tablet.model import TableModel

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


def tallied(model: TableModel, call: str, *counts: tuple[str, int]) -> TableModel:
    """A deal of Bazar Belot with its result entered by hand; ``call`` may be doubled: ``13H contra``."""
    bid, *doubled = call.split()
    say(model, bid, *doubled)
    while model.view.expectation.calls:
        say(model, "pass")
    model.tally(counts)
    return model


def belot_score(lang: str) -> TableModel:
    """The match table: a deal made, one failed, one doubled."""
    model = tallied(table("bazar-belot", "2x2", lang), "14S", ("SN", 144), ("WE", 18))
    for call, points in (("13H contra", (100, 62)), ("15N", (40, 90)), ("12D", (96, 66))):
        model.begin_deal(model.next_dealer or model.view.seats[0].seat)
        tallied(model, call, ("SN", points[0]), ("WE", points[1]))
    return model


def debertz_score(lang: str) -> TableModel:
    """The protocol: a deal made, a bayd."""
    model = table("debertz", "2x2", lang)
    for points in ((90, 72), (60, 102), (140, 22)):
        model.turn_up(cards("10H"))
        say(model, "play")
        while model.view.expectation.calls:
            say(model, "pass")
        model.tally((("SN", points[0]), ("WE", points[1])))
        model.begin_deal(model.next_dealer or model.view.seats[0].seat)
    return model


def preferans_score(lang: str) -> TableModel:
    """The sheet of four after three games."""
    model = table("preferans", "4", lang)
    for number, tricks in enumerate(((7, 2, 1), (5, 3, 2), (6, 3, 1))):
        say(model, "6S", "pass", "pass")
        model.turn_up(cards("AH KH"))
        model.exchange(model.view.expectation.seat or model.view.seats[0].seat, 2, 2)
        say(model, "order 6S", "whist", "pass")
        if model.view.expectation.calls:
            say(model, "closed")
        order = [seat.seat for seat in model.view.seats if seat.is_playing]
        first = order.index(model.view.declarer or order[0])
        seats = order[first:] + order[:first]
        model.tally((), tuple((seat.value, count) for seat, count in zip(seats, tricks, strict=True)))
        if number < 2:
            model.begin_deal(model.next_dealer or model.view.seats[0].seat)
    return model


SCENES: dict[str, Callable[[str], TableModel]] = {
    "belot-auction": belot_auction, "belot-trick": belot_trick, "belot-score": belot_score,
    "debertz-auction": debertz_auction, "debertz-trick": debertz_trick, "debertz-score": debertz_score,
    "preferans-auction": preferans_auction, "preferans-trick": preferans_trick, "preferans-score": preferans_score,
}  # fmt: skip
