"""The gate in front of the server: how many connections stand open, and for how long one may ask or take nothing."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from kozyr.ui.overlay.doors import is_loopback

FIRST_REQUEST_S: Final = 10.0
"""So long a connection may take to ask its first question; later ones are the server's own affair."""
SLOW_S: Final = 10.0
"""So long a connection may leave what waits for it: then that is thrown away, and the connection with it."""
KEPT_PLACES: Final = 16
"""Places that only this machine can take: OBS gets in whatever the network does."""


@dataclass(frozen=True, slots=True)
class Places:
    """How many may be there at a time."""

    most: int
    """From everywhere together."""

    def has_room(self, now: int, *, here: bool) -> bool:
        """Whether one more may come when ``now`` are there; ``here``: from this machine."""
        return now < self.most - (0 if here else min(KEPT_PLACES, self.most // 4))


class Gate:
    """Makes the protocol of each connection: ``inner`` behind a door that closes on the silent, the deaf, the too many.

    ``patience_s``: for the first request, and for somebody who takes nothing.
    """

    def __init__(
        self,
        inner: Callable[[], asyncio.Protocol],
        places: Places,
        patience_s: tuple[float, float] = (FIRST_REQUEST_S, SLOW_S),
    ) -> None:
        self.inner, self.places = inner, places
        self.first_s, self.slow_s = patience_s
        self.open = 0
        """Connections that stand open now."""

    def __call__(self) -> asyncio.Protocol:
        return Door(self)


class Door(asyncio.Protocol):
    """One connection. Whoever answers its first request calls ``asked``."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._inner: asyncio.Protocol | None = None
        self._wire: asyncio.Transport
        self._asks: asyncio.TimerHandle | None = None
        self._takes: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Lets a connection in, or shuts the door on it."""
        self._wire = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        here = is_loopback(str(peer[0])) if peer else False
        if not self._gate.places.has_room(self._gate.open, here=here):
            self._wire.abort()
            return
        self._gate.open += 1
        self._inner = self._gate.inner()
        self._inner.connection_made(transport)
        self._asks = self._shut_after(self._gate.first_s)

    def asked(self) -> None:
        """The first request has come whole."""
        if self._asks is not None:
            self._asks.cancel()
            self._asks = None

    def _shut_after(self, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._wire.abort)

    def data_received(self, data: bytes) -> None:
        """Hands on."""
        if self._inner is not None:
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Hands on."""
        return self._inner.eof_received() if self._inner is not None else None

    def pause_writing(self) -> None:
        """More waits than may: whoever listens has some time to take it."""
        if self._inner is not None:
            self._takes = self._shut_after(self._gate.slow_s)
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """It has been taken."""
        if self._takes is not None:
            self._takes.cancel()
            self._takes = None
        if self._inner is not None:
            self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Hands on, and frees the place."""
        for timer in (self._asks, self._takes):
            if timer is not None:
                timer.cancel()
        if self._inner is not None:
            self._gate.open -= 1
            self._inner.connection_lost(exc)
            self._inner = None
