"""How a place is written: by its letters beside a name, in a column and in a pair, at every edge of the table alike."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat
from kozyr.engine.table.session import Session
from kozyr.ui.locale.catalog import LANGUAGES
from kozyr.ui.new_match import Plan, header_of

LONGEST = 4
"""Letters of a place, at most."""
NAMES = {seat: f"Player {at}" for at, seat in enumerate(Seat, start=1)}


def table(form: str) -> Any:
    from kozyr.ui.tablet.model import TableModel

    return TableModel(Session(game_named("debertz"), header_of(Plan("debertz", form=form), NAMES)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("form", ["2x2", "1x2", "1x3", "1x1"])
def test_every_plate_and_every_score_has_letters(lang: str, form: str, hand: Any, show: Callable[..., Any]) -> None:
    from kozyr.ui.locale.text import seat_text, set_language, side_text
    from kozyr.ui.tablet.screens.plates import Plate
    from kozyr.ui.tablet.screens.topbar import SideScore

    set_language(lang)
    screen = show(table(form))
    plates = {one.seat: one.line for one in screen.walk() if isinstance(one, Plate) and one.player}
    assert len(plates) == len(screen.model.view.seats)
    assert all(line.split(" · ")[0] == seat_text(seat, short=True) for seat, line in plates.items())
    scores = [one.side for one in screen.walk() if isinstance(one, SideScore)]
    assert scores == [side_text(side, short=True) for side in screen.model.sides]
    assert all(len(side) <= 2 * LONGEST + 1 for side in scores)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_letters_of_places_differ_are_few_and_no_figure_is_read_in_them(lang: str) -> None:
    from kozyr.ui.locale.text import seat_text

    letters = [seat_text(seat, lang, short=True) for seat in Seat]
    assert len(set(letters)) == len(letters)
    assert max(map(len, letters)) <= LONGEST
    assert not [one for one in letters if one[0] == "З" and len(one) < 3], "З alone is read as a three"


def test_the_paper_of_three_has_letters_beside_names_and_over_columns(hand: Any) -> None:
    from kozyr.ui.locale.text import set_language
    from kozyr.ui.paper.papers import PAPERS
    from kozyr.ui.tablet.screens.papers import subject_of

    set_language("uk")
    lines = PAPERS["debertz"].lines(subject_of(table("1x2"), None))
    assert f"Пд: {NAMES[Seat.S]}" in lines
