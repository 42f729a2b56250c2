"""Acts and facts told in one line each, for the terminal, the history on the tablet and protocols."""

from typing import NamedTuple, assert_never

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
)  # fmt: skip
from kozyr.engine.cards import Card
from kozyr.engine.facts import AuctionEnded, DealScored, Fact, Irregularity, TrickWon
from kozyr.engine.table.log import Entry
from kozyr.ui.locale.text import (
    call_text,
    card_text,
    cards_text,
    clock_text,
    contract_text,
    declaration_text,
    matter_text,
    offence_text,
    offender_text,
    penalty_text,
    remedy_text,
    score_text,
    seat_text,
    tr,
)  # fmt: skip


class Spoken(NamedTuple):
    """An entry as people speak of it, who know no numbers."""

    time: str
    """When: ``12:05``."""
    who: str
    """Whose act it was; a word for somebody where it is nobody's."""
    what: str
    """The act: ``Захід бере тайм-аут``."""


def spoken(at_ms: int, act: Act, lang: str | None = None) -> Spoken:
    """An act as people speak of it."""
    who = seat_text(getattr(act, "seat", None), lang) or tr("doubt.somebody", lang)
    return Spoken(clock_text(at_ms), who, act_text(act, lang))


def narrate_entry(entry: Entry, lang: str | None = None, *, deal: int = 0, about: Act | None = None) -> str:
    """A log line as it happened: the act itself, a correction, an insertion or something taken back.

    ``about``: what stood where a correction is made, or stands after an insertion; None when that is not known.
    """
    time = clock_text(entry.at_ms)
    known_too = "" if about is not None else ".alone"
    old = act_text(about, lang) if about is not None else ""
    if entry.act is None:
        return tr(f"narrate.taken-back{known_too}", lang, time=time, old=old)
    text = narrate_act(entry.at_ms, entry.act, lang, deal=deal)
    if entry.replaces is not None and entry.act == about:
        return tr("narrate.doubted" if entry.is_guess else "narrate.confirmed", lang, time=time, text=_untimed(text))
    if entry.replaces is not None:
        return tr(f"narrate.corrected{known_too}", lang, time=time, old=old, text=_untimed(text))
    if entry.before is not None:
        return tr(f"narrate.inserted{known_too}", lang, time=time, old=old, text=_untimed(text))
    return text


def narrate_act(at_ms: int, act: Act, lang: str | None = None, *, deal: int = 0) -> str:
    """An act with its time: ``0:12 W 9♣``. ``deal`` is the number a ``Dealt`` begins."""
    time = clock_text(at_ms)
    match act:
        case Dealt(dealer=None):
            return tr("narrate.deal.judge", lang, time=time, deal=deal)
        case Dealt():
            return tr("narrate.deal", lang, time=time, deal=deal, seat=seat_text(act.dealer, lang))
        case TurnedUp():
            return tr("narrate.turned-up", lang, time=time, cards=cards_text(act.cards, lang))
        case Tallied():
            return tr("narrate.tally", lang, time=time, points=score_text(act.points or act.tricks, lang))
        case Misdealt():
            return tr("narrate.misdeal", lang, time=time, reason=act.reason)
        case _:
            return _narrate_seat(time, act, lang)


def act_text(act: Act, lang: str | None = None, *, deal: int = 0) -> str:
    """An act without its time: ``W 9♣``."""
    return _untimed(narrate_act(0, act, lang, deal=deal))


def _narrate_seat(time: str, act: Act, lang: str | None) -> str:
    assert not isinstance(act, Dealt | TurnedUp | Tallied | Misdealt)
    seat = seat_text(act.seat, lang)
    match act:
        case Called():
            return tr("narrate.call", lang, time=time, seat=seat, call=call_text(act.call, lang))
        case Exchanged():
            taken, given = _exchanged(act.taken, lang), _exchanged(act.given, lang)
            return tr("narrate.exchange", lang, time=time, seat=seat, taken=taken, given=given)
        case Declared():
            said = declaration_text(act.declaration, lang)
            return tr("narrate.declare", lang, time=time, seat=seat, declaration=said)
        case Revealed():
            return tr("narrate.reveal", lang, time=time, seat=seat, cards=cards_text(act.cards, lang))
        case Played():
            return tr("narrate.play", lang, time=time, seat=seat, card=card_text(act.card, lang))
        case Exposed():
            return tr("narrate.expose", lang, time=time, seat=seat, cards=cards_text(act.cards, lang))
        case Claimed():
            return tr("narrate.claim", lang, time=time, seat=seat, tricks=act.tricks)
        case TimeoutTaken():
            return tr("narrate.timeout", lang, time=time, seat=seat)
        case TimeExpired():
            return tr("narrate.time-expired", lang, time=time, seat=seat)
        case Ruled():
            return _narrate_ruling(time, act, lang)
    assert_never(act)


def _narrate_ruling(time: str, act: Ruled, lang: str | None) -> str:
    remedy = f": {remedy_text(act.remedy, lang)}" if act.remedy else ""
    if act.points is not None:
        remedy += f" {act.points}"
    offence = matter_text(act.offence, None, lang)
    seat, decision = seat_text(act.seat, lang), tr(f"decision.{act.decision.value}", lang)
    return tr("narrate.rule", lang, time=time, seat=seat, remedy=remedy, offence=offence, decision=decision)


def narrate_fact(fact: Fact, lang: str | None = None) -> str:
    """A fact in one line."""
    match fact:
        case AuctionEnded(contract=None):
            return tr("narrate.auction-passed", lang)
        case AuctionEnded():
            doubled = tr(f"doubled.{fact.doubled}", lang) if fact.doubled > 1 else ""
            contract, seat = contract_text(fact.contract, 1, lang), seat_text(fact.declarer, lang)
            text = tr("narrate.auction-ended", lang, contract=contract, doubled=doubled, seat=seat)
            return text.replace(" ,", ",").replace("  ", " ")
        case TrickWon():
            return tr("narrate.trick", lang, number=fact.number, seat=seat_text(fact.seat, lang), points=fact.points)
        case Irregularity():
            return narrate_finding(fact, lang)
        case DealScored():
            return tr("narrate.deal-scored", lang, deal=fact.deal, score=score_text(fact.score, lang))
    assert_never(fact)


def narrate_finding(
    finding: Irregularity, lang: str | None = None, *, committed_ms: int | None = None, proved_ms: int | None = None
) -> str:
    """A finding with its law and the remedy proposed, and the two times when they are given."""
    offender = offender_text(finding.seat, lang) + (":" if finding.seat is None and finding.cards else "")
    text = tr(
        "narrate.finding", lang, offence=offence_text(finding.offence.value, finding.law, lang), law=finding.law,
        seat=offender, cards=cards_text(finding.cards, lang), citation=finding.citation,
        remedy=penalty_text(finding.remedy.value, finding.points, finding.column, lang),
    ).replace(" :", ":")  # fmt: skip
    if committed_ms is None or proved_ms is None:
        return text
    times = tr("narrate.finding.times", lang, committed=clock_text(committed_ms), proved=clock_text(proved_ms))
    return f"{text} ({times})"


def _exchanged(cards: tuple[Card, ...] | int, lang: str | None) -> str:
    return str(cards) if isinstance(cards, int) else cards_text(cards, lang)


def _untimed(text: str) -> str:
    return text.split(" ", 1)[1]
