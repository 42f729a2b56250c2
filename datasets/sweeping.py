"""The winner gathers a trick, turns it over and pulls it to his pile."""

from dataclasses import replace

from kozyr.datasets.choreography import Collection
from kozyr.datasets.motion import QUARTER_DEG, Pose, Track, at_seat
from kozyr.datasets.stage import Stage
from kozyr.engine.seats import Seat


def sweep(stage: Stage, trick: int, winner: Seat) -> None:
    """The winner gathers the trick, turns it over and pulls it to his pile."""
    slow = stage.habits.sweep * stage.uniform((0.85, 1.2))
    x, y = at_seat(winner, stage.normal(8.0), stage.uniform((8.0, 30.0)))
    gather = Pose(x, y, QUARTER_DEG[winner] + stage.normal(8.0))
    far_x, far_y = at_seat(winner, stage.normal(10.0), -38.0)
    far, _ = stage.aimed(winner, Pose(far_x, far_y, 0.0), 60.0, 0.0)
    near, _ = stage.aimed(winner, gather, 40.0, 0.0)
    arm, start = stage.fetch_arm(winner), stage.now_s
    arm.add(start, stage.outside(winner, far))
    arm.add(start + 0.5 * slow, replace(far, lift_mm=8.0, turn=0.9))
    begin, gathered = start + 0.5 * slow, start + 1.05 * slow
    arm.add(gathered, replace(near, lift_mm=8.0, turn=0.35))
    tracks = [stage.cards[lay.card] for lay in stage.deal.trick(trick)]
    for track in tracks:
        rank = stage.next_rank()
        track.add(begin + stage.uniform((0.0, 0.12)) * slow, track.keys[-1].pose, rank=track.keys[-1].rank)
        loose = Pose(x + stage.normal(3.0), y + stage.normal(3.0), gather.angle_deg + stage.normal(5.0))
        track.add(gathered, loose, rank=rank)
    turned = _turn_over(stage, tracks, gather, gathered, slow)
    _pull(stage, trick, winner, arm, tracks, (begin, turned), slow)


def _turn_over(stage: Stage, tracks: list[Track], gather: Pose, gathered: float, slow: float) -> float:
    """Flips the gathered cards together."""
    turned = gathered + 0.32 * slow
    tidy = stage.normal(2.0)
    for at, track in enumerate(tracks):
        last = track.keys[-1].pose
        middle = replace(gather, x_mm=last.x_mm, y_mm=last.y_mm, lift_mm=34.0, turn=0.5)
        track.add(gathered + 0.16 * slow, middle)
        track.add(turned, replace(gather, x_mm=gather.x_mm + tidy * at * 0.4, lift_mm=6.0, turn=1.0))
        track.keys[-1] = replace(track.keys[-1], rank=stage.next_rank())
    return turned


def _pull(
    stage: Stage, trick: int, winner: Seat, arm: Track, tracks: list[Track], times: tuple[float, float], slow: float
) -> None:
    """Drags the turned trick to the pile and lets the hand go."""
    begin, turned = times
    pile = stage.pile_place(winner)
    lifted = replace(arm.keys[-1].pose, lift_mm=24.0, turn=0.2)
    arm.add(turned - 0.16 * slow, lifted)
    arm.add(turned, replace(lifted, lift_mm=10.0))
    laid = turned + 0.5 * slow
    over, _ = stage.aimed(winner, pile, 62.0, 0.0)
    arm.add(laid, replace(over, lift_mm=6.0, turn=0.3))
    for track in tracks:
        own = replace(
            pile, x_mm=pile.x_mm + stage.normal(1.2), y_mm=pile.y_mm + stage.normal(1.2),
            angle_deg=pile.angle_deg + stage.normal(1.2),
        )  # fmt: skip
        track.add(laid, own)
    pressed = laid + stage.uniform(stage.habits.press_s)
    arm.hold(pressed)
    stage.tricks_at[winner] += 1
    stage.collections.append(Collection(trick, winner, begin, laid, pile))
    stage.now_s = stage.leave(arm, winner, pressed, stage.uniform(stage.habits.leave_s))
