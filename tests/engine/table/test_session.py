"""The fold and the session, with a game so small that every state can be written down."""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.datasets.careless import HONEST
from kozyr.datasets.careless_tables import TABLES
from kozyr.engine.acts import Act, Called, Dealt, Decision, Played, Ruled
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.errors import ImpossibleAct, KozyrError, LogFormatError
from kozyr.engine.facts import Fact, TrickWon
from kozyr.engine.game import Report
from kozyr.engine.laws import Law
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.session import ConflictingCorrection, Session, fold
from kozyr.engine.view import Audience, Expectation, Phase, TableView


@dataclass(frozen=True)
class Pile:
    """The plays of one pile, and the rulings."""

    plays: tuple[tuple[int, Seat, Card | None], ...] = ()
    rulings: tuple[int | None, ...] = ()


class PileGame:
    """Every card once, four cards a trick, the fourth seat wins; a deal clears the pile."""

    name = "pile"
    laws: Mapping[str, Law] = {}

    def start(self, header: Header) -> Pile:
        if header.rules:
            raise LogFormatError("this game has no options")
        return Pile()

    def step(self, state: Pile, seq: int, act: Act) -> tuple[Pile, tuple[Fact, ...]]:
        match act:
            case Dealt():
                return Pile(), ()
            case Ruled():
                return replace(state, rulings=(*state.rulings, act.committed)), ()
            case Called():
                raise LogFormatError(f"{act.call} is no call")
            case Played():
                if act.card is not None and any(act.card == card for _, _, card in state.plays):
                    raise ImpossibleAct(f"{act.card} was played before")
                after = replace(state, plays=(*state.plays, (seq, act.seat, act.card)))
                if len(after.plays) % 4:
                    return after, ()
                trick = tuple((seat, card) for _, seat, card in after.plays[-4:])
                return after, (TrickWon(seq, len(after.plays) // 4, act.seat, trick, 0),)
        return state, ()

    def view(self, state: Pile, audience: Audience) -> TableView:
        return TableView(audience, self.name, 1, Phase.PLAY, (), Expectation())

    def report(self, state: Pile) -> Report:
        return Report((), (), None, ())


SEATS = tuple(Seat)
HEADER = Header("pile", "", seating(SEATS), tuple((seat, "") for seat in SEATS), "2026-11-30T18:00:00Z")


def plays(count: int) -> list[Entry]:
    return [
        Entry(seq, seq, Source.CAMERA, Played(SEATS[(seq - 1) % 4], DECK_32[seq - 1])) for seq in range(1, count + 1)
    ]


def session(count: int = 0) -> Session[Pile]:
    return Session(PileGame(), HEADER, plays(count))


def snapshot(table: Session[Pile]) -> tuple[object, ...]:
    return table.state, table.facts, table.entries, table.steps, table.errors, table.next_seq


def test_plain_acts_move_the_state_and_give_their_facts() -> None:
    table = session(3)
    entry = table.record(Played(Seat.E, DECK_32[3]), 99, Source.TOUCH, by="w", why="seen", confidence=0.5, crop="4.png")
    assert entry == Entry(4, 99, Source.TOUCH, Played(Seat.E, DECK_32[3]), 0.5, by="w", why="seen", crop="4.png")
    assert [type(fact) for fact in table.facts] == [TrickWon]
    assert table.facts[0].seq == 4
    assert table.next_seq == 5
    assert table.view(Audience.JUDGE).game == "pile"
    assert table.report().winner is None


def test_a_refused_act_changes_nothing() -> None:
    table = session(5)
    before = snapshot(table)
    for act in (Played(Seat.W, DECK_32[0]), Called(Seat.W, "seven bananas")):
        with pytest.raises((ImpossibleAct, LogFormatError)):
            table.record(act, 99, Source.CAMERA)
    for entry in (Entry(5, 1, Source.TOUCH, Dealt()), Entry(6, 1, Source.TOUCH, None)):
        with pytest.raises(LogFormatError):
            table.append(entry)
    with pytest.raises(LogFormatError, match="names 77"):
        table.correct(77, None, 99, Source.JUDGE)
    assert snapshot(table) == before


def test_a_trial_shows_what_would_follow_and_changes_nothing() -> None:
    table = session(3)
    before = snapshot(table)
    assert [type(fact) for fact in table.trial(Played(Seat.E, DECK_32[3]))] == [TrickWon]
    with pytest.raises(ImpossibleAct):
        table.trial(Played(Seat.E, DECK_32[0]))
    assert snapshot(table) == before


def test_what_the_store_refuses_is_not_in_the_session() -> None:
    def full(*entries: Entry) -> None:
        raise KozyrError("disk full")

    table = Session(PileGame(), HEADER, plays(2), keep=full)
    before = snapshot(table)
    with pytest.raises(KozyrError, match="disk full"):
        table.record(Played(Seat.N, DECK_32[2]), 3, Source.CAMERA)
    with pytest.raises(KozyrError, match="disk full"):
        table.take_back(1, 3, Source.TOUCH)
    assert snapshot(table) == before


def test_the_store_is_given_an_entry_before_the_session_moves() -> None:
    seen: list[tuple[tuple[Entry, ...], int]] = []
    table: Session[Pile] = Session(
        PileGame(), HEADER, keep=lambda *entries: seen.append((entries, len(table.state.plays)))
    )
    first = table.record(Played(Seat.S, DECK_32[0]), 1, Source.CAMERA)
    second = table.correct(1, Played(Seat.S, DECK_32[1]), 2, Source.JUDGE)
    assert seen == [((first,), 0), ((second,), 1)]


def test_b14_a_card_corrected_two_tricks_later_recomputes_all_and_points_to_the_correcting_entry() -> None:
    table = session(10)
    entry = table.correct(2, Played(Seat.W, DECK_32[31]), 500, Source.TOUCH, by="Judge", why="misread")
    assert table.state.plays[1] == (11, Seat.W, DECK_32[31])
    assert entry.replaces == 2
    won = table.facts[0]
    assert isinstance(won, TrickWon)
    assert won.cards[1] == (Seat.W, DECK_32[31])
    assert table.steps[1].at_ms == 2
    table.record(Played(Seat.N, DECK_32[10]), 600, Source.CAMERA)
    assert len(table.state.plays) == 11


def test_b17_undo_can_be_repeated_and_redone() -> None:
    table = session(6)
    for seq in (6, 5):
        table.take_back(seq, 100, Source.TOUCH)
    assert len(table.state.plays) == 4
    table.correct(5, plays(5)[4].act, 101, Source.TOUCH)
    table.correct(6, plays(6)[5].act, 102, Source.TOUCH)
    assert [card for _, _, card in table.state.plays] == list(DECK_32[:6])


def test_a_missed_card_is_inserted_before_the_play_it_preceded() -> None:
    table = session(2)
    table.insert_before(2, Played(Seat.W, DECK_32[9]), 9, Source.TOUCH, why="missed")
    assert [card for _, _, card in table.state.plays] == [DECK_32[0], DECK_32[9], DECK_32[1]]


def test_a_correction_that_makes_a_later_act_impossible_names_it_and_changes_nothing() -> None:
    table = session(6)
    before = snapshot(table)
    with pytest.raises(ConflictingCorrection, match="entry 5 could not have happened") as found:
        table.correct(1, Played(Seat.S, DECK_32[4]), 9, Source.TOUCH)
    assert found.value.seq == 5
    with pytest.raises(ImpossibleAct, match="was played before"):
        table.correct(5, Played(Seat.S, DECK_32[0]), 9, Source.TOUCH)
    assert snapshot(table) == before


def test_two_cards_mistaken_for_each_other_are_corrected_together() -> None:
    table = session(6)
    seq = table.next_seq
    table.amend(
        (
            Entry(seq, 9, Source.TOUCH, Played(Seat.S, DECK_32[4]), replaces=1),
            Entry(seq + 1, 9, Source.TOUCH, Played(Seat.S, DECK_32[0]), replaces=5),
        )
    )
    assert [card for _, _, card in table.state.plays][::4] == [DECK_32[4], DECK_32[0]]
    assert table.errors == ()


def test_a_log_with_an_impossible_card_is_played_on_with_an_unknown_one_and_waits_for_the_correction() -> None:
    entries = plays(5)
    entries[2] = replace(entries[2], act=Played(Seat.N, DECK_32[0]))
    folded = fold(PileGame(), HEADER, entries)
    assert folded.state.plays[2] == (3, Seat.N, None)
    assert [(error.seq, str(error.error)) for error in folded.errors] == [(3, "7S was played before")]
    table = Session(PileGame(), HEADER, entries)
    table.record(Played(Seat.W, DECK_32[20]), 9, Source.CAMERA)
    assert [error.seq for error in table.errors] == [3]
    table.correct(3, Played(Seat.N, DECK_32[30]), 9, Source.TOUCH)
    assert table.errors == ()


def test_what_is_no_play_is_left_out_when_it_cannot_have_happened() -> None:
    entries = [*plays(2), Entry(3, 3, Source.TOUCH, Called(Seat.S, "?"))]
    folded = fold(PileGame(), HEADER, entries)
    assert len(folded.state.plays) == 2
    assert [error.seq for error in folded.errors] == [3]


def test_a_header_that_the_game_refuses_is_an_error_at_once() -> None:
    with pytest.raises(LogFormatError, match="no options"):
        Session(PileGame(), replace(HEADER, rules={"x": 1}))


def test_a_ruling_after_a_correction_names_the_entry_that_now_states_the_card() -> None:
    table = session(2)
    table.correct(1, Played(Seat.S, DECK_32[9]), 9, Source.TOUCH)
    table.record(Ruled("revoke", Seat.S, 1, Decision.ACCEPTED), 10, Source.JUDGE)
    assert table.state.rulings == (3,)
    table.correct(1, Played(Seat.S, DECK_32[10]), 11, Source.TOUCH)
    assert table.state.rulings == (5,)


moves = st.lists(st.tuples(st.sampled_from("prtiduj"), st.integers(0, 40), st.integers(0, 31)), max_size=25)


@settings(max_examples=300)
@given(moves)
def test_whatever_is_done_the_session_equals_the_fold_of_its_log(done: list[tuple[str, int, int]]) -> None:
    table = session()
    for kind, where, card in done:
        before = snapshot(table)
        act = Played(SEATS[card % 4], DECK_32[card])
        named = 1 + where % max(1, len(table.entries))
        try:
            if kind == "p":
                table.record(act, 0, Source.CAMERA)
            elif kind == "r":
                table.correct(named, act, 0, Source.TOUCH)
            elif kind == "t":
                table.take_back(named, 0, Source.TOUCH)
            elif kind == "u" and table.steps:
                table.take_back(table.steps[-1].seq, 0, Source.TOUCH)
            elif kind == "d":
                table.record(Dealt(), 0, Source.TOUCH)
            elif kind == "j":
                table.record(Ruled("revoke", Seat.S, named, Decision.ACCEPTED), 0, Source.JUDGE)
            else:
                table.insert_before(named, act, 0, Source.TOUCH)
        except (ImpossibleAct, LogFormatError):
            assert snapshot(table) == before
    folded = fold(PileGame(), HEADER, table.entries)
    assert (table.state, table.facts, table.errors) == (folded.state, folded.facts, folded.errors)
    assert snapshot(Session(PileGame(), HEADER, table.entries)) == snapshot(table)


def test_a_step_back_and_a_look_ahead_play_the_last_deal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    table = session(20)
    table.record(Dealt(), 21, Source.TOUCH)
    for at, card in enumerate(DECK_32[20:26]):
        table.record(Played(SEATS[at % 4], card), 22 + at, Source.CAMERA)
    played: list[int] = []
    step = PileGame.step

    def counting(self: PileGame, state: Pile, seq: int, act: Act) -> tuple[Pile, tuple[Fact, ...]]:
        played.append(seq)
        return step(self, state, seq, act)

    monkeypatch.setattr(PileGame, "step", counting)
    table.take_back(27, 40, Source.TOUCH)
    assert played == [21, 22, 23, 24, 25, 26]
    played.clear()
    table.preview((Entry(table.next_seq, 41, Source.JUDGE, Ruled("revoke", Seat.S, 22, Decision.ACCEPTED)),))
    assert played == [21, 22, 23, 24, 25, 26, table.next_seq]
    played.clear()
    table.take_back(3, 42, Source.TOUCH)
    assert len(played) > 20


def test_replaying_a_deal_costs_less_than_a_millisecond_beside_the_game_itself() -> None:
    entries = plays(32)
    times = []
    for _ in range(20):
        begun = time.perf_counter()
        fold(PileGame(), HEADER, entries)
        times.append(time.perf_counter() - begun)
    assert min(times) < 0.001


def test_a_trial_of_another_card_gives_what_the_whole_log_would_give() -> None:
    dealer, rng = TABLES["bazar-belot 2x2"], random.Random(5)
    session: Session[Any] = Session(dealer.game, dealer.header(rng))
    for seed in range(3):
        for act in dealer.deal(random.Random(seed), HONEST).acts[:30]:
            session.record(act, 0, Source.TOUCH)
        if seed == 1:
            session.correct(session.entries[-1].seq, None, 0, Source.TOUCH)
    plays = [step for step in session.steps if isinstance(step.act, Played)]
    for step in (plays[0], plays[len(plays) // 2], *plays[-6:]):
        for card in (None, *DECK_32[::7]):
            assert isinstance(step.act, Played)
            trial = Entry(session.next_seq, 0, Source.CAMERA, Played(step.act.seat, card), replaces=step.seq)
            whole = fold(session.game, session.header, (*session.entries, trial))
            sound = len(whole.errors) <= len(session.errors)
            turn = session.game.view(whole.state, Audience.JUDGE).expectation.seat if sound else None
            facts = session.facts_if(step.seq, Played(step.act.seat, card))
            assert session.turn_if(step.seq, Played(step.act.seat, card)) == turn
            assert (facts is not None) == sound
            assert facts is None or facts == whole.facts[len(whole.facts) - len(facts) :]
