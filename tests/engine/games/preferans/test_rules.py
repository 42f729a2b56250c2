"""The options of the convention: names and defaults, and what a header may change."""

import pytest

from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.preferans.game import GAME
from kozyr.engine.games.preferans.rules import Rules, rules_of

from .sitting import FOUR, THREE, N, S, header

DEFAULTS = {
    "direction": "cw", "judge_confirms_everything": True, "players": 4,
    "value.6": 2, "value.7": 4, "value.8": 6, "value.9": 8, "value.10": 10, "value.misere": 10,
    "obligation.6": 4, "obligation.7": 2, "obligation.8_one": 1, "obligation.8_two": 2, "obligation.9_each": 1,
    "obligation.10": 1, "jumps": False, "hold_bid": True, "misere_first_bid_only": True, "stalingrad": "both",
    "half_whist": (6, 7), "whist_style": "greedy", "two_whist_shortfall": "capped_quota",
    "eight_second_whister": "without_trick", "ten": "checked_or_whisted",
    "talon_in_face.3": False, "talon_in_face.4": True, "talon_in_face.misere": 2, "talon_in_face.misere_in_raspasy": 4,
    "without_three.allowed": True, "without_three.value": "auction_end",
    "talon_tricks.two_aces": 3, "talon_tricks.ace_king_suited": 2, "talon_tricks.ace": 1,
    "talon_tricks.king_queen_suited": 1, "talon_tricks.three_players": "none",
    "consolation": ("whister", "passer", "dealer"),
    "raspasy.cost": (1, 2, 3), "raspasy.min_bid": (6, 7), "raspasy.circle": "deal", "raspasy.amnesty": False,
    "raspasy.zero_bonus": "cost", "raspasy.zero_bonus_dealer": False, "raspasy.no_talon_suit": "first_hand_suit",
    "raspasy_exit": "made_game_except_misere_and_10", "failed_misere_in_raspasy_moves_dealer": False,
    "pool_target": None, "aid_rate": 10, "pool_rate": 10, "mountain_rate": 10, "immediate_window": "trick_close",
    "pulka_place_tie": "average", "money_per_whist": 3, "entry_fee": 2100,
}  # fmt: skip


def test_every_option_of_the_registry_has_its_name_and_default() -> None:
    assert dict(GAME.options(header())) == DEFAULTS


def test_players_follow_from_the_seats_and_may_be_restated() -> None:
    assert GAME.options(header(seats=THREE))["players"] == 3
    assert GAME.options(header({"players": 3}, THREE))["players"] == 3
    assert rules_of("sochi-2013", {}, 4) == Rules()
    for seats, players in ((THREE, 4), (FOUR, 3)):
        with pytest.raises(LogFormatError, match="leave it out"):
            GAME.start(header({"players": players}, seats))


def test_nested_options_are_merged_key_by_key() -> None:
    options = GAME.options(header({"value": {"6": 3}, "obligation": {"8_one": 2}, "talon_in_face": {"3": True}}))
    changed = {"value.6": 3, "obligation.8_one": 2, "talon_in_face.3": True}
    assert dict(options) == DEFAULTS | changed


@pytest.mark.parametrize(
    ("rules", "match"),
    [
        ({"valuee": 1}, "no option 'valuee'"),
        ({"value": {"11": 1}}, "no option 'value.11'"),
        ({"value": {"6": "two"}}, "value.6"),
        ({"stalingrad": "none"}, "stalingrad"),
        ({"players": 5}, "players"),
        ({"raspasy": {"cost": []}}, "raspasy.cost"),
        ({"half_whist": [11]}, "6 to 10"),
        ({"raspasy": {"min_bid": [5]}}, "6 to 10"),
        ({"raspasy": {"cost": "one"}}, "raspasy.cost"),
        ({"consolation": ["kibitzer"]}, "kibitzer"),
        ({"pool_target": 0}, "at least 1"),
        ({"judge_confirms_everything": False}, "judge_confirms_everything"),
        ({"immediate_window": "ever"}, "immediate_window"),
    ],
)
def test_options_that_cannot_be_are_named(rules: dict[str, object], match: str) -> None:
    with pytest.raises(LogFormatError, match=match):
        GAME.start(header(rules))


def test_another_variant_another_number_of_seats_and_another_games_header_are_refused() -> None:
    with pytest.raises(LogFormatError, match="variant 'leningrad'"):
        rules_of("leningrad", {}, 3)
    with pytest.raises(LogFormatError, match="the header seats 2"):
        GAME.start(header(seats=(S, N)))
    with pytest.raises(LogFormatError, match="played by 3 or 4"):
        GAME.seating("2")
    assert [len(GAME.seating(number).seats) for number in GAME.formats] == [4, 3]


def test_nobody_writes_consolation_and_there_is_no_half_whist_where_the_lists_are_empty() -> None:
    rules = rules_of("sochi-2013", {"consolation": (), "half_whist": ()}, 4)
    assert (rules.consolation, rules.half_whist) == ((), ())
