"""Short painted films → exact observations."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kozyr.engine.cards import Card
from kozyr.engine.observations import (
    CameraChanged,
    CardAppeared,
    CardLeft,
    Observation,
    ZoneCleared,
    ZoneKind,
)
from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import Edge, automatic, from_taps
from kozyr.vision.draw import draw_overlay
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.types import Frame, Image, Point

from .painted import HEIGHT, STEP_MS, WIDTH, Film, Laid, PaintedEyes, paint

SOUTH, WEST, NORTH, EAST = (320.0, 420.0), (-60.0, 180.0), (320.0, -60.0), (700.0, 180.0)
TRICK = (
    (Laid(Card.parse("9H"), (320, 240), 3), SOUTH, Seat.S),
    (Laid(Card.parse("KH"), (255, 178), 95), WEST, Seat.W),
    (Laid(Card.parse("7S"), (318, 122), 182), NORTH, Seat.N),
    (Laid(Card.parse("AH"), (384, 183), -86), EAST, Seat.E),
)


def observe(
    frames: Iterable[Frame | CameraChanged], pipeline: Pipeline | None = None, **options: Any
) -> list[Observation]:
    eyes = PaintedEyes()
    pipeline = pipeline or Pipeline(eyes, eyes, **options)
    seen = [observation for frame in frames for observation in pipeline.process(frame)]
    return [*seen, *pipeline.finish()]


def play_trick(film: Film) -> list[Laid]:
    film.hold([], 12)
    lying: list[Laid] = []
    for laid, start, _ in TRICK:
        film.lay(lying, laid, start)
        lying.append(laid)
    return lying


def test_a_trick_is_told_card_by_card_with_its_seats_and_then_its_sweep() -> None:
    film = Film()
    film.sweep(play_trick(film), EAST)
    seen = observe(film)
    appeared = [o for o in seen if isinstance(o, CardAppeared)]
    assert [o.card for o in appeared] == [laid.card for laid, _, _ in TRICK]
    assert [o.arrived_from for o in appeared] == [seat for _, _, seat in TRICK]
    assert [o.nearest for o in appeared] == [seat for _, _, seat in TRICK]
    assert all(o.zone.kind is ZoneKind.TRICK and o.confidence > 0.97 for o in appeared)
    cleared = [o for o in seen if isinstance(o, ZoneCleared)]
    assert len(cleared) == 1
    assert cleared[0].toward is Seat.E
    assert sorted(cleared[0].tracks) == sorted(o.track for o in appeared)
    assert len(seen) == 5


def test_it_is_told_within_half_a_second_of_coming_to_rest() -> None:
    film = Film()
    film.hold([], 12)
    film.lay([], TRICK[0][0], SOUTH)
    rest_frame = 12 + 8 + 6
    eyes = PaintedEyes()
    pipeline = Pipeline(eyes, eyes)
    told = next(f.index for f in film if any(isinstance(o, CardAppeared) for o in pipeline.process(f)))
    assert rest_frame - 6 <= told <= rest_frame + 500 // STEP_MS


def test_a_still_table_does_not_reach_the_network_and_a_lying_card_seldom() -> None:
    film = Film()
    film.hold([], 12)
    film.lay([], TRICK[0][0], SOUTH)
    film.hold([TRICK[0][0]], 150)
    eyes = PaintedEyes()
    observe(film, Pipeline(eyes, eyes))
    assert eyes.calls <= 8


def test_two_corners_of_one_card_are_one_card() -> None:
    film = Film()
    film.hold([], 12)
    film.lay([], TRICK[0][0], SOUTH)
    pipeline = Pipeline(PaintedEyes(), PaintedEyes())
    observe(film, pipeline)
    assert len(pipeline.tracks) == 1
    assert pipeline.tracks[0].corners == 2


def test_the_scale_is_learnt_from_the_first_card() -> None:
    film = Film()
    film.hold([], 12)
    film.lay([], TRICK[0][0], SOUTH)
    pipeline = Pipeline(PaintedEyes(), PaintedEyes())
    observe(film, pipeline)
    assert pipeline.calibration is not None
    assert pipeline.calibration.px_per_mm == pytest.approx(0.92, rel=0.05)


def test_a_table_that_does_not_lie_in_the_middle_is_followed() -> None:
    film = Film()
    film.hold([], 12)
    lying: list[Laid] = []
    for laid, start, _ in TRICK:
        off = Laid(laid.card, (laid.centre[0] + 30, laid.centre[1] + 12), laid.angle)
        film.lay(lying, off, start)
        lying.append(off)
    film.sweep(lying, EAST)
    pipeline = Pipeline(PaintedEyes(), PaintedEyes())
    observe(film, pipeline)
    assert pipeline.calibration is not None
    assert pipeline.calibration.centre_px == pytest.approx((WIDTH / 2 + 30, HEIGHT / 2 + 12), abs=10)


def first_trick_off(by: Point, pipeline: Pipeline) -> tuple[list[Laid], list[Observation]]:
    """The first cards of a trick that lies off the middle of the picture, and what is told of it."""
    film = Film()
    film.hold([], 12)
    lying: list[Laid] = []
    for laid, start, _ in TRICK[:3]:
        off = Laid(laid.card, (laid.centre[0] + by[0], laid.centre[1] + by[1]), laid.angle)
        film.lay(lying, off, start)
        lying.append(off)
    film.hold(lying, 20)
    return lying, observe(film, pipeline)


@pytest.mark.parametrize("by", [(85.0, 0.0), (-110.0, 0.0), (0.0, 45.0), (95.0, -35.0)])
def test_a_first_trick_far_from_the_middle_of_the_picture_is_told_once_and_moves_the_middle(by: Point) -> None:
    pipeline = Pipeline(PaintedEyes(), PaintedEyes())
    lying, seen = first_trick_off(by, pipeline)
    told = [(str(o.card), o.zone.kind) for o in seen if isinstance(o, CardAppeared)]
    assert told == [(str(laid.card), ZoneKind.TRICK) for laid in lying]
    assert len(seen) == len(told)
    assert pipeline.calibration is not None
    assert pipeline.calibration.centre_px == pytest.approx((WIDTH / 2 + by[0], HEIGHT / 2 + by[1]), abs=20)


def test_where_a_person_set_the_middle_a_first_trick_far_from_it_is_told_anew() -> None:
    given = replace(automatic(WIDTH, HEIGHT), fixed=True)
    lying, seen = first_trick_off((85.0, 0.0), Pipeline(PaintedEyes(), PaintedEyes(), given))
    at = next(at for at, o in enumerate(seen) if isinstance(o, CameraChanged))
    assert seen[at] == CameraChanged(seen[at].at_ms, True, "off-centre")
    after = [o for o in seen[at + 1 :] if isinstance(o, CardAppeared)]
    assert {(str(o.card), o.zone.kind) for o in after} == {(str(laid.card), ZoneKind.TRICK) for laid in lying}


def test_cards_that_lie_there_at_the_start_are_told_once() -> None:
    film = Film()
    film.hold([laid for laid, _, _ in TRICK[:2]], 40)
    seen = observe(film)
    assert sorted(str(o.card) for o in seen if isinstance(o, CardAppeared)) == ["9H", "KH"]
    assert all(isinstance(o, CardAppeared) and o.arrived_from is None for o in seen)


def test_a_hand_that_reaches_in_and_leaves_is_no_play_and_takes_nothing_away() -> None:
    film = Film()
    lying = play_trick(film)
    before = len(film.frames)
    film.hold(lying, 3, (WEST, (200, 180)))
    film.hold(lying, 20, (WEST, (300, 180)))
    film.hold(lying, 3, (WEST, (150, 180)))
    film.hold(lying, 60)
    seen = observe(film)
    assert [o for o in seen if getattr(o, "at_ms", 0) > before * STEP_MS] == []


def test_a_nudged_card_stays_the_same_card() -> None:
    film = Film()
    lying = play_trick(film)
    pushed = [*lying[:3], Laid(lying[3].card, (378, 190), -70)]
    film.hold(pushed, 3, (EAST, (400, 190)))
    film.hold(pushed, 40)
    seen = observe(film)
    assert len([o for o in seen if isinstance(o, CardAppeared)]) == 4
    assert not [o for o in seen if isinstance(o, CardLeft | ZoneCleared)]


def test_a_card_taken_back_has_left_and_the_others_stay() -> None:
    film = Film()
    lying = play_trick(film)
    film.hold(lying, 5, (SOUTH, (320, 240)))
    film.hold(lying[1:], 5, (SOUTH, (320, 330)))
    film.hold(lying[1:], 30)
    seen = observe(film)
    left = [o for o in seen if isinstance(o, CardLeft)]
    assert [(str(o.card), o.zone.kind) for o in left] == [("9H", ZoneKind.TRICK)]
    assert not [o for o in seen if isinstance(o, ZoneCleared)]


def test_a_card_laid_over_another_leaves_it_there() -> None:
    film = Film()
    film.hold([], 12)
    under = Laid(Card.parse("QD"), (320, 180), 0)
    film.lay([], under, SOUTH)
    film.lay([under], Laid(Card.parse("8C"), (338, 196), 12), EAST)
    film.hold([under, Laid(Card.parse("8C"), (338, 196), 12)], 60)
    seen = observe(film)
    assert [str(o.card) for o in seen if isinstance(o, CardAppeared)] == ["QD", "8C"]
    assert not [o for o in seen if isinstance(o, CardLeft | ZoneCleared)]


def test_two_cards_within_half_a_second_keep_their_order_and_seats() -> None:
    film = Film()
    film.hold([], 12)
    (first, _, _), (second, _, _) = TRICK[1], TRICK[3]
    for step in range(18):
        cards, arm = [], None
        share = min(1.0, step / 6)
        west = (WEST[0] + share * (first.centre[0] - WEST[0]), WEST[1])
        cards.append(Laid(first.card, west, first.angle))
        if step >= 8:
            share = min(1.0, (step - 8) / 6)
            east = (EAST[0] + share * (second.centre[0] - EAST[0]), EAST[1])
            cards.append(Laid(second.card, east, second.angle))
            arm = (EAST, east)
        elif step < 7:
            arm = (WEST, west)
        film.hold(cards, 1, arm)
    film.hold([first, second], 30)
    appeared = [o for o in observe(film) if isinstance(o, CardAppeared)]
    ordered = sorted(appeared, key=lambda o: o.arrival_ms or 0)
    assert [str(o.card) for o in ordered] == [str(first.card), str(second.card)]
    assert [o.arrived_from for o in ordered] == [Seat.W, Seat.E]


def test_a_face_down_card_in_the_trick_is_told_as_unread() -> None:
    film = Film()
    film.hold([], 12)
    film.lay([], Laid(None, (320, 240), 5), SOUTH)
    film.hold([Laid(None, (320, 240), 5)], 60)
    seen = observe(film)
    assert [(o.card, o.zone.kind, o.arrived_from) for o in seen if isinstance(o, CardAppeared)] == [
        (None, ZoneKind.TRICK, Seat.S)
    ]


def test_cards_shown_in_front_of_a_seat_lie_in_its_zone() -> None:
    film = Film()
    film.hold([], 12)
    shown = Laid(Card.parse("JD"), (320, 50), 180)
    film.lay([], shown, NORTH)
    film.hold([shown], 12)
    appeared = [o for o in observe(film) if isinstance(o, CardAppeared)]
    assert [(o.zone.kind, o.zone.edge) for o in appeared] == [(ZoneKind.FRONT, Seat.N)]


def test_seats_turn_with_the_south_edge() -> None:
    film = Film()
    film.hold([], 12)
    film.lay([], TRICK[0][0], SOUTH)
    appeared = [o for o in observe(film, south=Edge.LEFT) if isinstance(o, CardAppeared)]
    assert [(o.arrived_from, o.nearest) for o in appeared] == [(Seat.E, Seat.E)]


def test_a_lamp_switched_on_is_no_card_and_takes_none_away() -> None:
    film = Film()
    lying = play_trick(film)
    film.hold(lying, 60, light=1.06)
    film.hold(lying, 60, light=0.7)
    film.hold(lying, 60)
    seen = observe(film)
    assert len(seen) == 4


def test_after_the_camera_was_away_what_lies_there_is_told_anew() -> None:
    film = Film()
    lying = play_trick(film)
    gone = CameraChanged(len(film.frames) * STEP_MS, False, "gone")
    pipeline = Pipeline(PaintedEyes(), PaintedEyes())
    first = observe(film, pipeline)
    assert pipeline.process(gone) == (gone,)
    later = Film()
    later.hold(lying[:3], 40)
    after = [Frame(f.at_ms + 60_000, f.index, f.pixels) for f in later]
    again = observe(after, pipeline)
    numbers = {o.track for o in first if isinstance(o, CardAppeared)}
    assert sorted(str(o.card) for o in again if isinstance(o, CardAppeared)) == ["7S", "9H", "KH"]
    assert not [o for o in again if isinstance(o, CardLeft | ZoneCleared)]
    assert not numbers & {o.track for o in again if isinstance(o, CardAppeared)}


def test_pictures_of_another_size_are_noticed_and_seats_hold() -> None:
    film = Film()
    film.hold([], 12)
    film.lay([], TRICK[0][0], SOUTH)
    big = []
    for frame in film:
        pixels = frame.pixels.repeat(2, axis=0).repeat(2, axis=1)
        big.append(Frame(frame.at_ms + 10_000, frame.index, pixels))
    pipeline = Pipeline(PaintedEyes(), PaintedEyes())
    observe(film, pipeline)
    seen = observe(big, pipeline)
    assert seen[0] == CameraChanged(10_000, True, "resized")
    appeared = [o for o in seen if isinstance(o, CardAppeared)]
    assert [(str(o.card), o.arrived_from, o.nearest) for o in appeared] == [("9H", Seat.S, Seat.S)]


def test_darkness_is_told_once_and_its_end() -> None:
    film = Film()
    film.hold([], 12)
    film.hold([], 12, light=0.02)
    film.hold([], 12)
    seen = observe(film)
    assert [(type(o), getattr(o, "working", None), getattr(o, "why", None)) for o in seen] == [
        (CameraChanged, False, "dark"),
        (CameraChanged, True, "back"),
    ]


def test_pictures_are_kept_of_each_card_and_of_the_table_before_the_sweep() -> None:
    kept: dict[str, Image] = {}

    def keep(name: str, picture: Image) -> str:
        kept[name] = picture
        return name + ".jpg"

    film = Film()
    film.sweep(play_trick(film), EAST)
    seen = observe(film, save_crop=keep)
    cleared = next(o for o in seen if isinstance(o, ZoneCleared))
    assert all(o.crop is not None and o.crop.removesuffix(".jpg") in kept for o in seen if isinstance(o, CardAppeared))
    assert cleared.crop is not None
    table = kept[cleared.crop.removesuffix(".jpg")]
    assert table.shape == (HEIGHT, WIDTH, 3)
    assert len(PaintedEyes().find(table)) >= 6


def test_the_same_film_gives_the_same_observations_twice() -> None:
    film = Film()
    film.sweep(play_trick(film), WEST)
    assert observe(film) == observe(film)


def test_the_overlay_marks_cards_and_leaves_the_frame_alone() -> None:
    film = Film()
    play_trick(film)
    pipeline = Pipeline(PaintedEyes(), PaintedEyes())
    observe(film, pipeline)
    frame = film.frames[-1]
    before = frame.pixels.copy()
    drawn = draw_overlay(frame, pipeline.tracks, pipeline.calibration, pipeline.readings, pipeline.stats)
    assert np.array_equal(frame.pixels, before)
    assert drawn.shape == frame.pixels.shape
    green = (drawn[:, :, 1] > 180) & (drawn[:, :, 0] < 120) & (drawn[:, :, 2] < 120)
    assert green.sum() > 4 * 200


def test_a_single_picture_is_enough_for_what_lies_there() -> None:
    frame = Frame(0, 0, paint([laid for laid, _, _ in TRICK]))
    assert {str(o.card) for o in observe([frame]) if isinstance(o, CardAppeared)} == {"9H", "KH", "7S", "AH"}


def test_a_lens_that_is_covered_takes_no_card_away() -> None:
    film = Film()
    film.hold([], 12)
    film.lay([], TRICK[0][0], SOUTH)
    covered = [Frame(10_000 + 40 * at, 0, np.full((HEIGHT, WIDTH, 3), 118, np.uint8)) for at in range(30)]
    after = [Frame(12_000 + frame.at_ms, 0, frame.pixels) for frame in film.frames[-12:]]
    seen = observe([*film, *covered, *after])
    told = [(type(o).__name__, getattr(o, "why", str(getattr(o, "card", "")))) for o in seen]
    assert told == [
        ("CardAppeared", "9H"), ("CameraChanged", "blank"), ("CameraChanged", "back"), ("CardAppeared", "9H"),
    ]  # fmt: skip


def test_pictures_of_another_shape_begin_with_a_view_of_their_own() -> None:
    film = Film()
    film.hold([], 12)
    film.lay([], TRICK[0][0], SOUTH)
    fixed = from_taps(((10, 10), (80, 10), (80, 100), (10, 100)), (WIDTH, HEIGHT), (63.0, 88.0))
    tall = [Frame(frame.at_ms, frame.index, np.vstack([frame.pixels, frame.pixels[:60]])) for frame in film]
    pipeline = Pipeline(PaintedEyes(), PaintedEyes(), fixed)
    observe(tall[:3], pipeline)
    assert pipeline.calibration is not None
    assert not pipeline.calibration.fixed
    assert pipeline.calibration.centre_px == pytest.approx((WIDTH / 2, (HEIGHT + 60) / 2))
