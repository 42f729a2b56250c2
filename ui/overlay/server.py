"""The small server of the pages: files, the words of three languages, and the state as a stream of events.

Pages only read: there is no request that changes anything. On this machine everybody may read; from the network only
who carries the page's token.
"""

import asyncio
import contextlib
import ipaddress
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from aiohttp import web

from kozyr.engine.errors import KozyrError
from kozyr.ui.locale.catalog import LANGUAGES, catalog, law_text
from kozyr.ui.overlay.doors import HEADERS, MOST_CLIENTS, MOST_REQUEST_BYTES, PAGES, Tokens
from kozyr.ui.overlay.feed import Feed

HEARTBEAT_S: Final = 1.0
"""How often a listener hears something although nothing happens."""
_KINDS: Final = {
    ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".webp": "image/webp",
    ".ttf": "font/ttf", ".woff2": "font/woff2", ".json": "application/json",
}  # fmt: skip
_FOLDERS: Final = ("", "faces/", "fonts/")
_WORDS: Final = (
    "bayt.", "call.", "card.rank.", "column.", "contract.", "declaration.", "denomination.", "doubled.", "game.",
    "offence.", "overlay.", "phase.", "remedy.", "role.", "score.", "seat.", "side.",
)  # fmt: skip
_HERE: Final = ("127.0.0.1", "localhost", "[::1]", "::1")
"""Names under which this machine asks itself."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(slots=True)
class Listeners:
    """How many listen, and to whom the door was shut."""

    now: int = 0
    """Listening at this moment."""
    most: int = 0
    """The most at a time so far."""
    refused: int = 0
    """Refused because too many listened, or without a token."""


class OverlayServer:
    """Serves one feed. ``table_lives`` says whether the table's program runs; None when nobody can tell.

    ``theme``: a style sheet of the streamer's own, served as ``theme.css`` after ours.
    """

    def __init__(
        self,
        feed: Feed,
        tokens: Tokens | None = None,
        *,
        table_lives: Callable[[], bool | None] = lambda: True,
        theme: Path | None = None,
        most_clients: int = MOST_CLIENTS,
    ) -> None:
        self.feed, self.tokens, self.theme = feed, tokens, theme
        self.listeners = Listeners()
        self._table_lives, self._most_clients = table_lives, most_clients
        self._runner: web.AppRunner | None = None
        self.port = 0

    async def start(self, host: str, port: int) -> int:
        """Listens; returns the port (a free one when ``port`` is 0). Raises KozyrError when the address is taken."""
        app = web.Application(middlewares=[self._guard], client_max_size=1)
        app.router.add_get("/", self._index)
        for page in PAGES:
            app.router.add_get(f"/{page}", self._page)
        app.router.add_get("/events", self._events)
        app.router.add_get("/state", self._state)
        app.router.add_get("/words/{lang}.json", self._words)
        app.router.add_get("/addresses.json", self._addresses)
        app.router.add_get("/theme.css", self._theme)
        app.router.add_get("/files/{name:.+}", self._file)
        self._runner = web.AppRunner(
            app,
            handle_signals=False,
            access_log=None,
            max_line_size=MOST_REQUEST_BYTES,
            max_field_size=MOST_REQUEST_BYTES,
            shutdown_timeout=1.0,
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port, backlog=512, reuse_address=True)
        try:
            await site.start()
        except OSError as error:
            await self._runner.cleanup()
            why = (error.strerror or str(error)).lower()
            raise KozyrError(f"port {port} on {host} cannot be opened: {why}; choose another --port") from None
        self.port = int(self._runner.addresses[0][1])
        return self.port

    async def stop(self) -> None:
        """Closes all doors."""
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            answer = await handler(request) if self._may_read(request) else _refusal(403, "a read token is needed")
        except web.HTTPException as error:
            answer = _refusal(error.status, error.reason)
        if not answer.prepared:
            answer.headers.update(HEADERS)
        return answer

    def _may_read(self, request: web.Request) -> bool:
        """This machine reads everything; others what a token opens, and the files that every page needs.

        A page of another site whose name was pointed at this machine asks by that name: it is not this machine.
        """
        if _is_here(request.remote) and _name_of(request.host) in _HERE:
            return True
        if request.path.startswith(("/files/", "/words/")) or request.path == "/theme.css":
            return self.tokens is not None
        page = request.query.get("page") if request.path in ("/events", "/state") else request.path.strip("/")
        secret = request.query.get("token", "")
        opened = self.tokens is not None and page in PAGES and bool(page) and self.tokens.opens(str(page), secret)
        self.listeners.refused += not opened
        return opened

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return _packed("index.html")

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return _packed(f"{request.path.strip('/')}.html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        folder, _, last = name.rpartition("/")
        if (f"{folder}/" if folder else "") not in _FOLDERS or last.startswith(".") or "\\" in last:
            raise web.HTTPNotFound
        return _packed(name)

    async def _theme(self, request: web.Request) -> web.StreamResponse:
        if self.theme is None:
            return web.Response(text="", content_type="text/css")
        try:
            return web.Response(text=self.theme.read_text("utf-8"), content_type="text/css")
        except (OSError, UnicodeDecodeError):
            return web.Response(text="", content_type="text/css")

    async def _addresses(self, request: web.Request) -> web.StreamResponse:
        """Where each page is to be found, from here and from the network; for this machine only, as it tells tokens."""
        pages = {page: self.address(page, network=False) for page in PAGES}
        network = {page: self.address(page, network=True) if self.tokens else None for page in PAGES}
        found = {"pages": {page: {"here": pages[page], "network": network[page]} for page in PAGES}}
        return web.Response(text=json.dumps(found), content_type="application/json")

    def address(self, page: str, *, network: bool) -> str:
        """The address of a page, from this machine or, with its token, from the local network."""
        if network and self.tokens is not None:
            return f"http://{own_address()}:{self.port}/{page}?token={self.tokens.of(page)}"
        return f"http://127.0.0.1:{self.port}/{page}"

    async def _words(self, request: web.Request) -> web.StreamResponse:
        lang = request.match_info["lang"]
        if lang not in LANGUAGES:
            raise web.HTTPNotFound
        return web.Response(text=_words_of(lang), content_type="application/json")

    async def _state(self, request: web.Request) -> web.StreamResponse:
        now = self.feed.current
        if now is None:
            return web.Response(text="null", content_type="application/json")
        return web.Response(text=now.payload, content_type="application/json")

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """The stream of states; between them a heartbeat that says whether the table's program runs."""
        if self.listeners.now >= self._most_clients:
            self.listeners.refused += 1
            return _refusal(503, "too many listen already")
        answer = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no"})
        self.listeners.now += 1
        self.listeners.most = max(self.listeners.most, self.listeners.now)
        try:
            await answer.prepare(request)
            await answer.write(b"retry: 500\n\n")
            async for line in self._lines(request):
                await asyncio.wait_for(answer.write(line), 10)
        except (ConnectionError, TimeoutError, asyncio.CancelledError):
            # Gone, asleep or thrown out: a page that wants to see more asks again and gets the whole state.
            with contextlib.suppress(RuntimeError):
                answer.force_close()
        finally:
            self.listeners.now -= 1
        return answer

    async def _lines(self, request: web.Request) -> AsyncIterator[bytes]:
        async for one in self.feed.states(HEARTBEAT_S):
            if not self._may_read(request):
                return
            lives = self._table_lives()
            if one is not None:
                yield f"event: state\nid: {one.revision}\ndata: {one.payload}\n\n".encode()
            beat = {"table": lives, "age_ms": self.feed.age_ms}
            yield f"event: beat\ndata: {json.dumps(beat)}\n\n".encode()


def _is_here(remote: str | None) -> bool:
    try:
        return remote is not None and ipaddress.ip_address(remote.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _name_of(host: str) -> str:
    """The name in a Host header, without the port."""
    return host if host == "::1" else host[: host.rindex("]") + 1] if "]" in host else host.partition(":")[0]


def own_address() -> str:
    """This machine's address in the local network, as far as it can tell; 127.0.0.1 when it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only looks up which of its addresses leads outside.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def _refusal(status: int, why: str) -> web.Response:
    return web.Response(status=status, text=f"{why}\n")


def _packed(name: str) -> web.Response:
    """A file that ships with the pages. Raises HTTPNotFound when there is none."""
    kind = _KINDS.get(Path(name).suffix)
    file = files("kozyr.ui.overlay").joinpath("pages", *name.split("/"))
    if kind is None or not file.is_file():
        raise web.HTTPNotFound
    if kind.startswith(("text/", "application/")):
        return web.Response(text=file.read_text("utf-8"), content_type=kind, charset="utf-8")
    return web.Response(body=file.read_bytes(), content_type=kind)


def _words_of(lang: str) -> str:
    """The words that the pages speak, as JSON: only what a page can need, and the law rows."""
    words = {key: text for key, text in catalog(lang).items() if key.startswith(_WORDS)}
    rows = {f"law.{prefix}-{n}": law_text(f"{prefix}-{n}", lang) for prefix in "BDP" for n in range(1, 30)}
    return json.dumps(words | {key: text for key, text in rows.items() if text}, ensure_ascii=False)
