"""A card is laid into the trick: carried in, put down or tossed, perhaps shifted, perhaps pushing another."""

from dataclasses import replace

from kozyr.datasets.choreography import Incident, Landing
from kozyr.datasets.deals import Lay
from kozyr.datasets.motion import Grip, Pose, Track, at_seat, blend
from kozyr.datasets.stage import Stage
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat


def lay(stage: Stage, lay: Lay) -> None:
    """One card from a hand into the trick, ``now_s`` moving to the moment it lies still."""
    seat, target = lay.seat, stage.trick_place(lay.seat)
    hand, grip = stage.aimed(seat, target, stage.uniform((74.0, 92.0)), stage.normal(5.0))
    approach = stage.uniform(stage.habits.approach_s)
    arm, start = stage.fetch_arm(seat), stage.now_s
    landed = start + approach
    rank = stage.next_rank()
    arm.add(start, stage.outside(seat, hand))
    arm.add(landed, replace(hand, lift_mm=5.0, turn=0.0))
    tossed = stage.rng.random() < stage.habits.toss
    release = landed - (0.16 * approach if tossed else 0.0)
    stage.carry(lay.card, arm, grip, start, release, rank)
    slid = stage.uniform((6.0, 26.0)) if tossed else 0.0
    still = _settle(stage, lay.card, seat, target, landed, slid)
    if not tossed and stage.rng.random() < 0.3:
        still = _drag(stage, lay.card, arm, hand, grip, landed)
    pressed = max(arm.keys[-1].at_s, landed) + stage.uniform(stage.habits.press_s)
    arm.hold(pressed)
    gone = stage.leave(arm, seat, pressed, stage.uniform(stage.habits.leave_s))
    if stage.rng.random() < stage.habits.nudge:
        _nudge(stage, lay, landed)
    stage.landings.append(Landing(lay, still, gone))
    stage.now_s = max(still, gone - 0.25)


def _settle(stage: Stage, card: Card, seat: Seat, target: Pose, landed: float, slid: float) -> float:
    """Puts the card down; a tossed one slides on and turns a little."""
    track = stage.track(card)
    if not slid:
        track.add(landed, target, smooth=False)
        return landed
    last = track.keys[-1].pose
    dx, dy = at_seat(seat, 0.0, -1.0)
    rest = Pose(target.x_mm + dx * slid * 0.5, target.y_mm + dy * slid * 0.5, target.angle_deg + stage.normal(6.0))
    steps, length = 8, 0.2 + slid * 0.006
    start = track.keys[-1].at_s
    for step in range(1, steps + 1):
        share = 1 - (1 - step / steps) ** 2
        pose = replace(blend(last, rest, share), lift_mm=last.lift_mm * max(0.0, 1 - 2.5 * step / steps))
        track.add(start + length * step / steps, pose, smooth=False)
    return start + length


def _drag(stage: Stage, card: Card, arm: Track, hand: Pose, grip: Grip, landed: float) -> float:
    """The hand shifts the card a little before letting go."""
    moved = replace(
        hand, x_mm=hand.x_mm + stage.normal(5.0), y_mm=hand.y_mm + stage.normal(5.0),
        angle_deg=hand.angle_deg + stage.normal(3.0), lift_mm=5.0,
    )  # fmt: skip
    arm.hold(landed + 0.06)
    until = landed + 0.06 + stage.uniform((0.15, 0.3))
    arm.add(until, moved)
    here = stage.track(card).keys[-1].pose
    there = replace(grip.card(moved, 0.0), lift_mm=0.0)
    stage.track(card).add(landed + 0.06, here)
    stage.track(card).add(until, there)
    return until


def _nudge(stage: Stage, lay: Lay, landed: float) -> None:
    """The landing pushes another card of the trick by some millimetres."""
    others = [o.lay for o in stage.landings if o.lay.trick == lay.trick and o.lay.card != lay.card]
    if not others:
        return
    pushed = others[int(stage.rng.integers(len(others)))]
    track = stage.cards[pushed.card]
    if track.keys[-1].at_s > landed - 0.05:
        return
    rest = track.keys[-1].pose
    if abs(rest.x_mm) > 110 or abs(rest.y_mm) > 110:
        return
    track.add(landed - 0.05, rest)
    shifted = Pose(rest.x_mm + stage.normal(5.0), rest.y_mm + stage.normal(5.0), rest.angle_deg + stage.normal(4.0))
    track.add(landed + 0.15, shifted)
    stage.incidents.append(Incident("nudge", pushed.seat, landed - 0.05, landed + 0.15, (pushed.card,), lay.trick))
