"""Whose a card is and which it is: from where it came and lies, from its reading, and from what the table knows.

What the rules expect only ranks doubtful readings and settles mild disagreements about the seat; it never overrules a
clear reading.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import Why
from kozyr.engine.table.sightings import TOWARD, Caution, Shown, Sighting

_CLEAR: Final = 0.95
"""A reading of at least this probability tells whose a card is."""
_MIDDLE_MM: Final = 20.0
"""Lying this much nearer to one edge than to another says little."""
_STEP_MM: Final = 12.0
"""Each further step of this length toward another edge makes a card e times less likely of this seat."""
_ELSEWHERE: Final = 5.0
"""The logarithm of the odds against a card that lies clearly with another seat."""
_CAME_MM: Final = 30.0
"""That it was seen to come from another edge counts as lying so much nearer to that one."""
_LAID_MM: Final = 50.0
"""How far from the middle of the trick cards are laid."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose a card is."""

    seat: Seat
    """The likeliest seat."""
    others: tuple[Seat, ...] = ()
    """The other likely ones, best first; empty when it is clear."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Which card it is."""

    why: Why | None
    """What is to be asked; None for a clear, possible reading."""
    candidates: tuple[tuple[Card, float], ...]
    """The cards it may be, best first."""
    guess: Card | None
    """The best guess; None when there is nothing to guess by."""


def whose(card: Sighting, table: Shown) -> Owner:
    """Whose a card in the trick area is: first by where it came from, then by where it lies, then by the turn.

    A card that lay in an open hand is its owner's, whoever moves it.
    """
    holder = table.open_with(card.card)
    if holder in table.seats and card.confidence >= _CLEAR:
        return Owner(holder)
    came, lies, turn = card.arrived_from, card.nearest, table.expected
    if came not in table.seats:
        came = None
    if lies not in table.seats:
        lies = came or table.nearest(card)
    if came is None:
        return _by_place(card, table)
    if came == lies:
        return Owner(came)
    if turn in (came, lies):
        return Owner(turn)
    others = [seat for seat in (lies, turn) if seat is not None and seat in table.seats and seat != came]
    return Owner(came, tuple(dict.fromkeys(others)))


def _by_place(card: Sighting, table: Shown) -> Owner:
    """Nobody saw it come: the nearest edge, or the seat on turn when it lies about as near to that."""
    near = {seat: sum(a * b for a, b in zip(card.centre_mm, TOWARD[seat], strict=True)) for seat in table.seats}
    lies = card.nearest if card.nearest in near else max(near, key=lambda seat: near[seat])
    turn = table.expected
    if turn is not None and near[lies] - near[turn] < _MIDDLE_MM:
        return Owner(turn)
    return Owner(lies)


def misplaced(
    card: Sighting, seat: Seat, table: Shown, middle: tuple[float, float] = (0.0, 0.0), came_mm: float = _CAME_MM
) -> float:
    """How badly a card in the trick area fits ``seat`` by where it came from and lies: 0 is well, more than 5 not.

    ``middle``: of the trick, as ``middle_of`` has it; ``came_mm``: what another edge of arrival counts, as a distance.
    """
    holder = table.open_with(card.card)
    if holder in table.seats and card.confidence >= _CLEAR:
        return 0.0 if holder == seat else _ELSEWHERE
    came = card.arrived_from if card.arrived_from in table.seats else None
    return beside(card, seat, table, middle) + (0.0 if came in (None, seat) else came_mm / _STEP_MM)


def beside(card: Sighting, seat: Seat, table: Shown, middle: tuple[float, float] = (0.0, 0.0)) -> float:
    """How badly a card fits ``seat`` by where it lies alone."""
    x, y = card.centre_mm[0] - middle[0], card.centre_mm[1] - middle[1]
    near = {one: x * TOWARD[one][0] + y * TOWARD[one][1] for one in table.seats}
    return min(_ELSEWHERE, (max(near.values()) - near[seat]) / _STEP_MM)


def middle_of(cards: Iterable[Sighting]) -> tuple[float, float]:
    """Where the middle of a trick is, by those of its cards that were seen to come; few of them say little.

    Before the first trick has shown it, the middle of the table is a guess.
    """
    seen = [(card.centre_mm, TOWARD[card.arrived_from]) for card in cards if card.arrived_from is not None]
    x = sum(at[0] - _LAID_MM * toward[0] for at, toward in seen)
    y = sum(at[1] - _LAID_MM * toward[1] for at, toward in seen)
    return x / (len(seen) + 1), y / (len(seen) + 1)


def unavailable(card: Card, seat: Seat, table: Shown, caution: Caution) -> Why | None:
    """Why ``seat`` cannot lay ``card``: not in the deck, or played before.

    A seat's own penalty card can be laid, and so can a card of which it is only a guess that it was played.
    """
    if card not in caution.deck:
        return Why.IMPOSSIBLE
    holder = table.penalty.get(card)
    if holder is not None:
        return None if holder == seat else Why.PLAYED_BEFORE
    return Why.PLAYED_BEFORE if card in table.played and card not in table.doubted else None


def which(card: Sighting, seat: Seat, table: Shown, caution: Caution) -> Reading:
    """Which card it is, laid by ``seat``."""
    bars = {one: unavailable(one, seat, table, caution) for one, _ in card.alternatives}
    possible = [(one, chance) for one, chance in card.alternatives if bars[one] is None]
    if card.card is None or not card.alternatives:
        return _unread(card, possible, seat, table, caution)
    barred = sum(chance for one, chance in card.alternatives if bars.get(one) is not None)
    bar = bars[card.card] if card.card in bars else unavailable(card.card, seat, table, caution)
    if bar is not None:
        clear_or_not = bar if card.confidence >= caution.accept else Why.DOUBTFUL
        return _ranked(clear_or_not, card, possible, seat, table, caution)
    certainty = card.confidence / max(1e-6, 1.0 - min(barred, 0.999))
    if certainty < caution.accept:
        return _ranked(Why.DOUBTFUL, card, possible or [(card.card, card.confidence)], seat, table, caution)
    playable = table.view.expectation.playable
    known = card.card in table.penalty or card.card in table.doubted
    # What is known of the hands rests on who laid what: a play that nobody could read may have been any card.
    unknown = any(play.card is None for play in table.plays.values())
    elsewhere = seat == table.expected and playable and card.card not in playable and not known and not unknown
    why = Why.IMPOSSIBLE if elsewhere else None
    others = [(one, chance) for one, chance in possible if one != card.card]
    return Reading(why, ((card.card, min(1.0, certainty)), *others)[: caution.choices], card.card)


def _ranked(
    why: Why, card: Sighting, possible: list[tuple[Card, float]], seat: Seat, table: Shown, caution: Caution
) -> Reading:
    """A doubtful reading: cards that the seat may hold first."""
    if not possible:
        return Reading(why, by_expectation(seat, table, caution), None)
    playable = table.view.expectation.playable if seat == table.expected else frozenset()
    weighed = [
        (one, chance * (1.0 if not playable or one in playable else 0.2) * _free(one, table))
        for one, chance in possible
    ]
    unlisted = max(0.0, 1.0 - sum(chance for _, chance in card.alternatives))
    total = sum(weight for _, weight in weighed) + unlisted or 1.0
    best = sorted(((one, weight / total) for one, weight in weighed), key=lambda pair: -pair[1])
    return Reading(why, tuple(best[: caution.choices]), best[0][0])


def _free(card: Card, table: Shown) -> float:
    """How likely it is that a card has not been played before under a guess."""
    question = table.doubted.get(card)
    return 1.0 if question is None else max(0.05, 1.0 - question.guess.confidence)


def _unread(card: Sighting, possible: list[tuple[Card, float]], seat: Seat, table: Shown, caution: Caution) -> Reading:
    if possible:
        return _ranked(Why.UNREADABLE, card, possible, seat, table, caution)
    return Reading(Why.UNREADABLE, by_expectation(seat, table, caution), None)


def by_expectation(seat: Seat, table: Shown, caution: Caution) -> tuple[tuple[Card, float], ...]:
    """Nothing was read: the cards that the seat may still hold, when they are few enough to be offered."""
    playable = table.view.expectation.playable if seat == table.expected else frozenset()
    left = sorted(playable - table.played.keys(), key=lambda card: (card.suit, -card.rank.natural))
    return tuple((card, 1.0 / len(left)) for card in left) if len(left) <= caution.choices else ()
