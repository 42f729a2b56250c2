"""Clear readings that cannot all be right: where a finding may rest on one of them, it is no longer certain.

A card clearly read where it cannot be tells that it, or what was taken for it before, was misread. Which one is asked
about; until somebody answers, what the camera has said of that card accuses nobody. It is stated once more, as a guess,
so that the log itself tells since when it is in doubt.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from kozyr.engine.acts import Act, Exchanged, Exposed, Played, Revealed, TurnedUp
from kozyr.engine.cards import Card
from kozyr.engine.table.asking import Rules
from kozyr.engine.table.doubt import Proposal, Said, Why
from kozyr.engine.table.sightings import Memory, Shown

_EVEN: Final = 0.5
"""Of two readings that cannot both be right, either may be the wrong one."""


def next_contradiction(
    memory: Memory, table: Shown, rules: Rules | None, force: bool
) -> tuple[Memory, tuple[Said, ...]]:
    """The next statement of the camera that is in doubt, where somebody is accused for certain; at most one step."""
    del force
    view = table.view
    if rules is None or not memory.contradicted or not any(f.certain and f.deal == view.deal for f in view.findings):
        return memory, ()
    for name in dict.fromkeys(card for _, card in memory.contradicted):
        for entry in rules.stated(name):
            assert entry.act is not None
            again = Proposal(
                entry.act, memory.now_ms, _EVEN, entry.crop, replaces=entry.seq, why=Why.CONTRADICTED
            )  # fmt: skip
            return memory, (again,)
    return memory, ()


def settled_by(memory: Memory, number: int) -> tuple[Memory, frozenset[Card]]:
    """(The memory when somebody has answered question ``number``, the cards that nothing contradicts any more)."""
    left = tuple(pair for pair in memory.contradicted if pair[0] != number)
    named = {card for one, card in memory.contradicted if one == number}
    return replace(memory, contradicted=left), frozenset(named.difference(card for _, card in left))


def cards_in(act: Act | None) -> Iterable[Card]:
    """The cards that an act says lay on the table."""
    match act:
        case Played(card=card):
            return () if card is None else (card,)
        case TurnedUp(cards=cards) | Exposed(cards=cards) | Revealed(cards=cards):
            return cards
        case Exchanged():
            return tuple(card for part in (act.taken, act.given) if not isinstance(part, int) for card in part)
        case _:
            return ()
