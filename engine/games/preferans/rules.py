"""The options of Preferans: one frozen record, its default values those of the variant ``sochi-2013``.

Names are those of rules dossier 9.4. What the convention leaves open is an option here and nothing else decides it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from kozyr.engine.errors import LogFormatError
from kozyr.engine.options import Limits, called, changed

VARIANTS: Final = ("sochi-2013",)
"""The conventions this game knows, by the name in the header."""
TABLE_SIZES: Final = (3, 4)
"""How many may sit at a table."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a game costs, by its level; one whist trick is worth as many whists."""

    six: int = called("6", 2)
    """A game of six."""
    seven: int = called("7", 4)
    """A game of seven."""
    eight: int = called("8", 6)
    """A game of eight."""
    nine: int = called("9", 8)
    """A game of nine."""
    ten: int = called("10", 10)
    """A game of ten."""
    misere: int = 10
    """A misère: per trick taken when it fails."""

    def of(self, level: int) -> int:
        """The value of a game of 6 to 10 tricks."""
        return (self.six, self.seven, self.eight, self.nine, self.ten)[level - 6]


@dataclass(frozen=True, slots=True)
class Obligation:
    """How many tricks whisters must take (Сочи Игра 8)."""

    six: int = called("6", 4)
    """At six, together or alone."""
    seven: int = called("7", 2)
    """At seven, together or alone."""
    eight_one: int = called("8_one", 1)
    """At eight, a single whister."""
    eight_two: int = called("8_two", 2)
    """At eight, two together: one each, or one of them both."""
    nine_each: int = called("9_each", 1)
    """At nine, each of them."""
    ten: int = called("10", 1)
    """At ten, together or alone."""


@dataclass(frozen=True, slots=True)
class TalonInFace:
    """The talon thrown back at the dealer (Сочи Игра 3)."""

    three: bool = called("3", False)
    """Whether three players may do it."""
    four: bool = called("4", True)
    """Whether four players may do it."""
    misere: int = 2
    """What the dealer writes when the game is a misère."""
    misere_in_raspasy: int = 4
    """The same while raspasy are on."""

    def is_allowed(self, players: int) -> bool:
        """Whether a table of 3 or 4 may do it."""
        return self.four if players == 4 else self.three


@dataclass(frozen=True, slots=True)
class WithoutThree:
    """The declarer gives up three tricks short (Сочи Игра 4)."""

    allowed: bool = True
    """Whether that may be done."""
    value: str = "auction_end"
    """Whose value counts: that of the bid the auction ended on (``auction_end``), or the game ``ordered``."""


@dataclass(frozen=True, slots=True)
class TalonTricks:
    """What counts as a trick in the talon, for the dealer of four (Сочи Игра 9)."""

    two_aces: int = 3
    """Two aces."""
    ace_king_suited: int = 2
    """Ace and king of one suit."""
    ace: int = 1
    """One ace."""
    king_queen_suited: int = 1
    """King and queen of one suit."""
    three_players: str = "none"
    """At a table of three nobody writes anything (``none``)."""


@dataclass(frozen=True, slots=True)
class Raspasy:
    """A deal that everybody has passed (Сочи Распасы)."""

    cost: tuple[int, ...] = (1, 2, 3)
    """Mountain points for a trick in the first, the second circle…; the last number goes on."""
    min_bid: tuple[int, ...] = (6, 7)
    """The lowest level of a bid when no, one… circle has been played; the last number goes on."""
    circle: str = "deal"
    """A circle is one raspasy ``deal``, or a ``round`` in which each player has dealt."""
    amnesty: bool = False
    """Whether the fewest tricks are taken off everybody's."""
    zero_bonus: str = "cost"
    """Without a trick the pool grows by the cost of one trick (``cost``), or by nothing (``none``)."""
    zero_bonus_dealer: bool = False
    """Whether the dealer of four, without a trick, gets that too."""
    no_talon_suit: str = "first_hand_suit"
    """Whose trick it is when nobody has the talon card's suit: the highest card of the first hand's suit."""


@dataclass(frozen=True, slots=True)
class Rules:
    """All options of a table."""

    direction: str = "cw"
    """``cw`` or ``ccw``: which way the turn goes."""
    judge_confirms_everything: bool = True
    """A finding changes nothing before a ruling. It cannot be switched off."""
    players: int = 4
    """How many sit at the table: as many as the header seats."""
    value: Value = field(default_factory=Value)
    """What a game costs."""
    obligation: Obligation = field(default_factory=Obligation)
    """How many tricks whisters must take."""
    jumps: bool = False
    """Whether a bid may leave out rungs of the ladder."""
    hold_bid: bool = True
    """Whether the senior hand may hold the bid of the only other bidder: "here"."""
    misere_first_bid_only: bool = True
    """Whether a misère must be a player's first bid; his own misère may be raised."""
    stalingrad: str = "both"
    """At six spades ``both`` defenders must whist, or at least ``one``."""
    half_whist: tuple[int, ...] = (6, 7)
    """The levels at which half a whist may be said."""
    whist_style: str = "greedy"
    """Whose the passer's tricks are: the whister's (``greedy``), or each his own (``gentleman``)."""
    two_whist_shortfall: str = "capped_quota"
    """How two whisters share what lacks at six and seven: ``capped_quota``, ``uncapped_quota``, ``always_quota``."""
    eight_second_whister: str = "without_trick"
    """Who pays at eight when only one trick was taken: who is ``without_trick``, or the ``second_to_declare``."""
    ten: str = "checked_or_whisted"
    """A game of ten is checked, and may be whisted."""
    talon_in_face: TalonInFace = field(default_factory=TalonInFace)
    """The talon thrown back at the dealer."""
    without_three: WithoutThree = field(default_factory=WithoutThree)
    """Giving up."""
    talon_tricks: TalonTricks = field(default_factory=TalonTricks)
    """Tricks in the talon."""
    consolation: tuple[str, ...] = ("whister", "passer", "dealer")
    """Who writes whists for the tricks a declarer is short of."""
    raspasy: Raspasy = field(default_factory=Raspasy)
    """A deal that everybody has passed."""
    raspasy_exit: str = "made_game_except_misere_and_10"
    """What ends a row of raspasy."""
    failed_misere_in_raspasy_moves_dealer: bool = False
    """Whether the deal passes on after a failed misère while raspasy are on."""
    pool_target: int | None = None
    """The pool a player has to reach; none where rounds are timed."""
    aid_rate: int = 10
    """Whists for a pool point written into another's pool."""
    pool_rate: int = 10
    """Whists for a pool point in the settlement."""
    mountain_rate: int = 10
    """Whists for a mountain point in the settlement."""
    immediate_window: str = "trick_close"
    """Until when a revoke is found "at once": ``trick_close``, the ``next_card`` or the ``next_lead``."""
    pulka_place_tie: str = "average"
    """Place points of equal players: their ``average``, a ``shared`` rank, or by ``whists`` written."""
    money_per_whist: int = 3
    """Roubles for a whist."""
    entry_fee: int = 2100
    """Roubles into the tournament's fund."""


LIMITS: Final = Limits(
    "preferans",
    {
        "direction": ("cw", "ccw"),
        "judge_confirms_everything": (True,),
        "players": TABLE_SIZES,
        "stalingrad": ("both", "one"),
        "whist_style": ("greedy", "gentleman"),
        "two_whist_shortfall": ("capped_quota", "uncapped_quota", "always_quota"),
        "eight_second_whister": ("without_trick", "second_to_declare"),
        "ten": ("checked_or_whisted",),
        "without_three.value": ("auction_end", "ordered"),
        "talon_tricks.three_players": ("none",),
        "consolation[]": ("whister", "passer", "dealer"),
        "raspasy.circle": ("deal", "round"),
        "raspasy.zero_bonus": ("cost", "none"),
        "raspasy.no_talon_suit": ("first_hand_suit",),
        "raspasy_exit": ("made_game_except_misere_and_10",),
        "immediate_window": ("trick_close", "next_card", "next_lead"),
        "pulka_place_tie": ("average", "shared", "whists"),
    },
    may_be_empty=frozenset({"half_whist", "consolation"}),
)
"""What the options may be."""


def rules_of(variant: str, overrides: Mapping[str, object], players: int) -> Rules:
    """The rules of a table of ``players``: the variant with what the header's ``rules`` say differently.

    Raises LogFormatError for an unknown variant, an unknown option, a value that the option cannot have, and a number
    of players that is not that of the seats.
    """
    if variant not in VARIANTS:
        raise LogFormatError(
            "variant {variant!r} is none of preferans: {variants}", variant=variant, variants=", ".join(VARIANTS)
        )
    if players not in TABLE_SIZES:
        raise LogFormatError("preferans is played by three or four; the header seats {players}", players=players)
    rules = changed(replace(Rules(), players=players), overrides, LIMITS)
    if rules.players != players:
        raise LogFormatError(
            "rules: players is {stated}, but the header seats {players}; leave it out",
            stated=rules.players,
            players=players,
        )
    _check_ranges(rules)
    return rules


def _check_ranges(rules: Rules) -> None:
    """Raises LogFormatError for levels that are none."""
    for path, levels in (("half_whist", rules.half_whist), ("raspasy.min_bid", rules.raspasy.min_bid)):
        if any(not 6 <= level <= 10 for level in levels):
            raise LogFormatError(
                "rules: {path} is {levels}; its levels must be 6 to 10", path=path, levels=list(levels)
            )
    if rules.pool_target == 0:
        raise LogFormatError("rules: pool_target is 0; it must be at least 1, or null")
