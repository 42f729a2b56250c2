"""The overlay at work: states published, hooks told, pages served; on a loop, or on a thread beside a table's own."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from kozyr.engine.errors import Words
from kozyr.engine.table.session import Session
from kozyr.ui.overlay.answers import Limits
from kozyr.ui.overlay.doors import Tokens
from kozyr.ui.overlay.feed import Feed
from kozyr.ui.overlay.following import Follower
from kozyr.ui.overlay.hooks import Hook, Told
from kozyr.ui.overlay.public import Object
from kozyr.ui.overlay.server import OverlayServer
from kozyr.ui.overlay.snapshot import Snapshot

PORT: Final = 8713
"""Where the pages are unless a port is named."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Doors:
    """Where the pages are served and who may read them."""

    host: str = "127.0.0.1"
    """The address to listen on; ``0.0.0.0`` for the local network."""
    port: int = PORT
    """0 takes a free one."""
    tokens: Path | None = None
    """The file of the read tokens; None when nobody but this machine reads."""
    theme: Path | None = None
    """A style sheet of the streamer's own."""
    delay_s: float = 0.0
    """How long a state waits before it is shown."""
    limits: Limits = field(default_factory=Limits)
    """How much the server takes on."""


class Overlay:
    """One overlay on the running event loop. ``told`` hears of troubles, each in one sentence."""

    def __init__(self, doors: Doors, hooks: Sequence[Hook] = (), told: Told = lambda sentence: None) -> None:
        tokens = Tokens(doors.tokens) if doors.tokens is not None else None
        self.feed = Feed(
            doors.delay_s, failed=lambda error: told(Words("a state could not be shown: {why}", why=repr(error)))
        )
        self.server = OverlayServer(self.feed, tokens, theme=doors.theme, limits=doors.limits)
        self._doors, self._hooks = doors, tuple(hooks)
        self._telling: asyncio.Task[None] | None = None

    async def start(self) -> int:
        """Opens the doors; returns the port. Raises KozyrError when the address is taken."""
        port = await self.server.start(self._doors.host, self._doors.port)
        if self._hooks:
            self._telling = asyncio.create_task(self._tell_hooks())
        return port

    async def stop(self) -> None:
        """Closes them."""
        if self._telling is not None:
            self._telling.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._telling
        await self.server.stop()
        for hook in self._hooks:
            await asyncio.to_thread(hook.close)

    async def _tell_hooks(self) -> None:
        """Hooks hear what the pages show, when they show it."""
        before: Object | None = None
        async for one in self.feed.states(3600):
            if one is not None:
                for hook in self._hooks:
                    hook.shown(before, one.state)
                before = one.state


class OverlayThread:
    """The overlay beside a program that has its own loop: the table app. Nothing of it waits for the pages.

    ``show`` hands over a moment and returns; when moments come faster than they can be taken, only the newest is.
    """

    def __init__(self, doors: Doors, hooks: Sequence[Hook] = (), told: Told = lambda sentence: None) -> None:
        """Opens the doors. Raises KozyrError when that fails."""
        self._newest: Snapshot | None = None
        self._asked = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="overlay", daemon=True)
        self._thread.start()
        try:
            self.overlay = self._call(_made(doors, hooks, told))
            self.port = self._call(self.overlay.start())
        except BaseException:
            self._end()
            raise

    def show(self, session: Session[Any]) -> None:
        """Shows where a session stands, when its delay is over. On the thread that owns the session."""
        self._newest = Snapshot.of(session)
        if not self._asked.is_set():
            self._asked.set()
            self._post(self._take)

    def recall(self, path: Path) -> None:
        """Shows where a log stands that the table can go on with, and that the table is silent.

        Raises KozyrError for a file that is no log.
        """
        found = Follower(path).poll()
        if found is not None:
            self._post(lambda: self.overlay.feed.publish(found.snapshot.state, found.age_s))

    def rest(self) -> None:
        """The match was left: pages say that the table is silent and keep what they show."""
        self._post(lambda: self.overlay.feed.heard(False))

    def close(self) -> None:
        """Closes the doors; pages wait for the next table."""
        with contextlib.suppress(TimeoutError):
            self._call(self.overlay.stop())
        self._end()

    def _take(self) -> None:
        self._asked.clear()
        if self._newest is not None:
            self.overlay.feed.heard(True)
            self.overlay.feed.publish(self._newest.state)

    def _post(self, work: Callable[[], object]) -> None:
        # After close there is nobody to take it.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(work)

    def _call(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(5)

    def _end(self) -> None:
        self._post(self._loop.stop)
        self._thread.join(2)
        if not self._thread.is_alive():
            self._loop.close()


async def _made(doors: Doors, hooks: Sequence[Hook], told: Told) -> Overlay:
    """Made on its own loop, where its waiting belongs."""
    return Overlay(doors, hooks, told)
