"""What a finding stands in: the card led, what was said before, whose turn it was, what was put right afterwards.

No Kivy in here.
"""

from collections.abc import Iterator
from typing import Final

from kozyr.engine.acts import Called, Declared, Played
from kozyr.engine.facts import Irregularity
from kozyr.engine.table.corrections import Change, Place, history
from kozyr.engine.table.session import played_through
from kozyr.engine.view import Audience
from kozyr.ui.locale.text import clock_text, tr
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.people import named
from kozyr.ui.tablet.telling import told

BEFORE: Final = 3
"""So many entries before a word are told."""


def led_before(model: TableModel, seq: int) -> int | None:
    """The entry of the card led to the trick in which entry ``seq`` laid one; None where that one was led."""
    part = model.parts.part(seq)
    plays = (step.seq for step in model.session.steps if isinstance(step.act, Played))
    led = next((one for one in plays if model.parts.part(one) == part), None)
    return None if led == seq else led


def around(model: TableModel, finding: Irregularity) -> tuple[str, ...]:
    """Of a word, what stood before it; of whatever was done out of turn, whose turn it was."""
    steps = model.session.steps
    at = next((at for at, step in enumerate(steps) if step.seq == finding.committed), None)
    if at is None or not isinstance(steps[at].act, Called | Declared | Played):
        return ()
    begin, state = model.session.before_deal(at)
    before = [told(model, step.act, finding.deal) for step in steps[max(begin, at - BEFORE) : at]]
    view = model.session.game.view(played_through(model.session.game, state, steps[begin:at]).state, Audience.JUDGE)
    turn = view.turn
    is_word = not isinstance(steps[at].act, Played)
    said = [tr("ruling.before", what="; ".join(before))] if is_word and before else []
    is_own = turn is finding.seat
    return (
        *said,
        *([tr("ruling.turn", who=named(model, turn))] if turn is not None and (is_word or not is_own) else ()),
    )


def changed(model: TableModel, finding: Irregularity) -> tuple[str, ...]:
    """What a finding rests on and was put right after it was entered: an earlier entry, or the entries at fault."""
    brought = {entry.seq for entry in model.session.brought_about(finding)}
    return tuple(_said(model, finding, history(model.session.entries), brought))


def _said(model: TableModel, finding: Irregularity, places: tuple[Place, ...], brought: set[int]) -> Iterator[str]:
    for place in places:
        is_own = place.seq in (finding.committed, finding.proved)
        for change in place.changes:
            if change.old != change.new and (is_own or change.seq in brought):
                yield _one(model, "ruling.changed.own" if is_own else "ruling.changed", change, finding.deal)
        if place.first.seq in brought:
            time = clock_text(place.first.at_ms)
            yield tr("ruling.changed.added", time=time, new=told(model, place.first.act, finding.deal))


def _one(model: TableModel, name: str, change: Change, deal: int) -> str:
    old, new = told(model, change.old, deal), told(model, change.new, deal)
    return tr(name, time=clock_text(change.at_ms), old=old, new=new)
