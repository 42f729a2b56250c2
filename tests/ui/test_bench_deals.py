"""``kozyr bench deals`` and ``kozyr bench soak``, as small as they can be."""

from pathlib import Path

import pytest

from kozyr.datasets.deal_plan import planned
from kozyr.engine.errors import KozyrError
from kozyr.ui.bench_deals import DealsWanted, bench_deals, in_words
from kozyr.ui.bench_soak import bench_soak
from kozyr.ui.settings import datasets_folder


def test_the_same_number_is_the_same_deal_and_games_and_letters_go_round() -> None:
    plans = [planned(number, "validation", 0, tricks=1) for number in range(1, 7)]
    assert plans[0] == planned(1, "validation", 0, tricks=1)
    assert [plan.table.split()[0] for plan in plans] == ["bazar-belot", "debertz", "preferans"] * 2
    assert {plan.letters for plan in plans} == {"latin", "cyrillic"}
    assert len({plan.printing for plan in plans}) == 6
    assert planned(1, "validation", 1, tricks=1).seed != plans[0].seed


@pytest.mark.timeout(600)
def test_one_trick_is_followed_from_pixels_to_the_log(tmp_path: Path) -> None:
    lines: list[str] = []
    wanted = DealsWanted(1, "validation", tricks=1, games=("bazar-belot",), threads=1)
    found = bench_deals(wanted, tmp_path / "failures", lines.append)
    assert (found["deals"], found["plays"]) == (1, 4)
    assert found["right_unaided"] + found["asked"] + found["wrong_not_asked"] + found["missing"] == 4
    assert found["right_unaided"] >= 3
    assert found["false_plays"] == 0
    assert found["latency_ms"]["median"] < 2000
    pictured = sum(found["faults"].values())
    assert len(list((tmp_path / "failures").iterdir())) == pictured
    assert len(lines) == 1
    assert "4 plays" in in_words(found)[0]


@pytest.mark.timeout(300)
def test_a_short_soak_gives_every_picture_a_delay() -> None:
    found = bench_soak(0.1, datasets_folder() / "demo.mp4", threads=1)
    assert found["looked_at"] > 0
    assert found["looked_at"] <= found["pictures"]
    assert 0 < found["delay_ms"]["end"]["median"] < 60_000
    assert found["memory_mib"]["end"] > 20


def test_a_soak_of_nothing_says_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(KozyrError, match="none"):
        bench_soak(0.1, tmp_path / "none.mp4")
