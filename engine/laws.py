"""Laws: penalties as cited rows (offence -> remedy, source, section), and what an irregularity is called."""

from dataclasses import dataclass
from enum import StrEnum


class Offence(StrEnum):
    """The kinds of irregularity, by the names used in logs and JSON."""

    REVOKE = "revoke"
    OUT_OF_TURN = "out-of-turn"
    EXPOSED_CARDS = "exposed-cards"
    CALL_OUT_OF_TURN = "call-out-of-turn"
    ILLEGAL_CALL = "illegal-call"
    FALSE_DECLARATION = "false-declaration"
    DECLARATION_OUT_OF_TURN = "declaration-out-of-turn"
    LATE_DECLARATION = "late-declaration"
    MISDEAL = "misdeal"
    SLOW_PLAY = "slow-play"
    OLD_TRICK_VIEWED = "old-trick-viewed"
    TWELVE_CARD_ORDER = "twelve-card-order"


class Remedy(StrEnum):
    """What a ruling may do, by the names used in logs."""

    BAYT = "bayt"
    BAYD = "bayd"
    TOTUS = "totus"
    TRICKS_TO_OPPONENTS = "tricks-to-opponents"
    DECLARATIONS_VOID = "declarations-void"
    PENALTY_CARD = "penalty-card"
    REDEAL = "redeal"
    ANNUL = "annul"
    FINE = "fine"
    WARN = "warn"
    EXCLUDE = "exclude"
    STANDS = "stands"
    JUDGE = "judge"


class Detectable(StrEnum):
    """When a breach can first be certain (rules table, column "When")."""

    IMMEDIATELY = "I"
    LATER = "L"
    DEAL_END = "E"
    REPORTED = "N"


class Decider(StrEnum):
    """Who decides about a row."""

    JUDGE = "judge"
    TABLE = "table"
    MEETING = "meeting"


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule stands."""

    source: str
    """The rule book: ``Репино``, ``ФДУ-uk``, ``Сочи``; or ``Kozyr`` for our own choice where the book is silent."""
    section: str
    """The clause: ``4.3.4``."""

    def __str__(self) -> str:
        return f"{self.source} {self.section}".strip()


@dataclass(frozen=True, slots=True)
class Law:
    """One row of the penalty table."""

    row: str
    """The row id: ``B-10``; ``ui/locale`` holds its text in every language under it."""
    offences: tuple[Offence, ...]
    """The offences the row judges; empty for what only a person can report."""
    remedies: tuple[Remedy, ...]
    """What the clause allows; the first is proposed."""
    detectable: tuple[Detectable, ...]
    """When a breach can be certain."""
    citation: Citation
    """Where it stands."""
    text: str
    """The clause in the words of the original (its own language), as short as stays exact."""
    decides: Decider = Decider.JUDGE
    """Whose word it is: the table's where nothing is punished, the general meeting's where the rules say so."""
