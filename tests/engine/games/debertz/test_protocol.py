"""The protocol of a meeting (7.2, A.5.2): signs, what a hand may write, and the columns deal by deal."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.engine.errors import LogFormatError
from kozyr.engine.game import MatchRow, Report
from kozyr.engine.games.debertz.match import Course, meetings_of, rows_of
from kozyr.engine.games.debertz.protocol import MeetingProtocol
from kozyr.engine.games.debertz.protocol import protocol_of as protocols_of
from kozyr.engine.games.debertz.rules import Rules
from kozyr.engine.games.debertz.schematic import Account, Small, continued, drawn, read, text_of
from kozyr.engine.games.debertz.score import Finished, Taken
from kozyr.engine.seats import Seat
from kozyr.engine.view import DealRow

VECTORS = {
    3: "+3",
    10: "+10",
    30: "| +10",
    47: "O -3",
    81: "|||| +1",
    95: "O || +5",
    98: "(X) -2",
    115: "O ||| +5",
    162: "(X) ||| +2",
    182: "(X) |||| +2",
    243: "(X)(X) || +3",
    501: "(X)(X)(X)(X)(X) +1",
}
"""All vectors of A.5.2."""


@pytest.mark.parametrize(("points", "text"), VECTORS.items())
def test_a_5_2_vectors(points: int, text: str) -> None:
    assert text_of(drawn(points)) == text
    assert read(text) == drawn(points)
    assert read(text).value == points


@given(st.integers(-500, 3000))
def test_every_number_is_drawn_with_the_least_small_points(points: int) -> None:
    account = drawn(points)
    assert account.value == points
    assert account.circles <= 1
    assert account.bars <= 4
    assert not (account.pluses and account.minuses)
    rest = sum(one.points for one in (*account.pluses, *account.minuses))
    sums = {100 * x + 50 * o + 20 * bars for x in range(32) for o in (0, 1) for bars in range(5)}
    assert rest == min(abs(points - each) for each in sums)
    if account.minuses:
        assert points + rest == account.symbols
        assert points - rest not in sums, "of two equal ways the one that adds"


def test_an_account_below_nothing_has_no_signs() -> None:
    assert text_of(drawn(-50)) == "-50"
    assert text_of(drawn(0)) == "0"


accounts = st.builds(
    Account,
    st.integers(0, 12),
    st.integers(0, 3),
    st.integers(0, 9),
    st.lists(st.builds(Small, st.integers(1, 99), st.booleans()), max_size=4).map(tuple),
    st.lists(st.builds(Small, st.integers(1, 99), st.just(True)), max_size=4).map(tuple),
)


@given(accounts)
def test_what_is_written_is_read_again(account: Account) -> None:
    assert read(text_of(account)) == account


@pytest.mark.parametrize(("text", "value"), [("(X)O||+5", 195), ("(Х) О — — +~7~ -2", 188), ("+5 (x) |", 125), ("", 0)])
def test_a_hand_may_write_it_otherwise(text: str, value: int) -> None:
    assert read(text).value == value


@pytest.mark.parametrize("text", ["+5 -3", "(X) O || +5 +2 -1", "-3 +5"])
def test_pluses_and_minuses_at_once_are_rejected(text: str) -> None:
    with pytest.raises(LogFormatError, match="pluses and the minuses at once"):
        read(text)
    assert read(text.replace("-3", "-~3~").replace("-1", "-~1~")).is_both is False


@pytest.mark.parametrize("text", ["X", "(O)", "5", "+0", "+~5", "-5~", "+", "|| 7", "(X", "+5.5", "+٣"])
def test_other_signs_are_rejected(text: str) -> None:
    with pytest.raises(LogFormatError, match="no sign of the schematic form"):
        read(text)


def test_small_points_that_lost_their_relevance_are_crossed_out_and_kept() -> None:
    account = Account()
    said = []
    for total in (47, 115, 115, 162, 62, 162, 243):
        account = continued(account, total)
        said.append(text_of(account))
    assert said == [
        "O -3",
        "O ||| +5 -~3~",
        "O ||| +5 -~3~",
        "OO ||| +~5~ +2 -~3~",
        "OO ||| +~5~ +~2~ -~3~ -98",
        "OO ||| +~5~ +~2~ +2 -~3~ -~98~",
        "OO ||||||| +~5~ +~2~ +~2~ +3 -~3~ -~98~",
    ]


def test_an_account_with_both_columns_cannot_be_continued() -> None:
    with pytest.raises(LogFormatError):
        continued(Account(pluses=(Small(5),), minuses=(Small(3),)), 100)


@given(st.lists(st.integers(-150, 300), min_size=1, max_size=20))
def test_a_running_account_is_always_worth_its_total(gains: list[int]) -> None:
    account, total = Account(), 0
    for gain in gains:
        before, total = account, total + gain
        account = continued(before, total)
        assert account.value == total
        assert not account.is_both
        assert account.symbols >= before.symbols
        assert [one.points for one in account.pluses[: len(before.pluses)]] == [one.points for one in before.pluses]
        assert sum(not one.struck for one in (*account.pluses, *account.minuses)) <= 1


COURSE = Course(("SN", "WE"), 501, Rules())


def report_of(*deals: Finished) -> Report:
    """What the game's report says of such deals."""
    meetings = meetings_of(COURSE, enumerate(deals, start=1))
    rows = []
    for party in meetings.parties:
        for number, result, total in zip(party.deals, party.results, party.totals, strict=True):
            score = tuple((side, result.of(side)) for side in COURSE.sides) if result else ()
            rows.append(
                DealRow(
                    number, "H", Seat.S, 1, score, total, result.bayt if result else (),
                    lines=result.lines if result else (), finished=result is not None,
                    annulled=deals[number - 1].annulled,
                )
            )  # fmt: skip
    current = meetings.current
    return Report(
        tuple(rows), current.score, current.winner, (), rows_of(meetings), pot=current.pot,
        record=current.record, meeting=meetings.wins, meeting_winner=meetings.winner,
    )  # fmt: skip


def protocol_of(report: Report) -> MeetingProtocol:
    """The protocol of the only meeting."""
    (protocol,) = protocols_of(report, meeting_wins=2)
    return protocol


def deal(declarer: str, sn: int, we: int) -> Finished:
    return Finished(declarer, (("SN", Taken(sn, 4)), ("WE", Taken(we, 4))))


def signs(protocol: MeetingProtocol, side: str, party: int = 0) -> list[str]:
    lines = protocol.parties[party].lines
    return [text_of(cell.wrote) for line in lines for cell in line.cells if cell.side == side]


def test_columns_deal_by_deal() -> None:
    deals = (deal("SN", 115, 47), deal("WE", 100, 62), deal("SN", 81, 81), deal("SN", 92, 70))
    protocol = protocol_of(report_of(*deals))
    party = protocol.parties[0]
    totals = [[cell.total for cell in line.cells] for line in party.lines]
    assert totals == [[115, 47], [277, 47], [277, 128], [450, 198]]
    assert [[cell.letter for cell in line.cells] for line in party.lines] == [
        [False, False], [False, True], [False, False], [False, False],
    ]  # fmt: skip
    assert [line.cells[0].deferred for line in party.lines] == [0, 0, 81, 0]
    assert signs(protocol, "SN") == ["O ||| +~5~", "(X) O | -~3~", "0", "(X) O |"]
    assert signs(protocol, "WE") == ["O -~3~", "0", "|||| -2", "O |"], "the same 2 stays"
    assert text_of(party.account_of("SN")) == "(X)(X)(X)(X) O"


def test_letters_and_what_they_cost() -> None:
    protocol = protocol_of(report_of(*[deal("SN", 60, 102)] * 3))
    cells = [line.cells[0] for line in protocol.parties[0].lines]
    assert [(cell.letter, cell.penalties, cell.total) for cell in cells] == [
        (True, 0, 0), (True, 0, 0), (True, -100, -100),
    ]  # fmt: skip
    assert signs(protocol, "SN") == ["0", "0", "-100"]


def test_a_party_that_is_over_and_the_next_one() -> None:
    over = report_of(deal("SN", 600, 62))
    assert [party.number for party in protocol_of(over).parties] == [1], "the party just won stands there once"
    protocol = protocol_of(report_of(deal("SN", 600, 62), deal("SN", 81, 81)))
    first, second = protocol.parties
    assert (first.winner, first.score, second.score, second.pot) == (
        "SN", (("SN", 600), ("WE", 62)), (("SN", 0), ("WE", 81)), 81,
    )  # fmt: skip
    assert protocol.wins == (("SN", 1), ("WE", 0))


def test_a_won_meeting_is_followed_by_another_one() -> None:
    won = deal("SN", 600, 62)
    first, second = protocols_of(report_of(won, deal("WE", 62, 600), won, deal("SN", 81, 81)), meeting_wins=2)
    assert [party.number for party in first.parties] == [1, 2, 3]
    assert (first.winner, first.wins) == ("SN", (("SN", 2), ("WE", 1)))
    assert ([party.number for party in second.parties], second.winner) == ([1], None)
    assert (second.number, second.wins) == (2, (("SN", 0), ("WE", 0)))


def test_the_record_of_both_over_the_target() -> None:
    report = report_of(deal("SN", 430, 0), deal("WE", 0, 420), deal("WE", 90, 92))
    assert protocol_of(report).parties[0].record == (("SN", 501), ("WE", 500))
    listed = replace(report, parties=(MatchRow(report.match_score, "SN", (1, 3), report.record),))
    assert protocol_of(listed) == protocol_of(report), "whether it is listed as over or as the current one"


def test_a_corrected_deal_changes_every_line_after_it() -> None:
    deals = [deal("SN", 115, 47), deal("SN", 100, 62)]
    before, after = protocol_of(report_of(*deals)), protocol_of(report_of(deal("SN", 70, 92), deals[1]))
    assert [line.cells[0].total for line in before.parties[0].lines] == [115, 215]
    assert [line.cells[0].total for line in after.parties[0].lines] == [0, 100]


def test_unfinished_deals_are_not_written_down_and_annulled_ones_show_their_fine() -> None:
    annulled = replace(deal("SN", 100, 62), annulled=True, fines=(("WE", 30),))
    unknown = Finished("SN", (("SN", Taken(1, 1)), ("WE", Taken())), None, ("WE",))
    protocol = protocol_of(report_of(unknown, annulled))
    assert [(line.deal, line.annulled) for line in protocol.parties[0].lines] == [(2, True)]
    assert [cell.penalties for cell in protocol.parties[0].lines[0].cells] == [0, -30]


def test_nothing_has_been_played() -> None:
    protocol = protocol_of(report_of())
    assert [(party.number, party.lines) for party in protocol.parties] == [(1, ())]


@given(
    st.lists(
        st.builds(deal, st.sampled_from(("SN", "WE")), st.integers(0, 162), st.integers(0, 162)),
        min_size=1,
        max_size=25,
    )
)
def test_every_column_adds_up_to_its_account(deals: list[Finished]) -> None:
    for party in (party for protocol in protocols_of(report_of(*deals), 2) for party in protocol.parties):
        for number, side in enumerate(party.sides):
            wrote = [line.cells[number].wrote for line in party.lines]
            assert sum(one.value for one in wrote) == dict(party.score)[side]
            live = [small for one in wrote for small in (*one.pluses, *one.minuses) if not small.struck]
            assert len(live) <= 1
            assert sum(line.cells[number].gained for line in party.lines) == dict(party.score)[side]
