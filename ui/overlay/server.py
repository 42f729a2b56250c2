"""The small server of the pages: files, the words of three languages, and the state as a stream of events.

Pages only read: there is no request that changes anything. On this machine everybody may read; from the network only
who carries the page's token.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from aiohttp import web

from kozyr.engine.errors import KozyrError, Words, system_reason
from kozyr.ui.overlay.answers import Answers, Limits, Listeners, refusal
from kozyr.ui.overlay.doors import HEADERS, MOST_REQUEST_BYTES, Tokens
from kozyr.ui.overlay.feed import Feed
from kozyr.ui.overlay.gate import Door, Gate, Places

_QUIET: Final = logging.getLogger("kozyr.overlay")
"""The library's own log is not kept: its lines would hold addresses with their tokens."""
_QUIET.addHandler(logging.NullHandler())
_QUIET.propagate = False
NO_TOKEN: Final = Words("a read token is needed: open the address that the streamer gave you, to its end")
"""For a page from the network without its token, or with one that was revoked."""
NOT_NOW: Final = Words("not now: try again in a moment")
"""When the page's own files or tokens cannot be read."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class OverlayServer:
    """Serves one feed. ``theme``: a style sheet of the streamer's own, served as ``theme.css`` after ours."""

    def __init__(
        self, feed: Feed, tokens: Tokens | None = None, *, theme: Path | None = None, limits: Limits | None = None
    ) -> None:
        self.feed, self.tokens = feed, tokens
        self.limits = limits or Limits()
        self._answers = Answers(feed, tokens, theme, self.limits)
        self._runner: web.AppRunner | None = None
        self._listening: asyncio.Server | None = None

    @property
    def listeners(self) -> Listeners:
        """Who listens."""
        return self._answers.listeners

    @property
    def port(self) -> int:
        """Where it listens; 0 before it does."""
        return self._answers.port

    def address(self, page: str, *, network: bool) -> str:
        """The address of a page, from this machine or, with its token, from the local network."""
        return self._answers.address(page, network=network)

    async def start(self, host: str, port: int) -> int:
        """Listens; returns the port (a free one when ``port`` is 0). Raises KozyrError when the address is taken."""
        app = web.Application(middlewares=[self._guard], client_max_size=1)
        self._answers.add_to(app.router)
        self._runner = web.AppRunner(
            app, handle_signals=False, access_log=None, logger=_QUIET, max_line_size=MOST_REQUEST_BYTES,
            max_field_size=MOST_REQUEST_BYTES, keepalive_timeout=15.0, lingering_time=1.0, shutdown_timeout=1.0,
        )  # fmt: skip
        await self._runner.setup()
        assert self._runner.server is not None
        patience_s = (self.limits.first_request_s, self.limits.slow_s)
        gate = Gate(self._runner.server, Places(self.limits.connections), patience_s)
        loop = asyncio.get_running_loop()
        try:
            self._listening = await loop.create_server(gate, host, port, backlog=512, reuse_address=True)
        except (OSError, OverflowError) as error:
            await self._runner.cleanup()
            why = system_reason(error) if isinstance(error, OSError) else str(error)
            raise KozyrError(
                "port {port} on {host} cannot be opened: {why}; choose another port", port=port, host=host, why=why
            ) from None
        self._answers.port = int(self._listening.sockets[0].getsockname()[1])
        return self.port

    async def stop(self) -> None:
        """Closes all doors."""
        self.feed.close()
        if self._listening is not None:
            self._listening.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        door = request.transport.get_protocol() if request.transport is not None else None
        if isinstance(door, Door):
            door.asked()
        try:
            if not self._answers.may_read(request):
                self.listeners.refused += 1
                answer: web.StreamResponse = refusal(403, NO_TOKEN, request)
            elif request.method == "GET" and request.can_read_body:
                answer = refusal(413, "a page sends nothing", request)
                answer.force_close()
            else:
                answer = await handler(request)
        except web.HTTPException as error:
            answer = refusal(error.status, error.reason, request)
            if "Allow" in error.headers:
                answer.headers["Allow"] = error.headers["Allow"]
        except KozyrError:
            answer = refusal(503, NOT_NOW, request)
        if not answer.prepared:
            for name, value in HEADERS.items():
                answer.headers.setdefault(name, value)
        return answer
