"""The overlay beside a log: the log followed, every state that it comes to published, until somebody ends it."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from kozyr.engine.errors import KozyrError
from kozyr.ui.overlay.feed import Feed
from kozyr.ui.overlay.following import Follower, Found
from kozyr.ui.overlay.hooks import Hook, Told
from kozyr.ui.overlay.service import Doors, Overlay

POLL_S: Final = 0.05
"""How often a log is looked at for new entries."""
HELD_S: Final = 0.5
"""How often it is asked whether a table holds the log."""


async def follow(
    where: Path, doors: Doors, hooks: Sequence[Hook], ready: Callable[[Overlay], object], told: Told
) -> None:
    """Serves the log ``where`` (or the newest of that folder) until cancelled; ``ready`` when the doors are open.

    A log that cannot be read for a moment is tried again, and ``told`` once why; one that is no log to begin with
    raises KozyrError.
    """
    follower, once = Follower(where), Once(told)
    found = await asyncio.to_thread(follower.poll)
    overlay = Overlay(doors, hooks, told)
    await overlay.start()
    held = asyncio.create_task(_watch_lock(follower, overlay.feed))
    try:
        ready(overlay)
        while True:
            _publish(overlay, found)
            once.tell(follower.error)
            await asyncio.sleep(POLL_S)
            try:
                # Not on the loop: a correction deep in a long match may take a moment.
                found = await asyncio.to_thread(follower.poll)
            except KozyrError as error:
                found = None
                once.tell(error.words)
    finally:
        held.cancel()
        await overlay.stop()


class Once:
    """Tells each trouble once, however often it is met in a row."""

    def __init__(self, told: Told) -> None:
        self._told, self._last = told, ""

    def tell(self, sentence: str | None) -> None:
        """A trouble, or None for none."""
        if sentence is not None and sentence != self._last:
            self._told(sentence)
            self._last = sentence


def _publish(overlay: Overlay, found: Found | None) -> None:
    if found is not None:
        overlay.feed.publish(found.snapshot.state, found.age_s)


async def _watch_lock(follower: Follower, feed: Feed) -> None:
    while True:
        feed.heard(follower.is_held())
        await asyncio.sleep(HELD_S)
