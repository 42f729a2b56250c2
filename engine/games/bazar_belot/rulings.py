"""The judge's decisions: understood, recorded with the deal they concern, and what they change in its course.

What they do to the score is in ``outcome``.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from kozyr.engine.acts import Act, Decision, Ruled
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.bazar_belot.findings import found, is_dismissed, with_ledger
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.games.bazar_belot.state import Aside, ClosedTrick, Deal, Laid, Ruling, Table
from kozyr.engine.laws import Law, Offence, Remedy

Replay = Callable[[Table, Deal, frozenset[int]], Deal]
"""Folds a deal's acts again with these entries standing."""
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
    """The deal after a ruling.

    Raises LogFormatError for an offence or remedy that has no name here, a fine without points.
    """
    if act.committed is not None and not concerns(deal, act.committed):
        law = _law(deal, act)
        stale = Ruling(seq, act, law.row, None, None, act.committed, None, deal.number, stale=True)
        return deal._replace(rulings=(*deal.rulings, stale))
    finding = _finding(deal, act)
    law = LAWS[finding.law] if finding else _law(deal, act)
    remedy = _remedy(act, law, finding)
    offence = finding.offence if finding else next(iter(law.offences), None)
    committed = finding.committed if finding else act.committed or seq
    trick = finding.trick if finding else _trick_of(deal, act.committed)
    ruling = Ruling(seq, act, law.row, remedy, offence, committed, trick, deal.number)
    deal = deal._replace(rulings=(*deal.rulings, ruling))
    if remedy is None:
        return _dismissed(deal, ruling)
    if finding is None and offence is not None:
        deal = found(deal, law.row, offence, act.seat, (committed, seq), remedy=remedy)
    if remedy is Remedy.STANDS and offence in _CHANGES_COURSE and committed not in deal.forced:
        return replay(table, deal, deal.forced | {committed})
    return _penalty_card(table, deal, ruling, finding) if remedy is Remedy.PENALTY_CARD else deal


def _finding(deal: Deal, act: Ruled) -> Irregularity | None:
    """The finding a ruling speaks of: by its entry, or the last of its kind when no entry is named."""
    named = [
        one
        for one in deal.findings
        if act.offence in (one.offence.value, one.law)
        and one.seat in (None, act.seat)
        and act.committed in (None, one.committed)
    ]
    return named[-1] if named else None


def _law(deal: Deal, act: Ruled) -> Law:
    """The row for an offence that nobody had found before: named by its row, or by its kind."""
    if act.offence in LAWS:
        return LAWS[act.offence]
    if act.offence not in set(Offence):
        raise LogFormatError(f"offence {act.offence!r} is unknown; use a name of the log format or a row such as B-12")
    offence = Offence(act.offence)
    if offence is Offence.EXPOSED_CARDS:
        return LAWS["B-1" if deal.contract is None else "B-8"]
    if offence is Offence.REVOKE:
        return LAWS["B-9" if act.remedy == Remedy.PENALTY_CARD else "B-10"]
    if offence is Offence.FALSE_DECLARATION:
        return LAWS["B-2" if act.remedy == Remedy.DECLARATIONS_VOID else "B-3"]
    return next((law for law in LAWS.values() if offence in law.offences), LAWS["B-19"])


def _remedy(act: Ruled, law: Law, finding: Irregularity | None) -> Remedy | None:
    if act.decision is Decision.DISMISSED:
        return None
    if act.remedy is None:
        if act.decision is Decision.OTHER:
            return Remedy.JUDGE
        return finding.remedy if finding else law.remedies[0]
    if act.remedy not in set(Remedy):
        if act.decision is Decision.OTHER:
            return Remedy.JUDGE
        raise LogFormatError(f"remedy {act.remedy!r} is unknown; use one of {', '.join(Remedy)}")
    if act.remedy == Remedy.FINE and act.points is None:
        raise LogFormatError("a fine needs its points")
    return Remedy(act.remedy)


def _trick_of(deal: Deal, committed: int | None) -> int | None:
    """The number of the trick to which an entry was played."""
    for trick in deal.tricks:
        if any(play.seq == committed for play in trick.plays):
            return trick.number
    return len(deal.tricks) + 1 if any(play.seq == committed for play in deal.trick) else None


def _dismissed(deal: Deal, ruling: Ruling) -> Deal:
    """The finding leaves; a card that was no card out of turn goes back into the hand."""
    left = tuple(one for one in deal.findings if not is_dismissed(deal, one.offence, one.seat, one.committed))
    aside = tuple(one for one in deal.aside if one.seq != ruling.committed)
    return deal._replace(findings=left, aside=aside)


def _penalty_card(table: Table, deal: Deal, ruling: Ruling, finding: Irregularity | None) -> Deal:
    """A revoke told in time is taken back; exposed cards stay open as penalty cards."""
    if ruling.offence is Offence.REVOKE:
        return _taken_back(table, deal, ruling)
    if ruling.offence is not Offence.EXPOSED_CARDS or finding is None:
        return deal
    new = tuple(
        Aside(finding.committed, ruling.act.seat, card, deal.trick_number)
        for card in finding.cards
        if card not in deal.played and all(aside.card != card for aside in deal.aside)
    )
    return deal._replace(aside=(*deal.aside, *new))


def _taken_back(table: Table, deal: Deal, ruling: Ruling) -> Deal:
    """The card becomes a penalty card and its player plays another, as long as nobody has led to the next trick.

    Too late, nothing changes: the card lies in a trick that is over.
    """
    reopened = not deal.trick and bool(deal.tricks)
    plays = deal.tricks[-1].plays if reopened else deal.trick
    at = next((at for at, play in enumerate(plays) if play.seq == ruling.committed), None)
    if at is None or at == 0 or deal.ledger is None:
        return deal
    play = plays[at]
    number = _number(deal.tricks, reopened)
    aside = () if play.card is None else (Aside(play.seq, play.seat, play.card, number),)
    opponents = table.order.opponents(play.seat)
    deal = with_ledger(deal, deal.ledger.forgive(play.seq))
    return deal._replace(
        may_change=tuple(later.seat for later in plays[at + 1 :] if later.seat in opponents),
        trick=_rest(plays, at),
        tricks=deal.tricks[:-1] if reopened else deal.tricks,
        leader=plays[0].seat,
        turn=play.seat,
        retake=(play.seat, at),
        played=deal.played - {play.card} if play.card else deal.played,
        aside=(*deal.aside, *aside),
        findings=tuple(_told(one) if one.committed == ruling.committed else one for one in deal.findings),
        rulings=tuple(replace(one, law="B-9") if one is ruling else one for one in deal.rulings),
    )


def _rest(plays: tuple[Laid, ...], at: int) -> tuple[Laid, ...]:
    return (*plays[:at], *plays[at + 1 :])


def _number(tricks: tuple[ClosedTrick, ...], reopened: bool) -> int:
    return len(tricks) if reopened else len(tricks) + 1


def _told(one: Irregularity) -> Irregularity:
    """A revoke told before the next lead falls under B-9."""
    if one.offence is not Offence.REVOKE:
        return one
    law = LAWS["B-9"]
    return replace(one, law=law.row, citation=str(law.citation), remedy=law.remedies[0])


def check_names(act: Act) -> None:
    """Raises LogFormatError for a ruling that no deal could take: an offence or a remedy without a name."""
    if not isinstance(act, Ruled):
        return
    if act.offence not in LAWS and act.offence not in set(Offence):
        raise LogFormatError(f"offence {act.offence!r} is unknown; use a name of the log format or a row such as B-12")
    if act.committed is not None and act.committed < 1:
        raise ImpossibleAct(f"a ruling speaks of entry {act.committed}; entries count from 1")
