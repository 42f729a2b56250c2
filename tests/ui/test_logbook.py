"""Logs that can go on, and logs that are brought in: whole or not at all."""

import os
import re
from pathlib import Path

import pytest

from kozyr.engine.errors import KozyrError
from kozyr.engine.table.store import read_log_file
from kozyr.ui.locale.errors import error_text
from kozyr.ui.logbook import ENDING, bring_in, first_standing, heading_of, match_in, new_log, newest, standing
from kozyr.ui.places import free_name, places

GOLDEN = Path(__file__).parents[1] / "golden" / "bazar_belot" / "b51_ten_examples.kozyr.jsonl"
UNFINISHED = Path(__file__).parents[2] / "datasets" / "demo-calls.kozyr.jsonl"


def whole(path: Path) -> bytes:
    return path.read_bytes()


def test_a_log_comes_in_byte_for_byte(tmp_path: Path) -> None:
    mine = tmp_path / "logs"
    first = bring_in(GOLDEN, mine)
    second = bring_in(GOLDEN, mine)
    assert first != second
    assert whole(first) == whole(second) == whole(GOLDEN)


@pytest.mark.parametrize("harm", ["cut", "byte", "empty", "no header", "folder", "other game"])
def test_a_damaged_log_is_refused_with_one_sentence_and_nothing_is_written(tmp_path: Path, harm: str) -> None:
    bad, mine = tmp_path / "bad.kozyr.jsonl", tmp_path / "logs"
    data = whole(GOLDEN)
    mine.mkdir()
    if harm == "folder":
        bad.mkdir()
    else:
        bad.write_bytes(
            {
                "cut": data[:-20], "byte": data.replace(b"seq", b"\xff\x00q", 1), "empty": b"",
                "no header": data.split(b"\n", 1)[1], "other game": data.replace(b"bazar-belot", b"chess-belot", 1),
            }[harm]
        )  # fmt: skip
    with pytest.raises(KozyrError) as refused:
        bring_in(bad, mine)
    assert len(str(refused.value).splitlines()) == 1
    assert list(mine.iterdir()) == []


@pytest.mark.parametrize("lang", ["uk", "ru"])
@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n", b"hello\n", b'{"a": 1}\n'], ids=["picture", "text", "JSON"])
def test_a_file_that_is_no_log_is_refused_with_what_to_do(data: bytes, lang: str, tmp_path: Path) -> None:
    other = tmp_path / "other.kozyr.jsonl"
    other.write_bytes(data)
    with pytest.raises(KozyrError) as refused:
        bring_in(other, tmp_path / "mine")
    said = error_text(refused.value, lang).removeprefix(other.name).removesuffix(ENDING)
    assert {"uk": "це не журнал Козира", "ru": "это не журнал Козыря"}[lang] in said
    assert not re.search("[A-Za-z]", said), "a word of English in it"


@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_a_damaged_line_is_told_without_the_parsers_english(lang: str, tmp_path: Path) -> None:
    log = tmp_path / "cut.kozyr.jsonl"
    log.write_bytes(b'{"kozyr": 1, "game"\n')
    said = error_text(read_log_file(log).error or "", lang)
    assert re.findall("[A-Za-z]+", said) == ["JSON", "JSON"]


def test_the_newest_match_that_can_be_opened_is_told_with_players_and_score(tmp_path: Path) -> None:
    log = bring_in(UNFINISHED, tmp_path)
    found = standing(log)
    assert found is not None
    assert (found.deal, found.path) == (1, log)
    assert found.started is not None
    damaged = tmp_path / "damaged.kozyr.jsonl"
    damaged.write_text("no log\n")
    os.utime(damaged, ns=(2**62, 2**62))
    assert newest(tmp_path)[0] == damaged
    assert first_standing(newest(tmp_path)) == found
    assert new_log(tmp_path) != new_log(tmp_path / "..")


def test_places_are_folders_that_can_be_written_to(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "Документи").mkdir(parents=True)
    found = places(home, sticks=())
    assert [(one.kind, one.path.name) for one in found] == [("documents", "Документи"), ("home", "home")]
    assert free_name(home, "a", ".pdf").name == "a.pdf"
    (home / "a.pdf").write_text("")
    assert free_name(home, "a", ".pdf").name == "a-2.pdf"


def test_a_log_says_who_played_what_and_how_it_stands_though_it_is_over_or_damaged(tmp_path: Path) -> None:
    over = match_in(GOLDEN)
    assert over is not None
    assert (over.game, over.is_over, over.is_damaged) == ("bazar-belot", True, False)
    assert over.score
    torn = tmp_path / "torn.kozyr.jsonl"
    torn.write_bytes(whole(UNFINISHED)[:-9])
    damaged = match_in(torn)
    assert damaged is not None
    assert (damaged.game, damaged.is_over, damaged.is_damaged) == ("bazar-belot", False, True)
    first = heading_of(torn)
    assert first is not None
    assert (first.game, first.players, first.started) == (damaged.game, damaged.players, damaged.started)


@pytest.mark.parametrize("text", ["", "{}\n", "\x00" * 200_000, '{"kozyr": 1, "game": "chess"}\n'])
def test_a_file_that_is_no_log_says_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "no.kozyr.jsonl"
    file.write_text(text, "utf-8")
    assert heading_of(file) is None
    assert match_in(file) is None
    assert match_in(tmp_path / "gone.kozyr.jsonl") is None
    assert heading_of(tmp_path / "gone.kozyr.jsonl") is None
