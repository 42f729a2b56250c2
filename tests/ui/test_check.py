"""``kozyr check``: corrections and the last line's hash; parties, meetings and score sheets for programs and people."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.acts import Claimed
from kozyr.engine.facts import Irregularity, ScoreLine
from kozyr.engine.game import MatchRow, Report, ReportDoubt
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.seats import Seat
from kozyr.engine.table.codec import line_hash
from kozyr.engine.view import DealRow, SheetRow
from kozyr.ui.check_text import deal_lines, doubt_text, match_lines
from kozyr.ui.checked import check
from kozyr.ui.cli import main
from kozyr.ui.locale.narrate import spoken
from kozyr.ui.locale.text import LANGUAGES, set_language, side_text, tr
from kozyr.ui.report_json import irregularity_object, log_object

HEADER = {
    "kozyr": 1, "game": "bazar-belot", "variant": "repino-2013", "started": "2026-11-30T18:00:00Z",
    "seats": [{"seat": seat, "player": seat} for seat in "SWNE"],
}  # fmt: skip
SIDES = {seat: seat.value for seat in Seat}


DEBERTZ = {
    "kozyr": 1, "game": "debertz", "variant": "fdu-uk", "format": "2x2", "started": "2026-11-30T18:00:00Z",
    "seats": [{"seat": seat, "player": ""} for seat in "SWNE"],
}  # fmt: skip


def corrected_log(path: Path) -> tuple[Path, list[str]]:
    """Four deals tallied, the first of them corrected after the fourth."""
    acts: list[dict[str, Any]] = []
    for dealer, caller in ("ES", "SW", "WN", "NE"):
        acts.append({"type": "Dealt", "dealer": dealer})
        turn = ["SWNE"[("SWNE".index(caller) + at) % 4] for at in range(5)]
        calls = zip(turn, ("8S", "pass", "pass", "pass", "pass"), strict=True)
        acts += [{"type": "Called", "seat": seat, "call": call} for seat, call in calls]
        acts.append({"type": "Tallied", "points": {"SN": 100, "WE": 62}})
    rows: list[dict[str, Any]] = [
        {"seq": seq, "at_ms": seq * 1000, "source": "touch", "act": act} for seq, act in enumerate(acts, 1)
    ]
    tally = {"type": "Tallied", "points": {"SN": 130, "WE": 32}}
    rows.append(
        {"seq": len(rows) + 1, "at_ms": 930000, "source": "judge", "act": tally, "replaces": 7, "by": "Judge",
         "why": "miscounted"}
    )  # fmt: skip
    lines = [json.dumps(row) for row in (HEADER, *rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path, lines


def test_a_deal_corrected_three_deals_later(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, lines = corrected_log(tmp_path / "corrected.kozyr.jsonl")
    assert main(["check", "--json", str(path)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["hash"] == line_hash(lines[-1])
    (correction,) = said["corrections"]
    assert (correction["by"], correction["why"], correction["at_ms"]) == ("Judge", "miscounted", 930000)
    assert correction["entries"] == [
        {"seq": 29, "replaces": 7, "before": None,
         "old": {"type": "Tallied", "points": {"SN": 100, "WE": 62}},
         "new": {"type": "Tallied", "points": {"SN": 130, "WE": 32}}}
    ]  # fmt: skip
    moved = [(one["deal"], one["what"], one["side"], one["new"] - one["old"]) for one in correction["scores"]]
    assert moved == [
        (1, "score", "SN", 3), (1, "score", "WE", -3),
        *((deal, "total", side, by) for deal in (1, 2, 3, 4) for side, by in (("SN", 3), ("WE", -3))),
        (0, "score", "SN", 3), (0, "score", "WE", -3),
    ]  # fmt: skip
    assert said["match"]["score"]["SN"] == said["deals"][-1]["total"]["SN"] == correction["scores"][-2]["new"]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Corrections:", "  15:30, Judge: ", "after deal 4: S–N", "Hash of the last line: "]),
        ("ru", ["Исправления:", "после сдачи 4: Ю–С", "Хеш последней строки: "]),
        ("uk", ["Виправлення:", "після здачі 4: Пд–Пн", "Хеш останнього рядка: "]),
    ],
)
def test_people_are_told_what_a_correction_changed(
    lang: str, words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = corrected_log(tmp_path / "corrected.kozyr.jsonl")
    assert main(["check", "--lang", lang, str(path)]) == 0
    said = capsys.readouterr().out
    assert [word for word in words if word not in said] == []


def pulka() -> Report:
    """One deal of a game whose score has columns."""
    gave = (SheetRow("S", 2, 0, (("W", 0), ("N", 0))), SheetRow("W", 0, 0, (("S", 4), ("N", 0))), SheetRow("N"))
    row = DealRow(
        1, "6C", Seat.S, 1, (), (), sheet=gave, points=(("S", 6), ("W", 2), ("N", 2)),
        lines=(ScoreLine("S", "pool:made", 2), ScoreLine("W", "whists:S:tricks", 4)),
    )  # fmt: skip
    fined = DealRow(2, None, None, 1, (), (), sheet=(SheetRow("N", 0, 4),), annulled=True)
    sheet = (*gave[:2], SheetRow("N", 0, 4, (("S", 0), ("W", 0))))
    return Report((row, fined), (), None, (), sheet=sheet, settlement=(("S", 30), ("W", 10), ("N", -40)))


def meeting() -> Report:
    """One finished party with its record, the second one going on."""
    row = DealRow(1, "H", Seat.S, 1, (("S", 120), ("N", 62)), (("S", 120), ("N", 62)), bayt=("N",))
    party = MatchRow((("S", 540), ("N", 520)), "S", (1, 5), record=(("S", 501), ("N", 500)))
    return Report(
        (row,), (("S", 120), ("N", 62)), None, (), (party,), meeting=(("S", 1), ("N", 0)), pot=81, protocol="digit"
    )


def test_a_sheet_in_json_has_its_columns_and_the_match_its_settlement() -> None:
    said: Any = log_object("a", pulka(), SIDES, ())
    assert said["deals"][0]["score"]["W"] == {"pool": 0, "mountain": 0, "whists": {"S": 4, "N": 0}}
    assert said["deals"][1]["annulled"] is True
    assert said["match"] == {
        "score": {
            "S": {"pool": 2, "mountain": 0, "whists": {"W": 0, "N": 0}},
            "W": {"pool": 0, "mountain": 0, "whists": {"S": 4, "N": 0}},
            "N": {"pool": 0, "mountain": 4, "whists": {"S": 0, "W": 0}},
        },
        "winner": None,
        "settlement": {"S": 30, "W": 10, "N": -40},
    }
    assert (said["meeting"], said["parties"]) == (None, [])


def test_a_meeting_in_json_has_its_wins_and_parties_their_record() -> None:
    said: Any = log_object("a", meeting(), SIDES, (), letters={"S": 1, "N": 0})
    assert said["meeting"] == {"S": 1, "N": 0}
    assert said["meeting_winner"] is None
    assert said["parties"] == [
        {"score": {"S": 540, "N": 520}, "winner": "S", "deals": [1, 5], "record": {"S": 501, "N": 500}}
    ]
    assert said["match"] == {"score": {"S": 120, "N": 62}, "winner": None, "pot": 81, "letters": {"S": 1, "N": 0}}
    assert said["deals"][0]["bayt"] == ["N"]


def test_a_meeting_won_is_told_once_and_stays_told() -> None:
    over = replace(meeting(), parties=(replace(meeting().parties[0], meeting_winner="S"),))
    said: Any = log_object("a", over, SIDES, ())
    assert said["parties"][0]["meeting_winner"] == "S"
    won = tr("check.meeting.winner", side=side_text("S"))
    for report in (over, replace(over, meeting_winner="S")):
        assert list(match_lines(report)).count(won) == 1


def test_a_finding_has_points_and_column_when_its_row_names_them() -> None:
    found = Irregularity(Offence.MISDEAL, Seat.S, 1, 1, True, "P-1", "Сочи", Remedy.FINE, points=2, column="mountain")
    assert irregularity_object(found)["points"] == 2
    assert irregularity_object(found)["column"] == "mountain"
    plain = Irregularity(Offence.MISDEAL, Seat.S, 1, 1, True, "B-19", "Репино", Remedy.JUDGE)
    assert not {"points", "column"} & irregularity_object(plain).keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_people_read_sheets_and_meetings_in_every_language(lang: str) -> None:
    try:
        set_language(lang)
        told = [
            *deal_lines(pulka().deals[0], "preferans", has_sheet=True),
            *deal_lines(pulka().deals[1], "preferans", has_sheet=True),
        ]
        told += [
            *match_lines(pulka()),
            *match_lines(meeting()),
            *deal_lines(meeting().deals[0], "debertz", has_sheet=False),
        ]
    finally:
        set_language("uk")
    text = "\n".join(told)
    assert all(figure in text for figure in ("−40", "501", "500", "81", "120"))
    if lang == "en":
        assert "West: whists on South 4 (whists on South: tricks 4)" in text
        assert "Settlement in whists: South 30, West 10, North −40" in text
        assert "Deal 1: ♥, South" in text


GOLDEN = sorted((Path(__file__).parents[1] / "golden").rglob("*.kozyr.jsonl"))


@pytest.mark.parametrize("game", ["bazar_belot", "debertz", "preferans"])
def test_every_golden_log_is_told_in_every_language_and_as_json(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs = [str(path) for path in GOLDEN if game in path.parts]
    assert len(logs) > 20
    for lang in LANGUAGES:
        assert main(["check", "--lang", lang, *logs]) == 0
        said = capsys.readouterr()
        assert said.err == ""
        assert said.out.count(Path(logs[0]).name) == 1
    assert main(["check", "--json", *logs]) == 0
    for row in map(json.loads, capsys.readouterr().out.splitlines()):
        assert row["ok"] is True
        assert set(row) >= {"log", "deals", "match", "irregularities", "parties", "meeting", "errors", "hash"}
        for deal in (one for one in row["deals"] if one["finished"]):
            assert deal["score"].keys() >= {line["side"] for line in deal["lines"]}
            if game != "preferans":
                sums = {
                    side: sum(one["value"] for one in deal["lines"] if one["side"] == side) for side in deal["score"]
                }
                assert sums == deal["score"]
        if game == "preferans":
            assert sum(row["match"]["settlement"].values()) == 0
            assert all(set(one) == {"pool", "mountain", "whists"} for one in row["match"]["score"].values())
        if game == "debertz":
            assert set(row["match"]) >= {"score", "winner", "pot", "letters"}
            assert set(row["meeting"]) == set(row["match"]["score"])


def test_a_match_that_goes_on_another_day_is_one_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The clock goes on from the last entry, or a day later: the deals are those of one match."""
    path, lines = corrected_log(tmp_path / "days.kozyr.jsonl")
    assert main(["check", "--json", str(path)]) == 0
    once = json.loads(capsys.readouterr().out)
    later = [
        *lines[:15],
        *(json.dumps(json.loads(line) | {"at_ms": 90_000_000 + at}) for at, line in enumerate(lines[15:])),
    ]
    path.write_text("\n".join(later) + "\n", "utf-8")
    assert main(["check", "--json", str(path)]) == 0
    twice = json.loads(capsys.readouterr().out)
    assert (twice["deals"], twice["match"]) == (once["deals"], once["match"])


def test_an_option_changed_between_matches_begins_a_new_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, lines = corrected_log(tmp_path / "changed.kozyr.jsonl")
    changed = json.dumps(HEADER | {"rules": {"match_target": 501}})
    path.write_text("\n".join([*lines[:8], changed, *lines[8:]]) + "\n", "utf-8")
    assert main(["check", "--json", str(path)]) == 2
    said = json.loads(capsys.readouterr().out)
    assert said["ok"] is False
    assert "line 9: a second header" in said["errors"][0]
    assert len(said["deals"]) == 1


def test_what_comes_after_an_impossible_correction_accuses_nobody_for_certain(tmp_path: Path) -> None:
    """The correction has a later number than the cards that lie after its place."""
    acts: list[dict[str, Any]] = [
        {"type": "Dealt", "dealer": None, "obliged": "E"},
        {"type": "TurnedUp", "cards": ["9H"]},
        {"type": "Called", "seat": "S", "call": "play"},
        {"type": "Played", "seat": "S", "card": "AS"},
        {"type": "Played", "seat": "W", "card": "7S"},
        {"type": "Played", "seat": "E", "card": "8S"},
        {"type": "Played", "seat": "W", "card": "AS"},
    ]
    lines = [json.dumps(DEBERTZ)]
    for seq, act in enumerate(acts, start=1):
        changed = {"replaces": 5} if seq == len(acts) else {}
        lines.append(json.dumps({"seq": seq, "at_ms": seq, "source": "touch", "act": act} | changed))
    log = tmp_path / "impossible.kozyr.jsonl"
    log.write_text("\n".join(lines) + "\n", "utf-8")
    checked = check(str(log))
    assert checked.report is not None
    assert [(one.offence, one.committed, one.certain) for one in checked.report.irregularities] == [
        (Offence.OUT_OF_TURN, 6, False)
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_doubt_names_the_player_and_no_number_of_an_entry(lang: str) -> None:
    set_language(lang)
    doubt = ReportDoubt(2, "claim-not-tried", 70)
    assert "70" not in doubt_text(doubt)
    said = doubt_text(doubt, spoken(0, Claimed(Seat.W, 3)))
    assert tr("seat.W") in said
    assert "70" not in said
