"""The table of ``kozyr bench overlay``: a drawn match with corrections, entered at a steady pace."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kozyr.datasets.careless import HONEST, Script
from kozyr.datasets.careless_tables import TABLES
from kozyr.engine.acts import Act, Dealt
from kozyr.engine.acts import Played as CardPlayed
from kozyr.engine.cards import DECK_32
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.session import Session
from kozyr.engine.table.store import LogStore
from kozyr.engine.view import Audience
from kozyr.ui.overlay.answers import Limits
from kozyr.ui.overlay.public import Object
from kozyr.ui.overlay.service import Doors, OverlayThread
from kozyr.ui.overlay.snapshot import Snapshot
from kozyr.ui.tablet.display import offscreen
from kozyr.ui.tablet.model import TableModel

_TABLE = "bazar-belot 2x2"
_WRONG = 0.05
"""The share of cards that are entered wrongly at first and corrected at once."""
Show = Callable[[Session[Any]], object]
"""What is done with a session after each entry."""


@dataclass(slots=True)
class Played:
    """What a table did and felt."""

    entered: dict[int, float] = field(default_factory=dict)
    """seq -> the monotonic time, in seconds, of the touch that made it."""
    logged: dict[int, float] = field(default_factory=dict)
    """seq -> the time at which its entry stood in the log, on the disk."""
    corrections: set[int] = field(default_factory=set)
    """The entries that correct another."""
    append_ms: list[float] = field(default_factory=list)
    """From a touch to the picture: the entry on the disk, the state, the players' view, the pages told, the screen."""
    cpu_s: float = 0.0
    """Processor time of the whole process."""
    wall_s: float = 0.0
    """Time that passed."""
    memory_mib: tuple[float, float] = (0.0, 0.0)
    """Of the process in mebibytes, when a tenth had been played and at the end."""


class Table:
    """A session with its log on the disk, which knows when each entry was there."""

    def __init__(self, store: LogStore, seed: int) -> None:
        dealer = TABLES[_TABLE]
        self._store, self.seed = store, seed
        self.logged: dict[int, float] = {}
        self.session: Session[Any] = Session(dealer.game, _header(seed), keep=self._keep)

    def _keep(self, *entries: Entry) -> None:
        self._store.append(*entries)
        self.logged |= dict.fromkeys((entry.seq for entry in entries), time.monotonic())


class Served:
    """A table with its pages."""

    def __init__(self, table: Table, thread: OverlayThread, draw: Show) -> None:
        self._table, self._thread, self._draw = table, thread, draw
        self.port = thread.port
        thread.show(table.session)

    def play(self, seconds: float, rate: float) -> Played:
        """Plays; every entry is shown."""

        def show(session: Session[Any]) -> None:
            self._thread.show(session)
            self._draw(session)

        return _play(self._table, show, seconds, rate)

    def last_state(self) -> Object:
        """What every page must have come to."""
        return Snapshot.of(self._table.session).state()


@contextmanager
def alone(path: Path, seed: int, *, screen: bool) -> Iterator[Callable[[float, float], Played]]:
    """The table without pages; yields what plays so many seconds with so many entries a second."""
    with _table(path, seed) as table, _screen(table.session, screen) as draw:
        yield lambda seconds, rate: _play(table, draw, seconds, rate)


@contextmanager
def serving(path: Path, clients: int, seed: int, *, screen: bool) -> Iterator[Served]:
    """The table with its pages open on a free port of this machine."""
    with _table(path, seed) as table, _screen(table.session, screen) as draw:
        thread = OverlayThread(Doors(port=0, limits=Limits(clients=clients + 16)))
        try:
            yield Served(table, thread, draw)
        finally:
            thread.close()


@contextmanager
def _screen(session: Session[Any], wanted: bool) -> Iterator[Show]:
    """What draws the table app's screen, unseen, whole and at once; nothing when no screen is wanted."""
    if not wanted:
        yield lambda session: None
        return
    offscreen()
    from kivy.base import EventLoop
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")
    EventLoop.ensure_window()
    from kozyr.ui.tablet.screens.table import TableScreen
    from kozyr.ui.tablet.theme import register_fonts, theme

    register_fonts()
    theme.fit(*EventLoop.window.size)
    model = TableModel(session)
    screen = TableScreen(model)
    EventLoop.window.add_widget(screen)

    def draw(session: Session[Any]) -> None:
        model.changed()
        EventLoop.idle()

    try:
        for _ in range(5):
            draw(session)
        yield draw
    finally:
        EventLoop.window.remove_widget(screen)
        screen.close()


def _header(seed: int) -> Header:
    return TABLES[_TABLE].header(random.Random(seed))


@contextmanager
def _table(path: Path, seed: int) -> Iterator[Table]:
    with LogStore.create(path, _header(seed)) as store:
        yield Table(store, seed)


def _play(table: Table, show: Show, seconds: float, rate: float) -> Played:
    session, found = table.session, Played(logged=table.logged)
    entries = _entries(session, random.Random(table.seed))
    begun_s, begun_cpu_s, first_mib = time.monotonic(), time.process_time(), 0.0
    number = 0
    while (late_s := time.monotonic() - begun_s) < seconds:
        time.sleep(max(0.0, number / rate - late_s))
        number += 1
        enter = next(entries)
        began_s = time.monotonic()
        enter()
        session.view(Audience.PLAYERS)
        show(session)
        found.append_ms.append((time.monotonic() - began_s) * 1000)
        last = session.entries[-1]
        found.entered[last.seq] = began_s
        if last.replaces is not None:
            found.corrections.add(last.seq)
        if not first_mib and late_s > seconds / 10:
            first_mib = _memory_mib()
    found.cpu_s, found.wall_s = time.process_time() - begun_cpu_s, time.monotonic() - begun_s
    found.memory_mib = (first_mib or _memory_mib(), _memory_mib())
    return found


def _entries(session: Session[Any], rng: random.Random) -> Iterator[Callable[[], object]]:
    """What is entered next, for ever: deal after deal, with wrong cards that are corrected by the next entry."""
    dealer = TABLES[_TABLE]
    script: Script | None = None
    while True:
        script = dealer.deal(rng, HONEST, 1, script)
        gone: set[Any] = set()
        for act in script.acts:
            gone = set() if isinstance(act, Dealt) else gone
            wrong = _misread(session, act, gone, rng)
            if wrong is not None:
                yield lambda wrong=wrong: session.record(wrong, _now_ms(), Source.CAMERA)  # type: ignore[misc]
                seq = session.entries[-1].seq
                yield lambda seq=seq, act=act: session.correct(seq, act, _now_ms(), Source.TOUCH)  # type: ignore[misc]
            else:
                yield lambda act=act: session.record(act, _now_ms(), Source.CAMERA)  # type: ignore[misc]
            gone |= {act.card} if isinstance(act, CardPlayed) else set()


def _misread(session: Session[Any], act: Act, gone: set[Any], rng: random.Random) -> CardPlayed | None:
    """Another card that could have been read instead; None for most acts."""
    if not isinstance(act, CardPlayed) or rng.random() > _WRONG:
        return None
    card = rng.choice([one for one in DECK_32 if one not in gone and one != act.card])
    try:
        session.trial(CardPlayed(act.seat, card))
    except ImpossibleAct:
        return None
    return CardPlayed(act.seat, card)


def _now_ms() -> int:
    return int(time.monotonic() * 1000)


def _memory_mib() -> float:
    """Resident memory of this process; 0 where the system does not say."""
    try:
        rows = Path("/proc/self/status").read_text("ascii").splitlines()
    except OSError:
        return 0.0
    kib = next((int(row.split()[1]) for row in rows if row.startswith("VmRSS:")), 0)
    return round(kib / 1024, 1)
