"""Why a card lies there that is not of the seat on turn: laid out of turn, or in turn after cards missed or misread.

Each explanation has a cost: the natural logarithm of its odds, as a camera and players make mistakes. What the table
does next tells them apart; where it does not, nobody is accused. Nothing here overrules a clear reading: a card taken
for another is made unknown, and asked about.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kozyr.engine.acts import Act, Played
from kozyr.engine.cards import DECK_32, Card, Rank
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import Choice
from kozyr.engine.table.judgement import middle_of, misplaced, unavailable
from kozyr.engine.table.scene import Scene
from kozyr.engine.table.sightings import Memory, Role, Shown, Sighting
from kozyr.engine.view import PlayView

_OUT: Final = 5.5
"""A player lays a card out of turn."""
_MISSED: Final = 4.0
"""A card was laid and not seen."""
_MISREAD: Final = 5.0
"""A card was clearly read as another."""
_STRAY: Final = 5.0
"""A card that came later has no place in the trick."""
_UNSURE: Final = 0.5
"""By so much a less sure card was rather misread, and one that would have won with few others rather not."""
_CROSSED_MM: Final = 12.0
"""What another edge of arrival counts, as a distance, where arms have crossed."""
_FIRMLY: Final = 3.0
"""A card that fits its seat better than another by so much was laid by it."""
_CLEARLY: Final = 1.5
"""An explanation better than any other by so much needs no more cards to be taken."""
_HIGH: Final = (Rank.ACE, Rank.JACK)
"""Among these is the highest card of any suit."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One way in which the card may have come to lie there."""

    choice: Choice
    """What is to be recorded then."""
    cost: float
    """How unlikely it is in itself."""
    due: tuple[Seat, ...]
    """Who is still to lay a card to the trick then, in order."""


def explanations(scene: Scene, card: Sighting, seat: Seat, named: Card | None) -> tuple[Explanation, ...]:
    """All explanations of a card of ``seat`` that is not on turn, read as ``named``; that it is out of turn first.

    The others follow, the likeliest first.
    """
    table = scene.table
    out = Explanation(Choice((Played(seat, named),), 0.6), _OUT, _round(table, table.expected, (seat,)))
    found = [*_misread(scene, seat, named), *_missed(table, seat, named), *_shifted(scene, seat, named)]
    turn = table.expected
    if turn is not None and turn in table.seats:
        cost = misplaced(card, turn, table) - misplaced(card, seat, table)
        rest = _round(table, table.after(turn), (turn,))
        found.append(Explanation(Choice((Played(turn, named),), 0.1), _STRAY + max(0.0, cost), rest))
    return (out, *sorted(found, key=lambda one: one.cost))


def likeliest(scene: Scene, card: Sighting, found: tuple[Explanation, ...]) -> Choice | None:
    """The explanation that fits what the table did after ``card`` was laid; None while more is to be seen."""
    sweep, table = scene.memory.sweep, scene.table
    swept = sweep is not None and card.order_ms <= sweep.at_ms
    end_ms = sweep.at_ms if sweep is not None and swept else math.inf
    later = [one for one in scene.waiting if one is not card and card.order_ms <= one.order_ms <= end_ms]
    if not later and not swept:
        return found[0].choice
    costs = [one.cost + _misfit(scene, later, one.due, swept) for one in found]
    best = min(range(len(found)), key=lambda at: (costs[at], len(found[at].choice.acts) == 1))
    # Two that wait for the same cards cannot be told apart by what comes next.
    others = (cost for cost, one in zip(costs, found, strict=True) if one.due != found[best].due)
    clear = min(others, default=math.inf) - costs[best] >= _CLEARLY
    whole = len(table.open_plays) + 1 + len(later) >= len(table.seats)
    return found[best].choice if clear or swept or whole or scene.force else None


def _misfit(scene: Scene, later: Iterable[Sighting], due: tuple[Seat, ...], swept: bool) -> float:
    """How badly the cards that came later fit those that were due, each in its turn."""
    total, at = 0.0, 0
    for card in later:
        middle = middle_of(_beside(scene, card))
        fits = (misplaced(card, seat, scene.table, middle) for seat in due[at:])
        places = [(_MISSED * skipped + fit, skipped) for skipped, fit in enumerate(fits)]
        cost, skipped = min(places, default=(_STRAY, -1))
        if cost >= _STRAY:
            total += _STRAY
            continue
        total, at = total + cost, at + skipped + 1
    return total + (_MISSED * (len(due) - at) if swept else 0.0)


def _round(table: Shown, first: Seat | None, without: tuple[Seat, ...] = ()) -> tuple[Seat, ...]:
    """The seats that have no card in the open trick, from ``first`` on."""
    if first not in table.seats:
        return ()
    at = table.seats.index(first)
    laid = {play.seat for play in table.open_plays} | set(without)
    return tuple(seat for seat in table.seats[at:] + table.seats[:at] if seat not in laid)


def _missed(table: Shown, seat: Seat, card: Card | None) -> list[Explanation]:
    """The cards before this one were laid and not seen, where the trick has room for them."""
    turn = table.expected
    if turn is None or turn not in table.seats:
        return []
    missing = table.between(turn, seat)
    if len(table.open_plays) + len(missing) + 1 > len(table.seats):
        return []
    acts: tuple[Act, ...] = (*(Played(one, None) for one in missing), Played(seat, card))
    due = _round(table, table.after(seat), (*missing, seat))
    return [Explanation(Choice(acts, 0.3), _MISSED * len(missing), due)]


def _shifted(scene: Scene, seat: Seat, card: Card | None) -> list[Explanation]:
    """The card before was laid by a later seat than it was taken for: one before that was missed."""
    table = scene.table
    last = table.open_plays[-1] if table.open_plays else None
    seen = None if last is None else _seen(scene, last, table.number)
    if last is None or seen is None or seat not in table.seats:
        return []
    found = []
    for other in table.between(last.seat, seat)[1:]:
        unseen = (*table.between(last.seat, other), *table.between(other, seat)[1:])
        if len(table.open_plays) + len(unseen) + 1 > len(table.seats):
            continue
        before = tuple(Played(one, None) for one in table.between(last.seat, other))
        after = tuple(Played(one, None) for one in table.between(other, seat)[1:])
        acts = (*before, Played(other, last.card), *after, Played(seat, card))
        doubt = _doubt(scene, seen, last.seat, other)
        if doubt > _FIRMLY:
            continue
        due = _round(table, table.after(seat), (*unseen, other, seat))
        cost = max(0.0, _MISSED * len(unseen) + doubt)
        found.append(Explanation(Choice(acts, 0.05, replaces=last.seq), cost, due))
    return found


def last_shifted(scene: Scene) -> Choice | None:
    """The answer, when a trick was swept without its last card, that it was the card before that was not seen.

    None where the last card seen lies clearly with the seat that it was taken for.
    """
    table = scene.table
    last, turn = (table.open_plays[-1] if table.open_plays else None), table.expected
    seen = None if last is None else _seen(scene, last, table.number)
    if last is None or seen is None or turn is None or turn != table.after(last.seat):
        return None
    if _doubt(scene, seen, last.seat, turn) >= 0:
        return None
    return Choice((Played(last.seat, None), Played(turn, last.card)), 0.5, replaces=last.seq)


def crossed_arms(scene: Scene, play: PlayView, card: Card | None) -> Choice | None:
    """The answer, when a seat lays a second card to a trick, that its first one was laid by the next seat.

    None where that one lies clearly with the seat that it was taken for.
    """
    table = scene.table
    seen = _seen(scene, play, table.number)
    if seen is None or play != table.open_plays[-1] or len(table.open_plays) == len(table.seats):
        return None
    other = table.after(play.seat)
    if _doubt(scene, seen, play.seat, other) > _FIRMLY:
        return None
    return Choice((Played(play.seat, card), Played(other, play.card)), 0.6, replaces=play.seq)


def earlier_misread(memory: Memory, table: Shown, card: Sighting, seat: Seat) -> tuple[bool, Choice] | None:
    """(Is it likelier, the answer) that a clearly read card is right and an earlier play was taken for it wrongly."""
    place = table.played.get(card.card) if card.card and card.confidence >= memory.caution.accept else None
    seen = (one for one in memory.cards if one.role is Role.PLAY and (one.trick, one.seat) == place)
    earlier = next(seen, None)
    if place is None or earlier is None:
        return None
    others = (
        one
        for one, _ in earlier.alternatives
        if one != card.card and unavailable(one, place[1], table, memory.caution) is None
    )
    acts = (Played(place[1], next(others, None)), Played(seat, card.card))
    surer = card.confidence > earlier.confidence
    return surer, Choice(acts, round(card.confidence / 2, 3), replaces=table.plays[place].seq)


def _doubt(scene: Scene, card: Sighting, seat: Seat, other: Seat) -> float:
    """How much worse a card fits another seat than the one it was taken for, when a card was missed beside it.

    Where cards come so fast, arms cross: the edge from which it came says less than where it lies.
    """
    middle = middle_of(_beside(scene, card))
    fits = (misplaced(card, one, scene.table, middle, _CROSSED_MM) for one in (other, seat))
    return next(fits) - next(fits)


def _beside(scene: Scene, card: Sighting) -> list[Sighting]:
    """The other cards of the open trick, and those that wait."""
    number = scene.table.number
    return [
        one
        for one in scene.memory.cards
        if one.in_trick
        and one is not card
        and (one.role is Role.WAITING or (one.role is Role.PLAY and one.trick == number))
    ]


def _seen(scene: Scene, play: PlayView, number: int) -> Sighting | None:
    """The card that a play was recorded by."""
    cards = (one for one in scene.memory.cards if one.role is Role.PLAY and one.trick == number)
    return next((one for one in cards if one.seat == play.seat), None)


def _misread(scene: Scene, seat: Seat, card: Card | None) -> list[Explanation]:
    """The seat leads rightly, because a card of the last trick was taken for another; the likeliest first."""
    table, rules = scene.table, scene.rules
    if table.open_plays or rules is None or table.number == 1 or seat not in table.seats:
        return []
    lead, due = Played(seat, card), _round(table, table.after(seat), (seat,))
    found = []
    for one in scene.memory.cards:
        play = table.plays.get((one.trick, one.seat)) if one.role is Role.PLAY and one.trick and one.seat else None
        if play is None or one.trick != table.number - 1:
            continue
        for other, chance in one.alternatives:
            barred = other == play.card or unavailable(other, play.seat, table, scene.memory.caution)
            if not barred and rules.turn_if(play.seq, Played(play.seat, other)) is seat:
                choice = Choice((Played(play.seat, other), lead), round(chance, 4), replaces=play.seq)
                found.append(Explanation(choice, min(-math.log(max(chance, 1e-9)), _MISREAD), due))
        found += _unknown_before(scene, one, play, lead, due)
    return sorted(found, key=lambda explained: explained.cost)


def _unknown_before(
    scene: Scene, one: Sighting, play: PlayView, lead: Played, due: tuple[Seat, ...]
) -> list[Explanation]:
    """Which card of the last trick it was is unknown, if with another one the leading seat would have won."""
    table, rules = scene.table, scene.rules
    if rules is None or play.card is None or play.seat not in (lead.seat, table.expected):
        return []
    trick = [table.plays[place].card for place in table.plays if place[0] == table.number - 1]
    suits = {other.suit for other in trick if other is not None}
    left = [other for other in DECK_32 if other not in table.played]
    others = [other for other in left if other.suit in suits or other.rank in _HIGH]
    # With another card of the trick unknown, nobody can say who won it.
    led = {lead.seat} if all(trick) else {lead.seat, None}
    wins = sum(rules.turn_if(play.seq, Played(play.seat, other)) in led for other in others)
    if not wins:
        return []
    doubt = min(1.0, 20 * (1 - one.confidence)) + wins / len(others) - 1
    choice = Choice((Played(play.seat, None), lead), 0.01, replaces=play.seq)
    return [Explanation(choice, _MISREAD - _UNSURE * doubt, due)]
