"""What happens at a table, as lines: JSON for programs, words for people."""

import json
from typing import Any

from kozyr.engine.acts import Act
from kozyr.engine.errors import KozyrError
from kozyr.engine.facts import Irregularity
from kozyr.engine.observations import CameraChanged
from kozyr.engine.table.act_codec import act_to_json
from kozyr.engine.table.codec import write_entry
from kozyr.engine.table.doubt import Choice, Question, Withdrawn
from kozyr.engine.table.log import Entry
from kozyr.engine.table.session import Session
from kozyr.ui.locale.narrate import narrate_entry, narrate_fact, narrate_finding
from kozyr.ui.locale.players import players_called
from kozyr.ui.locale.text import cards_text, clock_text, known, seat_text, tr
from kozyr.ui.runner import Happening


def as_json(happening: Happening) -> str:
    """One line of ``kozyr watch --json``: an entry as in the log, a question, a withdrawn question, the camera."""
    match happening:
        case Entry():
            return write_entry(happening)
        case Question():
            return json.dumps({"question": question_object(happening)}, ensure_ascii=False)
        case Withdrawn():
            return json.dumps({"withdrawn": {"number": happening.number}})
        case CameraChanged():
            said = {"at_ms": happening.at_ms, "working": happening.working, "why": happening.why}
            return json.dumps({"camera": said})


def question_object(question: Question) -> dict[str, Any]:
    """A question with its best guess and its choices as acts."""
    return {
        "number": question.number,
        "at_ms": question.at_ms,
        "why": question.why.value,
        "seat": question.seat,
        "guess": _choice(question.guess),
        "choices": [_choice(choice) for choice in question.choices],
        "crops": list(question.crops),
    }


def _choice(choice: Choice) -> dict[str, Any]:
    said: dict[str, Any] = {
        "acts": [act_to_json(act) for act in choice.acts],
        "confidence": round(choice.confidence, 4),
    }
    if choice.replaces is not None:
        said["replaces"] = choice.replaces
    if choice.before is not None:
        said["before"] = choice.before
    return said


class Narrator:
    """Tells a session in the language in force, each fact after the entry it follows from.

    It plays the told entries through on its own: of several that were recorded in one go, the session only knows
    where all of them have led.
    """

    def __init__(self, session: Session[Any]) -> None:
        self._session = session
        self._told: Session[Any] = Session(session.game, session.header, session.entries)

    def lines(self, happening: Happening) -> tuple[str, ...]:
        """What to say about a happening, and about the facts that follow from it."""
        with players_called(self._session.header.players):
            return self._lines(happening)

    def _lines(self, happening: Happening) -> tuple[str, ...]:
        match happening:
            case Entry():
                about = self._about(happening)
                certain = self._certain()
                facts = (*self._facts(happening), *self._doubted(certain))
                deals = self._told.report().deals
                said = narrate_entry(happening, deal=deals[-1].deal if deals else 0, about=about)
                if happening.why is not None and known(f"question.{happening.why}"):
                    said = f"{said}   {tr('watch.guessed')}"
                return (said, *facts)
            case Question():
                return (question_text(happening),)
            case Withdrawn():
                return ()
            case CameraChanged():
                state = tr(f"camera.{happening.why}")
                return (tr("narrate.camera", time=clock_text(happening.at_ms), state=state),)

    def _facts(self, entry: Entry) -> tuple[str, ...]:
        try:
            if entry.seq != self._told.next_seq:
                self._told = self._upto(entry.seq - 1)
            new = self._told.append(entry)
        except KozyrError:
            # Corrections that belong together come one by one: between them the log may not hold.
            self._told = self._upto(entry.seq)
            return ()
        return () if entry.replaces is not None or entry.before is not None else tuple(map(self._fact, new))

    def _certain(self) -> list[Irregularity]:
        """The findings told so far that are certain."""
        return [one for one in self._told.report().irregularities if one.certain]

    def _doubted(self, certain: list[Irregularity]) -> tuple[str, ...]:
        """The findings that were certain and stand now as doubtful."""
        if not certain:
            return ()
        unsure = {_essence(one) for one in self._told.report().irregularities if not one.certain}
        lost = (one for one in certain if _essence(one) in unsure)
        return tuple("  " + tr("narrate.finding.doubted", finding=narrate_finding(one)) for one in lost)

    def _about(self, entry: Entry) -> Act | None:
        """What stands where a correction is made, or before what is put in."""
        seq = entry.replaces or entry.before
        return next((step.act for step in self._told.steps if step.seq == seq), None)

    def _upto(self, seq: int) -> Session[Any]:
        entries = [one for one in self._session.entries if one.seq <= seq]
        return Session(self._session.game, self._session.header, entries)

    def _fact(self, fact: Any) -> str:
        if isinstance(fact, Irregularity):
            times = {step.seq: step.at_ms for step in self._session.steps}
            said = narrate_finding(fact, committed_ms=times.get(fact.committed), proved_ms=times.get(fact.proved))
            certain = any(
                (one.committed, *_essence(one)) == (fact.committed, *_essence(fact)) for one in self._certain()
            )
            return f"  {said}" if certain else f"  {said} ({tr('check.uncertain')})"
        return "  " + narrate_fact(fact)


def _essence(one: Irregularity) -> tuple[object, ...]:
    """What makes two findings the same although an entry has another number since."""
    return one.offence, one.seat, one.law, one.deal, one.trick


def question_text(question: Question) -> str:
    """A question in one line, with the cards it hesitates between."""
    text = tr(f"question.{question.why.value}", seat=seat_text(question.seat))
    cards = [getattr(act, "card", None) for choice in question.choices for act in choice.acts[:1]]
    likely = cards_text(dict.fromkeys(card for card in cards if card is not None))
    said = tr("narrate.question", time=clock_text(question.at_ms), question=text)
    return f"{said} {likely}".rstrip()
