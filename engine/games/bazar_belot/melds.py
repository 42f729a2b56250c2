"""Constructions of Bazar Belot: frames, sequences and bela; what they are worth and whose are higher.

Source: Репино, "Д. Правила обращения с конструкциями в ББ"; rules dossier B.3.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from kozyr.engine.cards import Card, Rank, Suit
from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.games.bazar_belot.rules import Rules
from kozyr.engine.trick import NATURAL_ORDER


class Kind(StrEnum):
    """What was declared."""

    FRAME = "frame"
    QUINT = "quint"
    BERZ = "berz"
    TERZ = "terz"
    BELA = "bela"
    REBELA = "rebela"


@dataclass(frozen=True, slots=True)
class Meld:
    """A declaration, understood."""

    kind: Kind
    """Which kind."""
    rank: Rank | None
    """The rank of a frame, the top card's rank of a sequence; None for bela and rebela."""
    suit: Suit | None
    """The suit of a sequence; of a bela when it was named; None for a frame."""
    cards: frozenset[Card]
    """The cards it is made of; empty for a bela whose suit was not named."""

    @property
    def is_construction(self) -> bool:
        """True for frames and sequences, False for the halves of a bela."""
        return self.kind not in (Kind.BELA, Kind.REBELA)


_LENGTH: Final = {Kind.QUINT: 5, Kind.BERZ: 4, Kind.TERZ: 3}
_VALUE: Final = {Kind.QUINT: 10, Kind.BERZ: 5, Kind.TERZ: 2}
_FRAME_VALUE: Final = {Rank.JACK: 20, Rank.NINE: 14, Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 10, Rank.QUEEN: 10}
_FRAME_ORDER: Final = (Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE, Rank.NINE, Rank.JACK)
_FRAME_ORDER_BK: Final = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
_ACES_BK: Final = 19
_FRAME: Final = re.compile(r"frame (7|8|9|10|J|Q|K|A)")
_SEQUENCE: Final = re.compile(r"(terz|berz|quint) (9|10|J|Q|K|A)([SHDC])")
_BELA: Final = re.compile(r"(bela|rebela)(?: ([SHDC]))?")


@lru_cache(maxsize=512)
def parse_declaration(text: str) -> Meld:
    """The meld that a declaration names.

    Raises LogFormatError for a text that is no declaration of Bazar Belot, also for a sequence that would run below
    the seven.
    """
    if frame := _FRAME.fullmatch(text):
        rank = Rank(frame[1])
        return Meld(Kind.FRAME, rank, None, frozenset(Card(rank, suit) for suit in Suit))
    if bela := _BELA.fullmatch(text):
        suit = Suit(bela[2]) if bela[2] else None
        return Meld(Kind(bela[1]), None, suit, bela_cards(suit) if suit else frozenset())
    if sequence := _SEQUENCE.fullmatch(text):
        kind, rank, suit = Kind(sequence[1]), Rank(sequence[2]), Suit(sequence[3])
        top = NATURAL_ORDER.index(rank)
        ranks = NATURAL_ORDER[top : top + _LENGTH[kind]]
        if len(ranks) == _LENGTH[kind]:
            return Meld(kind, rank, suit, frozenset(Card(each, suit) for each in ranks))
    raise LogFormatError(
        "{text!r} is no declaration of bazar-belot; write terz KH, berz AS, quint AH, frame J, bela, rebela or bela H",
        text=text,
    )


def bela_cards(suit: Suit) -> frozenset[Card]:
    """King and queen of a suit."""
    return frozenset((Card(Rank.KING, suit), Card(Rank.QUEEN, suit)))


def value(meld: Meld, denomination: Denomination, rules: Rules) -> int:
    """What a construction is worth in large points; 0 for what is no construction in this denomination."""
    if not meld.is_construction:
        return rules.bela
    if meld.kind is not Kind.FRAME or meld.rank is None:
        return _VALUE[meld.kind]
    if denomination is not Denomination.NO_TRUMPS:
        return _FRAME_VALUE.get(meld.rank, 0)
    if meld.rank is Rank.JACK:
        return rules.bk_jack_frames
    return {Rank.ACE: _ACES_BK, Rank.NINE: 0}.get(meld.rank, _FRAME_VALUE.get(meld.rank, 0))


def rank_key(meld: Meld, denomination: Denomination) -> tuple[int, int, int, int]:
    """Compares constructions: any frame above any sequence, then longer, then higher top card, then the trump one.

    Equal keys: the one declared earlier is higher.
    """
    if meld.rank is None:
        return (-1, 0, 0, 0)
    if meld.kind is Kind.FRAME:
        order = _FRAME_ORDER_BK if denomination is Denomination.NO_TRUMPS else _FRAME_ORDER
        return (1, order.index(meld.rank) if meld.rank in order else -1, 0, 0)
    return (0, _LENGTH[meld.kind], meld.rank.natural, int(meld.suit is not None and meld.suit is denomination.trump))


def seniority(meld: Meld, denomination: Denomination) -> tuple[int, int, int]:
    """What the clause on showing calls старшинство: kind, length and top card, whatever the suit."""
    return rank_key(meld, denomination)[:3]


def best_in(cards: frozenset[Card], denomination: Denomination) -> Meld | None:
    """The highest construction that some of these cards make, or None."""
    found = [meld for meld in _ALL if meld.cards <= cards]
    return max(found, key=lambda meld: rank_key(meld, denomination), default=None)


def compatible(melds: Sequence[Meld], reuse: bool) -> tuple[bool, ...]:
    """Which constructions of one hand may count together, in the order given.

    Two sequences never share a card; a frame and a sequence may unless ``reuse`` is off, and then the frame stays.
    Of those that collide the higher counts, of equal ones the first.
    """
    order = sorted(range(len(melds)), key=lambda at: (melds[at].kind is not Kind.FRAME, -len(melds[at].cards), at))
    used_by_frames: set[Card] = set()
    used_by_sequences: set[Card] = set()
    good = [False] * len(melds)
    for at in order:
        meld = melds[at]
        if meld.kind is Kind.FRAME:
            good[at] = used_by_frames.isdisjoint(meld.cards)
            used_by_frames |= meld.cards
        else:
            taken = used_by_sequences if reuse else used_by_sequences | used_by_frames
            good[at] = taken.isdisjoint(meld.cards)
            used_by_sequences |= meld.cards if good[at] else frozenset()
    return tuple(good)


_ALL: Final = tuple(
    [parse_declaration(f"frame {rank}") for rank in ("7", "8", *(rank.value for rank in reversed(_FRAME_ORDER)))]
    + [
        parse_declaration(f"{kind} {rank}{suit}")
        for kind, length in _LENGTH.items()
        for suit in Suit
        for rank in NATURAL_ORDER[: len(NATURAL_ORDER) - length + 1]
    ]
)
