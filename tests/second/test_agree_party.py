"""The engine and the second writing on the parties and the meeting of Debertz (ФДУ 7.5-7.7)."""

import os
import random
from dataclasses import replace

import pytest

from kozyr.datasets.careless import HONEST, Script
from kozyr.datasets.careless_tables import TABLES, share, tables_of
from kozyr.datasets.second import debertz_party

DEALS = int(os.environ.get("KOZYR_DEALS", "200"))
BY_HAND = replace(HONEST, tallies=0.9)


@pytest.mark.parametrize("table", tables_of("debertz"))
def test_parties_and_the_meeting(table: str) -> None:
    dealer = TABLES[table]
    for seed in range(share(table, 60 * DEALS // 400)):
        rng = random.Random(f"party {seed}")
        header = dealer.header(rng)
        state, seq = dealer.game.start(header), 0
        script: Script | None = None
        facts = []
        while len(facts) < 40 and not dealer.game.report(state).meeting_winner:
            script = dealer.deal(rng, BY_HAND, seq + 1, script)
            facts.append(script.facts)
            for act in script.acts:
                seq += 1
                state, _ = dealer.game.step(state, seq, act)
        report, wanted = dealer.game.report(state), debertz_party.parties(facts, dealer.target, dealer.options)
        told = [(dict(party.score), party.winner) for party in report.parties]
        assert told == [(party["score"], party["winner"]) for party in wanted["parties"]], seed
        records = [sorted((points for _, points in party.record), reverse=True)[:2] for party in report.parties]
        assert records == [sorted(party["record"] or (), reverse=True) for party in wanted["parties"]], seed
        assert dict(report.meeting) == wanted["wins"], seed
        assert (report.meeting_winner or "") == wanted["winner"], seed
