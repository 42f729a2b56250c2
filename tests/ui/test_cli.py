"""The ``kozyr`` command: bad input is one sentence and exit status 2, never a traceback."""

import argparse
import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.seats import Seat
from kozyr.ui.cli import COMMANDS, main
from kozyr.ui.commands import watch
from kozyr.ui.locale.catalog import language, set_language

HEADER = (
    '{"kozyr": 1, "game": "bazar-belot", "variant": "repino-2013", "started": "2026-11-30T18:00:00Z", "seats": '
    '[{"seat": "S", "player": "S"}, {"seat": "W", "player": "W"}, {"seat": "N", "player": "N"}, '
    '{"seat": "E", "player": "E"}], "sides": {"SN": ["S", "N"], "WE": ["W", "E"]}}'
)
EXAMPLE_1 = (
    {"type": "Dealt", "dealer": "E"},
    {"type": "Called", "seat": "S", "call": "14S"},
    *({"type": "Called", "seat": seat, "call": "pass"} for seat in "WNES"),
    {"type": "Declared", "seat": "W", "declaration": "frame 10"},
    {"type": "Declared", "seat": "E", "declaration": "berz AH"},
    {"type": "Tallied", "points": {"SN": 144, "WE": 18}, "tricks": {"SN": 7, "WE": 1}},
)


def log(path: Path, acts: tuple[dict[str, object], ...]) -> Path:
    """Writes acts as a log of a Bazar Belot match."""
    rows = [
        json.dumps({"seq": seq, "at_ms": seq * 1000, "source": "touch", "act": act}) for seq, act in enumerate(acts, 1)
    ]
    path.write_text("\n".join([HEADER, *rows]) + "\n", "utf-8")
    return path


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on stderr."""
    said = capsys.readouterr()
    lines = said.err.splitlines()
    assert len(lines) == 1, said.err
    assert lines[0].startswith("kozyr: ")
    assert "Traceback" not in said.err
    return lines[0]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"kozyr {command}" in capsys.readouterr().out


DEVELOPERS = {"bench", "render", "train"}
"""Commands whose options are told in English only."""


@pytest.mark.parametrize("lang", ["uk", "ru"])
@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in DEVELOPERS])
def test_the_help_of_a_command_is_in_the_language_asked_for(
    command: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = language()
    try:
        with pytest.raises(SystemExit) as ended:
            main([command, "--help", "--lang", lang])
    finally:
        set_language(before)
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert told.startswith({"uk": "використання: ", "ru": "использование: "}[lang])
    english = re.compile(r"\b(the|of|and|show|default|a|is|options|arguments)\b")
    assert not [line for line in told.splitlines() if english.search(line)]


def test_the_list_of_commands_is_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    before = language()
    try:
        with contextlib.suppress(SystemExit):
            main(["--lang", "uk", "--help"])
    finally:
        set_language(before)
    told = capsys.readouterr().out
    assert "параметри:" in told
    assert "  check     відтворити журнали: порушення, рахунок і те, що під сумнівом" in told


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    listing = capsys.readouterr().out
    assert all(name in listing for name in COMMANDS)


def test_an_unknown_command_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chek"]) == 2
    assert "'chek' is no command" in complaint(capsys)


@pytest.mark.parametrize(
    "words", [["check", "--bogus", "x"], ["watch", "0"], ["read"], ["bench", "nothing"]], ids=" ".join
)
def test_a_wrong_option_is_one_line_and_exit_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert "--help" in complaint(capsys)


def test_a_camera_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "watch",
        "97",
        "--log",
        str(tmp_path / "a.kozyr.jsonl"),
        "--dealer",
        "S",
        "--contract",
        "8S",
        "--declarer",
        "W",
    ]
    assert main(words) == 2
    assert "97" in complaint(capsys)
    assert list(tmp_path.iterdir()) == []


def test_a_video_that_is_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    video = tmp_path / "deal.mp4"
    video.write_text("this is no video\n")
    words = [
        "watch",
        str(video),
        "--log",
        str(tmp_path / "a.kozyr.jsonl"),
        "--dealer",
        "S",
        "--contract",
        "8S",
        "--declarer",
        "W",
    ]
    assert main(words) == 2
    assert "deal.mp4" in complaint(capsys)
    assert not (tmp_path / "a.kozyr.jsonl").exists()


def test_a_text_file_named_jpg(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "cards.jpg"
    picture.write_text("this is no picture\n")
    assert main(["read", str(picture)]) == 2
    assert "cards.jpg" in complaint(capsys)


def test_a_missing_network(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOZYR_MODELS", str(tmp_path))
    assert main(["read", "cards.jpg"]) == 2
    assert "index-detector.onnx is missing" in complaint(capsys)


def test_a_log_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json", "nowhere.kozyr.jsonl"]) == 2
    said = json.loads(capsys.readouterr().out)
    assert said["ok"] is False
    assert "nowhere.kozyr.jsonl" in said["errors"][0]


def test_a_broken_log_does_not_keep_the_others_from_being_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = log(tmp_path / "good.kozyr.jsonl", EXAMPLE_1)
    broken = tmp_path / "broken.kozyr.jsonl"
    broken.write_text(good.read_text("utf-8").replace("14S", "14Z"), "utf-8")
    assert main(["check", "--json", str(broken), str(good)]) == 2
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[1]["ok"] is True
    assert rows[1]["match"]["score"] == {"SN": 28, "WE": 17}
    assert rows[0]["ok"] is False
    assert "14Z" in rows[0]["errors"][0]


def test_check_json_has_the_shape_that_programs_rely_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--json", str(log(tmp_path / "one.kozyr.jsonl", EXAMPLE_1))]) == 0
    said = json.loads(capsys.readouterr().out)
    assert set(said) >= {"log", "ok", "deals", "match", "irregularities", "parties", "meeting", "errors"}
    deal = said["deals"][0]
    assert (deal["contract"], deal["declarer"], deal["side"], deal["doubled"]) == ("14S", "S", "SN", 1)
    assert deal["points"] == {"SN": 144, "WE": 18}
    assert deal["score"] == {"SN": 28, "WE": 17}
    assert {side: sum(line["value"] for line in deal["lines"] if line["side"] == side) for side in ("SN", "WE")} == (
        deal["score"]
    )


def test_check_strict_gives_1_when_there_are_irregularities(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    acts = ({"type": "Dealt", "dealer": "E"}, {"type": "Called", "seat": "W", "call": "pass"})
    path = log(tmp_path / "turn.kozyr.jsonl", acts)
    assert main(["check", str(path)]) == 0
    assert main(["check", "--strict", str(path)]) == 1
    capsys.readouterr()
    assert main(["check", "--json", str(path)]) == 0
    found = json.loads(capsys.readouterr().out)["irregularities"][0]
    assert (found["offence"], found["seat"], found["committed"], found["proved"]) == ("call-out-of-turn", "W", 2, 2)


def test_the_language_may_stand_before_a_command_with_commands_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    before = language()
    try:
        assert main(["--lang", "uk", "deck", "list"]) == 0
        assert "колод" in capsys.readouterr().out
        for words in (["deck", "learn"], ["bench", "rules"]):
            with pytest.raises(SystemExit) as ended:
                main(["--lang=uk", *words, "--help"])
            assert ended.value.code == 0
    finally:
        set_language(before)


@pytest.mark.parametrize("first", [["--lang", "uk"], ["--lang=uk"]])
def test_the_language_may_stand_before_the_command(
    first: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = language()
    try:
        assert main([*first, "check", str(log(tmp_path / "one.kozyr.jsonl", EXAMPLE_1))]) == 0
    finally:
        set_language(before)
    assert "Здача" in capsys.readouterr().out


@pytest.mark.parametrize("lang", ["uk", "ru", "en"])
def test_check_speaks_three_languages(lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--lang", lang, str(log(tmp_path / "one.kozyr.jsonl", EXAMPLE_1))]) == 0
    said = capsys.readouterr().out
    assert "14♠" in said
    assert "28" in said
    assert {"uk": "Здача", "ru": "Сдача", "en": "Deal"}[lang] in said


@pytest.mark.parametrize(
    "words",
    [
        ["bench", "rules", "--deals", "0"],
        ["render", "scene", "--out", "x.png", "--seed", "-1"],
        ["render", "deal", "--out", "x.mp4", "--fps", "nan"],
        ["render", "deal", "--out", "x.mp4", "--fps", "inf"],
        ["train", "detector", "--out", "x", "--hours", "-1"],
        ["train", "reader", "--out", "x", "--hours", "nan"],
        ["watch", "x.mp4", "--log", "x", "--threads", "-3"],
        ["read", "x.jpg", "--threads", "0"],
    ],
    ids=" ".join,
)
def test_a_number_out_of_its_limits_is_one_line_before_anything_begins(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert words[-1] in complaint(capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("contract", ["99Z", "5S", "pass", "contra", "19A", "14S contra"])
def test_a_contract_that_no_auction_ends_in(contract: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["watch", "0", "--log", str(tmp_path / "a.kozyr.jsonl"), "--dealer", "S", "--declarer", "W"]
    assert main([*words, "--contract", contract]) == 2
    assert contract in complaint(capsys)
    assert list(tmp_path.iterdir()) == []


def test_names_given_beside_calls_are_in_the_log(tmp_path: Path) -> None:
    calls = log(tmp_path / "calls.kozyr.jsonl", EXAMPLE_1[:6])
    parser = argparse.ArgumentParser()
    watch.add_arguments(parser)
    options = parser.parse_args(["0", "--log", "a", "--calls", str(calls), "--player", "W=somebody"])
    header, _ = watch.header_and_calls(options)
    assert dict(header.players)[Seat.W] == "somebody"


def test_calls_and_a_contract_together_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calls = log(tmp_path / "calls.kozyr.jsonl", EXAMPLE_1[:6])
    words = ["watch", "0", "--log", str(tmp_path / "a.kozyr.jsonl"), "--calls", str(calls), "--contract", "8S"]
    assert main(words) == 2
    assert "--calls" in complaint(capsys)


@pytest.mark.parametrize(
    "own", [["--game", "preferans"], ["--variant", "repino-2013"], ["--format", "2x2"], ["--target", "501"],
            ["--rule", "match_target=501"]],
)  # fmt: skip
def test_calls_and_rules_of_the_command_line_together_are_refused(
    own: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = log(tmp_path / "calls.kozyr.jsonl", EXAMPLE_1[:6])
    words = ["watch", "0", "--log", str(tmp_path / "a.kozyr.jsonl"), "--calls", str(calls), *own]
    assert main(words) == 2
    assert own[0] in complaint(capsys)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["calls.kozyr.jsonl"]


@pytest.mark.parametrize("json_too", [False, True])
def test_a_log_that_cannot_be_read_is_one_line_on_stderr(
    json_too: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = log(tmp_path / "broken.kozyr.jsonl", EXAMPLE_1)
    broken.write_text(broken.read_text("utf-8") + "{\n", "utf-8")
    names = [str(broken), str(tmp_path / "nowhere.kozyr.jsonl"), str(tmp_path), "/dev/zero"]
    assert main(["check", *names, *(["--json"] if json_too else [])]) == 2
    said = capsys.readouterr()
    lines = said.err.splitlines()
    assert len(lines) == len(names)
    for name, line in zip(names, lines, strict=True):
        assert line.startswith("kozyr: ")
        assert line.count(name) == 1
    assert len(said.out.splitlines()) == len(names) if json_too else "14♠" in said.out


def test_texts_reach_a_terminal_that_is_set_to_ascii(tmp_path: Path) -> None:
    name = log(tmp_path / "good.kozyr.jsonl", EXAMPLE_1)
    words = [sys.executable, "-c", "import sys; from kozyr.ui.cli import main; sys.exit(main())", "check", str(name)]
    ended = subprocess.run(
        [*words, "--lang", "uk"], env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert "Південь" in ended.stdout.decode()


def test_a_file_name_that_is_no_utf8_is_told(tmp_path: Path) -> None:
    words = [sys.executable, "-c", "import sys; from kozyr.ui.cli import main; sys.exit(main())", "check", "--json"]
    env = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "utf-8:strict"}
    ended = subprocess.run([*words, b"na\xffme"], env=env, capture_output=True, check=False, cwd=tmp_path)
    assert ended.returncode == 2
    assert b"Traceback" not in ended.stderr
    assert json.loads(ended.stdout)["ok"] is False


def test_a_table_opens_by_touch_where_its_camera_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    monkeypatch.setenv("KOZYR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("kozyr.ui.commands.table.has_display", lambda: True)
    monkeypatch.setattr("kozyr.ui.commands.table.TableShell.show", lambda shell, size: opened.append(size))
    for camera in ("97", "/dev/video97", "rtsp://127.0.0.1:9/table"):
        assert main(["table", "--camera", camera]) == 0
    assert len(opened) == 3


LOOKING = """
import sys, threading, time
from kozyr.ui import cli
from kozyr.ui.commands import check

def run(options):
    import numpy as np
    from kozyr.ui.eyes import open_eyes
    detector, _ = open_eyes(video=False, threads=1)
    def look():
        while True:
            detector.find(np.zeros((1440, 2560, 3), np.uint8))
    threading.Thread(target=look, name="kozyr-eyes", daemon=True).start()
    time.sleep(0.5)
    print("done")
    return 1

check.run = run
sys.argv = ["kozyr", "check", "x"]
sys.exit(cli.main())
"""


def test_a_program_that_ends_while_its_eyes_read_a_picture_leaves_without_a_word() -> None:
    ended = subprocess.run([sys.executable, "-c", LOOKING], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "done\n", "")


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> None:
    """A display, and no window: what is refused must be refused before one opens."""

    def window(*words: object, **options: object) -> None:
        raise AssertionError("a window opened")

    monkeypatch.setattr("kozyr.ui.commands.table.has_display", lambda: True)
    monkeypatch.setattr("kozyr.ui.commands.table.TableShell.show", window)


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize(
    "words",
    [
        ["--player", "X=a"],
        ["--player", "S="],
        ["--player", "S=a", "--player", "S=b"],
        ["--pin", "abc"],
        ["--pin", ""],
        ["--variant", "no"],
        ["--size", "abc"],
        ["--camera", "no-camera.mp4"],
    ],
    ids=" ".join,
)
def test_table_refuses_a_wrong_option_before_a_window_opens(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOZYR_HOME", str(tmp_path / "home"))
    assert main(["table", *words]) == 2
    assert words[0].removeprefix("--") in complaint(capsys)
    assert not (tmp_path / "home").exists()


@pytest.mark.usefixtures("display")
def test_table_refuses_a_named_log_that_cannot_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOZYR_HOME", str(tmp_path / "home"))
    damaged = log(tmp_path / "damaged.kozyr.jsonl", EXAMPLE_1)
    damaged.write_text(damaged.read_text("utf-8").replace('"14S"', '14S"'), "utf-8")
    header_only = log(tmp_path / "header.kozyr.jsonl", ())
    for path in (damaged, header_only, tmp_path):
        assert main(["table", "--log", str(path)]) == 2
        assert str(path) in complaint(capsys)


@pytest.mark.usefixtures("display")
def test_table_goes_on_with_a_named_log_whose_last_line_is_torn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOZYR_HOME", str(tmp_path / "home"))
    torn = log(tmp_path / "torn.kozyr.jsonl", EXAMPLE_1[:4])
    torn.write_text(torn.read_text("utf-8") + '{"seq":5,"at', "utf-8")
    with pytest.raises(AssertionError, match="a window opened"):
        main(["table", "--log", str(torn)])


def test_table_begins_with_the_names_that_were_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: dict[str, object] = {}
    monkeypatch.setenv("KOZYR_HOME", str(tmp_path))
    monkeypatch.setattr("kozyr.ui.commands.table.has_display", lambda: True)
    monkeypatch.setattr("kozyr.ui.tablet.app.run_table", lambda **options: shown.update(options))
    assert main(["table", "--player", "S=Оля", "--player", "E=Ira"]) == 0
    assert shown["desk"].names == {"S": "Оля", "E": "Ira"}


def test_table_goes_on_with_the_match_that_was_just_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window: dict[str, Any] = {}
    monkeypatch.setenv("KOZYR_HOME", str(tmp_path))
    monkeypatch.setattr("kozyr.ui.commands.table.has_display", lambda: True)
    monkeypatch.setattr("kozyr.ui.tablet.app.run_table", lambda **options: window.update(options))
    assert main(["table"]) == 0
    from kozyr.ui.new_match import Plan, header_of
    from kozyr.ui.tablet.screens.start import NewMatch

    desk = window["desk"]
    header = header_of(Plan(), {})
    begun = desk.begin(NewMatch(header, Seat.S))
    desk.left()
    standing = desk.offered()
    assert (standing.deal, desk.logs()) == (1, (standing.path,))
    again = desk.resume(standing.path)
    assert again.session.entries == begun.session.entries
    desk.begin(NewMatch(header, Seat.N))
    desk.left()
    newest, older = desk.logs()
    assert older == standing.path
    later = desk.resume(newest)
    assert later.session.entries[0].act.dealer is Seat.N
    window["stopped"]()
