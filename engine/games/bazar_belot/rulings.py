"""The judge's decisions: understood, recorded with the deal they concern, and what they change in its course.

What they do to the score is in ``outcome``.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from kozyr.engine.acts import Act, Called, Played, Ruled
from kozyr.engine.cardplay import Aside
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.bazar_belot.charges import finding_of, is_same, law_of, other_seat, trick_at, understood
from kozyr.engine.games.bazar_belot.findings import found, is_dismissed
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.games.bazar_belot.retaking import taken_back
from kozyr.engine.games.bazar_belot.state import Deal, Ruling, Table
from kozyr.engine.laws import Offence, Remedy

Replay = Callable[[Table, Deal], Deal]
"""Folds a deal's acts again: its forced entries stand, its overruled rulings have no effect."""
_CHANGES_COURSE: Final = (
    Offence.ILLEGAL_CALL,
    Offence.CALL_OUT_OF_TURN,
    Offence.OUT_OF_TURN,
    Offence.LATE_DECLARATION,
)
"""Offences whose entry changes the deal when it is left standing."""


def concerns(deal: Deal, committed: int) -> bool:
    """Whether an entry belongs to a deal."""
    return committed == deal.seq or any(seq == committed for seq, _ in deal.acts)


def ruled(table: Table, deal: Deal, seq: int, act: Ruled, replay: Replay) -> Deal:
    """The deal after a ruling. One on the same thing as an earlier ruling takes its place.

    Raises LogFormatError for an offence or remedy that has no name here, a fine without points; ImpossibleAct for a
    ruling on a seat whose entry it was not.
    """
    if act.committed is not None and not concerns(deal, act.committed):
        return _stale(deal, seq, act)
    finding = finding_of(deal, act)
    ruling = understood(deal, seq, act, finding)
    other = other_seat(deal, ruling, finding)
    if other is not None:
        if act.committed is not None and act.committed > seq:
            return _stale(deal, seq, act)
        instead = f'name {other} or leave "committed" out'
        raise ImpossibleAct(f"the ruling is on {act.seat}, and entry {act.committed} was {other}'s; {instead}")
    if seq in deal.overruled:
        return _overruled(table, deal, replace(ruling, overruled=True))
    earlier = [one for one in deal.in_force if is_same(one, ruling)]
    if earlier:
        return _instead(table, deal, earlier, replay)
    return _in_force(table, deal, ruling, finding, replay)


def _stale(deal: Deal, seq: int, act: Ruled) -> Deal:
    """The deal with a ruling whose entry stands no more, or has become another seat's by a correction."""
    ruling = Ruling(seq, act, law_of(deal, act).row, None, None, act.committed or seq, None, deal.number, stale=True)
    return deal._replace(rulings=(*deal.rulings, replace(ruling, overruled=seq in deal.overruled)))


def _in_force(table: Table, deal: Deal, ruling: Ruling, finding: Irregularity | None, replay: Replay) -> Deal:
    """The deal with what a ruling changes; a breach that nobody had found becomes a finding."""
    remedy, offence, committed = ruling.remedy, ruling.offence, ruling.committed
    deal = deal._replace(rulings=(*deal.rulings, ruling))
    if remedy is None:
        return _dismissed(deal, ruling)
    if finding is None and offence is not None:
        seqs = (committed, max(committed, ruling.seq))
        trick = trick_at(deal, committed)
        deal = found(deal, ruling.law, offence, ruling.act.seat, seqs, remedy=remedy, trick=(trick,))
    if remedy is Remedy.STANDS and offence in _CHANGES_COURSE and committed not in deal.forced:
        try:
            return replay(table, deal._replace(forced=deal.forced | {committed}))
        except ImpossibleAct as error:
            raise ImpossibleAct(f"entry {committed} cannot stand, the table went on without it: {error}") from None
    return _penalty_card(table, deal, ruling, finding) if remedy is Remedy.PENALTY_CARD else deal


def _instead(table: Table, deal: Deal, earlier: list[Ruling], replay: Replay) -> Deal:
    """The deal as if the earlier rulings had not been given; what was played after them has been played."""
    gone = frozenset(one.seq for one in earlier)
    played_on = frozenset(one.seq for one in earlier if _is_played_on(deal, one))
    try:
        return replay(table, _without(deal, gone, played_on))
    except ImpossibleAct:
        return replay(table, _without(deal, gone, gone))


def _without(deal: Deal, gone: frozenset[int], kept: frozenset[int]) -> Deal:
    overruled, kept = deal.overruled | gone, deal.kept | kept
    standing = [one for one in deal.rulings if one.seq not in overruled or one.seq in kept]
    forced = frozenset(
        one.committed for one in standing if one.remedy is Remedy.STANDS and one.offence in _CHANGES_COURSE
    )
    return deal._replace(overruled=overruled, kept=kept, forced=forced)


def _is_played_on(deal: Deal, one: Ruling) -> bool:
    """Whether a ruling changed what lay on the table or whose turn it was, and the players went on from there."""
    if one.remedy is Remedy.STANDS:
        changed = one.offence in _CHANGES_COURSE and one.offence is not Offence.LATE_DECLARATION
    else:
        changed = one.remedy is Remedy.PENALTY_CARD and one.offence is Offence.REVOKE and one.law == "B-9"
    if not changed:
        return False
    at = next(at for at, (seq, _) in enumerate(deal.acts) if seq == one.seq)
    return any(isinstance(act, Called | Played) for _, act in deal.acts[at + 1 :])


def _overruled(table: Table, deal: Deal, ruling: Ruling) -> Deal:
    """The deal with a ruling that stays in its history; of what it did only the course of play remains, if anything."""
    deal = deal._replace(rulings=(*deal.rulings, ruling))
    if ruling.seq in deal.kept and ruling.remedy is Remedy.PENALTY_CARD and ruling.offence is Offence.REVOKE:
        return taken_back(table, deal, ruling)
    return deal


def _dismissed(deal: Deal, ruling: Ruling) -> Deal:
    """The finding leaves; a card that was no card out of turn goes back into the hand."""
    left = tuple(one for one in deal.findings if not is_dismissed(deal, one.offence, one.seat, one.committed))
    aside = tuple(one for one in deal.play.aside if one.seq != ruling.committed)
    return deal._replace(findings=left, play=deal.play._replace(aside=aside))


def _penalty_card(table: Table, deal: Deal, ruling: Ruling, finding: Irregularity | None) -> Deal:
    """A revoke told in time is taken back; exposed cards stay open as penalty cards."""
    if ruling.offence is Offence.REVOKE:
        return taken_back(table, deal, ruling)
    if ruling.offence is not Offence.EXPOSED_CARDS or finding is None:
        return deal
    new = tuple(
        Aside(finding.committed, ruling.act.seat, card, deal.trick_number)
        for card in finding.cards
        if card not in deal.play.played and all(aside.card != card for aside in deal.play.aside)
    )
    return deal._replace(play=deal.play._replace(aside=(*deal.play.aside, *new)))


def check_names(act: Act) -> None:
    """Raises LogFormatError for a ruling that no deal could take: an offence or a remedy without a name."""
    if not isinstance(act, Ruled):
        return
    if act.offence not in LAWS and act.offence not in set(Offence):
        raise LogFormatError(f"offence {act.offence!r} is unknown; use a name of the log format or a row such as B-12")
    if act.committed is not None and act.committed < 1:
        raise ImpossibleAct(f"a ruling speaks of entry {act.committed}; entries count from 1")
