"""The options of Bazar Belot: one frozen record, its default values those of the variant ``repino-2013``.

Names are those of rules dossier 9.4. What the regulation leaves open is an option here and nothing else decides it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.options import Limits, changed

VARIANTS: Final = ("repino-2013",)
"""The rule books this game knows, by the name in the header."""


@dataclass(frozen=True, slots=True)
class ByKind:
    """A number that depends on what the deal is played in."""

    suit: int
    """With a trump suit."""
    bk: int
    """Without trumps."""
    vk: int
    """All suits are trumps."""

    def of(self, denomination: Denomination) -> int:
        """The number for a denomination."""
        if denomination is Denomination.NO_TRUMPS:
            return self.bk
        return self.vk if denomination is Denomination.ALL_TRUMPS else self.suit


@dataclass(frozen=True, slots=True)
class CapoHand:
    """Capo from one hand. The regulation names the call and leaves its value and the partner's part open."""

    enabled: bool = True
    """Whether the call exists."""
    value: str = "same_as_capo"
    """``same_as_capo``, or ``double``: the contract costs twice as much."""
    closed_partner: str = "face_down"
    """``face_down``: the partner's hand is laid down unseen and tricks have three cards; ``plays``: it is played."""


@dataclass(frozen=True, slots=True)
class Rules:
    """All options of a match."""

    direction: str = "cw"
    """``cw`` or ``ccw``: which way the turn goes."""
    judge_confirms_everything: bool = True
    """A finding changes nothing before a ruling. It cannot be switched off."""
    min_bid: int = 8
    """The lowest opening, in large points."""
    vk_min_bid: int = 20
    """The lowest bid in all trumps."""
    two_passes_on_line: bool = True
    """Two passes of a line in the first round: it may bid no more in this deal."""
    three_pass_restriction: bool = True
    """After three opening passes the first two passers may bid only what the partner has bid."""
    capo_compare: str = "excess_over_base"
    """How two capo bids compare: by what they bid above their base, or ``raw`` by the number."""
    capo_base: ByKind = field(default_factory=lambda: ByKind(25, 25, 34))
    """The lowest capo bid."""
    capo_hand: CapoHand = field(default_factory=CapoHand)
    """Capo from one hand."""
    contra: int = 2
    """What contra multiplies the contract by."""
    recontra: int = 4
    """What recontra multiplies the contract by."""
    trick_total: ByKind = field(default_factory=lambda: ByKind(16, 16, 26))
    """All tricks of a deal in large points."""
    all_tricks_value: ByKind = field(default_factory=lambda: ByKind(25, 25, 34))
    """What counts instead of the tricks when one line took all of them."""
    bela: int = 2
    """The value of a bela."""
    bk_jack_frames: int = 10
    """The value of four jacks without trumps; 0: they are no construction there."""
    reuse_frame_sequence: bool = True
    """Whether a card may be part of a frame and of a sequence."""
    failed_declarer_constructions: str = "to_opponents"
    """Whose the declarers' constructions are when the contract fails: ``to_opponents`` or ``lost``."""
    rounding: str = "whist_first_half_up_capped"
    """Small points to large: the whisting line first, half up, the other at most what is left of the total."""
    totus_trick_value: int = 16
    """Totus: 16 counts the tricks as ``trick_total`` does, 25 as ``all_tricks_value``."""
    penalty_card_rule: str = "first_legal_opportunity"
    """When a penalty card must be played."""
    redeal_dealer: str = "next"
    """Who deals after a deal without play: the ``next`` or the ``same`` dealer."""
    match_target: int = 301
    """A match is won at this total."""
    round_limit_min: int = 60
    """Minutes of a round; whoever keeps the clock ends the match after the deal then in play."""
    late_wait_min: int = 10
    """Minutes to wait for who comes late."""


LIMITS: Final = Limits(
    "bazar-belot",
    {
        "direction": ("cw", "ccw"),
        "judge_confirms_everything": (True,),
        "capo_compare": ("excess_over_base", "raw"),
        "capo_hand.value": ("same_as_capo", "double"),
        "capo_hand.closed_partner": ("face_down", "plays"),
        "failed_declarer_constructions": ("to_opponents", "lost"),
        "rounding": ("whist_first_half_up_capped",),
        "totus_trick_value": (16, 25),
        "penalty_card_rule": ("first_legal_opportunity",),
        "redeal_dealer": ("next", "same"),
    },
    frozenset({"min_bid", "vk_min_bid", "contra", "recontra", "match_target"}),
)


def rules_of(variant: str, overrides: Mapping[str, object]) -> Rules:
    """The rules of a match: the variant with what the header's ``rules`` say differently, mappings merged key by key.

    Raises LogFormatError for an unknown variant, an unknown option or a value that the option cannot have.
    """
    if variant not in VARIANTS:
        raise LogFormatError(
            "variant {variant!r} is none of bazar-belot: {variants}", variant=variant, variants=", ".join(VARIANTS)
        )
    return changed(Rules(), overrides, LIMITS)
