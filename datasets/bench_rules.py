"""The rules benchmark: random careless deals against the judge who sees all hands, and how fast a deal replays."""

import random
import statistics
import time
from typing import Any

from kozyr.datasets.careless import CARELESS, HONEST, Dealer, Script, entries
from kozyr.datasets.careless_belot import BelotDealer
from kozyr.engine.acts import Act
from kozyr.engine.game import Game
from kozyr.engine.games.bazar_belot.game import BazarBelot
from kozyr.engine.laws import Offence
from kozyr.engine.table.codec import read_entry, read_header, write_entry, write_header
from kozyr.engine.table.log import Header
from kozyr.engine.table.session import fold


def bench_rules(deals: int, seed: int) -> dict[str, int | float]:
    """Plays ``deals`` careless deals, and a tenth as many honest ones, through the rules of Bazar Belot.

    ``different`` counts the careless deals whose findings (who, committed, proved) are not exactly those of one who
    sees all hands; ``honest_accused`` the honest deals with any finding. ``replay_us_median`` is the fold of one
    deal's acts, ``checked_per_second`` the reading of a log's lines, fold and report; both in CPU time of one core,
    which a busy machine does not stretch.
    """
    dealer = BelotDealer(BazarBelot())
    different = revokes = later = out_of_turn = 0
    replays: list[float] = []
    checking = 0.0
    for at in range(deals):
        rng = random.Random(f"{seed} careless {at}")
        header, script = dealer.header(rng), dealer.deal(rng, CARELESS)
        replays.append(_replay(dealer.game, header, script.acts))
        lines = (write_header(header), *(write_entry(entry) for entry in entries(script)))
        started = time.process_time()
        rows = _check(dealer, lines)
        checking += time.process_time() - started
        different += rows != _wanted(script)
        revokes += len(script.revokes)
        later += sum(revoke.proved != revoke.committed for revoke in script.revokes)
        out_of_turn += len(script.out_of_turn)
    return {
        "deals": deals,
        "seed": seed,
        "revokes": revokes,
        "revokes_proved_later": later,
        "out_of_turn": out_of_turn,
        "different": different,
        "honest_deals": deals // 10,
        "honest_accused": _accused(dealer, deals // 10, seed),
        "replay_us_median": round(statistics.median(replays) * 1e6, 1) if replays else 0.0,
        "checked_per_second": round(deals / checking, 1) if checking else 0.0,
    }


def _replay(game: Game[Any], header: Header, acts: tuple[Act, ...]) -> float:
    """Seconds for the fold of one deal."""
    state = game.start(header)
    started = time.process_time()
    for seq, act in enumerate(acts, start=1):
        state, _ = game.step(state, seq, act)
    return time.process_time() - started


def _check(dealer: Dealer, lines: tuple[str, ...]) -> list[tuple[str, str, int, int]]:
    """The findings of a log given as text."""
    header = read_header(lines[0])
    log = [read_entry(line, header.seating) for line in lines[1:]]
    report = dealer.game.report(fold(dealer.game, header, log).state)
    return sorted(
        (row.offence.value, str(row.seat), row.committed, row.proved)
        for row in report.irregularities
        if row.offence in (Offence.REVOKE, Offence.OUT_OF_TURN)
    )


def _wanted(script: Script) -> list[tuple[str, str, int, int]]:
    revokes = [("revoke", revoke.seat, revoke.committed, revoke.proved or 0) for revoke in script.revokes]
    return sorted(revokes + [("out-of-turn", seat, seq, seq) for seat, seq in script.out_of_turn])


def _accused(dealer: Dealer, deals: int, seed: int) -> int:
    """How many honest deals show anything at all."""
    accused = 0
    for at in range(deals):
        rng = random.Random(f"{seed} honest {at}")
        header, script = dealer.header(rng), dealer.deal(rng, HONEST)
        accused += bool(dealer.game.report(fold(dealer.game, header, entries(script)).state).irregularities)
    return accused
