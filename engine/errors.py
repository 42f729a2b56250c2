"""What can go wrong, with a sentence a person can act on.

An illegal act at the table is never an error: it is an ``Irregularity`` (a fact). These are for what cannot
have happened, for damaged input and for missing equipment.

A sentence is an English template and named values, so that a screen can say it in another language
(``ui/locale/errors.py``); as a text it is English.
"""

import os


class Words(str):
    """A sentence, or a part of one: the English text, and the template and the values that it was made of."""

    template: str
    """English with ``{named}`` places; without values it stands as it is."""
    values: dict[str, object]
    """What stands in the places; ``Words`` and errors among them are sentences of their own."""

    def __new__(cls, template: str, /, **values: object) -> "Words":
        """``template`` filled with ``values``; of an error its words are kept."""
        kept = {name: _kept(value) for name, value in values.items()}
        said = super().__new__(cls, template.format(**kept) if kept else template)
        said.template, said.values = template, kept
        return said

    def filled(self, **values: object) -> "Words":
        """The same template with these values."""
        return Words(self.template, **values)


class Listed(tuple[object, ...]):
    """Values that stand one after another in a sentence, such as cards."""

    def __str__(self) -> str:
        return " ".join(map(str, self))


class Reason(str):
    """Why the system refused something, in its English words: ``no space left on device``."""


def system_reason(error: OSError) -> Reason:
    """The reason of an error of the system, without its number and its path."""
    number = error.errno or 0
    return Reason((os.strerror(number) if number > 0 else error.strerror or str(error)).lower())


def _kept(value: object) -> object:
    """A value without the traceback that an error carries about; several are a list."""
    if isinstance(value, OSError):
        return system_reason(value)
    if isinstance(value, tuple):
        return Listed(value)
    if isinstance(value, KozyrError):
        return value.words
    return str(value) if isinstance(value, BaseException) else value


class KozyrError(Exception):
    """Anything Kozyr tells the user in one sentence and exit status 2."""

    def __init__(self, template: str, /, **values: object) -> None:
        """An English sentence with ``{named}`` places and what stands there."""
        self.words = template if isinstance(template, Words) and not values else Words(template, **values)
        super().__init__(self.words)


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
