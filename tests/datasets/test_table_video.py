"""Rendered deals: the labels say what the pixels show."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from kozyr.datasets.choreography import Choreography, Extras, Habits, Room
from kozyr.datasets.deals import SEATS, BelotDeal, random_deal
from kozyr.datasets.hands import random_look
from kozyr.datasets.motion import Pose
from kozyr.datasets.render import write_deal
from kozyr.datasets.staging import play_deal
from kozyr.datasets.table_camera import TableCamera, overhead_camera
from kozyr.datasets.table_light import Sensor, TableLight, random_light
from kozyr.datasets.table_set import Setting
from kozyr.datasets.table_video import Painter, TableSet, frames
from kozyr.datasets.video_file import VideoFile
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.errors import KozyrError
from kozyr.vision.types import Image

SIZE = (480, 270)
FPS = 6.0
BACK_BGR = (200, 30, 30)


def colour_of(card: Card) -> tuple[int, int, int]:
    """A colour of its own for every card: none is blue like the back, green like the table or like skin."""
    at = DECK_32.index(card)
    return 60, 60 + 6 * (at // 4) * (at % 2) + 100 * (at % 2), 120 + 4 * at


def plain_face(bgr: tuple[int, int, int]) -> Image:
    return np.full((176, 126, 4), (*bgr, 255), np.uint8)


def plain_light() -> TableLight:
    """Even light without anything that changes colours."""
    return TableLight(
        colour=np.ones(3, np.float32),
        lamp_px=(240.0, 135.0),
        fall_off=0.0,
        glare=0.0,
        glare_px=(0.0, 0.0),
        glare_size_px=50.0,
        from_deg=-60.0,
        shadow=0.4,
        gain=1.0,
        flicker=0.0,
        drift=0.0,
        noise=0.0,
        blur_px=0.0,
        jpeg=0,
    )


def camera_of(seed: int) -> TableCamera:
    return overhead_camera(np.random.default_rng(seed), SIZE, 0.72)


def setting_of(seed: int) -> Setting:
    camera = camera_of(seed)
    rng = np.random.default_rng(seed)
    table = TableSet(
        camera,
        plain_light(),
        np.full((SIZE[1], SIZE[0], 3), (60, 110, 50), np.uint8),
        {card: plain_face(colour_of(card)) for card in DECK_32},
        plain_face(BACK_BGR),
        {seat: random_look(rng) for seat in SEATS},
        1 / 60,
        0.0,
    )
    return Setting(table, Room(camera.seen_mm(), tuple((seat, -1) for seat in SEATS)), "plain")


@pytest.fixture(scope="module")
def staged() -> tuple[BelotDeal, Setting, Choreography]:
    setting = setting_of(2)
    deal = random_deal(2, revoke_trick=2, out_of_turn_trick=4)
    play = play_deal(deal, setting.room, np.random.default_rng(2), Habits(rush=0), Extras(exposed_before=3))
    return deal, setting, play


@pytest.fixture(scope="module")
def written(
    staged: tuple[BelotDeal, Setting, Choreography], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, object]]:
    deal, setting, play = staged
    path = tmp_path_factory.mktemp("clip") / "deal.mp4"
    return path, write_deal(path, deal, play, setting, seed=2, fps=FPS)


def test_the_video_holds_the_frames_its_labels_promise(written: tuple[Path, dict[str, object]]) -> None:
    path, truth = written
    assert json.loads(path.with_suffix(".json").read_text(encoding="utf-8")) == json.loads(json.dumps(truth))
    video, count = cv2.VideoCapture(str(path)), 0
    while True:
        found, frame = video.read()
        if not found:
            break
        assert frame.shape == (SIZE[1], SIZE[0], 3)
        count += 1
    assert count == truth["frames"]
    assert sorted(item.name for item in path.parent.iterdir()) == [
        "deal-calls.kozyr.jsonl",
        "deal.json",
        "deal.kozyr.jsonl",
        "deal.mp4",
    ]


def test_every_played_card_shows_its_face_at_its_labelled_place(
    staged: tuple[BelotDeal, Setting, Choreography], written: tuple[Path, dict[str, object]]
) -> None:
    _, setting, play = staged
    painter = Painter(setting.table, play)
    rows = written[1]["plays"]
    assert isinstance(rows, list)
    assert len(rows) == 33
    for row in rows:
        picture = painter.picture(row["frame_settled"] / FPS)
        corners = np.array(row["corners_px"])
        middle, top = corners.mean(axis=0), corners[:2].mean(axis=0)
        for share in (0.0, 0.7):
            x, y = middle + (top - middle) * share
            seen = picture[round(float(y)), round(float(x))].astype(int)
            assert np.abs(seen - colour_of(Card.parse(row["card"]))).max() <= 14, row


def test_cards_stand_upright_from_their_own_seat(written: tuple[Path, dict[str, object]]) -> None:
    inwards = {"S": (0, -1), "W": (1, 0), "N": (0, 1), "E": (-1, 0)}
    rows = written[1]["plays"]
    assert isinstance(rows, list)
    for row in rows:
        corners = np.array(row["corners_px"])
        up = corners[:2].mean(axis=0) - corners[2:].mean(axis=0)
        assert up @ inwards[row["seat"]] > 0.7 * np.linalg.norm(up)


def test_swept_tricks_lie_face_down_at_the_labelled_piles(
    staged: tuple[BelotDeal, Setting, Choreography], written: tuple[Path, dict[str, object]]
) -> None:
    _, setting, play = staged
    painter, rows = Painter(setting.table, play), written[1]["collections"]
    assert isinstance(rows, list)
    picture = painter.picture(play.end_s - 0.05)
    assert [row["trick"] for row in rows] == list(range(1, 9))
    for row in rows:
        x, y = row["pile_px"]
        assert np.abs(picture[round(y), round(x)].astype(int) - BACK_BGR).max() <= 14
    faces = [colour_of(card) for card in DECK_32]
    shown = [np.abs(picture.astype(int) - face).max(axis=2) <= 3 for face in faces]
    assert sum(int(mask.sum()) for mask in shown) < 30


def test_irregularities_carry_the_planted_things(
    staged: tuple[BelotDeal, Setting, Choreography], written: tuple[Path, dict[str, object]]
) -> None:
    deal, truth = staged[0], written[1]
    rows = truth["irregularities"]
    assert isinstance(rows, list)
    assert deal.revoke is not None
    assert deal.out_of_turn is not None
    assert sorted(row["type"] for row in rows) == ["exposed_cards", "out_of_turn", "revoke", "revoke_shown"]
    assert truth["illegal_plays"] == [
        {"trick": deal.revoke.trick, "seat": deal.revoke.seat.value, "card": deal.revoke.card.code}
    ]
    exposed = next(row for row in rows if row["type"] == "exposed_cards")
    assert len(exposed["cards"]) == len(exposed["corners_px"]) == 2


def test_the_log_of_a_perfect_watcher_lists_the_plays_in_order(
    staged: tuple[BelotDeal, Setting, Choreography], written: tuple[Path, dict[str, object]]
) -> None:
    lines = [json.loads(line) for line in written[0].with_suffix(".kozyr.jsonl").read_text().splitlines()]
    played = [(line["act"]["seat"], line["act"]["card"]) for line in lines[1:] if line["act"]["type"] == "Played"]
    assert lines[0]["kozyr"] == 1
    assert [line["seq"] for line in lines[1:]] == list(range(1, len(lines)))
    assert played == [(lay.seat.value, lay.card.code) for lay in staged[0].lays]
    assert [line["at_ms"] for line in lines[1:]] == sorted(line["at_ms"] for line in lines[1:])


def test_a_still_table_is_painted_the_same_and_any_moment_can_be_asked_for(
    staged: tuple[BelotDeal, Setting, Choreography],
) -> None:
    _, setting, play = staged
    forward, straight = Painter(setting.table, play), Painter(setting.table, play)
    for at_s in np.arange(0, play.end_s * 0.5, 0.4):
        forward.picture(float(at_s))
    late = play.end_s * 0.5
    assert np.array_equal(forward.picture(late), straight.picture(late))
    assert np.array_equal(straight.picture(0.1), straight.picture(0.3))


def test_moving_things_are_blurred_along_their_way(staged: tuple[BelotDeal, Setting, Choreography]) -> None:
    _, setting, play = staged
    arm = play.arms[0].track
    at_s = (arm.keys[0].at_s + arm.keys[1].at_s) / 2
    sharp = Painter(setting.table, play).picture(at_s)
    moving = [track for track in play.cards if track.track.at(at_s) is not None]
    assert moving
    colours = len(np.unique(sharp.reshape(-1, 3), axis=0))
    still = len(np.unique(Painter(setting.table, play).picture(0.2).reshape(-1, 3), axis=0))
    assert colours > 20 * still


def test_noise_repeats_with_its_seed() -> None:
    light = random_light(np.random.default_rng(1), SIZE)
    grey = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    first, again, other = (Sensor(light, SIZE, seed).expose(grey, 1.0) for seed in (4, 4, 5))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_frames_are_made_one_at_a_time(staged: tuple[BelotDeal, Setting, Choreography]) -> None:
    _, setting, play = staged
    made = frames(setting.table, play, FPS, 1)
    assert next(made).shape == (SIZE[1], SIZE[0], 3)
    assert next(made).dtype == np.uint8


def test_the_camera_is_nearly_upright_and_keeps_the_cards_shape() -> None:
    for seed in range(10):
        camera = overhead_camera(np.random.default_rng(seed))
        corners = camera.card_corners(Pose(0, 0, 0))
        top, side = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[3] - corners[0])
        assert side / top == pytest.approx(88 / 63, rel=0.05)
        assert top == pytest.approx(63 * camera.px_per_mm, rel=0.05)
        assert (np.abs(camera.project(np.zeros((1, 3))) - (640, 360)) < 25).all()


def test_a_failed_video_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"

    def write_half() -> None:
        with VideoFile(path, SIZE, 10.0) as file:
            file.write(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_half()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(KozyrError, match="no codec"):
        VideoFile(path, SIZE, 10.0, codec="av1")


def test_a_frame_of_another_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="in a video of"), VideoFile(tmp_path / "a.mp4", SIZE, 10.0) as file:
        file.write(np.zeros((10, 10, 3), np.uint8))
