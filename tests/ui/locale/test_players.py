"""Who is told of: by name where people have given one, by place where nobody has or two are called alike."""

import json
from pathlib import Path

import pytest

from kozyr.engine.errors import KozyrError
from kozyr.engine.seats import Seat
from kozyr.ui.cli import main
from kozyr.ui.locale.catalog import language, set_language
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.players import players_called
from kozyr.ui.locale.text import seat_text, side_text

FOUR = ((Seat.S, "Перший"), (Seat.W, "Другий"), (Seat.N, "N"), (Seat.E, ""))
LOG = next(iter(sorted((Path(__file__).parents[2] / "golden" / "debertz").rglob("law_d5*.kozyr.jsonl"))))


def test_a_name_goes_before_the_place_and_letters_stay_letters() -> None:
    with players_called(FOUR):
        assert [seat_text(seat, "uk") for seat in Seat] == ["Перший", "Другий", "Північ", "Схід"]
        assert seat_text(Seat.W, "uk", short=True) == "Зах"
        assert (side_text("W", "uk"), side_text("WE", "uk")) == ("Другий", "Зах–Сх")
    assert seat_text(Seat.W, "uk") == "Захід"


def test_two_of_one_name_are_told_by_their_places() -> None:
    with players_called(((Seat.S, "Перший"), (Seat.W, "Перший"), (Seat.N, "Третій"))):
        assert [seat_text(seat, "ru") for seat in (Seat.S, Seat.W, Seat.N)] == ["Юг", "Запад", "Третій"]


def test_an_error_speaks_of_people() -> None:
    error = KozyrError("{seat} cannot speak twice", seat=Seat.W)
    with players_called(FOUR):
        assert error_text(error, "en") == "Другий cannot speak twice"
    assert error_text(error, "en") == "W cannot speak twice", "as the source says it"


@pytest.mark.parametrize("command", ["check", "protocol"])
def test_commands_tell_the_names_that_the_log_has(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *rest = LOG.read_text("utf-8").splitlines()
    header = json.loads(first)
    names = ("Перший", "Другий", "Третій", "Четвертий")
    header["seats"] = [{"seat": seat, "player": name} for seat, name in zip("SWNE", names, strict=True)]
    named = tmp_path / "named.kozyr.jsonl"
    named.write_text("\n".join((json.dumps(header, ensure_ascii=False), *rest)) + "\n", "utf-8")
    before = language()
    try:
        main([command, str(named), "--lang", "uk"])
    finally:
        set_language(before)
    said = capsys.readouterr().out
    assert any(name in said for name in names)
    assert not any(f" {place}" in said for place in ("Південь", "Захід", "Північ", "Схід"))
