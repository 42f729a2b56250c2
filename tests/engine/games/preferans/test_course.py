"""The course of a deal after the bidding: talon, order, defence, play, claims; by the clauses Игра 1-7, 14, Распасы."""

import pytest

from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.view import Audience, Phase

from .sitting import THREE, E, N, S, Sat, W, sit

BID = ("dealt E", "call S 6S, W pass, N pass")
"""S has the game at a table of four; E deals and sits out."""
SEVEN = (*BID, "talon 8D 9D", "exchange S 2 2", "call S order 7H")
FIRST_TRICK = "S:AS W:7S N:8S"


def stages(*parts: str) -> list[tuple[str | None, str]]:
    """(stage, whose word or card) after each part."""
    table, seen = sit(), []
    for part in parts:
        table = table.then(part)
        expected = table.view().expectation
        seen.append((table.view().stage, str(expected.caller or expected.seat)))
    return seen


def test_the_stages_of_a_game() -> None:
    assert stages(*BID[:1], "call S 6S, W pass", "call N pass", "talon 8D 9D", "exchange S 2 2", "call S order 7H") == [
        ("bid", "S"), ("bid", "N"), ("talon", "S"), ("discard", "S"), ("order", "S"), ("whist", "W"),
    ]  # fmt: skip
    assert stages(*SEVEN, "call W whist, N pass", "S:AS", "call W open", "W:7S")[5:] == [
        ("lead", "S"), ("open", "W"), ("play", "W"), ("play", "N"),
    ]  # fmt: skip


def test_a_game_without_the_talon_goes_straight_to_the_order() -> None:
    table = sit("dealt E", "call S misere, W 9-dark, N pass, S pass")
    assert (table.view().stage, table.view().expectation.calls[:2]) == ("order", ("order 9S", "order 9C"))
    with pytest.raises(ImpossibleAct, match="without the talon"):
        table.then("exchange W 2 2")


def test_game_14_the_order_may_be_changed_until_the_first_defender_speaks() -> None:
    table = sit(*SEVEN, "call S order 8S")
    assert table.view().contract == "8S"
    assert (S, "order 8C") in table.view().expectation.calls_out_of_turn
    late = table.then("call W whist, S order 8H")
    assert (late.view().contract, late.found[0][:2]) == ("8S", ("illegal-call", "S"))
    assert late.report.irregularities[0].citation == "Сочи Игра 14"
    assert late.view().expectation.calls_out_of_turn == ()


def test_an_order_is_not_below_the_bid() -> None:
    table = sit("dealt E", "call S 6S, W 6C, N pass, S pass", "talon 8D 9D", "exchange W 2 2")
    assert table.view().expectation.calls[0] == "order 6C"
    assert table.then("call W order 6S").found[0][:2] == ("illegal-call", "W")


def test_game_3_the_talon_in_the_face() -> None:
    table = sit(*BID, "talon 8D 9D", "call S talon-in-face, S order 7H, W pass, N pass")
    assert table.sheet == {"S": {"pool": 4}, "E": {"mountain": 2}}, "the value of the bid"
    with pytest.raises(ImpossibleAct, match="gave the talon back"):
        sit(*BID, "talon 8D 9D", "call S talon-in-face", "exchange S 2 2")
    misere = sit(
        "dealt E", "call S misere, W pass, N pass", "talon 8D 9D", "call S talon-in-face", "tally S 0 W 10 N 0"
    )
    assert misere.sheet == {"S": {"pool": 10}, "E": {"mountain": 2}}


def test_game_3_a_misere_in_the_face_while_raspasy_are_on() -> None:
    table = sit("dealt N", "call E pass, S pass, W pass", "tally E 4 S 3 W 3 N 0")
    table = table.then("dealt E", "call S misere, W pass, N pass", "call S talon-in-face", "tally S 0 W 10 N 0")
    assert table.wrote == {"S": {"pool": 10}, "E": {"mountain": 4}}


def test_game_4_without_three_ends_the_deal() -> None:
    table = sit(*BID, "talon AD AS", "call S without-three")
    assert (table.sheet, table.deal.contract, table.view().stage) == ({"S": {"mountain": 6}}, "6S", "over")
    assert table.then("call S talon-in-face").sheet == {"S": {"mountain": 6}, "E": {"mountain": 2}}
    with pytest.raises(ImpossibleAct, match="the deal is over"):
        table.then("S:KS")
    ordered = sit(
        *BID, "talon 8D 9D", "call S order 8H, S without-three", rules={"without_three": {"value": "ordered"}}
    )
    assert ordered.sheet == {"S": {"mountain": 18}}
    forbidden = sit(*BID, "call S without-three", rules={"without_three": {"allowed": False}})
    assert forbidden.found[0][:2] == ("illegal-call", "S")


def test_game_1_six_spades_are_whisted_by_both() -> None:
    table = sit(*SEVEN[:4], "call S order 6S")
    assert table.view().expectation.calls == ("whist",)
    assert table.then("call W pass").found[0][:2] == ("illegal-call", "W")
    one = sit(*SEVEN[:4], "call S order 6S, W pass, N pass", rules={"stalingrad": "one"})
    assert [found[1] for found in one.found] == ["N"]
    silent = sit(*SEVEN[:4], "call S order 6S", "tally S 6 W 2 N 2")
    assert silent.sheet == {"S": {"pool": 2}, "W": {"whists": {"S": 4}}, "N": {"whists": {"S": 4}}}


def test_game_5_ten_is_checked_and_may_be_whisted() -> None:
    table = sit(*SEVEN[:4], "call S order 10H")
    assert set(table.view().expectation.kinds) == {"Called", "Played"}
    assert table.then("S:AS").view().stage == "play"
    assert table.then("tally S 9 W 1 N 0").sheet == {"S": {"mountain": 10}}
    whisted = table.then("call W pass, N whist", "tally S 9 W 1 N 0")
    assert whisted.sheet["N"] == {"whists": {"S": 20}}
    assert table.then("S:AS", "call N open").found == [], "a checker may lay his cards open"
    passed = table.then("call W pass, N pass")
    assert passed.view().phase is not Phase.DEAL_OVER, "it is played all the same"


def test_game_6_half_a_whist_and_the_way_back() -> None:
    assert sit(*SEVEN, "call W half").found[0][:2] == ("illegal-call", "W"), "only after a pass"
    half = sit(*SEVEN, "call W pass, N half")
    assert half.view().expectation.calls == ("whist", "pass")
    assert half.then("call W pass").sheet == {"S": {"pool": 4}, "N": {"whists": {"S": 4}}}
    back = half.then("call W whist")
    assert [seat.roles for seat in back.view().seats][1:3] == [("whister",), ("passer",)]
    assert back.then("tally S 7 W 3 N 0").sheet["W"] == {"whists": {"S": 12}}
    assert [seat.roles for seat in half.then("call W pass").view().seats][2] == ("half-whister",)


def test_game_7_the_dealer_of_four_may_look_at_a_hand_and_whist_with_it() -> None:
    table = sit(*SEVEN, "call W pass, N pass")
    assert table.deal.finished
    assert (table.view().stage, table.view().expectation.seat) == ("look", E)
    assert table.view().expectation.calls == ("pass", "look W", "look N")
    looked = table.then("call E look N")
    assert looked.view().expectation.calls == ("whist", "pass")
    whisted = looked.then("call E whist")
    assert whisted.deal.finished is False
    done = whisted.then("S:AS", "call E closed", "tally S 7 W 1 N 2")
    assert done.found == []
    assert done.sheet == {"S": {"pool": 4}, "E": {"whists": {"S": 12}}}
    after_half = sit(*SEVEN, "call W pass, N half, W pass, E look W, E whist", "tally S 6 W 2 N 2")
    assert after_half.sheet["E"] == {"whists": {"S": 20}}
    assert after_half.sheet["N"] == {"whists": {"S": 4}}, "the consolation alone"
    assert sit(*SEVEN, "call W pass, N pass, E pass").view().stage == "over"


def test_game_7_nobody_else_looks_and_never_at_a_table_of_three() -> None:
    assert sit(*SEVEN, "call W pass, N pass, W look N").found[0][:2] == ("call-out-of-turn", "W")
    assert sit(*SEVEN, "call W pass, N pass, E look S").found[0][:2] == ("illegal-call", "E")
    three = sit("dealt N", "call S 6S, W pass, N pass", "call S order 7H, W pass, N pass", seats=THREE)
    assert three.view().stage == "over"


def test_game_2_open_or_closed_when_the_declarer_leads_only_after_his_lead() -> None:
    table = sit(*SEVEN, "call W whist, N pass", "call W open")
    assert table.found == [("call-out-of-turn", "W", 10, 10, "P-9")]
    assert table.report.irregularities[0].citation == "Сочи Игра 2"
    assert sit(*SEVEN, "call W whist, N pass", "S:AS", "call W open").found == []
    assert sit(*SEVEN, "call W whist, N pass", "S:AS W:7S", "call W open").found[0][:2] == ("call-out-of-turn", "W")


def test_game_2_open_or_closed_before_the_defenders_lead() -> None:
    led = ("dealt E", "call S pass, W 6S, N pass", "talon 8D 9D", "exchange W 2 2", "call W order 7H, N whist, S pass")
    table = sit(*led)
    assert (table.view().stage, table.view().expectation.caller) == ("open", N)
    assert table.then("call N open", "show N 7S 8S", "S:AS").found == []
    assert table.then("S:AS", "call N open").found[0][:2] == ("call-out-of-turn", "N")
    assert table.then("call S open").found[0][:2] == ("call-out-of-turn", "S"), "the whister chooses"
    both = sit(*led[:4], "call W order 7H, N whist, S whist, N open")
    assert both.found[0][:2] == ("call-out-of-turn", "N"), "two whisters play closed"


def test_a_word_of_another_stage_is_illegal_for_who_has_the_word() -> None:
    assert sit("dealt N", "call S whist", seats=THREE).found[0][:2] == ("illegal-call", "S")
    assert sit(*SEVEN, "call W 7H").found[0][:2] == ("illegal-call", "W")
    assert sit(*SEVEN, "call W order 8H").found[0][:2] == ("illegal-call", "W")
    assert sit(*SEVEN, "call N whist").found[0][:2] == ("call-out-of-turn", "N")


def test_three_of_four_play_and_first_hand_leads() -> None:
    table = sit(*SEVEN, "call W whist, N pass", FIRST_TRICK, "S:KS W:9S N:10S")
    assert [trick.winner for trick in table.view().tricks] == [S, S]
    with pytest.raises(ImpossibleAct, match="E deals and does not play"):
        table.then("E:AD")
    seats = {seat.seat: seat for seat in table.view().seats}
    assert (seats[E].cards_left, seats[S].cards_left, seats[S].tricks) == (0, 8, 2)


def test_a_talon_card_is_the_declarers_or_nobodys() -> None:
    table = sit(*SEVEN, "call W whist, N pass", "S:AS")
    with pytest.raises(ImpossibleAct, match="8D was in the talon, and S took it"):
        table.then("W:8D")
    known = sit(*BID, "talon 8D 9D", "take S 8D 9D / 7C 9D", "call S order 7H, W whist, N pass", "S:8D")
    with pytest.raises(ImpossibleAct, match="7C was discarded"):
        known.then("W:7C")
    with pytest.raises(ImpossibleAct, match="was not in the talon"):
        sit(*BID, "talon 8D 9D", "take S 8D 10D / 7C 7D")
    with pytest.raises(ImpossibleAct, match="has not won the bidding"):
        sit(*BID, "talon 8D 9D", "exchange W 2 2")


def test_raspasy_2_the_talon_of_three_sets_the_suit_and_wins_nothing() -> None:
    table = sit("dealt N", "call S pass, W pass, N pass", seats=THREE)
    assert (table.view().stage, table.view().expectation.kinds) == ("talon-card", ("TurnedUp",))
    table = table.then("talon AD", "S:8D W:9D N:7D", "talon 7C", "S:8C W:8H N:KS", "S:AS W:9S N:10S")
    assert [trick.winner for trick in table.view().tricks] == [W, S, S]
    assert table.found == []
    assert [play.seat for play in table.view().tricks[2].plays] == [S, W, N], "the first hand leads three times"


def test_raspasy_2_the_first_player_follows_the_talon_too() -> None:
    table = sit("dealt N", "call S pass, W pass, N pass", "talon 8D", "S:AH W:9D N:7D", "talon 7C", seats=THREE)
    table = table.then("S:8C W:9C N:10C", "S:10D")
    assert table.found == [("revoke", "S", 6, 13, "P-5")]


def test_raspasy_2_the_talon_of_four_is_the_dealers() -> None:
    table = sit("dealt E", "call S pass, W pass, N pass")
    assert (table.view().stage, table.view().expectation.seat) == ("lead", E)
    table = table.then("E:AD S:7D W:8D N:9D", "E:7C S:8C W:9C N:10C", "N:AS S:7S W:8S")
    assert [trick.winner for trick in table.view().tricks] == [E, N, N]
    assert table.found == []
    again = sit("dealt E", "call S pass, W pass, N pass", "E:7D S:8D W:10D N:9D", "E:AC S:8C W:9C N:10C")
    assert again.view().expectation.seat is S, "the dealer has won trick 2"
    with pytest.raises(ImpossibleAct, match="all 2 cards"):
        again.then("E:AH")
    full = again.then("tally S 4 W 3 N 2 E 1")
    assert full.sheet == {"S": {"mountain": 4}, "W": {"mountain": 3}, "N": {"mountain": 2}, "E": {"mountain": 1}}


def test_a_talon_card_of_four_that_is_turned_up_in_raspasy_is_led() -> None:
    table = sit("dealt E", "call S pass, W pass, N pass", "talon AD", "E:AD", "S:7D W:8D N:9D", "talon 7C")
    assert (table.found, table.view().expectation.seat) == ([], S)
    assert [play.seat for play in table.view().tricks[0].plays] == [E, S, W, N]


def test_a_trick_of_raspasy_in_which_nobody_follows_is_the_highest_of_the_first_hands_suit() -> None:
    """Six diamonds are in the hands, so somebody is off suit, and nobody can yet say who."""
    table = sit("dealt N", "call S pass, W pass, N pass", "talon 7D", "S:8S W:AH N:KS", seats=THREE)
    assert table.view().tricks[0].winner is N
    assert [(one.seat, one.certain) for one in table.report.irregularities] == [(None, False)]


def test_a_raspasy_talon_card_that_was_missed_may_come_late() -> None:
    start = ("dealt N", "call S pass, W pass, N pass")
    table = sit(*start, "S:AH W:9D N:7D", "talon 7C", "S:8C W:9C N:10C", "S:10D", seats=THREE)
    assert table.found == [], "nobody knows what led to trick 1"
    late = sit(*start, "S:AH", "talon 8D", "W:9D N:7D", "talon 7C", "S:8C W:9C N:10C", "S:10D", seats=THREE)
    assert late.found == [("revoke", "S", 5, 13, "P-5")]
    assert late.view().tricks[0].winner is W


RASPASY_CARDS = "S:8D W:9D N:10D|S:8C W:9C N:10C|S:7S W:8S N:9S|N:AS S:10S W:JS|N:AH S:8H W:9H|N:KH S:10H W:JH|N:QH S:7H W:QS|N:KS S:JD W:QD|N:AC S:JC W:QC|N:AD S:KD W:KC"  # noqa: E501


def test_a_raspasy_without_a_talon_card_is_in_doubt_and_nothing_is_scored() -> None:
    tricks = RASPASY_CARDS.split("|")
    whole = sit(
        "dealt N", "call S pass, W pass, N pass", "talon 7D", tricks[0], "talon 7C", *tricks[1:], seats=THREE
    )  # fmt: skip
    assert whole.found == []
    assert whole.sheet == {"N": {"mountain": 10}, "S": {"pool": 1}, "W": {"pool": 1}}
    unseen = sit("dealt N", "call S pass, W pass, N pass", tricks[0], "talon 7C", *tricks[1:], seats=THREE)
    assert (unseen.deal.finished, unseen.doubts) == (False, [(1, "cards-missing")])


def test_r14_an_open_hand_proves_at_once_and_late_shows_prove_what_was() -> None:
    start = ("dealt N", "call S misere, W pass, N pass", "S:7S W:8H N:8S")
    shown = sit(*start, "show W 9S 10S", seats=THREE)
    assert shown.found == [("revoke", "W", 6, 8, "P-4")]
    players = shown.view(Audience.PLAYERS)
    assert [card.code for card in players.seats[1].open_hand] == ["9S", "10S"]
    assert players.findings == ()


def test_open_defenders_of_a_misere_expose_nothing() -> None:
    table = sit("dealt N", "call S misere, W pass, N pass", "expose W 8S 9S", "expose S 7S 7H", seats=THREE)
    assert [found[:2] for found in table.found] == [("exposed-cards", "S")]


def claim(*parts: str, rules: dict[str, object] | None = None) -> Sat:
    return sit(*SEVEN, *parts, rules=rules)


def test_a_claim_of_all_the_rest() -> None:
    table = claim("call W whist, N pass", FIRST_TRICK, "claim S 9")
    assert table.sheet == {"S": {"pool": 4}, "W": {"mountain": 8}}
    some = claim("call W whist, N pass", FIRST_TRICK, "claim S 6")
    assert some.sheet == {"S": {"pool": 4}, "W": {"whists": {"S": 12}}}
    defender = claim("call W whist, N pass", FIRST_TRICK, "claim W 9")
    assert defender.sheet["S"] == {"mountain": 24}


def test_a_claim_that_leaves_two_whisters_to_share_stays_open() -> None:
    table = claim("call W whist, N whist", FIRST_TRICK, "claim S 6")
    assert (table.deal.finished, table.doubts) == (False, [(1, "claim-leaves-tricks-open")])
    played_on = table.then("S:KS W:9S N:10S")
    assert played_on.doubts == []


def test_a_claim_is_played_out_by_the_rules_when_all_cards_are_known() -> None:
    tricks = ("S:AS W:7S N:8S", "S:KS W:9S N:10S", "S:AH W:7H N:8H", "S:KH W:9H N:10H", "S:QH W:7D N:JH",
              "S:AC W:7C N:8C", "S:KC W:9C N:10C")  # fmt: skip
    hands = ("show S QC JC AD", "show W JS QS KD", "show N JD QD 10D")
    both = claim("call W whist, N whist", *tricks, *hands, "claim S 2")
    assert both.doubts == [(1, "claim-leaves-tricks-open")], "S can take all three"
    all_three = claim("call W whist, N whist", *tricks, *hands, "claim S 3")
    assert (all_three.deal.finished, all_three.doubts) == (True, [])
    too_many = claim(
        "call W whist, N whist", *tricks, "show S 9D QC JC", "show W JS QS KD", "show N JD QD AD", "claim S 3"
    )
    assert too_many.doubts == [(1, "claim-leaves-tricks-open")]


ALL_OPEN = ("show S AS KS QS JS AH KH QH JH AC KC", "show W 7S 8S 9S 7H 8H 9H 7C 8C 9C 10D",
            "show N 10S 10H 10C QC JC 7D JD QD KD AD")  # fmt: skip


def test_a_claim_of_many_tricks_is_tried_when_all_hands_lie_open() -> None:
    """S holds ten tricks from the top; a defender who claims nine has none."""
    good = claim("call W whist, N pass", *ALL_OPEN, "claim S 10")
    assert (good.deal.finished, good.doubts) == (True, [])
    eight = claim("call W whist, N pass", *ALL_OPEN, "S:AS W:7S N:10S", "S:KS W:8S N:7D", "claim S 8")
    assert (eight.deal.finished, eight.doubts) == (True, [])
    false = claim("call W whist, N pass", *ALL_OPEN, "S:AS W:7S N:10S", "claim W 7")
    assert (false.deal.finished, false.doubts) == (False, [(1, "claim-leaves-tricks-open")])
    assert false.report.doubts[0].seq == len(false.acts)


def test_a_claim_with_hidden_hands_is_scored_and_told() -> None:
    table = claim("call W whist, N pass", FIRST_TRICK, "claim S 9")
    assert (table.deal.finished, table.doubts) == (True, [(1, "claim-not-tried")])


def test_a_claim_in_a_misere_says_what_its_player_avoids() -> None:
    start = ("dealt E", "call S misere, W pass, N pass", "talon 8D 9D", "exchange S 2 2")
    low = ("show S 7S 8S 9S 7H 8H 9H 7C 8C 7D 10S", "show W JS QS KS AS JH QH KH AH JC QC",
           "show N 10H 9C 10C KC AC JD QD KD AD 10D")  # fmt: skip
    none = sit(*start, *low, "claim S 0")
    assert (none.deal.finished, none.doubts) == (True, [])
    high = ("show S AS 8S 9S 7H 8H 9H 7C 8C 7D 10S", "show W JS QS KS 7S JH QH KH AH JC QC", low[2])
    taken = sit(*start, *high, "claim S 0")
    assert taken.doubts == [(1, "claim-leaves-tricks-open")], "sooner or later the ace wins a trick"


def test_the_dealer_who_whists_claims_for_both_hands() -> None:
    table = claim("call W pass, N pass, E look N, E whist", FIRST_TRICK, "claim E 3")
    assert table.sheet == {"S": {"pool": 4}, "E": {"whists": {"S": 12}}}


def test_claims_that_cannot_be_are_refused() -> None:
    with pytest.raises(ImpossibleAct, match="9 are left"):
        claim("call W whist, N pass", FIRST_TRICK, "claim S 10")
    with pytest.raises(ImpossibleAct, match="no play is going on"):
        sit(*BID, "claim S 3")


@pytest.mark.parametrize(
    ("tally", "doubts"),
    [
        ("S 7 W 3 N 0", []),
        ("S 7", []),
        ("S 7 W 3", []),
        ("S 7 W 4 N 0", [(1, "tally-does-not-add-up")]),
        ("S 7 W 2 N 0", [(1, "tally-does-not-add-up")]),
        ("S 7 W 2 N 1 E 1", [(1, "tally-does-not-add-up")]),
        ("W 3", [(1, "tricks-unknown")]),
    ],
)
def test_tallies_of_a_single_whister(tally: str, doubts: list[tuple[int, str]]) -> None:
    table = claim("call W whist, N pass", f"tally {tally}")
    assert table.doubts == doubts
    assert table.deal.finished is (not doubts)


def test_tallies_that_are_no_tricks_are_refused() -> None:
    with pytest.raises(LogFormatError, match="is no side"):
        sit("dealt N", "call S pass, W pass, N pass", "tally SN 7", seats=THREE)
    assert claim("call W whist, N whist", "tally S 7").doubts == [(1, "tricks-unknown")]


def test_a_tally_that_contradicts_the_cards_is_in_doubt() -> None:
    tricks = RASPASY_CARDS.split("|")
    start = ("dealt N", "call S pass, W pass, N pass", "talon 7D", tricks[0], "talon 7C", *tricks[1:])
    table = sit(*start, "tally S 5 W 5 N 0", seats=THREE)
    assert table.doubts == [(1, "tally-does-not-add-up")]
    assert sit(*start, "tally S 0 W 0 N 10", seats=THREE).doubts == []
