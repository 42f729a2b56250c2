"""Parts of a view that every game fills alike: tricks on the table, open findings, what the seat on turn may hold."""

from collections.abc import Iterable
from typing import Final

from kozyr.engine.acts import Tallied
from kozyr.engine.cardplay import CardPlay, Laid
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.docket import Docket
from kozyr.engine.facts import Irregularity
from kozyr.engine.seats import Seat, Seating
from kozyr.engine.view import Audience, PlayView, TrickView

_DECK: Final = frozenset(DECK_32)


def named(seating: Seating, players: Iterable[tuple[Seat, str]]) -> tuple[tuple[Seat, str], ...]:
    """(seat, the player's name) of every seat, clockwise; an empty name where none is known."""
    names = dict(players)
    return tuple((seat, names.get(seat, "")) for seat in seating.seats)


def findings_for(docket: Docket, audience: Audience) -> tuple[Irregularity, ...]:
    """The judge sees what is to be ruled on, everybody else what the judge has accepted."""
    judge = audience is Audience.JUDGE
    return tuple(one for one in docket.findings if docket.is_ruled(one) is not judge)


def suspects(docket: Docket, audience: Audience) -> frozenset[int]:
    """The entries that an audience may know to be irregular: the judge all, everybody else what is accepted."""
    judge = audience is Audience.JUDGE
    return frozenset(one.committed for one in docket.findings if judge or docket.is_ruled(one))


def tricks_on(
    play: CardPlay, suspect: frozenset[int], size: int, lying_points: int = 0
) -> tuple[tuple[TrickView, ...], TrickView | None]:
    """(the closed tricks, what lies on the table: the open trick, else the last closed one).

    Cards laid before the contract is known come in rounds of ``size``, and who won them nobody can say yet.
    ``suspect``: the entries to be marked; ``lying_points``: small points in the open trick.
    """
    if play.unjudged and not play.trick:
        plays = [_play(each, frozenset()) for each in play.unjudged]
        rounds = [tuple(plays[at : at + size]) for at in range(0, len(plays), size)]
        tricks = [TrickView(number, plays, None) for number, plays in enumerate(rounds, start=1)]
        return tuple(trick for trick in tricks if len(trick.plays) == size), tricks[-1]
    closed = tuple(
        TrickView(trick.number, _plays(trick.plays, suspect), trick.winner, trick.points or 0) for trick in play.tricks
    )
    if play.trick:
        return closed, TrickView(len(closed) + 1, _plays(play.trick, suspect), None, lying_points)
    return closed, closed[-1] if closed else None


def _plays(plays: Iterable[Laid], suspect: frozenset[int]) -> tuple[PlayView, ...]:
    return tuple(_play(each, suspect) for each in plays)


def _play(play: Laid, suspect: frozenset[int]) -> PlayView:
    return PlayView(play.seq, play.seat, play.card, play.seq in suspect)


def playable(
    play: CardPlay, hand: int, seen: Iterable[tuple[Seat, frozenset[Card]]] = (), out_of_play: Iterable[Card] = ()
) -> frozenset[Card]:
    """The cards that the seat on turn may hold: not played, and not seen elsewhere; of an open hand, what is left.

    ``hand``: how many cards it began with; ``seen``: cards that all saw with a seat, besides those that lie open;
    ``out_of_play``: cards that nobody can play.
    """
    seat = play.turn
    gone = play.played.union(each.card for each in play.unjudged if each.card is not None)
    if seat is None:
        return _DECK - gone
    own: set[Card] = set()
    elsewhere = {*gone, *out_of_play}
    aside = ((each.seat, frozenset((each.card,))) for each in play.aside)
    for who, cards in (*seen, *play.open_cards, *aside):
        (own if who is seat else elsewhere).update(cards)
    own -= gone
    if len(own) >= hand - len(play.laid_by(seat)):
        return frozenset(own)
    return _DECK - (elsewhere - own)


def penalty_cards_of(play: CardPlay, seat: Seat) -> tuple[Card, ...]:
    """The penalty cards of a seat, in the order they were laid."""
    return tuple(each.card for each in play.aside if each.seat is seat)


def tricks_of(play: CardPlay, seat: Seat, tally: Tallied | None) -> int:
    """How many tricks a seat has won: as entered by hand, where that tells it, not as far as cards were entered."""
    if tally is not None:
        return dict(tally.tricks).get(seat.value, 0)
    return sum(trick.winner is seat for trick in play.tricks)
