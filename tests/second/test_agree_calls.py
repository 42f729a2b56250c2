"""The engine and the second writing on the auction: whose call is awaited, what is legal, what does not stand."""

import os
import random
from dataclasses import replace

import pytest

from kozyr.datasets.agreement import CALLS, expected_calls, found
from kozyr.datasets.careless import HONEST, entries
from kozyr.datasets.careless_tables import TABLES, share
from kozyr.engine.table.session import fold
from kozyr.engine.view import Audience

DEALS = int(os.environ.get("KOZYR_DEALS", "400"))
MISSPOKEN = replace(HONEST, calls_wrongly=0.2)


@pytest.mark.parametrize("table", TABLES)
def test_the_legal_calls_are_the_same(table: str) -> None:
    dealer = TABLES[table]
    for seed in range(share(table, 120 * DEALS // 400)):
        rng = random.Random(f"calls {seed}")
        header, script = dealer.header(rng), dealer.deal(rng, MISSPOKEN)
        state, awaited = dealer.game.start(header), {seq: (seat, calls) for seq, seat, calls in script.legal_calls}
        for seq, act in enumerate(script.acts, start=script.first_seq):
            state, _ = dealer.game.step(state, seq, act)
            if seq in awaited:
                waits = dealer.game.view(state, Audience.JUDGE).expectation
                assert (str(waits.caller or waits.seat), frozenset(waits.calls)) == awaited[seq], (script.acts, seq)


@pytest.mark.parametrize("table", TABLES)
def test_what_does_not_stand_is_the_same(table: str) -> None:
    dealer = TABLES[table]
    for seed in range(share(table, 240 * DEALS // 400)):
        rng = random.Random(f"wrong calls {seed}")
        header, script = dealer.header(rng), dealer.deal(rng, MISSPOKEN)
        report = dealer.game.report(fold(dealer.game, header, entries(script)).state)
        assert found(report, *CALLS) == expected_calls(script), script.acts
