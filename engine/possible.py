"""What cannot have happened at any table: a card outside the deck, a seat without a player, an impossible hand."""

from collections.abc import Callable
from typing import Final

from kozyr.engine.acts import Act, Called, Dealt, Exchanged, Exposed, Played, Revealed, Tallied, TurnedUp
from kozyr.engine.cardplay import Holdings
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.seats import Seat

_DECK: Final = frozenset(DECK_32)


def check_cards(act: Act) -> None:
    """Raises ImpossibleAct for a card that is not among the 32."""
    if isinstance(act, Played):
        if act.card is not None and act.card not in _DECK:
            raise ImpossibleAct("{seat} cannot play {card}: it is not in the deck of 32", seat=act.seat, card=act.card)
        return
    cards = () if isinstance(act, Called) else _cards_of(act)
    other = next((card for card in cards if card not in _DECK), None)
    if other is not None:
        raise ImpossibleAct("{act} names {other}: it is not in the deck of 32", act=type(act).__name__, other=other)


def _cards_of(act: Act) -> tuple[Card, ...]:
    match act:
        case Exposed(cards=cards) | Revealed(cards=cards) | TurnedUp(cards=cards):
            return cards
        case Exchanged():
            return tuple(card for part in (act.taken, act.given) if not isinstance(part, int) for card in part)
        case _:
            return ()


def check_seat(act: Act, seats: tuple[Seat, ...]) -> None:
    """Raises ImpossibleAct for an act of a seat at which nobody sits."""
    seat = act.seat if isinstance(act, Played) else getattr(act, "seat", None) or getattr(act, "offender", None)
    if seat is not None and seat not in seats:
        raise ImpossibleAct("{act}: nobody sits at {seat}", act=type(act).__name__, seat=seat)


def check_tally(act: Tallied, sides: tuple[str, ...]) -> None:
    """Raises LogFormatError for a side that there is not, ImpossibleAct for a number below nought."""
    for side, number in (*act.points, *act.tricks):
        if side not in sides:
            raise LogFormatError(
                "Tallied: {side!r} is no side; the sides are {sides}", side=side, sides=", ".join(sides)
            )
        if number < 0:
            raise ImpossibleAct("Tallied: {side} cannot have {number}", side=side, number=number)


def written_hands(act: Dealt, size: Callable[[Seat], int]) -> Holdings:
    """The hands written down with a deal; ``size``: how many cards a seat holds at the start of play.

    Raises ImpossibleAct for a hand of another size and for a card in two hands.
    """
    seen: set[Card] = set()
    for seat, cards in act.hands:
        if not len(cards) == len(set(cards)) == size(seat) or not _DECK.issuperset(cards):
            raise ImpossibleAct(
                "Dealt: the hand of {seat} must be {count} different cards from 7 to A", seat=seat, count=size(seat)
            )
        if not seen.isdisjoint(cards):
            raise ImpossibleAct("Dealt: {card} is in two hands", card=min(seen.intersection(cards), key=str))
        seen.update(cards)
    return tuple((seat, frozenset(cards)) for seat, cards in act.hands)
