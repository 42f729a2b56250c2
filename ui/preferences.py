"""What a tablet remembers between starts: language, colours, text size, players, the last match set up, the camera,
the judge's PIN.

The file is written in one go. One that is damaged is said in one sentence and the tablet begins with what is usual.
"""

import dataclasses
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from kozyr.engine.errors import KozyrError, system_reason
from kozyr.engine.kept_json import made_from
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import LANGUAGES, tr

MOST_PLAYERS: Final = 60
"""Names remembered."""
_CHOICES: Final = {
    "language": (*LANGUAGES, None), "theme": ("dark", "light", "contrast"), "text": ("normal", "large"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Preferences:
    """Everything that is remembered."""

    language: str | None = None
    """None: the system's."""
    theme: str = "dark"
    """``dark``, ``light``, ``contrast``."""
    text: str = "normal"
    """``normal`` or ``large``."""
    sound: bool = False
    """Whether a touch is heard."""
    players: tuple[str, ...] = ()
    """Names, the one used last first."""
    seated: tuple[tuple[Seat, str], ...] = ()
    """(seat, name) of the last match."""
    game: str | None = None
    """Of the last match, as in the header of a log."""
    variant: str | None = None
    """Its edition."""
    form: str | None = None
    """Its format."""
    target: int | None = None
    """To how many points."""
    rules: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    """What differed from the edition: option path to value."""
    camera: str | None = None
    """The camera's number or address; None plays without one."""
    pin: str | None = None
    """The judge's PIN as ``kept_pin`` keeps it; None: anybody may come as the judge. It is never the last line of the
    file, for a line that is deleted by hand must leave one that can be read."""
    deck: str | None = None
    """The learnt deck on the table; None for any deck."""


class Remembered:
    """The preferences in force and their file. ``said`` is a sentence about a file that could not be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.said: str | None = None
        self.now = Preferences()
        try:
            self.now = read_preferences(path.read_text("utf-8"))
        except FileNotFoundError:
            pass
        except (OSError, ValueError):
            self.said = tr("settings.broken", file=path)

    def change(self, **changes: Any) -> None:
        """Remembers something. Raises KozyrError when the file cannot be written; it is in force all the same."""
        self.now = replace(self.now, **changes)
        part = self.path.with_name(f".{self.path.name}.part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("w", encoding="utf-8") as file:
                file.write(write_preferences(self.now))
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, self.path)
        except OSError as error:
            raise KozyrError(
                "{path} cannot be written ({why}): the settings will be forgotten at the next start",
                path=self.path, why=system_reason(error),
            ) from None  # fmt: skip

    def met(self, *names: str) -> None:
        """These people play now: they stand first in the list. Raises as ``change``."""
        newest = [name for name in names if name]
        rest = [name for name in self.now.players if name not in newest]
        self.change(players=(*dict.fromkeys(newest), *rest)[:MOST_PLAYERS])

    def forget(self, name: str) -> None:
        """Takes a name off the list. Raises as ``change``."""
        self.change(players=tuple(one for one in self.now.players if one != name))


def write_preferences(preferences: Preferences) -> str:
    """As JSON, a field each."""
    fields = {one.name: getattr(preferences, one.name) for one in dataclasses.fields(preferences)}
    fields["rules"], fields["seated"] = dict(preferences.rules), dict(preferences.seated)
    return json.dumps(fields, ensure_ascii=False, indent=1) + "\n"


def read_preferences(text: str) -> Preferences:
    """From JSON; what is not known is left out. Raises ValueError for a file that is no such thing."""
    return made_from(text, _from_json)


def _from_json(found: dict[str, Any]) -> Preferences:
    known = {one.name for one in dataclasses.fields(Preferences)}
    return Preferences(**{name: _checked(name, value) for name, value in found.items() if name in known})


def _checked(name: str, value: object) -> Any:
    """A field as it is kept. Raises ValueError for a value that it cannot have."""
    if name in _CHOICES:
        good = value in _CHOICES[name]
    elif name == "sound":
        good = isinstance(value, bool)
    elif name == "players":
        good = isinstance(value, list) and all(isinstance(one, str) and one for one in value)
        value = tuple(value) if good and isinstance(value, list) else value
    elif name == "seated":
        good = isinstance(value, dict) and all(isinstance(one, str) for one in value.values())
        value = tuple((Seat(seat), one) for seat, one in value.items()) if isinstance(value, dict) else value
    elif name == "rules":
        good = isinstance(value, dict)
        value = MappingProxyType(value) if isinstance(value, dict) else value
    elif name == "target":
        good = value is None or type(value) is int
    else:
        good = value is None or isinstance(value, str)
    if not good:
        raise ValueError(f"{name} is {value!r}")
    return value
