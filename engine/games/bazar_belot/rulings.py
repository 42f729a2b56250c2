"""The judge's decisions: understood, recorded with the deal they concern, and what they change in its course.

What they do to the score is in ``outcome``.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from kozyr.engine.acts import Act, Called, Decision, Played, Ruled
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.bazar_belot.findings import found, is_dismissed, with_ledger
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.games.bazar_belot.state import Aside, ClosedTrick, Deal, Laid, Ruling, Table
from kozyr.engine.laws import Law, Offence, Remedy
from kozyr.engine.seats import Seat

Replay = Callable[[Table, Deal], Deal]
"""Folds a deal's acts again: its forced entries stand, its overruled rulings have no effect."""
_CHANGES_COURSE: Final = (
    Offence.ILLEGAL_CALL,
    Offence.CALL_OUT_OF_TURN,
    Offence.OUT_OF_TURN,
    Offence.LATE_DECLARATION,
)
"""Offences whose entry changes the deal when it is left standing."""
ANYTHING_ELSE: Final = "B-19"
"""The row for what the regulation does not name."""


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
    finding = _finding(deal, act)
    ruling = _understood(deal, seq, act, finding)
    other = _other_seat(deal, ruling, finding)
    if other is not None:
        if act.committed is not None and act.committed > seq:
            return _stale(deal, seq, act)
        instead = f'name {other} or leave "committed" out'
        raise ImpossibleAct(f"the ruling is on {act.seat}, and entry {act.committed} was {other}'s; {instead}")
    if seq in deal.overruled:
        return _overruled(table, deal, replace(ruling, overruled=True))
    earlier = [one for one in deal.in_force if _is_same(one, ruling)]
    if earlier:
        return _instead(table, deal, earlier, replay)
    return _in_force(table, deal, ruling, finding, replay)


def _stale(deal: Deal, seq: int, act: Ruled) -> Deal:
    """The deal with a ruling whose entry stands no more, or has become another seat's by a correction."""
    ruling = Ruling(seq, act, _law(deal, act).row, None, None, act.committed or seq, None, deal.number, stale=True)
    return deal._replace(rulings=(*deal.rulings, replace(ruling, overruled=seq in deal.overruled)))


def _understood(deal: Deal, seq: int, act: Ruled, finding: Irregularity | None) -> Ruling:
    law = LAWS[finding.law] if finding else _law(deal, act)
    offence = finding.offence if finding else _offence(act, law)
    committed = finding.committed if finding else act.committed or seq
    trick = finding.trick if finding else _trick_of(deal, act.committed)
    joint = finding is not None and finding.seat is None
    return Ruling(seq, act, law.row, _remedy(act, law, finding), offence, committed, trick, deal.number, joint=joint)


def _in_force(table: Table, deal: Deal, ruling: Ruling, finding: Irregularity | None, replay: Replay) -> Deal:
    """The deal with what a ruling changes; a breach that nobody had found becomes a finding."""
    remedy, offence, committed = ruling.remedy, ruling.offence, ruling.committed
    deal = deal._replace(rulings=(*deal.rulings, ruling))
    if remedy is None:
        return _dismissed(deal, ruling)
    if finding is None and offence is not None:
        seqs = (committed, max(committed, ruling.seq))
        trick = _trick_at(deal, committed)
        deal = found(deal, ruling.law, offence, ruling.act.seat, seqs, remedy=remedy, trick=(trick,))
    if remedy is Remedy.STANDS and offence in _CHANGES_COURSE and committed not in deal.forced:
        try:
            return replay(table, deal._replace(forced=deal.forced | {committed}))
        except ImpossibleAct as error:
            raise ImpossibleAct(f"entry {committed} cannot stand, the table went on without it: {error}") from None
    return _penalty_card(table, deal, ruling, finding) if remedy is Remedy.PENALTY_CARD else deal


def _other_seat(deal: Deal, ruling: Ruling, finding: Irregularity | None) -> Seat | None:
    """Whose entry it was that a ruling lays to somebody else's charge; None when it is well.

    What is no breach of the cards or the auction may be ruled on at anybody's entry, but tricks go only for one's own.
    """
    if finding is not None or ruling.act.committed is None:
        return None
    if ruling.offence is None and ruling.remedy is not Remedy.TRICKS_TO_OPPONENTS:
        return None
    if any(one.joint and one.committed == ruling.act.committed for one in deal.in_force):
        return None
    act = next((act for seq, act in deal.acts if seq == ruling.act.committed), None)
    seat = getattr(act, "seat", None) or getattr(act, "offender", None)
    return seat if isinstance(seat, Seat) and seat is not ruling.act.seat else None


def _is_same(one: Ruling, later: Ruling) -> bool:
    """Whether two rulings speak of the same breach: the same seat, entry and offence; a later one by row, that row."""
    kind = one.law == later.law if later.offence is None else one.offence is later.offence
    seats = one.act.seat is later.act.seat or one.joint or later.joint
    unnamed = one.act.committed is None and later.act.committed is None and later.committed == later.seq
    return kind and seats and (one.committed == later.committed or unnamed)


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
        return _taken_back(table, deal, ruling)
    return deal


def _finding(deal: Deal, act: Ruled) -> Irregularity | None:
    """The finding a ruling speaks of: by its entry, or the last of its kind when no entry is named."""
    if act.committed is None and act.offence == ANYTHING_ELSE:
        return None
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
        return LAWS["B-1" if _trick_at(deal, act.committed) is None else "B-8"]
    if offence is Offence.REVOKE:
        return LAWS["B-9" if act.remedy == Remedy.PENALTY_CARD else "B-10"]
    if offence is Offence.FALSE_DECLARATION:
        return LAWS["B-2" if act.remedy == Remedy.DECLARATIONS_VOID else "B-3"]
    return next((law for law in LAWS.values() if offence in law.offences), LAWS[ANYTHING_ELSE])


def _offence(act: Ruled, law: Law) -> Offence | None:
    """What the judge found where nobody had found anything: as he names it, or what his row is about.

    A row that several offences fall under says nothing about which it was.
    """
    if act.offence in set(Offence):
        return Offence(act.offence)
    return law.offences[0] if len(law.offences) == 1 else None


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


def _trick_at(deal: Deal, committed: int | None) -> int | None:
    """The number of the trick that was being played at an entry, now where none is named; None in the auction."""
    if committed is None:
        return deal.trick_number or None
    played_to = _trick_of(deal, committed)
    if played_to is not None:
        return played_to
    places = {seq: at for at, (seq, _) in enumerate(deal.acts)}
    at = places.get(committed)
    last_call = max((places.get(call.seq, -1) for call in deal.calls if call.stands), default=-1)
    if deal.contract is None or at is None or at <= last_call:
        return None
    closed = sum(all(places.get(play.seq, -1) < at for play in trick.plays) for trick in deal.tricks)
    return min(closed + 1, 8)


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
