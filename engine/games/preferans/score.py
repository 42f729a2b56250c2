"""What one deal of Preferans writes on the sheet, raspasy apart: from the contract, the defence and the tricks.

Sources: Сочи Игра 1-10; values, whists and the half-whist after rules dossier C.5.1-C.5.5. Everything is written by
``scored`` as it would be by hand; closing the pool comes after (pool.py), fines come from rulings.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from kozyr.engine.cards import Card, Rank
from kozyr.engine.games.preferans.obligations import missing_tricks, obligation
from kozyr.engine.games.preferans.rules import Rules
from kozyr.engine.games.preferans.sheet import Change, Changes, Mountain, Pool, Whists, mountain, pool, whists
from kozyr.engine.seats import Seat

ALL_TRICKS = 10
"""Tricks of a deal."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who takes part in a deal."""

    players: tuple[Seat, ...]
    """The three who hold cards, in order of turn from the first hand."""
    dealer: Seat | None = None
    """The dealer who sits out at a table of four; None at a table of three, where he plays."""

    @property
    def everybody(self) -> tuple[Seat, ...]:
        """All who have a place on the sheet, the sitting dealer last."""
        return self.players if self.dealer is None else (*self.players, self.dealer)


@dataclass(frozen=True, slots=True)
class Contract:
    """A game that was bid for."""

    declarer: Seat
    """Who plays it."""
    level: int
    """6 to 10 as ordered."""
    bid: int
    """6 to 10: the level on which the bidding ended."""
    talon: tuple[Card, ...] = ()
    """The two talon cards as the dealer left them; empty when nobody saw them."""
    is_returned: bool = False
    """True when the talon went back to the dealer's face (Игра 3, a table of four only)."""


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game of 6 to 10 that was played out."""

    contract: Contract
    """What was played."""
    tricks: tuple[tuple[Seat, int], ...]
    """(hand, tricks it took) of the three hands; of a hand that the dealer whists with, under the seat of that hand."""
    whisters: tuple[Seat, ...]
    """Who whists, in the order of their words: both defenders, one of them, or the dealer alone (Игра 7). Empty for a
    ten that is only checked (Игра 5)."""

    @property
    def declarer_tricks(self) -> int:
        """Tricks of the declarer."""
        return dict(self.tricks).get(self.contract.declarer, 0)

    @property
    def undertricks(self) -> int:
        """How many tricks the declarer lacks, 0 when the game is made."""
        return max(0, self.contract.level - self.declarer_tricks)


@dataclass(frozen=True, slots=True)
class GameUnplayed:
    """Nobody whists, or the half-whist stands: the game counts as made without play."""

    contract: Contract
    """What would have been played."""
    half_whister: Seat | None = None
    """Whose half-whist is recorded (Игра 6)."""


@dataclass(frozen=True, slots=True)
class MiserePlayed:
    """A misère, with or without the talon."""

    declarer: Seat
    """Who plays it."""
    tricks: int
    """How many tricks the declarer had to take."""
    is_returned: bool = False
    """True when the talon went back to the dealer's face."""
    is_in_raspasy: bool = False
    """True after at least one deal of raspasy in a row; it makes a returned talon dearer."""


@dataclass(frozen=True, slots=True)
class GivenUp:
    """«Без трёх»: the declarer pays three undertricks and nobody writes whists (Игра 4)."""

    contract: Contract
    """What is given up; without an order its level is that of the bid."""


Ending = GamePlayed | GameUnplayed | MiserePlayed | GivenUp
"""How a deal with a declarer ends."""


class Outcome(StrEnum):
    """How a deal ended, as far as raspasy and the next dealer care."""

    RASPASY = "raspasy"
    MADE = "made"
    FAILED = "failed"
    TEN_MADE = "ten-made"
    MISERE_MADE = "misere-made"
    MISERE_FAILED = "misere-failed"


def outcome(ending: Ending) -> Outcome:
    """What became of the declarer's game. A ten is only told apart when made."""
    match ending:
        case MiserePlayed():
            return Outcome.MISERE_FAILED if ending.tricks else Outcome.MISERE_MADE
        case GivenUp():
            return Outcome.FAILED
        case GamePlayed() if ending.undertricks:
            return Outcome.FAILED
        case GamePlayed() | GameUnplayed():
            return Outcome.TEN_MADE if ending.contract.level == ALL_TRICKS else Outcome.MADE
        case _:
            assert_never(ending)


def is_made(ending: Ending) -> bool:
    """Whether the declarer did what was ordered; a game that nobody whists is made."""
    return outcome(ending) in (Outcome.MADE, Outcome.TEN_MADE, Outcome.MISERE_MADE)


def scored(ending: Ending, table: Table, rules: Rules) -> Changes:
    """What the deal writes on the sheet, pools not yet closed; figures of nought are left out."""
    match ending:
        case GamePlayed():
            found = _game(ending, table, rules)
        case GameUnplayed():
            found = _unplayed(ending, table, rules)
        case MiserePlayed():
            found = _misere(ending, table, rules)
        case GivenUp():
            found = _given_up(ending, table, rules)
        case _:
            assert_never(ending)
    return tuple(change for change in found if change.points)


def talon_tricks(talon: tuple[Card, ...], rules: Rules) -> int:
    """How many tricks the talon is worth to the sitting dealer (Игра 9): two aces are three."""
    worth = rules.talon_tricks
    ranks = {card.rank for card in talon}
    is_suited = len(talon) == 2 and talon[0].suit is talon[1].suit
    if len(talon) == 2 and ranks == {Rank.ACE}:
        return worth.two_aces
    if is_suited and ranks == {Rank.ACE, Rank.KING}:
        return worth.ace_king_suited
    if is_suited and ranks == {Rank.KING, Rank.QUEEN}:
        return worth.king_queen_suited
    return worth.ace if Rank.ACE in ranks else 0


def _game(ending: GamePlayed, table: Table, rules: Rules) -> Iterator[Change]:
    """Played out: the declarer first, then the whisters, then what the dealer has of the talon."""
    contract, short = ending.contract, ending.undertricks
    value = rules.value.of(contract.level)
    if short:
        yield mountain(contract.declarer, Mountain(value * short), "failed")
    else:
        yield pool(contract.declarer, Pool(value), "made")
    if ending.whisters:
        yield from _for_tricks(ending, table, rules)
        yield from _fines(ending, table, rules)
        yield from _consolation(ending, table, rules)
    yield from _talon(contract, table, rules)


def _for_tricks(ending: GamePlayed, table: Table, rules: Rules) -> Iterator[Change]:
    """Two whisters write their own tricks; one writes all (greedy), or half of a failed game (gentleman)."""
    declarer, value = ending.contract.declarer, rules.value.of(ending.contract.level)
    if len(ending.whisters) > 1:
        for seat in ending.whisters:
            yield whists(seat, declarer, Whists(value * dict(ending.tricks).get(seat, 0)), "tricks")
        return
    (whister,) = ending.whisters
    total = value * _defence_tricks(ending)
    passer = next((seat for seat in table.players if seat not in (declarer, whister)), None)
    is_shared = rules.whist_style == "gentleman" and ending.undertricks and passer and whister in table.players
    shared = total // 2 if is_shared else 0
    yield whists(whister, declarer, Whists(total - shared), "tricks")
    if passer is not None:
        yield whists(passer, declarer, Whists(shared), "tricks")


def _fines(ending: GamePlayed, table: Table, rules: Rules) -> Iterator[Change]:
    """Whisters who took too little pay the value of the game for each missing trick (Игра 8)."""
    value, level = rules.value.of(ending.contract.level), ending.contract.level
    taken = dict(ending.tricks)
    if len(ending.whisters) == 1:
        missing: tuple[int, ...] = (max(0, obligation(level, 1, rules) - _defence_tricks(ending)),)
    else:
        first, second = (taken.get(seat, 0) for seat in ending.whisters)
        missing = missing_tricks(level, (first, second), rules)
    for seat, tricks in zip(ending.whisters, missing, strict=True):
        yield mountain(seat, Mountain(value * tricks), "short")


def _consolation(ending: GamePlayed, table: Table, rules: Rules) -> Iterator[Change]:
    """Подсадные висты: the price of the undertricks to whisters, passers and the sitting dealer (Игра 10)."""
    declarer = ending.contract.declarer
    amount = Whists(rules.value.of(ending.contract.level) * ending.undertricks)
    for seat in table.everybody:
        role = "whister" if seat in ending.whisters else "dealer" if seat == table.dealer else "passer"
        if seat != declarer and role in rules.consolation:
            yield whists(seat, declarer, amount, "consolation")


def _unplayed(ending: GameUnplayed, table: Table, rules: Rules) -> Iterator[Change]:
    """No play: the pool as if made, half of the obligation to a half-whister (Игра 6)."""
    contract = ending.contract
    value = rules.value.of(contract.level)
    yield pool(contract.declarer, Pool(value), "made")
    if ending.half_whister is not None:
        half = obligation(contract.level, 1, rules) * value // 2
        yield whists(ending.half_whister, contract.declarer, Whists(half), "half-whist")
    yield from _talon(contract, table, rules)


def _misere(ending: MiserePlayed, table: Table, rules: Rules) -> Iterator[Change]:
    """Misère: no whists, the talon counts nothing; a returned one has its own price (Игра 3)."""
    if ending.tricks:
        yield mountain(ending.declarer, Mountain(rules.value.misere * ending.tricks), "failed")
    else:
        yield pool(ending.declarer, Pool(rules.value.misere), "made")
    if ending.is_returned and table.dealer is not None:
        price = rules.talon_in_face.misere_in_raspasy if ending.is_in_raspasy else rules.talon_in_face.misere
        yield mountain(table.dealer, Mountain(price), "talon-in-face")


def _given_up(ending: GivenUp, table: Table, rules: Rules) -> Iterator[Change]:
    """Three undertricks of the bid that ended the bidding, or of the order; no whists, none for the talon either."""
    contract = ending.contract
    level = contract.bid if rules.without_three.value == "auction_end" else contract.level
    yield mountain(contract.declarer, Mountain(3 * rules.value.of(level)), "without-three")
    if contract.is_returned and table.dealer is not None:
        yield mountain(table.dealer, Mountain(rules.value.of(contract.bid)), "talon-in-face")


def _talon(contract: Contract, table: Table, rules: Rules) -> Iterator[Change]:
    """A sitting dealer has whists for the tricks in the talon, or pays for the one thrown back (Игра 3, 9).

    The whists are those of the ordered game, made or not; the fine is the value of the bid that ended the bidding.
    A checked ten that fails bars whists for tricks and the consolation (Игра 5), not the dealer's for the talon.
    """
    if table.dealer is None:
        return
    if contract.is_returned:
        yield mountain(table.dealer, Mountain(rules.value.of(contract.bid)), "talon-in-face")
        return
    tricks = talon_tricks(contract.talon, rules)
    yield whists(table.dealer, contract.declarer, Whists(tricks * rules.value.of(contract.level)), "talon-tricks")


def _defence_tricks(ending: GamePlayed) -> int:
    """Tricks of all who are not the declarer."""
    return sum(tricks for seat, tricks in ending.tricks if seat != ending.contract.declarer)
