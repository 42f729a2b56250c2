"""A bela said a moment before its card goes with that card; whose it is, and when it may be said."""

import pytest

from kozyr.engine.view import Amiss

from .sitting import S, Sat, W, sit

OPEN = ("dealt E 9H", "S:play")
FIRST = {"bella_announce": "first_card"}


def counted(sat: Sat) -> list[tuple[bool | None, int]]:
    return [(one.counts, one.value) for one in sat.view().declarations]


KING = ("S:7H W:KH N:8H E:10H", "E:7S S:8S")


@pytest.mark.parametrize("said", [("declare W bela", "W:QH"), ("W:QH", "declare W bela")])
def test_a_bela_may_be_said_just_before_its_second_card_or_with_it(said: tuple[str, ...]) -> None:
    sat = sit(*OPEN, *KING, *said, "N:9S")
    assert (sat.found, counted(sat)) == ([], [(True, 20)])


@pytest.mark.parametrize("said", [("declare W bela", "W:KH"), ("W:KH", "declare W bela")])
def test_by_option_a_bela_may_be_said_just_before_its_first_card_or_with_it(said: tuple[str, ...]) -> None:
    sat = sit(*OPEN, "S:7H", *said, "N:8H E:10H E:7S S:8S W:QH", rules=FIRST)
    assert (sat.found, counted(sat)) == ([], [(True, 20)])


def test_who_leads_the_deal_may_say_bela_before_the_first_card() -> None:
    sat = sit(*OPEN, "declare S bela", "S:KH W:7H N:8H E:10H E:7S S:QH", rules=FIRST)
    assert (sat.found, counted(sat)) == ([], [(True, 20)])


def test_a_bela_said_before_its_card_and_again_with_it_counts_once() -> None:
    sat = sit(*OPEN, *KING, "declare W bela", "W:QH", "declare W bela")
    assert (sat.found, counted(sat)) == ([], [(True, 20), (False, 0)])
    assert counted(sit(*OPEN, *KING, "W:QH", "declare W bela", "declare W bela")) == [(True, 20), (False, 0)]


def test_a_word_entered_before_the_cards_of_two_players_waits_for_its_own() -> None:
    sat = sit(*OPEN, "S:7H W:KH N:8H E:10H", "declare W bela", "E:7S S:8S W:QH")
    assert (sat.found, counted(sat)) == ([], [(True, 20)])


def test_a_word_before_another_card_counts_for_nothing_and_is_no_fault() -> None:
    sat = sit(*OPEN, *KING, "declare W bela", "W:9S N:10S N:8C E:9C S:10C W:QH")
    assert (sat.found, counted(sat)) == ([], [(False, 0)])


def test_a_word_before_the_first_card_tells_the_other_one_when_that_is_laid() -> None:
    sat = sit(*OPEN, "S:8H", "declare W bela", "W:KH N:7H E:10H", "E:AS S:7S W:7D")
    assert [row[:3] for row in sat.found] == [("revoke", "W", sat.seq("W:7D"))]


def test_a_bela_after_both_its_cards_is_late_on_turn_too() -> None:
    sat = sit(*OPEN, "S:7S W:8S N:9S E:KH", "E:QH S:7H W:8H N:9H", "declare E bela")
    assert [row[4] for row in sat.found] == ["D-12"]


def test_the_bela_of_a_card_just_laid_is_its_players_alone() -> None:
    expected = sit(*OPEN, "S:7H W:KH").view().expectation
    assert (expected.declarations[-1], expected.speakers, expected.with_next) == ("bela", (("bela", W),), ())


@pytest.mark.parametrize(
    ("parts", "by_second", "by_first"),
    [
        (OPEN, ("bela",), ("bela",)),
        ((*OPEN, "S:7H", "declare W bela"), (), ()),
        ((*OPEN, *KING), ("bela",), ()),
        ((*OPEN, "S:QH"), (), ()),
        ((*OPEN, "S:7S W:8S N:9S E:KH", "E:QH S:7H W:8H N:9H"), (), ()),
    ],
)
def test_what_the_player_on_turn_may_say_with_the_card_that_comes(
    parts: tuple[str, ...], by_second: tuple[str, ...], by_first: tuple[str, ...]
) -> None:
    assert sit(*parts).view().expectation.with_next == by_second
    assert sit(*parts, rules=FIRST).view().expectation.with_next == by_first


def test_a_ruling_folds_a_word_before_its_card_as_it_was() -> None:
    sat = sit(*OPEN, *KING, "declare W bela", "W:QH N:9S")
    assert counted(sat.rule("revoke", S, sat.seq("S:8S"), "dismissed")) == [(True, 20)]


def lacks(sat: Sat) -> list[tuple[bool | None, Amiss | None]]:
    return [(one.counts, one.amiss) for one in sat.view().declarations]


def test_a_bela_that_waits_for_its_card_is_neither_right_nor_wrong() -> None:
    waits = sit(*OPEN, *KING, "declare W bela")
    assert lacks(waits) == [(None, Amiss.WAITS)]
    assert lacks(waits.then("W:QH")) == [(True, None)]
    assert lacks(waits.then("W:9S")) == [(False, Amiss.EARLY)]


def test_a_bela_said_with_its_first_card_is_open_until_the_second_lies() -> None:
    first = sit(*OPEN, "S:7H W:KH", "declare W bela")
    assert lacks(first) == [(None, Amiss.SECOND_CARD)]
    second = first.then("N:8H E:10H", "E:7S S:8S W:QH")
    assert lacks(second) == [(False, Amiss.SECOND_CARD)]
    assert lacks(second.then("declare W bela")) == [(False, Amiss.SECOND_CARD), (True, None)]


@pytest.mark.parametrize(
    ("acts", "rules", "why"),
    [
        (("S:7S W:8S N:9S E:KH", "E:QH S:7H W:8H N:9H", "declare E bela"), {}, Amiss.LATE),
        (("S:7H", "declare W bela S"), {}, Amiss.ABSENT),
        (("S:7H", "declare W bela", "W:KH N:QH"), {}, Amiss.ABSENT),
        ((*KING, "declare W bela", "W:QH"), FIRST, Amiss.FIRST_CARD),
    ],
)
def test_why_a_bela_counts_for_nothing(acts: tuple[str, ...], rules: dict[str, str], why: Amiss) -> None:
    assert lacks(sit(*OPEN, *acts, rules=rules))[-1] == (False, why)
