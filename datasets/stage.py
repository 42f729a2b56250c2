"""The table while a deal is being staged: places, hands that come and go, cards that follow them, the clock."""

import math
from dataclasses import replace
from typing import Final, Protocol

import numpy as np

from kozyr.datasets.choreography import (
    ArmTrack,
    CardTrack,
    Choreography,
    Collection,
    Habits,
    Incident,
    Landing,
    Room,
)  # fmt: skip
from kozyr.datasets.deals import SEATS, Lay
from kozyr.datasets.motion import QUARTER_DEG, Grip, Pose, Track, at_seat, blend, rotated
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat

_HELD_STEP_S: Final = 1 / 60


class Tricks(Protocol):
    """What is swept together."""

    def trick(self, number: int) -> tuple[Lay, ...]:
        """The cards of one trick."""
        ...


class Stage:
    """Builds the timeline of one deal; the modules laying, sweeping and incidents say what happens on it."""

    def __init__(self, deal: Tricks, room: Room, habits: Habits, rng: np.random.Generator) -> None:
        self.deal, self.room, self.habits, self.rng = deal, room, habits, rng
        self.cards: dict[Card, Track] = {}
        self.order: list[CardTrack] = []
        self.arms: list[ArmTrack] = []
        self.landings: list[Landing] = []
        self.collections: list[Collection] = []
        self.incidents: list[Incident] = []
        self.tricks_at: dict[Seat, int] = dict.fromkeys(SEATS, 0)
        self.elbows = {seat: self._elbow(seat) for seat in SEATS}
        self.now_s = 1.2
        self.rank = 1

    def uniform(self, limits: tuple[float, float]) -> float:
        return float(self.rng.uniform(*limits))

    def normal(self, spread: float) -> float:
        return float(np.clip(self.rng.normal(0, spread), -2.2 * spread, 2.2 * spread))

    def _elbow(self, seat: Seat) -> tuple[float, float]:
        """Where the arm of a seat pivots, well outside the picture."""
        return at_seat(seat, self.uniform((-20.0, 120.0)), self.room.edge(seat) + self.uniform((270.0, 340.0)))

    def aimed(self, seat: Seat, card: Pose, reach_mm: float, side_mm: float) -> tuple[Pose, Grip]:
        """Hand pose over a card pose, the arm pivoting at its elbow, and the grip that goes with it."""
        ex, ey = self.elbows[seat]
        angle = math.degrees(math.atan2(card.y_mm - ey, card.x_mm - ex))
        for _ in range(6):
            dx, dy = rotated(reach_mm, side_mm, angle)
            angle = math.degrees(math.atan2(card.y_mm - dy - ey, card.x_mm - dx - ex))
        dx, dy = rotated(reach_mm, side_mm, angle)
        turned = (card.angle_deg - angle + 180) % 360 - 180
        return Pose(card.x_mm - dx, card.y_mm - dy, angle), Grip(reach_mm, side_mm, turned)

    def outside(self, seat: Seat, hand: Pose) -> Pose:
        """The same arm drawn back until nothing of it is in the picture."""
        ex, ey = self.elbows[seat]
        far = self.room.edge(seat) + 175.0
        near = at_seat(seat, 0.0, 1.0)
        depth, elbow_depth = hand.x_mm * near[0] + hand.y_mm * near[1], ex * near[0] + ey * near[1]
        share = (far - depth) / max(elbow_depth - depth, 1.0)
        x, y = hand.x_mm + (ex - hand.x_mm) * share, hand.y_mm + (ey - hand.y_mm) * share
        return Pose(x, y, hand.angle_deg, 55.0, 0.0)

    def trick_place(self, seat: Seat) -> Pose:
        """A random place for a seat's card in the trick."""
        near = self.uniform((40.0, 57.0)) if seat in (Seat.W, Seat.E) else self.uniform((50.0, 66.0))
        x, y = at_seat(seat, self.normal(8.0), near)
        return Pose(x, y, QUARTER_DEG[seat] + self.normal(self.habits.turn_deg))

    def pile_place(self, seat: Seat) -> Pose:
        """Where the seat's next trick goes: crosswise on the one before, so that tricks can be counted."""
        count = self.tricks_at[seat]
        sideways = self.room.pile_side(seat)
        if seat in (Seat.S, Seat.N):
            x, y = at_seat(seat, sideways * 128.0, self.room.edge(seat) - 54.0)
        else:
            x, y = at_seat(seat, sideways * 78.0, self.room.edge(seat) - 60.0)
        swing = (9.0 if count % 2 else -9.0) + self.normal(4.0)
        return Pose(x + self.normal(3.0), y + self.normal(3.0), QUARTER_DEG[seat] + swing, 0.0, 1.0)

    def track(self, card: Card) -> Track:
        if card not in self.cards:
            self.cards[card] = Track()
            self.order.append(CardTrack(card, self.cards[card]))
        return self.cards[card]

    def next_rank(self) -> int:
        self.rank += 1
        return self.rank

    def carry(self, card: Card, hand: Track, grip: Grip, start_s: float, end_s: float, rank: int) -> None:
        """Lets a card follow a hand for a while."""
        track, steps = self.track(card), max(2, round((end_s - start_s) / _HELD_STEP_S))
        for at_s in np.linspace(start_s, end_s, steps + 1):
            found = hand.at(min(float(at_s), hand.keys[-1].at_s))
            if found is not None:
                pose = grip.card(found[0], max(found[0].lift_mm - 4.0, 0.0))
                track.add(float(at_s), pose, smooth=False, rank=rank)

    def fetch_arm(self, seat: Seat) -> Track:
        track = Track(stays=False)
        self.arms.append(ArmTrack(seat, track))
        return track

    def leave(self, arm: Track, seat: Seat, at_s: float, leave_s: float) -> float:
        """Draws the arm out of the picture; returns when it is gone."""
        last = arm.keys[-1].pose
        out = self.outside(seat, last)
        half = blend(last, out, 0.12)
        arm.add(at_s + 0.12 * leave_s, replace(half, lift_mm=last.lift_mm + 14, turn=min(1.0, last.turn + 0.3)))
        arm.keys[-1] = replace(arm.keys[-1], smooth=False)
        arm.add(at_s + leave_s, out)
        return at_s + leave_s

    def think(self, limits: tuple[float, float]) -> None:
        """Lets time pass."""
        self.now_s += self.uniform(limits)

    def finished(self) -> Choreography:
        """The timeline built so far."""
        return Choreography(
            tuple(self.order), tuple(self.arms), tuple(self.landings), tuple(self.collections),
            tuple(self.incidents), self.now_s + 1.5,
        )  # fmt: skip
