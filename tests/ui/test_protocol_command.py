"""``kozyr protocol``: the protocol of a log in the terminal or on pages; bad input is one sentence and status 2."""

import json
import os
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from kozyr.ui.cli import main

BELOT = Path(__file__).parents[1] / "golden" / "bazar_belot" / "b51_ten_examples.kozyr.jsonl"


def debertz(path: Path, number: int, form: str = "digit") -> Path:
    """A log of so many deals tallied by hand, each ordered by the player after the obliged one."""
    header = {
        "kozyr": 1, "game": "debertz", "variant": "fdu-uk", "format": "2x2", "target": 501,
        "rules": {"protocol": form}, "started": "2026-11-30T18:00:00Z",
        "seats": [{"seat": seat, "player": f"player {seat}"} for seat in "SWNE"],
        "sides": {"SN": ["S", "N"], "WE": ["W", "E"]},
    }  # fmt: skip
    acts: list[dict[str, object]] = []
    for at in range(number):
        obliged, first = "SWNE"[at % 4], "WNES"[at % 4]
        acts += [
            {"type": "Dealt", "dealer": None, "obliged": obliged},
            {"type": "TurnedUp", "cards": ["9H"]},
            {"type": "Called", "seat": first, "call": "play"},
            {"type": "Tallied", "points": {"SN": 100, "WE": 62}, "tricks": {"SN": 5, "WE": 3}},
        ]
    rows = [{"seq": seq, "at_ms": seq * 1000, "source": "touch", "act": act} for seq, act in enumerate(acts, 1)]
    path.write_text("\n".join(json.dumps(row) for row in (header, *rows)) + "\n", "utf-8")
    return path


def test_a_debertz_protocol_in_both_forms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = str(debertz(tmp_path / "d.kozyr.jsonl", 2))
    assert main(["protocol", log, "--lang", "en"]) == 0
    digits = capsys.readouterr().out
    assert main(["protocol", log, "--lang", "en", "--form", "schematic"]) == 0
    in_signs = capsys.readouterr().out
    assert "account" in digits
    assert "⊗" in in_signs
    assert "player S, player N" in digits
    kept = str(debertz(tmp_path / "k.kozyr.jsonl", 2, "schematic"))
    assert main(["protocol", kept, "--lang", "en"]) == 0
    assert capsys.readouterr().out == in_signs, "the rules say how it is kept"


def test_a_belot_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["protocol", str(BELOT), "--lang", "ru"]) == 0
    assert " 4  212   БТ  14п ++" in capsys.readouterr().out


def test_pages_are_drawn_beside_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, out = debertz(tmp_path / "d.kozyr.jsonl", 40), tmp_path / "d.svg"
    assert main(["protocol", str(log), "--lang", "en", "--out", str(out)]) == 0
    said = capsys.readouterr().out.splitlines()
    pages = sorted(tmp_path.glob("*.svg"))
    assert [page.name for page in pages] == ["d-2.svg", "d-3.svg", "d.svg"]
    assert [line.split()[0] for line in said] == [str(tmp_path / name) for name in ("d.svg", "d-2.svg", "d-3.svg")]
    assert all(ET.parse(page).getroot().tag.endswith("svg") for page in pages)
    assert not list(tmp_path.glob(".*")), "nothing half-written"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["nowhere.jsonl"], "nowhere.jsonl"),
        ([str(BELOT), "--form", "digit"], "one way only"),
        ([str(BELOT), "--out", "table.png"], ".svg"),
        ([str(BELOT), "--out", "no/such/folder/table.svg"], "there is no such folder"),
    ],
)
def test_bad_input(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["protocol", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert why in said.err


def test_a_log_that_cannot_be_read_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = debertz(tmp_path / "d.kozyr.jsonl", 1)
    broken = tmp_path / "b.kozyr.jsonl"
    broken.write_text(log.read_text("utf-8") + "{", "utf-8")
    assert main(["protocol", str(broken)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    broken.write_text(log.read_text("utf-8").replace('"call": "play"', '"call": "dance"'), "utf-8")
    assert main(["protocol", str(broken)]) == 2
    assert "entry 3" in capsys.readouterr().err


def test_what_cannot_have_happened_is_left_out_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = debertz(tmp_path / "d.kozyr.jsonl", 1)
    rows = log.read_text("utf-8").splitlines()
    log.write_text("\n".join((rows[0], rows[3].replace('"seq": 3', '"seq": 1'))) + "\n", "utf-8")
    assert main(["protocol", str(log), "--lang", "en"]) == 0
    said = capsys.readouterr()
    assert "entry 1 is left out" in said.err
    assert "Party 1 · in progress" in said.out


@pytest.mark.parametrize("command", ["protocol", "check"])
def test_without_a_log_the_newest_of_the_own_folder_is_taken_and_said(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KOZYR_HOME", str(tmp_path))
    assert main([command, "--lang", "en"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"kozyr: there is no log in {tmp_path / 'logs'}; name a *.kozyr.jsonl file\n")
    (tmp_path / "logs").mkdir()
    assert main([command, "--lang", "en"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    older, newer = (debertz(tmp_path / "logs" / f"{name}.kozyr.jsonl", 1) for name in ("z", "a"))
    os.utime(older, (1, 1))
    assert main([command, str(newer), "--lang", "en"]) == 0
    named = capsys.readouterr()
    assert named.err == ""
    assert main([command, "--lang", "en"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == (named.out, f"The newest log: {newer}\n")
