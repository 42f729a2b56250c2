"""A whole evening by touches alone, in every game: from the start screen over every deal to the protocol on paper.

The deals are honest ones at random, of matches that are short for their game. What the fingers entered must come to the
same result as the log of the deals, stand in the log on the disk, and be read on the paper that is saved.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

from kozyr.datasets.careless import Habits, Script, entries
from kozyr.datasets.careless_belot import BelotDealer
from kozyr.datasets.careless_debertz import DebertzDealer
from kozyr.datasets.careless_preferans import PreferansDealer
from kozyr.engine.acts import Dealt, Played, Ruled
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.session import Session
from kozyr.engine.table.store import read_log_file
from kozyr.engine.view import Phase

from .evening import NAMES, put_together, saved, warned
from .fingers import Fingers

MATCH = Habits(tallies=0.85)
MATCHES: dict[str, tuple[str, str, int, Callable[[], Any], tuple[str, str, str]]] = {
    "bazar-belot": (
        "bazar-belot", "2x2", 20, lambda: BelotDealer(game_named("bazar-belot"), {"match_target": 101}),
        ("match.target", "match_target", "101"),
    ),
    **{
        f"debertz-{form}": (
            "debertz", form, seed,
            lambda form=form: DebertzDealer(game_named("debertz"), form, rules={"meeting_wins": 1}),
            ("match.meeting", "meeting_wins", "1"),
        )
        for form, seed in (("1x1", 76), ("1x2", 155), ("1x3", 159), ("2x2", 34))
    },
    **{
        f"preferans-{form}": (
            "preferans", form, seed,
            lambda seats=seats: PreferansDealer(game_named("preferans"), seats, {"pool_target": 2}),
            ("score.pool_target", "pool_target", "2"),
        )
        for form, seats, seed in (("3", "SWE", 66), ("4", "SWNE", 19))
    },
}  # fmt: skip
"""Game, format, seed, who deals, and the option that makes the match short: its rule, itself, its value."""
EVERY_TIME = ("bazar-belot", "debertz-2x2", "preferans-4")
"""The matches that every run of the tests plays; the others are long (``make test-long``)."""


def result(session: Any) -> tuple[Any, ...]:
    """All that is written down."""
    report = session.report()
    return report.match_score, report.sheet, report.parties, report.meeting, report.winner, report.irregularities


def play_on(fingers: Fingers, dealer: Any, rng: random.Random, script: Script, told: Session[Any]) -> str:
    """Deals until the match is won, with a warning after the first one; the row of that."""
    row, cards = "", 0
    for number in range(1, 41):
        for entry in entries(script):
            told.append(entry)
        for act in script.acts[number == 1 :]:
            fingers.enter(act)
        cards += sum(isinstance(act, Played) for act in script.acts)
        assert result(fingers.model.session) == result(told)
        if number == 1:
            row = warned(fingers, told.header.seating.seats[0])
            told.append(fingers.model.session.entries[-1])
        report = told.report()
        if (report.meeting_winner if report.meeting else report.winner) or fingers.view.phase is Phase.MATCH_OVER:
            assert cards, "a deal or more was played card by card"
            return row
        script = dealer.deal(rng, MATCH, told.next_seq, script)
    raise AssertionError("the match never ended")


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in EVERY_TIME else pytest.mark.long) for name in MATCHES]
)
def test_a_match_from_the_start_screen_to_its_paper(name: str, evening: Callable[..., Any]) -> None:
    game, form, seed, made, short = MATCHES[name]
    dealer, rng = made(), random.Random(f"evening {name} {seed}")
    dealer.header(rng)
    script, fingers = dealer.deal(rng, MATCH), evening()
    first = script.acts[0]
    assert isinstance(first, Dealt)
    put_together(fingers, game, form, short, first.dealer or first.obliged)
    header = fingers.model.session.header
    assert (header.game, dict(header.rules)) == (game, {short[1]: int(short[2])})
    assert {seat: NAMES[seat] for seat in header.seating.seats} == dict(header.players)
    told = Session(game_named(game), header)
    row = play_on(fingers, dealer, rng, script, told)
    assert fingers.view.winner is not None
    said = saved(fingers)
    check_paper(said, fingers.model.session, row)
    log = read_log_file(next(fingers.logs.glob("*.jsonl")))
    assert log.error is None
    assert log.entries == fingers.model.session.entries


def check_paper(said: str, session: Any, row: str) -> None:
    """Names, scores and the ruling are on the paper."""
    report = session.report()
    lines = said.split("\n")
    for _, name in session.header.players:
        assert name in said, said
    for _, points in report.match_score:
        assert any(str(abs(points)) in line for line in lines), (report.match_score, said)
    law = session.game.laws[row]
    assert any(row in line or str(law.citation.section) in line for line in lines), said
    ruled = next(step.act for step in session.steps if isinstance(step.act, Ruled))
    assert ruled.why is not None
    assert ruled.why in said
