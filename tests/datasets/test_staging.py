"""The timeline of a deal: order, places and moments, without drawing anything."""

import numpy as np
import pytest

from kozyr.datasets.choreography import Choreography, Extras, Habits, Room
from kozyr.datasets.deals import SEATS, BelotDeal, random_deal
from kozyr.datasets.motion import Pose, Track, at_seat
from kozyr.datasets.staging import play_deal
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat

ROOM = Room((320.0, 180.0), tuple((seat, 1) for seat in SEATS))


def staged(seed: int, extras: Extras | None = None, **planted: int) -> tuple[BelotDeal, Choreography]:
    deal = random_deal(seed, **planted)  # type: ignore[arg-type]
    return deal, play_deal(deal, ROOM, np.random.default_rng(seed), Habits(rush=0.0), extras)


def pose_of(play: Choreography, card: Card, at_s: float) -> Pose | None:
    found = [track.track.at(at_s) for track in play.cards if track.card == card]
    shown = [item[0] for item in found if item is not None]
    assert len(shown) <= 1
    return shown[0] if shown else None


def test_cards_land_in_the_order_of_play_nearer_their_own_seat() -> None:
    deal, play = staged(4)
    landed = sorted(play.landings, key=lambda landing: landing.still_s)
    assert [landing.lay for landing in landed] == list(deal.lays)
    for landing in landed:
        pose = pose_of(play, landing.lay.card, landing.still_s + 0.01)
        assert pose is not None
        near = at_seat(landing.lay.seat, 0.0, 1.0)
        assert pose.x_mm * near[0] + pose.y_mm * near[1] > 15
        assert abs(pose.x_mm) < 110
        assert abs(pose.y_mm) < 110
        assert pose.turn == 0


def test_a_card_lies_still_between_its_landing_and_the_sweep_unless_it_was_pushed() -> None:
    _, play = staged(6)
    pushed = {card for event in play.incidents for card in event.cards}
    starts = {sweep.trick: sweep.start_s for sweep in play.collections}
    for landing in play.landings:
        if landing.lay.card not in pushed:
            first = pose_of(play, landing.lay.card, landing.still_s + 0.01)
            assert first == pose_of(play, landing.lay.card, starts[landing.lay.trick] - 0.01)


def test_a_sweep_leaves_four_cards_face_down_at_the_winners_side() -> None:
    deal, play = staged(8)
    for sweep in play.collections:
        assert sweep.winner is deal.winners[sweep.trick - 1]
        near = at_seat(sweep.winner, 0.0, 1.0)
        for lay in deal.trick(sweep.trick):
            pose = pose_of(play, lay.card, sweep.end_s + 0.01)
            assert pose is not None
            assert pose.turn == 1
            assert pose.x_mm * near[0] + pose.y_mm * near[1] > 100


def test_no_card_moves_without_a_hand_near_it() -> None:
    _, play = staged(11, Extras(exposed_before=3), out_of_turn_trick=4)
    for at_s in np.arange(0.5, play.end_s, 0.13):
        hands = [arm.track.at(float(at_s)) for arm in play.arms if not arm.shadow_only]
        for track in play.cards:
            now, then = track.track.at(float(at_s)), track.track.at(float(at_s) + 0.02)
            if now is None or then is None or np.hypot(now[0].x_mm - then[0].x_mm, now[0].y_mm - then[0].y_mm) < 0.5:
                continue
            gaps = [np.hypot(h[0].x_mm - now[0].x_mm, h[0].y_mm - now[0].y_mm) for h in hands if h is not None]
            assert min(gaps, default=999) < 260


def test_a_card_out_of_turn_is_pulled_aside_and_played_later() -> None:
    deal, play = staged(3, out_of_turn_trick=5)
    early = deal.out_of_turn
    assert early is not None
    aside = next(event for event in play.incidents if event.kind == "aside")
    pose = pose_of(play, early.card, aside.end_s + 0.01)
    assert pose is not None
    near = at_seat(early.seat, 0.0, 1.0)
    assert pose.x_mm * near[0] + pose.y_mm * near[1] == pytest.approx(ROOM.edge(early.seat) - 56, abs=1)
    times = [landing.still_s for landing in play.landings if landing.lay.card == early.card]
    assert times[0] < aside.end_s < times[1]


def test_exposed_cards_lie_open_for_two_seconds_and_are_gone_until_they_are_played() -> None:
    _, play = staged(5, Extras(exposed_before=4))
    event = next(item for item in play.incidents if item.kind == "exposed")
    assert len(event.cards) == 2
    for card in event.cards:
        assert pose_of(play, card, event.start_s + 1.0) is not None
        assert pose_of(play, card, event.end_s + 2.0) is None


def test_the_same_seed_gives_the_same_timeline() -> None:
    assert staged(12)[1] == staged(12)[1]
    assert staged(12)[1] != staged(13)[1]


def test_a_track_turns_the_short_way_and_ends_when_it_does_not_stay() -> None:
    track = Track(stays=False)
    track.add(0.0, Pose(0, 0, 350))
    track.add(1.0, Pose(10, 0, 10))
    middle = track.at(0.5)
    assert middle is not None
    assert middle[0].angle_deg == pytest.approx(360)
    assert middle[0].x_mm == pytest.approx(5)
    assert track.at(-0.1) is None
    assert track.at(1.0) is None


def test_places_given_from_a_seat_are_turned_a_quarter_at_a_time() -> None:
    assert [at_seat(seat, 2.0, 5.0) for seat in SEATS] == [(2, 5), (-5, 2), (-2, -5), (5, -2)]
    assert ROOM.edge(Seat.W) == 320
