"""The battery on Bazar Belot."""

import os

import pytest

from kozyr.datasets.bench_rules import bench_rules
from kozyr.datasets.careless import CARELESS, Habits
from kozyr.datasets.careless_belot import BelotDealer
from kozyr.engine.games.bazar_belot.game import BazarBelot

from . import battery

DEALS = int(os.environ.get("KOZYR_DEALS", "1500"))
"""How many careless deals are compared with the judge who sees all hands."""


@pytest.fixture
def dealer() -> BelotDealer:
    return BelotDealer(BazarBelot())


def test_honest_deals_show_nothing(dealer: BelotDealer) -> None:
    battery.honest_deals_show_nothing(dealer, range(max(300, DEALS // 10)))


def test_careless_deals_show_every_breach(dealer: BelotDealer) -> None:
    count = battery.careless_deals_show_every_breach(dealer, range(DEALS))
    assert count > DEALS, "the deals were careless"


@pytest.mark.parametrize(
    "habits",
    [
        Habits(illegal_play=0.9, out_of_turn=0.5, exposes=0.3),
        Habits(illegal_play=0.03),
        Habits(illegal_play=0.5, declares=0.0),
        Habits(illegal_play=0.3, claims=1.0),
        Habits(illegal_play=0.3, hands_logged=1.0),
    ],
    ids=["wild", "rare", "silent", "claiming", "hands-known"],
)
def test_players_of_all_kinds(dealer: BelotDealer, habits: Habits) -> None:
    battery.careless_deals_show_every_breach(dealer, range(10_000, 10_150), habits)


@pytest.mark.parametrize(
    "rules", [{"direction": "ccw"}, {"capo_hand": {"closed_partner": "plays"}}], ids=["counter-clockwise", "four-play"]
)
def test_options_of_play(rules: dict[str, object]) -> None:
    dealer = BelotDealer(BazarBelot(), rules)
    battery.honest_deals_show_nothing(dealer, range(20_000, 20_150))
    battery.careless_deals_show_every_breach(dealer, range(20_000, 20_150))
    battery.points_are_those_of_the_tricks(dealer, range(20_000, 20_050))


def test_a_match_is_its_deals(dealer: BelotDealer) -> None:
    battery.a_match_is_its_deals(dealer, range(50))


def test_findings_come_at_the_entry_that_proves_them(dealer: BelotDealer) -> None:
    battery.findings_come_at_the_entry_that_proves_them(dealer, range(150))


def test_cards_are_conserved(dealer: BelotDealer) -> None:
    battery.cards_are_conserved(dealer, range(100))


def test_points_are_those_of_the_tricks(dealer: BelotDealer) -> None:
    battery.points_are_those_of_the_tricks(dealer, range(300))


def test_a_log_survives_writing_and_reading(dealer: BelotDealer) -> None:
    battery.a_log_survives_writing_and_reading(dealer, range(150))


def test_steps_are_pure(dealer: BelotDealer) -> None:
    battery.steps_are_pure(dealer, range(60))


def test_a_corrected_card_changes_only_numbers(dealer: BelotDealer) -> None:
    battery.a_corrected_card_changes_only_numbers(dealer, range(150))


@pytest.mark.parametrize(
    ("habits", "unread", "found"),
    [
        (CARELESS, 0.06, 0.25),
        (Habits(illegal_play=0.3), 0.03, 0.4),
        (Habits(illegal_play=0.3, out_of_turn=1.0, exposes=0.3), 0.04, 0.25),
        (Habits(illegal_play=0.5, out_of_turn=1.0), 0.1, 0.1),
    ],
    ids=["careless", "in-turn", "out-of-turn", "much-unread"],
)
def test_unread_cards_accuse_nobody_wrongly(dealer: BelotDealer, habits: Habits, unread: float, found: float) -> None:
    told, true = battery.unread_cards_accuse_nobody_wrongly(dealer, range(max(200, DEALS // 5)), habits, unread)
    assert told > found * true, "what the other cards prove is still found"


def test_views_show_only_what_the_audience_may_know(dealer: BelotDealer) -> None:
    battery.views_show_only_what_the_audience_may_know(dealer, range(25))


def test_logged_hands_reach_no_player(dealer: BelotDealer) -> None:
    battery.logged_hands_reach_no_player(dealer, range(25))


def test_the_benchmark_finds_no_difference() -> None:
    found = bench_rules(60, 1)
    assert (found["different"], found["honest_accused"], found["honest_deals"]) == (0, 0, 6)
    assert found["revokes"] > 0
