"""The felt, measured: no card lies over a word, a key, a plate or another card, whatever was declared and shown."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from kozyr.engine.cards import DECK_32, cards
from kozyr.engine.seats import Seat
from kozyr.engine.view import DeclarationView, Phase, PlayView, TableView, TrickView
from kozyr.ui.tablet.screens.fringes import Fringe, squeezed

from .test_every_table import TABLES, model_of, say

SIZES = ((1024, 600), (1280, 800), (600, 1024), (800, 1280))
EVERY_TIME = ((1024, 600), (600, 1024))
"""The sizes of every run; the others are larger and have the same room (``make test-long``)."""
LEAST_CARD = 38
"""A card of the trick is at least so wide, units: its index can be read from a chair."""
EPS = 1.5
SHOWN = ((0, 0, 0, 0), (3, 3, 3, 3), (5, 3, 5, 3), (8, 0, 3, 0), (0, 8, 0, 3), (0, 0, 8, 0), (0, 3, 0, 8))
"""So many cards of combinations lie open before the seats: nobody shows a hand while others show much."""
HANDS = ((10, 10, 0, 0), (0, 10, 10, 0), (0, 0, 10, 10), (10, 0, 0, 10), (10, 0, 10, 0), (0, 10, 0, 10))
"""Hands of Preferans that lie open: two at most."""


def belot() -> Iterator[Any]:
    """A table of Bazar Belot as it goes on."""
    model = model_of("bazar-belot", "2x2")
    model.begin_deal(Seat.S)
    say(model, "13H")
    yield model
    say(model, *["pass"] * 4)
    yield model


GAMES: dict[str, Callable[[], Iterator[Any]]] = {"bazar-belot-2x2": belot, **TABLES}


def states(view: TableView, *, is_filled: bool) -> Iterator[tuple[str, TableView]]:
    """The view as it is, and as full as it can be: everybody has declared, much lies open, a trick is complete."""
    yield "as it is", view
    if not is_filled or view.phase not in (Phase.AUCTION, Phase.PLAY):
        return
    shown = HANDS if view.game == "preferans" else SHOWN
    for counts in shown:
        yield f"{counts} lie open", full(view, counts)
    if view.game != "preferans":
        yield "nobody has shown", full(view, SHOWN[0], missed=True)


def full(view: TableView, counts: tuple[int, ...], *, missed: bool = False) -> TableView:
    """The view with so many cards open before each seat and with declarations of everybody."""
    lying = zip(view.seats, cards("10S 10H QC 7D"), strict=False)
    trick = tuple(PlayView(900 + at, seat.seat, card) for at, (seat, card) in enumerate(lying))
    hands = [
        replace(seat, open_hand=DECK_32[at * 7 : at * 7 + many])
        for at, (seat, many) in enumerate(zip(view.seats, counts, strict=False))
    ]
    declared = tuple(
        DeclarationView(800 + 2 * at + n, seat.seat, said, not missed, 20, missed)
        for at, seat in enumerate(view.seats)
        for n, said in enumerate(("terz KS", "bela S")[: 1 + at % 2])
    )
    corner = () if view.game == "preferans" and view.phase is Phase.PLAY else view.turned_up or cards("10H")
    return replace(
        view,
        seats=tuple(hands),
        declarations=declared if view.game != "preferans" else (),
        trick=TrickView(1, trick, view.seats[0].seat),
        turned_up=corner if view.game != "bazar-belot" else (),
    )


def boxes(screen: Any) -> tuple[list[Any], list[tuple[str, tuple[float, float, float, float]]]]:
    """The cards on the felt, and what may not be covered: (what, left, bottom, right, top)."""
    from kozyr.ui.tablet.cardface import CardFace
    from kozyr.ui.tablet.screens.plates import Plate
    from kozyr.ui.tablet.widgets import DeedChip, FitLabel, Key, plain

    felt, faces, kept_free = screen._felt, [], []
    for one in felt.walk(restrict=True):
        if isinstance(one, CardFace):
            faces.append(one)
        elif isinstance(one, Plate | Key | DeedChip) and one.opacity and one.width > 1:
            kept_free.append((plain(getattr(one, "text", "")) or "plate", (one.x, one.y, one.right, one.top)))
        elif isinstance(one, FitLabel) and one.text.strip() and not isinstance(one.parent, Plate):
            wide, high = one.texture_size
            left = one.x if one.halign == "left" else one.center_x - wide / 2
            kept_free.append((plain(one.text), (left, one.center_y - high / 2, left + wide, one.center_y + high / 2)))
    return faces, kept_free


def over(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two boxes lie over one another."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    along = min(one[3], other[3]) - max(one[1], other[1])
    return across > EPS and along > EPS


def faults(screen: Any) -> Iterator[tuple[Any, ...]]:
    """Everything that lies over something else, or off the felt."""
    from kozyr.ui.tablet.theme import theme

    felt = screen._felt
    faces, kept_free = boxes(screen)
    placed = [(f"card {one.card.code if one.card else '?'}", (one.x, one.y, one.right, one.top)) for one in faces]
    for (card, box), (what, other) in ((a, b) for a in placed for b in kept_free):
        if over(box, other):
            yield card, "over", what
    for (what, box), (other, its) in combinations(placed, 2):
        if over(box, its):
            yield what, "over", other
    for (what, box), (other, its) in combinations(kept_free, 2):
        if over(box, its):
            yield what, "over", other
    for what, (left, bottom, right, top) in (*placed, *kept_free):
        if left < felt.x - EPS or bottom < felt.y - EPS or right > felt.right + EPS or top > felt.top + EPS:
            yield what, "off the felt"
    for one in faces:
        if one.order and one.width < LEAST_CARD * theme.s:
            yield one.card.code, "too small to read", one.width / theme.s


def may_wait(view: TableView) -> bool:
    """Whether something may wait to be shown, on keys above the felt: not while a sequence of eight lies open."""
    longest = max(len(seat.open_hand) for seat in view.seats)
    return view.game == "debertz" and view.phase is Phase.PLAY and longest <= 5


def laid_out() -> None:
    """The layout is worked out; nothing is drawn."""
    from kivy.clock import Clock
    from kivy.lang import Builder

    for _ in range(3):
        Clock.tick()
        Builder.sync()


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(size, marks=() if size in EVERY_TIME else pytest.mark.long, id=f"{size[0]}x{size[1]}")
        for size in SIZES
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_on_the_felt_lies_over_anything_else(name: str, size: tuple[int, int], window: Any, hand: Any) -> None:
    from kozyr.ui.locale.text import set_language
    from kozyr.ui.tablet.screens.table import TableScreen
    from kozyr.ui.tablet.theme import theme

    set_language("uk")
    theme.fit(*size)
    wrong: list[Any] = []
    filled: set[Phase] = set()
    for model in GAMES[name]():
        screen = TableScreen(model, size_hint=(None, None), size=size)
        window.add_widget(screen)
        laid_out()
        for what, view in states(model.view, is_filled=model.view.phase not in filled):
            for strip in (0, 56) if may_wait(view) else (0,):
                screen._strip.height = strip * theme.s
                laid_out()
                screen._felt.show(view, None)
                laid_out()
                wrong += [(model.view.phase.value, model.view.stage, what, strip, *one) for one in faults(screen)]
        filled.add(model.view.phase)
        window.remove_widget(screen)
        screen.close()
    assert not wrong, wrong[:12]


def test_a_trick_stays_in_the_middle_as_long_as_it_fits_there() -> None:
    assert squeezed(528, 145, 81, 81) == (1.0, 0.0)
    scale, up = squeezed(436, 122, 126, 81)
    assert scale == pytest.approx((436 - 126 - 81) / 244)
    assert up == pytest.approx((81 - 126) / 2)
    assert squeezed(480, 122, 126, 81) == (1.0, pytest.approx(480 / 2 - 126 - 122))


def test_a_fringe_takes_no_more_than_its_row() -> None:
    nothing, words, both = Fringe(), Fringe(("terz",)), Fringe(("terz",), cards=cards("AS KS QS"))
    assert nothing.reach < Fringe(cards=cards("AS")).reach < words.reach
    assert both.reach == words.reach, "words and cards share the row"
