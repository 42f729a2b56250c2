"""What the audience may know: at no moment of any deal a hidden card, and no accusation that the judge has not made."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kozyr.datasets.careless import Habits, entries
from kozyr.datasets.careless_tables import TABLES
from kozyr.engine.acts import Act, Dealt, Decision, Declared, Exchanged, Exposed, Played, Revealed, Ruled, TurnedUp
from kozyr.engine.cards import Card
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.session import Session
from kozyr.engine.table.store import read_log_file
from kozyr.engine.view import Audience
from kozyr.ui.overlay.growing import Replay
from kozyr.ui.overlay.public import MOST_LINES, Object
from kozyr.ui.overlay.snapshot import Snapshot

WILD = Habits(illegal_play=0.2, out_of_turn=0.4, exposes=0.3, claims=0.2, calls_wrongly=0.3, hands_logged=1.0)
SEEDS = range(6)


def state_of(session: Session[Any]) -> Object:
    """What the audience may see of a session now."""
    return Snapshot.of(session).state()


def cards_in(found: object, key: str = "") -> Iterator[str]:
    """Every card that a state names, wherever it stands."""
    if isinstance(found, dict):
        for name, inner in found.items():
            yield from cards_in(inner, name)
    elif isinstance(found, list):
        for inner in found:
            yield from cards_in(inner, key)
    elif key in ("card", "turned_up", "open_hand", "penalty_cards") and isinstance(found, str):
        yield found


def shown_by(act: Act) -> tuple[Card, ...]:
    """The cards that everybody at the table sees in an act."""
    match act:
        case Played():
            return (act.card,) if act.card is not None else ()
        case Exposed() | Revealed() | TurnedUp():
            return act.cards
        case Exchanged(taken=tuple(), given=tuple()) if len(act.taken) == 1:
            # The seven swap is done in the open.
            return (*act.taken, *act.given)
        case _:
            return ()


def session_of(table: str, seed: int, habits: Habits = WILD) -> tuple[Session[Any], tuple[Entry, ...]]:
    """A new session and a wild deal for it."""
    dealer, rng = TABLES[table], random.Random(seed)
    header = dealer.header(rng)
    return Session(dealer.game, header), entries(dealer.deal(rng, habits))


@pytest.mark.parametrize("table", TABLES)
def test_no_card_is_told_that_the_table_has_not_seen(table: str) -> None:
    for seed in SEEDS:
        session, log = session_of(table, seed)
        seen: set[str] = set()
        for entry in log:
            session.append(entry)
            assert entry.act is not None
            seen |= {card.code for card in shown_by(entry.act)}
            told = set(cards_in(state_of(session)))
            assert told <= seen, (seed, entry.seq, told - seen)


@pytest.mark.parametrize("table", TABLES)
def test_what_the_log_knows_of_the_hands_changes_nothing_that_is_told(table: str) -> None:
    """A claim is left out: who is to get the tricks that were claimed is worked out from the hands, and told."""
    for seed in SEEDS:
        session, log = session_of(table, seed, replace(WILD, claims=0.0))
        blind = Session(session.game, session.header)
        for entry in log:
            session.append(entry)
            act = replace(entry.act, hands=()) if isinstance(entry.act, Dealt) else entry.act
            blind.append(replace(entry, act=act))
            assert state_of(session) == state_of(blind), (seed, entry.seq)


@pytest.mark.parametrize("table", TABLES)
def test_nobody_is_accused_before_the_judge_has_ruled(table: str) -> None:
    proposed = 0
    for seed in SEEDS:
        session, log = session_of(table, seed)
        for entry in log:
            session.append(entry)
            state = state_of(session)
            assert state["ruling"] is None
            assert all(call["stands"] for call in state["calls"])
        proposed += len(session.report().irregularities)
    assert proposed, "these players break rules"


@pytest.mark.parametrize("table", TABLES)
def test_a_ruling_is_told_when_it_is_accepted_and_no_more_when_it_is_dismissed(table: str) -> None:
    told = 0
    for seed in SEEDS:
        session, log = session_of(table, seed)
        for entry in log:
            session.append(entry)
        open_findings = [one for one in session.view(Audience.JUDGE).findings if one.seat is not None]
        for one in open_findings[:2]:
            before = state_of(session)["ruling"]
            at_ms = session.next_seq * 1000
            words = (one.offence.value, one.seat, one.committed)
            session.record(Ruled(*words, Decision.ACCEPTED, remedy="warn"), at_ms, Source.JUDGE)
            ruling = state_of(session)["ruling"]
            assert (ruling["seat"], ruling["offence"], ruling["remedy"]) == (one.seat, one.offence.value, "warn")
            assert "why" not in ruling
            session.record(Ruled(*words, Decision.DISMISSED), at_ms, Source.JUDGE)
            assert state_of(session)["ruling"] == before
            told += 1
    assert told, "these players break rules"


def test_an_accepted_ruling_without_an_entry_is_told_no_more_when_its_finding_is_dismissed() -> None:
    """The judge accepts "a revoke of W" without naming the card, and then dismisses that very finding."""
    session, finding = _with_a_revoke()
    words = (finding.offence.value, finding.seat)
    session.record(Ruled(*words, None, Decision.ACCEPTED, remedy="warn"), 99_000, Source.JUDGE)
    assert state_of(session)["ruling"] is not None
    session.record(Ruled(*words, finding.committed, Decision.DISMISSED), 99_500, Source.JUDGE)
    assert state_of(session)["ruling"] is None


def test_a_call_that_does_not_stand_is_told_when_the_judge_has_accepted_why() -> None:
    dealer = TABLES["bazar-belot 2x2"]
    for seed in range(60):
        rng = random.Random(seed)
        session = Session(dealer.game, dealer.header(rng))
        for entry in entries(dealer.deal(rng, Habits(calls_wrongly=1.0))):
            session.append(entry)
            wrong = [call for call in session.view(Audience.JUDGE).calls if not call.stands]
            if wrong:
                assert wrong[0].seq not in [call["seq"] for call in state_of(session)["calls"]]
                finding = session.view(Audience.JUDGE).findings[0]
                act = Ruled(finding.offence.value, wrong[0].seat, wrong[0].seq, Decision.ACCEPTED, remedy="warn")
                session.record(act, 99_000, Source.JUDGE)
                calls = {call["seq"]: call["stands"] for call in state_of(session)["calls"]}
                assert calls[wrong[0].seq] is False
                return
    pytest.fail("no seed has a wrong call")


def test_the_state_does_not_grow_with_the_evening() -> None:
    """Deals of finished matches are told by their result, and only the last rows say how they came about."""
    dealer, rng = TABLES["preferans 4"], random.Random(1)
    session = Session(dealer.game, _endless(dealer.header(rng)))
    before, seq = None, 1
    for _ in range(MOST_LINES + 5):
        before = dealer.deal(rng, Habits(), seq, before)
        for entry in entries(before):
            session.append(entry)
        seq = session.next_seq
    rows = state_of(session)["rows"]
    assert len(rows) > MOST_LINES
    assert sum(bool(row["lines"]) for row in rows[:-MOST_LINES]) == 0
    assert any(row["lines"] for row in rows[-MOST_LINES:])


def test_rows_are_those_of_the_current_match() -> None:
    dealer, rng = TABLES["bazar-belot 2x2"], random.Random(2)
    session = Session(dealer.game, replace(dealer.header(rng), rules={"match_target": 30}))
    before, seq = None, 1
    while len(session.report().parties) < 2:
        before = dealer.deal(rng, Habits(), seq, before)
        for entry in entries(before):
            session.append(entry)
        seq = session.next_seq
    state, report = state_of(session), session.report()
    assert len(state["parties"]) == len(report.parties)
    assert [row["deal"] for row in state["rows"]] == [
        row.deal for row in report.deals if row.deal > report.parties[-1].deals[1]
    ]


def _endless(header: Header) -> Header:
    return replace(header, rules={**header.rules, "pool_target": 10_000})


def _with_a_revoke() -> tuple[Session[Any], Any]:
    for seed in range(50):
        session, log = session_of("bazar-belot 2x2", seed)
        for entry in log:
            session.append(entry)
        revokes = [one for one in session.view(Audience.JUDGE).findings if one.offence.value == "revoke"]
        if len(revokes) == 1:
            return session, revokes[0]
    pytest.fail("no seed has exactly one revoke")


def test_a_declaration_is_told_as_it_was_said() -> None:
    for seed in SEEDS:
        session, log = session_of("bazar-belot 2x2", seed)
        for entry in log:
            session.append(entry)
        said = [one.act.declaration for one in log if isinstance(one.act, Declared)]
        assert [one["declaration"] for one in state_of(session)["declarations"]] == said


GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*/*.kozyr.jsonl"))


@pytest.mark.parametrize("log", GOLDEN, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_every_moment_of_a_golden_log_can_be_told_and_accuses_nobody_whom_the_judge_has_not(log: Path) -> None:
    read = read_log_file(log)
    assert read.header is not None
    replay, ruled = Replay(read.header), False
    for entry in read.entries:
        replay.add([entry])
        ruled = ruled or (isinstance(entry.act, Ruled) and entry.act.decision is not Decision.DISMISSED)
        state = replay.snapshot().state()
        json.dumps(state, allow_nan=False)
        assert ruled or (state["ruling"] is None and all(call["stands"] for call in state["calls"]))


def test_the_deals_of_a_party_are_told_until_the_next_party_begins() -> None:
    """Also when its last deal has just ended the party or the whole meeting."""
    golden = sorted((Path(__file__).parents[3] / "tests" / "golden" / "debertz").glob("d1*.kozyr.jsonl"))
    ended = 0
    for log in golden:
        read = read_log_file(log)
        assert read.header is not None
        replay = Replay(read.header)
        for entry in read.entries:
            replay.add([entry])
            now = replay.snapshot().state()
            if now["phase"] in ("deal-over", "match-over"):
                assert now["rows"], (log.name, entry.seq)
                assert now["rows"][-1]["deal"] == now["deal"], (log.name, entry.seq)
                ended += bool(now["parties"])
    assert ended
