"""What can go wrong, with a sentence a person can act on.

An illegal act at the table is never an error: it is an ``Irregularity`` (a fact). These are for what cannot
have happened, for damaged input and for missing equipment.
"""


class KozyrError(Exception):
    """Anything Kozyr tells the user in one sentence and exit status 2."""


class CardCodeError(KozyrError, ValueError):
    """A text that names no card, such as ``1X``."""


class LogFormatError(KozyrError, ValueError):
    """A log line, header, act or option that does not follow docs/log-format.md."""


class ImpossibleAct(KozyrError, ValueError):
    """An act that cannot have happened in this state (a card played twice, a play before the deal)."""


class DetectorUnavailable(KozyrError, RuntimeError):
    """The trained network, or the program that runs it, is missing or damaged."""


class CameraLost(KozyrError, RuntimeError):
    """A picture source that cannot be opened, or that stopped giving new pictures."""
