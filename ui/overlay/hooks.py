"""What else hears of the table: plain text files for other programs, and scene changes in OBS."""

import contextlib
import os
import queue
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError
from kozyr.ui.locale.text import (
    cards_text,
    contract_text,
    known,
    remedy_text,
    score_text,
    seat_text,
    tr,
)
from kozyr.ui.overlay.public import Object

EVENTS: Final = ("deal", "auction", "play", "trick", "ruling", "deal-over", "match-over")
"""What a scene can be tied to."""


class Hook(Protocol):
    """Something that wants to know each state that is shown."""

    def shown(self, before: Object | None, state: Object) -> None:
        """Called with the state before and the state now; must not raise and must not wait."""
        ...


def events_between(before: Object | None, state: Object) -> tuple[str, ...]:
    """What has happened between two states, in the order of ``EVENTS``; nothing for the first state."""
    if before is None:
        return ()
    found = []
    if state["deal"] != before["deal"]:
        found.append("deal")
    if state["phase"] != before["phase"] and state["phase"] in EVENTS:
        found.append(state["phase"])
    if len(state["tricks"]) > len(before["tricks"]):
        found.append("trick")
    if state["ruling"] is not None and state["ruling"] != before["ruling"]:
        found.append("ruling")
    return tuple(event for event in EVENTS if event in found)


class TextFiles:
    """Keeps ``score.txt contract.txt trick.txt ruling.txt`` of a folder up to date, each replaced in one go."""

    def __init__(self, folder: Path, lang: str) -> None:
        """Raises KozyrError when the folder cannot be made or written."""
        self._folder, self._lang = folder, lang
        self._last: dict[str, str] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._write(".kozyr", "")
            (folder / ".kozyr").unlink()
        except OSError as error:
            raise KozyrError(f"{folder} cannot be written: {(error.strerror or str(error)).lower()}") from None

    def shown(self, before: Object | None, state: Object) -> None:
        """Writes what has changed; a full disk leaves the old text."""
        for name, text in texts_of(state, self._lang).items():
            if self._last.get(name) != text:
                with contextlib.suppress(OSError):
                    self._write(name, text)
                    self._last[name] = text

    def _write(self, name: str, text: str) -> None:
        new = self._folder / f".{name}.new"
        new.write_text(text, "utf-8")
        os.replace(new, self._folder / name)


def texts_of(state: Object, lang: str) -> Mapping[str, str]:
    """The texts for other programs by file name; empty where there is nothing to tell."""
    contract = state["contract"]
    said = contract_text(contract, state["doubled"], lang) if contract else ""
    declarer = seat_text(state["declarer"], lang) if state["declarer"] else ""
    trick = state["trick"] or {"plays": []}
    cards = [Card.parse(play["card"]) if play["card"] else None for play in trick["plays"]]
    ruling = state["ruling"]
    return {
        "score.txt": _score(state, lang),
        "contract.txt": " · ".join(filter(None, (said, declarer))),
        "trick.txt": cards_text(cards, lang),
        "ruling.txt": _ruling(ruling, lang) if ruling else "",
    }


def _score(state: Object, lang: str) -> str:
    return score_text((state["settlement"] or state["score"]).items(), lang)


def _ruling(ruling: Object, lang: str) -> str:
    key = f"offence.{ruling['offence']}"
    offence = tr(key, lang) if known(key) else ruling["law"]
    words = f"{offence}, {seat_text(ruling['seat'], lang)}: {remedy_text(ruling['remedy'], lang)}"
    return f"{words} {ruling['points']}" if ruling["points"] is not None else words


class ObsScenes:
    """Changes the scene of OBS through obs-websocket, on a thread of its own; a closed OBS is tried again at the next.

    ``scenes``: event -> scene. ``told`` hears once of each trouble.
    """

    def __init__(
        self,
        address: tuple[str, int],
        password: str,
        scenes: Mapping[str, str],
        *,
        connect: Callable[..., Any] | None = None,
        told: Callable[[str], object] = lambda sentence: None,
    ) -> None:
        """Raises KozyrError when the library for it is not installed."""
        self._address, self._password, self._scenes, self._told = address, password, dict(scenes), told
        self._connect = connect or _obs_client()
        self._client: Any = None
        self._trouble = ""
        self._wanted: queue.Queue[str | None] = queue.Queue(maxsize=16)
        self._thread = threading.Thread(target=self._run, name="obs", daemon=True)
        self._thread.start()

    def shown(self, before: Object | None, state: Object) -> None:
        """Asks for the scene of the last event that has one."""
        scenes = [self._scenes[event] for event in events_between(before, state) if event in self._scenes]
        if scenes:
            with contextlib.suppress(queue.Full):
                self._wanted.put_nowait(scenes[-1])

    def close(self) -> None:
        """Ends the thread."""
        with contextlib.suppress(queue.Full):
            self._wanted.put_nowait(None)
        self._thread.join(5)

    def _run(self) -> None:
        while (scene := self._wanted.get()) is not None:
            try:
                if self._client is None:
                    host, port = self._address
                    self._client = self._connect(host=host, port=port, password=self._password, timeout=3)
                self._client.set_current_program_scene(scene)
                self._trouble = ""
            except Exception as error:
                # Whatever the library raises: OBS is closed, the password is wrong, the scene is not there.
                self._client = None
                self._tell(f"OBS did not change to scene {scene!r}: {error}")

    def _tell(self, sentence: str) -> None:
        if sentence != self._trouble:
            self._trouble = sentence
            self._told(sentence)


def _obs_client() -> Callable[..., Any]:
    try:
        from obsws_python import ReqClient
    except ImportError as error:
        raise KozyrError("scene changes in OBS need obsws-python; run: pip install 'kozyr[obs]'") from error
    client: Callable[..., Any] = ReqClient
    return client
