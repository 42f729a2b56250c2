"""Combinations of Debertz: what is named, which cards it takes, what it is worth and which is higher.

Source: ФДУ "Торги комбінацій"; values and names: rules dossier A.3.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from kozyr.engine.cards import Card, Rank, Suit
from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.debertz.rules import Rules
from kozyr.engine.trick import NATURAL_ORDER


class Kind(StrEnum):
    """What was declared."""

    TERZ = "terz"
    FIFTY = "fifty"
    HUNDRED = "hundred"
    DEBERTS = "deberts"
    BELA = "bela"


@dataclass(frozen=True, slots=True)
class Combination:
    """A declaration, understood."""

    kind: Kind
    """Which kind."""
    top: Rank | None
    """The rank of the top card; None for a bela."""
    suit: Suit | None
    """Its suit; of a bela only when it was named."""
    cards: frozenset[Card]
    """The cards it is made of at least; empty for a bela whose suit was not named."""

    @property
    def is_sequence(self) -> bool:
        """True for what competes with other combinations, False for a bela."""
        return self.kind is not Kind.BELA


HUNDRED: Final = 100
"""Five or more in a row, where the options have it."""
_LENGTH: Final = {Kind.TERZ: 3, Kind.FIFTY: 4, Kind.HUNDRED: 5}
_SEQUENCE: Final = re.compile(r"(terz|fifty|hundred|deberts) (9|10|J|Q|K|A)([SHDC])")
_BELA: Final = re.compile(r"bela(?: ([SHDC]))?")


@lru_cache(maxsize=512)
def parse_declaration(text: str, rules: Rules) -> Combination:
    """The combination that a declaration names.

    Raises LogFormatError for a text that is no declaration of Debertz, also for a sequence that would run below the
    seven and for a hundred where the options have none.
    """
    if bela := _BELA.fullmatch(text):
        suit = Suit(bela[1]) if bela[1] else None
        return Combination(Kind.BELA, None, suit, bela_cards(suit) if suit else frozenset())
    if found := _SEQUENCE.fullmatch(text):
        kind, top, suit = Kind(found[1]), Rank(found[2]), Suit(found[3])
        if kind is Kind.HUNDRED and not rules.hundred_for_five:
            raise LogFormatError(
                '{text!r}: five in a row are a fifty; set "hundred_for_five" in "rules" for a hundred', text=text
            )
        cards = _run(top, suit, rules.deberts.min_len if kind is Kind.DEBERTS else _LENGTH[kind])
        if cards is not None:
            return Combination(kind, top, suit, cards)
    raise LogFormatError(
        "{text!r} is no declaration of debertz; write terz QH, fifty AS, deberts KS, bela or bela H", text=text
    )


def _run(top: Rank, suit: Suit, length: int) -> frozenset[Card] | None:
    """So many cards in a row from the top card down; None when the deck has not so many."""
    at = NATURAL_ORDER.index(top)
    ranks = NATURAL_ORDER[at : at + length]
    return frozenset(Card(rank, suit) for rank in ranks) if len(ranks) == length else None


def bela_cards(suit: Suit) -> frozenset[Card]:
    """King and queen of a suit."""
    return frozenset((Card(Rank.KING, suit), Card(Rank.QUEEN, suit)))


def of_suit(one: Combination, trump: Suit) -> Combination:
    """A bela of no suit is of trumps; anything else stays as it is."""
    if one.is_sequence or one.suit is not None:
        return one
    return Combination(Kind.BELA, None, trump, bela_cards(trump))


def wins_the_party(one: Combination, trump: Suit | None, rules: Rules) -> bool:
    """Whether a combination is a deberts that wins the party at once."""
    is_deberts = one.kind is Kind.DEBERTS and rules.deberts.effect == "win_party"
    return is_deberts and (one.suit is trump or not rules.deberts.trump_only)


def value(one: Combination, rules: Rules, length: int = 0) -> int:
    """What a combination is worth; a deberts that does not win the party is a fifty.

    ``length``: how many cards in a row are known to belong to it; by option five or more are a hundred.
    """
    longer = one.kind in (Kind.FIFTY, Kind.DEBERTS) and length >= _LENGTH[Kind.HUNDRED]
    if rules.hundred_for_five and longer:
        return HUNDRED
    match one.kind:
        case Kind.TERZ:
            return rules.terz
        case Kind.BELA:
            return rules.bella
        case Kind.HUNDRED:
            return HUNDRED
        case _:
            return rules.fifty


def rank_key(one: Combination, length: int, trump: Suit | None, rules: Rules) -> tuple[int, int, int]:
    """Compares combinations: deberts, then by value and top card, or by length and top card. Trumps do not matter.

    ``length``: how many cards in a row are known to belong to it. Equal keys: the earlier by the rule of move.
    """
    height = one.top.natural if one.top else 0
    measure = length if rules.sequence_compare == "length_then_top" else value(one, rules, length)
    return (int(wins_the_party(one, trump, rules)), measure, height)


def length_in(one: Combination, cards: frozenset[Card]) -> int:
    """How many of ``cards`` are in a row from the top card of a combination down, at least as many as it names."""
    if one.top is None or one.suit is None:
        return 0
    length = 0
    for rank in NATURAL_ORDER[NATURAL_ORDER.index(one.top) :]:
        if Card(rank, one.suit) not in cards:
            break
        length += 1
    return max(length, len(one.cards))
