"""How the judge's decisions work in Bazar Belot: their rows, and what they change in the course of a deal.

What they do to the score is in ``outcome``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from kozyr.engine.acts import Ruled
from kozyr.engine.cardplay import Aside, trick_of
from kozyr.engine.docket import Docket, Ruling
from kozyr.engine.games.bazar_belot.findings import found
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.games.bazar_belot.play import HAND
from kozyr.engine.games.bazar_belot.retaking import taken_back
from kozyr.engine.games.bazar_belot.state import Deal, Table
from kozyr.engine.laws import Law, Offence, Remedy

_ROWS: Final[Mapping[Offence, str]] = {
    offence: law.row for law in reversed(tuple(LAWS.values())) for offence in law.offences
}
"""The first row that names an offence."""


@dataclass(frozen=True, slots=True)
class BelotCourt:
    """The judge of one table."""

    table: Table
    """Its rules and seats."""
    replay: Callable[[Table, Deal], Deal]
    """Folds a deal's acts again."""
    anything_else: str = "B-19"
    """The row for what the regulation does not name."""
    changes_course: frozenset[Offence] = frozenset(
        {Offence.ILLEGAL_CALL, Offence.CALL_OUT_OF_TURN, Offence.OUT_OF_TURN, Offence.LATE_DECLARATION}
    )
    """Offences whose entry changes the deal when it is left standing."""

    @property
    def laws(self) -> Mapping[str, Law]:
        """Penalty rows by id."""
        return LAWS

    def row_for(self, deal: Deal, offence: Offence, act: Ruled) -> str:
        """The row for an offence that nobody had found before."""
        if offence is Offence.EXPOSED_CARDS:
            return "B-1" if trick_at(deal, act.committed) is None else "B-8"
        if offence is Offence.REVOKE:
            return "B-9" if act.remedy == Remedy.PENALTY_CARD else "B-10"
        if offence is Offence.FALSE_DECLARATION:
            return "B-2" if act.remedy == Remedy.DECLARATIONS_VOID else "B-3"
        return _ROWS.get(offence, self.anything_else)

    def with_docket(self, deal: Deal, docket: Docket) -> Deal:
        """The deal with other findings and rulings."""
        return deal._replace(docket=docket)

    def found(self, deal: Deal, ruling: Ruling) -> Deal:
        """The deal with the finding for a breach that only the judge has found."""
        if ruling.offence is None:
            return deal
        seqs = (ruling.committed, max(ruling.committed, ruling.seq))
        trick = trick_at(deal, ruling.committed)
        return found(deal, ruling.law, ruling.offence, ruling.act.seat, seqs, remedy=ruling.remedy, trick=(trick,))

    def replayed(self, deal: Deal) -> Deal:
        """The deal folded again from its acts."""
        return self.replay(self.table, deal)

    def carried_out(self, deal: Deal, ruling: Ruling) -> Deal:
        """A revoke told in time is taken back; exposed cards stay open as penalty cards."""
        if ruling.remedy is not Remedy.PENALTY_CARD:
            return deal
        if ruling.offence is Offence.REVOKE:
            return taken_back(self.table, deal, ruling)
        if ruling.offence is not Offence.EXPOSED_CARDS or ruling.found is None or ruling.overruled:
            return deal
        new = tuple(
            Aside(ruling.found.committed, ruling.act.seat, card, deal.trick_number)
            for card in ruling.found.cards
            if card not in deal.play.played and all(aside.card != card for aside in deal.play.aside)
        )
        return deal._replace(play=deal.play._replace(aside=(*deal.play.aside, *new)))

    def undone(self, deal: Deal, ruling: Ruling) -> Deal:
        """A card that was no card out of turn goes back into the hand."""
        aside = tuple(one for one in deal.play.aside if one.seq != ruling.committed)
        return deal._replace(play=deal.play._replace(aside=aside))

    def moved_cards(self, ruling: Ruling) -> bool:
        """Whether it changed what lay on the table or whose turn it was."""
        if ruling.remedy is Remedy.STANDS:
            return ruling.offence in self.changes_course and ruling.offence is not Offence.LATE_DECLARATION
        return ruling.remedy is Remedy.PENALTY_CARD and ruling.offence is Offence.REVOKE and ruling.law == "B-9"


def trick_at(deal: Deal, committed: int | None) -> int | None:
    """The number of the trick that was being played at an entry, now where none is named; None in the auction."""
    if committed is None:
        return deal.trick_number or None
    played_to = trick_of(deal.play, committed)
    if played_to is not None:
        return played_to
    places = {seq: at for at, (seq, _) in enumerate(deal.acts)}
    at = places.get(committed)
    last_call = max((places.get(call.seq, -1) for call in deal.calls if call.stands), default=-1)
    if deal.contract is None or at is None or at <= last_call:
        return None
    closed = sum(all(places.get(play.seq, -1) < at for play in trick.plays) for trick in deal.play.tricks)
    return min(closed + 1, HAND)
