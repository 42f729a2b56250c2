"""The score of one deal of Bazar Belot, in large points, from what each line took and declared.

Source: Репино, "Е. Подсчет результатов и их запись" with its ten examples; rules dossier B.5.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kozyr.engine.facts import ScoreLine
from kozyr.engine.games.bazar_belot.auction import Bid
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.games.bazar_belot.rules import Rules


@dataclass(frozen=True, slots=True)
class Contract:
    """What is played for."""

    bid: Bid
    """The winning call."""
    side: str
    """The playing line."""
    doubled: int
    """1, or what contra or recontra multiplies by."""

    def cost(self, rules: Rules) -> int:
        """What the contract is worth, contra included."""
        twice = self.bid.from_hand and rules.capo_hand.value == "double"
        return self.bid.level * self.doubled * (2 if twice else 1)


@dataclass(frozen=True, slots=True)
class Taken:
    """What one line has at the end of a deal."""

    points: int
    """Small points in tricks, the last trick's 10 included."""
    tricks: int
    """Tricks won."""
    declarations: int
    """Large points of its constructions that played, bela included."""


@dataclass(frozen=True, slots=True)
class Result:
    """The score of a deal and how it came about."""

    lines: tuple[ScoreLine, ...]
    """The lines of a side sum to its score."""
    bayt: tuple[str, ...] = ()
    """The sides in bayt."""

    def of(self, side: str) -> int:
        """What the deal gave to a side."""
        return sum(line.value for line in self.lines if line.side == side)


def total_points(denomination: Denomination) -> int:
    """All small points of a deal: 162, in all trumps 258."""
    return 258 if denomination is Denomination.ALL_TRUMPS else 162


def split(playing_points: int, whisting_points: int, trick_total: int) -> tuple[int, int]:
    """Small points in large ones, (playing, whisting): half up, the whisting line first, the other capped.

    "По математическим правилам с преимуществом вистующей пары": 147 to 15 is 14 and 2.
    """
    whisting = (whisting_points + 5) // 10
    return min((playing_points + 5) // 10, trick_total - whisting), whisting


def is_made(contract: Contract, playing: Taken, rules: Rules) -> bool:
    """Whether the contract is fulfilled; nothing is rounded here: 129 small points on a 13 are a bayt."""
    if contract.bid.capo:
        base = rules.capo_base.of(contract.bid.denomination)
        return playing.tricks == 8 and base + playing.declarations >= contract.bid.level
    return playing.points + 10 * playing.declarations >= 10 * contract.bid.level


def scored(contract: Contract, taken: Mapping[str, Taken], rules: Rules) -> Result:
    """The score of a played deal; ``taken`` holds both lines."""
    whisters = next(side for side in taken if side != contract.side)
    playing, whisting = taken[contract.side], taken[whisters]
    if not is_made(contract, playing, rules):
        return _failed(contract, whisters, playing, whisting, rules)
    if contract.doubled > 1:
        lines = (
            ScoreLine(contract.side, "contract", contract.cost(rules)),
            _all_tricks_line(contract.side, contract, playing.tricks == 8, rules),
            ScoreLine(contract.side, "declarations", playing.declarations),
            ScoreLine(contract.side, "opponents-declarations", whisting.declarations),
        )
        return Result(_without_nothing(lines), (whisters,))
    return Result(_without_nothing(_made(contract, whisters, playing, whisting, rules)))


def _made(contract: Contract, whisters: str, playing: Taken, whisting: Taken, rules: Rules) -> tuple[ScoreLine, ...]:
    """No contra: each line has what it took, the playing line the contract too."""
    side, denomination = contract.side, contract.bid.denomination
    own = (
        ScoreLine(side, "contract", contract.cost(rules)),
        ScoreLine(side, "declarations", playing.declarations),
        ScoreLine(whisters, "declarations", whisting.declarations),
    )
    if playing.tricks == 8:
        return (own[0], _all_tricks_line(side, contract, True, rules), *own[1:])
    rounded, other = split(playing.points, whisting.points, rules.trick_total.of(denomination))
    return (own[0], ScoreLine(side, "tricks", rounded), own[1], ScoreLine(whisters, "tricks", other), own[2])


def _failed(contract: Contract, whisters: str, playing: Taken, whisting: Taken, rules: Rules) -> Result:
    """Bayt: the whisting line has the contract, all tricks and the constructions."""
    lost = 0 if rules.failed_declarer_constructions == "lost" else playing.declarations
    lines = (
        ScoreLine(whisters, "contract", contract.cost(rules)),
        _all_tricks_line(whisters, contract, whisting.tricks == 8, rules),
        ScoreLine(whisters, "declarations", whisting.declarations),
        ScoreLine(whisters, "opponents-declarations", lost),
    )
    return Result(_without_nothing(lines), (contract.side,))


def _all_tricks_line(side: str, contract: Contract, every_trick: bool, rules: Rules) -> ScoreLine:
    """The tricks of both lines together, or what counts in their place when one line took every trick."""
    denomination = contract.bid.denomination
    if every_trick:
        return ScoreLine(side, "tricks", rules.all_tricks_value.of(denomination))
    return ScoreLine(side, "tricks", rules.trick_total.of(denomination))


def _without_nothing(lines: tuple[ScoreLine, ...]) -> tuple[ScoreLine, ...]:
    return tuple(line for line in lines if line.value or line.what in ("contract", "tricks"))
