"""Who whists: the words of the defence after the order, as a pure machine.

Source: Сочи Игра 1 (six spades), 5 (ten), 6 (half a whist), 7 (the dealer's look at a hand).
"""

from typing import Final, NamedTuple

from kozyr.engine.games.preferans.auction import Fault
from kozyr.engine.games.preferans.rules import Rules
from kozyr.engine.laws import Offence
from kozyr.engine.records import renewable
from kozyr.engine.seats import Seat

WORDS: Final = ("whist", "half", "pass")
"""What a defender may say."""
TEN: Final = 10
"""A game that is checked even when nobody whists."""


@renewable
class Defence(NamedTuple):
    """What was said after the order; only words that stand."""

    level: int
    """Of the game ordered."""
    is_stalingrad: bool
    """Whether six spades are played."""
    first: Seat
    """The defender after the declarer."""
    second: Seat
    """The other one."""
    dealer: Seat | None = None
    """The dealer of four, who may look at a hand."""
    said: str | None = None
    """The first defender's word."""
    answered: str | None = None
    """The second defender's word."""
    returned: str | None = None
    """The first defender's second word, after half a whist."""
    looked: Seat | None = None
    """The hand that the dealer has looked at."""
    by_dealer: str | None = None
    """The dealer's word."""

    @property
    def turn(self) -> Seat | None:
        """Whose word is waited for; None when nobody must speak."""
        if self.said is None:
            return self.first
        if self.answered is None:
            return self.second
        if self.answered == "half" and self.returned is None:
            return self.first
        return self.dealer if self.looked is not None and self.by_dealer is None else None

    @property
    def has_begun(self) -> bool:
        """Whether a defender has spoken."""
        return self.said is not None

    @property
    def is_divided(self) -> bool:
        """Whether it is settled who whists and who passes, the dealer's right apart."""
        return self.answered is not None and not (self.answered == "half" and self.returned is None)

    @property
    def whisters(self) -> tuple[Seat, ...]:
        """Who whists, in the order of their words."""
        if self.by_dealer == "whist" and self.dealer is not None:
            return (self.dealer,)
        if self.returned == "whist":
            return (self.first,)
        words = ((self.first, self.said), (self.second, self.answered))
        return tuple(seat for seat, word in words if word == "whist")

    @property
    def half(self) -> Seat | None:
        """Who has half a whist recorded."""
        stands = self.answered == "half" and self.returned == "pass" and not self.whisters
        return self.second if stands else None

    @property
    def is_unplayed(self) -> bool:
        """Whether nobody whists and the game counts as made without play; a ten is checked all the same."""
        return self.is_divided and not self.whisters and self.level < TEN

    @property
    def may_look(self) -> bool:
        """Whether the dealer may look at a hand, or say what he does with it."""
        return self.dealer is not None and self.is_divided and not self.whisters and self.by_dealer is None


def fault(defence: Defence, rules: Rules, seat: Seat, call: str) -> Fault | None:
    """What is wrong with a word, or None."""
    if call.startswith("look "):
        return _look_fault(defence, seat, Seat(call[5:]))
    if seat is defence.dealer and defence.may_look:
        return None if call != "half" else (Offence.ILLEGAL_CALL, "Игра 6")
    if seat is not defence.turn:
        return Offence.CALL_OUT_OF_TURN, ""
    if call == "half":
        fits = defence.said == "pass" and defence.answered is None and defence.level in rules.half_whist
        return None if fits and not defence.is_stalingrad else (Offence.ILLEGAL_CALL, "Игра 6")
    if call == "pass" and defence.is_stalingrad and (rules.stalingrad == "both" or defence.said == "pass"):
        return Offence.ILLEGAL_CALL, "Игра 1"
    return None


def _look_fault(defence: Defence, seat: Seat, hand: Seat) -> Fault | None:
    if seat is not defence.dealer or not defence.may_look:
        return Offence.ILLEGAL_CALL if seat is defence.turn else Offence.CALL_OUT_OF_TURN, "Игра 7"
    first_look = defence.looked is None and hand in (defence.first, defence.second)
    return None if first_look else (Offence.ILLEGAL_CALL, "Игра 7")


def spoken(defence: Defence, seat: Seat, call: str) -> Defence:
    """The defence after a word that stands."""
    if call.startswith("look "):
        return defence._replace(looked=Seat(call[5:]))
    if seat is defence.dealer:
        return defence._replace(by_dealer=call)
    if seat is defence.second:
        return defence._replace(answered=call)
    return defence._replace(said=call) if defence.said is None else defence._replace(returned=call)


def settled(defence: Defence) -> Defence:
    """The defence when cards are played and what was left to say is plain: at six spades all whist, at ten none must.

    Elsewhere nobody can tell a whist from a pass that was not entered.
    """
    if defence.is_stalingrad:
        return defence._replace(said=defence.said or "whist", answered=defence.answered or "whist")
    if defence.level == TEN:
        return defence._replace(said=defence.said or "pass", answered=defence.answered or "pass")
    return defence


def is_checked(defence: Defence) -> bool:
    """Whether a ten is played although nobody whists (Игра 5)."""
    words = settled(defence)
    return words.level == TEN and words.is_divided and not words.whisters


def legal_words(defence: Defence, rules: Rules, seat: Seat) -> tuple[str, ...]:
    """The words that are legal for a seat, in pad order. A dealer whists with a hand that he has looked at.

    (When he whists and no look was entered, it is taken as looked at.)
    """
    looks = (f"look {defence.first}", f"look {defence.second}")
    words = WORDS[2:] if seat is defence.dealer and defence.looked is None else WORDS
    return tuple(call for call in (*words, *looks) if fault(defence, rules, seat, call) is None)
