"""What a deal with a declarer writes on the sheet: the vectors P1-P19 by their rows, and the options behind them.

D declares from the seat W; the dealer of four sits at S.
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.engine.cards import Card
from kozyr.engine.games.preferans.rules import Rules, rules_of
from kozyr.engine.games.preferans.score import (
    Contract,
    Ending,
    GamePlayed,
    GameUnplayed,
    GivenUp,
    MiserePlayed,
    Outcome,
    Table,
    is_made,
    outcome,
    scored,
    talon_tricks,
)
from kozyr.engine.games.preferans.sheet import Column, added, blank, lines
from kozyr.engine.seats import Seat

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
D, FIRST, SECOND, DEALER = W, N, E, S
FOUR = Table((W, N, E), dealer=S)
THREE = Table((W, N, E))
RULES = rules_of("sochi-2013", {}, 4)


def rules(**options: object) -> Rules:
    return rules_of("sochi-2013", options, 4)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in text.split())


def game(level: int, taken: tuple[int, int, int], *whisters: Seat, **contract: object) -> GamePlayed:
    """A game of ``level`` with the tricks of declarer, first and second defender."""
    played = replace(Contract(D, level, level), **contract)  # type: ignore[arg-type]
    return GamePlayed(played, tuple(zip((D, FIRST, SECOND), taken, strict=True)), whisters)


def written(ending: Ending, table: Table = FOUR, by: Rules = RULES) -> dict[str, int]:
    """Everything that the deal writes, summed by place: ``W pool``, ``N whists``."""
    found: dict[str, int] = {}
    for change in scored(ending, table, by):
        place = f"{change.seat} {change.column}"
        assert change.on in (None, D)
        found[place] = found.get(place, 0) + change.points
    return found


def test_p1_six_made_two_whisters_two_tricks_each() -> None:
    assert written(game(6, (6, 2, 2), FIRST, SECOND)) == {"W pool": 2, "N whists": 4, "E whists": 4}


def test_p2_six_failed_by_one_pays_consolation_to_the_dealer_too() -> None:
    expected = {"W mountain": 2, "N whists": 8, "E whists": 6, "S whists": 2}
    assert written(game(6, (5, 3, 2), FIRST, SECOND)) == expected


def test_p3_one_whister_writes_the_tricks_of_the_passer() -> None:
    assert written(game(7, (8, 1, 1), FIRST)) == {"W pool": 4, "N whists": 8}


def test_p4_one_whister_pays_for_a_missing_trick() -> None:
    assert written(game(7, (9, 0, 1), FIRST)) == {"W pool": 4, "N whists": 4, "N mountain": 4}


def test_p5_the_fine_of_two_whisters_is_capped_by_their_joint_deficit() -> None:
    played = game(6, (7, 3, 0), FIRST, SECOND)
    assert written(played) == {"W pool": 2, "N whists": 6, "E mountain": 2}
    assert written(played, by=rules(two_whist_shortfall="uncapped_quota"))["E mountain"] == 4


def test_p6_a_joint_duty_that_is_met_costs_nothing() -> None:
    played = game(6, (6, 4, 0), FIRST, SECOND)
    assert written(played) == {"W pool": 2, "N whists": 8}
    assert written(played, by=rules(two_whist_shortfall="uncapped_quota")) == written(played)
    assert written(played, by=rules(two_whist_shortfall="always_quota"))["E mountain"] == 4


def test_p7_eight_with_one_trick_is_paid_by_the_other_whister() -> None:
    assert written(game(8, (9, 1, 0), FIRST, SECOND)) == {"W pool": 6, "N whists": 6, "E mountain": 6}
    assert written(game(8, (9, 0, 1), FIRST, SECOND)) == {"W pool": 6, "E whists": 6, "N mountain": 6}
    by_order = rules(eight_second_whister="second_to_declare")
    assert written(game(8, (9, 0, 1), FIRST, SECOND), by=by_order) == {"W pool": 6, "E whists": 6, "E mountain": 6}


def test_p8_eight_with_both_tricks_in_one_hand_costs_nothing() -> None:
    assert written(game(8, (8, 2, 0), FIRST, SECOND)) == {"W pool": 6, "N whists": 12}


def test_p9_eight_without_a_trick_is_paid_by_both() -> None:
    assert written(game(8, (10, 0, 0), FIRST, SECOND)) == {"W pool": 6, "N mountain": 6, "E mountain": 6}


def test_p10_nine_is_paid_by_who_took_nothing() -> None:
    assert written(game(9, (9, 1, 0), FIRST, SECOND)) == {"W pool": 8, "N whists": 8, "E mountain": 8}


def test_p11_a_ten_that_was_whisted_and_fails() -> None:
    expected = {"W mountain": 10, "N whists": 20, "E whists": 10, "S whists": 10}
    assert written(game(10, (9, 1, 0), FIRST)) == expected


def test_p12_a_checked_ten_that_fails_writes_no_whists() -> None:
    assert written(game(10, (9, 1, 0))) == {"W mountain": 10}


def test_p13_a_ten_without_a_trick_is_paid_by_both_whisters() -> None:
    assert written(game(10, (10, 0, 0), FIRST, SECOND)) == {"W pool": 10, "N mountain": 10, "E mountain": 10}
    assert written(game(10, (10, 0, 0))) == {"W pool": 10}


def test_p14_misere_costs_ten_a_trick_and_no_whists() -> None:
    assert written(MiserePlayed(D, 2)) == {"W mountain": 20}
    assert written(MiserePlayed(D, 0)) == {"W pool": 10}


def test_p15_without_three_and_the_talon_in_the_face() -> None:
    up = GivenUp(Contract(D, 7, 7, cards("AS AD"), is_returned=True))
    assert written(up) == {"W mountain": 12, "S mountain": 4}
    kept = GivenUp(Contract(D, 8, 7, cards("AS AD")))
    assert written(kept) == {"W mountain": 12}
    assert written(kept, by=rules(without_three={"value": "ordered"})) == {"W mountain": 18}


def test_p16_the_talon_in_the_face_costs_the_bid_not_the_order() -> None:
    played = game(8, (8, 1, 1), FIRST, SECOND, bid=7, talon=cards("AS AD"), is_returned=True)
    assert written(played) == {"W pool": 6, "N whists": 6, "E whists": 6, "S mountain": 4}


@pytest.mark.parametrize("declarer_tricks", [6, 7, 8])
def test_p17_two_aces_in_the_talon_are_three_tricks_made_or_not(declarer_tricks: int) -> None:
    played = game(7, (declarer_tricks, 10 - declarer_tricks, 0), FIRST, talon=cards("AS AD"))
    told = [change for change in scored(played, FOUR, RULES) if change.why == "talon-tricks"]
    assert [(change.seat, change.on, change.points) for change in told] == [(DEALER, D, 12)]


def test_p18_ace_and_king_of_one_suit_are_two_tricks() -> None:
    assert written(game(7, (7, 2, 1), FIRST, talon=cards("AC KC")))["S whists"] == 8


def test_p19_half_whist_on_seven() -> None:
    assert written(GameUnplayed(Contract(D, 7, 7), FIRST)) == {"W pool": 4, "N whists": 4}
    assert written(GameUnplayed(Contract(D, 6, 6), SECOND)) == {"W pool": 2, "E whists": 4}


def test_c545_a_checked_ten_that_fails_still_pays_the_talon() -> None:
    assert written(game(10, (9, 1, 0), talon=cards("AC KC"))) == {"W mountain": 10, "S whists": 20}


def test_c545_a_game_that_nobody_whists_still_pays_the_talon() -> None:
    assert written(GameUnplayed(Contract(D, 8, 8, cards("KH QH")))) == {"W pool": 6, "S whists": 6}
    assert written(GameUnplayed(Contract(D, 8, 7, cards("KH QH"), is_returned=True)))["S mountain"] == 4


@pytest.mark.parametrize(
    ("talon", "tricks"),
    [
        ("AS AD", 3),
        ("AC KC", 2),
        ("KC AC", 2),
        ("AC KD", 1),
        ("AC 7D", 1),
        ("KH QH", 1),
        ("KH QD", 0),
        ("KH JH", 0),
        ("7S 8S", 0),
        ("", 0),
    ],
)
def test_c54_tricks_in_the_talon(talon: str, tricks: int) -> None:
    assert talon_tricks(cards(talon), RULES) == tricks


def test_c54_three_players_write_nothing_for_the_talon() -> None:
    assert written(game(7, (7, 3, 0), FIRST, talon=cards("AS AD")), THREE) == {"W pool": 4, "N whists": 12}


def test_igra3_a_returned_talon_on_misere_costs_two_and_four_in_raspasy() -> None:
    assert written(MiserePlayed(D, 0, is_returned=True)) == {"W pool": 10, "S mountain": 2}
    assert written(MiserePlayed(D, 1, True, True)) == {"W mountain": 10, "S mountain": 4}


def test_igra7_the_dealer_whists_with_a_hand_he_looked_at() -> None:
    made = game(7, (7, 2, 1), DEALER, talon=cards("AC 7D"))
    assert written(made) == {"W pool": 4, "S whists": 12 + 4}
    failed = game(7, (6, 3, 1), DEALER)
    assert written(failed) == {"W mountain": 4, "S whists": 16 + 4, "N whists": 4, "E whists": 4}
    short = game(7, (9, 1, 0), DEALER)
    assert written(short) == {"W pool": 4, "S whists": 4, "S mountain": 4}


def test_igra7_a_gentleman_dealer_shares_with_nobody() -> None:
    failed = game(7, (6, 3, 1), DEALER)
    assert written(failed, by=rules(whist_style="gentleman")) == written(failed)


def test_c53_gentlemen_share_the_tricks_of_a_failed_game_only() -> None:
    by = rules(whist_style="gentleman")
    assert written(game(7, (6, 3, 1), FIRST), by=by) == {"W mountain": 4, "N whists": 12, "E whists": 12, "S whists": 4}
    assert written(game(7, (7, 3, 0), FIRST), by=by) == {"W pool": 4, "N whists": 12}


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        (["whister"], {"N whists": 16 + 4}),
        (["whister", "passer"], {"N whists": 16 + 4, "E whists": 4}),
        (["dealer"], {"N whists": 16, "S whists": 4}),
    ],
)
def test_c53_consolation_goes_to_whom_the_option_names(who: list[str], expected: dict[str, int]) -> None:
    failed = game(7, (6, 3, 1), FIRST)
    assert written(failed, by=rules(consolation=who)) == {"W mountain": 4} | expected


@pytest.mark.parametrize(
    ("level", "taken", "fines"),
    [
        (6, (2, 1), (0, 2)),
        (6, (1, 1), (2, 2)),
        (6, (0, 0), (4, 4)),
        (6, (1, 2), (2, 0)),
        (6, (0, 3), (2, 0)),
        (6, (1, 3), (0, 0)),
        (7, (1, 0), (0, 4)),
        (7, (0, 0), (4, 4)),
        (7, (2, 0), (0, 0)),
        (8, (1, 1), (0, 0)),
        (8, (0, 2), (0, 0)),
        (9, (0, 0), (8, 8)),
        (9, (0, 1), (8, 0)),
        (9, (1, 1), (0, 0)),
        (10, (0, 1), (0, 0)),
        (10, (1, 0), (0, 0)),
    ],
)
def test_igra8_two_whisters(level: int, taken: tuple[int, int], fines: tuple[int, int]) -> None:
    told = written(game(level, (10 - sum(taken), *taken), FIRST, SECOND))
    assert (told.get("N mountain", 0), told.get("E mountain", 0)) == fines


@pytest.mark.parametrize(
    ("level", "tricks", "fine"),
    [(6, 4, 0), (6, 3, 2), (6, 0, 8), (7, 2, 0), (7, 0, 8), (8, 1, 0), (8, 0, 6), (9, 0, 8), (9, 1, 0), (10, 0, 10)],
)
def test_igra8_one_whister_answers_for_all_tricks_of_the_defence(level: int, tricks: int, fine: int) -> None:
    told = written(game(level, (10 - tricks, 0, tricks), FIRST))
    assert told.get("N mountain", 0) == fine


@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        (game(7, (7, 3, 0), FIRST), Outcome.MADE),
        (game(7, (6, 4, 0), FIRST), Outcome.FAILED),
        (game(10, (10, 0, 0)), Outcome.TEN_MADE),
        (game(10, (9, 1, 0)), Outcome.FAILED),
        (GameUnplayed(Contract(D, 6, 6)), Outcome.MADE),
        (GivenUp(Contract(D, 6, 6)), Outcome.FAILED),
        (MiserePlayed(D, 0), Outcome.MISERE_MADE),
        (MiserePlayed(D, 3), Outcome.MISERE_FAILED),
    ],
)
def test_what_became_of_the_game(ending: Ending, expected: Outcome) -> None:
    assert outcome(ending) is expected
    assert is_made(ending) is (expected in (Outcome.MADE, Outcome.TEN_MADE, Outcome.MISERE_MADE))


def test_every_figure_says_how_it_came_about() -> None:
    played = game(7, (6, 4, 0), FIRST, talon=cards("AC 7D"))
    assert [(line.side, line.what, line.value) for line in lines(scored(played, FOUR, RULES))] == [
        ("W", "mountain:failed", 4),
        ("N", "whists:W:tricks", 16),
        ("N", "whists:W:consolation", 4),
        ("E", "whists:W:consolation", 4),
        ("S", "whists:W:consolation", 4),
        ("S", "whists:W:talon-tricks", 4),
    ]


@st.composite
def endings(draw: st.DrawFn) -> Ending:
    bid = draw(st.integers(6, 10))
    level = draw(st.integers(bid, 10))
    talon = draw(st.sampled_from(["AS AD", "AC KC", "KH QH", "7S 8D", ""]))
    contract = Contract(D, level, bid, cards(talon), draw(st.booleans()))
    mine = draw(st.integers(0, 10))
    other = draw(st.integers(0, 10 - mine))
    choices = [(FIRST,), (SECOND,), (DEALER,), (FIRST, SECOND), *([()] if level == 10 else [])]
    tricks = ((D, mine), (FIRST, other), (SECOND, 10 - mine - other))
    kinds: tuple[Ending, ...] = (
        GamePlayed(contract, tricks, draw(st.sampled_from(choices))),
        GameUnplayed(contract, draw(st.sampled_from([None, FIRST])) if level < 8 else None),
        MiserePlayed(D, mine, draw(st.booleans()), draw(st.booleans())),
        GivenUp(contract),
    )
    return draw(st.sampled_from(kinds))


@given(endings())
def test_a_deal_writes_nothing_on_the_wrong_sheet(ending: Ending) -> None:
    for change in scored(ending, FOUR, RULES):
        assert change.points > 0
        assert (change.on is None) == (change.column is not Column.WHISTS)
        assert change.column is not Column.WHISTS or (change.on == D and change.seat != D)
        assert change.column is not Column.POOL or change.seat == D
    assert is_made(ending) == any(change.column is Column.POOL for change in scored(ending, FOUR, RULES))


@given(st.lists(endings(), max_size=8))
def test_totals_recomputed_from_the_deals_are_the_running_totals(played: list[Ending]) -> None:
    running = blank((S, W, N, E))
    everything = []
    for ending in played:
        deal = scored(ending, FOUR, RULES)
        running = added(running, deal)
        everything += deal
    sums: dict[tuple[str, str, str], int] = {}
    for line in lines(everything):
        column, *on, _ = line.what.split(":")
        key = (line.side, column, "".join(on))
        sums[key] = sums.get(key, 0) + line.value
    for row in running:
        assert row.pool == sums.get((row.side, "pool", ""), 0)
        assert row.mountain == sums.get((row.side, "mountain", ""), 0)
        assert all(points == sums.get((row.side, "whists", other), 0) for other, points in row.whists)
