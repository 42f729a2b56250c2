"""What a deal has come to: the tricks, the ending, what rulings make of it, or why there is no score.

All consequences of rulings for the score are executed here and nowhere else; what they are is in the law rows.
"""

from dataclasses import dataclass

from kozyr.engine.acts import Tallied
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.docket import Ruling
from kozyr.engine.games.preferans import claims, raspasy, score
from kozyr.engine.games.preferans.defence import settled
from kozyr.engine.games.preferans.findings import MOUNTAIN
from kozyr.engine.games.preferans.laws import BY_DEFENDER
from kozyr.engine.games.preferans.play import HAND, TALON
from kozyr.engine.games.preferans.raspasy import RaspasyPlayed
from kozyr.engine.games.preferans.score import Ending, GamePlayed, GameUnplayed, GivenUp, MiserePlayed, Outcome
from kozyr.engine.games.preferans.sheet import Change, Changes, Column, Mountain, Pool, Whists, mountain, pool, whists
from kozyr.engine.games.preferans.state import (
    ENDS_WITHOUT_RESULT,
    FINING,
    Deal,
    DealOutcome,
    DoubtKind,
    Played,
    Table,
)
from kozyr.engine.laws import Remedy
from kozyr.engine.seats import Seat

Tricks = tuple[tuple[Seat, int], ...]
"""(seat, tricks)."""


def outcome_of(table: Table, deal: Deal) -> DealOutcome:
    """The outcome of a deal as far as it has gone."""
    tricks = tuple((seat.value, count) for seat, count in won(table, deal).items())
    fines = fines_of(table, deal)
    ended = _ending(deal)
    stops = [ruling for ruling in deal.docket.in_force if _stops(ruling, deal, ended)]
    if stops:
        annulled = any(ruling.remedy is Remedy.ANNUL for ruling in stops)
        return DealOutcome(Played(None, fines, fines, annulled), tricks)
    if deal.misdealt is not None:
        return DealOutcome(Played(None, fines, fines), tricks)
    if ended is None:
        return DealOutcome(None, tricks, fines=fines)
    if isinstance(ended, _Doubt):
        return DealOutcome(None, tricks, ended.what, ended.cards, fines)
    if isinstance(ended, RaspasyPlayed):
        changes = raspasy.scored(ended, deal.price(table), deal.players, table.rules)
        result = Played(Outcome.RASPASY, (*changes, *fines), fines)
        return DealOutcome(result, _counted(tricks, ended.tricks), _untried(deal))
    changes = score.scored(ended, deal.players, table.rules)
    result = Played(score.outcome(ended), (*changes, *fines), fines, ending=ended)
    played = _tricks(deal) if isinstance(ended, GamePlayed | MiserePlayed) else ()
    return DealOutcome(result, _counted(tricks, played if isinstance(played, tuple) else ()), _untried(deal))


def _untried(deal: Deal) -> DoubtKind | None:
    """Whether a deal was scored by a claim that nobody could try against the cards."""
    if deal.claim is None or deal.tally is not None or deal.is_given_up or not deal.play.size:
        return None
    return DoubtKind.NOT_TRIED if claims.is_good(deal, deal.claim) is None else None


def _counted(tricks: tuple[tuple[str, int], ...], played: Tricks) -> tuple[tuple[str, int], ...]:
    """The tricks as they are scored, where that is not card by card."""
    return tuple((side, dict(played).get(Seat(side), 0)) for side, _ in tricks) if played else tricks


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Why a deal that has ended has no score."""

    what: DoubtKind
    cards: tuple[Card, ...] = ()


_Ended = Ending | RaspasyPlayed | _Doubt | None
"""How a deal ended, why nobody can say, or None while it goes on."""


def won(table: Table, deal: Deal) -> dict[Seat, int]:
    """Tricks of every seat in the closed tricks."""
    tricks = dict.fromkeys(table.seating.seats, 0)
    for trick in deal.play.tricks:
        if trick.winner is not None:
            tricks[trick.winner] += 1
    return tricks


def _stops(ruling: Ruling, deal: Deal, ended: _Ended) -> bool:
    """Whether a ruling leaves nothing of a deal but fines.

    A defender off suit, found later, costs the deal only when the declarer has lost it (Штрафы 4.2).
    """
    if ruling.remedy not in ENDS_WITHOUT_RESULT:
        return False
    if ruling.law == BY_DEFENDER and ruling.remedy is Remedy.ANNUL and ruling.act.remedy is None:
        return _is_lost(deal, ended)
    return True


def _is_lost(deal: Deal, ended: _Ended) -> bool:
    """Whether the declarer's game is lost, whatever tricks may follow."""
    if isinstance(ended, GamePlayed | MiserePlayed):
        return not score.is_made(ended)
    own = sum(trick.winner is deal.declarer for trick in deal.play.tricks if trick.winner is not None)
    others = sum(trick.winner is not deal.declarer for trick in deal.play.tricks if trick.winner is not None)
    if ended is not None or deal.is_raspasy:
        return False
    return own > 0 if deal.is_misere else deal.order is not None and others > HAND - deal.order.level


def fines_of(table: Table, deal: Deal) -> Changes:
    """What the rulings in force write on the sheet."""
    found: list[Change] = []
    for ruling in deal.docket.in_force:
        points = fine_of(ruling)
        if points:
            found += _fine(table, ruling.act.seat, points, ruling.column or MOUNTAIN)
    return tuple(found)


def fine_of(ruling: Ruling) -> int:
    """The points of a ruling: as the judge says, else as the row proposes; 0 for none."""
    if ruling.remedy not in FINING or ruling.stale:
        return 0
    return ruling.act.points or 0 if ruling.remedy is Remedy.PENALTY_CARD else ruling.points


def _fine(table: Table, seat: Seat, points: int, column: str) -> list[Change]:
    """A fine goes up the mountain, off the pool, or is written by everybody else as whists."""
    if column == Column.POOL:
        return [pool(seat, Pool(-points), "fine")]
    if column == Column.WHISTS:
        return [whists(other, seat, Whists(points), "fine") for other in table.seating.seats if other is not seat]
    return [mountain(seat, Mountain(points), "fine")]


def _ending(deal: Deal) -> _Ended:
    """How the deal ended, why nobody can say, or None while it goes on."""
    declarer, best = deal.declarer, deal.auction.best
    if deal.is_given_up and declarer is not None:
        return GivenUp(_contract(deal, declarer))
    if deal.defence is not None and deal.defence.is_unplayed and declarer is not None:
        return GameUnplayed(_contract(deal, declarer), deal.defence.half)
    if deal.conduct is None:
        ended = deal.tally is not None or deal.claim is not None or len(deal.play.unjudged) >= HAND * 3
        return _Doubt(DoubtKind.NO_CONTRACT) if ended else None
    tricks = _tricks(deal)
    if tricks is None or isinstance(tricks, _Doubt):
        return tricks
    if declarer is None or best is None:
        return RaspasyPlayed(tricks)
    if deal.is_misere:
        return MiserePlayed(declarer, dict(tricks).get(declarer, 0), deal.is_returned, deal.before.k > 0)
    words = settled(deal.defence) if deal.defence is not None else None
    if words is None or not words.is_divided:
        return _Doubt(DoubtKind.DEFENCE)
    return GamePlayed(_contract(deal, declarer), tricks, words.whisters)


def _contract(deal: Deal, declarer: Seat) -> score.Contract:
    bid = deal.auction.best
    level = bid.level if bid is not None else 0
    talon = tuple(card for card in deal.talon if card is not None)
    return score.Contract(declarer, deal.order.level if deal.order else level, level, talon, deal.is_returned)


def _tricks(deal: Deal) -> "Tricks | _Doubt | None":
    """The tricks of each seat from a tally, a claim or the cards."""
    if deal.tally is not None:
        tallied = _tallied(deal)
        by_cards = _by_cards(deal) if deal.play.is_complete else None
        if isinstance(by_cards, tuple) and isinstance(tallied, tuple) and not _agree(deal.tally, by_cards):
            return _Doubt(DoubtKind.TALLY)
        return by_cards if isinstance(by_cards, tuple) else tallied
    if deal.claim is not None:
        rest = claims.shares(deal, deal.claim)
        closed = _counts(deal)
        if rest is None or isinstance(closed, _Doubt):
            return closed if isinstance(closed, _Doubt) else _Doubt(DoubtKind.CLAIM)
        for seat, count in rest:
            closed[seat] = closed.get(seat, 0) + count
        return tuple(closed.items())
    return _by_cards(deal) if deal.play.is_complete else None


def _by_cards(deal: Deal) -> "Tricks | _Doubt":
    counted = _counts(deal)
    return counted if isinstance(counted, _Doubt) else tuple(counted.items())


def _counts(deal: Deal) -> "dict[Seat, int] | _Doubt":
    """Tricks of each seat in the closed tricks; in doubt where nobody knows who won one."""
    counted = dict.fromkeys(deal.play.active, 0)
    for trick in deal.play.tricks:
        if trick.winner is None or _lacks_talon(deal, trick.number):
            seen = deal.play.played | deal.given | {card for card in deal.talon if card is not None}
            return _Doubt(DoubtKind.CARDS_MISSING, tuple(card for card in DECK_32 if card not in seen))
        counted[trick.winner] += 1
    return counted


def _lacks_talon(deal: Deal, number: int) -> bool:
    """Whether nobody saw the talon card that set the suit of this trick of raspasy."""
    if not deal.is_raspasy or deal.sitting is not None or number > TALON:
        return False
    return number > len(deal.talon) or deal.talon[number - 1] is None


def _tallied(deal: Deal) -> "Tricks | _Doubt":
    """The tricks entered by hand; what one seat lacks follows from the rest, and so does what nobody needs to know."""
    told = {Seat(side): count for side, count in (deal.tally.tricks if deal.tally is not None else ())}
    missing = [seat for seat in deal.play.active if seat not in told]
    left = HAND - sum(told.values())
    others = [seat for seat in told if seat not in deal.play.active and told[seat]]
    if left < 0 or others or (left and not missing):
        return _Doubt(DoubtKind.TALLY)
    needs_split = deal.declarer is None or len(deal.whisters) > 1 or deal.declarer in missing
    if len(missing) > 1 and left and needs_split:
        return _Doubt(DoubtKind.TRICKS)
    told |= {seat: left if at == 0 else 0 for at, seat in enumerate(missing)}
    return tuple((seat, told[seat]) for seat in deal.play.active)


def _agree(tally: Tallied, cards: Tricks) -> bool:
    """Whether the figures entered by hand are those of the cards."""
    told = dict(tally.tricks)
    return all(told.get(seat.value, count) == count for seat, count in cards)
