"""The rule book in force, rule by rule: where each stands and which rest on a choice of our own."""

from dataclasses import dataclass
from enum import StrEnum

from kozyr.engine.laws import Citation


class Chapter(StrEnum):
    """The parts of a rule book, in the order of play."""

    DEAL = "deal"
    AUCTION = "auction"
    DECLARATIONS = "declarations"
    PLAY = "play"
    SCORE = "score"
    MATCH = "match"
    TIME = "time"
    JUDGE = "judge"


class Basis(StrEnum):
    """What a rule rests on."""

    STATED = "stated"
    """The text of the rule book."""
    DERIVED = "derived"
    """Arithmetic or logic from what the text states."""
    OUTSIDE = "outside"
    """Another published source; the citation names it."""
    CHOSEN = "chosen"
    """Our own choice where the text is silent or contradicts itself."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. Its words stand in ``ui/locale``, under ``key``, with the values of its options put in."""

    key: str
    """``play.follow``: the language-independent name, unique within a game."""
    chapter: Chapter
    """Where it is printed."""
    citation: Citation
    """Source and section; of our own choice, the place that is silent."""
    basis: Basis
    """What it rests on."""
    options: tuple[str, ...] = ()
    """The paths of the options that its words depend on; every option stands in exactly one rule."""
    variants: tuple[str, ...] = ()
    """The editions that have it; empty for all."""
    formats: tuple[str, ...] = ()
    """The formats or table sizes that have it (``2x2``, ``3``); empty for all."""


def cited(
    key: str,
    source: str,
    section: str = "",
    basis: Basis = Basis.STATED,
    *,
    options: tuple[str, ...] = (),
    variants: tuple[str, ...] = (),
    formats: tuple[str, ...] = (),
) -> Rule:
    """A rule whose chapter is the first word of its key. Raises ValueError when that is no chapter."""
    chapter = Chapter(key.partition(".")[0])
    return Rule(key, chapter, Citation(source, section), basis, options, variants, formats)
