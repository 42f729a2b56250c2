"""Combinations (ФДУ "Торги комбінацій"): notation, the window, the show, whose is highest, team sums, bela, deberts."""

import pytest

from kozyr.engine.acts import Declared, Played
from kozyr.engine.cards import Suit, cards
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.games.debertz.combinations import length_in, parse_declaration, rank_key, value, wins_the_party
from kozyr.engine.games.debertz.game import GAME
from kozyr.engine.games.debertz.rules import Deberts, Rules
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import Session

from .sitting import N, S, Sat, W, acts, header, sit

OPEN = ("dealt E 9H", "S:play")
TALLY = "tally SN:100/5 WE:62/3"
TRICK_ONE = "S:AS W:7S N:8S E:9S"


@pytest.mark.parametrize(
    ("text", "made_of", "worth"),
    [
        ("terz QH", "QH JH 10H", 20),
        ("terz 9S", "9S 8S 7S", 20),
        ("fifty AS", "AS KS QS JS", 50),
        ("deberts KS", "KS QS JS 10S 9S 8S 7S", 50),
        ("deberts AS", "AS KS QS JS 10S 9S 8S", 50),
        ("bela H", "KH QH", 20),
        ("bela", "", 20),
    ],
)
def test_what_is_named(text: str, made_of: str, worth: int) -> None:
    one = parse_declaration(text, Rules())
    assert (one.cards, value(one, Rules())) == (frozenset(cards(made_of)), worth)


@pytest.mark.parametrize(
    "text", ["terz 8S", "fifty 9S", "deberts QS", "terz", "quint AS", "bela X", "hundred AS", "Terz QH"]
)
def test_what_is_no_declaration(text: str) -> None:
    with pytest.raises(LogFormatError):
        parse_declaration(text, Rules())


def test_hundred_for_five_by_option() -> None:
    rules = Rules(hundred_for_five=True)
    one = parse_declaration("hundred KH", rules)
    assert (len(one.cards), value(one, rules)) == (5, 100)


def test_fifty_of_five_cards_is_a_hundred_by_option() -> None:
    parts = (*OPEN, "declare S fifty AS", TRICK_ONE, "show S KS QS JS 10S", "S:KS")
    (fifty,) = sit(*parts).view().declarations
    (hundred,) = sit(*parts, rules={"hundred_for_five": True}).view().declarations
    assert (fifty.value, hundred.value) == (50, 100)


def test_deberts_of_eight_by_option() -> None:
    rules = Rules(deberts=Deberts(min_len=8))
    assert len(parse_declaration("deberts AS", rules).cards) == 8
    with pytest.raises(LogFormatError):
        parse_declaration("deberts KS", rules)


def test_deberts_wins_in_trumps_only() -> None:
    one = parse_declaration("deberts KS", Rules())
    assert wins_the_party(one, Suit.SPADES, Rules())
    assert not wins_the_party(one, Suit.HEARTS, Rules())
    assert wins_the_party(one, Suit.HEARTS, Rules(deberts=Deberts(trump_only=False)))
    assert not wins_the_party(one, Suit.SPADES, Rules(deberts=Deberts(effect="off")))


def higher(one: str, other: str, rules: Rules, lengths: tuple[int, int] = (0, 0)) -> bool:
    first, second = parse_declaration(one, rules), parse_declaration(other, rules)
    return rank_key(first, lengths[0], Suit.SPADES, rules) > rank_key(second, lengths[1], Suit.SPADES, rules)


def test_value_then_top_and_trumps_do_not_matter() -> None:
    rules = Rules()
    assert higher("fifty KH", "terz AS", rules)
    assert higher("terz AH", "terz KS", rules)
    assert not higher("terz KS", "terz KH", rules), "a trump combination is not above an equal one"
    assert higher("deberts KS", "fifty AS", rules)
    assert not higher("fifty KH", "fifty AH", rules, (6, 4)), "by value and top card"


def test_length_then_top_by_option() -> None:
    rules = Rules(sequence_compare="length_then_top")
    assert higher("fifty KH", "fifty AH", rules, (6, 4))


def test_length_is_what_is_seen_from_the_top_down() -> None:
    one = parse_declaration("fifty KH", Rules())
    assert length_in(one, frozenset(cards("KH QH JH 10H 9H 7H"))) == 5
    assert length_in(one, frozenset()) == 4


def counts(sat: Sat) -> list[bool | None]:
    return [one.counts for one in sat.view().declarations]


def test_d12_declared_after_the_first_trick_is_late() -> None:
    sat = sit(*OPEN, TRICK_ONE, "declare W terz QD")
    assert [(row[0], row[1], row[4]) for row in sat.found] == [("late-declaration", "W", "D-12")]
    assert counts(sat) == [False]


def test_d12_late_declaration_stands_by_ruling() -> None:
    sat = sit(*OPEN, TRICK_ONE, "declare S terz QD")
    ruled = sat.rule("late-declaration", S, sat.seq("declare S terz QD"), "other", remedy="stands")
    assert counts(ruled.then("S:KS")) == [True]


def test_last_moment_is_before_the_last_card_of_the_first_trick() -> None:
    sat = sit(*OPEN, "S:AS W:7S N:8S", "declare E terz QD", "E:9S", "show E QD JD 10D")
    assert (counts(sat), sat.found) == ([None], [])
    assert counts(sat.then("S:AD")) == [True]


def test_show_before_the_second_trick() -> None:
    """Shown between the tricks it counts; cards of it already laid need not be shown again."""
    sat = sit(*OPEN, "declare S terz AS", TRICK_ONE)
    assert (sat.view().stage, counts(sat)) == ("show", [None])
    assert "Revealed" in sat.view().expectation.kinds
    shown = sat.then("show S KS QS", "S:KS")
    assert counts(shown) == [True]
    late = sat.then("S:KS", "show S QS")
    assert (counts(late), late.found) == ([False], [])


def test_partners_show_one_after_the_other() -> None:
    sat = sit(*OPEN, "declare S fifty AC", "declare W terz AD", "declare N terz KD", TRICK_ONE, "show S AC KC QC JC")
    assert (sat.view().stage, "Revealed" in sat.view().expectation.kinds) == ("show", True)
    shown = sat.then("show N KD QD JD")
    assert shown.view().stage is None
    assert counts(shown.then("S:KS")) == [True, False, True]


def waited_for(sat: Sat) -> tuple[set[str], set[str], list[bool]]:
    """(cards to be shown now, cards that nobody showed, which declarations fell for it)."""
    view = sat.view()
    now, missed = (
        {card.code for _, held in pairs for card in held}
        for pairs in (view.expectation.showings, view.expectation.missed)
    )
    return now, missed, [one.unshown for one in view.declarations]


def test_what_is_to_be_shown_and_what_fell_for_want_of_it() -> None:
    terz = {"AS", "KS", "QS"}
    sat = sit(*OPEN, "declare S terz AS", "S:AS W:7S N:8S")
    assert waited_for(sat) == (set(), set(), [False]), "the first trick is open"
    sat = sat.then("E:9S")
    assert waited_for(sat) == (terz, set(), [False])
    assert waited_for(sat.then("S:KS")) == (set(), terz, [True])
    assert (
        waited_for(sat.then("show S KS QS")) == waited_for(sat.then("show S KS QS", "S:KS")) == (set(), set(), [False])
    )


def test_lower_combination_is_not_to_be_shown_once_the_highest_is() -> None:
    sat = sit(*OPEN, "declare S fifty AC", "declare W terz AD", TRICK_ONE)
    assert waited_for(sat)[0] == {"AC", "KC", "QC", "JC", "AD", "KD", "QD"}
    assert waited_for(sat.then("show S AC KC QC JC", "S:KS")) == (set(), set(), [False, False])
    assert waited_for(sat.then("S:KS"))[2] == [True, True]
    free = sit(*OPEN, "declare S terz AS", TRICK_ONE, "S:KS", rules={"combo_show": "not_required"})
    assert waited_for(free) == (set(), set(), [False])


def test_combination_shown_as_if_by_mistake_is_shown() -> None:
    """A camera cannot tell a show from a mishap: cards of one's own combination are shown while they may be."""
    sat = sit(*OPEN, "declare S terz AS", TRICK_ONE, "expose S KS QS")
    assert (sat.found, counts(sat.then("S:KS"))) == ([], [True])
    assert [row[4] for row in sit(*OPEN, "declare S terz AS", TRICK_ONE, "expose S KS QD").found] == ["D-5"]
    assert [row[4] for row in sit(*OPEN, "declare S terz AS", TRICK_ONE, "S:KS", "expose S QS").found] == ["D-5"]


def test_show_is_not_required_by_option() -> None:
    sat = sit(*OPEN, "declare S terz AS", TRICK_ONE, "S:KS", rules={"combo_show": "not_required"})
    assert counts(sat) == [True]


def test_only_the_side_with_the_highest_scores() -> None:
    sat = sit(*OPEN, "declare S terz QS", "declare W fifty AD", TALLY)
    assert (counts(sat), sat.score) == ([False, True], {"SN": 0, "WE": 212})


def test_equal_combinations_the_first_by_the_rule_of_move() -> None:
    sat = sit("dealt W 9H", "N:play", "declare W terz KS", "declare N terz KD", TALLY)
    assert counts(sat) == [False, True], "the obliged player moves last"


def test_team_sum_of_partners() -> None:
    parts = (*OPEN, "declare S fifty AS", "declare W terz AC", "declare N terz KD", TALLY)
    assert sit(*parts).score == {"SN": 170, "WE": 62}
    assert sit(*parts, variant="fdu-ru1").score == {"SN": 150, "WE": 62}


def test_a9_one_combination_alone_by_option() -> None:
    parts = (*OPEN, "declare S terz AS", "declare S terz KD", TALLY)
    assert sit(*parts).score == {"SN": 140, "WE": 62}
    assert sit(*parts, rules={"winner_scores_all_own": False}).score == {"SN": 120, "WE": 62}


def test_one_card_in_one_combination() -> None:
    sat = sit(*OPEN, "declare S terz AS", "declare S fifty KS", TALLY)
    assert (counts(sat), sat.score["SN"]) == ([False, True], 150)


def test_combinations_of_a_bayd_go_to_the_opponents() -> None:
    assert sit(*OPEN, "declare S terz QS", "tally SN:60/3 WE:102/5").score == {"SN": 0, "WE": 182}


BELA = ("S:KH W:7H N:8H E:10H", "E:7S S:8S W:9S N:10S", "N:7D E:8D S:QH")


def test_bela_with_its_second_card() -> None:
    sat = sit(*OPEN, *BELA, "declare S bela")
    assert (counts(sat), sat.found) == ([True], [])


def test_bela_with_its_first_card_tells_the_other_and_counts_with_the_second() -> None:
    sat = sit(*OPEN, "S:KH", "declare S bela")
    assert (counts(sat), sat.deal.play.ledger and {str(card) for card in sat.deal.play.ledger.held(S)}) == (
        [None],
        {"9H", "QH"},
    )


def test_bela_with_its_first_card_by_option() -> None:
    sat = sit(*OPEN, "S:KH", "declare S bela", rules={"bella_announce": "first_card"})
    assert counts(sat) == [None]
    rest = ("W:7H N:8H E:10H", *BELA[1:])
    assert counts(sat.then(*rest)) == [True]


def test_bela_half_proves_a_revoke_at_once() -> None:
    """W said bela with the king, so it holds the queen: not trumping with it is a revoke at that moment."""
    sat = sit(*OPEN, "S:8H W:KH", "declare W bela", "N:7H E:10H", "E:AS S:7S W:7D")
    assert sat.found == [("revoke", "W", 11, 11, "D-6")]


def test_bela_of_cards_seen_elsewhere_is_false() -> None:
    told = sit(*OPEN, "S:KH", "declare S bela", "W:AH N:QH")
    assert told.found == [("false-declaration", "S", 5, 7, "D-13")]


def test_bela_of_a_suit_that_is_not_trumps_is_false() -> None:
    assert [row[4] for row in sit(*OPEN, "S:KC", "declare S bela C").found] == ["D-13"]
    assert [row[4] for row in sit("dealt E 9H", "declare S bela C", "S:play").found] == ["D-13"]


def test_bela_is_in_time_whatever_number_a_corrected_card_before_it_has() -> None:
    log = [Entry(at, at, Source.TOUCH, act) for at, act in enumerate(acts(*OPEN, *BELA, "declare S bela"), start=1)]
    before = next(one for one in reversed(log[:-2]) if isinstance(one.act, Played))
    session = Session(GAME, header(), [*log, Entry(99, 99, Source.TOUCH, before.act, replaces=before.seq)])
    assert session.report().irregularities == ()


def test_bela_said_late() -> None:
    sat = sit(*OPEN, *BELA, "W:9D", "declare S bela")
    assert ([row[4] for row in sat.found], counts(sat)) == (["D-12"], [False])
    ruled = sat.rule("late-declaration", S, sat.seq("declare S bela"), "other", remedy="stands")
    assert counts(ruled) == [True]


def test_bela_with_the_last_card_of_the_deal() -> None:
    sat = sit(*OPEN, *WHOLE, "declare E bela")
    assert (counts(sat), sat.found) == ([True], [])
    assert ("WE", "bela", 20) in sat.lines


WHOLE = (
    "S:AH W:7H N:8H E:KH", "S:AS W:7S N:8S E:9S", "S:AD W:7D N:8D E:9D", "S:AC W:7C N:8C E:9C",
    "S:10S W:JS N:KS E:QS", "S:10D W:QD N:JD E:KD", "S:10C W:JC N:KC E:QC", "S:9H W:10H N:JH E:QH",
)  # fmt: skip


def test_bela_without_logged_cards_counts_once() -> None:
    sat = sit(*OPEN, "declare N bela", "declare N bela H", TALLY)
    assert (counts(sat), sat.score) == ([True, False], {"SN": 120, "WE": 62})


def test_bela_is_free_of_the_comparison() -> None:
    sat = sit(*OPEN, "declare W fifty AD", "declare S bela", "tally SN:130/5 WE:32/3")
    assert sat.score == {"SN": 150, "WE": 82}


def test_declared_after_the_result_was_entered_by_hand() -> None:
    sat = sit(*OPEN, TALLY, "declare S terz QS")
    assert (sat.score, sat.found) == ({"SN": 120, "WE": 62}, [])


def test_d13_combination_with_a_card_laid_by_another() -> None:
    sat = sit(*OPEN, "declare W terz QD", "S:AD W:7D N:QD")
    assert sat.found == [("false-declaration", "W", 4, 7, "D-13")]
    assert sit(*OPEN, "S:AD W:7D N:QD", "declare E terz KD").found == [("false-declaration", "E", 7, 7, "D-13")]


def test_d13_combination_with_the_shown_card_of_the_declarer() -> None:
    assert [row[4] for row in sit(*OPEN, "declare W terz 9H").found] == ["D-13"]
    assert sit(*OPEN, "declare S terz 9H").found == []


def test_d13_combination_that_the_hand_turns_out_not_to_hold() -> None:
    """With two players nobody else need show the missing card: the hand played out tells."""
    duel = (
        "dealt N 9H", "S:play", "declare N terz QS", "S:AS N:QS", "S:AD N:7D", "S:AC N:7C", "S:AH N:7H",
        "S:KS N:JS", "S:KD N:8D", "S:KC N:8C",
    )  # fmt: skip
    sat = sit(*duel, format="1x1")
    assert sat.found == []
    assert sat.then("S:9H N:8H").found == [("false-declaration", "N", 4, 20, "D-13")]


def test_d13_dismissed_it_counts_ruled_on_it_is_void() -> None:
    sat = sit(*OPEN, "declare W terz 9H", TALLY)
    assert sat.score == {"SN": 100, "WE": 82}, "nothing before a ruling"
    void = sat.rule("false-declaration", W, 4, "other", remedy="declarations-void")
    assert void.score == {"SN": 100, "WE": 62}
    assert void.rule("false-declaration", W, 4, "dismissed").score == {"SN": 100, "WE": 82}


def test_declarations_void_of_a_side() -> None:
    sat = sit(*OPEN, "declare S terz QS", "declare N terz QD", TALLY)
    assert sat.score["SN"] == 140
    assert sat.rule("D-14", N, None, "other", remedy="declarations-void").score["SN"] == 100


DEBERTS = ("dealt E 9H", "S:play", "declare S deberts KH", "S:KH W:7S N:8S E:9S")


def test_deberts_wins_the_party_when_it_is_shown() -> None:
    sat = sit(*DEBERTS)
    assert sat.report.winner is None
    won = sat.then("show S QH JH 10H 9H 8H 7H")
    assert (won.report.winner, won.row.finished, won.report.meeting) == ("SN", True, (("SN", 1), ("WE", 0)))
    assert won.report.parties[0].winner == "SN"


def test_deberts_in_a_deal_entered_by_hand() -> None:
    assert sit(*OPEN, "declare W deberts AH", TALLY).report.winner == "WE"


def test_deberts_of_another_suit_is_a_fifty() -> None:
    sat = sit(*OPEN, "declare S deberts AD", TALLY)
    assert (sat.report.winner, sat.score["SN"]) == (None, 150)


def test_declaration_in_a_deal_that_was_not_played_is_refused() -> None:
    with pytest.raises(ImpossibleAct):
        sit("dealt E 9H", "misdealt", Declared(S, "terz QS"))
    with pytest.raises(ImpossibleAct, match="another seat has played"):
        sit(*OPEN, "S:AS", "show N AS")
