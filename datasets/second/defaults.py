"""What the three rule books choose where nothing else is agreed, as plain nested dicts, and how a choice changes it."""

from collections.abc import Mapping
from typing import Any, Final

DEBERTZ: Final[dict[str, Any]] = {
    "target_reached": "ge",
    "meeting_wins": 2,
    "forced_order_suits": "not_shown",
    "seven_swap": "any_player",
    "terz": 20,
    "fifty": 50,
    "hundred_for_five": False,
    "bella": 20,
    "deberts": {"effect": "win_party", "min_len": 7, "trump_only": True},
    "last_trick": 10,
    "sequence_compare": "value_then_top",
    "winner_scores_all_own": True,
    "team_sum": True,
    "must_beat": "each",
    "bayd_split": "outscorers_equal",
    "split_remainder": "by_move",
    "bayd_transfers": "credited_only",
    "no_trick_penalty": 50,
    "no_trick_declarer_combos": "to_opponents",
    "third_b_penalty": 100,
    "later_b_penalty": 50,
    "deferred_counts_as_b": False,
    "pot_chain": "accumulate",
    "pot_at_target": "party_ends_pot_void",
    "judge_bayd_base": "dealt_points_plus_10",
    "judge_bayd_combos": "all_declared",
    "judge_bayd_beneficiary": "others_equal",
}
"""Sport Debertz: the options that scores and calls ask."""

BELOT: Final[dict[str, Any]] = {
    "min_bid": 8,
    "vk_min_bid": 20,
    "two_passes_on_line": True,
    "three_pass_restriction": True,
    "capo_compare": "excess_over_base",
    "capo_base": {"suit": 25, "bk": 25, "vk": 34},
    "capo_hand": {"enabled": True, "value": "same_as_capo", "closed_partner": "face_down"},
    "contra": 2,
    "recontra": 4,
    "trick_total": {"suit": 16, "bk": 16, "vk": 26},
    "all_tricks_value": {"suit": 25, "bk": 25, "vk": 34},
    "bela": 2,
    "bk_jack_frames": 10,
    "reuse_frame_sequence": True,
    "failed_declarer_constructions": "to_opponents",
    "match_target": 301,
}
"""Bazar Belot."""

PREFERANS: Final[dict[str, Any]] = {
    "value": {"6": 2, "7": 4, "8": 6, "9": 8, "10": 10, "misere": 10},
    "obligation": {"6": 4, "7": 2, "8_one": 1, "8_two": 2, "9_each": 1, "10": 1},
    "jumps": False,
    "hold_bid": True,
    "misere_first_bid_only": True,
    "stalingrad": "both",
    "half_whist": [6, 7],
    "whist_style": "greedy",
    "two_whist_shortfall": "capped_quota",
    "eight_second_whister": "without_trick",
    "talon_in_face": {"3": False, "4": True, "misere": 2, "misere_in_raspasy": 4},
    "without_three": {"allowed": True, "value": "auction_end"},
    "talon_tricks": {"two_aces": 3, "ace_king_suited": 2, "ace": 1, "king_queen_suited": 1, "three_players": "none"},
    "consolation": ["whister", "passer", "dealer"],
    "raspasy": {
        "cost": [1, 2, 3],
        "min_bid": [6, 7],
        "circle": "deal",
        "amnesty": False,
        "zero_bonus": "cost",
        "zero_bonus_dealer": False,
    },
    "failed_misere_in_raspasy_moves_dealer": False,
    "pool_target": None,
    "aid_rate": 10,
    "pool_rate": 10,
    "mountain_rate": 10,
    "pulka_place_tie": "average",
}
"""Preferans Sochi."""


def chosen(defaults: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """``defaults`` with what ``options`` changes, nested mappings key by key; numbers as keys count as texts."""
    result = dict(defaults)
    for name, value in options.items():
        known = result.get(str(name))
        result[str(name)] = chosen(known, value) if isinstance(known, dict) and isinstance(value, Mapping) else value
    return result
