"""The pages of ``kozyr bench overlay``: many listeners in one process, each with its own connection."""

import asyncio
import json
import time
from typing import Any

import aiohttp

Heard = dict[str, Any]
_BUFFER_BYTES = 1 << 22
"""Room for the longest line of a stream: a whole state."""


class Listener:
    """One page: which entry it had come to at which moment."""

    def __init__(self) -> None:
        self._came: list[tuple[int, float]] = []
        self._revision = 0
        self._last = b"null"
        self.went_back = 0
        """How often a state came that is older than the one before."""
        self.most_bytes = 0
        """The longest state."""

    @property
    def is_there(self) -> bool:
        """Whether it has had its first state."""
        return bool(self._came)

    def heard(self, revision: int, seq: int, data: bytes) -> None:
        """Takes a state that has just come."""
        self.went_back += revision <= self._revision
        self._revision, self._last = revision, data
        self.most_bytes = max(self.most_bytes, len(data))
        self._came.append((seq, time.monotonic()))

    def late_ms(self, entered: dict[int, float]) -> list[float]:
        """How long after each entry this page showed it or what came after it; nothing for entries never heard of."""
        found, at = [], 0
        for seq, entered_s in sorted(entered.items()):
            while at < len(self._came) and self._came[at][0] < seq:
                at += 1
            if at == len(self._came):
                break
            found.append((self._came[at][1] - entered_s) * 1000)
        return found

    def state(self) -> Heard | None:
        """The state it has ended on, without what the server adds."""
        state = json.loads(self._last)
        return state and {key: value for key, value in state.items() if key not in ("server", "revision")}


async def listen(port: int, listeners: list[Listener]) -> None:
    """Every listener on its own connection, until cancelled."""
    seqs: dict[int, int] = {}
    connector = aiohttp.TCPConnector(limit=0)
    timeout = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout, read_bufsize=_BUFFER_BYTES) as session:
        address = f"http://127.0.0.1:{port}/events?page=overlay"
        await asyncio.gather(*(_listen(session, address, one, seqs) for one in listeners))


async def _listen(session: aiohttp.ClientSession, address: str, listener: Listener, seqs: dict[int, int]) -> None:
    """Reads one stream; ``seqs``: the entry of each revision, looked up once for all listeners."""
    async with session.get(address) as answer:
        revision = 0
        async for line in answer.content:
            if line.startswith(b"id: "):
                revision = int(line[4:])
            elif line.startswith(b"data: ") and revision:
                data = line[6:]
                if revision not in seqs:
                    seqs[revision] = json.loads(data)["seq"]
                listener.heard(revision, seqs[revision], data)
                revision = 0
