"""Where in the match an entry of the log belongs: its deal, and in the deal the auction or a trick. No Kivy in here."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from kozyr.engine.acts import Dealt, Played
from kozyr.engine.facts import Fact, TrickWon
from kozyr.engine.table.corrections import Place

BEFORE: Final = 0
"""In the place of a trick's number: before the first card."""
AFTER: Final = -1
"""In the place of a trick's number: after the last trick."""


class Part(NamedTuple):
    """A deal's auction, one of its tricks, or what came after them."""

    deal: int
    """From 1; 0 before the first deal."""
    trick: int
    """From 1, or ``BEFORE`` or ``AFTER``."""


@dataclass(slots=True)
class Parts:
    """The parts of a log."""

    of: dict[int, Part] = field(default_factory=dict)
    """The first entry of a place -> its part."""
    first: dict[int, int] = field(default_factory=dict)
    """Every entry -> the first one of its place."""
    won: dict[Part, TrickWon] = field(default_factory=dict)
    """The tricks that are complete."""
    deals: int = 0
    """How many deals there are."""

    def part(self, seq: int) -> Part | None:
        """The part that entry ``seq`` belongs to, a correction as well; None for one that is not there."""
        return self.of.get(self.first.get(seq, seq))


def parts_of(places: Iterable[Place], facts: Iterable[Fact], *, is_over: bool) -> Parts:
    """The part of every place; ``facts`` are all that followed. ``is_over``: the last deal is not played any more."""
    closing: dict[int, list[TrickWon]] = {}
    for fact in facts:
        if isinstance(fact, TrickWon):
            closing.setdefault(fact.seq, []).append(fact)
    made, laid, trick = Parts(), list[int](), BEFORE
    since: list[int] = []
    for place in places:
        if isinstance(place.act, Dealt):
            _end(made, since, is_over=True)
            made.deals, trick, laid, since = made.deals + 1, BEFORE, [], []
        if isinstance(place.act, Played):
            trick, since = trick or 1, []
            laid.append(place.first.seq)
        else:
            since.append(place.first.seq)
        made.of[place.first.seq] = Part(made.deals, trick)
        made.first |= dict.fromkeys((change.seq for change in place.changes), place.first.seq)
        won = closing.get(place.seq, ())
        for one in won:
            made.won[Part(made.deals, one.number)] = one
        if won:
            _number(made, laid, won)
            trick, laid = won[-1].number + 1, []
    _end(made, since, is_over=is_over)
    return made


def _number(made: Parts, laid: list[int], won: Iterable[TrickWon]) -> None:
    """Cards that lay before the calls were known are told apart into tricks afterwards, all at once."""
    at = 0
    tricks = tuple(won)
    for one in tricks[:-1]:
        for seq in laid[at : at + len(one.cards)]:
            made.of[seq] = Part(made.deals, one.number)
        at += len(one.cards)
    for seq in laid[at:]:
        made.of[seq] = Part(made.deals, tricks[-1].number)


def _end(made: Parts, since: Iterable[int], *, is_over: bool) -> None:
    """What no card has followed, of a deal that is over, comes after its tricks."""
    if is_over:
        for seq in since:
            part = made.of[seq]
            if part.trick > 1:
                made.of[seq] = Part(part.deal, AFTER)
