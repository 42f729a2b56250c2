"""The learnt decks in the user's folder, a file each."""

import os
import re
from pathlib import Path
from typing import Final

from kozyr.engine.errors import KozyrError, Words
from kozyr.ui.file_trouble import advised
from kozyr.ui.settings import data_folder
from kozyr.ui.whole_file import make_folder, write_whole
from kozyr.vision.deck import LearntDeck
from kozyr.vision.deck_file import ENDING, as_bytes, from_bytes

_NAME: Final = re.compile(r"[^\W_][\w .+()-]{0,59}")


def decks_folder() -> Path:
    """Where they lie."""
    return data_folder() / "decks"


def deck_path(name: str) -> Path:
    """The file of a deck. Raises KozyrError for a name that cannot be one."""
    if not _NAME.fullmatch(name) or name.endswith((" ", ".")):
        raise KozyrError(
            "{name!r} is no name for a deck; take up to 60 letters, digits, spaces and . + - _ ( ), a letter first",
            name=name,
        )
    return decks_folder() / f"{name}{ENDING}"


def deck_names() -> tuple[str, ...]:
    """The names of all learnt decks, in order; a folder that cannot be looked through has none."""
    try:
        return tuple(sorted(path.name.removesuffix(ENDING) for path in decks_folder().glob(f"*{ENDING}")))
    except OSError:
        return ()


def load_deck(name: str) -> LearntDeck:
    """A learnt deck. Raises KozyrError when there is none of that name, or its file is damaged or cannot be read."""
    path = deck_path(name)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        known = ", ".join(deck_names())
        told = Words("known are {decks}", decks=known) if known else Words("none has been learnt")
        raise KozyrError("there is no deck {name!r}; {told} (kozyr deck learn)", name=name, told=told) from None
    except OSError as error:
        raise KozyrError("{path} cannot be read: {why}", path=path, why=advised(error)) from None
    return from_bytes(data, path)


def save_deck(deck: LearntDeck) -> Path:
    """Writes a deck in one go and returns its file; one of the same name is replaced. Raises KozyrError."""
    path = deck_path(deck.name)
    make_folder(path.parent)
    write_whole(path, as_bytes(deck))
    return path


def forget_deck(name: str) -> None:
    """Deletes a deck, damaged or not. Raises KozyrError when there is none of that name, or it cannot be deleted."""
    path = deck_path(name)
    if not os.path.isfile(path):
        raise KozyrError("there is no deck {name!r}; kozyr deck list names them", name=name)
    try:
        path.unlink()
    except OSError as error:
        raise KozyrError("{path} cannot be deleted: {why}", path=path, why=advised(error)) from None
