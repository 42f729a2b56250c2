"""The pages for judges and the words of findings: each game's own words, what no ruling decides, what may be waived."""

import pytest

from kozyr.engine.facts import Irregularity
from kozyr.engine.games.registry import GAMES
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.seats import Seat
from kozyr.ui.laws_text import laws_page
from kozyr.ui.locale.narrate import narrate_finding
from kozyr.ui.locale.text import LANGUAGES, call_text, line_text, tr


def rows(game: str, lang: str) -> dict[str, str]:
    """Row id to what its page says."""
    return {part.partition("\n")[0]: part for part in laws_page(GAMES[game], lang).split("\n## ")[1:]}


@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_debertz_has_combinations_where_belot_has_constructions(lang: str) -> None:
    words = {"uk": ("неіснуюча комбінація", "неіснуюча конструкція"),
             "ru": ("несуществующая комбинация", "несуществующая конструкция")}[lang]  # fmt: skip
    for law, word in zip(("D-13", "B-1"), words, strict=True):
        found = Irregularity(Offence.FALSE_DECLARATION, Seat.S, 3, 9, True, law, "", Remedy.JUDGE)
        assert word in narrate_finding(found, lang)
    assert "онструкц" not in laws_page(GAMES["debertz"], lang)
    assert words[1] in laws_page(GAMES["bazar-belot"], lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_score_counts_by_itself_says_so(lang: str) -> None:
    said = rows("debertz", lang)
    noted = {row for row, text in said.items() if tr("laws.note.D-8", lang) in text}
    assert noted == {"D-8", "D-9", "D-10"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_fines_for_not_following_suit_may_be_waived_by_all(lang: str) -> None:
    said = rows("preferans", lang)
    noted = {row for row, text in said.items() if tr("laws.note.P-3", lang) in text}
    assert noted == {"P-3", "P-4", "P-5"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_our_own_source_is_explained_before_the_first_row(game: str, lang: str) -> None:
    head, *said = laws_page(GAMES[game], lang).split("\n## ")
    assert ("Kozyr" in head.replace("`kozyr", "")) == any("Kozyr" in text for text in said)


def test_the_talon_in_the_face_has_one_word_in_ukrainian() -> None:
    assert call_text("talon-in-face", "uk") == line_text("talon-in-face", "uk") == "прикуп «в пику»"
