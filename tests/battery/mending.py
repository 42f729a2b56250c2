"""What must hold in every game when a log is corrected, and while cards of it are unread."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kozyr.datasets.agreement import expected, found
from kozyr.datasets.careless import CARELESS, Dealer, Habits, entries
from kozyr.engine.acts import Act, Played
from kozyr.engine.cards import DECK_32
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import Fact
from kozyr.engine.laws import Offence
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.session import fold

from .battery import played, scripts


def a_corrected_card_changes_only_numbers(dealer: Dealer, seeds: range) -> None:
    """A misread card put right later leads to the findings of the right card, under the correcting entry's number."""
    for seed, header, script in scripts(dealer, seeds, CARELESS):
        rng, log = random.Random(seed), entries(script)
        plays = [at for at, entry in enumerate(log) if isinstance(entry.act, Played)]
        if not plays:
            continue
        at = rng.choice(plays)
        right = log[at]
        assert isinstance(right.act, Played)
        number = log[-1].seq + 1
        misread = replace(right, act=Played(right.act.seat, None))
        corrected = Entry(number, log[-1].at_ms + 1, Source.TOUCH, right.act, replaces=right.seq)
        folded = played(dealer, header, (*log[:at], misread, *log[at + 1 :], corrected))
        moved = {right.seq: number}
        wanted = sorted(
            (what, seat, moved.get(done, done), moved.get(seen, seen)) for what, seat, done, seen in expected(script)
        )
        assert found(dealer.game.report(folded.state).irregularities, Offence.REVOKE, Offence.OUT_OF_TURN) == wanted, (
            seed
        )


Edit = tuple[int, int, int]
"""What a person changes in a log, as numbers that mean something once the log is known: kind, place, card."""


def corrections_equal_list_edits(dealer: Dealer, seed: int, edits: Sequence[Edit]) -> None:
    """Corrections, insertions and entries taken back give what the same acts give when written in order."""
    rng = random.Random(seed)
    header, script = dealer.header(rng), dealer.deal(rng, CARELESS)
    log = list(entries(script))
    places: list[tuple[int, Act | None]] = [(entry.seq, entry.act) for entry in log]
    for kind, place, choice in edits:
        at, number = place % len(places), log[-1].seq + 1
        named, act = places[at]
        card = DECK_32[choice % len(DECK_32)]
        other: Act | None = (
            Played(act.seat, card) if isinstance(act, Played) else script.acts[choice % len(script.acts)]
        )
        if kind == 0:
            other = None
        insertion = kind == 1 and other is not None
        log.append(
            Entry(
                number,
                0,
                Source.TOUCH,
                other,
                replaces=None if insertion else named,
                before=named if insertion else None,
            )
        )
        places[at : at + (not insertion)] = [(number, other)]
    folded = fold(dealer.game, header, log)
    assert (folded.state, folded.facts) == _plainly(dealer, header, [place for place in places if place[1]]), seed


def _plainly(dealer: Dealer, header: Header, acts: Sequence[tuple[int, Act | None]]) -> tuple[Any, tuple[Fact, ...]]:
    """The state and facts of acts in order; a play whose card cannot be right is one of an unknown card."""
    state = dealer.game.start(header)
    facts: list[Fact] = []
    for seq, act in acts:
        assert act is not None
        tries = [act, Played(act.seat, None)] if isinstance(act, Played) and act.card is not None else [act]
        for one in tries:
            try:
                state, found_now = dealer.game.step(state, seq, one)
            except (ImpossibleAct, LogFormatError):
                continue
            facts += found_now
            break
    return state, tuple(facts)


def unread_cards_accuse_nobody_wrongly(
    dealer: Dealer, seeds: range, habits: Habits = CARELESS, unread: float = 0.06
) -> tuple[int, int]:
    """With some cards of a deal unread, whatever is still found certain did happen.

    Returns how many revokes after the first unread card's trick were found all the same, and of how many.
    """
    later = known = 0
    for seed, header, script in scripts(dealer, seeds, habits):
        rng = random.Random(seed)
        plays = [entry.seq for entry in entries(script) if isinstance(entry.act, Played)]
        if not plays:
            continue
        lost = {seq for seq in plays if rng.random() < unread} or {plays[len(plays) // 3]}
        log = tuple(
            replace(entry, act=Played(entry.act.seat, None))
            if isinstance(entry.act, Played) and entry.seq in lost
            else entry
            for entry in entries(script)
        )
        report = dealer.game.report(fold(dealer.game, header, log).state)
        true = {(revoke.seat, revoke.committed) for revoke in script.revokes}
        told = {(row[1], row[2]) for row in found(report.irregularities, Offence.REVOKE)}
        assert told <= true, seed
        turns = {(row[1], row[2]) for row in found(report.irregularities, Offence.OUT_OF_TURN)}
        assert turns <= set(script.out_of_turn), seed
        after = min(lost) + 6
        later += len({row for row in told if row[1] > after})
        known += len({row for row in true if row[1] > after})
    return later, known
