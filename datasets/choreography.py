"""A deal as a timeline: which card and which arm is where at every moment, and what happened when.

Places are millimetres on the table, x to the right and y down as the camera sees it, the origin in the middle of the
trick area. Angles are degrees clockwise, 0 for a card that stands upright in the picture. Nothing here draws.
"""

import bisect
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from kozyr.datasets.deals import SEATS, BelotDeal, Lay
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat

CARD_MM: Final = (63.0, 88.0)
"""Width and height of a card."""
_HELD_STEP_S: Final = 1 / 60
_QUARTER: Final = {seat: 90.0 * at for at, seat in enumerate(SEATS)}


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a card or a hand is at one moment."""

    x_mm: float
    y_mm: float
    angle_deg: float
    """Clockwise; for a hand, the direction its fingers point to (0 = right)."""
    lift_mm: float = 0.0
    """Height over the table."""
    turn: float = 0.0
    """Cards: 0 face up … 1 face down. Hands: openness, 0 … 1."""


@dataclass(frozen=True, slots=True)
class _Key:
    """A pose at a time, and how to get there from the key before."""

    at_s: float
    pose: Pose
    smooth: bool
    rank: int


def _blend(a: Pose, b: Pose, share: float) -> Pose:
    """The pose between two poses."""

    def mix(p: float, q: float) -> float:
        return p + (q - p) * share

    return Pose(
        mix(a.x_mm, b.x_mm), mix(a.y_mm, b.y_mm), mix(a.angle_deg, b.angle_deg), mix(a.lift_mm, b.lift_mm),
        mix(a.turn, b.turn),
    )  # fmt: skip


@dataclass(slots=True)
class Track:
    """How one thing moves: it exists from its first key to its last (or for ever, when ``stays``)."""

    keys: list[_Key] = field(default_factory=list)
    stays: bool = True

    def add(self, at_s: float, pose: Pose, *, smooth: bool = True, rank: int = 0) -> None:
        """Appends a key; the angle is taken the short way round from the key before."""
        if self.keys:
            before = self.keys[-1].pose.angle_deg
            pose = replace(pose, angle_deg=before + (pose.angle_deg - before + 180) % 360 - 180)
            at_s = max(at_s, self.keys[-1].at_s)
        self.keys.append(_Key(at_s, pose, smooth, rank or (self.keys[-1].rank if self.keys else 0)))

    def hold(self, until_s: float) -> None:
        """Stays where the last key put it until a moment."""
        self.add(until_s, self.keys[-1].pose)

    def at(self, at_s: float) -> tuple[Pose, int] | None:
        """Pose and drawing rank at a moment, or None while it is not there."""
        if not self.keys or at_s < self.keys[0].at_s or (not self.stays and at_s >= self.keys[-1].at_s):
            return None
        after = bisect.bisect_right(self.keys, at_s, key=lambda key: key.at_s)
        if after >= len(self.keys):
            return self.keys[-1].pose, self.keys[-1].rank
        a, b = self.keys[after - 1], self.keys[after]
        share = (at_s - a.at_s) / max(b.at_s - a.at_s, 1e-6)
        if b.smooth:
            share = share**3 * (10 - 15 * share + 6 * share * share)
        return _blend(a.pose, b.pose, share), a.rank


@dataclass(frozen=True, slots=True)
class CardTrack:
    """One card's way through the deal."""

    card: Card
    track: Track


@dataclass(frozen=True, slots=True)
class ArmTrack:
    """One visit of an arm."""

    seat: Seat
    track: Track
    shadow_only: bool = False
    """True when only the arm's shadow falls on the table."""


@dataclass(frozen=True, slots=True)
class Landing:
    """A card laid into the trick area."""

    lay: Lay
    still_s: float
    """The card lies still from here on."""
    clear_s: float
    """The arm that laid it has left the picture."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A trick taken away."""

    trick: int
    winner: Seat
    start_s: float
    """First movement of a card."""
    end_s: float
    """The cards lie still on the pile."""
    pile: Pose


@dataclass(frozen=True, slots=True)
class Incident:
    """Something else that happened: ``exposed``, ``empty_hand``, ``shadow``, ``nudge``, ``aside``."""

    kind: str
    seat: Seat
    start_s: float
    end_s: float
    cards: tuple[Card, ...] = ()
    trick: int = 0


@dataclass(frozen=True, slots=True)
class Habits:
    """How the players of one table behave; all times in seconds."""

    think_s: tuple[float, float] = (0.1, 0.9)
    """Pause before a card."""
    approach_s: tuple[float, float] = (0.45, 0.75)
    """Arm coming in."""
    press_s: tuple[float, float] = (0.08, 0.3)
    """Hand resting on the card it laid."""
    leave_s: tuple[float, float] = (0.36, 0.55)
    """Arm going out."""
    look_s: tuple[float, float] = (0.5, 1.2)
    """Pause between the fourth card and the sweep."""
    sweep: float = 1.0
    """Slowness of sweeps: 1.0 is about 2.2 s from the arm's entry to its leaving."""
    toss: float = 0.2
    """Share of cards let go early, which slide on by themselves."""
    nudge: float = 0.12
    """Share of landings that push a card already lying there."""
    rush: float = 0.04
    """Share of cards that land within half a second of the one before."""
    turn_deg: float = 11.0
    """Spread of the cards' angles in the trick."""


@dataclass(frozen=True, slots=True)
class Room:
    """What the camera sees of the table, and where things may lie."""

    half_mm: tuple[float, float]
    """Half width and half height of the visible table."""
    pile_sides: tuple[tuple[Seat, int], ...]
    """For each seat +1 when its pile lies at its right hand, -1 for the left."""

    def edge(self, seat: Seat) -> float:
        """Distance from the origin to the picture's edge on a seat's side."""
        return self.half_mm[1 if seat in (Seat.S, Seat.N) else 0]

    def pile_side(self, seat: Seat) -> int:
        """+1 right hand, -1 left hand."""
        return dict(self.pile_sides)[seat]


@dataclass(frozen=True, slots=True)
class Choreography:
    """Everything that moves, and the truth about it."""

    cards: tuple[CardTrack, ...]
    arms: tuple[ArmTrack, ...]
    landings: tuple[Landing, ...]
    collections: tuple[Collection, ...]
    incidents: tuple[Incident, ...]
    end_s: float


def at_seat(seat: Seat, right_mm: float, near_mm: float) -> tuple[float, float]:
    """Table place of a point given from a seat: ``right_mm`` to its right, ``near_mm`` from the origin towards it."""
    turns: dict[Seat, Callable[[float, float], tuple[float, float]]] = {
        Seat.S: lambda u, v: (u, v), Seat.W: lambda u, v: (-v, u),
        Seat.N: lambda u, v: (-u, -v), Seat.E: lambda u, v: (v, -u),
    }  # fmt: skip
    return turns[seat](right_mm, near_mm)


def _rotated(x: float, y: float, angle_deg: float) -> tuple[float, float]:
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return c * x - s * y, s * x + c * y


@dataclass(frozen=True, slots=True)
class _Grip:
    """How a hand holds a card: the card's centre and angle in the hand's frame."""

    x_mm: float
    y_mm: float
    angle_deg: float

    def card(self, hand: Pose, lift_mm: float) -> Pose:
        """Pose of the held card."""
        dx, dy = _rotated(self.x_mm, self.y_mm, hand.angle_deg)
        return Pose(hand.x_mm + dx, hand.y_mm + dy, hand.angle_deg + self.angle_deg, lift_mm)


class Director:
    """Builds the timeline of one deal; ``play_deal`` is the way to use it."""

    def __init__(self, deal: BelotDeal, room: Room, habits: Habits, rng: np.random.Generator) -> None:
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

    # -- places -------------------------------------------------------------------------------------------------

    def _uniform(self, limits: tuple[float, float]) -> float:
        return float(self.rng.uniform(*limits))

    def _normal(self, spread: float) -> float:
        return float(np.clip(self.rng.normal(0, spread), -2.2 * spread, 2.2 * spread))

    def _elbow(self, seat: Seat) -> tuple[float, float]:
        """Where the arm of a seat pivots, well outside the picture."""
        return at_seat(seat, self._uniform((-20.0, 120.0)), self.room.edge(seat) + self._uniform((270.0, 340.0)))

    def _aimed(self, seat: Seat, card: Pose, reach_mm: float, side_mm: float) -> tuple[Pose, _Grip]:
        """Hand pose over a card pose, the arm pivoting at its elbow, and the grip that goes with it."""
        ex, ey = self.elbows[seat]
        angle = math.degrees(math.atan2(card.y_mm - ey, card.x_mm - ex))
        for _ in range(6):
            dx, dy = _rotated(reach_mm, side_mm, angle)
            angle = math.degrees(math.atan2(card.y_mm - dy - ey, card.x_mm - dx - ex))
        dx, dy = _rotated(reach_mm, side_mm, angle)
        turned = (card.angle_deg - angle + 180) % 360 - 180
        return Pose(card.x_mm - dx, card.y_mm - dy, angle), _Grip(reach_mm, side_mm, turned)

    def _outside(self, seat: Seat, hand: Pose) -> Pose:
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
        near = self._uniform((40.0, 57.0)) if seat in (Seat.W, Seat.E) else self._uniform((50.0, 66.0))
        x, y = at_seat(seat, self._normal(8.0), near)
        return Pose(x, y, _QUARTER[seat] + self._normal(self.habits.turn_deg))

    def pile_place(self, seat: Seat) -> Pose:
        """Where the seat's next trick goes: crosswise on the one before, so that tricks can be counted."""
        count = self.tricks_at[seat]
        sideways = self.room.pile_side(seat)
        if seat in (Seat.S, Seat.N):
            x, y = at_seat(seat, sideways * 128.0, self.room.edge(seat) - 54.0)
        else:
            x, y = at_seat(seat, sideways * 78.0, self.room.edge(seat) - 60.0)
        swing = (9.0 if count % 2 else -9.0) + self._normal(4.0)
        return Pose(x + self._normal(3.0), y + self._normal(3.0), _QUARTER[seat] + swing, 0.0, 1.0)

    # -- movements ----------------------------------------------------------------------------------------------

    def _track(self, card: Card) -> Track:
        if card not in self.cards:
            self.cards[card] = Track()
            self.order.append(CardTrack(card, self.cards[card]))
        return self.cards[card]

    def _next_rank(self) -> int:
        self.rank += 1
        return self.rank

    def _carry(self, card: Card, hand: Track, grip: _Grip, start_s: float, end_s: float, rank: int) -> None:
        """Lets a card follow a hand for a while."""
        track, steps = self._track(card), max(2, round((end_s - start_s) / _HELD_STEP_S))
        for at_s in np.linspace(start_s, end_s, steps + 1):
            found = hand.at(min(float(at_s), hand.keys[-1].at_s))
            if found is not None:
                pose = grip.card(found[0], max(found[0].lift_mm - 4.0, 0.0))
                track.add(float(at_s), pose, smooth=False, rank=rank)

    def _fetch_arm(self, seat: Seat) -> Track:
        track = Track(stays=False)
        self.arms.append(ArmTrack(seat, track))
        return track

    def _leave(self, arm: Track, seat: Seat, at_s: float, leave_s: float) -> float:
        """Draws the arm out of the picture; returns when it is gone."""
        last = arm.keys[-1].pose
        out = self._outside(seat, last)
        half = _blend(last, out, 0.12)
        arm.add(at_s + 0.12 * leave_s, replace(half, lift_mm=last.lift_mm + 14, turn=min(1.0, last.turn + 0.3)))
        arm.keys[-1] = replace(arm.keys[-1], smooth=False)
        arm.add(at_s + leave_s, out)
        return at_s + leave_s

    def lay(self, lay: Lay) -> None:
        """One card from a hand into the trick, ``now_s`` moving to the moment it lies still."""
        seat, target = lay.seat, self.trick_place(lay.seat)
        hand, grip = self._aimed(seat, target, self._uniform((74.0, 92.0)), self._normal(5.0))
        approach = self._uniform(self.habits.approach_s)
        arm, start = self._fetch_arm(seat), self.now_s
        landed = start + approach
        rank = self._next_rank()
        arm.add(start, self._outside(seat, hand))
        arm.add(landed, replace(hand, lift_mm=5.0, turn=0.0))
        tossed = self.rng.random() < self.habits.toss
        release = landed - (0.16 * approach if tossed else 0.0)
        self._carry(lay.card, arm, grip, start, release, rank)
        slid = self._uniform((6.0, 26.0)) if tossed else 0.0
        still = self._settle(lay.card, seat, target, landed, slid)
        if not tossed and self.rng.random() < 0.3:
            still = self._drag(lay.card, arm, hand, grip, landed)
        pressed = max(arm.keys[-1].at_s, landed) + self._uniform(self.habits.press_s)
        arm.hold(pressed)
        gone = self._leave(arm, seat, pressed, self._uniform(self.habits.leave_s))
        if self.rng.random() < self.habits.nudge:
            self._nudge(lay, landed)
        self.landings.append(Landing(lay, still, gone))
        self.now_s = max(still, gone - 0.25)

    def _settle(self, card: Card, seat: Seat, target: Pose, landed: float, slid: float) -> float:
        """Puts the card down; a tossed one slides on and turns a little."""
        track = self._track(card)
        if not slid:
            track.add(landed, target, smooth=False)
            return landed
        last = track.keys[-1].pose
        dx, dy = at_seat(seat, 0.0, -1.0)
        rest = Pose(target.x_mm + dx * slid * 0.5, target.y_mm + dy * slid * 0.5, target.angle_deg + self._normal(6.0))
        steps, length = 8, 0.2 + slid * 0.006
        start = track.keys[-1].at_s
        for step in range(1, steps + 1):
            share = 1 - (1 - step / steps) ** 2
            pose = replace(_blend(last, rest, share), lift_mm=last.lift_mm * max(0.0, 1 - 2.5 * step / steps))
            track.add(start + length * step / steps, pose, smooth=False)
        return start + length

    def _drag(self, card: Card, arm: Track, hand: Pose, grip: _Grip, landed: float) -> float:
        """The hand shifts the card a little before letting go."""
        moved = replace(
            hand, x_mm=hand.x_mm + self._normal(5.0), y_mm=hand.y_mm + self._normal(5.0),
            angle_deg=hand.angle_deg + self._normal(3.0), lift_mm=5.0,
        )  # fmt: skip
        arm.hold(landed + 0.06)
        until = landed + 0.06 + self._uniform((0.15, 0.3))
        arm.add(until, moved)
        here = self._track(card).keys[-1].pose
        there = replace(grip.card(moved, 0.0), lift_mm=0.0)
        self._track(card).add(landed + 0.06, here)
        self._track(card).add(until, there)
        return until

    def _nudge(self, lay: Lay, landed: float) -> None:
        """The landing pushes another card of the trick by some millimetres."""
        others = [o.lay for o in self.landings if o.lay.trick == lay.trick and o.lay.card != lay.card]
        if not others:
            return
        pushed = others[int(self.rng.integers(len(others)))]
        track = self.cards[pushed.card]
        if track.keys[-1].at_s > landed - 0.05:
            return
        rest = track.keys[-1].pose
        if abs(rest.x_mm) > 110 or abs(rest.y_mm) > 110:
            return
        track.add(landed - 0.05, rest)
        shifted = Pose(
            rest.x_mm + self._normal(5.0), rest.y_mm + self._normal(5.0), rest.angle_deg + self._normal(4.0)
        )
        track.add(landed + 0.15, shifted)
        self.incidents.append(Incident("nudge", pushed.seat, landed - 0.05, landed + 0.15, (pushed.card,), lay.trick))

    def sweep(self, trick: int, winner: Seat) -> None:
        """The winner gathers the trick, turns it over and pulls it to his pile."""
        slow = self.habits.sweep * self._uniform((0.85, 1.2))
        x, y = at_seat(winner, self._normal(8.0), self._uniform((8.0, 30.0)))
        gather = Pose(x, y, _QUARTER[winner] + self._normal(8.0))
        far_x, far_y = at_seat(winner, self._normal(10.0), -38.0)
        far, _ = self._aimed(winner, Pose(far_x, far_y, 0.0), 60.0, 0.0)
        near, _ = self._aimed(winner, gather, 40.0, 0.0)
        arm, start = self._fetch_arm(winner), self.now_s
        arm.add(start, self._outside(winner, far))
        arm.add(start + 0.5 * slow, replace(far, lift_mm=8.0, turn=0.9))
        begin, gathered = start + 0.5 * slow, start + 1.05 * slow
        arm.add(gathered, replace(near, lift_mm=8.0, turn=0.35))
        tracks = [self.cards[lay.card] for lay in self.deal.trick(trick)]
        for track in tracks:
            rank = self._next_rank()
            track.add(begin + self._uniform((0.0, 0.12)) * slow, track.keys[-1].pose, rank=track.keys[-1].rank)
            loose = Pose(x + self._normal(3.0), y + self._normal(3.0), gather.angle_deg + self._normal(5.0))
            track.add(gathered, loose, rank=rank)
        turned = self._turn_over(tracks, gather, gathered, slow)
        self._pull(trick, winner, arm, tracks, (begin, turned), slow)

    def _turn_over(self, tracks: list[Track], gather: Pose, gathered: float, slow: float) -> float:
        """Flips the gathered cards together."""
        turned = gathered + 0.32 * slow
        tidy = self._normal(2.0)
        for at, track in enumerate(tracks):
            last = track.keys[-1].pose
            middle = replace(gather, x_mm=last.x_mm, y_mm=last.y_mm, lift_mm=34.0, turn=0.5)
            track.add(gathered + 0.16 * slow, middle)
            track.add(turned, replace(gather, x_mm=gather.x_mm + tidy * at * 0.4, lift_mm=6.0, turn=1.0))
            track.keys[-1] = replace(track.keys[-1], rank=self._next_rank())
        return turned

    def _pull(
        self, trick: int, winner: Seat, arm: Track, tracks: list[Track], times: tuple[float, float], slow: float
    ) -> None:
        """Drags the turned trick to the pile and lets the hand go."""
        begin, turned = times
        pile = self.pile_place(winner)
        lifted = replace(arm.keys[-1].pose, lift_mm=24.0, turn=0.2)
        arm.add(turned - 0.16 * slow, lifted)
        arm.add(turned, replace(lifted, lift_mm=10.0))
        laid = turned + 0.5 * slow
        over, _ = self._aimed(winner, pile, 62.0, 0.0)
        arm.add(laid, replace(over, lift_mm=6.0, turn=0.3))
        for track in tracks:
            own = replace(
                pile, x_mm=pile.x_mm + self._normal(1.2), y_mm=pile.y_mm + self._normal(1.2),
                angle_deg=pile.angle_deg + self._normal(1.2),
            )  # fmt: skip
            track.add(laid, own)
        pressed = laid + self._uniform(self.habits.press_s)
        arm.hold(pressed)
        self.tricks_at[winner] += 1
        self.collections.append(Collection(trick, winner, begin, laid, pile))
        self.now_s = self._leave(arm, winner, pressed, self._uniform(self.habits.leave_s))

    # -- incidents ----------------------------------------------------------------------------------------------

    def shift(self, card: Card, seat: Seat, target: Pose) -> float:
        """A hand moves a card that lies on the table; returns when the card lies still."""
        track, arm, start = self.cards[card], self._fetch_arm(seat), self.now_s
        here = track.keys[-1].pose
        reach = self._uniform((62.0, 78.0))
        hand, grip = self._aimed(seat, here, reach, 0.0)
        approach = self._uniform(self.habits.approach_s)
        arm.add(start, self._outside(seat, hand))
        arm.add(start + approach, replace(hand, lift_mm=5.0, turn=0.25))
        arm.hold(start + approach + 0.1)
        moved, _ = self._aimed(seat, target, reach, 0.0)
        until = start + approach + 0.1 + self._uniform((0.4, 0.6))
        arm.add(until, replace(moved, lift_mm=5.0, turn=0.25))
        track.add(start + approach + 0.1, here)
        track.add(until, target, rank=self._next_rank())
        pressed = until + self._uniform(self.habits.press_s)
        arm.hold(pressed)
        self.now_s = self._leave(arm, seat, pressed, self._uniform(self.habits.leave_s))
        return until

    def lay_aside(self, lay: Lay) -> None:
        """The owner pulls the card he laid out of turn back before him, face up."""
        start = self.now_s
        beside = 82.0 if lay.seat in (Seat.S, Seat.N) else 42.0
        x, y = at_seat(lay.seat, -self.room.pile_side(lay.seat) * beside, self.room.edge(lay.seat) - 56.0)
        until = self.shift(lay.card, lay.seat, Pose(x, y, _QUARTER[lay.seat] + self._normal(8.0)))
        self.incidents.append(Incident("aside", lay.seat, start, until, (lay.card,), lay.trick))

    def from_aside(self, lay: Lay) -> None:
        """The penalty card is pushed into the trick."""
        still = self.shift(lay.card, lay.seat, self.trick_place(lay.seat))
        self.landings.append(Landing(lay, still, self.now_s))

    def expose(self, seat: Seat, cards: tuple[Card, ...], trick: int, lie_s: float = 2.0) -> None:
        """Cards from a hand fall face up before their owner and are taken back."""
        start = self.now_s
        side = -self.room.pile_side(seat)
        beside = self._uniform((20.0, 60.0) if seat in (Seat.S, Seat.N) else (0.0, 20.0))
        x, y = at_seat(seat, side * beside, self.room.edge(seat) - self._uniform((50.0, 58.0)))
        centre = Pose(x, y, _QUARTER[seat] + self._normal(6.0))
        hand, _ = self._aimed(seat, centre, 84.0, 0.0)
        arm, landed = self._fetch_arm(seat), start + self._uniform(self.habits.approach_s)
        arm.add(start, self._outside(seat, hand))
        arm.add(landed, replace(hand, lift_mm=5.0))
        fan = [(at - (len(cards) - 1) / 2) for at in range(len(cards))]
        grips = []
        for card, place in zip(cards, fan, strict=True):
            sx, sy = at_seat(seat, place * self._uniform((50.0, 66.0)), self._normal(3.0))
            own = Pose(x + sx, y + sy, centre.angle_deg + place * self._uniform((3.0, 12.0)))
            dx, dy = _rotated(own.x_mm - hand.x_mm, own.y_mm - hand.y_mm, -hand.angle_deg)
            grips.append(_Grip(dx, dy, own.angle_deg - hand.angle_deg))
            self._carry(card, arm, grips[-1], start, landed, self._next_rank())
            self._track(card).add(landed, own, smooth=False)
        arm.hold(landed + 0.1)
        self._leave(arm, seat, landed + 0.1, self._uniform(self.habits.leave_s))
        self._take_back(seat, cards, hand, landed + lie_s)
        self.incidents.append(Incident("exposed", seat, landed, landed + lie_s, cards, trick))

    def _take_back(self, seat: Seat, cards: tuple[Card, ...], hand: Pose, at_s: float) -> None:
        """Picks up exposed cards; each goes on as a fresh track so that it can be played later."""
        arm = self._fetch_arm(seat)
        arm.add(at_s - self._uniform(self.habits.approach_s), self._outside(seat, hand))
        arm.add(at_s, replace(hand, lift_mm=5.0, turn=0.3))
        arm.hold(at_s + 0.12)
        gone = at_s + 0.12 + self._uniform(self.habits.leave_s)
        arm.add(gone, self._outside(seat, hand))
        for card in cards:
            track = self.cards[card]
            track.hold(at_s + 0.12)
            rest = track.keys[-1].pose
            dx, dy = _rotated(rest.x_mm - hand.x_mm, rest.y_mm - hand.y_mm, -hand.angle_deg)
            grip = _Grip(dx, dy, rest.angle_deg - hand.angle_deg)
            self._carry(card, arm, grip, at_s + 0.12, gone, track.keys[-1].rank)
            track.stays = False
            self.cards.pop(card)
        self.now_s = gone + self._uniform((0.2, 0.5))

    def empty_hand(self, seat: Seat) -> None:
        """A hand reaches in, hesitates and leaves without a card."""
        start = self.now_s
        x, y = at_seat(seat, self._normal(30.0), self._uniform((30.0, 80.0)))
        hand, _ = self._aimed(seat, Pose(x, y, 0.0), 80.0, 0.0)
        arm, there = self._fetch_arm(seat), start + self._uniform(self.habits.approach_s)
        openness = self._uniform((0.0, 0.7))
        arm.add(start, self._outside(seat, hand))
        arm.add(there, replace(hand, lift_mm=self._uniform((6.0, 30.0)), turn=openness))
        until = there + self._uniform((0.15, 0.7))
        arm.add(until, replace(hand, x_mm=hand.x_mm + self._normal(5), lift_mm=10.0, turn=openness))
        self.now_s = self._leave(arm, seat, until, self._uniform(self.habits.leave_s))
        self.incidents.append(Incident("empty_hand", seat, start, self.now_s))

    def shadow(self, seat: Seat) -> None:
        """Somebody's arm passes between lamp and table: only its shadow is seen. Time does not move on."""
        start = self.now_s
        x, y = at_seat(seat, self._normal(70.0), self._uniform((-20.0, 90.0)))
        hand, _ = self._aimed(seat, Pose(x, y, 0.0), 60.0, 0.0)
        track = Track(stays=False)
        track.add(start, self._outside(seat, hand))
        track.add(start + 0.6, replace(hand, lift_mm=120.0, turn=0.6))
        track.add(start + 0.9, replace(hand, x_mm=hand.x_mm + self._normal(12), lift_mm=120.0, turn=0.6))
        track.add(start + 1.6, replace(self._outside(seat, hand), lift_mm=120.0))
        self.arms.append(ArmTrack(seat, track, shadow_only=True))
        self.incidents.append(Incident("shadow", seat, start, start + 1.6))

    # -- the deal -----------------------------------------------------------------------------------------------

    def think(self, limits: tuple[float, float]) -> None:
        """Lets time pass."""
        self.now_s += self._uniform(limits)

    def finished(self) -> Choreography:
        """The timeline built so far."""
        return Choreography(
            tuple(self.order), tuple(self.arms), tuple(self.landings), tuple(self.collections),
            tuple(self.incidents), self.now_s + 1.5,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Extras:
    """Which incidents to stage beside the cards themselves."""

    exposed_before: int | None = None
    """Two cards are exposed before this trick."""
    empty_hands: int = 1
    """How many times a hand comes without a card."""
    shadows: int = 1
    """How many times only an arm's shadow falls on the table."""
    aside: bool = True
    """A card out of turn is pulled back before its owner; otherwise it stays in the trick until its turn."""
    start_s: float = 1.2
    """When the first arm may come in."""
    pauses: tuple[tuple[int, float], ...] = ()
    """(number of the lay counted from 0, seconds): time for something to be said before that card."""


def play_deal(
    deal: BelotDeal, room: Room, rng: np.random.Generator, habits: Habits | None = None, extras: Extras | None = None
) -> Choreography:
    """The timeline of a whole deal: the same arguments and generator state give the same timeline."""
    director = Director(deal, room, habits or Habits(), rng)
    wanted = extras or Extras()
    director.now_s = wanted.start_s
    marks = rng.permutation(np.arange(2, 31))
    empty, dark = set(marks[: wanted.empty_hands].tolist()), set(marks[-wanted.shadows or 99 :].tolist())
    for at, lay in enumerate(deal.lays):
        director.now_s += dict(wanted.pauses).get(at, 0.0)
        first_of_trick = at == 0 or deal.lays[at - 1].trick != lay.trick
        if first_of_trick and wanted.exposed_before == lay.trick:
            _expose_two(director, deal, lay.trick)
        if at in empty:
            director.empty_hand(SEATS[int(rng.integers(4))])
        if at in dark:
            director.shadow(SEATS[int(rng.integers(4))])
        _one_lay(director, lay, wanted, first_of_trick)
        if lay.stands and (at + 1 == len(deal.lays) or deal.lays[at + 1].trick != lay.trick):
            director.think(director.habits.look_s)
            director.sweep(lay.trick, deal.winners[lay.trick - 1])
    return director.finished()


def _one_lay(director: Director, lay: Lay, wanted: Extras, first_of_trick: bool) -> None:
    """Stages one card of the deal, penalty cards included."""
    habits, rng = director.habits, director.rng
    if not first_of_trick and director.landings and rng.random() < habits.rush and not lay.from_table:
        director.now_s = director.landings[-1].still_s - 0.2
    else:
        director.think(habits.think_s)
    if lay.from_table and (wanted.aside or not _lies_in_trick(director, lay)):
        director.from_aside(lay)
    elif lay.from_table:
        director.landings.append(Landing(lay, director.now_s, director.now_s))
    else:
        director.lay(lay)
        if not lay.stands and wanted.aside:
            director.think((0.6, 1.1))
            director.lay_aside(lay)


def _lies_in_trick(director: Director, lay: Lay) -> bool:
    """True when the penalty card was laid in this very trick and still lies there."""
    return any(o.lay.card == lay.card and o.lay.trick == lay.trick for o in director.landings)


def _expose_two(director: Director, deal: BelotDeal, trick: int) -> None:
    """Two cards that a random player still holds."""
    director.think((0.5, 0.9))
    seat = SEATS[int(director.rng.integers(4))]
    held = [lay.card for lay in deal.lays if lay.seat == seat and lay.trick >= trick and lay.stands and not lay.from_table]
    if len(held) >= 2:
        chosen = director.rng.permutation(len(held))[:2]
        director.expose(seat, (held[int(chosen[0])], held[int(chosen[1])]), trick)
