"""The options of Sport Debertz: one frozen record and what each edition of the rules puts into it.

Names are those of rules dossier 9.4; format and target of a party stand in the header of a log and not here. What the
rules leave open is an option and nothing else decides it. Play code never asks which edition it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from kozyr.engine.errors import LogFormatError
from kozyr.engine.options import Limits, changed

PLAYERS: Final[Mapping[str, int]] = MappingProxyType({"2x2": 4, "1x1": 2, "1x2": 3, "1x3": 4})
"""How many play in each format."""
FORMATS: Final = tuple(PLAYERS)
"""How it can be played, the usual one first."""
TARGETS: Final = (501, 1001)
"""A party is shortened or classic (7.5); the usual one first."""


@dataclass(frozen=True, slots=True)
class Deberts:
    """The combination of seven trumps in a row."""

    effect: str = "win_party"
    """``win_party``: it wins the party at once; ``off``: it is a fifty."""
    min_len: int = 7
    """How many cards in a row make it."""
    trump_only: bool = True
    """Whether it must be of trumps; of another suit it is then a fifty."""


@dataclass(frozen=True, slots=True)
class Timeout:
    """Time-outs (8.1 to 8.8)."""

    seconds: int = 300
    """How long one lasts."""
    per: str = "person"
    """Who has it: each ``person``, or the ``team``."""
    per_party: int = 1
    """How many in a party."""


@dataclass(frozen=True, slots=True)
class Rules:
    """All options of a meeting."""

    direction: str = "cw"
    """``cw`` or ``ccw``: which way the turn goes."""
    judge_confirms_everything: bool = True
    """A finding changes nothing before a ruling. It cannot be switched off."""
    ruleset: str = "fdu_uk"
    """The edition; it is chosen by the variant of the header and may only be restated."""
    meeting_wins: int = 2
    """A meeting is won with so many parties (7.7)."""
    orderer_rotation: str = "next_clockwise"
    """Who holds the token in the next deal: the ``next_clockwise`` seat, the ``declarer`` or the ``deal_winner``."""
    first_lead: str = "after_token"
    """Who leads first: the seat ``after_token`` (5.3), ``after_declarer``, or the holder of the ``token``."""
    follow_reference: str = "led_suit"
    """Which suit is to be followed: the ``led_suit``, or that of the ``top_card``, which changes after a ruff."""
    fdu_2x2_fourth: str = "lead_card"
    """What the last seat must beat when trumps are led and its partner has not: the ``lead_card`` or the ``best``."""
    forced_order_suits: str = "not_shown"
    """Which suits a forced order may name: all but the shown one (``not_shown``) or ``any``."""
    seven_swap: str = "any_player"
    """Who may change the seven of trumps for the shown card: ``any_player``, ``declarer_only`` or nobody (``off``)."""
    terz: int = 20
    """Three in a row."""
    fifty: int = 50
    """Four to six in a row."""
    hundred_for_five: bool = False
    """Whether five or more in a row are a combination of their own, worth 100."""
    bella: int = 20
    """King and queen of trumps."""
    bella_announce: str = "second_card"
    """With which of the two cards it is announced: ``second_card`` or ``first_card``."""
    deberts: Deberts = field(default_factory=Deberts)
    """Seven trumps in a row."""
    four_of_a_kind: int = 0
    """Four of a kind are no combination of this game."""
    four_sevens: str = "off"
    """Nor do four sevens have the cards dealt again."""
    last_trick: int = 10
    """Small points for the last trick."""
    sequence_compare: str = "value_then_top"
    """How combinations compare: by value and top card, or ``length_then_top``."""
    trump_breaks_tie: bool = False
    """Whether trumps are the higher of two equal combinations. The rules say that they are not."""
    winner_scores_all_own: bool = True
    """Whether all combinations of the player with the highest one count, or that one alone."""
    team_sum: bool = True
    """Whether the combinations of both partners count together."""
    combo_show: str = "winner_before_trick2"
    """Whether the highest combination is shown before the second trick, or need not be (``not_required``)."""
    must_beat: str = "each"
    """Whom the declarer must outscore: ``each`` opponent, or their ``sum``."""
    bayd_split: str = "outscorers_equal"
    """Who shares the points of a bayd: who outscored it (``outscorers_equal``), ``all_equal`` or the ``highest``."""
    split_remainder: str = "by_move"
    """Where the points go that cannot be shared equally: one each ``by_move``, ``drop``, or ``to_highest``."""
    bayd_transfers: str = "credited_only"
    """Which combinations of a side in bayd go to the others: those that counted, or ``all_declared``."""
    no_trick_penalty: int = 50
    """Points off for a deal without a trick."""
    no_trick_declarer_combos: str = "to_opponents"
    """Combinations of a declarer without a trick go ``to_opponents`` or are ``void``."""
    third_b_penalty: int = 100
    """Points off with the third letter Б of a party."""
    later_b_penalty: int = 50
    """Points off with each later one."""
    deferred_counts_as_b: bool = False
    """Whether a deferred bayd is a letter Б."""
    deferred_trump: str = "lit_suit"
    """Trumps of the deal after a deferred bayd: ``lit_suit``, ``declarer_names``, or an ``auction``."""
    pot_chain: str = "accumulate"
    """After another tie the deferred points ``accumulate``."""
    pot_at_target: str = "party_ends_pot_void"
    """When a party is won while points are deferred it ends without them, or they are played for (``play_on``)."""
    target_reached: str = "ge"
    """Whether exactly the target is enough (``ge``) or it must be passed (``gt``)."""
    judge_bayd_base: str | int = "dealt_points_plus_10"
    """What a bayd declared by the judge is worth: all dealt points and the last trick's ten, or always 162."""
    judge_bayd_combos: str = "all_declared"
    """Which combinations are added to it: ``all_declared``, or ``credited_only``."""
    judge_bayd_stops_deal: bool = True
    """Whether a bayd declared by the judge ends the deal at once; if not it is played out first."""
    judge_bayd_beneficiary: str = "others_equal"
    """Who gets the points when a defender is in bayd: the others in equal parts, or the ``declarer``."""
    fdu_revoke: str = "bayd"
    """What not following or not trumping brings, which 6.2.1.8 does not list: ``bayd``, or what the ``judge`` says."""
    fdu_penalties: str = "uk"
    """The list of penalties: that of 6.2.1.8 in the Ukrainian text (``uk``), or what the ``judge`` says (D-14)."""
    timeout: Timeout = field(default_factory=Timeout)
    """Time-outs."""
    protocol: str = "digit"
    """How the protocol is kept: ``digit`` or ``schematic`` (7.2)."""


@dataclass(frozen=True, slots=True)
class Edition:
    """What a text of the rules says, as far as editions differ."""

    source: str
    """How citations name it."""
    rules: Rules
    """Its options."""
    must_beat_led_trump: bool
    """Whether a trump that is led must be beaten; the first Russian text does not say so."""


_EDITIONS: Final[Mapping[str, Edition]] = MappingProxyType(
    {
        "fdu-uk": Edition("ФДУ-uk", Rules(), True),
        "fdu-ru2": Edition("ФДУ-ru2", Rules(ruleset="fdu_ru2", fdu_penalties="judge"), True),
        "fdu-ru1": Edition("ФДУ-ru1", Rules(ruleset="fdu_ru1", fdu_penalties="judge", team_sum=False), False),
    }
)
VARIANTS: Final = tuple(_EDITIONS)
"""The editions this game knows, by the name in the header, the usual one first."""
_CHOICES: Final[Mapping[str, tuple[object, ...]]] = MappingProxyType(
    {
        "ruleset": tuple(edition.rules.ruleset for edition in _EDITIONS.values()),
        "direction": ("cw", "ccw"),
        "judge_confirms_everything": (True,),
        "orderer_rotation": ("next_clockwise", "declarer", "deal_winner"),
        "first_lead": ("after_token", "after_declarer", "token"),
        "follow_reference": ("led_suit", "top_card"),
        "fdu_2x2_fourth": ("lead_card", "best"),
        "forced_order_suits": ("not_shown", "any"),
        "seven_swap": ("any_player", "declarer_only", "off"),
        "bella_announce": ("second_card", "first_card"),
        "deberts.effect": ("win_party", "off"),
        "deberts.min_len": (7, 8),
        "four_of_a_kind": (0,),
        "four_sevens": ("off",),
        "sequence_compare": ("value_then_top", "length_then_top"),
        "trump_breaks_tie": (False,),
        "combo_show": ("winner_before_trick2", "not_required"),
        "must_beat": ("each", "sum"),
        "bayd_split": ("outscorers_equal", "all_equal", "highest"),
        "split_remainder": ("by_move", "drop", "to_highest"),
        "bayd_transfers": ("credited_only", "all_declared"),
        "no_trick_declarer_combos": ("to_opponents", "void"),
        "deferred_trump": ("lit_suit", "declarer_names", "auction"),
        "pot_chain": ("accumulate",),
        "pot_at_target": ("party_ends_pot_void", "play_on"),
        "target_reached": ("ge", "gt"),
        "judge_bayd_base": ("dealt_points_plus_10", 162),
        "judge_bayd_combos": ("all_declared", "credited_only"),
        "judge_bayd_beneficiary": ("others_equal", "declarer"),
        "fdu_revoke": ("bayd", "judge"),
        "fdu_penalties": ("uk", "judge"),
        "timeout.per": ("person", "team"),
        "protocol": ("digit", "schematic"),
    }
)
LIMITS: Final = Limits("debertz", _CHOICES, frozenset({"meeting_wins", "terz", "fifty", "bella", "timeout.seconds"}))
"""What the options may be."""


def edition_of(variant: str, overrides: Mapping[str, object]) -> Edition:
    """The edition of a meeting with what the header's ``rules`` say differently, mappings merged key by key.

    Raises LogFormatError for an unknown edition, an unknown option or a value that the option cannot have.
    """
    edition = _EDITIONS.get(variant)
    if edition is None:
        raise LogFormatError(
            "variant {variant!r} is none of debertz: {variants}", variant=variant, variants=", ".join(VARIANTS)
        )
    rules = changed(edition.rules, overrides, LIMITS)
    if rules.ruleset != edition.rules.ruleset:
        raise LogFormatError(
            'rules: ruleset is {ruleset!r}; the header\'s "variant" {variant!r} says otherwise',
            ruleset=rules.ruleset,
            variant=variant,
        )
    return replace(edition, rules=rules)


def format_of(extra: Mapping[str, object], players: int) -> tuple[str, int]:
    """The format and the target of a party that a header states, or the usual ones for so many players.

    Raises LogFormatError for a field of another game, for a value that there is not, and for another number of players.
    """
    for key in extra:
        if key not in ("format", "target"):
            raise LogFormatError('debertz has no "{key}" in the header; leave it out', key=key)
    usual = next((name for name, size in PLAYERS.items() if size == players), FORMATS[0])
    shape, target = extra.get("format", usual), extra.get("target", TARGETS[0])
    if shape not in FORMATS:
        raise LogFormatError(
            '"format" is {shape!r}; debertz is played {formats}', shape=shape, formats=", ".join(FORMATS)
        )
    if PLAYERS[str(shape)] != players:
        count = PLAYERS[str(shape)]
        raise LogFormatError(
            "debertz {shape} is played by {count}; the header seats {seats}", shape=shape, count=count, seats=players
        )
    if type(target) is not int or target not in TARGETS:
        short, long = TARGETS
        raise LogFormatError(
            '"target" is {target!r}; a party goes to {short} or {long}', target=target, short=short, long=long
        )
    return str(shape), target
