"""A deal from end to end: play, penalty cards, unread cards, claims, capo from one hand, what is impossible."""

from dataclasses import replace

import pytest

from kozyr.engine.acts import Dealt, Exchanged, TimeoutTaken, TurnedUp
from kozyr.engine.cards import DECK_32, Card, cards
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import AuctionEnded, DealScored, TrickWon
from kozyr.engine.games.bazar_belot.game import GAME
from kozyr.engine.games.registry import GAMES, game_named
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.codec import read_entry, read_header, write_entry
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import fold
from kozyr.engine.view import Audience, Phase

from .sitting import FOUR_PASSES, E, N, S, Sat, W, acts, four, header, sit

SPADES = ("dealt E", f"call S: 14S, {FOUR_PASSES}")
CAPO = (
    "E:QH S:AH W:7H N:10H S:JS W:9H N:8S E:8H S:9S W:JH N:QS E:7C S:AS W:KH N:10S E:7D",
    "S:KS W:8C N:JD E:JC S:7S W:9D N:9C E:QD S:AC W:QC N:KC E:10C",
    "S:AD W:KD N:8D E:10D",
)
"""S takes every trick in spades; E leads."""
DEALT_CAPO = ("dealt N", f"call E: pass, S: 25S capo, {FOUR_PASSES}")
HANDS = tuple(
    (seat, cards(held))
    for seat, held in (
        (S, "AH JS 9S AS KS 7S AC AD"),
        (W, "7H 9H JH KH 8C 9D QC KD"),
        (N, "10H 8S QS 10S JD 9C KC 8D"),
        (E, "QH 8H 7C 7D JC QD 10C 10D"),
    )
)


def test_facts_of_a_deal() -> None:
    table = sit(*DEALT_CAPO, *CAPO)
    ended = [fact for fact in table.facts if isinstance(fact, AuctionEnded)]
    assert ended == [AuctionEnded(7, "25S capo", S, 1)]
    tricks = [fact for fact in table.facts if isinstance(fact, TrickWon)]
    assert [trick.number for trick in tricks] == list(range(1, 9))
    assert sum(trick.points for trick in tricks) == 162
    (scored,) = [fact for fact in table.facts if isinstance(fact, DealScored)]
    assert (scored.score, scored.bayt) == ((("SN", 50), ("WE", 0)), ())


def test_roles_phases_and_turns() -> None:
    table = sit()
    assert table.view().phase is Phase.BEFORE_DEAL
    assert table.view().expectation.kinds == ("Dealt",)
    table = sit("dealt N")
    assert (table.view().phase, table.view().expectation.seat) == (Phase.AUCTION, E)
    table = sit(*DEALT_CAPO)
    roles = {seat.seat: seat.roles for seat in table.view().seats}
    assert roles == {S: ("declarer",), W: (), N: ("dealer",), E: ("first",)}
    assert (table.view().phase, table.view().expectation.seat) == (Phase.PLAY, E)
    over = table.then(*CAPO)
    assert (over.view().phase, over.view().expectation.seat) == (Phase.DEAL_OVER, E), "the next dealer"


def test_players_see_the_last_trick_only() -> None:
    table = sit(*DEALT_CAPO, *CAPO[:1])
    assert [trick.number for trick in table.view(Audience.PLAYERS).tricks] == [4]
    assert [trick.number for trick in table.view(Audience.SPECTATORS).tricks] == [1, 2, 3, 4]


def test_playable_cards_are_those_nobody_has_seen_elsewhere() -> None:
    table = sit(*DEALT_CAPO, "E:QH", "expose W 7H", "N:10H")
    playable = table.view().expectation.playable
    assert table.view().expectation.seat is S
    assert playable == frozenset(DECK_32) - frozenset(cards("QH 7H 10H"))


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("W:QH", "played already"),
        ("E:QH", "played already"),
        ("S:AS W:AS", "played already"),
    ],
)
def test_a_card_cannot_be_played_twice(more: str, why: str) -> None:
    table = sit(*DEALT_CAPO, "E:QH")
    with pytest.raises(ImpossibleAct, match=why):
        table.then(more)


def test_acts_without_a_deal_or_after_its_end_are_impossible() -> None:
    with pytest.raises(ImpossibleAct, match="enter Dealt first"):
        sit("call S: pass")
    over = sit(*DEALT_CAPO, *CAPO)
    for act in ("S:7C", "call S: pass", "claim S 1"):
        with pytest.raises(ImpossibleAct):
            over.then(act)


def test_what_other_games_have_is_refused() -> None:
    table = sit("dealt E", TimeoutTaken(S))
    for act in (TurnedUp(cards("9H")), Exchanged(S, 1, 1)):
        with pytest.raises(ImpossibleAct):
            table.then(act)
    with pytest.raises(LogFormatError):
        table.then(Dealt(S, obliged=W))


@pytest.mark.parametrize("hand", ["AS KS QS", "AS KS QS JS 10S 9S 8S 6S", "AS AS QS JS 10S 9S 8S 7S"])
def test_a_hand_must_be_eight_cards_of_the_deck(hand: str) -> None:
    with pytest.raises(ImpossibleAct, match="8 different cards"):
        sit(Dealt(E, hands=((S, cards(hand)),)))


def test_a_card_outside_a_written_hand_is_impossible_and_a_revoke_is_plain_at_once() -> None:
    start = (Dealt(N, hands=HANDS), *DEALT_CAPO[1:])
    with pytest.raises(ImpossibleAct, match="not in the hand"):
        sit(*start, "E:9H")
    table = sit(*start, "E:QH S:AC")
    assert [(one[0], one[2], one[3]) for one in table.found] == [("revoke", 9, 9)]
    assert sit(*start, *CAPO).found == []


def test_an_unread_card_keeps_the_deal_without_a_score_and_names_what_is_missing() -> None:
    table = sit(*DEALT_CAPO, CAPO[0].replace("N:8S", "N:??"), *CAPO[1:])
    assert (table.deal.finished, table.deal.score) == (False, ())
    assert [(one.what, one.cards) for one in table.report.doubts] == [("cards-missing", (Card.parse("8S"),))]


def test_who_leads_after_an_unread_card_is_open_only_when_it_could_have_won() -> None:
    could = sit(*SPADES, "S:AH W:?? N:7H E:8H")
    assert could.view().expectation.seat is None
    on = could.then("W:9C")
    assert on.view().expectation.seat is N
    could_not = sit(*SPADES, "S:JS W:?? N:7S E:8S")
    assert could_not.view().expectation.seat is S


def test_tricks_after_an_unread_card_are_judged_once_it_is_plain_who_leads() -> None:
    """W may have had to lead instead of S: N wins the second trick all the same and goes on past their cards."""
    table = sit(*SPADES, "S:AH W:?? N:7H E:8H", "S:9C W:KC N:AC E:7C", "N:AD E:9S S:7D W:8D", "E:KD")
    assert table.found == [("revoke", "E", table.seq("E:9S"), table.seq("E:KD"), "B-10")]
    assert table.report.irregularities[0].certain


def test_a_trick_that_two_may_have_led_is_not_judged() -> None:
    table = sit(*SPADES, "S:AH W:?? N:7H E:8H", "S:9C W:KD N:AC E:7C", "W:QC")
    assert not [one for one in table.report.irregularities if one.certain]


def test_nothing_is_judged_when_nobody_can_tell_which_plays_make_a_trick() -> None:
    """S may have laid its ace out of turn and now play to W's trick, so that W is the next to lead."""
    table = sit(*SPADES, "S:AH W:?? N:7H E:8H", "S:AC W:KC N:9C E:7C", "S:8C W:AD N:9D E:9S", "E:KD")
    assert not [one for one in table.report.irregularities if one.certain]


def test_nobody_is_certainly_out_of_turn_after_an_unread_card_that_may_have_won() -> None:
    table = sit(*SPADES, "S:AH W:?? N:7H E:8H", "S:9C W:KC N:AC E:7C", "N:AD S:7D")
    assert [(one.offence.value, one.seat, one.certain) for one in table.report.irregularities] == [
        ("out-of-turn", S, False)
    ]


def test_a_penalty_card_played_unread_takes_no_card_from_the_hand() -> None:
    first = CAPO[0].replace("E:QH S:AH W:7H N:10H", "E:QH N:10H S:AH W:7H N:??")
    table = sit(*DEALT_CAPO, first, *CAPO[1:])
    assert [(one[0], one[1]) for one in table.found] == [("out-of-turn", "N")]
    assert [(one.what, one.cards) for one in table.report.doubts] == [("cards-missing", (Card.parse("10H"),))]


def test_after_an_unread_card_lying_out_of_turn_who_is_due_is_not_certain() -> None:
    table = sit(*SPADES, "S:AH N:?? W:7H E:8H")
    assert [(one.seat, one.certain) for one in table.report.irregularities] == [(N, True), (E, False)]


def test_claim_of_the_rest_ends_the_deal() -> None:
    table = sit(*DEALT_CAPO, *CAPO[:1], "claim S 4")
    assert table.score == {"SN": 50, "WE": 0}
    assert dict(table.deal.points) == {"SN": 162, "WE": 0}
    on = table.then(*CAPO[1:])
    assert on.score == table.score


def test_giving_the_rest_away() -> None:
    table = sit(*DEALT_CAPO, *CAPO[:2], "claim S 0")
    assert (table.score, table.deal.bayt) == ({"SN": 0, "WE": 41}, ("SN",))


def test_a_claim_of_some_tricks_leaves_the_deal_open() -> None:
    table = sit(*DEALT_CAPO, *CAPO[:2], "claim E 0")
    assert table.deal.finished
    table = sit(*DEALT_CAPO, *CAPO[:1], "claim S 2")
    assert [one.what for one in table.report.doubts] == ["claim-leaves-tricks-open"]
    assert not table.deal.finished
    with pytest.raises(ImpossibleAct, match="4 are left"):
        sit(*DEALT_CAPO, *CAPO[:1], "claim S 5")


def test_a_claim_is_tried_when_all_hands_lie_open() -> None:
    start = (Dealt(N, hands=HANDS), *DEALT_CAPO[1:], *CAPO[:1])
    good = sit(*start, "S:KS W:8C N:JD E:JC S:7S W:9D N:9C E:QD", "claim S 2")
    assert good.deal.finished
    bad = sit(*start, "S:KS W:8C N:JD E:JC S:7S W:9D N:9C E:QD", "claim W 2")
    assert [one.what for one in bad.report.doubts] == ["claim-leaves-tricks-open"]
    shown = sit(*DEALT_CAPO, *CAPO[:2], "claim E 1")
    assert shown.deal.finished, "nobody has seen the hands: undisputed"
    laid_open = shown.then("show S AD", "show W KD", "show N 8D", "show E 10D")
    assert [one.what for one in laid_open.report.doubts] == ["claim-leaves-tricks-open"]


EIGHT_TRUMPS = (
    "show S AS KS QS JS 10S 9S 8S 7S", "show W AD KD QD AC 10C AH 9H 8H",
    "show N 10H KH QH JH 7H JD 10D 9D", "show E 8D 7D KC QC JC 9C 8C 7C",
)  # fmt: skip


@pytest.mark.parametrize(("claim", "doubts"), [("S", []), ("N", []), ("W", ["claim-leaves-tricks-open"])])
def test_a_claim_of_all_eight_tricks_against_eight_trumps(claim: str, doubts: list[str]) -> None:
    table = sit(*SPADES, *EIGHT_TRUMPS, f"claim {claim} 8")
    assert ([one.what for one in table.report.doubts], table.deal.finished) == (doubts, not doubts)
    assert [one.seq for one in table.report.doubts] == [len(table.acts)] * len(doubts)


def test_a_claim_of_the_last_seven_tricks_is_tried_to_the_end() -> None:
    start = (*SPADES, *EIGHT_TRUMPS, "S:JS W:8H N:7H E:7C")
    for claim, doubts in (("S", []), ("W", ["claim-leaves-tricks-open"]), ("E", ["claim-leaves-tricks-open"])):
        table = sit(*start, f"claim {claim} 7")
        assert ([one.what for one in table.report.doubts], table.deal.finished) == (doubts, not doubts)
    for high, doubts in (("AD", []), ("KD", ["claim-leaves-tricks-open"])):
        seven = (EIGHT_TRUMPS[0].replace("7S", high), EIGHT_TRUMPS[1].replace(high, "7S"), *EIGHT_TRUMPS[2:])
        table = sit(*SPADES, *seven, "S:JS W:7S N:7H E:7C", "claim S 7")
        assert [one.what for one in table.report.doubts] == doubts, "the ace of diamonds stands over the king"


def test_a_claim_with_hidden_hands_is_scored_and_told() -> None:
    table = sit(*DEALT_CAPO, *CAPO[:1], "claim S 4")
    assert [(one.what, one.seq) for one in table.report.doubts] == [("claim-not-tried", len(table.acts))]
    assert table.deal.finished


def test_capo_from_one_hand_is_played_in_tricks_of_three() -> None:
    table = sit("dealt N", f"call E: pass, S: 25S capo-hand, {FOUR_PASSES}", "E:QH S:AH W:7H")
    assert table.view().expectation.seat is S
    assert [trick.winner for trick in table.view().tricks] == [S]
    assert {seat.seat: seat.cards_left for seat in table.view().seats} == {S: 7, W: 7, N: 8, E: 7}
    plays = "S:JS W:9H E:8H S:9S W:JH E:7C S:AS W:KH E:7D S:KS W:8C E:JC S:7S W:9D E:QD S:AC W:QC E:10C S:AD W:KD E:10D"
    done = table.then(plays)
    assert (done.score, done.found) == ({"SN": 50, "WE": 0}, [])
    wrong = table.then("N:8S")
    assert [one[0] for one in wrong.found] == ["out-of-turn"]


def test_the_closed_partners_constructions_do_not_count() -> None:
    start = ("dealt N", f"call E: pass, S: 26S capo-hand, {FOUR_PASSES}")
    assert sit(*start, "declare N terz KH", "tally 162 0 8 0").deal.bayt == ("SN",)
    assert sit(*start, "declare S terz KH", "tally 162 0 8 0").deal.bayt == ()
    plays = sit(*start, "declare N terz KH", "tally 162 0 8 0", rules={"capo_hand": {"closed_partner": "plays"}})
    assert plays.deal.bayt == ()


EIGHT = (f"call S: 8S, {FOUR_PASSES}", "tally 100 62 5 3")


def strange_dealers(table: Sat) -> list[tuple[int, int | None]]:
    """(deal, its entry) of every deal begun by the wrong dealer."""
    return [(one.deal, one.seq) for one in table.report.doubts if one.what == "dealer-out-of-order"]


def test_a_deal_begun_by_the_wrong_dealer_counts_and_is_noted() -> None:
    begun = sit("dealt E", *EIGHT)
    assert strange_dealers(begun.then("dealt S")) == []
    wrong = begun.then("dealt N", EIGHT[0].replace("S:", "E:"), EIGHT[1])
    assert strange_dealers(wrong) == [(2, len(begun.acts) + 1)]
    assert wrong.deal.finished
    assert wrong.view().expectation.seat is E, "the order goes on from who dealt"
    assert strange_dealers(wrong.then("dealt E", *EIGHT)) == [(2, len(begun.acts) + 1)]


def test_who_deals_after_four_passes_follows_the_option() -> None:
    passed = ("dealt E", f"call S: {FOUR_PASSES}")
    same = {"redeal_dealer": "same"}
    assert [strange_dealers(sit(*passed, again)) for again in ("dealt S", "dealt E")] == [[], [(2, 6)]]
    assert [strange_dealers(sit(*passed, again, rules=same)) for again in ("dealt S", "dealt E")] == [[(2, 6)], []]


@pytest.mark.parametrize(
    "parts", [("dealt E", *EIGHT, "dealt", *EIGHT, "dealt N"), ("dealt", *EIGHT, "dealt W"), ("dealt E", "dealt W")]
)
def test_nobody_is_due_after_a_judges_deal_or_one_without_a_result(parts: tuple[str, ...]) -> None:
    assert strange_dealers(sit(*parts)) == []


def test_anybody_may_deal_first_in_the_next_match() -> None:
    won = sit("dealt E", *EIGHT, rules={"match_target": 5})
    assert won.report.winner is not None
    assert strange_dealers(won.then("dealt N")) == []


def test_a_corrected_dealer_is_no_longer_noted() -> None:
    log = [Entry(at, 0, Source.TOUCH, act) for at, act in enumerate(acts("dealt E", *EIGHT, "dealt N"), start=1)]
    mended = Entry(len(log) + 1, 0, Source.TOUCH, Dealt(S), replaces=len(log))
    found = [GAME.report(fold(GAME, header(), entries).state).doubts for entries in (log, [*log, mended])]
    assert [[one.what for one in doubts] for doubts in found] == [["dealer-out-of-order"], []]


def test_a_deal_given_up_for_another_has_no_score() -> None:
    table = sit(*DEALT_CAPO, "E:QH", "dealt E", f"call S: 8S, {FOUR_PASSES}", "tally 100 62 5 3")
    assert [row.finished for row in table.report.deals] == [False, True]
    assert table.report.match_score == (("SN", 18), ("WE", 6))
    assert [(one.what, one.deal) for one in table.report.doubts] == [("deal-abandoned", 1)]


def test_a_ruling_on_an_earlier_deal_changes_all_totals() -> None:
    first = ("dealt N", f"call E: pass, S: 14S, {FOUR_PASSES}", *CAPO)
    table = sit(*first, "dealt E", f"call S: 8S, {FOUR_PASSES}", "tally 100 62 5 3")
    assert table.report.match_score == (("SN", 14 + 25 + 18), ("WE", 6))
    seq = table.seq("S:AH")
    ruled = table.rule("revoke", S, seq)
    assert ruled.report.match_score == (("SN", 18), ("WE", 14 + 25 + 6))
    assert [dict(row.total) for row in ruled.report.deals] == [{"SN": 0, "WE": 39}, {"SN": 18, "WE": 45}]
    assert [one[0] for one in ruled.found] == ["revoke"], "found by the judge"


def test_a_ruling_on_an_entry_that_is_gone_changes_nothing_and_is_a_doubt() -> None:
    table = sit(*SPADES, "tally 150 12 7 1").rule("revoke", W, 99)
    assert table.score == {"SN": 29, "WE": 1}
    assert [(one.what, one.seq) for one in table.report.doubts] == [("ruling-without-entry", 8)]


@pytest.mark.parametrize(
    ("ruling", "why"),
    [
        ({"offence": "cheating"}, "offence"),
        ({"offence": "revoke", "remedy": "jail"}, "remedy"),
        ({"offence": "revoke", "remedy": "fine"}, "points"),
    ],
)
def test_rulings_need_names_that_exist(ruling: dict[str, str], why: str) -> None:
    with pytest.raises(LogFormatError, match=why):
        sit(*SPADES, "S:AH").rule(ruling["offence"], S, 7, remedy=ruling.get("remedy"))


def test_a_refused_act_changes_nothing() -> None:
    table = sit(*DEALT_CAPO, "E:QH")
    before = table.state
    with pytest.raises(ImpossibleAct):
        table.then("S:QH")
    assert table.state == before


def test_registry() -> None:
    assert game_named("bazar-belot") is GAMES["bazar-belot"] is GAME
    with pytest.raises(LogFormatError, match="bridge"):
        game_named("bridge")


def test_the_table_must_be_four_in_two_lines() -> None:
    three = replace(header(), seating=seating((S, W, N)))
    with pytest.raises(LogFormatError, match="four"):
        GAME.start(three)
    crossed = replace(header(), seating=seating((S, W, N, E), {"A": (S, W), "B": (N, E)}))
    with pytest.raises(LogFormatError, match="S with N"):
        GAME.start(crossed)
    unnamed = replace(header(), seating=seating((S, W, N, E)))
    assert GAME.start(unnamed).table.seating.side_names == ("SN", "WE")


@pytest.mark.parametrize(
    "sides",
    [
        {"SN": (S, W), "WE": (N, E)},
        {"NS": (S, N), "EW": (W, E)},
        {"SN": (W, E), "WE": (S, N)},
        {"SN": (S, N), "W": (W,), "E": (E,)},
        {"a": (S,), "b": (W,), "c": (N,), "d": (E,)},
        {"all": (S, W, N, E)},
    ],
)
def test_sides_other_than_the_two_lines_are_refused_by_name(sides: dict[str, tuple[Seat, ...]]) -> None:
    with pytest.raises(LogFormatError, match=r'^"sides" of bazar-belot must be "SN", S with N, and "WE", W with E; or'):
        GAME.start(replace(header(), seating=seating((S, W, N, E), sides)))


def test_a_header_without_sides_means_the_two_lines() -> None:
    seats = ", ".join(f'{{"seat": "{seat}", "player": ""}}' for seat in "SWNE")
    first = '{"kozyr": 1, "game": "bazar-belot", "variant": "repino-2013", "started": "2026-11-30T18:00:00Z"'
    read = read_header(f'{first}, "seats": [{seats}]}}')
    assert GAME.start(read).table.seating == four()
    entries = [read_entry(write_entry(Entry(at, 0, Source.TOUCH, act)), read.seating) for at, act in enumerate(
        acts("dealt E", f"call S: 14H, {FOUR_PASSES}", "tally 150 12 7 1"), start=1
    )]  # fmt: skip
    folded = fold(GAME, read, entries)
    assert (folded.errors, GAME.report(folded.state).match_score) == ((), (("SN", 29), ("WE", 1)))
    for sides in ({"WE": (E, W), "SN": (N, S)}, {"SN": (S, N), "WE": (W, E)}):
        state = fold(GAME, replace(read, seating=seating((S, W, N, E), sides)), entries).state
        assert dict(GAME.report(state).match_score) == {"SN": 29, "WE": 1}


def test_cards_played_before_any_call_is_entered_wait_for_the_contract() -> None:
    table = sit("dealt N", "E:QH S:AC W:7H N:10H S:JS")
    assert (table.found, table.view().phase) == ([], Phase.PLAY)
    assert [(trick.number, len(trick.plays), trick.winner) for trick in table.view().tricks] == [(1, 4, None)]
    assert [play.card for play in table.view().trick.plays] == list(cards("JS"))  # type: ignore[union-attr]
    with pytest.raises(ImpossibleAct, match="played already"):
        table.then("W:JS")
    known = table.then(f"call E: pass, S: 25S capo, {FOUR_PASSES}")
    assert known.deal.contract == "25S capo"
    assert [(trick.number, trick.winner) for trick in known.view().tricks] == [(1, N)]
    found = {(one[0], one[1], one[2]) for one in known.found}
    assert found == {("out-of-turn", "S", 6), ("revoke", "S", 3)}, "N won, S led, with a trump it had not used"


def test_a_card_laid_while_the_auction_goes_on_is_out_of_turn() -> None:
    table = sit("dealt N", "call E: pass, S: 9S", "W:AS")
    assert table.found == [("out-of-turn", "W", 4, 4, "B-7")]
    done = table.then(f"call W: {FOUR_PASSES}", "E:KS S:QS W:AS")
    assert len(done.found) == 1


def test_cards_that_are_all_known_count_more_than_a_tally() -> None:
    unread = sit(*DEALT_CAPO, CAPO[0].replace("N:8S", "N:??"), *CAPO[1:], "tally 162 0 8 0")
    assert unread.score == {"SN": 50, "WE": 0}
    table = sit(*DEALT_CAPO, *CAPO)
    assert table.then("tally 162 0 8 0").report.doubts == ()
    other = table.then("tally 150 12 7 1")
    assert other.score == {"SN": 50, "WE": 0}
    assert [one.what for one in other.report.doubts] == ["tally-does-not-add-up"]
