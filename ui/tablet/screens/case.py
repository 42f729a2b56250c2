"""What a ruling is about: a finding of the rules, or an offence that somebody reported. No Kivy in here."""

from dataclasses import dataclass

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.engine.facts import Irregularity
from kozyr.engine.laws import Law, Offence
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import clock_text, law_text, seat_text, tr
from kozyr.ui.tablet.model import TableModel


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One thing that was seen."""

    what: str
    """What it shows, in words."""
    card: Card | None
    """The card, None when no card shows it."""
    where: str
    """Trick and time, in words."""
    crop: str | None
    """The file of its picture."""


@dataclass(frozen=True, slots=True)
class Case:
    """One matter before the judge."""

    title: str
    """What and who, in words."""
    offence: str
    """In notation: an offence, or the row of the law for what only people report."""
    seat: Seat | None
    """The offender; None when the finding cannot say which."""
    committed: int | None
    """The entry that broke the rule."""
    law: Law
    """The row of the penalty table."""
    remedy: str
    """The remedy proposed, in notation."""
    exhibits: tuple[Exhibit, ...]
    """The evidence."""
    note: str
    """How sure it is, in words."""

    @property
    def law_words(self) -> tuple[str, str]:
        """The row in the language in force, and the clause in the words of the rule book."""
        original = self.law.text
        return law_text(self.law.row) or original, original


def found(model: TableModel, finding: Irregularity) -> Case:
    """The case of a finding. Raises KeyError for a law that the game does not have."""
    law: Law = model.session.game.laws[finding.law]
    offence = tr(f"offence.{finding.offence.value}").capitalize()
    return Case(
        tr("ruling.title", offence=offence, seat=seat_text(finding.seat)) if finding.seat else offence,
        finding.offence.value,
        finding.seat,
        finding.committed,
        law,
        finding.remedy.value,
        _exhibits(model, finding),
        tr("judge.sure" if finding.certain else "judge.unsure"),
    )


def reported(model: TableModel, law: Law, seat: Seat) -> Case:
    """The case of an offence that no camera sees. A revoke is about the last card of its player."""
    committed = None
    if Offence.REVOKE in law.offences:
        plays = [step.seq for step in model.deal_steps if isinstance(step.act, Played) and step.act.seat is seat]
        committed = plays[-1] if plays else None
    card = [] if committed is None else [_exhibit(model, tr("ruling.committed"), committed, None, None)]
    title = tr("ruling.title", offence=law.row, seat=seat_text(seat))
    return Case(title, law.row, seat, committed, law, law.remedies[0].value, tuple(card), tr("judge.reported"))


def _exhibits(model: TableModel, finding: Irregularity) -> tuple[Exhibit, ...]:
    """The act itself and what proves it."""
    cards, broken = finding.cards, tr("ruling.committed")
    first = _exhibit(model, broken, finding.committed, cards[0] if cards else None, finding.trick)
    if finding.proved == finding.committed:
        more = [_exhibit(model, broken, finding.committed, card, finding.trick) for card in cards[1:3]]
        return (first, *more)
    proof = cards[1] if len(cards) > 1 else None
    return first, _exhibit(model, tr("ruling.proved"), finding.proved, proof, finding.proved_trick)


def _exhibit(model: TableModel, what: str, seq: int, card: Card | None, trick: int | None) -> Exhibit:
    step, entry = model.step_of(seq), model.entry_of(seq)
    if card is None and step is not None and isinstance(step.act, Played):
        card = step.act.card
    time = clock_text(step.at_ms) if step is not None else ""
    where = time if trick is None else tr("ruling.trick", trick=trick, time=time)
    crop = model.crop_file(entry.crop) if entry is not None and entry.crop else None
    return Exhibit(what, card, where, crop)
