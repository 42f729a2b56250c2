"""A browser and a server of pages that the tests of the pages share."""

import asyncio
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kozyr.ui.overlay.feed import Feed
from kozyr.ui.overlay.server import OverlayServer

CHROMIUM = "/usr/bin/chromium"


class Studio:
    """A server of pages in a thread of its own, and pages of a headless Chromium that look at it."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.port = 0
        self.feed: Feed
        self.server: OverlayServer
        self.complaints: list[str] = []
        self.start()

    def call(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(10)

    def start(self) -> None:
        """A server process that has just been started: its feed is empty and its revisions begin anew."""

        async def started() -> int:
            self.feed = Feed()
            self.server = OverlayServer(self.feed)
            self.feed.heard(True)
            return await self.server.start("127.0.0.1", self.port)

        self.port = self.call(started())

    def stop(self) -> None:
        self.call(self.server.stop())

    def publish(self, state: dict[str, Any]) -> None:
        async def published() -> None:
            self.feed.publish(lambda: state)

        self.call(published())

    def table(self, lives: bool) -> None:
        """Says that the table's program runs, or that it has gone."""

        async def heard() -> None:
            self.feed.heard(lives)

        self.call(heard())

    def address(self, page: str, **query: str) -> str:
        return f"http://127.0.0.1:{self.port}/{page}?" + "&".join(f"{key}={value}" for key, value in query.items())

    @contextmanager
    def page(self, name: str = "overlay", size: tuple[int, int] = (1920, 1080), **query: str) -> Iterator[Any]:
        """An open page; whatever it complains about or asks of others stands in ``complaints``."""
        motion = "no-preference" if query.get("motion") == "on" else "reduce"
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion=motion)
        page = context.new_page()
        page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)
        page.goto(self.address(name, **query))
        try:
            yield page
        finally:
            context.close()

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((f"http://127.0.0.1:{self.port}/", "data:")):
            self.complaints.append(f"asked elsewhere: {request.url}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One Chromium for all tests of the pages."""
    where = CHROMIUM if Path(CHROMIUM).exists() else shutil.which("chromium")
    if where is None:
        assert not os.environ.get("CI"), "chromium is missing: scripts/system-packages.sh test installs it"
        pytest.skip("chromium is not installed; scripts/system-packages.sh test installs it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        running = started.chromium.launch(executable_path=where, args=["--no-sandbox", "--disable-gpu"])
        yield running
        running.close()


@pytest.fixture(scope="module")
def _studio(browser: Any) -> Iterator[Studio]:
    made = Studio(browser)
    yield made
    made.stop()


@pytest.fixture
def studio(_studio: Studio) -> Iterator[Studio]:
    """A server without a state; afterwards no page may have complained."""
    _studio.stop()
    _studio.port = 0
    _studio.complaints.clear()
    _studio.start()
    yield _studio
    assert _studio.complaints == []
