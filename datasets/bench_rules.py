"""The rules benchmark: random careless deals against the rules written a second time, and how fast a deal replays."""

import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kozyr.datasets.agreement import PLAYS, expected, found, scores_differ
from kozyr.datasets.careless import CARELESS, HONEST, Dealer, Script, entries
from kozyr.datasets.careless_tables import TABLES, tables_of
from kozyr.engine.acts import Act
from kozyr.engine.game import Game, Report
from kozyr.engine.games.registry import GAMES
from kozyr.engine.table.codec import read_entry, read_header, write_entry, write_header
from kozyr.engine.table.log import Header
from kozyr.engine.table.session import fold, no_search_for_cycles


@dataclass(slots=True)
class Tally:
    """What was counted over some deals."""

    deals: int = 0
    revokes: int = 0
    revokes_proved_later: int = 0
    out_of_turn: int = 0
    different: int = 0
    scored: int = 0
    score_different: int = 0
    honest_deals: int = 0
    honest_accused: int = 0
    replays: list[float] = field(default_factory=list)
    """CPU seconds of the fold of each deal's acts."""
    checking: float = 0.0
    """CPU seconds of reading, fold and report of all logs."""

    def row(self) -> dict[str, int | float]:
        """For print."""
        return {
            "deals": self.deals,
            "revokes": self.revokes,
            "revokes_proved_later": self.revokes_proved_later,
            "out_of_turn": self.out_of_turn,
            "different": self.different,
            "scored": self.scored,
            "score_different": self.score_different,
            "honest_deals": self.honest_deals,
            "honest_accused": self.honest_accused,
            "replay_us_median": round(statistics.median(self.replays) * 1e6, 1) if self.replays else 0.0,
            "checked_per_second": round(self.deals / self.checking, 1) if self.checking else 0.0,
        }


MATCH = 4
"""Deals on end in every tenth log."""


def bench_rules(deals: int, seed: int, games: Sequence[str] = tuple(GAMES)) -> dict[str, Any]:
    """Plays ``deals`` careless deals of each game, and a tenth as many honest ones, at all its tables in turn.

    ``different`` counts the careless deals whose findings (who, committed, proved) are not exactly those of one who
    sees all hands, ``score_different`` those whose score is not that of the second writing (of ``scored``), and
    ``honest_accused`` the honest deals with any finding. Every tenth log holds ``MATCH`` deals on end, the others one.
    ``replay_us_median`` is the fold of one deal's acts, ``checked_per_second`` counts deals whose log's lines are read,
    folded and reported; both in CPU time of one core. The first figures are those of all games, ``games`` has them by
    game.
    """
    tallies = {game: _benched(game, deals, seed) for game in games}
    return {
        "seed": seed,
        **_sum(tuple(tallies.values())).row(),
        "games": {game: each.row() for game, each in tallies.items()},
    }


def _benched(game: str, deals: int, seed: int) -> Tally:
    tally, names, at = Tally(), tables_of(game), 0
    with no_search_for_cycles():  # as kozyr check replays
        while tally.deals < deals:
            rng, dealer = random.Random(f"{seed} careless {at}"), TABLES[names[at % len(names)]]
            _compare(dealer, _log(dealer, rng, min(MATCH if at % 10 == 9 else 1, deals - tally.deals)), tally)
            at += 1
    for at in range(deals // 10):
        dealer, rng = TABLES[names[at % len(names)]], random.Random(f"{seed} honest {at}")
        header, script = dealer.header(rng), dealer.deal(rng, HONEST)
        tally.honest_deals += 1
        report = dealer.game.report(fold(dealer.game, header, entries(script)).state)
        tally.honest_accused += bool(report.irregularities)
    return tally


def _log(dealer: Dealer, rng: random.Random, deals: int) -> tuple[Header, tuple[Script, ...]]:
    """A log of careless deals; where there are several, some have their result entered by hand."""
    habits = CARELESS if deals == 1 else replace(CARELESS, tallies=0.3)
    header, scripts = dealer.header(rng), list[Script]()
    for _ in range(deals):
        before = scripts[-1] if scripts else None
        scripts.append(dealer.deal(rng, habits, before.first_seq + len(before.acts) if before else 1, before))
    return header, tuple(scripts)


def _compare(dealer: Dealer, log: tuple[Header, tuple[Script, ...]], tally: Tally) -> None:
    """One log, replayed and compared."""
    header, scripts = log
    lines = (write_header(header), *(write_entry(entry) for script in scripts for entry in entries(script)))
    if len(scripts) == 1:
        tally.replays.append(_replay(dealer.game, header, scripts[0].acts))
    started = time.process_time()
    report = _check(dealer, lines)
    tally.checking += time.process_time() - started
    for number, (script, row) in enumerate(zip(scripts, report.deals, strict=True), start=1):
        told = [one for one in report.irregularities if one.deal == number]
        tally.deals += 1
        tally.different += found(told, *PLAYS) != expected(script)
        tally.scored += script.score is not None
        tally.score_different += scores_differ(script, row)
        tally.revokes += len(script.revokes)
        tally.revokes_proved_later += sum(revoke.proved != revoke.committed for revoke in script.revokes)
        tally.out_of_turn += len(script.out_of_turn)


def _replay(game: Game[Any], header: Header, acts: tuple[Act, ...]) -> float:
    """Seconds for the fold of one deal."""
    state = game.start(header)
    started = time.process_time()
    for seq, act in enumerate(acts, start=1):
        state, _ = game.step(state, seq, act)
    return time.process_time() - started


def _check(dealer: Dealer, lines: tuple[str, ...]) -> Report:
    """The report of a log given as text."""
    header = read_header(lines[0])
    log = [read_entry(line, header.seating) for line in lines[1:]]
    return dealer.game.report(fold(dealer.game, header, log).state)


def _sum(tallies: tuple[Tally, ...]) -> Tally:
    total = Tally()
    for each in tallies:
        for name in Tally.__slots__:
            setattr(total, name, getattr(total, name) + getattr(each, name))
    return total
