"""What was done, in plain words and with the players' names, and where in the match. No Kivy in here.

The words may stand among the markup of a label: names are escaped.
"""

import re
from typing import Final, assert_never

from kozyr.engine.acts import (
    Act,
    Called,
    Claimed,
    Dealt,
    Declared,
    Exchanged,
    Exposed,
    Misdealt,
    Played,
    Revealed,
    Ruled,
    Tallied,
    TimeExpired,
    TimeoutTaken,
    TurnedUp,
)
from kozyr.engine.cards import Card, Suit
from kozyr.engine.errors import KozyrError
from kozyr.engine.game import ReportDoubt
from kozyr.engine.seats import Seat
from kozyr.engine.view import Phase
from kozyr.ui.check_text import doubt_text
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.narrate import Spoken
from kozyr.ui.locale.players import players_called
from kozyr.ui.locale.text import (
    LANGUAGES,
    call_text,
    card_text,
    cards_text,
    clock_text,
    counted,
    declaration_text,
    known,
    law_text,
    offence_text,
    penalty_text,
    score_text,
    tr,
)
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.parts import AFTER, BEFORE, Part
from kozyr.ui.tablet.people import escaped, player

_NUMBERED: Final = re.compile("\0(\\d+)\0")
"""An entry's number between signs that nobody types."""


def told(model: TableModel, act: Act | None, deal: int = 0) -> str:
    """An act in one line: ``Перший: 10♥``, ``Другий міняє 7♥ на 10♥``; "nothing" for none.

    ``deal``: the deal it belongs to; while that is played, nobody but the judge is told what was put away.
    """
    match act:
        case None:
            return tr("history.nothing")
        case Dealt(dealer=Seat() as dealer):
            return tr("tell.dealt", who=player(model, dealer))
        case Dealt(obliged=Seat() as obliged):
            return tr("tell.dealt.token", who=player(model, obliged))
        case Dealt():
            return tr("deal.judge")
        case TurnedUp():
            own = f"felt.turned-up.{model.session.game.name}"
            word = tr(own if known(own) else "tell.turned-up")
            return f"{word.capitalize()}: {cards_text(act.cards)}"
        case Tallied():
            return tr("tell.tallied", figures=_figures(act))
        case Misdealt():
            usual = act.reason in {tr("menu.misdeal.reason", lang) for lang in LANGUAGES}
            return tr("menu.misdeal") + ("" if usual else f": {escaped(act.reason)}")
        case _:
            return _done(model, act, player(model, act.seat), is_secret=is_secret(model, deal))


def is_secret(model: TableModel, deal: int) -> bool:
    """Whether players may not be reminded of what happened in a deal."""
    return not model.judging and deal == model.view.deal and model.view.phase in (Phase.AUCTION, Phase.PLAY)


def _done(model: TableModel, act: Act, who: str, *, is_secret: bool) -> str:
    """What a player did."""
    assert not isinstance(act, Dealt | TurnedUp | Tallied | Misdealt)
    match act:
        case Called():
            return f"{who}: {_said(act.call)}"
        case Exchanged():
            return _exchanged(act, who, is_secret=is_secret)
        case Declared():
            return tr("tell.declared", who=who, what=declaration_text(act.declaration))
        case Revealed():
            return tr("tell.revealed", who=who, cards=cards_text(act.cards))
        case Played(card=None):
            return tr("question.choice.unseen", seat=who)
        case Played():
            return f"{who}: {card_text(act.card)}"
        case Exposed():
            return tr("tell.exposed", who=who, cards=cards_text(act.cards))
        case Claimed():
            return tr("tell.claimed", who=who, tricks=act.tricks)
        case TimeoutTaken():
            own = f"tell.timeout.{model.session.game.name}"
            return tr(own if known(own) else "tell.timeout", who=who)
        case TimeExpired():
            return tr("tell.time-expired", who=who)
        case Ruled():
            return _ruled(act, who)
    assert_never(act)


def _said(call: str) -> str:
    return tr("tell.trump", suit=call_text(call)) if call in {suit.value for suit in Suit} else call_text(call)


def _exchanged(act: Exchanged, who: str, *, is_secret: bool) -> str:
    """One card for one is the seven for the shown card, anything else the talon."""
    is_swap = not isinstance(act.taken, int) and len(act.taken) == 1
    given = _cards(act.given)
    if is_secret and not is_swap and not isinstance(act.given, int):
        given = _cards(len(act.given))
    taken = _cards(act.taken)
    return tr("tell.swapped" if is_swap else "tell.exchanged", who=who, taken=taken, given=given)


def _cards(cards: tuple[Card, ...] | int) -> str:
    return counted("tell.cards", cards, count=cards) if isinstance(cards, int) else cards_text(cards)


def _figures(act: Tallied) -> str:
    """Points and tricks, whichever were entered."""
    points = [score_text(act.points)] if act.points else []
    tricks = [tr("tell.tallied.tricks", tricks=score_text(act.tricks))] if act.tricks else []
    return ", ".join(points + tricks)


def _ruled(act: Ruled, who: str) -> str:
    offence = offence_text(act.offence)
    if offence == act.offence:
        offence = law_text(act.offence) or offence
    fate = tr(f"decision.{act.decision.value}")
    if act.remedy is not None:
        fate = f"{fate}, {penalty_text(act.remedy, act.points, act.column)}"
    return tr("tell.ruled", offence=offence, who=who, fate=fate)


def named_entry(model: TableModel, seq: int) -> str:
    """An entry by what it states and where, in quotes: ``«Перший: 10♥, взятка 3»``."""
    entry, part = model.entry_of(seq), model.parts.part(seq)
    if entry is None or entry.act is None:
        return ""
    deal = part.deal if part is not None else 0
    said = ", ".join(filter(None, (told(model, entry.act, deal), place_text(part, model.view.deal))))
    return tr("tell.quoted", what=said)


def error_said(model: TableModel, error: KozyrError) -> str:
    """What cannot be, with the entries that it is about by their names."""
    with players_called(model.session.header.players):
        said = escaped(error_text(error, named="\0{}\0".format))
    return _NUMBERED.sub(lambda found: named_entry(model, int(found[1])), said)


def doubt_said(model: TableModel, doubt: ReportDoubt) -> str:
    """What keeps a deal from being scored, or should be looked at, with the act that it is about."""
    step = None if doubt.seq is None else model.step_of(doubt.seq)
    if step is None:
        return doubt_text(doubt)
    seat = getattr(step.act, "seat", None)
    who = player(model, seat) if seat is not None else tr("doubt.somebody")
    return doubt_text(doubt, Spoken(clock_text(step.at_ms), who, told(model, step.act, doubt.deal)))


def when_text(model: TableModel, at_ms: int) -> str:
    """A moment: the time of play, and beside it the time of day where that is known: ``12:05 (20:17)``."""
    moment = model.notes.time_of_day(at_ms)
    return clock_text(at_ms) + (f" ({moment:%H:%M})" if moment is not None else "")


def part_text(part: Part | None) -> str:
    """A part of a deal by its name: ``Торги``, ``Взятка 3``; empty for what belongs to none."""
    if part is None or not part.deal:
        return ""
    names = {BEFORE: "tell.auction", AFTER: "tell.after"}
    return tr(names[part.trick]) if part.trick in names else tr("tell.trick", number=part.trick)


def place_text(part: Part | None, deal: int) -> str:
    """Where something stands, for who is in deal ``deal``: ``взятка 3``, ``здача 1, взятка 3``."""
    if part is None or not part.deal:
        return ""
    named = part_text(part).lower()
    return named if part.deal == deal else f"{tr('tell.deal', number=part.deal).lower()}, {named}"
