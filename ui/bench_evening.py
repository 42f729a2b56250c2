"""One table of ``kozyr bench tablet``, played deal after deal: touches, entries, looks at pages, corrections.

Imports Kivy, so it is imported after the window's driver was chosen.
"""

import random
import statistics
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Final, Protocol

from kivy.base import EventLoop
from kivy.graphics.opengl import glFinish
from kivy.tests.common import UnitTestTouch

from kozyr.datasets.careless import Habits, Script
from kozyr.datasets.careless_tables import TABLES, tables_of
from kozyr.engine.acts import Act, Called, Played
from kozyr.engine.cards import Card
from kozyr.engine.view import Phase
from kozyr.ui.bench_looks import Looks
from kozyr.ui.bench_memory import Held, memory_mib, memory_verdict
from kozyr.ui.bench_moments import Moment, Moments, slowest
from kozyr.ui.bench_tablet import figures_of
from kozyr.ui.live import LiveTable
from kozyr.ui.preferences import Remembered
from kozyr.ui.reserves import give_back
from kozyr.ui.tablet.app import TableApp
from kozyr.ui.tablet.live_picture import LivePicture
from kozyr.ui.tablet.screens.start import StartDesk
from kozyr.ui.tablet.screens.table import TableScreen
from kozyr.ui.tablet.textures import kept_mib
from kozyr.ui.tablet.widgets import Key

TABS_EVERY: Final = 15
"""After so many entries somebody looks at the score, the log and the pad."""
PAGES_EVERY: Final = 60
"""After so many entries every page of the table is looked at, and the last entry is undone and brought back."""
STEP: Final = 100
"""Entries from one line on the way to the next."""
SAMPLE: Final = 10
"""Entries from one look at memory to the next."""
PLAYERS: Final = Habits(illegal_play=0.04, out_of_turn=0.1, exposes=0.05)
"""Now and then the judge has something to see."""
SHUFFLED_S: Final = 2.0
"""Before a deal: cards are gathered and shuffled, which takes longer at a table."""
PICTURES: Final = 3
"""Pictures that the eyes follow between two entries, at least; at a table it is fifty."""
MOST_S: Final = 2.0
"""On a machine that is busy with other things they are waited for no longer."""
NAP_S: Final = 0.005
FRAMES: Final = 20
SETTLED_S: Final = 0.45
"""A page that has changed by itself takes no touch for so long; nor is one counted twice."""
DELETED_S: Final = 0.3
"""So long after a tidying the driver has deleted what was found."""
FINGER_S: Final = 0.06
"""How long a finger stays."""


class Beside(Protocol):
    """The eyes, as far as a table that is played cares."""

    pictures: int
    """How many they have followed so far."""

    def resting(self) -> AbstractContextManager[None]:
        """Within it they stand still between two pictures."""


class Evening:
    """A table with its log in ``folder``; ``asked`` ends the play early, ``tell`` gets a line now and then."""

    def __init__(
        self,
        folder: Path,
        game: str,
        rng: random.Random,
        asked: threading.Event,
        tell: Callable[[str], object],
    ) -> None:
        self._rng, self._asked, self._tell = rng, asked, tell
        self._dealer = TABLES[tables_of(game)[-1]]
        self._table = LiveTable.create(folder / "bench.kozyr.jsonl", self._dealer.header(rng))
        self.model = self._table.model
        desk = StartDesk(lambda _: None, lambda _: None, remembered=Remembered(folder / "settings.json"))
        self._app = TableApp(self.model, desk=desk)
        self._app.desk = None
        self._root: Any = self._app.build()
        EventLoop.window.add_widget(self._root)
        self.show = LivePicture(self._app).show
        self._moments = Moments()
        self._looks = Looks(self._app, drawn, self._moments, self._draw_for)
        self._fed: list[float] = []
        self._touched: list[Moment] = []
        self._entered: list[Moment] = []
        self._samples: list[tuple[int, float]] = []
        self._held: list[Held] = []
        self._steps: list[dict[str, float]] = []
        self._eyes: Beside | None = None

    def close(self) -> None:
        """Gives the log back."""
        self._moments.close()
        self._app.on_stop()
        self._table.close()

    def whole_screens(self) -> dict[str, Any]:
        """What drawing the whole screen costs when nothing on it has changed, and nobody else works."""
        self._draw_for(1.5)
        times = []
        for _ in range(FRAMES):
            EventLoop.window.canvas.ask_update()
            begun = time.process_time()
            drawn()
            times.append((time.process_time() - begun) * 1000)
        return {"whole_screen_cpu_ms": round(statistics.median(times), 1)}

    def play(self, entries: int, touches: int, eyes: Beside | None = None) -> None:
        """Plays deals until the log has so many entries; ``eyes`` follow pictures meanwhile."""
        self._every, self._eyes = max(1, entries // max(touches, 1)), eyes
        script: Script | None = None
        while self._goes_on(entries):
            script = self._dealer.deal(self._rng, PLAYERS, self.model.session.next_seq, script)
            self._draw_for(SHUFFLED_S)
            self._hold()
            for act in script.acts:
                if not self._goes_on(entries):
                    break
                self._do(act)

    def _hold(self) -> None:
        """What the table holds between two deals, and what of it lasts."""
        resident_mib = memory_mib()
        with self._eyes.resting() if self._eyes is not None else nullcontext():
            objects = self._app.tidy()
            self._draw_for(DELETED_S)
            give_back()
            held = Held(self._entries, resident_mib, memory_mib(), objects, kept_mib())
        self._held.append(held)

    def _goes_on(self, entries: int) -> bool:
        return self._entries < entries and not self._asked.is_set()

    @property
    def _entries(self) -> int:
        return self.model.session.next_seq - 1

    def _do(self, act: Act) -> None:
        """One entry, and what people do besides."""
        before = self._entries
        if before % self._every or not self._touch(act):
            self._enter(act)
        self._let_look()
        if self._passed(PAGES_EVERY, before):
            self._correct()
            self._looks.at_everything()
        elif self._passed(TABS_EVERY, before):
            self._looks.at_tabs()
        if self._passed(SAMPLE, before):
            self._samples.append((self._entries, memory_mib()))
        if self._passed(STEP, before):
            self._step()

    def _let_look(self) -> None:
        """The eyes get their turn, as in the pauses of play: some pictures for each entry."""
        if self._eyes is None:
            return
        enough, until = self._eyes.pictures + PICTURES, time.monotonic() + MOST_S
        while self._eyes.pictures < enough and time.monotonic() < until:
            EventLoop.idle()
            time.sleep(NAP_S)

    def _passed(self, step: int, before: int) -> bool:
        return self._entries // step > before // step

    def _step(self) -> None:
        """A line on the way."""
        found = {"entries": self._entries, "mib": memory_mib()}
        self._steps.append(found)
        kinds = (("touch", self._touched), ("entry", self._entered), ("page", self._looks.moments))
        times = ((name, [one.ms for one in kind]) for name, kind in kinds)
        said = ("{} {median}/{p95} ms".format(name, **row) for name, ms in times if "p95" in (row := figures_of(ms)))
        self._tell(f"{found['entries']} entries, {found['mib']} MiB; median/p95: {', '.join(said)}")

    def _correct(self) -> None:
        """The last entry is undone and brought back; a card is corrected with a reason, to what it was."""
        self.model.undo()
        drawn()
        self.model.redo()
        drawn()
        plays = [step for step in self.model.deal_steps if isinstance(step.act, Played)]
        if plays:
            self.model.correct(plays[-1].seq, plays[-1].act, "slip")
            drawn()

    def _touch(self, act: Act) -> bool:
        """An act on its key, if the screen shows one; the time from the finger's lifting to the picture with it."""
        self._draw_for(SETTLED_S)
        wanted = self._key(act)
        if wanted is None:
            return False
        before = self._entries
        finger = UnitTestTouch(*wanted.to_window(*wanted.center))
        begun = time.perf_counter()
        finger.touch_down()
        drawn()
        self._fed.append((time.perf_counter() - begun) * 1000)
        self._draw_for(FINGER_S)
        stood = self._stand()
        with self._moments.timed("touch", before) as moment:
            finger.touch_up()
            drawn()
        if self._entries > before:
            moment.what = self._said(act, stood)
            self._touched.append(moment)
        return self._entries > before

    def _stand(self) -> tuple[Phase, int]:
        """How far the deal is: its phase, and how many tricks are closed."""
        return self.model.view.phase, sum(trick.winner is not None for trick in self.model.view.tricks)

    def _said(self, act: Act, before: tuple[Phase, int]) -> str:
        """What a touch or an entry was, and what it ended."""
        phase, tricks = self._stand()
        named = type(act).__name__.lower()
        if phase is not before[0]:
            return f"{named}, then {phase.name.lower().replace('_', ' ')}"
        return f"{named}, last of a trick" if tricks > before[1] else named

    def _enter(self, act: Act) -> None:
        """An act as from a camera; the time from its entry to the picture that shows it."""
        stood = self._stand()
        with self._moments.timed("entry", self._entries) as moment:
            self.model.seen(act, self.model.now_ms())
            drawn()
        moment.what = self._said(act, stood)
        self._entered.append(moment)

    def _key(self, act: Act) -> Any:
        """The key or card that means the act, if it lies in sight."""
        screen, expected = self._app.screen, self.model.view.expectation
        assert isinstance(screen, TableScreen)
        match act:
            case Played(seat=seat, card=Card() as card) if seat == expected.seat and "Played" in expected.kinds:
                screen.choose("pad")
                self._draw_for(FINGER_S)
                found = [one for one in self._root.walk() if getattr(one, "wide", False) and one.card == card]
            case Called(seat=seat, call=call) if seat == (expected.caller or expected.seat):
                found = [one for one in self._root.walk() if isinstance(one, Key) and one.tip == call and one.lit]
            case _:
                return None
        return found[0] if found else None

    def _draw_for(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            EventLoop.idle()

    def figures(self) -> dict[str, Any]:
        """What was measured so far."""
        return {
            "touch_to_key_down_ms": figures_of(self._fed),
            "touch_to_redraw_ms": figures_of([one.ms for one in self._touched]),
            "touch_own_cpu_ms": figures_of([one.own_cpu_ms for one in self._touched]),
            "slowest_touches": slowest(self._touched),
            "entry_to_screen_ms": figures_of([one.ms for one in self._entered]),
            "entry_own_cpu_ms": figures_of([one.own_cpu_ms for one in self._entered]),
            "slowest_entries": slowest(self._entered),
            "entries": self._entries,
            "deals": self.model.view.deal,
            "pages_looked_at": len(self._looks.moments),
            "page_to_screen_ms": figures_of([one.ms for one in self._looks.moments]),
            "slowest_pages": self._looks.slowest(),
            "search_for_garbage_ms": figures_of(self._moments.whole_ms),
            "memory_mib": self._steps,
            "memory_between_deals": [one._asdict() for one in self._held],
            "memory": memory_verdict(self._samples, self._held),
        }


def drawn() -> None:
    """One round of the app's loop, until its picture is really drawn: the driver draws behind a flip."""
    EventLoop.idle()
    glFinish()
