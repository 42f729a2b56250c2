"""What else hears of the table: plain text files for other programs, and what a scene of OBS can be tied to."""

import contextlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol

from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError, Words, system_reason
from kozyr.engine.seats import Seat
from kozyr.ui.locale.players import players_called
from kozyr.ui.locale.text import cards_text, contract_text, matter_text, remedy_text, score_text, seat_text
from kozyr.ui.overlay.newest import Newest
from kozyr.ui.overlay.public import Object

EVENTS: Final = ("deal", "auction", "play", "trick", "ruling", "deal-over", "match-over")
"""What a scene can be tied to."""
Told = Callable[[str], object]
"""Hears of a trouble, in one sentence; ``Words`` where they can be said in another language."""


class Hook(Protocol):
    """Something that wants to know each state when it is shown."""

    def shown(self, before: Object | None, state: Object) -> None:
        """Called with the state before and the state now; must not raise and must not wait."""
        ...

    def close(self) -> None:
        """No more will come."""
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
    if state["ruling"] is not None and state["ruling"]["seq"] > (before["ruling"] or {"seq": 0})["seq"]:
        # Not when an older one is in force again, nor when its points have only now been worked out.
        found.append("ruling")
    return tuple(event for event in EVENTS if event in found)


class TextFiles:
    """Keeps ``score.txt deal.txt contract.txt trick.txt ruling.txt`` of a folder up to date, each replaced in one go.

    ``told`` hears once of each trouble: a full disk leaves the old texts, and they are tried again with every state.
    """

    def __init__(self, folder: Path, lang: str, told: Told = lambda sentence: None) -> None:
        """Raises KozyrError when the folder cannot be made or written."""
        self._folder, self._lang, self._told = folder, lang, told
        self._last: dict[str, str] = {}
        self._trouble = ""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._write(".kozyr", "")
            (folder / ".kozyr").unlink()
        except OSError as error:
            raise KozyrError("{folder} cannot be written: {why}", folder=folder, why=system_reason(error)) from None
        self._newest = Newest(self._keep, "text-files", self._failed)

    def shown(self, before: Object | None, state: Object) -> None:
        """Writes what has changed."""
        self._newest.put(state)

    def close(self) -> None:
        """Writes the last texts."""
        self._newest.close()

    def _keep(self, state: Object) -> None:
        for name, text in texts_of(state, self._lang).items():
            if self._last.get(name) != text:
                self._write(name, text)
                self._last[name] = text
        self._trouble = ""

    def _failed(self, error: Exception) -> None:
        reason = system_reason(error) if isinstance(error, OSError) else repr(error)
        why = Words("{folder} cannot be written: {why}; the old texts stay", folder=self._folder, why=reason)
        if why != self._trouble:
            self._trouble = why
            self._told(why)

    def _write(self, name: str, text: str) -> None:
        new = self._folder / f".{name}.new"
        try:
            new.write_text(text, "utf-8")
            os.replace(new, self._folder / name)
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink()
            raise


def texts_of(state: Object, lang: str) -> Mapping[str, str]:
    """The texts for other programs by file name, players by their names; empty where there is nothing to tell."""
    with players_called((Seat(one["seat"]), one["player"]) for one in state["seats"]):
        return _texts(state, lang)


def _texts(state: Object, lang: str) -> Mapping[str, str]:
    contract = state["contract"]
    said = contract_text(contract, state["doubled"], lang) if contract else ""
    declarer = seat_text(state["declarer"], lang) if state["declarer"] else ""
    trick = state["trick"] or {"plays": []}
    cards = [Card.parse(play["card"]) if play["card"] else None for play in trick["plays"]]
    return {
        "score.txt": score_text((state["settlement"] or state["score"]).items(), lang),
        "deal.txt": str(state["deal"]) if state["deal"] else "",
        "contract.txt": " · ".join(filter(None, (said, declarer))),
        "trick.txt": cards_text(cards, lang),
        "ruling.txt": _ruling(state["ruling"], lang) if state["ruling"] else "",
    }


def _ruling(ruling: Object, lang: str) -> str:
    offence = matter_text(ruling["offence"], ruling["law"], lang)
    words = f"{offence}, {seat_text(ruling['seat'], lang)}: {remedy_text(ruling['remedy'], lang)}"
    return f"{words} {ruling['points']}" if ruling["points"] is not None else words
