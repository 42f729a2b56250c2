"""``kozyr calibrate``: from a still picture to a file that ``watch`` and ``table`` load."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kozyr.engine.seats import Seat
from kozyr.ui.calibrating import front_borders_px, seat_places_px, tapped_calibration, zones_picture
from kozyr.ui.cli import main
from kozyr.ui.settings import datasets_folder
from kozyr.vision.calibrate import Calibration, CalibrationError, Edge, automatic, load

CARD = ((590, 310), (716, 310), (716, 486), (590, 486))
"""A card of 63 × 88 mm at two pixels a millimetre."""
TAPS = ["--taps", *(f"{x},{y}" for x, y in CARD)]


@pytest.fixture(autouse=True)
def no_window(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No display, and the language put back that a command changes."""
    from kozyr.ui.locale.text import language, set_language

    before = language()
    monkeypatch.setattr("kozyr.ui.commands.calibrate.has_display", lambda: False)
    monkeypatch.setenv("KOZYR_LANG", "en")
    yield
    set_language(before)


@pytest.fixture
def still(tmp_path: Path) -> Path:
    """A picture of a green table with a white card."""
    pixels = np.full((720, 1280, 3), (40, 90, 30), np.uint8)
    cv2.fillPoly(pixels, [np.array(CARD, np.int32)], (235, 240, 240))
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), pixels)
    return path


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on stderr."""
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("kozyr: ")
    return lines[0]


def test_taps_on_a_card_give_millimetres(still: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "camera.json"
    assert main(["calibrate", str(still), "--out", str(out), *TAPS]) == 0
    made = load(out)
    assert made.fixed
    assert made.px_per_mm == pytest.approx(2.0, rel=0.01)
    assert made.centre_px == pytest.approx((653, 398), abs=0.5)
    picture = cv2.imread(str(tmp_path / "camera.json.png"))
    assert picture is not None
    assert picture.shape == (720, 1280, 3)
    assert not np.array_equal(picture, cv2.imread(str(still)))
    said = capsys.readouterr().out
    assert str(out) in said
    assert "camera.json.png" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["camera.json", "camera.json.png", "table.png"]


def test_south_and_a_rectangle_of_another_size(still: Path, tmp_path: Path) -> None:
    out = tmp_path / "camera.json"
    words = ["--south", "left", "--size-mm", "31.5x44"]
    assert main(["calibrate", str(still), "--out", str(out), *TAPS, *words]) == 0
    made = load(out)
    assert made.px_per_mm == pytest.approx(4.0, rel=0.01)
    assert made.nearest(made.to_mm((100, 398))) is Seat.S
    assert made.nearest(made.to_mm((653, 20))) is Seat.W


def test_the_middle_may_lie_elsewhere_than_the_card(
    still: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "camera.json"
    base = ["calibrate", str(still), "--out", str(out)]
    for way in (TAPS, ["--automatic"]):
        assert main([*base, *way, "--middle", "600,350"]) == 0
        assert load(out).centre_px == pytest.approx((600, 350), abs=0.1)
        capsys.readouterr()
        assert main([*base, *way, "--middle", "600,3500"]) == 2
        assert "--middle" in complaint(capsys)
    assert main([*base, "--check", "--middle", "600,350"]) == 2


@pytest.mark.parametrize("edge", Edge)
def test_seats_and_strips_are_drawn_where_the_zones_are(edge: Edge) -> None:
    made = tapped_calibration(CARD, (1280, 720), None, edge)
    for seat, place in seat_places_px(made).items():
        assert made.nearest(made.to_mm(place)) is seat
        assert 0 < place[0] < 1280
        assert 0 < place[1] < 720
    borders = front_borders_px(made)
    assert len(borders) == 8
    for inner, outer in borders:
        x, y = made.to_mm((float(outer[0]), float(outer[1])))
        assert min(abs(x), abs(y)) / max(abs(x), abs(y)) == pytest.approx(0.8, abs=0.01)
        x, y = made.to_mm((float(inner[0]), float(inner[1])))
        assert (x / made.trick_mm[0]) ** 2 + (y / made.trick_mm[1]) ** 2 == pytest.approx(1, abs=0.01)


def test_a_card_on_its_side_is_no_stretched_card() -> None:
    lying = tuple((float(y), float(x)) for x, y in CARD)
    made = tapped_calibration(lying, (1280, 1280), None, Edge.BOTTOM)
    across, along = made.to_mm((486.0, 716.0))
    assert (across, along) == pytest.approx((44, 31.5), abs=0.1)
    assert made.px_per_mm == pytest.approx(2.0, rel=0.01)


def test_taps_in_any_order_are_the_same() -> None:
    mixed = (CARD[2], CARD[0], CARD[3], CARD[1])
    one, other = (tapped_calibration(taps, (1280, 720), None, Edge.BOTTOM) for taps in (CARD, mixed))
    assert one.homography == pytest.approx(np.array(other.homography))


def test_a_large_picture_is_shown_smaller_with_its_zones() -> None:
    pixels = np.full((2000, 4000, 3), 90, np.uint8)
    shown = zones_picture(pixels, automatic(4000, 2000))
    assert shown.shape == (640, 1280, 3)
    assert (shown != 90).any(axis=2).sum() > 1000


def test_strips_beyond_the_horizon_are_not_drawn() -> None:
    flat = ((600.0, 200.0), (680.0, 200.0), (1100.0, 690.0), (180.0, 690.0))
    made = tapped_calibration(flat, (1280, 720), (63.0, 88.0), Edge.BOTTOM)
    assert len(front_borders_px(made)) < 8
    zones_picture(np.zeros((720, 1280, 3), np.uint8), made)


def test_without_a_display_the_cards_on_the_table_give_the_scale(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "demo.json"
    assert main(["calibrate", str(datasets_folder() / "demo.mp4"), "--out", str(out)]) == 0
    made = load(out)
    assert not made.fixed
    assert made.px_per_mm != automatic(*made.size_px).px_per_mm
    assert capsys.readouterr().out.splitlines()[0].startswith("No touches: calibrated automatically")


def test_an_empty_table_is_told(still: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(still), np.full((720, 1280, 3), (40, 90, 30), np.uint8))
    assert main(["calibrate", str(still), "--out", str(tmp_path / "a.json"), "--automatic"]) == 0
    assert "the scale is a guess" in capsys.readouterr().out


def test_check_says_what_is_wrong(still: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "camera.json"
    main(["calibrate", str(still), "--out", str(out), *TAPS])
    capsys.readouterr()
    before = out.read_bytes()
    assert main(["calibrate", str(still), "--out", str(out), "--check"]) == 0
    assert capsys.readouterr().out == "The calibration fits this picture.\n"
    cv2.imwrite(str(still), np.full((800, 800, 3), 60, np.uint8))
    assert main(["calibrate", str(still), "--out", str(out), "--check", "--lang", "uk"]) == 1
    assert "калібруйте знову" in capsys.readouterr().out
    assert out.read_bytes() == before


def test_a_trick_area_that_leaves_the_picture_is_told(
    still: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    aside = ["--taps", "10,10", "136,10", "136,186", "10,186"]
    assert main(["calibrate", str(still), "--out", str(tmp_path / "a.json"), *aside]) == 0
    assert "leaves the picture" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("taps", "part"),
    [
        (["10,10", "600,10", "600,5000", "10,400"], "600,5000 lies outside the picture of 1280x720"),
        (["500,400", "700,400", "600,600", "600,450"], "corners of one rectangle"),
        (["10,10", "200,10", "400,10", "600,10"], "corners of one rectangle"),
        (["10,10", "10,10", "10,10", "10,10"], "corners of one rectangle"),
    ],
)
def test_taps_that_make_no_rectangle(
    taps: list[str], part: str, still: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.json"
    assert main(["calibrate", str(still), "--out", str(out), "--taps", *taps]) == 2
    assert part in complaint(capsys)
    assert not out.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["--taps", "10,10", "600,10", "600,500"],
        ["--taps", "10,10", "600,10", "600,500", "x"],
        ["--taps", "10,10", "600,10", "600,500", "nan,5"],
        ["--taps", "-5,10", "600,10", "600,500", "5,500"],
        [*TAPS, "--size-mm", "63"],
        [*TAPS, "--size-mm", "0x88"],
        [*TAPS, "--size-mm", "infx88"],
        ["--south", "up"],
    ],
    ids=" ".join,
)
def test_a_wrong_option_is_one_line(
    words: list[str], still: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["calibrate", str(still), "--out", str(tmp_path / "a.json"), *words])
    assert ended.value.code == 2
    assert "--help" in complaint(capsys)
    assert not (tmp_path / "a.json").exists()


@pytest.mark.parametrize(("source", "part"), [("97", "camera 97"), ("no.png", "no.png"), ("no.mp4", "no.mp4")])
def test_a_source_that_is_not_there(source: str, part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for way in (TAPS, ["--automatic"]):
        assert main(["calibrate", source, "--out", str(tmp_path / "a.json"), *way]) == 2
        assert part in complaint(capsys)
    assert list(tmp_path.iterdir()) == []


def test_an_out_that_cannot_be_written_is_told_before_anything_is_touched(
    still: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = still.read_bytes()
    for out in (tmp_path, tmp_path / "nowhere" / "a.json", still):
        assert main(["calibrate", "97", "--out", str(out), *TAPS]) == 2
        assert str(out) in complaint(capsys)
    assert still.read_bytes() == before


@pytest.mark.parametrize("text", ["{", '{"kozyr_calibration": 2}', "[]", json.dumps({"kozyr_calibration": 1})])
def test_a_file_that_is_no_calibration_is_not_checked(
    text: str, still: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.json"
    out.write_text(text)
    assert main(["calibrate", str(still), "--out", str(out), "--check"]) == 2
    assert str(out) in complaint(capsys)


def test_ways_that_exclude_one_another(still: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = ["calibrate", str(still), "--out", str(tmp_path / "a.json")]
    for words in (["--automatic", *TAPS], ["--check", *TAPS], ["--check", "--automatic"]):
        assert main([*base, *words]) == 2
        assert words[0] in complaint(capsys)


def test_a_window_that_is_closed_saves_nothing(
    still: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("kivy")
    made: list[Calibration | None] = [None, tapped_calibration(CARD, (1280, 720), None, Edge.TOP)]
    asked: list[Any] = []

    def window(*words: Any) -> Calibration | None:
        asked.append(words)
        return made.pop(0)

    monkeypatch.setattr("kozyr.ui.commands.calibrate.has_display", lambda: True)
    monkeypatch.setattr("kozyr.ui.commands.calibrate.touched", window)
    words = ["calibrate", str(still), "--out", str(tmp_path / "a.json"), "--south", "top"]
    assert main(words) == 1
    assert capsys.readouterr().out == "Nothing was saved.\n"
    assert not (tmp_path / "a.json").exists()
    assert main(words) == 0
    assert load(tmp_path / "a.json").south is Edge.TOP
    assert asked[0][0].shape == (720, 1280, 3)
    assert asked[0][1:] == (None, Edge.TOP)


def test_taps_outside_are_refused_from_code() -> None:
    with pytest.raises(CalibrationError, match="outside"):
        tapped_calibration(((-1.0, 5.0), *((float(x), float(y)) for x, y in CARD[1:])), (1280, 720), None, Edge.TOP)
