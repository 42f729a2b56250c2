"""The shipped clip, its labels and its calls agree with each other, and with a score worked out by hand."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import kozyr.datasets
from kozyr.datasets import demo_clip
from kozyr.datasets.deals import trick_points
from kozyr.ui.cli import main

FOLDER = Path(kozyr.datasets.__file__).parent


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "demo.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def calls() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / "demo-calls.kozyr.jsonl").read_text("utf-8").splitlines()]


def test_labels_belong_to_the_deal_that_the_module_describes(truth: dict[str, Any]) -> None:
    deal = demo_clip.demo_deal()
    revoked, early = demo_clip.planted(deal)
    assert [(row["seat"], row["card"]) for row in truth["plays"]] == [(x.seat.value, x.card.code) for x in deal.lays]
    assert truth["hands"] == {seat.value: [card.code for card in hand] for seat, hand in deal.hands}
    kinds = {row["type"]: row for row in truth["irregularities"]}
    assert set(kinds) == {"revoke", "revoke_shown", "out_of_turn"}
    assert kinds["revoke"]["card"] == revoked.code == "7D"
    assert kinds["revoke_shown"]["card"] == "JC"
    assert kinds["out_of_turn"]["card"] == early.code == "8D"
    assert kinds["revoke"]["frame_settled"] < kinds["out_of_turn"]["frame_settled"]
    assert kinds["out_of_turn"]["frame_settled"] < kinds["revoke_shown"]["frame_settled"]


def test_the_clip_is_small_and_every_card_can_be_seen_where_the_labels_say(truth: dict[str, Any]) -> None:
    path = FOLDER / "demo.mp4"
    assert path.stat().st_size < 8_000_000
    wanted = {row["frame_settled"]: np.array(row["corners_px"], np.float32) for row in truth["plays"]}
    upright = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)
    video, index, seen = cv2.VideoCapture(str(path)), 0, 0
    while video.grab():
        if index in wanted:
            frame = video.retrieve()[1]
            card = cv2.warpPerspective(frame, cv2.getPerspectiveTransform(wanted[index], upright), (63, 88))
            rim = np.concatenate([card[2:86, 2:4].reshape(-1, 3), card[2:86, 59:61].reshape(-1, 3)])
            assert np.median(rim.min(axis=1)) > 120
            seen += 1
        index += 1
    assert index == truth["frames"]
    assert seen == 33


def test_the_score_by_hand(truth: dict[str, Any]) -> None:
    """Tricks 2 3 5 6 7 8 for South and North: 130; without tricks 4 to 8: 54. Contract 13, bela 2, terz 2."""
    deal = demo_clip.demo_deal()
    assert [trick_points(deal, number) for number in range(1, 9)] == [25, 31, 23, 7, 21, 35, 5, 15]
    plain, ruled = truth["expected"]["without_ruling"], truth["expected"]["after_b10_accepted"]
    assert plain == {"points": {"SN": 130, "WE": 32}, "score": {"SN": 28, "WE": 5}, "made": True}
    assert ruled == {"points": {"SN": 54, "WE": 108}, "score": {"SN": 0, "WE": 33}, "made": False}
    again = demo_clip.expected_scores(deal)
    assert [score.score for score in again] == [plain["score"], ruled["score"]]


def test_calls_come_before_the_cards_and_words_between_the_right_ones(
    truth: dict[str, Any], calls: list[dict[str, Any]]
) -> None:
    settled_ms = {
        row["card"]: 1000 * row["frame_settled"] / truth["fps"] for row in truth["plays"] if "out_of_turn" not in row
    }
    kinds = [line["act"]["type"] for line in calls[1:]]
    assert kinds == ["Dealt", *["Called"] * 10, "Declared", "Revealed", "Declared", "Declared"]
    assert all(line["at_ms"] < settled_ms["AH"] - 1500 for line in calls[1:12])
    terz, shown, bela, rebela = (line["at_ms"] for line in calls[12:])
    assert settled_ms["10H"] + 500 < terz < settled_ms["KH"] - 1000
    assert settled_ms["9C"] + 500 < shown < settled_ms["KD"] - 1000
    assert settled_ms["KC"] + 500 < bela < settled_ms["9H"] - 1000
    assert settled_ms["QC"] + 500 < rebela < settled_ms["JH"] - 1000


def whole_log(truth: dict[str, Any], calls: list[dict[str, Any]], accepted: bool) -> str:
    """The log of a watcher that misses nothing, the judge's ruling on the revoke included when it is accepted."""
    acts = [(line["at_ms"], line["act"]) for line in calls[1:]]
    for row in truth["plays"]:
        at_ms = round(1000 * row["frame_still"] / truth["fps"])
        acts.append((at_ms, {"type": "Played", "seat": row["seat"], "card": row["card"]}))
    acts.sort(key=lambda item: item[0])
    if accepted:
        committed = next(seq for seq, (_, act) in enumerate(acts, start=1) if act.get("card") == "7D")
        ruling = {"offence": "revoke", "seat": "N", "committed": committed, "decision": "accepted"}
        acts.append((95_000, {"type": "Ruled", **ruling, "remedy": "tricks-to-opponents", "why": "seen by all"}))
    lines = [
        {"seq": seq, "at_ms": at_ms, "source": "judge" if act["type"] == "Ruled" else "camera", "act": act}
        for seq, (at_ms, act) in enumerate(acts, start=1)
    ]
    return "\n".join(json.dumps(line) for line in [calls[0], *lines]) + "\n"


@pytest.mark.parametrize(("accepted", "expected"), [(False, "without_ruling"), (True, "after_b10_accepted")])
def test_the_engine_finds_the_planted_faults_and_the_score_by_hand(
    truth: dict[str, Any],
    calls: list[dict[str, Any]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    accepted: bool,
    expected: str,
) -> None:
    log = tmp_path / "demo.kozyr.jsonl"
    log.write_text(whole_log(truth, calls, accepted), encoding="utf-8")
    assert main(["check", str(log), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    deal = report["deals"][0]
    assert (deal["contract"], deal["declarer"], deal["finished"]) == ("13C", "S", True)
    assert deal["points"] == truth["expected"][expected]["points"]
    assert deal["score"] == truth["expected"][expected]["score"]
    found = {(row["offence"], row["seat"], row["law"]) for row in report["irregularities"]}
    assert found == {("out-of-turn", "E", "B-7"), ("revoke", "N", "B-10")}
