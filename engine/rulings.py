"""The judge's decisions, as every game here takes them.

The judge accepts a finding, dismisses it, or decides otherwise. A later ruling on the same thing takes the place of an
earlier one. What a remedy does to the course of a deal is asked of the game's ``Court``; what it does to the score the
game works out from the rulings in force.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Protocol, TypeVar

from kozyr.engine.acts import Act, Called, Decision, Played, Ruled
from kozyr.engine.cardplay import CardPlay, trick_of
from kozyr.engine.docket import Docket, Ruling
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import Irregularity
from kozyr.engine.laws import Law, Offence, Remedy
from kozyr.engine.seats import Seat

_OFFENCES: Final = frozenset(offence.value for offence in Offence)
_REMEDIES: Final = frozenset(remedy.value for remedy in Remedy)


class JudgedDeal(Protocol):
    """What the judge's decisions need of a game's deal."""

    @property
    def number(self) -> int:
        """From 1."""
        ...

    @property
    def seq(self) -> int:
        """The entry it began with."""
        ...

    @property
    def acts(self) -> tuple[tuple[int, Act], ...]:
        """Everything that happened in it."""
        ...

    @property
    def docket(self) -> Docket:
        """Its findings and rulings."""
        ...

    @property
    def play(self) -> CardPlay:
        """Its cards."""
        ...


D = TypeVar("D", bound=JudgedDeal)


class Court(Protocol[D]):
    """How a game understands a ruling and carries it out."""

    @property
    def laws(self) -> Mapping[str, Law]:
        """Penalty rows by id."""
        ...

    @property
    def anything_else(self) -> str:
        """The row for what the rule book does not name."""
        ...

    @property
    def changes_course(self) -> frozenset[Offence]:
        """Offences whose entry changes the deal when it is left standing."""
        ...

    def row_for(self, deal: D, offence: Offence, act: Ruled) -> str:
        """The row for an offence that nobody had found before."""
        ...

    def with_docket(self, deal: D, docket: Docket) -> D:
        """The deal with other findings and rulings."""
        ...

    def found(self, deal: D, ruling: Ruling) -> D:
        """The deal with the finding for a breach that only the judge has found."""
        ...

    def replayed(self, deal: D) -> D:
        """The deal folded again from its acts: its forced entries stand, its overruled rulings have no effect."""
        ...

    def carried_out(self, deal: D, ruling: Ruling) -> D:
        """The deal with what the remedy changes in the course of play."""
        ...

    def undone(self, deal: D, ruling: Ruling) -> D:
        """The deal when a finding is dismissed: a card that was no card out of turn goes back into the hand."""
        ...

    def moved_cards(self, ruling: Ruling) -> bool:
        """Whether carrying it out changed what lay on the table or whose turn it was."""
        ...


def check_names(act: Ruled, laws: Mapping[str, Law]) -> None:
    """Raises LogFormatError for an offence without a name, ImpossibleAct for an entry that no log has."""
    if act.offence not in laws and act.offence not in _OFFENCES:
        example = list(laws)[-1]
        raise LogFormatError(
            "offence {offence!r} is unknown; use a name of the log format or a row such as {example}",
            offence=act.offence,
            example=example,
        )
    if act.committed is not None and act.committed < 1:
        raise ImpossibleAct("a ruling speaks of entry {entry}; entries count from 1", entry=act.committed)


def concerns(deal: JudgedDeal, committed: int) -> bool:
    """Whether an entry belongs to a deal."""
    return committed == deal.seq or any(seq == committed for seq, _ in deal.acts)


def deal_judged(current: D, past: tuple[D, ...], act: Ruled) -> D:
    """The deal that a ruling speaks of: that of the entry it names, else the current one."""
    if act.committed is None:
        return current
    return next((deal for deal in (current, *reversed(past)) if concerns(deal, act.committed)), current)


def ruled(court: Court[D], deal: D, seq: int, act: Ruled) -> D:
    """The deal after a ruling. One on the same thing as an earlier ruling takes its place.

    Raises LogFormatError for an offence or remedy that has no name, a fine without points; ImpossibleAct for a ruling
    on a seat whose entry it was not.
    """
    if act.committed is not None and not concerns(deal, act.committed):
        return _stale(court, deal, seq, act)
    finding = _finding_of(court, deal, act)
    ruling = _understood(court, deal, seq, act, finding)
    other = _other_seat(deal, ruling)
    if other is not None:
        if act.committed is not None and act.committed > seq:
            return _stale(court, deal, seq, act)
        raise ImpossibleAct(
            "the ruling is on {seat}, and entry {entry} was {other}'s; name {other} or leave \"committed\" out",
            seat=act.seat, entry=act.committed, other=other,
        )  # fmt: skip
    if seq in deal.docket.overruled:
        return _overruled(court, deal, replace(ruling, overruled=True))
    earlier = [one for one in deal.docket.in_force if is_same(one, ruling)]
    return _instead(court, deal, earlier) if earlier else _in_force(court, deal, ruling)


def _with_ruling(court: Court[D], deal: D, ruling: Ruling) -> D:
    return court.with_docket(deal, deal.docket._replace(rulings=(*deal.docket.rulings, ruling)))


def _stale(court: Court[D], deal: D, seq: int, act: Ruled) -> D:
    """The deal with a ruling whose entry stands no more, or has become another seat's by a correction."""
    law = _law_of(court, deal, act)
    overruled = seq in deal.docket.overruled
    ruling = Ruling(seq, act, law.row, None, None, act.committed or seq, None, deal.number, True, overruled)
    return _with_ruling(court, deal, ruling)


def _in_force(court: Court[D], deal: D, ruling: Ruling) -> D:
    """The deal with what a ruling changes; a breach that nobody had found becomes a finding."""
    deal = _with_ruling(court, deal, ruling)
    if ruling.remedy is None:
        left = [
            one for one in deal.docket.findings if not deal.docket.is_dismissed(one.offence, one.seat, one.committed)
        ]
        return court.undone(court.with_docket(deal, deal.docket._replace(findings=tuple(left))), ruling)
    if ruling.found is None and ruling.offence is not None:
        deal = court.found(deal, ruling)
    committed, forced = ruling.committed, deal.docket.forced
    if ruling.remedy is Remedy.STANDS and ruling.offence in court.changes_course and committed not in forced:
        try:
            return court.replayed(court.with_docket(deal, deal.docket._replace(forced=forced | {committed})))
        except ImpossibleAct as error:
            raise ImpossibleAct(
                "entry {entry} cannot stand, the table went on without it: {error}", entry=committed, error=error
            ) from None
    return court.carried_out(deal, ruling)


def _instead(court: Court[D], deal: D, earlier: list[Ruling]) -> D:
    """The deal as if the earlier rulings had not been given; what was played after them has been played."""
    gone = frozenset(one.seq for one in earlier)
    played_on = frozenset(one.seq for one in earlier if _is_played_on(court, deal, one))
    try:
        return court.replayed(_without(court, deal, gone, played_on))
    except ImpossibleAct:
        return court.replayed(_without(court, deal, gone, gone))


def _without(court: Court[D], deal: D, gone: frozenset[int], kept: frozenset[int]) -> D:
    docket = deal.docket
    overruled, kept = docket.overruled | gone, docket.kept | kept
    standing = [one for one in docket.rulings if one.seq not in overruled or one.seq in kept]
    forced = frozenset(
        one.committed for one in standing if one.remedy is Remedy.STANDS and one.offence in court.changes_course
    )
    return court.with_docket(deal, docket._replace(overruled=overruled, kept=kept, forced=forced))


def _is_played_on(court: Court[D], deal: D, one: Ruling) -> bool:
    """Whether a ruling changed what lay on the table or whose turn it was, and the players went on from there."""
    if not court.moved_cards(one):
        return False
    at = next(at for at, (seq, _) in enumerate(deal.acts) if seq == one.seq)
    return any(isinstance(act, Called | Played) for _, act in deal.acts[at + 1 :])


def _overruled(court: Court[D], deal: D, ruling: Ruling) -> D:
    """The deal with a ruling that stays in its history; of what it did only the course of play remains, if anything."""
    deal = _with_ruling(court, deal, ruling)
    if ruling.seq in deal.docket.kept and ruling.remedy is not Remedy.STANDS:
        return court.carried_out(deal, ruling)
    return deal


def _finding_of(court: Court[D], deal: D, act: Ruled) -> Irregularity | None:
    """The finding a ruling speaks of: by its entry, or the last of its kind when no entry is named."""
    if act.committed is None and act.offence == court.anything_else:
        return None
    named = [
        one
        for one in deal.docket.findings
        if act.offence in (one.offence.value, one.law)
        and one.seat in (None, act.seat)
        and act.committed in (None, one.committed)
    ]
    return named[-1] if named else None


def _understood(court: Court[D], deal: D, seq: int, act: Ruled, finding: Irregularity | None) -> Ruling:
    """A ruling with its row, remedy, offence, entry and trick, from the finding it speaks of or the judge's words."""
    law = court.laws[finding.law] if finding else _law_of(court, deal, act)
    offence = finding.offence if finding else _offence(act, law)
    committed = finding.committed if finding else act.committed or seq
    trick = finding.trick if finding else trick_of(deal.play, act.committed)
    joint = finding is not None and finding.seat is None
    remedy = _remedy(act, law, finding)
    return Ruling(seq, act, law.row, remedy, offence, committed, trick, deal.number, joint=joint, found=finding)


def _law_of(court: Court[D], deal: D, act: Ruled) -> Law:
    """The row for an offence that nobody had found before: named by its row, or by its kind."""
    if act.offence in court.laws:
        return court.laws[act.offence]
    return court.laws[court.row_for(deal, Offence(act.offence), act)]


def _offence(act: Ruled, law: Law) -> Offence | None:
    """What the judge found where nobody had found anything: as he names it, or what his row is about.

    A row that several offences fall under says nothing about which it was.
    """
    if act.offence in _OFFENCES:
        return Offence(act.offence)
    return law.offences[0] if len(law.offences) == 1 else None


def _remedy(act: Ruled, law: Law, finding: Irregularity | None) -> Remedy | None:
    if act.decision is Decision.DISMISSED:
        return None
    if act.remedy is None:
        if act.decision is Decision.OTHER:
            return Remedy.JUDGE
        return finding.remedy if finding else law.remedies[0]
    if act.remedy not in _REMEDIES:
        if act.decision is Decision.OTHER:
            return Remedy.JUDGE
        raise LogFormatError(
            "remedy {remedy!r} is unknown; use one of {remedies}", remedy=act.remedy, remedies=", ".join(Remedy)
        )
    if act.remedy == Remedy.FINE and act.points is None and (finding is None or finding.points is None):
        raise LogFormatError("a fine needs its points")
    return Remedy(act.remedy)


def _other_seat(deal: JudgedDeal, ruling: Ruling) -> Seat | None:
    """Whose entry it was that a ruling lays to somebody else's charge; None when it is well.

    What is no breach of the cards or the auction may be ruled on at anybody's entry, but tricks go only for one's own.
    """
    if ruling.found is not None or ruling.act.committed is None:
        return None
    if ruling.offence is None and ruling.remedy is not Remedy.TRICKS_TO_OPPONENTS:
        return None
    if any(one.joint and one.committed == ruling.act.committed for one in deal.docket.in_force):
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
