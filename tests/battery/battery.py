"""What must hold in every game, checked on random deals that a ``Dealer`` makes (``kozyr.datasets.careless``).

A game's own test names its dealer and calls these checks; each raises AssertionError with the seed that shows it.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kozyr.datasets.agreement import CALLS, expected, expected_calls, found, scores_differ
from kozyr.datasets.careless import CARELESS, HONEST, Dealer, Habits, Script, entries
from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.engine.facts import Irregularity, TrickWon
from kozyr.engine.game import Report
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.table.codec import read_entry, read_header, write_entry, write_header
from kozyr.engine.table.log import Entry, Header
from kozyr.engine.table.session import Folded, fold
from kozyr.engine.view import Audience, TableView

from .balances import BALANCES


def scripts(dealer: Dealer, seeds: range, habits: Habits) -> Iterator[tuple[int, Header, Script]]:
    """One header and deal a seed."""
    for seed in seeds:
        rng = random.Random(seed)
        yield seed, dealer.header(rng), dealer.deal(rng, habits)


def some_header(dealer: Dealer, seed: int) -> Header:
    """The first line of some log."""
    return dealer.header(random.Random(seed))


def played(dealer: Dealer, header: Header, log: tuple[Entry, ...]) -> Folded[Any]:
    """A log played through without an act being refused."""
    folded = fold(dealer.game, header, log)
    assert folded.errors == ()
    return folded


def honest_deals_show_nothing(dealer: Dealer, seeds: range) -> None:
    """Players who break no rule are never accused, not even of a doubt."""
    for seed, header, script in scripts(dealer, seeds, HONEST):
        folded = played(dealer, header, entries(script))
        assert dealer.game.report(folded.state).irregularities == (), seed
        assert not [fact for fact in folded.facts if isinstance(fact, Irregularity)], seed


def careless_deals_show_every_breach(dealer: Dealer, seeds: range, habits: Habits = CARELESS) -> int:
    """Exactly the revokes and cards out of turn, each committed and proved where the facts say. Returns how many."""
    count = 0
    for seed, header, script in scripts(dealer, seeds, habits):
        report = dealer.game.report(played(dealer, header, entries(script)).state)
        assert found(report.irregularities, Offence.REVOKE, Offence.OUT_OF_TURN) == expected(script), seed
        assert found(report.irregularities, *CALLS) == expected_calls(script), seed
        assert not scores_differ(script, report.deals[-1]), seed
        doubts = [row for row in report.irregularities if not row.certain and row.offence is Offence.REVOKE]
        assert doubts == [], f"seed {seed}: a deal played out leaves no doubt"
        count += len(expected(script))
    return count


def a_match_is_its_deals(dealer: Dealer, seeds: range, deals: int = 3) -> None:
    """Several deals in one log: each shows its own breaches under its own number."""
    for seed in seeds:
        rng = random.Random(seed)
        header, wanted = dealer.header(rng), list[tuple[str, str, int, int]]()
        log: tuple[Entry, ...] = ()
        numbers: dict[int, int] = {}
        script: Script | None = None
        for number in range(1, deals + 1):
            habits = replace(CARELESS, claims=0.5 * (number == deals))
            script = dealer.deal(rng, habits, len(log) + 1, script)
            log = (*log, *entries(script))
            wanted += expected(script)
            numbers |= {row[2]: number for row in expected(script)}
        report = dealer.game.report(played(dealer, header, log).state)
        assert found(report.irregularities, Offence.REVOKE, Offence.OUT_OF_TURN) == sorted(wanted), seed
        assert [row.deal for row in report.deals] == list(range(1, deals + 1)), seed
        told = {row.committed: row.deal for row in report.irregularities if row.committed in numbers}
        assert told == numbers, seed


def findings_come_at_the_entry_that_proves_them(dealer: Dealer, seeds: range) -> None:
    """The report after each entry holds what that entry proved and nothing before its time."""
    for seed, header, script in scripts(dealer, seeds, CARELESS):
        state, wanted = dealer.game.start(header), expected(script)
        for seq, act in enumerate(script.acts, start=script.first_seq):
            state, facts = dealer.game.step(state, seq, act)
            now = found(dealer.game.report(state).irregularities, Offence.REVOKE, Offence.OUT_OF_TURN)
            assert now == [row for row in wanted if row[3] <= seq], (seed, seq)
            told = [fact for fact in facts if isinstance(fact, Irregularity) and fact.certain]
            assert all(fact.proved == seq for fact in told), (seed, seq)


def cards_are_conserved(dealer: Dealer, seeds: range) -> None:
    """Each dealt card is in its own seat's hand or play, once, at every moment; tricks hold what was dealt."""
    for seed, header, script in scripts(dealer, seeds, CARELESS):
        state, hands = dealer.game.start(header), dict(script.hands)
        laid: dict[Seat, list[Card]] = defaultdict(list)
        aside = {seq for _, seq in script.out_of_turn}
        for seq, act in enumerate(script.acts, start=script.first_seq):
            state, _ = dealer.game.step(state, seq, act)
            if isinstance(act, Played) and act.card is not None and seq not in aside:
                laid[act.seat].append(act.card)
                view = dealer.game.view(state, Audience.JUDGE)
                left = {seat.seat: seat.cards_left for seat in view.seats if laid[seat.seat] and seat.seat in hands}
                assert left == {seat: len(hands[seat]) - len(laid[seat]) for seat in left}, (seed, seq)
        shown: dict[Seat, list[Card]] = defaultdict(list)
        for trick in _all_tricks(dealer.game.view(state, Audience.JUDGE)):
            for play in trick:
                assert play[1] is not None
                shown[play[0]].append(play[1])
        assert shown == {seat: played_cards for seat, played_cards in laid.items() if played_cards}, seed
        assert all(sorted(map(str, laid[seat])) == sorted(map(str, hands[seat])) for seat in hands if laid[seat]), seed


def points_are_those_of_the_tricks(dealer: Dealer, seeds: range) -> None:
    """Small points and tricks of each side as counted by one who saw the deal, the last trick's bonus included."""
    for seed, header, script in scripts(dealer, seeds, CARELESS):
        folded = played(dealer, header, entries(script))
        row = dealer.game.report(folded.state).deals[-1]
        won = [fact for fact in folded.facts if isinstance(fact, TrickWon)]
        taken = Counter(header.seating.side_of(fact.seat) for fact in won if fact.seat in header.seating.seats)
        assert taken == {side: count for side, count in script.tricks if count}, seed
        if script.points:
            assert dict(row.points) == dict(script.points), seed
            assert sum(fact.points for fact in won) == sum(points for _, points in script.points), seed
        if script.at_stake is not None:
            assert sum(fact.points for fact in won) == script.at_stake, seed


def scores_obey_the_balance(dealer: Dealer, seeds: range, deals: int = 4) -> None:
    """Nothing is won that was not at stake, deal by deal, and the running score is the sum of the deals."""
    for seed in seeds:
        rng = random.Random(seed)
        header, log = dealer.header(rng), tuple[Entry, ...]()
        script: Script | None = None
        for _ in range(deals):
            script = dealer.deal(rng, replace(CARELESS, tallies=0.5), len(log) + 1, script)
            log = (*log, *entries(script))
            report = dealer.game.report(played(dealer, header, log).state)
            if script.score is not None:
                BALANCES[dealer.game.name](script, report)
            _running_score_is_the_sum(report)


def _running_score_is_the_sum(report: Report) -> None:
    """Each total is the one before and the deal's score, anew after a match or party is over."""
    ends = {party.deals[1]: dict(party.score) for party in report.parties}
    total: dict[str, int] = {}
    for row in report.deals:
        total = {side: total.get(side, 0) + points for side, points in row.score}
        assert dict(row.total) == total, row.deal
        assert ends.get(row.deal, total) == total, row.deal
        total = {} if row.deal in ends else total
    for sheet in report.sheet:
        own = [row for deal in report.deals for row in deal.sheet if row.side == sheet.side]
        assert (sheet.pool, sheet.mountain) == (sum(row.pool for row in own), sum(row.mountain for row in own))
        assert dict(sheet.whists) == sum((Counter(dict(row.whists)) for row in own), Counter[str]()) | {
            other: 0 for other, whists in sheet.whists if not whists
        }


def a_log_survives_writing_and_reading(dealer: Dealer, seeds: range) -> None:
    """Header and entries are the same after a trip through the file format, and so is all that follows."""
    for seed, header, script in scripts(dealer, seeds, replace(CARELESS, hands_logged=0.3)):
        log = entries(script)
        read = read_header(write_header(header))
        assert write_header(read) == write_header(header), seed
        again = tuple(read_entry(write_entry(entry), read.seating) for entry in log)
        assert again == log, seed
        before, after = played(dealer, header, log), played(dealer, read, again)
        assert (after.facts, dealer.game.report(after.state)) == (before.facts, dealer.game.report(before.state)), seed


def steps_are_pure(dealer: Dealer, seeds: range) -> None:
    """A step leaves the state it was given as it was, and does the same when done again."""
    for seed, header, script in scripts(dealer, seeds, CARELESS):
        states = [dealer.game.start(header)]
        results = []
        for seq, act in enumerate(script.acts, start=script.first_seq):
            results.append(dealer.game.step(states[-1], seq, act))
            states.append(results[-1][0])
        for at, act in enumerate(script.acts):
            assert dealer.game.step(states[at], script.first_seq + at, act) == results[at], (seed, at)


def _all_tricks(view: TableView) -> Iterator[tuple[tuple[Seat, Card | None], ...]]:
    numbers = set()
    for trick in (*view.tricks, view.trick):
        if trick is not None and trick.number not in numbers:
            numbers.add(trick.number)
            yield tuple((play.seat, play.card) for play in trick.plays)
