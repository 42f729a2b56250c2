"""The server on real sockets: who gets in, what is answered, and what a stream of states does."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from kozyr.ui.overlay.answers import Answers, Limits
from kozyr.ui.overlay.doors import HEADERS, PAGES, Tokens, own_address
from kozyr.ui.overlay.feed import Feed
from kozyr.ui.overlay.packed import packed_file
from kozyr.ui.overlay.server import OverlayServer


class Studio:
    """A server and a client on one loop."""

    def __init__(self, server: OverlayServer, session: aiohttp.ClientSession) -> None:
        self.server, self.session, self.feed = server, session, server.feed
        self.here = f"http://127.0.0.1:{server.port}"
        self.network = f"http://{own_address()}:{server.port}"

    async def get(self, path: str, base: str = "", **options: Any) -> tuple[int, bytes, Any]:
        """Status, body and headers of an answer."""
        async with self.session.get((base or self.here) + path, **options) as answer:
            return answer.status, await answer.read(), answer.headers

    @asynccontextmanager
    async def stream(self, query: str = "page=overlay", base: str = "") -> AsyncIterator["Stream"]:
        """An open stream of states."""
        async with self.session.get(f"{base or self.here}/events?{query}") as answer:
            assert answer.status == 200
            yield Stream(answer)


class Stream:
    """What a page hears."""

    def __init__(self, answer: aiohttp.ClientResponse) -> None:
        self.answer = answer

    async def next(self, kind: str = "state") -> Any:
        """The data of the next event of a kind. Raises EOFError when the stream ends."""
        name = ""
        while True:
            line = (await asyncio.wait_for(self.answer.content.readline(), 10)).decode()
            if not line:
                raise EOFError
            if line.startswith("event: "):
                name = line[7:].strip()
            elif line.startswith("data: ") and name == kind:
                return json.loads(line[6:])


def studio(
    work: Callable[[Studio], Awaitable[None]],
    *,
    tokens: Tokens | None = None,
    host: str = "127.0.0.1",
    limits: Limits | None = None,
    theme: Path | None = None,
) -> None:
    """Runs ``work`` beside a server."""

    async def begin() -> None:
        server = OverlayServer(Feed(), tokens, theme=theme, limits=limits)
        await server.start(host, 0)
        connector = aiohttp.TCPConnector(limit=0)
        # The longest line of a stream is a whole state.
        async with aiohttp.ClientSession(connector=connector, read_bufsize=1 << 22) as session:
            try:
                await asyncio.wait_for(work(Studio(server, session)), 60)
            finally:
                await server.stop()

    asyncio.run(begin())


def needs_a_network() -> None:
    """Leaves a test out where this machine has no address but its own."""
    if own_address() == "127.0.0.1":
        pytest.skip("this machine is in no network")


@pytest.fixture
def tokens(tmp_path: Path) -> Tokens:
    """Read tokens."""
    return Tokens(tmp_path / "tokens.json")


def test_a_fresh_listener_gets_the_whole_state_at_once_and_every_newer_one() -> None:
    async def work(it: Studio) -> None:
        it.feed.publish(lambda: {"what": "first"})
        async with it.stream() as stream:
            assert (await stream.next())["what"] == "first"
            it.feed.publish(lambda: {"what": "second"})
            state = await stream.next()
            assert (state["what"], state["revision"]) == ("second", 2)
        assert json.loads((await it.get("/state"))[1])["what"] == "second"

    studio(work)


def test_a_correction_reaches_every_listener_and_nobody_stays_on_the_old_line() -> None:
    """B15: forty pages; a card, its correction, and play going on."""

    async def work(it: Studio) -> None:
        last: dict[int, Any] = {}

        async def listen(number: int) -> None:
            async with it.stream() as stream:
                while last.get(number) != "after":
                    last[number] = (await stream.next())["what"]

        pages = [asyncio.create_task(listen(number)) for number in range(40)]
        it.feed.publish(lambda: {"what": "wrong"})
        while len(last) < 40:
            await asyncio.sleep(0.01)
        begun = time.monotonic()
        it.feed.publish(lambda: {"what": "right"})
        while set(last.values()) != {"right"}:
            await asyncio.sleep(0.01)
            assert time.monotonic() - begun < 10
        it.feed.publish(lambda: {"what": "after"})
        await asyncio.gather(*pages)
        assert it.server.listeners.most == 40

    studio(work)


def test_heartbeats_say_whether_the_table_runs_and_how_old_the_state_is() -> None:
    async def work(it: Studio) -> None:
        async with it.stream() as stream:
            assert (await stream.next("beat")) == {"table": False, "age_ms": 0}
            it.feed.heard(True)
            it.feed.publish(lambda: {"what": "card"})
            assert (await stream.next("beat"))["table"] is True
            assert (await stream.next("beat"))["age_ms"] >= 500

    studio(work)


def test_every_answer_carries_the_strict_headers() -> None:
    async def work(it: Studio) -> None:
        for path in ("/", "/overlay", "/state", "/words/uk.json", "/files/overlay.js", "/nothing", "/addresses.json"):
            headers = (await it.get(path))[2]
            for name in HEADERS.keys() - {"Cache-Control"}:
                assert headers[name] == HEADERS[name], (path, name)
            assert headers["Cache-Control"] in ("no-store", "no-cache")
        async with it.session.get(f"{it.here}/events?page=overlay") as answer:
            assert answer.headers["Content-Type"].startswith("text/event-stream")
            assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
            assert answer.headers["Cache-Control"] == "no-store"
        for name in ("Access-Control-Allow-Origin", "Set-Cookie"):
            assert name not in headers

    studio(work)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"])
def test_there_is_no_request_that_changes_anything(method: str) -> None:
    async def work(it: Studio) -> None:
        it.feed.publish(lambda: {"what": "card"})
        for path in ("/", "/overlay", "/state", "/events", "/files/overlay.js", "/theme.css", "/words/uk.json"):
            async with it.session.request(method, it.here + path, data=None) as answer:
                assert answer.status == 405
                assert answer.headers["Allow"] == "GET"

    studio(work)


@pytest.mark.parametrize(
    "path",
    [
        "/nothing", "/files/nothing.js", "/files/../server.py", "/files/%2e%2e/server.py", "/files/..%2fserver.py",
        "/files/faces/../../server.py", "/files//etc/passwd", "/files/.hidden.js", "/files/faces/", "/files/%00.js",
        "/files/..%5cserver.py", "/words/xx.json", "/words/../en.json", "/files/fonts/..%2foverlay.js",
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_there(path: str) -> None:
    async def work(it: Studio) -> None:
        status, body, _ = await _raw(it.server.port, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert status == 404, body
        assert b"Traceback" not in body

    studio(work)


async def _raw(port: int, request: str, host: str = "127.0.0.1") -> tuple[int, bytes, bytes]:
    """Status, body and head of an answer to a request as it is written."""
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(request.encode())
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
    body = await asyncio.wait_for(reader.read(2000), 10)
    writer.close()
    return int(head.split()[1]), body, head


def test_a_reload_costs_a_short_answer_a_file() -> None:
    async def work(it: Studio) -> None:
        for path in ("/files/overlay.js", "/overlay", "/words/en.json", "/theme.css"):
            status, body, headers = await it.get(path)
            assert status == 200
            again = {"If-None-Match": headers["ETag"]}
            status, body, headers = await it.get(path, headers=again)
            assert (status, body) == (304, b"")
            assert headers["ETag"] == again["If-None-Match"]
            assert (await it.get(path, headers={"If-None-Match": '"other"'}))[0] == 200

    studio(work)


def test_a_page_of_another_site_that_was_pointed_here_gets_nothing() -> None:
    """DNS rebinding: the connection comes from this machine, the name in it is foreign."""

    async def work(it: Studio) -> None:
        it.feed.publish(lambda: {"what": "card"})
        for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
            for path in ("/", "/overlay", "/state", "/events?page=overlay", "/addresses.json", "/files/overlay.js"):
                status, body, _ = await it.get(path, headers=headers)
                assert (status, b"card" in body) == (403, False)
        status, body, _ = await _raw(it.server.port, "GET /state HTTP/1.0\r\n\r\n")
        assert (status, b"card" in body) == (403, False)

    studio(work)


def test_a_refusal_is_told_in_the_language_that_the_browser_likes_best() -> None:
    async def work(it: Studio) -> None:
        for liked, begins in (
            ("uk-UA,ru;q=0.8", "потрібен ключ"),
            ("de, ru;q=0.5", "нужен ключ"),
            ("fr", "a read token"),
        ):
            headers = {"Host": "evil.example", "Accept-Language": liked}
            status, body, _ = await it.get("/overlay", headers=headers)
            assert (status, body.decode().startswith(begins)) == (403, True)

    studio(work)


def test_from_the_network_a_page_needs_its_own_token(tokens: Tokens) -> None:
    needs_a_network()

    async def work(it: Studio) -> None:
        it.feed.publish(lambda: {"what": "card"})
        secret = {page: tokens.of(page) for page in PAGES}
        for page in PAGES:
            query = f"page={page}&token={secret[page]}"
            assert (await it.get(f"/{page}?token={secret[page]}", it.network))[0] == 200
            assert (await it.get(f"/state?{query}", it.network))[0] == 200
            async with it.stream(query, it.network) as stream:
                assert (await stream.next())["what"] == "card"
        other = secret["spectator"]
        for path in (
            "/", "/overlay", "/state", "/state?page=overlay", "/addresses.json", f"/addresses.json?token={other}",
            f"/overlay?token={other}", f"/state?page=overlay&token={other}", f"/events?page=overlay&token={other}",
            "/events?page=overlay&token=", f"/state?token={other}", f"/?token={other}", "/nothing",
        ):  # fmt: skip
            status, body, _ = await it.get(path, it.network)
            assert (status, b"card" in body) == (403, False), path
        assert (await it.get("/files/overlay.js", it.network))[0] == 200
        assert it.server.listeners.refused == 13
        told = json.loads((await it.get("/addresses.json"))[1])["pages"]
        assert told["overlay"]["network"] == f"{it.network}/overlay?token={secret['overlay']}"

    studio(work, tokens=tokens, host="0.0.0.0")


def test_from_the_network_nobody_reads_when_there_are_no_tokens() -> None:
    needs_a_network()

    async def work(it: Studio) -> None:
        for path in ("/overlay", "/state", "/files/overlay.js", "/events?page=overlay&token="):
            assert (await it.get(path, it.network))[0] == 403

    studio(work, host="0.0.0.0")


def test_by_default_the_network_reaches_nothing_at_all() -> None:
    needs_a_network()

    async def work(it: Studio) -> None:
        with pytest.raises(aiohttp.ClientConnectorError):
            await it.get("/overlay", it.network)

    studio(work)


def test_a_revoked_token_closes_the_streams_that_stand_open(tokens: Tokens) -> None:
    needs_a_network()

    async def work(it: Studio) -> None:
        secret = tokens.of("overlay")
        async with it.stream(f"page=overlay&token={secret}", it.network) as stream:
            it.feed.publish(lambda: {"what": "card"})
            assert (await stream.next())["what"] == "card"
            Tokens(tokens.path).revoke("overlay")
            it.feed.publish(lambda: {"what": "secret"})
            with pytest.raises(EOFError):
                await stream.next()
        assert (await it.get(f"/events?page=overlay&token={secret}", it.network))[0] == 403

    studio(work, tokens=tokens, host="0.0.0.0")


def test_listeners_beyond_the_limit_are_refused_and_a_place_that_is_left_is_free_again() -> None:
    async def work(it: Studio) -> None:
        it.feed.publish(lambda: {"what": "card"})
        async with it.stream() as first, it.stream() as second:
            await first.next()
            await second.next()
            assert (await it.get("/events?page=overlay"))[0] == 503
            assert (await it.get("/overlay"))[0] == 200
        while it.server.listeners.now:
            await asyncio.sleep(0.05)
        async with it.stream() as third:
            assert (await third.next())["what"] == "card"

    studio(work, limits=Limits(clients=2))


def test_a_listener_that_takes_nothing_is_dropped_and_the_others_hear_on() -> None:
    async def work(it: Studio) -> None:
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(deaf, ("127.0.0.1", it.server.port))
        await loop.sock_sendall(deaf, b"GET /events?page=overlay HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while not it.server.listeners.now:
            await asyncio.sleep(0.01)
        async with it.stream() as stream:
            number = 0
            while it.server.listeners.now == 2 or not number:
                number += 1
                it.feed.publish(lambda number=number: {"what": number, "much": "x" * 1_000_000})
                assert (await stream.next())["what"] == number
            it.feed.publish(lambda: {"what": "last"})
            assert (await stream.next())["what"] == "last"
        deaf.close()

    studio(work, limits=Limits(slow_s=0.3))


def test_a_connection_that_leaves_a_large_answer_is_dropped() -> None:
    async def work(it: Studio) -> None:
        it.feed.publish(lambda: {"what": "card", "much": "x" * 8_000_000})
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(deaf, ("127.0.0.1", it.server.port))
        await loop.sock_sendall(deaf, b"GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await asyncio.sleep(1.0)
        taken = 0
        try:
            while piece := await asyncio.wait_for(loop.sock_recv(deaf, 1 << 20), 10):
                taken += len(piece)
        except ConnectionError:
            pass
        assert taken < 8_000_000
        deaf.close()

    studio(work, limits=Limits(slow_s=0.3))


async def _is_shut(reader: asyncio.StreamReader) -> bool:
    """Whether a connection is closed from the other side, without an answer, within ten seconds."""
    try:
        return await asyncio.wait_for(reader.read(), 10) == b""
    except ConnectionError:
        return True


def test_a_connection_that_asks_nothing_is_dropped() -> None:
    async def work(it: Studio) -> None:
        silent = await asyncio.open_connection("127.0.0.1", it.server.port)
        slow = await asyncio.open_connection("127.0.0.1", it.server.port)
        slow[1].write(b"GET /state HTTP/1.1\r\nHost: local")
        for reader, _ in (silent, slow):
            assert await _is_shut(reader)
        async with it.stream() as stream:
            await asyncio.sleep(0.5)
            it.feed.publish(lambda: {"what": "card"})
            assert (await stream.next())["what"] == "card"

    studio(work, limits=Limits(first_request_s=0.3))


def test_connections_beyond_the_limit_are_shut_out() -> None:
    async def work(it: Studio) -> None:
        most = it.server.limits.connections
        there = [await asyncio.open_connection("127.0.0.1", it.server.port) for _ in range(most)]
        await asyncio.sleep(0.05)
        reader, writer = await asyncio.open_connection("127.0.0.1", it.server.port)
        writer.write(b"GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert await _is_shut(reader)
        for _, one in there:
            one.close()
        await asyncio.sleep(0.1)
        assert (await it.get("/state"))[0] == 200

    studio(work, limits=Limits(clients=1))


@pytest.mark.parametrize(
    ("request_text", "status"),
    [
        (f"GET /{'a' * 5000} HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (f"GET / HTTP/1.1\r\nHost: localhost\r\nX: {'a' * 5000}\r\n\r\n", 400),
        ("GET /state HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n123456789", 413),
        ("GET /state HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n", 413),
        ("nonsense\r\n\r\n", 400),
    ],
    ids=["long-line", "long-header", "body", "huge-body", "nonsense"],
)
def test_requests_that_are_too_much_or_none_are_refused(request_text: str, status: int) -> None:
    async def work(it: Studio) -> None:
        it.feed.publish(lambda: {"what": "card"})
        found, body, _ = await _raw(it.server.port, request_text)
        assert (found, b"card" in body) == (status, False)
        assert (await it.get("/state"))[0] == 200

    studio(work)


def test_closing_sends_every_listener_home_at_once() -> None:
    async def work(it: Studio) -> None:
        async with it.stream() as stream:
            it.feed.publish(lambda: {"what": "card"})
            await stream.next()
            await it.server.stop()
            with pytest.raises((EOFError, aiohttp.ClientError)):
                await stream.next()

    studio(work)


def test_the_theme_is_the_streamers_own_and_may_go_away(tmp_path: Path) -> None:
    theme = tmp_path / "mine.css"
    theme.write_text(":root { --accent: gold }", "utf-8")

    async def work(it: Studio) -> None:
        assert b"gold" in (await it.get("/theme.css"))[1]
        theme.write_text(":root { --accent: red }", "utf-8")
        assert b"red" in (await it.get("/theme.css"))[1]
        theme.unlink()
        assert (await it.get("/theme.css"))[:2] == (200, b"")

    studio(work, theme=theme)


def test_secrets_stand_in_no_log(
    tokens: Tokens, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    needs_a_network()
    secret = tokens.of("overlay")

    async def broken(self: object, request: object) -> None:
        raise RuntimeError(secret)

    async def work(it: Studio) -> None:
        await it.get(f"/overlay?token={secret}", it.network)
        await _raw(it.server.port, f"GET /overlay?token={secret} nonsense\r\nHost: x\r\n\r\n")
        status, body, _ = await it.get(f"/state?page=overlay&token={secret}", it.network)
        assert (status, secret.encode() in body) == (500, False)
        said = capfd.readouterr()
        assert secret not in said.out + said.err

    monkeypatch.setattr(Answers, "_state", broken)
    studio(work, tokens=tokens, host="0.0.0.0")


def test_every_page_and_what_it_needs_ships() -> None:
    for name in ("index.html", "overlay.html", "spectator.html", "overlay.js", "faces/QH.webp"):
        found = packed_file(name)
        assert found is not None, name
        assert found.body
