"""Other rule options than the usual ones, at random: those that the second writing knows and the dealers play by."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

_BELOT: Final[Mapping[str, Sequence[Any]]] = {
    "direction": ("cw", "ccw"),
    "capo_hand": ({"closed_partner": "plays"}, {"value": "double"}),
    "failed_declarer_constructions": ("lost",),
    "trick_total": ({"vk": 25}, {"bk": 17, "suit": 15}),
    "all_tricks_value": ({"suit": 30}, {"vk": 35, "bk": 20}),
    "bela": (0, 3),
    "bk_jack_frames": (0,),
    "contra": (3,),
    "recontra": (5,),
    "match_target": (150, 501),
}
_DEBERTZ: Final[Mapping[str, Sequence[Any]]] = {
    "forced_order_suits": ("any",),
    "seven_swap": ("declarer_only", "off"),
    "terz": (30,),
    "fifty": (40,),
    "hundred_for_five": (True,),
    "bella": (10,),
    "bella_announce": ("first_card",),
    "sequence_compare": ("length_then_top",),
    "winner_scores_all_own": (False,),
    "team_sum": (False, True),
    "must_beat": ("sum",),
    "bayd_split": ("all_equal", "highest"),
    "split_remainder": ("drop", "to_highest"),
    "bayd_transfers": ("all_declared",),
    "no_trick_penalty": (0, 70),
    "no_trick_declarer_combos": ("void",),
    "third_b_penalty": (0, 30),
    "later_b_penalty": (0, 20),
    "deferred_counts_as_b": (True,),
    "pot_at_target": ("play_on",),
    "target_reached": ("gt",),
    "follow_reference": ("top_card",),
    "fdu_2x2_fourth": ("best",),
    "judge_bayd_base": (162,),
    "judge_bayd_combos": ("credited_only",),
    "judge_bayd_beneficiary": ("declarer",),
}
_PREFERANS: Final[Mapping[str, Sequence[Any]]] = {
    "value": ({"6": 1, "10": 12}, {"misere": 12}),
    "obligation": ({"6": 3}, {"7": 3, "10": 2}, {"8_one": 2}),
    "jumps": (True,),
    "hold_bid": (False,),
    "misere_first_bid_only": (False,),
    "stalingrad": ("one",),
    "half_whist": ([6], [7]),
    "two_whist_shortfall": ("uncapped_quota", "always_quota"),
    "eight_second_whister": ("second_to_declare",),
    "talon_in_face": ({"4": False}, {"misere": 3, "misere_in_raspasy": 5}),
    "without_three": ({"allowed": False}, {"value": "ordered"}),
    "talon_tricks": ({"two_aces": 2}, {"ace": 2, "king_queen_suited": 0}),
    "consolation": (["whister"], ["dealer", "passer"]),
    "raspasy": (
        {"cost": [2, 3]}, {"min_bid": [7, 8]}, {"circle": "round"}, {"amnesty": True}, {"zero_bonus": "none"},
        {"zero_bonus_dealer": True},
    ),
    "failed_misere_in_raspasy_moves_dealer": (True,),
    "pool_rate": (20,),
    "mountain_rate": (5,),
}  # fmt: skip
OPTIONS: Final[Mapping[str, Mapping[str, Sequence[Any]]]] = {
    "bazar-belot": _BELOT,
    "debertz": _DEBERTZ,
    "preferans": _PREFERANS,
}
"""By game and option: values other than the default."""


def some_options(game: str, rng: random.Random) -> dict[str, Any]:
    """One to four options with other values than usual."""
    names = rng.sample(sorted(OPTIONS[game]), rng.randint(1, 4))
    return {name: rng.choice(OPTIONS[game][name]) for name in names}
