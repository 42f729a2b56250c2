"""The battery at every table: all games, formats and editions (``kozyr.datasets.careless_tables``).

The numbers of deals are for each game, shared among its tables; ``KOZYR_DEALS`` raises them.
"""

import os
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.datasets.bench_rules import bench_rules
from kozyr.datasets.careless import CARELESS, Habits
from kozyr.datasets.careless_tables import TABLES, share, tables_of
from kozyr.engine.games.registry import GAMES

from . import audiences, battery, mending
from .any_acts import any_acts

DEALS = int(os.environ.get("KOZYR_DEALS", "200"))
"""How many careless deals of each game are compared with the judge who sees all hands."""
KINDS = {
    "wild": Habits(illegal_play=0.9, out_of_turn=0.5, exposes=0.3),
    "rare": Habits(illegal_play=0.03),
    "silent": Habits(illegal_play=0.5, declares=0.0),
    "claiming": Habits(illegal_play=0.3, claims=1.0),
    "hands-known": Habits(illegal_play=0.3, hands_logged=1.0),
    "misspoken": replace(CARELESS, calls_wrongly=0.15),
    "by-hand": replace(CARELESS, tallies=0.7),
}
UNREAD = {
    "careless": (CARELESS, 0.06, 0.15),
    "in-turn": (Habits(illegal_play=0.3), 0.03, 0.25),
    "out-of-turn": (Habits(illegal_play=0.3, out_of_turn=1.0, exposes=0.3), 0.04, 0.1),
    "much-unread": (Habits(illegal_play=0.5, out_of_turn=1.0), 0.1, 0.03),
}
table = pytest.mark.parametrize("table", TABLES)


def some(table: str, of_its_game: int, start: int = 0) -> range:
    """This table's share of a number of deals, at least two; more of them with ``KOZYR_DEALS``."""
    return range(start, start + share(table, of_its_game * DEALS // 400))


@table
def test_honest_deals_show_nothing(table: str) -> None:
    battery.honest_deals_show_nothing(TABLES[table], some(table, 150))


@table
def test_careless_deals_show_every_breach(table: str) -> None:
    seeds = some(table, 400)
    assert battery.careless_deals_show_every_breach(TABLES[table], seeds) > len(seeds) // 4, "the deals were careless"


@pytest.mark.parametrize("kind", KINDS)
@table
def test_players_of_all_kinds(table: str, kind: str) -> None:
    battery.careless_deals_show_every_breach(TABLES[table], some(table, 48, 10_000), KINDS[kind])


@table
def test_a_match_is_its_deals(table: str) -> None:
    battery.a_match_is_its_deals(TABLES[table], some(table, 30))


@table
def test_findings_come_at_the_entry_that_proves_them(table: str) -> None:
    battery.findings_come_at_the_entry_that_proves_them(TABLES[table], some(table, 36))


@table
def test_cards_are_conserved(table: str) -> None:
    battery.cards_are_conserved(TABLES[table], some(table, 36))


@table
def test_points_are_those_of_the_tricks(table: str) -> None:
    battery.points_are_those_of_the_tricks(TABLES[table], some(table, 60))


@table
def test_scores_obey_the_balance(table: str) -> None:
    battery.scores_obey_the_balance(TABLES[table], some(table, 36, 30_000))


@table
def test_a_log_survives_writing_and_reading(table: str) -> None:
    battery.a_log_survives_writing_and_reading(TABLES[table], some(table, 48))


@table
def test_steps_are_pure(table: str) -> None:
    battery.steps_are_pure(TABLES[table], some(table, 24))


@table
def test_a_corrected_card_changes_only_numbers(table: str) -> None:
    mending.a_corrected_card_changes_only_numbers(TABLES[table], some(table, 48))


@table
@settings(max_examples=max(4, DEALS // 50), deadline=None)
@given(
    seed=st.integers(0, 10**6),
    edits=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 60), st.integers(0, 60)), max_size=6),
)
def test_corrections_equal_list_edits(table: str, seed: int, edits: list[mending.Edit]) -> None:
    mending.corrections_equal_list_edits(TABLES[table], seed, edits)


@pytest.mark.parametrize("kind", UNREAD)
@pytest.mark.parametrize("game", GAMES)
def test_unread_cards_accuse_nobody_wrongly(game: str, kind: str) -> None:
    habits, unread, still_found = UNREAD[kind]
    counts = [
        mending.unread_cards_accuse_nobody_wrongly(TABLES[table], some(table, 300), habits, unread)
        for table in tables_of(game)
    ]
    told, true = map(sum, zip(*counts, strict=True))
    assert told > still_found * true, "what the other cards prove is still found"


@table
def test_views_show_only_what_the_audience_may_know(table: str) -> None:
    audiences.views_show_only_what_the_audience_may_know(TABLES[table], some(table, 24))


@table
def test_logged_hands_reach_no_player(table: str) -> None:
    audiences.logged_hands_reach_no_player(TABLES[table], some(table, 24))


@table
def test_any_acts_in_any_order(table: str) -> None:
    dealer = TABLES[table]
    accepted = [any_acts(dealer.game, battery.some_header(dealer, seed), seed) for seed in some(table, 16)]
    assert max(accepted) > 20, "most of what the table waits for is accepted"


OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "belot-ccw": ("bazar-belot 2x2", {"direction": "ccw"}),
    "belot-four-play": ("bazar-belot 2x2", {"capo_hand": {"closed_partner": "plays"}}),
    "debertz-any-suit": ("debertz 1x3 fdu-uk", {"forced_order_suits": "any", "seven_swap": "declarer_only"}),
    "debertz-first-bela": ("debertz 1x2 fdu-ru2", {"bella_announce": "first_card", "winner_scores_all_own": False}),
    "debertz-top-card": ("debertz 1x3 fdu-ru1", {"follow_reference": "top_card", "must_beat": "sum"}),
    "debertz-fourth-best": ("debertz 2x2 fdu-uk", {"fdu_2x2_fourth": "best", "sequence_compare": "length_then_top"}),
    "debertz-splits": ("debertz 1x3 fdu-ru2", {"bayd_split": "all_equal", "split_remainder": "drop"}),
    "debertz-all-declared": ("debertz 1x2 fdu-uk", {"bayd_transfers": "all_declared", "seven_swap": "off"}),
    "preferans-jumps": ("preferans 3", {"jumps": True, "hold_bid": False, "misere_first_bid_only": False}),
    "preferans-gentleman": ("preferans 4", {"whist_style": "gentleman", "stalingrad": "one"}),
    "preferans-quota": ("preferans 3", {"two_whist_shortfall": "always_quota", "half_whist": [6]}),
    "preferans-rounds": ("preferans 4", {"raspasy": {"circle": "round", "amnesty": True}, "consolation": ["whister"]}),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options_of_play_and_score(name: str) -> None:
    table, rules = OPTIONS[name]
    dealer = TABLES[table].with_rules(rules)
    seeds = range(20_000, 20_000 + 24 * DEALS // 400)
    battery.honest_deals_show_nothing(dealer, seeds)
    battery.careless_deals_show_every_breach(dealer, seeds)
    battery.a_match_is_its_deals(dealer, seeds[:5])


def test_the_benchmark_finds_no_difference() -> None:
    found = bench_rules(24, 1)
    assert set(found["games"]) == {table.split()[0] for table in TABLES}
    for figures in (found, *found["games"].values()):
        assert (figures["different"], figures["score_different"], figures["honest_accused"]) == (0, 0, 0)
        assert figures["revokes"] > 0
        assert figures["scored"] > 0
