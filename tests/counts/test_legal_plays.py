"""Stored counts of legal plays: of some deals at every table, how many cards were legal at each hand size, and in how
many ways the last two cards of all can be played. A change of the rules of play moves them.

``legal_plays.json`` holds for each table a list of deals, each with its header, its acts (a number stands for so many
cards to be chosen: the first legal one in the order of the deck) and the counts. After a change that was meant to move
them, ``KOZYR_REWRITE_COUNTS=1 pytest tests/counts`` counts anew the deals stored and adds those of new tables; the
difference is then part of the commit.
"""

import json
import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kozyr.datasets.careless import Habits, Script
from kozyr.datasets.careless_tables import TABLES
from kozyr.engine.acts import Act, Called, Dealt, Exchanged, Played, TurnedUp
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.codec import read_entry, read_header, write_entry, write_header
from kozyr.engine.table.log import Entry, Source

from .walk import Walked, walk

STORE = Path(__file__).with_name("legal_plays.json")
DEALS = 4
"""Of each table."""
LAST = 2
"""Cards of each hand whose orders are counted."""
Stored = dict[str, list[dict[str, Any]]]


def stored() -> Stored:
    found: Stored = json.loads(STORE.read_text("utf-8")) if STORE.exists() else {}
    return found


def counted(deal: dict[str, Any]) -> Walked:
    header = read_header(json.dumps(deal["header"]))
    acts: list[Act | None] = []
    for act in deal["acts"]:
        line = json.dumps({"seq": len(acts) + 1, "at_ms": 0, "source": "touch", "act": act})
        acts += [None] * act if isinstance(act, int) else [read_entry(line, header.seating).act]
    return walk(game_named(header.game), header, acts, LAST)


def made(table: str) -> list[dict[str, Any]]:
    """The first random deals of a table that are played to the end, without what is said during the play."""
    found: list[dict[str, Any]] = []
    seed = 0
    while len(found) < DEALS:
        dealer, rng = TABLES[table], random.Random(f"{table} {seed}")
        header, script = dealer.header(rng), dealer.deal(rng, Habits(declares=0.0, hands_logged=1.0))
        seed += 1
        if any(isinstance(act, Played) for act in script.acts):
            found.append({"header": json.loads(write_header(header)), "acts": _acts(script)})
    return found


def _acts(script: Script) -> list[Any]:
    own = {seat for seat, _ in script.hands}
    acts: list[Any] = []
    for act in script.acts:
        if isinstance(act, Played) and act.seat in own:
            acts[-1:] = [acts[-1] + 1] if isinstance(acts[-1], int) else [acts[-1], 1]
        elif isinstance(act, Dealt | TurnedUp | Called | Exchanged | Played):
            told = replace(act, hands=tuple(sorted(act.hands))) if isinstance(act, Dealt) else act
            acts.append(json.loads(write_entry(Entry(1, 0, Source.TOUCH, told)))["act"])
    return acts


def test_the_store_is_rewritten_on_demand() -> None:
    if "KOZYR_REWRITE_COUNTS" not in os.environ:
        pytest.skip("only with KOZYR_REWRITE_COUNTS=1")
    deals = {table: stored().get(table) or made(table) for table in TABLES}
    for deal in (deal for each in deals.values() for deal in each):
        walked = counted(deal)
        deal |= {"legal_cards": walked.legal_cards, "endings": walked.endings}
    rows = (
        f'"{table}": [\n'
        + ",\n".join(json.dumps(deal, ensure_ascii=False, separators=(",", ":")) for deal in each)
        + "\n]"
        for table, each in deals.items()
    )
    STORE.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


@pytest.mark.parametrize("table", TABLES)
def test_legal_plays_are_as_many_as_stored(table: str) -> None:
    deals = stored()[table]
    assert len(deals) == DEALS
    for number, deal in enumerate(deals):
        walked = counted(deal)
        assert (list(walked.legal_cards), walked.endings) == (deal["legal_cards"], deal["endings"]), number
