"""What a ruling of the judge speaks of: which breach, of whom, by which entry, in which trick, and its remedy."""

from typing import Final

from kozyr.engine.acts import Decision, Ruled
from kozyr.engine.errors import LogFormatError
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.games.bazar_belot.state import Deal, Ruling
from kozyr.engine.laws import Law, Offence, Remedy
from kozyr.engine.seats import Seat

ANYTHING_ELSE: Final = "B-19"
"""The row for what the regulation does not name."""


def finding_of(deal: Deal, act: Ruled) -> Irregularity | None:
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


def understood(deal: Deal, seq: int, act: Ruled, finding: Irregularity | None) -> Ruling:
    """A ruling with its row, remedy, offence, entry and trick, from the finding it speaks of or from the judge's words.

    Raises LogFormatError for an offence or remedy that has no name here, a fine without points.
    """
    law = LAWS[finding.law] if finding else law_of(deal, act)
    offence = finding.offence if finding else _offence(act, law)
    committed = finding.committed if finding else act.committed or seq
    trick = finding.trick if finding else _trick_of(deal, act.committed)
    joint = finding is not None and finding.seat is None
    return Ruling(seq, act, law.row, _remedy(act, law, finding), offence, committed, trick, deal.number, joint=joint)


def law_of(deal: Deal, act: Ruled) -> Law:
    """The row for an offence that nobody had found before: named by its row, or by its kind."""
    if act.offence in LAWS:
        return LAWS[act.offence]
    if act.offence not in set(Offence):
        raise LogFormatError(f"offence {act.offence!r} is unknown; use a name of the log format or a row such as B-12")
    offence = Offence(act.offence)
    if offence is Offence.EXPOSED_CARDS:
        return LAWS["B-1" if trick_at(deal, act.committed) is None else "B-8"]
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


def other_seat(deal: Deal, ruling: Ruling, finding: Irregularity | None) -> Seat | None:
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


def is_same(one: Ruling, later: Ruling) -> bool:
    """Whether two rulings speak of the same breach: the same seat, entry and offence; a later one by row, that row."""
    kind = one.law == later.law if later.offence is None else one.offence is later.offence
    seats = one.act.seat is later.act.seat or one.joint or later.joint
    unnamed = one.act.committed is None and later.act.committed is None and later.committed == later.seq
    return kind and seats and (one.committed == later.committed or unnamed)


def _trick_of(deal: Deal, committed: int | None) -> int | None:
    """The number of the trick to which an entry was played."""
    for trick in deal.play.tricks:
        if any(play.seq == committed for play in trick.plays):
            return trick.number
    return len(deal.play.tricks) + 1 if any(play.seq == committed for play in deal.play.trick) else None


def trick_at(deal: Deal, committed: int | None) -> int | None:
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
    closed = sum(all(places.get(play.seq, -1) < at for play in trick.plays) for trick in deal.play.tricks)
    return min(closed + 1, 8)
