"""What a ruling is about: a finding of the rules, or an offence that somebody reported. No Kivy in here."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kozyr.engine.acts import Act, Played, Ruled
from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError
from kozyr.engine.facts import Irregularity
from kozyr.engine.laws import Detectable, Law, Offence, Remedy
from kozyr.engine.seats import Seat
from kozyr.engine.table.differences import Differences
from kozyr.engine.table.log import Entry
from kozyr.ui.correction_text import difference_lines
from kozyr.ui.locale.text import clock_text, law_text, matter_text, offence_text, penalty_text, score_text, tr
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.people import called, named
from kozyr.ui.tablet.screens.circumstances import around, changed, led_before
from kozyr.ui.tablet.telling import told


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
    said: str = ""
    """What no card shows, in words: the call and who made it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One matter before the judge."""

    title: str
    """What and who, in words, as markup."""
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
    certain: bool = True
    """Whether it is proved, or people have said so."""
    points: int | None = None
    """What the remedy costs, where the row says so in numbers."""
    column: str | None = None
    """Where a fine goes, in games whose score has columns."""
    around: tuple[str, ...] = ()
    """What stood before a word, and whose turn it was, in words."""
    changed: tuple[str, ...] = ()
    """What it rests on and was put right after it was entered, in words."""
    imposed: bool = False
    """Whether the judge punishes of his own accord: no finding of the rules."""
    fined: bool = False
    """Whether it begins with how many points."""

    @property
    def proposal(self) -> str:
        """The remedy proposed, with its points and their column."""
        return fine_text(self.remedy, self.points, self.column)

    @property
    def law_words(self) -> tuple[str, str]:
        """The row in the language in force, and the clause in the words of the rule book."""
        original = self.law.text
        return law_text(self.law.row) or original, original


def found(model: TableModel, finding: Irregularity) -> Case:
    """The case of a finding. Raises KeyError for a law that the game does not have."""
    law: Law = model.laws[finding.law]
    offence = offence_text(finding.offence.value, finding.law).capitalize()
    return Case(
        tr("ruling.title", offence=offence, seat=named(model, finding.seat)) if finding.seat else offence,
        finding.offence.value,
        finding.seat,
        finding.committed,
        law,
        finding.remedy.value,
        _exhibits(model, finding),
        tr("judge.sure" if finding.certain else "judge.unsure"),
        finding.certain,
        finding.points,
        finding.column,
        around(model, finding),
        changed(model, finding),
    )


def reported(model: TableModel, law: Law, seat: Seat, about: int | None = None) -> Case:
    """The case of an offence that no camera sees; ``about`` is the entry that somebody has pointed at."""
    committed = about
    card = [] if committed is None else [_exhibit(model, tr("ruling.committed"), committed, None, None)]
    title = tr("ruling.title", offence=capital(matter_text(law.row, law.row)), seat=named(model, seat))
    # What accepting does, whichever remedy the edition would put first.
    proposed, said = model.session.game.laws[law.row].remedies[0].value, tr("judge.reported")
    return Case(title, law.row, seat, committed, law, proposed, tuple(card), said, imposed=True)


def discretion(model: TableModel, seat: Seat) -> Case | None:
    """A penalty at the judge's discretion, to begin with its points; None in a game that knows none."""
    law = next((law for law in reversed(tuple(model.laws.values())) if _is_free(law)), None)
    return None if law is None else replace(reported(model, law, seat), fined=True, note="")


def _is_free(law: Law) -> bool:
    """Whether a row leaves it to the judge what is punished and how, a fine as well."""
    return law.remedies[0] is Remedy.JUDGE and Remedy.FINE in law.remedies and Detectable.REPORTED in law.detectable


def entries_of(model: TableModel, seat: Seat) -> tuple[tuple[int, str], ...]:
    """(entry, what it says) of everything that a seat has done in this deal, the last first."""
    done = [step for step in model.deal_steps if getattr(step.act, "seat", None) is seat and not _ruled(step.act)]
    return tuple((one.seq, f"{clock_text(one.at_ms)} · {told(model, one.act, model.view.deal)}") for one in done[::-1])


def fine_text(remedy: str | None, points: int | None, column: str | None) -> str:
    """A remedy, of a fine how many points and where they are written."""
    return penalty_text(remedy, points, column)


def effect(model: TableModel, act: Ruled) -> tuple[str, ...]:
    """What a decision would change in the score, in words; nothing changes. Empty where that cannot be told."""
    entry = Entry(model.session.next_seq, model.now_ms(), model.source, act)
    try:
        found = model.session.preview((entry,))
    except KozyrError:
        return ()
    scores = replace(found, found=(), dropped=())
    with called(model):
        return tuple(_figures(scores)) if scores else (tr("ruling.no-points"),)


def _figures(found: Differences) -> Iterator[str]:
    """A deal that had no score yet by what it gives; of what was written already what becomes of it, each figure once:
    the total after the last deal is the one at the end."""
    new = {one.deal for one in found.scores if one.old is None and one.deal}
    for deal in sorted(new):
        gives = [(one.side, one.new or 0) for one in found.scores if one.deal == deal and one.what == "score"]
        if gives:
            yield tr("check.change.deal", deal=deal, figures=score_text(gives)).strip()
    last = max((one.deal for one in found.scores), default=0) if any(not one.deal for one in found.scores) else 0
    rest = tuple(one for one in found.scores if one.deal not in new and not (one.what == "total" and one.deal == last))
    if others := replace(found, scores=rest):
        yield from (line.strip() for line in difference_lines(others))


def _ruled(act: Act) -> bool:
    return isinstance(act, Ruled)


def capital(text: str) -> str:
    """With a capital letter, and nothing else changed."""
    return text[:1].upper() + text[1:]


def _exhibits(model: TableModel, finding: Irregularity) -> tuple[Exhibit, ...]:
    """The act itself and what proves it."""
    cards, broken = finding.cards, tr("ruling.committed")
    first = _exhibit(model, broken, finding.committed, cards[0] if cards else None, finding.trick)
    led = led_before(model, finding.committed) if finding.offence is Offence.REVOKE else None
    lead = () if led is None else (_exhibit(model, tr("ruling.led"), led, None, finding.trick),)
    if finding.proved == finding.committed:
        more = [_exhibit(model, broken, finding.committed, card, finding.trick) for card in cards[1:3]]
        return (*lead, first, *more[:1])
    proof = cards[1] if len(cards) > 1 else None
    return *lead, first, _exhibit(model, tr("ruling.proved"), finding.proved, proof, finding.proved_trick)


def _exhibit(model: TableModel, what: str, seq: int, card: Card | None, trick: int | None) -> Exhibit:
    step, entry = model.step_of(seq), model.entry_of(seq)
    if card is None and step is not None and isinstance(step.act, Played):
        card = step.act.card
    time = clock_text(step.at_ms) if step is not None else ""
    is_word = step is not None and not isinstance(step.act, Played)
    where = time if trick is None or is_word else tr("ruling.trick", trick=trick, time=time)
    crop = model.crop_file(entry.crop) if entry is not None and entry.crop else None
    said = told(model, step.act, model.view.deal) if card is None and step is not None else ""
    return Exhibit(what, card, where, crop, said)
