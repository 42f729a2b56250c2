"""The word of a bela a moment before its card: judged with the card that follows, and never a certain finding."""

import pytest

from kozyr.engine.seats import Seat
from kozyr.engine.view import Amiss

from .sitting import FOUR_PASSES, Sat, sit

HEARTS = ("dealt E", f"call S: 14H, {FOUR_PASSES}")
ALL = ("dealt E", f"call S: 20A, {FOUR_PASSES}")
NONE = ("dealt E", f"call S: 14N, {FOUR_PASSES}")


def counted(table: Sat) -> list[tuple[bool | None, int]]:
    return [(one.counts, one.value) for one in table.view().declarations]


def certain(table: Sat) -> list[tuple[str, bool]]:
    return [(one.law, one.certain) for one in table.report.irregularities]


@pytest.mark.parametrize("before_king", [True, False])
@pytest.mark.parametrize("before_queen", [True, False])
def test_each_half_of_a_bela_may_be_said_just_before_its_card_or_with_it(before_king: bool, before_queen: bool) -> None:
    king = ("declare W bela", "W:KH") if before_king else ("W:KH", "declare W bela")
    queen = ("declare W rebela", "W:QH") if before_queen else ("W:QH", "declare W rebela")
    table = sit(*HEARTS, "S:7H", *king, "N:8H E:9H", "E:7C S:8C", *queen, "N:9C")
    assert (table.found, counted(table)) == ([], [(True, 0), (True, 2)])


def test_who_leads_the_deal_may_say_bela_before_the_first_card() -> None:
    table = sit(*HEARTS, "declare S bela", "S:KH W:7H N:8H E:AH E:10H S:QH", "declare S rebela")
    assert (table.found, counted(table)) == ([], [(True, 0), (True, 2)])


def test_who_took_the_trick_with_the_king_may_say_rebela_before_he_leads_the_queen() -> None:
    start = (*HEARTS, "S:7S W:8S N:9S E:KH", "declare E bela")
    table = sit(*start, "declare E rebela", "E:QH")
    assert (table.found, counted(table)) == ([], [(True, 0), (True, 2)])
    assert [each.law for each in sit(*start, "E:QH S:7D", "declare E rebela").report.irregularities] == ["B-11"]


def test_a_word_entered_before_the_cards_of_two_players_waits_for_its_own() -> None:
    """The card of the player before has not been read yet: his turn in the log is no fault of the one who speaks."""
    table = sit(*HEARTS, "declare W bela", "S:7H W:KH N:8H E:9H")
    assert (table.found, counted(table)) == ([], [(None, 0)])
    later = sit(*HEARTS, "S:7C W:8C N:9C E:10C", "declare S bela", "E:7H S:KH")
    assert (later.found, counted(later)) == ([], [(None, 0)])


def test_a_word_before_another_card_is_not_certainly_a_fault() -> None:
    table = sit(*HEARTS, "S:7H", "declare W bela")
    assert table.found == [], "his card decides"
    assert certain(table.then("W:8H")) == [("B-4", False)]
    assert counted(table.then("W:8H")) == [(False, 0)]
    assert certain(table.then("W:??")) == []


def test_a_word_before_its_card_tells_the_other_card_when_that_is_laid() -> None:
    table = sit(*HEARTS, "S:7H", "declare W bela", "W:KH N:QH")
    assert [(one.law, one.offence.value) for one in table.report.irregularities] == [("B-2", "false-declaration")]
    revoked = sit(*HEARTS, "S:8H", "declare W bela", "W:KH N:10H E:7H N:AS E:7S S:8S W:7D")
    assert [one.law for one in revoked.report.irregularities] == ["B-10"], "W holds the queen and did not trump"


def test_in_all_trumps_a_word_before_its_card_is_of_that_cards_suit() -> None:
    led = sit(*ALL, "S:7D", "declare W bela", "W:KD N:8D E:9D E:7C S:8C W:9C N:10C")
    assert (led.found, counted(led)) == ([], [(None, 0)])
    thrown = sit(*ALL, "S:7C", "declare W bela D", "W:KD")
    assert (thrown.found, counted(thrown)) == ([], [(False, 0)])


def test_a_word_before_a_card_where_there_is_no_bela_is_false_at_once() -> None:
    assert certain(sit(*NONE, "S:7C", "declare W bela")) == [("B-2", True)]
    assert certain(sit(*HEARTS, "S:7C", "declare W bela C", "W:KC")) == [("B-2", True)]


def test_a_card_laid_already_with_nothing_said_makes_the_word_late() -> None:
    start = (*HEARTS, "S:KH W:7H N:8H E:AH")
    assert certain(sit(*start, "declare S bela")) == [("B-11", True)]
    assert certain(sit(*start, "E:7C", "declare S bela", "S:QH")) == [("B-11", True)]


def test_the_bela_of_a_card_just_laid_is_its_players_alone() -> None:
    expected = sit(*HEARTS, "S:7H W:KH").view().expectation
    assert (expected.seat, expected.speakers, expected.with_next) == (Seat.N, (("bela", Seat.W),), ())
    second = sit(*HEARTS, "S:7H W:KH", "declare W bela", "N:8H E:9H E:7C S:8C W:QH").view().expectation
    assert (second.declarations, second.speakers) == (("rebela",), (("rebela", Seat.W),))


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ((*HEARTS,), ("bela",)),
        ((*HEARTS, "S:7H"), ("bela",)),
        ((*HEARTS, "S:7H", "declare W bela"), ()),
        ((*HEARTS, "S:7H W:KH", "declare W bela", "N:8H E:9H E:7C S:8C"), ("rebela",)),
        ((*HEARTS, "S:7H W:KH N:8H E:9H E:7C S:8C"), ()),
        ((*HEARTS, "S:QH W:KH"), ()),
        ((*NONE,), ()),
        ((*ALL, "S:QD"), ()),
        ((*ALL, "S:7D"), ("bela",)),
    ],
)
def test_what_the_player_on_turn_may_say_with_the_card_that_comes(parts: tuple[str, ...], words: tuple[str]) -> None:
    assert sit(*parts).view().expectation.with_next == words


def test_a_ruling_folds_a_word_before_its_card_as_it_was() -> None:
    table = sit(*HEARTS, "S:7H", "declare W bela", "W:8H")
    ruled = table.rule("declaration-out-of-turn", Seat.W, table.seq("declare W bela"), "dismissed")
    assert certain(ruled) == []
    assert ruled.then("N:9H E:10H").found == []


def lacks(table: Sat) -> list[tuple[bool | None, Amiss | None]]:
    return [(one.counts, one.amiss) for one in table.view().declarations]


def test_a_half_that_waits_for_its_card_is_neither_right_nor_wrong() -> None:
    waits = sit(*HEARTS, "S:7H", "declare W bela")
    assert lacks(waits) == [(None, Amiss.WAITS)]
    assert lacks(waits.then("W:KH")) == [(None, None)]
    assert lacks(waits.then("W:8H")) == [(False, Amiss.EARLY)]


@pytest.mark.parametrize(
    ("acts", "why"),
    [
        ((*HEARTS, "S:7S W:KH", "N:8S", "declare W bela"), Amiss.LATE),
        ((*HEARTS, "S:7H", "declare W bela S"), Amiss.ABSENT),
        ((*NONE, "S:7H", "declare W bela H"), Amiss.ABSENT),
        ((*HEARTS, "S:7S W:8S N:QH E:9S", "N:AD E:7D S:7H", "declare W bela", "W:8D"), Amiss.ABSENT),
        ((*ALL, "S:7C", "declare W bela D", "W:KD"), Amiss.ABSENT),
        ((*HEARTS, "S:7H W:KH N:8H E:9H E:7C S:8C W:QH", "declare W rebela"), Amiss.FIRST_CARD),
    ],
)
def test_why_a_half_counts_for_nothing(acts: tuple[str, ...], why: Amiss) -> None:
    assert lacks(sit(*acts))[-1] == (False, why)
