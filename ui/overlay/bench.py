"""``kozyr bench overlay``: a table that serves many pages at playing speed, its twin without pages, and the pages.

Each is a process of its own; the clock is the system's monotonic one, which all of them share.
"""

import asyncio
import multiprocessing
import tempfile
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from kozyr.engine.errors import KozyrError
from kozyr.ui.overlay.bench_listeners import Heard, Listener, listen
from kozyr.ui.overlay.bench_table import Played, alone, serving

Figures = dict[str, float]
"""Percentiles by name."""


@dataclass(frozen=True, slots=True)
class Task:
    """What the tables are to do."""

    folder: Path
    """Where their logs go."""
    clients: int
    """How many pages there are."""
    seconds: float
    """For how long they play."""
    rate: float
    """Entries a second."""
    screen: bool
    """Whether they draw the table app's screen, unseen, after each entry."""
    seed: int
    """Of the match."""


def bench_overlay(
    clients: int, seconds: float, entries_per_s: float, *, screen: bool = False, seed: int = 1
) -> dict[str, Any]:
    """How late ``clients`` pages hear of each entry, whether all end on the last state, and what the table feels.

    Beside the table that serves, another plays the same match at the same time without pages: what a busy machine does
    to both is then no matter. Raises KozyrError when a table fails.
    """
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory(prefix="kozyr-bench-") as folder:
        task = Task(Path(folder), clients, seconds, entries_per_s, screen, seed)
        wires, tables = [], []
        for work in (_serving, _alone):
            ours, theirs = context.Pipe()
            tables.append(context.Process(target=work, args=(theirs, task)))
            tables[-1].start()
            theirs.close()
            wires.append(ours)
        try:
            heard, busy, last, quiet = asyncio.run(_pages(wires[0], wires[1], clients))
        except EOFError:
            raise KozyrError("a table of the benchmark ended before its time; see the lines above") from None
        finally:
            for table in tables:
                table.join(30)
                if table.is_alive():
                    table.terminate()
    return _told(clients, heard, quiet, busy, last)


def _serving(wire: Connection, task: Task) -> None:
    """The process of the table with pages; told by the other one when they are there and when they have gone."""
    with serving(task.folder / "served.kozyr.jsonl", task.clients, task.seed, screen=task.screen) as served:
        wire.send(served.port)
        wire.recv()
        wire.send(served.play(task.seconds, task.rate))
        wire.send(served.last_state())
        wire.recv()


def _alone(wire: Connection, task: Task) -> None:
    """The process of the table without pages."""
    with alone(task.folder / "alone.kozyr.jsonl", task.seed, screen=task.screen) as play:
        wire.send("ready")
        wire.recv()
        wire.send(play(task.seconds, task.rate))


async def _pages(wire: Any, other: Any, clients: int) -> tuple[list[Listener], Played, Heard, Played]:
    await asyncio.to_thread(other.recv)
    port: int = await asyncio.to_thread(wire.recv)
    listeners = [Listener() for _ in range(clients)]
    work = asyncio.create_task(listen(port, listeners))
    while not all(one.is_there for one in listeners):
        await asyncio.sleep(0.05)
    wire.send("go")
    other.send("go")
    busy: Played = await asyncio.to_thread(wire.recv)
    last: Heard = await asyncio.to_thread(wire.recv)
    # Whatever is still on its way has a second to come.
    await asyncio.sleep(1)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    wire.send("enough")
    quiet: Played = await asyncio.to_thread(other.recv)
    return listeners, busy, last, quiet


def _told(clients: int, listeners: list[Listener], quiet: Played, busy: Played, last: Heard) -> dict[str, Any]:
    corrected = {seq: at for seq, at in busy.logged.items() if seq in busy.corrections}
    return {
        "clients": clients,
        "seconds": round(busy.wall_s, 1),
        "entries": len(busy.entered),
        "corrections": len(busy.corrections),
        "log_to_page_ms": _late(listeners, busy.logged),
        "correction_to_page_ms": _late(listeners, corrected),
        "touch_to_page_ms": _late(listeners, busy.entered),
        "heard_of_every_entry": sum(len(one.late_ms(busy.entered)) == len(busy.entered) for one in listeners),
        "ended_on_the_last_state": sum(one.state() == last for one in listeners),
        "went_back_to_an_older_state": sum(one.went_back for one in listeners),
        "state_bytes": max((one.most_bytes for one in listeners), default=0),
        "table_ms": {"alone": spread(quiet.append_ms), "with_clients": spread(busy.append_ms)},
        "table_cpu": {
            "alone": round(quiet.cpu_s / quiet.wall_s, 4),
            "with_clients": round(busy.cpu_s / busy.wall_s, 4),
            "ratio": round(busy.cpu_s / busy.wall_s / max(quiet.cpu_s / quiet.wall_s, 1e-6), 1),
        },
        "table_memory_mib": {"alone": quiet.memory_mib, "with_clients": busy.memory_mib},
    }


def _late(listeners: list[Listener], since: dict[int, float]) -> Figures:
    return spread([late for one in listeners for late in one.late_ms(since)])


def spread(values: list[float]) -> Figures:
    """Percentiles, in the unit of the values; nothing of nothing."""
    if not values:
        return {}
    ordered = sorted(values)
    found = {f"p{share}": ordered[min(len(ordered) - 1, len(ordered) * share // 100)] for share in (50, 95, 99)}
    return {name: round(value, 2) for name, value in (found | {"max": ordered[-1]}).items()}
