"""What an auction of any game returns here."""

from typing import Any, Final, TypedDict

STANDS: Final = "stands"
ILLEGAL: Final = "illegal-call"
OUT_OF_TURN: Final = "call-out-of-turn"


class Heard(TypedDict):
    """An auction as far as it went."""

    verdicts: list[str]
    """``STANDS``, ``ILLEGAL`` or ``OUT_OF_TURN``, one for each call."""
    turn: str
    """The seats whose call is awaited, nobody's when it is empty."""
    legal: list[str]
    """What the (first) seat on turn may call."""
    ended: dict[str, Any] | None
    """How it ended; None while it goes on."""
    stage: str
    """What is awaited, in Preferans; ``bid`` or nothing in other games."""
