"""The docket of a deal: its findings, the judge's decisions on them, and how a finding is made out.

A finding is proposed once, under a law row. How a game understands and carries out a decision is in ``rulings``.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kozyr.engine.acts import Ruled
from kozyr.engine.cards import Card
from kozyr.engine.facts import Irregularity
from kozyr.engine.game import RulingRow
from kozyr.engine.laws import Law, Offence, Remedy
from kozyr.engine.legality import Proof
from kozyr.engine.records import renewable
from kozyr.engine.seats import Seat


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


@renewable
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

    @property
    def out_of_turn(self) -> tuple[int, ...]:
        """The entries that laid a card out of turn."""
        return tuple(one.committed for one in self.findings if one.offence is Offence.OUT_OF_TURN)

    @property
    def before_replay(self) -> "Docket":
        """What it begins with when its deal is folded again: entries that stand, rulings replaced, no findings."""
        return Docket(forced=self.forced, overruled=self.overruled, kept=self.kept)

    def has_unread_out_of_turn(self, trick: int) -> bool:
        """Whether an unread card lies out of turn in a trick (0: before the play); it may be a due play by now."""
        return any(
            one.offence is Offence.OUT_OF_TURN and not one.cards and (one.trick or 0) == trick for one in self.findings
        )

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
                ruling.act.decision,
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
