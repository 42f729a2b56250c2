"""The overlay at work: a log followed, states published, hooks told, pages served."""

import asyncio
import contextlib
import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kozyr.engine.errors import KozyrError
from kozyr.ui.overlay.doors import MOST_CLIENTS, Tokens
from kozyr.ui.overlay.feed import Feed
from kozyr.ui.overlay.following import Follower, Step
from kozyr.ui.overlay.hooks import Hook
from kozyr.ui.overlay.public import Object
from kozyr.ui.overlay.server import OverlayServer

PORT: Final = 8713
"""Where the pages are unless a port is named."""
POLL_S: Final = 0.05
"""How often a log is looked at for new entries."""


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
    most_clients: int = MOST_CLIENTS
    """Listeners at a time."""


class Overlay:
    """One overlay on the running event loop. ``publish`` states, or ``follow`` a log."""

    def __init__(
        self, doors: Doors, hooks: Sequence[Hook] = (), *, table_lives: Callable[[], bool | None] = lambda: True
    ) -> None:
        tokens = Tokens(doors.tokens) if doors.tokens is not None else None
        self.feed = Feed(doors.delay_s)
        self.server = OverlayServer(
            self.feed, tokens, table_lives=table_lives, theme=doors.theme, most_clients=doors.most_clients
        )
        self._doors, self._hooks = doors, tuple(hooks)
        self._told: asyncio.Task[None] | None = None

    async def start(self) -> int:
        """Opens the doors; returns the port. Raises KozyrError when the address is taken."""
        port = await self.server.start(self._doors.host, self._doors.port)
        self._told = asyncio.create_task(self._tell_hooks())
        return port

    async def stop(self) -> None:
        """Closes them."""
        if self._told is not None:
            self._told.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._told
        await self.server.stop()

    async def _tell_hooks(self) -> None:
        """Hooks hear what the pages show, when they show it."""
        before: Object | None = None
        async for one in self.feed.states(3600):
            if one is None or not self._hooks:
                continue
            state = json.loads(one.payload)
            for hook in self._hooks:
                hook.shown(before, state)
            before = state


async def follow(where: Path, doors: Doors, hooks: Sequence[Hook], ready: Callable[[Overlay], object]) -> None:
    """Serves the log ``where`` (or the newest of that folder) until cancelled; ``ready`` when the doors are open.

    A log that cannot be read for a moment is tried again; one that never could be read raises KozyrError.
    """
    follower = Follower(where, lambda step: publish(step))
    overlay = Overlay(doors, hooks, table_lives=follower.is_held)

    def publish(step: Step) -> None:
        overlay.feed.publish(step.state)

    follower.poll()
    await overlay.start()
    ready(overlay)
    try:
        while True:
            await asyncio.sleep(POLL_S)
            with contextlib.suppress(KozyrError):
                follower.poll()
    finally:
        await overlay.stop()


class OverlayThread:
    """The overlay beside a program that has its own loop: the table app. ``publish`` from any thread."""

    def __init__(self, doors: Doors, hooks: Sequence[Hook] = ()) -> None:
        """Opens the doors. Raises KozyrError when that fails."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="overlay", daemon=True)
        self._thread.start()
        try:
            self.overlay = self._call(_made(doors, hooks))
            self.port: int = self._call(self.overlay.start())
        except BaseException:
            self._end()
            raise

    def publish(self, state: Object) -> None:
        """Shows a state when its delay is over."""
        self._loop.call_soon_threadsafe(self.overlay.feed.publish, state)

    def close(self) -> None:
        """Closes the doors; pages wait for the next table."""
        with contextlib.suppress(TimeoutError):
            self._call(self.overlay.stop())
        self._end()

    def _call(self, work: Any) -> Any:
        waiting: Future[Any] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return waiting.result(10)

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        if not self._thread.is_alive():
            self._loop.close()


async def _made(doors: Doors, hooks: Sequence[Hook]) -> Overlay:
    """Made on its own loop, where its waiting belongs."""
    return Overlay(doors, hooks)
