"""Each penalty row P-1 to P-9: found when it can be, proposed with its fine, executed on the ruling alone."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.acts import Act
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.games.preferans.laws import LAWS
from kozyr.engine.seats import Seat
from kozyr.engine.view import Audience

from .sitting import THREE, E, N, S, Sat, W, sit

SEVEN = ("dealt N", "call S 6S, W pass, N pass", "talon 9D 10D", "exchange S 2 2", "call S order 7D, W whist, N pass")
"""S plays 7♦ at a table of three and leads; W whists alone."""
S_REVOKES = (*SEVEN, "S:KC W:7C N:9C", "S:JS W:7S N:8S", "S:JH W:7H N:AD", "N:10S S:AC")
"""S's A♣ to trick 4 is off suit if he holds a spade."""
W_REVOKES = (*SEVEN, "S:AS W:7C N:7S")
"""W's 7♣ to trick 1 is off suit if he holds a spade or a diamond."""
RASPASY = ("dealt N", "call S pass, W pass, N pass", "talon 8D", "S:AH")
"""S's A♥ to trick 1 is off suit if he holds a diamond."""
PLAYED_ON = ("W:10D N:JD", "talon 7C", "S:8C W:9C N:10C", "S:9D")


def three(*parts: str | Act, rules: dict[str, Any] | None = None) -> Sat:
    return sit(*parts, rules=rules, seats=THREE)


def at(table: Sat, act: str) -> int:
    return table.seq(act)


def dealer_after(table: Sat) -> Seat | None:
    return table.view().expectation.seat


def test_every_row_has_a_test_and_words_in_three_languages() -> None:
    text = Path(__file__).read_text("utf-8")
    words = json.loads((Path(__file__).parents[4] / "ui" / "locale" / "laws_preferans.json").read_text("utf-8"))
    assert list(LAWS) == [f"P-{number}" for number in range(1, 10)] == list(words)
    for row, law in LAWS.items():
        assert re.search(rf"def test_p{row[2:]}_", text), row
        assert law.row == row
        assert law.remedies
        assert law.citation.source == "Сочи"
        assert set(words[row]) == {"uk", "ru", "en"}


def test_p1_the_first_wrong_deal_is_free_and_each_further_one_in_a_row_costs_two() -> None:
    table = three("dealt N", "misdealt N", "dealt N", "misdealt", "dealt N", "misdealt N")
    assert table.fines == [("P-1", "warn", None), ("P-1", "fine", 2), ("P-1", "fine", 2)]
    assert table.sheet == {}
    for seq in (2, 4, 6):
        table = table.rule("misdeal", N, seq)
    assert table.sheet == {"N": {"mountain": 4}}
    assert [row.points for row in table.report.rulings] == [None, 2, 2]
    assert dealer_after(table) is N, "he deals again"


def test_p1_a_good_deal_in_between_begins_a_new_row() -> None:
    played = ("dealt N", "call S pass, W pass, N pass", "tally S 4 W 3 N 3")
    table = three("dealt N", "misdealt", *played, "dealt S", "misdealt", "dealt S", "misdealt")
    assert [fine[2] for fine in table.fines] == [None, None, 2]
    other = three("dealt N", "misdealt", "dealt S", "misdealt")
    assert [fine[2] for fine in other.fines] == [None, None], "another dealer"
    dismissed = three("dealt N", "misdealt").rule("misdeal", N, 2, "dismissed").then("dealt N", "misdealt")
    assert [fine[2] for fine in dismissed.fines] == [None]


def test_p2_an_order_with_twelve_cards_found_before_anybody_speaks() -> None:
    table = three(*SEVEN[:3], "call S order 8D", "exchange S 2 2")
    assert table.found == [("twelve-card-order", "S", 6, 7, "P-2")]
    assert table.fines == [("P-2", "fine", 6)]
    ruled = table.rule("twelve-card-order", S, 6).then("call W pass, N pass")
    assert ruled.sheet == {"S": {"pool": 6, "mountain": 6}}


def test_p2_found_after_the_division_the_deal_is_not_played_on() -> None:
    table = three(*SEVEN[:3], "call S order 8D, W whist", "exchange S 2 2")
    assert table.fines == [("P-2", "annul", 18)]
    ruled = table.rule("twelve-card-order", S, 6)
    assert (ruled.sheet, ruled.deal.annulled, dealer_after(ruled)) == ({"S": {"mountain": 18}}, True, N)


def test_p2_seen_at_once_when_the_talon_was_taken_and_nothing_laid_down() -> None:
    table = three(*SEVEN[:3], "exchange S 2 0", "call S order 7D")
    assert table.found == [("twelve-card-order", "S", 7, 7, "P-2")]
    assert table.then("exchange S 0 2").found == table.found


def test_p2_the_latest_order_counts() -> None:
    table = three(*SEVEN[:3], "call S order 7D", "exchange S 2 2", "call S order 8D")
    assert table.fines == [("P-2", "fine", 6)]


@pytest.mark.parametrize("calls", ["order 7D", "talon-in-face"])
def test_p2_no_discard_in_the_log_proves_nothing(calls: str) -> None:
    table = sit("dealt E", *SEVEN[1:3], f"call S {calls}", "call S order 7D, W whist, N pass", "S:AS")
    assert table.found == []


def test_p3_the_declarer_off_suit_found_at_once() -> None:
    table = three(*S_REVOKES, "expose S QS")
    assert table.found[0] == ("revoke", "S", 20, 21, "P-3")
    assert table.fines[0] == ("P-3", "fine", 4)
    assert table.sheet == {}
    done = table.rule("revoke", S, 20).then("tally S 7 W 3 N 0")
    assert done.sheet == {"S": {"pool": 4, "mountain": 4}, "W": {"whists": {"S": 12}}}


def test_p3_found_later_the_deal_is_annulled() -> None:
    table = three(*S_REVOKES, "W:9S", "N:QD S:QS W:8H")
    assert table.fines == [("P-3", "annul", 12)]
    assert table.deal.finished is False
    ruled = table.rule("revoke", S, 20)
    assert (ruled.sheet, ruled.deal.annulled) == ({"S": {"mountain": 12}}, True)
    assert dealer_after(ruled) is N
    assert ruled.view().raspasy == 0


def test_p4_a_defender_off_suit_found_at_once() -> None:
    table = three(*SEVEN, "S:AS W:7C", "expose W 8S")
    assert table.found[0] == ("revoke", "W", 11, 12, "P-4")
    assert table.fines[0] == ("P-4", "fine", 4)


def test_p4_found_later_annuls_only_a_game_that_was_lost() -> None:
    table = three(*W_REVOKES, "S:KS W:8S")
    assert table.fines == [("P-4", "annul", 12)]
    ruled = table.rule("revoke", W, 11)
    assert ruled.deal.finished is False, "the play decides"
    lost = ruled.then("N:9S", "tally S 6 W 4 N 0")
    assert (lost.sheet, lost.deal.annulled, dealer_after(lost)) == ({"W": {"mountain": 12}}, True, N)
    made = ruled.then("N:9S", "tally S 7 W 3 N 0")
    assert made.sheet == {"S": {"pool": 4}, "W": {"mountain": 12, "whists": {"S": 12}}}
    assert (made.deal.annulled, dealer_after(made)) == (False, S)
    assert made.fines == [("P-4", "fine", 12)]
    assert (made.report.rulings[0].remedy, made.report.rulings[0].points) == ("fine", 12)
    at_once = table.rule("revoke", W, 11, "other", remedy="annul")
    assert (at_once.deal.annulled, at_once.sheet) == (True, {"W": {"mountain": 12}}), "as the judge says"


def test_p4_a_game_that_is_lost_before_its_end_is_annulled_then() -> None:
    ten = (*SEVEN[:4], "call S order 10D, W whist, N pass", "S:AS W:7C N:7S", "S:KS W:8S N:9S")
    ruled = three(*ten).rule("revoke", W, 11)
    assert ruled.deal.finished is False
    lost = ruled.then("S:7H W:AH N:8H")
    assert (lost.deal.annulled, lost.sheet, dealer_after(lost)) == (True, {"W": {"mountain": 30}}, N)
    misere = three("dealt N", "call S misere, W pass, N pass", "S:9H W:AS N:8H", "S:7S W:8S N:KS")
    assert misere.rule("revoke", W, 6).deal.annulled, "S has taken a trick"


def test_p4_a_passer_and_a_defender_of_a_misere_are_judged_alike() -> None:
    table = three(*SEVEN, "S:AS W:7S N:7C", "S:KS W:8S N:9S")
    assert table.found == [("revoke", "N", 12, 15, "P-4")]
    misere = three("dealt N", "call S misere, W pass, N pass", "S:7S W:8H N:8S", "N:9H S:7H W:7C", "N:9S S:8C W:10S")
    assert {one[4] for one in misere.found} == {"P-4"}


def test_p5_raspasy_three_and_ten_tricks() -> None:
    at_once = three(*RASPASY, "expose S 9D")
    assert at_once.fines[0] == ("P-5", "fine", 3)
    later = three(*RASPASY, *PLAYED_ON)
    assert later.fines == [("P-5", "annul", 10)]
    ruled = later.rule("revoke", S, 6)
    assert (ruled.sheet, dealer_after(ruled), ruled.view().raspasy) == ({"S": {"mountain": 10}}, N, 0)


@pytest.mark.parametrize(
    ("window", "acts", "points"),
    [
        ("trick_close", ("expose S 9D",), 3),
        ("trick_close", ("W:10D", "expose S 9D"), 3),
        ("trick_close", ("W:10D N:JD", "expose S 9D"), 10),
        ("next_card", ("expose S 9D",), 3),
        ("next_card", ("W:10D", "expose S 9D"), 10),
        ("next_lead", ("W:10D N:JD", "expose S 9D"), 3),
        ("next_lead", ("W:10D N:JD", "talon 7C", "S:8C", "expose S 9D"), 10),
    ],
)
def test_p5_what_at_once_means_is_an_option(window: str, acts: tuple[str, ...], points: int) -> None:
    table = three(*RASPASY, *acts, rules={"immediate_window": window})
    assert table.fines[0][2] == points


@pytest.mark.parametrize(
    ("window", "acts", "points"),
    [("trick_close", ("W:10D",), 3), ("trick_close", ("W:10D N:JD",), 10), ("next_lead", ("W:10D N:JD",), 3),
     ("next_card", (), 3), ("next_card", ("W:10D",), 10)],
)  # fmt: skip
def test_p5_found_by_the_judge_alone(window: str, acts: tuple[str, ...], points: int) -> None:
    table = three(*RASPASY, *acts, rules={"immediate_window": window}).rule("revoke", S, 6)
    assert table.found[-1][4] == "P-5"
    assert table.fines == [("P-5", "fine" if points == 3 else "annul", points)]
    assert [row.points for row in table.report.rulings] == [points]
    assert table.deal.annulled is (points == 10)


def test_p6_an_old_trick_looked_at() -> None:
    table = three(*SEVEN, "S:AS W:7S N:8S", "S:KS W:9S N:10S").rule("old-trick-viewed", W, None)
    assert [(one.law, one.points, one.column) for one in table.report.irregularities] == [("P-6", 2, "mountain")]
    assert table.report.rulings[0].points == 2
    assert table.then("tally S 7 W 3 N 0").sheet["W"]["mountain"] == 2
    twice = table.rule("old-trick-viewed", W, None, points=4)
    assert twice.then("tally S 7 W 3 N 0").sheet["W"]["mountain"] == 4, "the later ruling counts"


def test_p7_half_minutes_after_the_first() -> None:
    table = three(*SEVEN, "S:AS", "call W closed")
    assert "TimeoutTaken" in table.view().expectation.kinds
    table = three(*SEVEN, "S:AS", "time W")
    assert table.view().clock is not None
    assert (table.view().clock.seq, table.view().clock.seat, table.view().clock.seconds) == (11, W, 30)  # type: ignore[union-attr]
    table = table.then("expired W", "expired W", "expired W")
    assert table.fines == [("P-7", "warn", None), ("P-7", "fine", 1), ("P-7", "fine", 1)]
    table = table.then("W:7S")
    assert table.view().clock is None
    done = table.rule("slow-play", W, 13).rule("slow-play", W, 14).then("tally S 8 W 2 N 0")
    assert done.sheet["W"] == {"mountain": 2, "whists": {"S": 8}}


def test_p7_without_the_word_the_first_half_minute_counts_and_in_a_misere_none() -> None:
    assert three(*SEVEN, "S:AS", "expired W").fines == [("P-7", "fine", 1)]
    misere = three("dealt N", "call S misere, W pass, N pass", "S:7S", "time W", "expired W", "expired W")
    assert misere.found == []


def test_p7_is_certain_only_of_a_seat_whose_move_the_play_waits_for() -> None:
    def certain(*parts: str) -> list[bool]:
        return [one.certain for one in three(*parts).report.irregularities]

    assert certain(*SEVEN, "S:AS", "time W", "expired W") == [True]
    assert certain(*SEVEN, "S:AS", "time N", "expired N") == [False], "W is to play"
    assert certain(*SEVEN, "S:AS W:7S", "expired W") == [False], "W has played"
    assert certain("dealt N", "time S", "expired S") == [False], "nothing is played yet"
    assert certain(*SEVEN, "tally S 7 W 3 N 0", "expired W") == [False], "the deal is over"


def test_p7_the_word_is_said_whoever_the_entry_names() -> None:
    assert three(*SEVEN, "S:AS", "time S", "expired W", "expired W").fines == [
        ("P-7", "warn", None),
        ("P-7", "fine", 1),
    ]


def test_p8_only_people_can_report_it() -> None:
    table = three(*SEVEN).rule("P-8", W, None, why="shouting")
    assert table.found == []
    assert [(row.law, row.remedy) for row in table.report.rulings] == [("P-8", "exclude")]


def test_p9_what_has_no_price_is_the_judges() -> None:
    table = three(*SEVEN, "S:AS N:7S", "expose W KC QC", "call W half")
    assert [(one.offence.value, one.law, one.remedy.value) for one in table.report.irregularities] == [
        ("out-of-turn", "P-9", "judge"),
        ("exposed-cards", "P-9", "judge"),
        ("illegal-call", "P-9", "judge"),
    ]
    fined = table.rule("out-of-turn", N, 11, "other", remedy="fine", points=3, column="mountain")
    assert fined.then("W:8S", "tally S 7 W 3 N 0").sheet["N"] == {"mountain": 3}


@pytest.mark.parametrize(
    ("column", "wrote"),
    [
        ("mountain", {"W": {"mountain": 5}}),
        ("pool", {"W": {"pool": -5}}),
        ("whists", {"S": {"whists": {"W": 5}}, "N": {"whists": {"W": 5}}}),
        (None, {"W": {"mountain": 5}}),
    ],
)
def test_a_fine_goes_into_the_column_that_the_judge_names(column: str | None, wrote: dict[str, Any]) -> None:
    table = three("dealt N", "misdealt").rule("P-9", W, None, "other", remedy="fine", points=5, column=column)
    assert table.sheet == wrote
    assert sum(whists for _, whists in table.report.settlement) == 0


def test_all_at_the_table_may_waive_a_revoke() -> None:
    table = three(*S_REVOKES, "W:9S", "N:QD S:QS W:8H")
    for remedy in ("warn", "stands"):
        waived = table.rule("revoke", S, 20, "other", remedy=remedy).then("tally S 7 W 3 N 0")
        assert waived.sheet == {"S": {"pool": 4}, "W": {"whists": {"S": 12}}}
        assert waived.found == table.found


def test_a_card_taken_back_at_once_costs_what_the_judge_says() -> None:
    table = three(*W_REVOKES[:-1], "S:AS W:7C").rule("revoke", W, 11, "other", remedy="penalty-card", points=4)
    assert (table.view().expectation.seat, [card.code for card in table.view().seats[1].penalty_cards]) == (W, ["7C"])
    done = table.then("W:8S N:7S", "tally S 8 W 2 N 0")
    assert done.sheet["W"] == {"mountain": 4, "whists": {"S": 8}}


def test_nothing_changes_a_score_before_the_ruling_and_dismissal_gives_it_back() -> None:
    table = three(*S_REVOKES, "W:9S", "N:QD S:QS W:8H", "tally S 7 W 3 N 0")
    assert table.sheet == {"S": {"pool": 4}, "W": {"whists": {"S": 12}}}
    annulled = table.rule("revoke", S, 20)
    assert annulled.sheet == {"S": {"mountain": 12}}
    back = annulled.rule("revoke", S, 20, "dismissed")
    assert (back.sheet, back.found) == (table.sheet, [])


def test_players_see_a_finding_only_when_it_is_accepted() -> None:
    table = three(*W_REVOKES, "S:KS W:8S")
    assert table.view(Audience.PLAYERS).findings == ()
    assert [one.law for one in table.view().findings] == ["P-4"]
    ruled = table.rule("revoke", W, 11)
    assert [one.law for one in ruled.view(Audience.PLAYERS).findings] == ["P-4"]
    assert ruled.view().findings == ()


def test_a_ruling_on_an_earlier_deal_moves_all_that_followed() -> None:
    """The first raspasy is annulled three deals later: the later ones were dearer than they had to be."""
    first = (*RASPASY, *PLAYED_ON, "tally S 4 W 3 N 3")
    rest = [
        part
        for dealer, order in (("S", "W N S"), ("W", "N S W"))
        for part in (
            f"dealt {dealer}", "call " + ", ".join(f"{seat} pass" for seat in order.split()), "tally S 4 W 3 N 3",
        )
    ]  # fmt: skip
    table = three(*first, *rest)
    assert table.sheet == {"S": {"mountain": 24}, "W": {"mountain": 18}, "N": {"mountain": 18}}
    ruled = table.rule("revoke", S, 6)
    assert ruled.sheet == {"S": {"mountain": 10 + 4 + 8}, "W": {"mountain": 9}, "N": {"mountain": 9}}
    assert ruled.view().raspasy == 2


def test_a_ruling_on_an_earlier_deal_leaves_legal_what_was_bid_after_it() -> None:
    """A made seven ended raspasy and the next deal was bid from six; then the seven is annulled."""
    raspasy = ("dealt N", "call S pass, W pass, N pass", "tally S 4 W 3 N 3")
    seven = ("dealt S", "call W 7S, N pass, S pass", "call W order 7S, N pass, S pass")
    six = ("dealt W", "call N 6S, S pass, W pass", "call N order 6C, S pass, W pass")
    table = three(*raspasy, *seven, *six)
    ruled = table.rule("P-9", W, 7, "other", remedy="annul")
    assert ruled.report.deals[1].annulled
    assert [row.finished for row in ruled.report.deals] == [True, True, True]
    assert ruled.sheet["N"] == {"mountain": 3, "pool": 2}
    assert ruled.view().raspasy == 0, "the made six is an exit of its own"


def test_strange_rulings_are_refused_in_one_sentence() -> None:
    table = three(*SEVEN)
    with pytest.raises(ImpossibleAct, match="nobody sits at E"):
        table.rule("revoke", E, 5)
    with pytest.raises(LogFormatError, match="a fine needs its points"):
        table.rule("out-of-turn", W, None, "other", remedy="fine")
