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
MOST_WAITING: Final = 50_000
"""States that wait for their time at most; beyond that the oldest are passed over, and newer ones tell the same."""
Telling = Callable[[], Object]
"""Tells a state when somebody wants to see it."""


@dataclass(frozen=True, slots=True)
class Published:
    """One state, as the pages get it."""

    revision: int
    """Higher in each newer state."""
    due_s: float
    """The monotonic time from which it may be shown, in seconds."""
    state: Object
    """The state, with ``server`` and ``revision`` in it."""
    payload: str
    """The same as one line of JSON."""
    event: bytes
    """The same as an event of the stream."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    revision: int
    due_s: float
    tell: Telling


class Feed:
    """Belongs to one event loop. Publish states; every listener gets the newest one that is due, never an older one.

    A state is told and written as JSON once, when it is due and somebody looks; of several that have become due since
    anybody looked only the newest. A restarted program is a new ``server`` in every state, and its revisions count
    from 1 again.

    ``delay_s``: how long each state, and the news that the table has gone, waits before anybody sees it: what the
    audience sees then fits a delayed picture. ``failed`` hears of a state that could not be told; the last one stays.
    """

    def __init__(
        self,
        delay_s: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        failed: Callable[[Exception], object] = lambda error: None,
    ) -> None:
        self._clock, self._failed = clock, failed
        self.delay_s = delay_s
        self._waiting: deque[_Waiting] = deque(maxlen=MOST_WAITING)
        self._lives_waiting: deque[tuple[float, bool | None]] = deque(maxlen=MOST_WAITING)
        self._heard: bool | None = False
        self._lives: bool | None = False
        self._current: Published | None = None
        self._revision = 0
        self._server = secrets.token_hex(6)
        self._changed = asyncio.Event()
        self._closed = False

    @property
    def age_ms(self) -> int:
        """For how long the state now shown has been due."""
        return 0 if self._current is None else max(0, int((self._clock() - self._current.due_s) * 1000))

    @property
    def lives(self) -> bool | None:
        """Whether the table's program ran ``delay_s`` ago; None when nobody can tell."""
        now = self._clock()
        while self._lives_waiting and self._lives_waiting[0][0] <= now:
            self._lives = self._lives_waiting.popleft()[1]
        return self._lives

    @property
    def current(self) -> Published | None:
        """The newest state that is due; None before the first."""
        now, newest = self._clock(), None
        while self._waiting and self._waiting[0].due_s <= now:
            newest = self._waiting.popleft()
        if newest is not None:
            self._current = self._told(newest) or self._current
        return self._current

    def publish(self, tell: Telling, age_s: float = 0.0) -> None:
        """Adds a state; ``age_s``: for how long it has been true already."""
        self._revision += 1
        due_s = self._clock() + max(0.0, self.delay_s - age_s)
        if self._waiting:
            due_s = max(due_s, self._waiting[-1].due_s)
        self._waiting.append(_Waiting(self._revision, due_s, tell))
        self._wake()

    def heard(self, lives: bool | None) -> None:
        """Says whether the table's program runs now."""
        if lives is not self._heard:
            self._heard = lives
            self._lives_waiting.append((self._clock() + self.delay_s, lives))

    def close(self) -> None:
        """Sends every listener home."""
        self._closed = True
        self._wake()

    def _told(self, one: _Waiting) -> Published | None:
        try:
            state = one.tell() | {"server": self._server, "revision": one.revision}
            payload = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
            event = f"event: state\nid: {one.revision}\ndata: {payload}\n\n".encode()
        except Exception as error:
            # A fault of ours in one state must not take the pages off the air: the next one may be told again.
            self._failed(error)
            return None
        return Published(one.revision, one.due_s, state, payload, event)

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def states(self, heartbeat_s: float) -> AsyncIterator[Published | None]:
        """The current state, then every newer one when it is due; None when nothing came for ``heartbeat_s``."""
        seen = 0
        while not self._closed:
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
                async with asyncio.timeout(wait):
                    await changed.wait()
            except TimeoutError:
                if wait >= heartbeat_s:
                    yield None
