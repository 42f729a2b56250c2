"""Parties and meetings (A.7), the rows D10 to D12, and that a corrected deal corrects everything after it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.engine.games.debertz.match import Course, Meetings, meetings_of, opened, rows_of
from kozyr.engine.games.debertz.rules import Rules
from kozyr.engine.games.debertz.score import Finished, Taken

RULES = Rules()
TEAMS = Course(("A", "B"), 501, RULES)


def deal(declarer: str, /, **points: int) -> Finished:
    """A deal with card points in three tricks a side, sides in order of move."""
    return Finished(declarer, tuple((side, Taken(one, 3)) for side, one in points.items()))


def awarded(declarer: str, offender: str, /, index: int = 162, order: str = "AB") -> Finished:
    """A deal that the judge has stopped."""
    return Finished(declarer, tuple((side, Taken(1, 1)) for side in order), index, (offender,))


def meeting(*deals: Finished | None, course: Course = TEAMS) -> Meetings:
    return meetings_of(course, enumerate(deals, start=1))


def up_to(a: int, b: int) -> tuple[Finished, ...]:
    """Deals that bring the accounts of A and B to what is asked, without a letter for B or a party's end before."""
    full, rest = divmod(b, 100)
    return (*(deal("B", B=100, A=0) for _ in range(full)), deal("B", B=rest, A=0), deal("A", A=a, B=0))


def test_before_the_first_deal() -> None:
    none = opened(TEAMS)
    assert (none.current.score, none.wins, none.winner) == ((("A", 0), ("B", 0)), (("A", 0), ("B", 0)), None)


def test_d11_both_over_the_target() -> None:
    over = meeting(*up_to(430, 420), deal("B", A=90, B=92))
    assert over.current.score == (("A", 520), ("B", 512))
    assert (over.current.winner, over.current.record) == ("A", (("A", 501), ("B", 500)))


def test_d11_classic_party() -> None:
    classic = replace(TEAMS, target=1001)
    over = meeting(*up_to(930, 920), deal("B", A=90, B=92), course=classic)
    assert (over.current.winner, over.current.record) == ("A", (("A", 1001), ("B", 1000)))


def test_d12_equal_over_the_target_the_declarer_of_the_last_deal_wins() -> None:
    over = meeting(*up_to(425, 424), deal("B", A=90, B=91))
    assert over.current.score == (("A", 515), ("B", 515))
    assert (over.current.winner, over.current.record) == ("B", (("A", 500), ("B", 501)))


def test_one_side_over_the_target_keeps_its_real_points_as_the_record() -> None:
    over = meeting(*up_to(430, 100), deal("A", A=100, B=62))
    assert (over.current.winner, over.current.score, over.current.record) == ("A", (("A", 530), ("B", 162)), ())


def test_exactly_the_target_is_enough_unless_it_must_be_passed() -> None:
    deals = (*up_to(401, 100), deal("A", A=100, B=62))
    assert meeting(*deals).current.winner == "A"
    passed = replace(TEAMS, rules=replace(RULES, target_reached="gt"))
    assert meeting(*deals, course=passed).current.winner is None


def test_leaders_without_the_declarer_by_the_rule_of_move() -> None:
    course = Course(("S", "W", "N"), 501, RULES)
    start = (deal("S", S=430, W=0, N=0), deal("W", S=0, W=420, N=0))
    last = deal("N", W=90, N=95, S=80)
    over = meeting(*start, last, course=course)
    assert over.current.score == (("S", 510), ("W", 510), ("N", 95))
    assert over.current.winner == "W", "W moves before S in the last deal"
    assert over.current.record == (("S", 500), ("W", 501), ("N", 95))
    assert meeting(*start, deal("N", S=80, W=90, N=95), course=course).current.winner == "S"


def test_a_deal_after_a_win_begins_the_next_party_without_letters_or_pot() -> None:
    over = meeting(deal("A", A=60, B=102), awarded("B", "A", index=500), deal("A", A=81, B=81))
    first, second = over.parties
    assert (first.winner, first.standing.letters) == ("B", (("A", 2), ("B", 0)))
    assert (second.score, second.standing.letters) == ((("A", 0), ("B", 81)), (("A", 0), ("B", 0)))
    assert (second.pot, second.deferred) == (81, 3)
    assert [(row.winner, row.score, row.deals) for row in rows_of(over)] == [("B", (("A", 0), ("B", 662)), (1, 2))]
    assert over.wins == (("A", 0), ("B", 1))


def test_letters_are_counted_in_the_party_only() -> None:
    """D10: the third letter of one party costs 100, the first of the next nothing."""
    over = meeting(*[deal("A", A=60, B=102)] * 4, deal("A", A=60, B=102))
    assert [party.deals for party in over.parties] == [(1, 2, 3, 4), (5,)]
    assert over.parties[0].totals == (
        (("A", 0), ("B", 162)),
        (("A", 0), ("B", 324)),
        (("A", -100), ("B", 486)),
        (("A", -150), ("B", 648)),
    )
    assert over.current.score == (("A", 0), ("B", 162))


def test_a_meeting_is_two_wins() -> None:
    party = (deal("A", A=500, B=0), deal("A", A=100, B=62))
    lost = (deal("B", B=500, A=0), deal("B", B=100, A=62))
    assert meeting(*party).winner is None
    both = meeting(*party, *lost)
    assert (both.wins, both.winner) == ((("A", 1), ("B", 1)), None)
    won = meeting(*party, *lost, *party)
    assert (won.wins, won.winner) == ((("A", 2), ("B", 1)), "A")
    again = meeting(*party, *lost, *party, deal("A", A=100, B=62))
    assert (again.current.meeting, again.wins, again.winner) == (2, (("A", 0), ("B", 0)), None)
    assert [row.meeting_winner for row in rows_of(again)] == [None, None, "A"]
    once = replace(TEAMS, rules=replace(RULES, meeting_wins=1))
    assert meeting(*party, course=once).winner == "A"


def test_pot_at_target_is_void_or_played_for() -> None:
    deals = (*up_to(430, 100), deal("B", A=81, B=81))
    ended = meeting(*deals)
    assert (ended.current.winner, ended.current.pot) == ("A", 0)
    course = replace(TEAMS, rules=replace(RULES, pot_at_target="play_on"))
    goes_on = meeting(*deals, course=course)
    assert (goes_on.current.winner, goes_on.current.pot, goes_on.current.deferred) == (None, 81, len(deals))
    last = meeting(*deals, deal("B", A=62, B=100), course=course)
    assert (last.current.winner, last.current.score, len(last.parties)) == ("A", (("A", 573), ("B", 281)), 1)


def test_an_annulled_deal_after_a_deferred_bayd_is_played_again_as_one() -> None:
    annulled = replace(deal("A", A=100, B=62), annulled=True)
    again = meeting(deal("A", A=81, B=81), annulled)
    assert (again.current.deferred, again.current.pot, again.current.standing.deferred) == (1, 81, True)
    assert meeting(deal("A", A=81, B=81), deal("A", A=100, B=62)).current.deferred is None


def test_unfinished_deals_pass_through() -> None:
    going_on = meeting(deal("A", A=100, B=62), None, deal("A", A=100, B=62), None)
    assert going_on.current.deals == (1, 2, 3, 4)
    assert [result is None for result in going_on.current.results] == [False, True, False, True]
    assert going_on.current.totals[1] == going_on.current.totals[0]
    assert going_on.current.score == (("A", 200), ("B", 124))


def test_a_deal_that_cannot_be_scored_changes_nothing() -> None:
    unknown = replace(awarded("A", "B"), index=None)
    going_on = meeting(deal("A", A=100, B=62), unknown)
    assert (going_on.current.results[1], going_on.current.score) == (None, (("A", 100), ("B", 62)))


def test_deberts_wins_the_party_at_once() -> None:
    over = meeting(deal("A", A=100, B=62), replace(deal("A", A=0, B=0), won_by="B"))
    assert (over.current.winner, over.current.score, over.current.record) == ("B", (("A", 100), ("B", 62)), ())
    assert over.wins == (("A", 0), ("B", 1))


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_deal_corrected_three_deals_later(side: str) -> None:
    """A ruling on the first deal: its score, the letter that is now the third, the pot and the winner all change."""
    deals = [deal("A", A=100, B=62), deal("A", A=60, B=102), deal("A", A=60, B=102), deal("B", A=62, B=100)]
    plain = meeting(*deals)
    assert plain.current.score == (("A", 162), ("B", 486))
    deals[0] = awarded("A", side)
    corrected = meeting(*deals)
    if side == "A":
        assert corrected.current.totals[2] == (("A", -100), ("B", 486)), "the third letter moved into the third deal"
        assert corrected.current.score == (("A", -38), ("B", 586))
        assert corrected.current.winner == "B"
    else:
        assert corrected.current.score == (("A", 224), ("B", 424))


deals_strategy = st.lists(
    st.one_of(
        st.none(),
        st.builds(
            lambda declarer, points, offender: Finished(
                declarer, (("A", Taken(points, 4)), ("B", Taken(162 - points, 4))), 162, offender
            ),
            st.sampled_from("AB"),
            st.integers(0, 162) | st.just(81),
            st.sampled_from(((), (), (), ("A",), ("B",))),
        ),
    ),
    max_size=30,
)


@given(deals_strategy)
def test_the_meeting_is_a_function_of_its_deals(deals: list[Finished | None]) -> None:
    whole = meeting(*deals)
    assert whole == meeting(*deals)
    assert [number for party in whole.parties for number in party.deals] == list(range(1, len(deals) + 1))
    for party in whole.parties:
        assert len(party.totals) == len(party.results) == len(party.deals)
        gained = {side: sum(result.of(side) for result in party.results if result) for side in TEAMS.sides}
        assert dict(party.score) == gained
        assert party.winner is None or max(gained.values()) >= 501
        assert party is whole.current or party.winner is not None
    for earlier, later in zip(whole.parties, whole.parties[1:], strict=False):
        assert later.meeting - earlier.meeting in (0, 1)
    won = [party.winner for party in whole.parties if party.meeting == whole.current.meeting]
    assert all(won.count(side) <= 2 for side in TEAMS.sides)
