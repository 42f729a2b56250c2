"""``kozyr bench overlay``: a table that serves many pages at playing speed, and the pages, in two processes.

The clock is the system's monotonic one, which both processes share.
"""

import asyncio
import multiprocessing
import multiprocessing.connection
import tempfile
from pathlib import Path
from typing import Any

from kozyr.engine.errors import KozyrError
from kozyr.ui.overlay.bench_listeners import Heard, Listener, listen
from kozyr.ui.overlay.bench_table import Played, alone, serving

Figures = dict[str, float]
"""Percentiles by name."""


def bench_overlay(
    clients: int, seconds: float, entries_per_s: float, *, screen: bool = False, seed: int = 1
) -> dict[str, Any]:
    """How late ``clients`` pages hear of each entry, whether all end on the last state, and what the table feels.

    ``screen``: the table draws the table app's screen, unseen, after each entry. The table plays ``seconds`` with them,
    and a tenth of that alone before and again after. Raises KozyrError when the table fails.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with tempfile.TemporaryDirectory(prefix="kozyr-bench-") as folder:
        task = (theirs, Path(folder), clients, (seconds, entries_per_s), screen, seed)
        table = context.Process(target=_table, args=task, name="table")
        table.start()
        theirs.close()
        try:
            heard, quiet, busy, last = asyncio.run(_pages(ours, clients))
        except EOFError:
            raise KozyrError("the table of the benchmark ended before its time; see the lines above") from None
        finally:
            table.join(30)
            if table.is_alive():
                table.terminate()
    return _told(clients, heard, quiet, busy, last)


def _table(
    wire: multiprocessing.connection.Connection,
    folder: Path,
    clients: int,
    pace: tuple[float, float],
    screen: bool,
    seed: int,
) -> None:
    """The table's process: alone, serving, alone; told by the other process when the pages are there and gone."""
    seconds, rate = pace
    quiet = alone(folder / "before.kozyr.jsonl", seconds / 10, rate, seed, screen=screen)
    with serving(folder / "served.kozyr.jsonl", clients, seed, screen=screen) as served:
        wire.send(served.port)
        wire.recv()
        wire.send(served.play(seconds, rate))
        wire.send(served.last_state())
        wire.recv()
    wire.send(quiet.with_more(alone(folder / "after.kozyr.jsonl", seconds / 10, rate, seed, screen=screen)))


async def _pages(wire: Any, clients: int) -> tuple[list[Listener], Played, Played, Heard]:
    port: int = await asyncio.to_thread(wire.recv)
    listeners = [Listener() for _ in range(clients)]
    work = asyncio.create_task(listen(port, listeners))
    while not all(one.is_there for one in listeners):
        await asyncio.sleep(0.05)
    wire.send("go")
    busy: Played = await asyncio.to_thread(wire.recv)
    last: Heard = await asyncio.to_thread(wire.recv)
    # Whatever is still on its way has a second to come.
    await asyncio.sleep(1)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    wire.send("enough")
    quiet: Played = await asyncio.to_thread(wire.recv)
    return listeners, quiet, busy, last


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
        "table_memory_mib": {"at_first": busy.memory_mib[0], "at_last": busy.memory_mib[1]},
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
