"""Findings of a deal and the judge's decisions on them, as every game here keeps them.

A finding is proposed once, under a law row; the judge accepts it, dismisses it, or decides otherwise. A later ruling
on the same thing takes the place of an earlier one. What a remedy does to the course of a deal is asked of the game's
``Court``; what it does to the score the game works out from the rulings in force.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol, TypeVar

from kozyr.engine.acts import Act, Called, Decision, Played, Ruled
from kozyr.engine.cardplay import CardPlay, trick_of
from kozyr.engine.cards import Card
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import Irregularity
from kozyr.engine.game import RulingRow
from kozyr.engine.laws import Law, Offence, Remedy
from kozyr.engine.legality import Proof
from kozyr.engine.seats import Seat

_OFFENCES: Final = frozenset(offence.value for offence in Offence)
_REMEDIES: Final = frozenset(remedy.value for remedy in Remedy)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of the judge, understood."""

    seq: int
    """Its entry."""
    act: Ruled
    """The act."""
    law: str
    """The row it rests on."""
    remedy: Remedy | None
    """What it does; None when dismissed."""
    offence: Offence | None
    """What it is about; None for what only a person can report."""
    committed: int
    """The entry it is about; the ruling's own when it names none and nothing was found."""
    trick: int | None
    """The trick of the play it is about."""
    deal: int = 0
    """The number of the deal it concerns."""
    stale: bool = False
    """True when its entry stands in the log no more: it then changes nothing and leaves a doubt."""
    overruled: bool = False
    """True when a later ruling on the same thing has taken its place: it then changes nothing."""
    joint: bool = False
    """True when it is about a finding that names no single seat."""
    found: Irregularity | None = None
    """The finding it speaks of, as it was proposed."""

    @property
    def points(self) -> int:
        """The size of the fine: as the judge says, else as it was proposed; 0 for none."""
        if self.act.points is not None:
            return self.act.points
        return (self.found.points or 0) if self.found is not None else 0

    @property
    def column(self) -> str | None:
        """The column of the fine: as the judge says, else as it was proposed."""
        return self.act.column or (self.found.column if self.found is not None else None)


class Docket(NamedTuple):
    """The findings of one deal and the decisions on them."""

    findings: tuple[Irregularity, ...] = ()
    """In order of proof, dismissed ones left out."""
    rulings: tuple[Ruling, ...] = ()
    """In order."""
    forced: frozenset[int] = frozenset()
    """Entries that stand by ruling although they were irregular."""
    overruled: frozenset[int] = frozenset()
    """The rulings whose place a later one has taken."""
    kept: frozenset[int] = frozenset()
    """Of those, the ones on which play went on at the table: the cards lie as they lie."""

    @property
    def in_force(self) -> tuple[Ruling, ...]:
        """The rulings that no later one has replaced."""
        return tuple([ruling for ruling in self.rulings if not ruling.overruled]) if self.overruled else self.rulings

    def is_dismissed(self, offence: Offence, seat: Seat | None, committed: int) -> bool:
        """Whether the judge has dismissed this very finding."""
        return any(
            ruling.remedy is None and not ruling.stale and _is_about(ruling, offence, seat, committed)
            for ruling in self.in_force
        )

    def is_ruled(self, one: Irregularity) -> bool:
        """Whether the judge has accepted a finding, with its own or another remedy."""
        return any(
            ruling.remedy is not None and _is_about(ruling, one.offence, one.seat, one.committed)
            for ruling in self.in_force
        )

    def like(self, one: Irregularity) -> Irregularity | None:
        """The finding already there about the same offence of the same seat by the same entry."""
        for other in self.findings:
            if other.committed == one.committed and other.offence is one.offence and other.seat == one.seat:
                return other
        return None

    def with_finding(self, one: Irregularity, *, instead: Irregularity | None = None) -> "Docket":
        """The docket with one more finding; ``instead``: of the one whose place it takes.

        Nothing is added to what has been found already or to what the judge has dismissed.
        """
        before = self.like(one)
        if (before is not None and before is not instead) or self.is_dismissed(one.offence, one.seat, one.committed):
            return self
        return self._replace(findings=(*(other for other in self.findings if other is not instead), one))

    def with_proofs(self, proofs: Iterable[Proof], finding: Callable[[Proof], Irregularity]) -> "Docket":
        """The docket with exactly these proofs of illegal plays; those withdrawn leave unless ruled on."""
        by_key = {(proof.committed, proof.certain): proof for proof in proofs}
        stay = [
            one
            for one in self.findings
            if one.offence is not Offence.REVOKE or (one.committed, one.certain) in by_key or self.is_ruled(one)
        ]
        there = {(one.committed, one.certain) for one in stay if one.offence is Offence.REVOKE}
        new = [
            finding(proof)
            for key, proof in by_key.items()
            if key not in there and not self.is_dismissed(Offence.REVOKE, proof.seat, proof.committed)
        ]
        return self._replace(findings=(*stay, *new))

    def rows(self, deal: int) -> tuple[RulingRow, ...]:
        """The decisions for the protocol; ``deal`` is the number of the deal."""
        return tuple(
            RulingRow(
                ruling.seq,
                deal,
                ruling.law,
                ruling.act.offence,
                ruling.act.seat,
                ruling.act.committed,
                ruling.act.decision if not ruling.stale else Decision.OTHER,
                ruling.remedy.value if ruling.remedy else None,
                ruling.points if ruling.remedy is Remedy.FINE else ruling.act.points,
                ruling.act.why,
            )
            for ruling in self.rulings
        )


def _is_about(ruling: Ruling, offence: Offence, seat: Seat | None, committed: int) -> bool:
    return ruling.committed == committed and ruling.offence is offence and seat in (None, ruling.act.seat)


class Place(NamedTuple):
    """Where in a log a finding belongs."""

    deal: int
    """The number of the deal."""
    trick: int | None
    """The number of the trick in which it was committed; None before the play."""
    proved_trick: int | None
    """The number of the trick in which it was proved."""


def irregularity(
    law: Law,
    offence: Offence,
    seat: Seat | None,
    seqs: tuple[int, int],
    place: Place,
    *,
    certain: bool = True,
    remedy: Remedy | None = None,
    cards: tuple[Card, ...] = (),
    fine: tuple[int, str] | None = None,
) -> Irregularity:
    """A finding under a row; ``seqs`` are those of the entries that committed and that proved it.

    ``remedy``: what is proposed when it is not the row's first; ``fine``: (points, column) of a proposed fine.
    """
    return Irregularity(
        offence=offence,
        seat=seat,
        committed=seqs[0],
        proved=seqs[1],
        certain=certain,
        law=law.row,
        citation=str(law.citation),
        remedy=remedy or law.remedies[0],
        cards=cards,
        deal=place.deal,
        trick=place.trick,
        proved_trick=place.proved_trick,
        points=fine[0] if fine else None,
        column=fine[1] if fine else None,
    )


def revoke_of(law: Law, deal: int, proof: Proof) -> Irregularity:
    """The finding for a proof of an illegal play."""
    cards = (proof.played,) if proof.shown is None else (proof.played, proof.shown)
    seqs, place = (proof.committed, proof.proved), Place(deal, proof.trick, proof.proved_trick)
    return irregularity(law, Offence.REVOKE, proof.seat, seqs, place, certain=proof.certain, cards=cards)


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
    def anything_else(self) -> str | None:
        """The row for what the rule book does not name; None where it has none."""
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
            f"offence {act.offence!r} is unknown; use a name of the log format or a row such as {example}"
        )
    if act.committed is not None and act.committed < 1:
        raise ImpossibleAct(f"a ruling speaks of entry {act.committed}; entries count from 1")


def concerns(deal: JudgedDeal, committed: int) -> bool:
    """Whether an entry belongs to a deal."""
    return committed == deal.seq or any(seq == committed for seq, _ in deal.acts)


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
        instead = f'name {other} or leave "committed" out'
        raise ImpossibleAct(f"the ruling is on {act.seat}, and entry {act.committed} was {other}'s; {instead}")
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
            raise ImpossibleAct(f"entry {committed} cannot stand, the table went on without it: {error}") from None
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
        raise LogFormatError(f"remedy {act.remedy!r} is unknown; use one of {', '.join(Remedy)}")
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
