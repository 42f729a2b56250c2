"""The engine and the second writing on the auction: whose call is awaited, what is legal, what does not stand."""

import os
import random
from dataclasses import replace
from itertools import takewhile

import pytest

from kozyr.datasets.agreement import CALLS, expected_calls, found
from kozyr.datasets.careless import HONEST, entries
from kozyr.datasets.careless_tables import TABLES, share
from kozyr.datasets.second.belot_calls import HIGHEST_LISTED
from kozyr.engine.table.session import fold
from kozyr.engine.view import Audience

DEALS = int(os.environ.get("KOZYR_DEALS", "200"))
MISSPOKEN = replace(HONEST, calls_wrongly=0.2)


def _is_listed(call: str) -> bool:
    """The second writing lists bids up to the level 40 (Bazar Belot)."""
    level = "".join(takewhile(str.isdigit, call))
    return not level or int(level) <= HIGHEST_LISTED


@pytest.mark.parametrize("table", TABLES)
def test_the_legal_calls_are_the_same(table: str) -> None:
    dealer = TABLES[table]
    for seed in range(share(table, 80 * DEALS // 400)):
        rng = random.Random(f"calls {seed}")
        header, script = dealer.header(rng), dealer.deal(rng, MISSPOKEN)
        state, awaited = dealer.game.start(header), {seq: (seat, calls) for seq, seat, calls in script.legal_calls}
        for seq, act in enumerate(script.acts, start=script.first_seq):
            state, _ = dealer.game.step(state, seq, act)
            if seq in awaited:
                waits = dealer.game.view(state, Audience.JUDGE).expectation
                told = frozenset(call for call in waits.calls if _is_listed(call))
                turn, legal = awaited[seq]
                assert str(waits.caller or waits.seat) in turn, (script.acts, seq)
                assert told == legal, (script.acts, seq)


@pytest.mark.parametrize("table", TABLES)
def test_what_does_not_stand_is_the_same(table: str) -> None:
    dealer = TABLES[table]
    for seed in range(share(table, 160 * DEALS // 400)):
        rng = random.Random(f"wrong calls {seed}")
        header, script = dealer.header(rng), dealer.deal(rng, MISSPOKEN)
        report = dealer.game.report(fold(dealer.game, header, entries(script)).state)
        assert found(report.irregularities, *CALLS) == expected_calls(script), script.acts
