"""Stages a deal of any game from its acts: words take time, and what is shown, taken, changed and played is seen."""

import random
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from kozyr.datasets import incidents, laying, sweeping
from kozyr.datasets.careless import HONEST
from kozyr.datasets.careless_tables import TABLES
from kozyr.datasets.choreography import Choreography, Extras, Habits, Incident, Room
from kozyr.datasets.deals import SEATS, Lay
from kozyr.datasets.motion import QUARTER_DEG, Pose
from kozyr.datasets.stage import Stage
from kozyr.engine.acts import Act, Called, Dealt, Exchanged, Played, Revealed, TurnedUp
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Header

Spoken = tuple[tuple[float, Act], ...]
"""(seconds, act) of what no camera hears, in order."""
_NOTHING_ELSE: Final = Extras(empty_hands=0, shadows=0)
_WORD_S: Final = (0.3, 0.6)
_SHOWN_MM: Final = ((-36.0, 0.0), (36.0, 0.0))
"""Where two cards that are turned up together lie; one lies in the middle."""


@dataclass(frozen=True, slots=True)
class GameDeal:
    """The first tricks of an honest deal of any game."""

    header: Header
    """The first line of its log."""
    acts: tuple[Act, ...]
    """What happens, in order, to the end of the last trick that is staged."""
    lays: tuple[Lay, ...]
    """The cards played, in order."""
    winners: tuple[Seat, ...]
    """Who took each trick."""
    beside: tuple[Lay, ...] = ()
    """Cards turned up for a trick, which are swept with it."""

    def trick(self, number: int) -> tuple[Lay, ...]:
        """The cards that are swept together."""
        return tuple(lay for lay in (*self.beside, *self.lays) if lay.trick == number)


def game_deal(table: str, seed: int, tricks: int) -> GameDeal:
    """A random honest deal at a table of ``careless_tables``, as far as so many tricks go; nobody declares anything."""
    rng = random.Random(f"{table} {seed}")
    script = TABLES[table].deal(rng, replace(HONEST, declares=0.0))
    course = script.course[:tricks]
    last = course[-1][1] if course else script.first_seq + len(script.acts) - 1
    acts = script.acts[: last - script.first_seq + 1]
    lays, beside = [], []
    for seq, act in enumerate(acts, start=script.first_seq):
        number = 1 + sum(end < seq for _, end, _ in course)
        if isinstance(act, Played) and act.card is not None:
            lays.append(Lay(number, act.seat, act.card))
        elif isinstance(act, TurnedUp) and not _is_spoken_after(acts[seq - script.first_seq :]):
            beside.append(Lay(number, _dealer(acts), act.cards[0]))
    header = TABLES[table].header(rng)
    return GameDeal(header, acts, tuple(lays), tuple(Seat(taker) for _, _, taker in course), tuple(beside))


def play_game(
    deal: GameDeal, room: Room, rng: np.random.Generator, habits: Habits | None = None, extras: Extras = _NOTHING_ELSE
) -> tuple[Choreography, Spoken]:
    """The timeline of a deal and what is said in it; the same arguments and generator state give the same.

    Of ``extras``, empty hands and shadows are staged.
    """
    stage = Stage(deal, room, habits or Habits(), rng)
    show = _Show(stage, deal, extras)
    for act in deal.acts:
        show.step(act)
    return stage.finished(), tuple(show.spoken)


class _Show:
    """One deal while it is staged."""

    def __init__(self, stage: Stage, deal: GameDeal, extras: Extras) -> None:
        self._stage, self._deal = stage, deal
        count = extras.empty_hands + extras.shadows
        marks = stage.rng.permutation(len(deal.lays))[:count] if count else ()
        self._empty = {int(mark) for mark in marks[: extras.empty_hands]}
        self._hurries = extras is not _NOTHING_ELSE
        self._dark = {int(mark) for mark in marks[extras.empty_hands :]}
        self._left = list(deal.lays)
        self._lying: dict[Card, tuple[Seat, float, Pose]] = {}
        self.spoken: list[tuple[float, Act]] = []

    def step(self, act: Act) -> None:
        """One act: said, or done with a hand."""
        match act:
            case Played():
                self._played(act)
            case TurnedUp():
                self._turned_up(act.cards)
            case Exchanged():
                self._exchanged(act)
            case Revealed():
                pass
            case _:
                self.spoken.append((self._stage.now_s, act))
                self._stage.think(_WORD_S)

    def _played(self, act: Played) -> None:
        stage, lay = self._stage, self._left.pop(0)
        swept = {one.card for one in self._deal.beside}
        loose = tuple(card for card in self._lying if card not in swept)
        if loose:
            self._take(act.seat, loose)
        self._between(len(self._deal.lays) - len(self._left) - 1)
        before = stage.landings[-1] if stage.landings else None
        # Only where somebody follows at once; with the default habits nothing is drawn for it, so old clips stay.
        if before and before.lay.trick == lay.trick and self._hurries and stage.rng.random() < stage.habits.rush:
            stage.now_s = before.still_s - 0.2
        else:
            stage.think(stage.habits.think_s)
        laying.lay(stage, lay)
        if not self._left or self._left[0].trick != lay.trick:
            stage.think(stage.habits.look_s)
            sweeping.sweep(stage, lay.trick, self._deal.winners[lay.trick - 1])
            for card in [card for card in self._lying if card in swept]:
                seat, landed, _ = self._lying.pop(card)
                start = stage.collections[-1].start_s
                stage.incidents.append(Incident("shown", seat, landed, start, (card,), lay.trick))

    def _between(self, number: int) -> None:
        """What happens before a card that is no card: a hand that reaches and leaves, an arm's shadow."""
        if number in self._empty:
            incidents.empty_hand(self._stage, SEATS[int(self._stage.rng.integers(4))])
        if number in self._dark:
            incidents.shadow(self._stage, SEATS[int(self._stage.rng.integers(4))])

    def _turned_up(self, cards: tuple[Card, ...]) -> None:
        seat = _dealer(self._deal.acts)
        places = _SHOWN_MM if len(cards) > 1 else ((0.0, 0.0),)
        for card, (x, y) in zip(cards, places, strict=True):
            target = Pose(x + self._stage.normal(3.0), y + self._stage.normal(3.0), QUARTER_DEG[seat])
            self._open(seat, card, target)
        self._stage.think((1.6, 2.2))

    def _open(self, seat: Seat, card: Card, target: Pose) -> None:
        stage = self._stage
        hand, grip = stage.aimed(seat, target, 84.0, 0.0)
        arm, start = stage.fetch_arm(seat), stage.now_s
        landed = start + stage.uniform(stage.habits.approach_s)
        arm.add(start, stage.outside(seat, hand))
        arm.add(landed, replace(hand, lift_mm=5.0))
        stage.carry(card, arm, grip, start, landed, stage.next_rank())
        stage.track(card).add(landed, target, smooth=False)
        arm.hold(landed + 0.15)
        stage.now_s = stage.leave(arm, seat, landed + 0.15, stage.uniform(stage.habits.leave_s))
        self._lying[card] = (seat, stage.now_s, target)

    def _exchanged(self, act: Exchanged) -> None:
        """The shown cards are taken; where one is given openly, it then lies in their place."""
        taken = tuple(self._lying)
        place = self._lying[taken[0]][2]
        self._take(act.seat, taken)
        if isinstance(act.given, tuple) and len(taken) == 1:
            self._stage.think((0.2, 0.4))
            self._open(act.seat, act.given[0], replace(place, x_mm=place.x_mm + self._stage.normal(4.0)))
        self._stage.think((1.6, 2.4))

    def _take(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        stage = self._stage
        hand, _ = stage.aimed(seat, self._lying[cards[0]][2], 84.0, 0.0)
        at_s = stage.now_s + stage.uniform(stage.habits.approach_s)
        incidents.take_back(stage, seat, cards, hand, at_s)
        for card in cards:
            owner, landed, _ = self._lying.pop(card)
            stage.incidents.append(Incident("shown", owner, landed, at_s, (card,)))


def _is_spoken_after(acts: tuple[Act, ...]) -> bool:
    """Whether the auction goes on after the cards were turned up: then they do not belong to a trick."""
    return any(isinstance(act, Called | Exchanged) for act in acts)


def _dealer(acts: tuple[Act, ...]) -> Seat:
    """Whose hand turns cards up: the dealer's, or where a judge deals, that of the seat named with the deal."""
    first = acts[0]
    assert isinstance(first, Dealt)
    found = first.dealer or first.obliged
    assert found is not None
    return found
