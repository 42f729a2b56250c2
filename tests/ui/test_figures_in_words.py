"""Figures of a score in words: a failed contract in the letters of its game, a figure that was not there before."""

from kozyr.engine.games.registry import GAMES
from kozyr.engine.seats import Seat
from kozyr.engine.table.differences import Differences, ScoreChange
from kozyr.engine.view import DealRow
from kozyr.ui.correction_text import difference_lines
from kozyr.ui.locale.text import side_text
from kozyr.ui.protocol import score_lines

FAILED = DealRow(1, "play", Seat.S, 1, (("SN", 0), ("WE", 162)), (("SN", 0), ("WE", 162)), ("SN",))


def test_a_failed_contract_is_written_in_the_letters_of_its_game(lang: str) -> None:
    letters = {"debertz": "Б", "bazar-belot": "BT" if lang == "en" else "БТ"}
    assert letters.keys() < GAMES.keys()
    for game, said in letters.items():
        assert f"{side_text('SN')}: {said}" in score_lines(FAILED, game)


def test_a_figure_that_was_not_there_needs_no_arrow(lang: str) -> None:
    changes = (ScoreChange(1, "SN", None, 38), ScoreChange(1, "WE", 12, None), ScoreChange(2, "SN", 5, 7))
    first, second = difference_lines(Differences(changes, None, (), ()))
    nothing = {"uk": "запису не було", "ru": "записи не было", "en": "nothing before"}
    assert f"{side_text('SN')} 38 ({nothing[lang]}), {side_text('WE')} " in first
    assert "→" not in first
    assert "12" in first
    assert second.endswith(f"{side_text('SN')} 5 → 7")
