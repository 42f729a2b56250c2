"""The pair of networks beside a single one: the same counting, and a threshold that makes them comparable."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kozyr.datasets import decks
from kozyr.datasets.bench_networks import HEAD, PAIR, SINGLE, Look, accepting, bench_networks, chosen, counted_at
from kozyr.datasets.deck_pictures import Seen
from kozyr.datasets.legible import Left
from kozyr.datasets.read_counts import Figures
from kozyr.datasets.scenes import IndexLabel
from kozyr.datasets.single_network import SingleNetwork, upright
from kozyr.engine.cards import DECK_52, Card
from kozyr.engine.errors import DetectorUnavailable
from kozyr.vision.detect import onnx
from kozyr.vision.fuse import DEFAULTS, fuse
from kozyr.vision.types import Image, IndexBox, IndexReading

SIX, EIGHT, KING = (Card.parse(code) for code in ("6C", "8C", "KH"))
HIGH = 24.0


def reading(card: Card, at: tuple[float, float], score: float, angle: float = 0.0) -> IndexReading:
    return IndexReading(IndexBox(at, 12.0, HIGH, angle, score), card, score, ((card, score),))


def label(card: Card, at: tuple[float, float], visible: float = 1.0) -> IndexLabel:
    x, y = at
    quad = ((x - 6, y - 12), (x + 6, y - 12), (x + 6, y + 12), (x - 6, y + 12))
    return IndexLabel(card, quad, visible, True, left=Left(visible, visible, 1.0, 1.0))


def look(lying: list[IndexLabel], single: list[IndexReading], pair: list[IndexReading]) -> Look:
    seen = Seen(1, np.zeros((0, 0, 3), np.uint8), tuple(lying))
    return Look(seen, {SINGLE: tuple(single), PAIR: tuple(pair)}, {SINGLE: 2.0, PAIR: 1.0})


def test_a_card_missed_a_card_found_and_a_wrong_one_are_counted_at_a_threshold() -> None:
    places = [(100.0, 100.0), (300.0, 100.0)]
    lying = [label(SIX, places[0]), label(KING, places[1])]
    one = look(lying, [reading(EIGHT, places[0], 0.6), reading(KING, places[1], 0.8)], [])
    assert counted_at([one], SINGLE, accepting(0.5)) == Figures(2, 1, 2, 1, 1, 2, 1)
    assert counted_at([one], SINGLE, accepting(0.7)) == Figures(2, 1, 1, 0, 0, 2, 1)
    assert counted_at([one], SINGLE, accepting(0.9)) == Figures(2, 0, 0, 0, 0, 2, 0)
    assert counted_at([one], PAIR, DEFAULTS) == Figures(2, 0, 0, 0, 0, 2, 0)


def test_the_threshold_chosen_finds_most_at_no_less_precision_than_the_pair() -> None:
    at = (100.0, 100.0)
    tuned = [look([label(KING, at)], [reading(KING, at, share)], []) for share in (0.3, 0.55, 0.8)]
    tuned.append(look([label(SIX, at)], [reading(EIGHT, at, 0.45)], []))
    exact = chosen(tuned, Figures(4, 4, 4, 0, 0))
    assert 0.45 < exact <= 0.55
    loose = chosen(tuned, Figures(4, 4, 4, 1, 1))
    assert loose <= 0.3
    hopeless = [look([label(SIX, at)], [reading(EIGHT, at, 0.999)], [])]
    assert 0 < chosen(hopeless, Figures(1, 1, 1, 0, 0)) < 1


@pytest.mark.parametrize("angle", [0, 40, 130, 260])
@pytest.mark.parametrize("halves", [(0, 0), (180, 0), (0, 180), (180, 180)])
def test_corners_known_up_to_half_a_turn_are_still_one_card(angle: int, halves: tuple[int, int]) -> None:
    turn = math.radians(angle)
    x, y = 3.9 * HIGH, 5.1 * HIGH
    second = 400 + x * math.cos(turn) - y * math.sin(turn), 400 + x * math.sin(turn) + y * math.cos(turn)
    found = [
        reading(KING, (400.0, 400.0), 0.5, (angle + halves[0]) % 360),
        reading(KING, second, 0.5, (angle + halves[1]) % 360),
    ]
    cards = fuse(upright(tuple(found)), accepting(0.6))
    assert [(one.card, len(one.indices)) for one in cards] == [(KING, 2)]
    assert fuse(upright((found[0],)), accepting(0.6)) == ()


class GivenSession:
    """Stands for the network: one box about whatever is white, read as one card in a wide picture, another in a high
    one."""

    def get_inputs(self) -> list[Any]:
        return [type("Input", (), {"name": "images"})]

    def run(self, _: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
        plane = given["images"][0, 0]
        rows, columns = np.nonzero(plane > 0.5)
        raw = np.zeros((1, 57, 2), np.float32)
        raw[0, :4, 0] = columns.mean() + 0.5, rows.mean() + 0.5, np.ptp(columns) + 1, np.ptp(rows) + 1
        wide = plane.shape[1] > plane.shape[0]
        raw[0, 4 + DECK_52.index(KING if wide else SIX), 0] = 0.8 if wide else 0.6
        return [raw]


def test_the_scores_of_a_single_network_are_averaged_over_the_ways_it_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(onnx, "_session", lambda weights, threads: GivenSession())
    (tmp_path / "single.onnx").write_bytes(bytes(1234))
    network = SingleNetwork(tmp_path / "single.onnx", long_sides_px=(320,))
    assert network.size_bytes == 1234
    picture = np.zeros((200, 320, 3), np.uint8)
    picture[48:72, 94:106] = 255
    (once,) = network.readings(picture, 1)
    assert once.alternatives[0] == (KING, pytest.approx(0.8))
    (found,) = network.readings(picture, 4)
    assert found.box.centre_px == pytest.approx((100.0, 60.0), abs=1.0)
    assert found.alternatives[:2] == ((KING, pytest.approx(0.4)), (SIX, pytest.approx(0.3)))
    assert (found.card, found.confidence) == found.alternatives[0]


def test_a_missing_single_network_is_named_with_what_trains_it(tmp_path: Path) -> None:
    with pytest.raises(DetectorUnavailable, match=r"gone\.onnx is missing; train it with: kozyr train single"):
        SingleNetwork(tmp_path / "gone.onnx", long_sides_px=(320,))


class GivenReadings:
    """Stands for networks that read one card in every picture."""

    size_bytes = 2_500_000

    def __init__(self, score: float) -> None:
        self.score, self.asked = score, 0

    def readings(self, image: Image, turns: int) -> tuple[IndexReading, ...]:
        self.asked += 1
        return (reading(KING, (image.shape[1] / 2, image.shape[0] / 2), self.score),)


@pytest.mark.skipif(not decks.deck("orell").source.exists(), reason="card faces are not installed (gnome-cards-data)")
def test_the_table_has_a_row_for_each_and_all_read_the_same_pictures() -> None:
    compared = {PAIR: GivenReadings(0.95), SINGLE: GivenReadings(0.5)}
    told: list[str] = []
    rows = bench_networks(compared, "validation", decks=1, pictures=1, turns=1, tell=told.append)
    assert [row.name for row in rows] == [PAIR, SINGLE]
    assert len(told) == compared[PAIR].asked == compared[SINGLE].asked == 3
    pair, single = rows
    assert pair.figures.wanted == single.figures.wanted > 0
    assert pair.figures.reported == 3
    assert sum(pair.causes.values()) == pair.figures.wanted - pair.figures.found
    assert all(str(row).count("|") == HEAD.splitlines()[0].count("|") for row in rows)
    assert "2.5 MB" in str(pair)
