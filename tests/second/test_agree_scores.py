"""The engine and the second writing on the score of every deal, in deals of their own and in matches."""

import os
import random
from dataclasses import replace

import pytest

from kozyr.datasets.agreement import score_told, score_wanted
from kozyr.datasets.careless import HONEST, Habits, Script, entries
from kozyr.datasets.careless_options import OPTIONS, some_options
from kozyr.datasets.careless_tables import TABLES, share, tables_of
from kozyr.engine.table.log import Entry
from kozyr.engine.table.session import fold

DEALS = int(os.environ.get("KOZYR_DEALS", "200"))
KINDS = {
    "honest": HONEST,
    "forgetful": Habits(declares=0.4, shows=0.5),
    "wild": Habits(illegal_play=0.5, declares=0.9),
    "by-hand": Habits(tallies=1.0),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("table", TABLES)
def test_a_deal_scores_the_same(table: str, kind: str) -> None:
    dealer = TABLES[table]
    for seed in range(share(table, 240 * DEALS // 400)):
        rng = random.Random(f"{kind} {seed}")
        header, script = dealer.header(rng), dealer.deal(rng, KINDS[kind])
        wanted = score_wanted(script)
        if wanted is not None:
            row = dealer.game.report(fold(dealer.game, header, entries(script)).state).deals[-1]
            assert row.finished, script.acts
            assert score_told(row) == wanted, (script.acts, script.facts)


@pytest.mark.parametrize("table", TABLES)
def test_every_deal_of_a_match_scores_the_same(table: str) -> None:
    dealer, habits = TABLES[table], replace(HONEST, tallies=0.4)
    for seed in range(share(table, 24 * DEALS // 400)):
        rng = random.Random(f"match {seed}")
        header = dealer.header(rng)
        log: tuple[Entry, ...] = ()
        scripts: list[Script] = []
        for _ in range(8):
            scripts.append(dealer.deal(rng, habits, len(log) + 1, scripts[-1] if scripts else None))
            log += entries(scripts[-1])
        rows = dealer.game.report(fold(dealer.game, header, log).state).deals
        for number, (row, script) in enumerate(zip(rows, scripts, strict=True), start=1):
            wanted = score_wanted(script)
            assert wanted is None or score_told(row) == wanted, (seed, number, log, script.facts)


@pytest.mark.parametrize("game", sorted(OPTIONS))
def test_every_deal_scores_the_same_under_other_options(game: str) -> None:
    for seed in range(150 * DEALS // 400):
        rng = random.Random(f"options {game} {seed}")
        rules, table = some_options(game, rng), rng.choice(tables_of(game))
        dealer, habits = TABLES[table].with_rules(rules), rng.choice((HONEST, KINDS["wild"], KINDS["by-hand"]))
        header, log, scripts = dealer.header(rng), tuple[Entry, ...](), list[Script]()
        for _ in range(rng.choice((1, 1, 4))):
            scripts.append(dealer.deal(rng, habits, len(log) + 1, scripts[-1] if scripts else None))
            log += entries(scripts[-1])
        rows = dealer.game.report(fold(dealer.game, header, log).state).deals
        for row, script in zip(rows, scripts, strict=True):
            wanted = score_wanted(script)
            assert wanted is None or score_told(row) == wanted, (seed, table, rules, log, script.facts)
