"""Walks through the legal plays of a deal, and through the legal calls of an auction, by what the engine says of them.

A card is legal when the step that plays it finds no revoke in a log that holds the hands.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kozyr.engine.acts import Act, Called, Dealt, Played
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.facts import Irregularity
from kozyr.engine.game import Game
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Header
from kozyr.engine.view import Audience


@dataclass(frozen=True, slots=True)
class Walked:
    """One deal in which everybody plays the first of his legal cards, in the order of the deck."""

    legal_cards: tuple[int, ...]
    """By the number of cards then in the hand, from the full one down: the legal cards of all plays."""
    endings: int
    """In how many ways the last cards can be played."""


def walk(game: Game[Any], header: Header, acts: Sequence[Act | None], last: int) -> Walked:
    """Plays a deal whose cards to be chosen are None in ``acts``; counts the ways to play the ``last`` cards of all."""
    state, hands = game.start(header), _hands(acts)
    legal = Counter[int]()
    endings = 0
    for seq, act in enumerate(acts, start=1):
        if act is None:
            if not endings and sum(map(len, hands.values())) == last * len(hands):
                endings = _ways(game, state, seq, hands)
            seat = game.view(state, Audience.JUDGE).expectation.seat
            assert seat is not None
            cards = _legal(game, state, seq, seat, hands[seat])
            legal[len(hands[seat])] += len(cards)
            act = Played(seat, cards[0])
            hands = _without(hands, seat, cards[0])
        state, _ = game.step(state, seq, act)
    return Walked(tuple(legal[size] for size in sorted(legal, reverse=True)), endings)


def _hands(acts: Sequence[Act | None]) -> dict[Seat, tuple[Card, ...]]:
    dealt = next(act for act in acts if isinstance(act, Dealt))
    return {seat: tuple(sorted(cards, key=DECK_32.index)) for seat, cards in dealt.hands}


def _legal(game: Game[Any], state: Any, seq: int, seat: Seat, hand: Sequence[Card]) -> list[Card]:
    found = []
    for card in hand:
        _, facts = game.step(state, seq, Played(seat, card))
        if not any(isinstance(fact, Irregularity) and fact.offence is Offence.REVOKE for fact in facts):
            found.append(card)
    return found


def _without(hands: Mapping[Seat, tuple[Card, ...]], seat: Seat, card: Card) -> dict[Seat, tuple[Card, ...]]:
    return {who: tuple(one for one in hand if one != card or who != seat) for who, hand in hands.items()}


def _ways(game: Game[Any], state: Any, seq: int, hands: Mapping[Seat, tuple[Card, ...]]) -> int:
    """In how many orders the cards left can be played, all of them legally."""
    if not any(hands.values()):
        return 1
    seat = game.view(state, Audience.JUDGE).expectation.seat
    assert seat is not None
    ways = 0
    for card in _legal(game, state, seq, seat, hands[seat]):
        after, _ = game.step(state, seq, Played(seat, card))
        ways += _ways(game, after, seq + 1, _without(hands, seat, card))
    return ways


def auctions(
    game: Game[Any], header: Header, begun: Sequence[Act], depth: int, stages: frozenset[str | None] = frozenset()
) -> Counter[str]:
    """How many sequences of legal calls follow ``begun``: ``ended`` when no call is awaited any more, ``open`` those
    of ``depth`` calls that go on. ``stages``: the stages of the view at which the counting stops too."""
    state = game.start(header)
    for seq, act in enumerate(begun, start=1):
        state, _ = game.step(state, seq, act)
    return Counter(_endings(game, state, len(begun) + 1, depth, stages))


def _endings(game: Game[Any], state: Any, seq: int, depth: int, stages: frozenset[str | None]) -> Iterator[str]:
    view = game.view(state, Audience.JUDGE)
    waits = view.expectation
    caller = waits.caller or waits.seat
    if "Called" not in waits.kinds or caller is None or not waits.calls or view.stage in stages:
        yield "ended"
        return
    if not depth:
        yield "open"
        return
    for call in waits.calls:
        after, facts = game.step(state, seq, Called(caller, call))
        assert not any(isinstance(fact, Irregularity) for fact in facts), call
        yield from _endings(game, after, seq + 1, depth - 1, stages)
