"""Stored counts of legal plays: of some deals at every table, how many cards were legal at each hand size, and in how
many ways the last three cards of all can be played. A change of the rules of play moves them.

``legal_plays.json`` holds for each table a list of deals, each with its header line, its act lines (``null`` for a card
to be chosen: the first legal one in the order of the deck) and the counts. After a change that was meant to move them,
``KOZYR_REWRITE_COUNTS=1 pytest tests/counts`` counts anew the deals stored and adds those of new tables; the difference
is then part of the commit.
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
DEALS = 3
"""Of each table."""
LAST = 3
"""Cards of each hand whose orders are counted."""
Stored = dict[str, list[dict[str, Any]]]


def stored() -> Stored:
    found: Stored = json.loads(STORE.read_text("utf-8")) if STORE.exists() else {}
    return found


def counted(deal: dict[str, Any]) -> Walked:
    header = read_header(deal["header"])
    acts = [None if line is None else read_entry(line, header.seating).act for line in deal["acts"]]
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
            found.append({"header": write_header(header), "acts": _lines(script)})
    return found


def _lines(script: Script) -> list[str | None]:
    own = {seat for seat, _ in script.hands}
    lines: list[str | None] = []
    for act in script.acts:
        if isinstance(act, Played) and act.seat in own:
            lines.append(None)
        elif isinstance(act, Dealt | TurnedUp | Called | Exchanged | Played):
            lines.append(_line(len(lines) + 1, act))
    return lines


def _line(seq: int, act: Act) -> str:
    act = replace(act, hands=tuple(sorted(act.hands))) if isinstance(act, Dealt) else act
    return write_entry(Entry(seq, 0, Source.TOUCH, act))


def test_the_store_is_rewritten_on_demand() -> None:
    if "KOZYR_REWRITE_COUNTS" not in os.environ:
        pytest.skip("only with KOZYR_REWRITE_COUNTS=1")
    deals = {table: stored().get(table) or made(table) for table in TABLES}
    for deal in (deal for each in deals.values() for deal in each):
        walked = counted(deal)
        deal |= {"legal_cards": walked.legal_cards, "endings": walked.endings}
    STORE.write_text(json.dumps(deals, indent=1, ensure_ascii=False) + "\n", "utf-8")


@pytest.mark.parametrize("table", TABLES)
def test_legal_plays_are_as_many_as_stored(table: str) -> None:
    deals = stored()[table]
    assert len(deals) == DEALS
    for number, deal in enumerate(deals):
        walked = counted(deal)
        assert (list(walked.legal_cards), walked.endings) == (deal["legal_cards"], deal["endings"]), number
