"""Files for somebody's phone: an address in the local network that lives ten minutes, and its QR code."""

import asyncio
import contextlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import segno
from aiohttp import web

from kozyr.engine.errors import KozyrError, Words
from kozyr.ui.overlay.doors import HEADERS, own_address

LIFE_S: Final = 600
"""How long an address opens anything."""
_START_S: Final = 5
_TOKEN_BYTES: Final = 16
_PAGE_STYLE: Final = (
    "body{font:20px sans-serif;margin:2em}a{display:block;margin:1em 0;padding:1em;background:#eee;border-radius:8px;"
    "color:#111;text-decoration:none}"
)


@dataclass(frozen=True, slots=True)
class Shared:
    """One file that is given."""

    content_type: str
    """As in the answer's header."""
    read: Callable[[], bytes]
    """Its bytes now."""


class Sharing:
    """A server on a thread of its own; ``address`` leads to a page with the files. ``close`` ends it at once."""

    def __init__(self, files: Mapping[str, Shared], *, host: str | None = None, life_s: float = LIFE_S) -> None:
        """``files``: name to file. Raises KozyrError when no door can be opened."""
        self._files, self._token = dict(files), secrets.token_urlsafe(_TOKEN_BYTES)
        self._ends_s = time.monotonic() + life_s
        self._host = host or own_address()
        self._port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._fault: OSError | None = None
        self._thread = threading.Thread(target=self._run, name="kozyr-sharing", daemon=True)
        self._thread.start()
        self._ready.wait(_START_S)
        if self._fault is not None or not self._port:
            self.close()
            why = self._fault or Words("no door opened")
            raise KozyrError("nothing can be shared: {why}; is this machine in a network?", why=why)

    @property
    def address(self) -> str:
        """What a phone opens."""
        return f"http://{self._host}:{self._port}/{self._token}/"

    @property
    def left_s(self) -> int:
        """For how many seconds more."""
        return max(0, int(self._ends_s - time.monotonic()))

    @property
    def is_local_only(self) -> bool:
        """Whether this machine is in no network, so that no phone gets here."""
        return self._host.startswith("127.")

    def close(self) -> None:
        """Ends it; the address opens nothing any more."""
        if self._loop.is_running():
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_START_S)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        runner = web.AppRunner(self._app(), handle_signals=False, access_log=None)
        try:
            self._loop.run_until_complete(runner.setup())
            site = web.TCPSite(runner, self._host, 0)
            self._loop.run_until_complete(site.start())
            self._port = runner.addresses[0][1]
            self._loop.call_later(max(0.0, self._ends_s - time.monotonic()), self._loop.stop)
        except OSError as error:
            self._fault = error
        self._ready.set()
        try:
            if self._fault is None:
                self._loop.run_forever()
        finally:
            with contextlib.suppress(RuntimeError):
                self._loop.run_until_complete(runner.cleanup())
            self._loop.close()

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=1024)
        app.router.add_get("/{token}/", self._page)
        app.router.add_get("/{token}/{name}", self._file)
        return app

    def _opened(self, request: web.Request) -> None:
        """Raises HTTPNotFound for whoever does not know the token, or comes too late."""
        given = request.match_info["token"].encode(errors="replace")
        if not hmac.compare_digest(given, self._token.encode()) or time.monotonic() >= self._ends_s:
            raise web.HTTPNotFound

    async def _page(self, request: web.Request) -> web.Response:
        self._opened(request)
        links = "".join(f'<a href="{name}" download>{name}</a>' for name in self._files)
        text = (
            '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f"<title>Kozyr</title><style>{_PAGE_STYLE}</style>{links}"
        )
        policy = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
        return web.Response(text=text, content_type="text/html", headers=HEADERS | policy)

    async def _file(self, request: web.Request) -> web.Response:
        self._opened(request)
        file = self._files.get(request.match_info["name"])
        if file is None:
            raise web.HTTPNotFound
        name = request.match_info["name"]
        told = {"Content-Disposition": f'attachment; filename="{name}"'}
        return web.Response(body=file.read(), content_type=file.content_type, headers=HEADERS | told)


def qr_rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """A QR code: rows of modules from the top, True for a dark one, with the quiet border that readers need."""
    return tuple(tuple(bool(one) for one in row) for row in segno.make(text, error="m").matrix_iter(border=4))
