"""What a tablet remembers between starts: written in one go, damaged ones are one sentence."""

from pathlib import Path
from types import MappingProxyType

import pytest

from kozyr.engine.errors import KozyrError
from kozyr.engine.seats import Seat
from kozyr.ui.preferences import MOST_PLAYERS, Preferences, Remembered, read_preferences, write_preferences

FULL = Preferences(
    "ru", "contrast", "large", True, ("Перша", "Другий"), ((Seat.S, "Перша"),), "debertz", "fdu-uk", "1x2", 1001,
    MappingProxyType({"deberts.min_len": 8, "direction": "ccw"}), "rtsp://camera",
)  # fmt: skip


def test_what_is_written_is_read_again() -> None:
    assert read_preferences(write_preferences(FULL)) == FULL
    assert read_preferences("{}") == Preferences()


def test_a_change_is_there_at_the_next_start(tmp_path: Path) -> None:
    first = Remembered(tmp_path / "deep" / "settings.json")
    assert first.said is None
    first.change(theme="light", text="large")
    first.met("A", "B")
    first.met("C", "A")
    first.forget("B")
    again = Remembered(first.path)
    assert (again.now.theme, again.now.text, again.now.players) == ("light", "large", ("C", "A"))
    assert [one.name for one in first.path.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"theme": "pink"}', '{"players": [1]}', '{"seated": {"X": "a"}}', "\x00", "[" * 100_000, "7"],
)
def test_a_broken_file_is_one_sentence_and_the_usual(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text, "utf-8")
    found = Remembered(path)
    assert found.now == Preferences()
    assert found.said is not None
    assert str(path) in found.said
    found.change(theme="light")
    assert Remembered(path).said is None


def test_the_list_of_players_does_not_grow_for_ever(tmp_path: Path) -> None:
    found = Remembered(tmp_path / "settings.json")
    found.met(*(f"name {number}" for number in range(MOST_PLAYERS + 5)))
    found.met("newest")
    assert found.now.players[0] == "newest"
    assert len(found.now.players) == MOST_PLAYERS


def test_a_folder_that_takes_no_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = Remembered(tmp_path / "file" / "settings.json")
    with pytest.raises(KozyrError, match=r"settings\.json"):
        found.change(theme="light")
    assert found.now.theme == "light"
