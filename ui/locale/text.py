"""Cards, calls, seats and scores in people's words: ``10♥``, ``14♠``, ``13 БК``, ``25♠ капо``, ``Юг``.

Every function takes the language as its last argument and speaks the language in force when it is left out.
Notation that is not known is returned as it stands: a screen must never fall over a word.
"""

import re
from collections.abc import Iterable
from typing import Final

from kozyr.engine.cards import Card, Suit
from kozyr.engine.facts import Irregularity
from kozyr.engine.seats import Seat
from kozyr.engine.view import SheetRow
from kozyr.ui.locale.catalog import LANGUAGES, counted, known, language, law_text, on_language, set_language, tr
from kozyr.ui.locale.players import name_of

__all__ = [
    "LANGUAGES",
    "bayt_text",
    "bid_parts",
    "call_text",
    "card_text",
    "cards_text",
    "clock_text",
    "contract_text",
    "counted",
    "declaration_text",
    "denomination_text",
    "finding_text",
    "known",
    "language",
    "law_text",
    "line_text",
    "matter_text",
    "offence_text",
    "offender_text",
    "on_language",
    "penalty_text",
    "rank_text",
    "redealt_text",
    "remedy_text",
    "score_text",
    "seat_text",
    "set_language",
    "sheet_text",
    "side_text",
    "tr",
    "variant_text",
]  # fmt: skip
_SUITS: Final = frozenset(suit.value for suit in Suit)
_SEATS: Final = frozenset(seat.value for seat in Seat)


def clock_text(at_ms: int) -> str:
    """Minutes and seconds from the session's start: ``0:12``; with hours from one hour on."""
    minutes, seconds = divmod(at_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def rank_text(rank: str, lang: str | None = None) -> str:
    """A rank by its index: ``10``, ``Т``, ``A``."""
    key = f"card.rank.{rank}"
    return tr(key, lang) if known(key) else rank


def card_text(card: Card | None, lang: str | None = None) -> str:
    """A card as people read it: ``10♥``, ``В♠`` or ``J♠``; ``?`` for one that nobody has read."""
    return tr("card.unknown", lang) if card is None else rank_text(card.rank.value, lang) + card.suit.sign


def cards_text(cards: Iterable[Card | None], lang: str | None = None) -> str:
    """Cards one after another, with spaces."""
    return " ".join(card_text(card, lang) for card in cards)


def seat_text(seat: Seat | None, lang: str | None = None, *, short: bool = False) -> str:
    """A seat by the name of its player where names are in force (``players_called``), else by its place; ``short``: by
    the letters of its place. Empty for None.
    """
    if seat is None:
        return ""
    return tr(f"seat.short.{seat.value}", lang) if short else name_of(seat) or tr(f"seat.{seat.value}", lang)


def side_text(side: str, lang: str | None = None, *, short: bool = False) -> str:
    """A side: ``Ю–С``; a side that is one seat by that seat's name, or by its letters."""
    if known(f"side.{side}"):
        return tr(f"side.{side}", lang)
    return seat_text(Seat(side), lang, short=short) if side in _SEATS else side


def denomination_text(letter: str, lang: str | None = None) -> str:
    """A suit sign, ``БК`` or ``ВК`` for the letters ``S H D C N A``."""
    return Suit(letter).sign if letter in _SUITS else tr(f"denomination.{letter}", lang)


def bid_parts(call: str) -> tuple[int, str, str] | None:
    """(level, denomination letter, ``""``, ``capo`` or ``capo-hand``) of a bid, or None for any other call."""
    bid, _, extra = call.partition(" ")
    if len(bid) < 2 or not bid[:-1].isdecimal() or bid[-1] not in "SHDCNA" or extra not in ("", "capo", "capo-hand"):
        return None
    return int(bid[:-1]), bid[-1], extra


def call_text(call: str, lang: str | None = None) -> str:
    """A call: ``14♠``, ``13 БК``, ``25♠ капо``, ``пас``, ``♥``, ``замовлено 7♥``."""
    parts = bid_parts(call)
    if parts is None:
        return _word_text(call, lang)
    level, letter, extra = parts
    text = f"{level}{'' if letter in _SUITS else ' '}{denomination_text(letter, lang)}"
    return f"{text} {tr(f'call.{extra}', lang)}" if extra else text


def _word_text(call: str, lang: str | None) -> str:
    """A call that is no bid: a word, a word with the bid or the seat it is about, or a suit alone."""
    if known(f"call.{call}"):
        return tr(f"call.{call}", lang)
    word, _, about = call.partition(" ")
    if about and known(f"call.{word}"):
        return (
            f"{tr(f'call.{word}', lang)} {seat_text(Seat(about), lang) if about in _SEATS else call_text(about, lang)}"
        )
    return Suit(call).sign if call in _SUITS else call


def contract_text(contract: str | None, doubled: int = 1, lang: str | None = None) -> str:
    """A contract with its doubling: ``14♠ контра``; of a deal that nobody bid in, ``все пас``."""
    text = tr("contract.none", lang) if contract is None else call_text(contract, lang)
    return f"{text} {tr(f'doubled.{doubled}', lang)}" if doubled > 1 else text


def redealt_text(why: str, lang: str | None = None) -> str:
    """Why a deal was dealt again (``DealRow.redealt``): ``усі пас``, ``перездача: чотири сімки``."""
    return tr(f"redealt.{why}", lang)


def declaration_text(declaration: str, lang: str | None = None) -> str:
    """A declaration: ``терц К♥``, ``рамки В``, ``бела ♥``."""
    kind, _, top = declaration.partition(" ")
    name = tr(f"declaration.{kind}", lang) if known(f"declaration.{kind}") else kind
    if not top:
        return name
    if top in _SUITS:
        return f"{name} {Suit(top).sign}"
    if top[-1] in _SUITS and known(f"card.rank.{top[:-1]}"):
        return f"{name} {card_text(Card.parse(top), lang)}"
    return f"{name} {rank_text(top, lang)}"


def remedy_text(remedy: str | None, lang: str | None = None) -> str:
    """A remedy by its name in the language; one that is not known as it stands."""
    key = f"remedy.{remedy}"
    return tr(key, lang) if known(key) else remedy or ""


def offence_text(offence: str, law: str | None = None, lang: str | None = None) -> str:
    """An offence in the words of the game whose row (``D-13``) judges it; one that is not known as it stands."""
    own = f"offence.{offence}.{(law or '').partition('-')[0]}"
    key = own if known(own) else f"offence.{offence}"
    return tr(key, lang) if known(key) else offence


def matter_text(offence: str, law: str | None = None, lang: str | None = None) -> str:
    """An offence that was ruled on; of one only in the catalogue the words of its row (``D-13``) to the first stop."""
    words = None if known(f"offence.{offence}") else law_text(law or offence, lang)
    return re.split(r"[:.](?:\s|$)", words, maxsplit=1)[0] if words else offence_text(offence, law, lang)


def penalty_text(remedy: str | None, points: int | None, column: str | None, lang: str | None = None) -> str:
    """A remedy with what it costs: ``штраф 4 очки, гора``; of what is no fine itself, ``анулювання, штраф 12``."""
    said = remedy_text(remedy, lang)
    if points is None or (not points and remedy != "fine"):
        return said
    if remedy == "fine":
        said = counted("penalty.fine", points, lang, count=points)
    else:
        said = f"{said}, {tr('line.fine', lang)} {points}"
    return f"{said}, {tr(f'sheet.{column}', lang)}" if column and known(f"sheet.{column}") else said


def offender_text(seat: Seat | None, lang: str | None = None) -> str:
    """Who broke a rule; of a joint contradiction, that it was one of several."""
    return tr("seat.several", lang) if seat is None else seat_text(seat, lang)


def finding_text(finding: Irregularity, who: str = "", lang: str | None = None) -> str:
    """A finding in one line: ``ренонс, Восток 9♣ К♣``; ``who``: the offender by another name than the seat's."""
    offence = offence_text(finding.offence.value, finding.law, lang)
    words = (f"{offence},", who or offender_text(finding.seat, lang))
    return " ".join(filter(None, (*words, cards_text(finding.cards, lang))))


def line_text(what: str, lang: str | None = None, *, short: bool = False) -> str:
    """What a line of a score is for: ``взятки``, ``гора: недобір``, ``вісти на Захід: взятки``; ``short``: на Зах."""
    place, _, why = what.rpartition(":")
    said = tr(f"line.{why}", lang) if known(f"line.{why}") else why
    column, _, on = place.partition(":")
    if not known(f"sheet.{column}"):
        return said
    where = tr("sheet.whists-on", lang, side=side_text(on, lang, short=short)) if on else tr(f"sheet.{column}", lang)
    return f"{where}: {said}"


def bayt_text(game: str, lang: str | None = None) -> str:
    """What stands in the place of a score of nothing for a bayt: ``БТ``, ``Б``."""
    key = f"bayt.short.{game}"
    return tr(key if known(key) else "bayt.short", lang)


def sheet_text(row: SheetRow, lang: str | None = None, *, short: bool = False) -> str:
    """A row of a score sheet: ``куля 4, гора 0, вісти на Захід 8``; what is 0 is left out, unless all is.

    ``short``: seats by the letters of their edges.
    """
    figures = [(tr("sheet.pool", lang), row.pool), (tr("sheet.mountain", lang), row.mountain)]
    figures += [(tr("sheet.whists-on", lang, side=side_text(on, lang, short=short)), value) for on, value in row.whists]
    return ", ".join(f"{what} {value}" for what, value in figures if value) or "0"


def variant_text(variant: str, lang: str | None = None) -> str:
    """An edition of a rule book."""
    return tr(f"variant.{variant}", lang) if known(f"variant.{variant}") else variant


def score_text(score: Iterable[tuple[str, int]], lang: str | None = None, *, short: bool = False) -> str:
    """A score of sides: ``Ю–С 28, З–В 17``; ``short``: a side that is one seat by the letters of its edge."""
    return ", ".join(f"{side_text(side, lang, short=short)} {str(value).replace('-', '−')}" for side, value in score)
