"""Constructions and belas: what they are worth, whose are higher, when they count."""

from itertools import pairwise

import pytest

from kozyr.engine.acts import Dealt
from kozyr.engine.cards import cards
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import DealScored
from kozyr.engine.games.bazar_belot.melds import compatible, parse_declaration, rank_key, value
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.games.bazar_belot.rules import rules_of

from .sitting import FOUR_PASSES, E, N, S, Sat, W, sit

RULES = rules_of("repino-2013", {})
HEARTS = ("dealt E", f"call S: 14H, {FOUR_PASSES}")
ALL = ("dealt E", f"call S: 20A, {FOUR_PASSES}")
NONE = ("dealt E", f"call S: 14N, {FOUR_PASSES}")
TALLY = "tally 150 12 7 1"


def counted(table: Sat) -> list[tuple[bool | None, int]]:
    return [(one.counts, one.value) for one in table.view().declarations]


@pytest.mark.parametrize(
    "text", ["terz 8H", "berz 9H", "quint 10H", "terz 7S", "frame 6", "frame KH", "bela X", "Terz KH", ""]
)
def test_what_is_no_declaration_is_refused(text: str) -> None:
    with pytest.raises(LogFormatError, match="no declaration"):
        parse_declaration(text)


def test_cards_of_declarations() -> None:
    assert parse_declaration("terz 9H").cards == frozenset(cards("9H 8H 7H"))
    assert parse_declaration("quint AH").cards == frozenset(cards("AH KH QH JH 10H"))
    assert parse_declaration("frame J").cards == frozenset(cards("JS JH JD JC"))
    assert parse_declaration("bela H").cards == frozenset(cards("KH QH"))


@pytest.mark.parametrize(
    ("frame", "suit", "bk"),
    [
        ("J", 20, 10),
        ("9", 14, 0),
        ("A", 11, 19),
        ("10", 10, 10),
        ("K", 10, 10),
        ("Q", 10, 10),
        ("8", 0, 0),
        ("7", 0, 0),
    ],
)
def test_values_of_frames(frame: str, suit: int, bk: int) -> None:
    meld = parse_declaration(f"frame {frame}")
    assert [value(meld, mode, RULES) for mode in (Denomination.HEARTS, Denomination.ALL_TRUMPS)] == [suit, suit]
    assert value(meld, Denomination.NO_TRUMPS, RULES) == bk


@pytest.mark.parametrize(
    ("mode", "falling"),
    [
        (
            Denomination.HEARTS,
            ["frame J", "frame 9", "frame A", "frame 10", "frame K", "frame Q", "quint AH", "quint AS", "quint KH",
             "berz 10S", "terz AH", "terz AS", "terz KH", "terz 9S"],
        ),
        (Denomination.NO_TRUMPS, ["frame A", "frame 10", "frame K", "frame Q", "frame J", "quint AH", "terz 9S"]),
    ],
)  # fmt: skip
def test_ranking(mode: Denomination, falling: list[str]) -> None:
    keys = [rank_key(parse_declaration(text), mode) for text in falling]
    assert all(higher > lower for higher, lower in pairwise(keys))


def test_cards_used_twice() -> None:
    frame, terz, berz = (parse_declaration(text) for text in ("frame K", "terz KH", "berz AH"))
    assert compatible([frame, terz], reuse=True) == (True, True)
    assert compatible([terz, frame], reuse=False) == (False, True)
    assert compatible([terz, berz], reuse=True) == (False, True), "two sequences never share a card"
    eight = [parse_declaration("quint AH"), parse_declaration("terz 9H")]
    assert compatible(eight, reuse=False) == (True, True), "eight in a row are a quint and a terz"


def test_option_reuse_frame_sequence() -> None:
    start = (*HEARTS, "declare W frame K", "declare W terz KS", TALLY)
    assert sit(*start).score == {"SN": 29, "WE": 1 + 12}
    assert sit(*start, rules={"reuse_frame_sequence": False}).score == {"SN": 29, "WE": 1 + 10}


def test_only_the_higher_line_counts_and_all_of_its_constructions() -> None:
    table = sit(*HEARTS, "declare S berz AS", "declare W frame Q", "declare N quint KD", "declare E terz 9C", TALLY)
    assert counted(table) == [(False, 0), (True, 10), (False, 0), (True, 2)]
    assert table.score == {"SN": 29, "WE": 13}


def test_equal_constructions_of_partners_both_count() -> None:
    """B18 of the faults others have met: no cancelling within a line."""
    table = sit(*HEARTS, "declare W terz AS", "declare E terz AD", TALLY)
    assert counted(table) == [(True, 2), (True, 2)]


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("S terz AS", "W terz AD", "SN"),
        ("W terz AD", "S terz AS", "WE"),
        ("W terz AD", "S terz AH", "SN"),
        ("S terz AS", "W berz KD", "WE"),
    ],
)
def test_equal_ones_the_trump_then_the_earlier_wins(first: str, second: str, winner: str) -> None:
    table = sit(*HEARTS, f"declare {first}", f"declare {second}", TALLY)
    won = [line.side for line in table.deal.lines if line.what == "declarations"]
    assert won == [winner]


def test_four_eights_cancel_everything_but_the_bela() -> None:
    table = sit(*HEARTS, "declare S frame A", "declare W frame 8", "declare S bela H", "declare S rebela H", TALLY)
    assert counted(table) == [(False, 0), (False, 0), (True, 0), (True, 2)]
    assert table.score == {"SN": 31, "WE": 1}


def test_four_sevens_stop_the_deal_and_the_next_seat_deals() -> None:
    table = sit(*HEARTS, "declare S frame 7")
    assert (table.score, table.deal.finished) == ({"SN": 0, "WE": 0}, True)
    assert table.view().expectation.seat is S
    with pytest.raises(ImpossibleAct):
        table.then("S:7C")


def test_four_sevens_that_are_not_there_stop_nothing() -> None:
    table = sit(*HEARTS, "S:7C", "declare W frame 7")
    assert [(one[0], one[4]) for one in table.found] == [("false-declaration", "B-2")]
    assert table.then("W:8C").found == table.found


def test_nines_and_jacks_without_trumps() -> None:
    assert sit(*NONE, "declare S frame 9", TALLY).score == {"SN": 29, "WE": 1}
    assert sit(*NONE, "declare S frame J", TALLY).score == {"SN": 39, "WE": 1}
    assert sit(*NONE, "declare S frame J", "declare W terz AS", TALLY, rules={"bk_jack_frames": 0}).score == {
        "SN": 29,
        "WE": 3,
    }


SHOWN = (*HEARTS, "S:AC", "declare W berz KD", "W:7C", "declare N terz AS", "N:8C E:9C", "S:7D")


def test_shown_in_time_it_counts_with_cards_already_played_left_out() -> None:
    table = sit(*HEARTS, "S:AD", "declare W berz KD", "W:KD N:8D E:9D", "S:7C", "show W QD JD 10D")
    assert counted(table) == [(None, 5)]
    done = table.then("W:AC N:8C E:9C")
    assert (counted(done), done.found) == ([(True, 5)], [])


def test_shown_in_the_first_trick_it_does_not_count() -> None:
    start = (*HEARTS, "S:AC", "declare W berz KD", "show W KD QD JD 10D", "W:7C N:8C E:9C", "S:7D")
    assert counted(sit(*start, "W:10D N:8D E:9D")) == [(False, 0)]
    assert counted(sit(*start, "show W QD JD KD 10D", "W:10D N:8D E:9D")) == [(True, 5)], "it must be shown again"


def test_not_shown_it_does_not_count_and_nobody_is_accused() -> None:
    table = sit(*SHOWN, "W:10D N:8D E:9D")
    assert counted(table) == [(False, 0), (False, 0)]
    assert table.found == []


def test_a_lower_construction_shown_is_cancelled_by_a_higher_one_presented_at_once() -> None:
    start = (*SHOWN, "W:10D")
    table = sit(*start, "show N AS KS QS", "show W KD QD JD", "N:8D E:9D")
    assert table.found == []
    assert counted(table) == [(True, 5), (False, 0)]
    late = sit(*start, "show N AS KS QS", "N:8D", "show W KD QD JD", "E:9D")
    assert counted(late) == [(False, 0), (True, 2)]
    assert [one[4] for one in late.found] == ["B-11"]


def test_a_bela_needs_both_words_each_with_its_card() -> None:
    start = (*HEARTS, "S:KH", "declare S bela", "W:7H N:8H E:AH", "E:10H")
    assert counted(sit(*start, "S:QH", "declare S rebela")) == [(True, 0), (True, 2)]
    assert counted(sit(*start, "S:QH W:JC")) == [(None, 0)], "the second word was not said"
    assert counted(sit(*HEARTS, "S:KH W:7H N:8H E:AH E:10H S:QH", "declare S rebela")) == [(False, 0)]


def test_a_bela_that_comes_late_or_with_another_card() -> None:
    late = sit(*HEARTS, "S:KH W:7H", "declare S bela")
    assert [(one[0], one[4]) for one in late.found] == [("late-declaration", "B-11")]
    wrong = sit(*HEARTS, "S:JH", "declare S bela")
    assert [(one[0], one[4]) for one in wrong.found] == [("false-declaration", "B-2")]
    other = sit(*HEARTS, "S:KH", "declare S bela D")
    assert [(one[0], one[4]) for one in other.found] == [("false-declaration", "B-2")]


def test_a_bela_whose_other_card_is_elsewhere_is_false() -> None:
    table = sit(*HEARTS, "S:KH", "declare S bela", "W:QH")
    assert table.found == [("false-declaration", "S", 8, 9, "B-2")]


def test_belas_in_all_trumps_need_a_lead_of_their_suit() -> None:
    led = sit(*ALL, "S:KD", "declare S bela D", "W:AD N:7D E:8D", "W:10D N:7C E:8C S:QD", "declare S rebela D")
    assert counted(led) == [(True, 0), (True, 2)]
    assert led.found == []
    thrown = sit(*ALL, "S:7C W:8C N:QC E:KD", "declare E bela D")
    assert (counted(thrown), thrown.found) == ([(None, 0)], []), "the next card of its seat decides"
    assert counted(thrown.then("N:9C E:10C")) == [(False, 0)]


def test_no_bela_without_trumps() -> None:
    assert sit(*NONE, "declare S bela H", "declare S rebela H", TALLY).score == {"SN": 29, "WE": 1}


@pytest.mark.parametrize(
    ("contract", "said"),
    [("14S", "bela H"), ("14S", "rebela D"), ("14N", "bela"), ("14N", "bela H"), ("14N", "rebela"), ("14H", "bela S")],
)
@pytest.mark.parametrize("unread", [False, True])
def test_a_bela_that_the_contract_has_none_of_is_false(contract: str, said: str, unread: bool) -> None:
    cards = ("S:??",) if unread else ()
    table = sit("dealt E", f"call S: {contract}, {FOUR_PASSES}", *cards, f"declare S {said}")
    seq = table.seq(f"declare S {said}")
    assert table.found == [("false-declaration", "S", seq, seq, "B-2")]
    assert counted(table) == [(False, 0)]
    if not unread:
        assert table.then(TALLY).score == {"SN": 29, "WE": 1}


@pytest.mark.parametrize(
    ("contract", "said"), [("14S", "bela"), ("14S", "bela S"), ("20A", "bela H"), ("20A", "bela C")]
)
def test_a_bela_that_the_contract_has_counts_in_a_deal_entered_by_hand(contract: str, said: str) -> None:
    points = "tally 238 20 7 1" if contract == "20A" else TALLY
    table = sit("dealt E", f"call S: {contract}, {FOUR_PASSES}", f"declare S {said}", points)
    assert (table.found, counted(table)) == ([], [(True, 2)])


def test_a_bela_without_a_suit_and_a_card_in_all_trumps_is_refused() -> None:
    with pytest.raises(ImpossibleAct, match=r"^S's bela names no suit: in all trumps say which, as in bela H$"):
        sit(*ALL, "declare S bela")


def test_a_frame_that_is_not_even_announced_counts_for_nothing_from_the_start_and_is_no_breach() -> None:
    """Репино, Рамки 9 and В: "Если игра в БК, то эти рамки не считаются вовсе, т.е. даже не объявляются"."""
    table = sit(*NONE, "declare S frame 9")
    assert (table.found, counted(table)) == ([], [(False, 0)])
    played = table.then("S:AC W:7C N:8C E:10C", "show S 9S 9H 9D 9C")
    assert (played.found, counted(played)) == ([], [(False, 0)])
    assert table.then("declare W terz AS", TALLY).score == {"SN": 29, "WE": 3}, "nor does it stand above a terz"
    jacks = sit(*NONE, "declare S frame J", rules={"bk_jack_frames": 0})
    assert (jacks.found, counted(jacks)) == ([], [(False, 0)])
    assert counted(sit(*NONE, "declare S frame J")) == [(None, 0)]
    assert counted(sit(*HEARTS, "declare S frame 9")) == [(None, 0)]
    elsewhere = table.then("S:AC W:9C")
    assert [one[4] for one in elsewhere.found] == ["B-2"], "nine clubs are W's: then it is no frame at all"


def test_whisters_constructions_count_without_a_trick() -> None:
    table = sit(*HEARTS, "declare W berz AS", "tally 162 0 8 0")
    assert table.score == {"SN": 39, "WE": 5}


def test_the_declarers_bela_needs_a_trick() -> None:
    start = (*HEARTS, "declare S bela H", "declare S rebela H")
    assert sit(*start, TALLY).score == {"SN": 31, "WE": 1}
    assert sit(*start, "tally 0 162 0 8").score == {"SN": 0, "WE": 14 + 25}


def test_rebela_with_the_last_card_changes_the_score() -> None:
    hands = (
        (S, "AH JS 9S AS KS QS AC AD"), (W, "7H 9H JH KH 8C 9D QC KD"),
        (N, "10H 8S 7S 10S JD 9C KC 8D"), (E, "QH 8H 7C 7D JC QD 10C 10D"),
    )  # fmt: skip
    table = sit(
        Dealt(N, hands=tuple((seat, cards(held)) for seat, held in hands)),
        f"call E: pass, S: 14S, {FOUR_PASSES}",
        "E:QH S:AH W:7H N:10H S:JS W:9H N:7S E:8H S:9S W:JH N:8S E:7C S:AS W:KH N:10S E:7D",
        "S:KS", "declare S bela", "W:8C N:JD E:JC S:AC W:QC N:KC E:10C S:AD W:KD N:8D E:10D S:QS W:9D N:9C E:QD",
    )  # fmt: skip
    assert (table.score, table.found) == ({"SN": 39, "WE": 0}, [])
    assert table.view().expectation.declarations == (), "the last card laid was not S's queen"
    late = table.then("declare S rebela")
    assert [one[4] for one in late.found] == ["B-11"]


def test_a_bela_said_with_the_very_last_card() -> None:
    table = sit(
        *HEARTS,
        "S:AC W:7C N:8C E:9C S:AD W:7D N:8D E:9D S:AS W:8S N:7S E:9S S:KC W:10C N:JC E:QC",
        "W:10D N:JD E:QD S:KD W:10S N:JS E:QS S:KS",
        "W:7H N:8H E:KH",
        "declare E bela",
        "S:9H S:JH W:AH N:10H E:QH",
    )
    assert (table.score, dict(table.deal.points)) == ({"SN": 0, "WE": 30}, {"SN": 105, "WE": 57})
    assert table.view().expectation.declarations == ("rebela",)
    said = table.then("declare E rebela")
    assert (said.score, said.found) == ({"SN": 0, "WE": 32}, [])
    assert isinstance(said.steps[-1][-1], DealScored)


def test_declarations_expected() -> None:
    table = sit(*HEARTS)
    assert table.view().expectation.declarations == ("terz", "berz", "quint", "frame")
    assert sit(*HEARTS, "S:KH").view().expectation.declarations[-1] == "bela"
    assert sit(*HEARTS, "S:AC W:7C N:8C E:9C").view().expectation.declarations == ()


def test_unknown_seats_of_declarations_are_judged_by_turn() -> None:
    table = sit(*HEARTS, "declare S terz AS", "S:7C", "declare W terz AD", "W:8C", "declare N berz 10H", "N:9C")
    assert table.found == []
    assert {one.seat for one in table.view().declarations} == {S, W, N}
    assert table.view().expectation.seat is E
