"""The options of the variant: defaults, nested overrides, names and values that do not exist."""

import dataclasses
from dataclasses import replace

import pytest

from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.bazar_belot.game import GAME
from kozyr.engine.games.bazar_belot.rules import ByKind, CapoHand, Rules, rules_of

from .sitting import header

REGISTRY = {
    "direction": "cw", "judge_confirms_everything": True, "min_bid": 8, "vk_min_bid": 20, "two_passes_on_line": True,
    "three_pass_restriction": True, "capo_compare": "excess_over_base",
    "capo_base": {"suit": 25, "bk": 25, "vk": 34},
    "capo_hand": {"enabled": True, "value": "same_as_capo", "closed_partner": "face_down"},
    "contra": 2, "recontra": 4, "trick_total": {"suit": 16, "bk": 16, "vk": 26},
    "all_tricks_value": {"suit": 25, "bk": 25, "vk": 34}, "bela": 2, "bk_jack_frames": 10,
    "reuse_frame_sequence": True, "failed_declarer_constructions": "to_opponents",
    "rounding": "whist_first_half_up_capped", "totus_trick_value": 16,
    "penalty_card_rule": "first_legal_opportunity", "redeal_dealer": "next", "match_target": 301,
    "round_limit_min": 60, "late_wait_min": 10,
}  # fmt: skip
"""The option registry of the regulation's variant, as a header could restate it."""


def test_the_defaults_are_those_of_the_registry_and_may_be_restated() -> None:
    assert rules_of("repino-2013", REGISTRY) == rules_of("repino-2013", {}) == Rules()
    assert {option.name for option in dataclasses.fields(Rules)} == set(REGISTRY)


def test_nested_options_are_merged_key_by_key() -> None:
    rules = rules_of("repino-2013", {"trick_total": {"vk": 25}, "capo_hand": {"value": "double"}})
    assert rules.trick_total == ByKind(16, 16, 25)
    assert rules.capo_hand == CapoHand(value="double")


@pytest.mark.parametrize(
    ("overrides", "named"),
    [
        ({"match_targt": 301}, "'match_targt'"),
        ({"trick_total": {"nt": 16}}, "'trick_total.nt'"),
        ({"trick_total": 16}, "trick_total"),
        ({"capo_hand": True}, "capo_hand"),
        ({"match_target": "301"}, "match_target"),
        ({"match_target": 0}, "match_target"),
        ({"match_target": True}, "match_target"),
        ({"two_passes_on_line": 1}, "two_passes_on_line"),
        ({"capo_compare": "highest"}, "capo_compare"),
        ({"totus_trick_value": 20}, "totus_trick_value"),
        ({"judge_confirms_everything": False}, "judge_confirms_everything"),
        ({"bela": -2}, "bela"),
        ({"format": "2x2"}, "'format'"),
        ({"contra": 2.0}, "contra"),
        ({"trick_total": {"vk": None}}, "trick_total.vk"),
    ],
)
def test_what_does_not_exist_is_named(overrides: dict[str, object], named: str) -> None:
    with pytest.raises(LogFormatError) as error:
        rules_of("repino-2013", overrides)
    assert named in str(error.value)
    assert "\n" not in str(error.value)


def test_unknown_variant() -> None:
    with pytest.raises(LogFormatError, match="sochi-2013"):
        rules_of("sochi-2013", {})


@pytest.mark.parametrize(("key", "value"), [("format", "2x2"), ("target", 501)])
def test_a_header_field_of_another_game_is_named(key: str, value: object) -> None:
    with pytest.raises(LogFormatError, match=f'"{key}"'):
        GAME.start(replace(header(), extra={key: value}))
    with pytest.raises(LogFormatError, match=f"'{key}'"):
        GAME.start(header({key: value}))
