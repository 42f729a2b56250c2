"""States on their way to the pages: numbered, delayed as the streamer wishes, the newest one to everybody."""

import asyncio
import json
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Final

from kozyr.ui.overlay.public import Object

MOST_DELAY_S: Final = 300
"""The longest delay that a streamer may choose."""


@dataclass(frozen=True, slots=True)
class Published:
    """One state, as the pages get it."""

    revision: int
    """Rises by one with each state."""
    due_s: float
    """The monotonic time from which it may be shown, in seconds."""
    payload: str
    """One line of JSON, with the revision in it."""


class Feed:
    """Belongs to one event loop. Publish states; every listener gets the newest one that is due, never an older one.

    A restarted program is a new ``server`` in every state, and its revisions count from 1 again.

    ``delay_s``: how long each state waits before anybody sees it, corrections included, so that what the audience sees
    fits a delayed picture.
    """

    def __init__(self, delay_s: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.delay_s = delay_s
        self._waiting: deque[Published] = deque()
        self._current: Published | None = None
        self._revision = 0
        self._server = secrets.token_hex(6)
        self._changed = asyncio.Event()

    @property
    def age_ms(self) -> int:
        """For how long the state now shown has been due."""
        return 0 if self._current is None else max(0, int((self._clock() - self._current.due_s) * 1000))

    @property
    def current(self) -> Published | None:
        """The newest state that is due; None before the first."""
        self._advance()
        return self._current

    def publish(self, state: Object) -> Published:
        """Adds a state."""
        self._revision += 1
        payload = json.dumps(
            state | {"server": self._server, "revision": self._revision}, ensure_ascii=False, separators=(",", ":")
        )
        one = Published(self._revision, self._clock() + self.delay_s, payload)
        self._waiting.append(one)
        self._wake()
        return one

    def _advance(self) -> None:
        now = self._clock()
        while self._waiting and self._waiting[0].due_s <= now:
            self._current = self._waiting.popleft()

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def states(self, heartbeat_s: float) -> AsyncIterator[Published | None]:
        """The current state, then every newer one when it is due; None when nothing came for ``heartbeat_s``."""
        seen = 0
        while True:
            changed = self._changed
            now = self.current
            if now is not None and now.revision > seen:
                seen = now.revision
                yield now
                continue
            wait = heartbeat_s
            if self._waiting:
                wait = min(wait, max(0.0, self._waiting[0].due_s - self._clock()))
            try:
                await asyncio.wait_for(changed.wait(), wait)
            except TimeoutError:
                if wait >= heartbeat_s:
                    yield None
