"""What else happens at a table: cards laid aside or exposed, hands without a card, shadows."""

from dataclasses import replace

from kozyr.datasets.choreography import ArmTrack, Incident, Landing
from kozyr.datasets.deals import Lay
from kozyr.datasets.motion import QUARTER_DEG, Grip, Pose, Track, at_seat, rotated
from kozyr.datasets.stage import Stage
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat


def shift(stage: Stage, card: Card, seat: Seat, target: Pose) -> tuple[float, float]:
    """A hand moves a card that lies on the table; returns when the card starts to move and when it lies still."""
    track, arm, start = stage.cards[card], stage.fetch_arm(seat), stage.now_s
    here = track.keys[-1].pose
    reach = stage.uniform((62.0, 78.0))
    hand, _ = stage.aimed(seat, here, reach, 0.0)
    approach = stage.uniform(stage.habits.approach_s)
    arm.add(start, stage.outside(seat, hand))
    arm.add(start + approach, replace(hand, lift_mm=5.0, turn=0.25))
    arm.hold(start + approach + 0.1)
    moved, _ = stage.aimed(seat, target, reach, 0.0)
    until = start + approach + 0.1 + stage.uniform((0.4, 0.6))
    arm.add(until, replace(moved, lift_mm=5.0, turn=0.25))
    track.add(start + approach + 0.1, here, rank=stage.next_rank())
    track.add(until, target)
    pressed = until + stage.uniform(stage.habits.press_s)
    arm.hold(pressed)
    stage.now_s = stage.leave(arm, seat, pressed, stage.uniform(stage.habits.leave_s))
    return start + approach + 0.1, until


def lay_aside(stage: Stage, lay: Lay) -> None:
    """The owner pulls the card he laid out of turn back before him, face up."""
    beside = 82.0 if lay.seat in (Seat.S, Seat.N) else 42.0
    x, y = at_seat(lay.seat, -stage.room.pile_side(lay.seat) * beside, stage.room.edge(lay.seat) - 56.0)
    start, until = shift(stage, lay.card, lay.seat, Pose(x, y, QUARTER_DEG[lay.seat] + stage.normal(8.0)))
    stage.incidents.append(Incident("aside", lay.seat, start, until, (lay.card,), lay.trick))


def from_aside(stage: Stage, lay: Lay) -> None:
    """The penalty card is pushed into the trick."""
    _, still = shift(stage, lay.card, lay.seat, stage.trick_place(lay.seat))
    stage.landings.append(Landing(lay, still, stage.now_s))


def expose(stage: Stage, seat: Seat, cards: tuple[Card, ...], trick: int, lie_s: float = 2.0) -> None:
    """Cards from a hand fall face up before their owner and are taken back."""
    start = stage.now_s
    side = -stage.room.pile_side(seat)
    beside = stage.uniform((20.0, 60.0) if seat in (Seat.S, Seat.N) else (0.0, 20.0))
    x, y = at_seat(seat, side * beside, stage.room.edge(seat) - stage.uniform((50.0, 58.0)))
    centre = Pose(x, y, QUARTER_DEG[seat] + stage.normal(6.0))
    hand, _ = stage.aimed(seat, centre, 84.0, 0.0)
    arm, landed = stage.fetch_arm(seat), start + stage.uniform(stage.habits.approach_s)
    arm.add(start, stage.outside(seat, hand))
    arm.add(landed, replace(hand, lift_mm=5.0))
    fan = [(at - (len(cards) - 1) / 2) for at in range(len(cards))]
    grips = []
    for card, place in zip(cards, fan, strict=True):
        sx, sy = at_seat(seat, place * stage.uniform((50.0, 66.0)), stage.normal(3.0))
        own = Pose(x + sx, y + sy, centre.angle_deg + place * stage.uniform((3.0, 12.0)))
        dx, dy = rotated(own.x_mm - hand.x_mm, own.y_mm - hand.y_mm, -hand.angle_deg)
        grips.append(Grip(dx, dy, own.angle_deg - hand.angle_deg))
        stage.carry(card, arm, grips[-1], start, landed, stage.next_rank())
        stage.track(card).add(landed, own, smooth=False)
    arm.hold(landed + 0.1)
    stage.leave(arm, seat, landed + 0.1, stage.uniform(stage.habits.leave_s))
    take_back(stage, seat, cards, hand, landed + lie_s)
    stage.incidents.append(Incident("exposed", seat, landed, landed + lie_s, cards, trick))


def take_back(stage: Stage, seat: Seat, cards: tuple[Card, ...], hand: Pose, at_s: float) -> None:
    """Picks up exposed cards; each goes on as a fresh track so that it can be played later."""
    arm = stage.fetch_arm(seat)
    arm.add(at_s - stage.uniform(stage.habits.approach_s), stage.outside(seat, hand))
    arm.add(at_s, replace(hand, lift_mm=5.0, turn=0.3))
    arm.hold(at_s + 0.12)
    gone = at_s + 0.12 + stage.uniform(stage.habits.leave_s)
    arm.add(gone, stage.outside(seat, hand))
    for card in cards:
        track = stage.cards[card]
        track.hold(at_s + 0.12)
        rest = track.keys[-1].pose
        dx, dy = rotated(rest.x_mm - hand.x_mm, rest.y_mm - hand.y_mm, -hand.angle_deg)
        grip = Grip(dx, dy, rest.angle_deg - hand.angle_deg)
        stage.carry(card, arm, grip, at_s + 0.12, gone, track.keys[-1].rank)
        track.stays = False
        stage.cards.pop(card)
    stage.now_s = gone + stage.uniform((0.2, 0.5))


def empty_hand(stage: Stage, seat: Seat) -> None:
    """A hand reaches in, hesitates and leaves without a card."""
    start = stage.now_s
    x, y = at_seat(seat, stage.normal(30.0), stage.uniform((30.0, 80.0)))
    hand, _ = stage.aimed(seat, Pose(x, y, 0.0), 80.0, 0.0)
    arm, there = stage.fetch_arm(seat), start + stage.uniform(stage.habits.approach_s)
    openness = stage.uniform((0.0, 0.7))
    arm.add(start, stage.outside(seat, hand))
    arm.add(there, replace(hand, lift_mm=stage.uniform((6.0, 30.0)), turn=openness))
    until = there + stage.uniform((0.15, 0.7))
    arm.add(until, replace(hand, x_mm=hand.x_mm + stage.normal(5), lift_mm=10.0, turn=openness))
    stage.now_s = stage.leave(arm, seat, until, stage.uniform(stage.habits.leave_s))
    stage.incidents.append(Incident("empty_hand", seat, start, stage.now_s))


def shadow(stage: Stage, seat: Seat) -> None:
    """Somebody's arm passes between lamp and table: only its shadow is seen. Time does not move on."""
    start = stage.now_s
    x, y = at_seat(seat, stage.normal(70.0), stage.uniform((-20.0, 90.0)))
    hand, _ = stage.aimed(seat, Pose(x, y, 0.0), 60.0, 0.0)
    track = Track(stays=False)
    track.add(start, stage.outside(seat, hand))
    track.add(start + 0.6, replace(hand, lift_mm=120.0, turn=0.6))
    track.add(start + 0.9, replace(hand, x_mm=hand.x_mm + stage.normal(12), lift_mm=120.0, turn=0.6))
    track.add(start + 1.6, replace(stage.outside(seat, hand), lift_mm=120.0))
    stage.arms.append(ArmTrack(seat, track, shadow_only=True))
    stage.incidents.append(Incident("shadow", seat, start, start + 1.6))
