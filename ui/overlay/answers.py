"""What the server answers: pages and their files, words, the state, and the state as a stream of events."""

import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aiohttp import web

from kozyr.engine.errors import Words
from kozyr.ui.locale.catalog import LANGUAGES
from kozyr.ui.locale.errors import error_text
from kozyr.ui.overlay.doors import HEADERS, MOST_CLIENTS, PAGES, Tokens, asks_here, own_address
from kozyr.ui.overlay.feed import Feed
from kozyr.ui.overlay.gate import FIRST_REQUEST_S, SLOW_S, Places
from kozyr.ui.overlay.packed import Packed, packed_file, words_of

HEARTBEAT_S: Final = 1.0
"""How often a listener hears something although nothing happens."""
_KEPT: Final = {"Cache-Control": "no-cache"}
"""A file may be kept, and is asked about before it is used: a reload costs one short answer a file."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much the server takes on."""

    clients: int = MOST_CLIENTS
    """Listeners at a time."""
    slow_s: float = SLOW_S
    """A connection that takes nothing for so long is dropped."""
    first_request_s: float = FIRST_REQUEST_S
    """A connection that asks nothing for so long is dropped."""

    @property
    def connections(self) -> int:
        """Connections at a time: each listener's stream and room for loading pages."""
        return 2 * self.clients + 64


@dataclass(slots=True)
class Listeners:
    """How many listen, and to whom the door was shut."""

    now: int = 0
    """Listening at this moment."""
    most: int = 0
    """The most at a time so far."""
    refused: int = 0
    """Refused because too many listened, or without a token."""


class Answers:
    """The answers of one server. ``port``: where it listens, once that is known."""

    def __init__(self, feed: Feed, tokens: Tokens | None, theme: Path | None, limits: Limits) -> None:
        self.feed, self.tokens, self.theme = feed, tokens, theme
        self.listeners = Listeners()
        self.port = 0
        self._places = Places(limits.clients)

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Gives each path its answer: to GET and to nothing else."""
        for path, handler in (
            ("/", self._index), *((f"/{page}", self._page) for page in PAGES), ("/events", self._events),
            ("/state", self._state), ("/words/{lang}.json", self._words), ("/addresses.json", self._addresses),
            ("/theme.css", self._theme), ("/files/{name:.+}", self._file),
        ):  # fmt: skip
            router.add_get(path, handler, allow_head=False)

    def address(self, page: str, *, network: bool) -> str:
        """The address of a page, from this machine or, with its token, from the local network."""
        if network and self.tokens is not None:
            return f"http://{own_address()}:{self.port}/{page}?token={self.tokens.of(page)}"
        return f"http://127.0.0.1:{self.port}/{page}"

    def _is_here(self, request: web.Request) -> bool:
        return asks_here(request.remote, request.headers.get("Host", ""), request.headers.get("Origin"))

    def may_read(self, request: web.Request) -> bool:
        """This machine reads everything; others what a token opens, and the files that every page needs."""
        if self._is_here(request):
            return True
        if self.tokens is None:
            return False
        if request.path.startswith(("/files/", "/words/")) or request.path == "/theme.css":
            return True
        page = request.query.get("page", "") if request.path in ("/events", "/state") else request.path.strip("/")
        return page in PAGES and self.tokens.opens(page, request.query.get("token", ""))

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return _kept(request, packed_file("index.html"))

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return _kept(request, packed_file(f"{request.path.strip('/')}.html"))

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return _kept(request, packed_file(request.match_info["name"]))

    async def _words(self, request: web.Request) -> web.StreamResponse:
        lang = request.match_info["lang"]
        return _kept(request, words_of(lang) if lang in LANGUAGES else None)

    async def _theme(self, request: web.Request) -> web.StreamResponse:
        """A theme that has gone is an empty one: the pages keep their own looks."""
        body = b""
        if self.theme is not None:
            with contextlib.suppress(OSError):
                body = self.theme.read_bytes()
        return _kept(request, Packed(body, "text/css"))

    async def _addresses(self, request: web.Request) -> web.StreamResponse:
        """Where each page is, from here and from the network; for this machine only, as it tells the tokens."""
        pages = {
            page: {
                "here": self.address(page, network=False),
                "network": self.address(page, network=True) if self.tokens is not None else None,
            }
            for page in PAGES
        }
        return web.Response(text=json.dumps({"pages": pages}), content_type="application/json")

    async def _state(self, request: web.Request) -> web.StreamResponse:
        now = self.feed.current
        return web.Response(text="null" if now is None else now.payload, content_type="application/json")

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """The stream of states, each with a heartbeat; between them heartbeats alone."""
        if not self._places.has_room(self.listeners.now, here=self._is_here(request)):
            self.listeners.refused += 1
            return refusal(503, Words("too many listen already; try again later"), request)
        answer = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no"})
        self.listeners.now += 1
        self.listeners.most = max(self.listeners.most, self.listeners.now)
        try:
            await answer.prepare(request)
            async for piece in self._pieces(request):
                await answer.write(piece)
        except ConnectionError:
            # Gone, or dropped for taking nothing; when it wakes it asks again and gets the whole state.
            pass
        finally:
            self.listeners.now -= 1
        return answer

    async def _pieces(self, request: web.Request) -> AsyncIterator[bytes]:
        yield b"retry: 500\n\n"
        async for one in self.feed.states(HEARTBEAT_S):
            if not self.may_read(request):
                # Its token was revoked.
                return
            beat = json.dumps({"table": self.feed.lives, "age_ms": self.feed.age_ms})
            yield (one.event if one is not None else b"") + f"event: beat\ndata: {beat}\n\n".encode()


def _kept(request: web.Request, found: Packed | None) -> web.Response:
    """A file, or only that it is still the same one. Raises HTTPNotFound when there is none."""
    if found is None:
        raise web.HTTPNotFound
    headers = {"ETag": found.etag, **_KEPT}
    if found.etag in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers=headers)
    charset = "utf-8" if found.kind.startswith(("text/", "application/")) else None
    return web.Response(body=found.body, content_type=found.kind, charset=charset, headers=headers)


def refusal(status: int, why: str, request: web.Request) -> web.Response:
    """A short sentence instead of what was asked for, in the language that the browser likes best."""
    wished = (part.strip()[:2].lower() for part in request.headers.get("Accept-Language", "").split(","))
    lang = next((word for word in wished if word in LANGUAGES), "en")
    return web.Response(status=status, text=f"{error_text(why, lang)}\n")
