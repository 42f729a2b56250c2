"""The judge who sees all hands: Bazar Belot's rules of play a second time, read straight from the regulation.

Nothing here comes from ``kozyr.engine``; cards, seats and denominations are the texts used in logs. Where the engine
computes sets, this asks of one card at a time "was it the card the regulation wanted?", and who wins is found by
comparing strengths. Source: Репино, "Г. Розыгрыш", "Д. Особенности торговли и розыгрыша ВК".
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

DECK: Final = tuple(rank + suit for suit in "SHDC" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A"))
"""The 32 cards."""
TABLE: Final = "SWNE"
"""The seats, clockwise; partners sit opposite."""
_IN_TRUMPS: Final = ["7", "8", "Q", "K", "10", "A", "9", "J"]
_IN_PLAIN: Final = ["7", "8", "9", "J", "Q", "K", "10", "A"]
_WORTH_IN_TRUMPS: Final = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
_WORTH_IN_PLAIN: Final = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

Plays = Sequence[tuple[str, str]]
"""(seat, card) in order."""


def _is_trump(card: str, mode: str) -> bool:
    return mode in ("A", card[-1])


def strength(card: str, led: str, mode: str) -> int:
    """How strongly a card fights for a trick in which suit ``led`` was led; 0 when it cannot win it."""
    if mode != "A" and card[-1] == mode:
        return 100 + _IN_TRUMPS.index(card[:-1])
    if card[-1] != led:
        return 0
    return 10 + (_IN_TRUMPS if mode == "A" else _IN_PLAIN).index(card[:-1])


def taker(trick: Plays, mode: str) -> str:
    """The seat that takes the trick as it lies: "старшую карту в масти хода или старшего козыря"."""
    led = trick[0][1][-1]
    return max(trick, key=lambda play: strength(play[1], led, mode))[0]


def worth(card: str, mode: str) -> int:
    """The small points of a card."""
    if mode == "N" and card[:-1] == "A":
        return 19
    return (_WORTH_IN_TRUMPS if _is_trump(card, mode) else _WORTH_IN_PLAIN)[card[:-1]]


def wanted(hand: Iterable[str], trick: Plays, seat: str, mode: str) -> list[str]:
    """The cards of ``hand`` that the regulation lets ``seat`` play: the first of its wishes that can be met."""
    hand = list(hand)
    if not trick:
        return hand
    led = trick[0][1][-1]

    def follows(card: str) -> bool:
        return card[-1] == led

    def takes(card: str) -> bool:
        return taker([*trick, (seat, card)], mode) == seat

    def ruffs(card: str) -> bool:
        return card[-1] == mode and takes(card)

    ours = (TABLE.index(taker(trick, mode)) - TABLE.index(seat)) % 2 == 0
    wishes: list[Callable[[str], bool]] = []
    if _is_trump(trick[0][1], mode):
        wishes.append(lambda card: follows(card) and takes(card))
    wishes.append(follows)
    if not ours:
        wishes.append(ruffs)
    met = ([card for card in hand if wish(card)] for wish in wishes)
    return next((cards for cards in met if cards), hand)


def is_legal(hand: Iterable[str], trick: Plays, seat: str, card: str, mode: str) -> bool:
    """Whether ``seat``, holding ``hand`` (``card`` among it), may play ``card``."""
    return card in wanted(hand, trick, seat, mode)


def incriminating(trick: Plays, seat: str, card: str, mode: str) -> frozenset[str]:
    """The cards any one of which, held beside ``card``, makes playing it illegal."""
    return frozenset(other for other in DECK if other != card and not is_legal((card, other), trick, seat, card, mode))


@dataclass(frozen=True, slots=True)
class Sight:
    """One thing that everybody at the table saw: a card played, shown, or certain by a word."""

    seq: int
    """The entry."""
    seat: str
    """Whose card it is."""
    cards: tuple[str, ...]
    """The cards seen."""
    trick: tuple[tuple[str, str], ...] | None = None
    """For a card played to the trick, what lay there before; None for anything else."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """An illegal play and the first entry at which the table could be sure of it."""

    seat: str
    """Who played."""
    committed: int
    """The entry of the play."""
    proved: int | None
    """The entry that proves it; None when the deal ended before anything did."""


def revokes(hands: dict[str, tuple[str, ...]], sights: Sequence[Sight], mode: str) -> tuple[Revoke, ...]:
    """Every illegal play of a deal, in order of play, by one who sees the hands ``hands`` dealt.

    ``sights`` in order of time. Proof is what can be said without looking: the offender's card that shows it has been
    seen, or the places left in the other hands are too few for the cards that would show it.
    """
    held = {seat: set(cards) for seat, cards in hands.items()}
    guilty: list[tuple[int, Sight, frozenset[str]]] = []
    for at, sight in enumerate(sights):
        if sight.trick is None:
            continue
        card = sight.cards[0]
        if not is_legal(held[sight.seat], sight.trick, sight.seat, card, mode):
            guilty.append((at, sight, incriminating(sight.trick, sight.seat, card, mode)))
        held[sight.seat].discard(card)
    return tuple(
        Revoke(sight.seat, sight.seq, _proved(hands, sights, at, sight.seat, against)) for at, sight, against in guilty
    )


def _proved(
    hands: dict[str, tuple[str, ...]], sights: Sequence[Sight], at: int, seat: str, against: frozenset[str]
) -> int | None:
    """The first entry from ``at`` on after which no honest hand of ``seat`` is left."""
    gone_before = {card for sight in sights[:at] if sight.trick is not None for card in sight.cards}
    for until in range(at, len(sights)):
        seen = {card: sight.seat for sight in sights[: until + 1] for card in sight.cards}
        own = {card for card, owner in seen.items() if owner == seat}
        if own & against - gone_before:
            return sights[until].seq
        unseen = [card for card in DECK if card not in seen]
        hidden = len(hands[seat]) - len(own)
        if sum(card not in against for card in unseen) < hidden:
            return sights[until].seq
    return None
