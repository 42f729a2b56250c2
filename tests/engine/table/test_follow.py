"""Whole deals as a camera would tell them, with its delays and doubts: every play is right, or was asked about."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import pytest

from kozyr.datasets.deals import BelotDeal, Lay, random_deal
from kozyr.engine.acts import Called, Dealt, Played
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.registry import game_named
from kozyr.engine.laws import Offence
from kozyr.engine.observations import CardAppeared, CardLeft, Observation, Zone, ZoneCleared, ZoneKind
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.doubt import NOTHING, Choice, Question, Why
from kozyr.engine.table.follow import Asked, Event, Follower
from kozyr.engine.table.log import Header, Source
from kozyr.engine.table.reading import read_log
from kozyr.engine.table.session import Session, fold
from kozyr.engine.table.store import LogStore

SEATS = tuple(Seat)
PLACES = {Seat.S: (0.0, 70.0), Seat.W: (-70.0, 0.0), Seat.N: (0.0, -70.0), Seat.E: (70.0, 0.0)}
HEADER = Header(
    "bazar-belot", "repino-2013", seating(SEATS, {"SN": (Seat.S, Seat.N), "WE": (Seat.W, Seat.E)}),
    tuple((seat, seat.value) for seat in SEATS), "2026-11-30T18:00:00Z",
)  # fmt: skip


@dataclass
class Film:
    """What a camera tells of a deal. ``doubt``: share of cards read unsurely, ``slips``: share of these misread."""

    rng: random.Random
    doubt: float = 0.0
    slips: float = 0.3
    unseen_arrival: float = 0.0
    quick: float = 0.0
    """Share of cards laid on the heels of the one before."""
    told: list[tuple[int, Observation]] = field(default_factory=list)
    tracks: int = 0
    now: int = 1000

    def shoot(self, deal: BelotDeal) -> list[tuple[int, Observation]]:
        aside: dict[Card, int] = {}
        for number in range(1, 9):
            lying: list[int] = []
            for lay in (lay for lay in deal.lays if lay.trick == number):
                self.now += (
                    self.rng.randint(350, 700) if self.rng.random() < self.quick else self.rng.randint(900, 3000)
                )
                if lay.card in aside:
                    front = Zone(ZoneKind.FRONT, lay.seat)
                    self.told.append((self.now - 300, CardLeft(self.now - 400, aside[lay.card], front, lay.card)))
                track = self._card(lay, TRICK)
                if lay.stands:
                    lying.append(track)
                else:
                    aside[lay.card] = self._put_aside(lay, track)
            self.now += self.rng.randint(900, 2000)
            self.told.append((self.now + 450, ZoneCleared(self.now, TRICK, None, tuple(lying))))
            self.now += 600
        return sorted(self.told, key=lambda pair: pair[0])

    def _put_aside(self, lay: Lay, track: int) -> int:
        self.now += 2500
        self.told.append((self.now + 200, CardLeft(self.now, track, TRICK, lay.card)))
        self.now += 400
        return self._card(lay, Zone(ZoneKind.FRONT, lay.seat), sure=True, came=None)

    def _card(self, lay: Lay, zone: Zone, sure: bool = False, came: Any = ...) -> int:
        self.tracks += 1
        card, odds, late = self._read(lay.card, sure)
        unseen = self.rng.random() < self.unseen_arrival
        x, y = PLACES[lay.seat]
        seen = CardAppeared(
            self.now, self.tracks, zone, lay.seat, None if came is None or unseen else lay.seat, card, odds[0][1], odds,
            (x + self.rng.uniform(-20, 20), y + self.rng.uniform(-20, 20)), None, self.now - self.rng.randint(120, 260),
        )  # fmt: skip
        self.told.append((self.now + late, seen))
        return self.tracks

    def _read(self, card: Card, sure: bool) -> tuple[Card, tuple[tuple[Card, float], ...], int]:
        if sure or self.rng.random() >= self.doubt:
            return card, ((card, 0.99),), self.rng.randint(40, 120)
        other = self.rng.choice([one for one in DECK_32 if one != card])
        best = round(self.rng.uniform(0.5, 0.9), 2)
        first, second = (other, card) if self.rng.random() < self.slips else (card, other)
        return first, ((first, best), (second, round(1 - best, 2))), self.rng.randint(700, 1100)


TRICK = Zone(ZoneKind.TRICK)


def started(deal: BelotDeal, **keep: Any) -> Session[Any]:
    session: Session[Any] = Session(game_named("bazar-belot"), HEADER, **keep)
    first = SEATS[(SEATS.index(deal.dealer) + 1) % 4]
    order = [SEATS[(SEATS.index(first) + at) % 4] for at in range(4)]
    session.record(Dealt(deal.dealer), 0, Source.TOUCH)
    for seat, call in zip(order, (f"8{deal.denomination}", "pass", "pass", "pass"), strict=True):
        session.record(Called(seat, call), 0, Source.TOUCH)
    session.record(Called(first, "pass"), 0, Source.TOUCH)
    return session


def watched(follower: Follower[Any], told: list[tuple[int, Observation]]) -> Iterator[Event]:
    """As a program without a screen would watch: pictures every tenth of a second, nobody answers."""
    now = 0
    for at, observation in told:
        while now + 100 < at:
            now += 100
            yield from follower.tick(now)
        yield from follower.observe(observation)
    yield from follower.finish(now + 5000)


def plays_of(session: Session[Any]) -> list[tuple[Seat, Card | None]]:
    return [(step.act.seat, step.act.card) for step in session.steps if isinstance(step.act, Played)]


def offences_of(session: Session[Any]) -> list[tuple[Offence, Seat | None]]:
    return [(fact.offence, fact.seat) for fact in session.facts if isinstance(fact, Irregularity)]


def asked_tracks(events: list[Event]) -> set[int]:
    return {track for event in events if isinstance(event, Question) for track in event.tracks}


@pytest.mark.parametrize("seed", range(12))
def test_an_honest_deal_clearly_seen_gives_its_32_plays_no_question_and_no_offence(seed: int) -> None:
    deal = random_deal(seed)
    session = started(deal)
    events = list(watched(Follower(session), Film(random.Random(seed), quick=0.3).shoot(deal)))
    assert plays_of(session) == [(lay.seat, lay.card) for lay in deal.lays]
    assert [event for event in events if isinstance(event, Question)] == []
    assert offences_of(session) == []
    assert fold(session.game, HEADER, session.entries).errors == ()


@pytest.mark.parametrize("seed", range(12))
def test_a_card_out_of_turn_and_a_revoke_are_recorded_asked_about_and_found(seed: int) -> None:
    deal = random_deal(seed, revoke_trick=3, out_of_turn_trick=5)
    session = started(deal)
    events = list(watched(Follower(session), Film(random.Random(seed)).shoot(deal)))
    assert plays_of(session) == [(lay.seat, lay.card) for lay in deal.lays]
    expected = []
    if deal.revoke is not None:
        expected.append((Offence.REVOKE, deal.revoke.seat))
    if deal.out_of_turn is not None:
        expected.append((Offence.OUT_OF_TURN, deal.out_of_turn.seat))
    found = [offence for offence in dict.fromkeys(offences_of(session)) if offence != (Offence.REVOKE, None)]
    assert sorted(found, key=str) == sorted(expected, key=str)
    assert len([event for event in events if isinstance(event, Question)]) <= 3


@pytest.mark.parametrize("seed", range(40))
def test_a_badly_seen_deal_has_no_play_that_is_wrong_and_was_not_asked_about(seed: int) -> None:
    deal = random_deal(seed)
    session = started(deal)
    film = Film(random.Random(seed), doubt=0.25, unseen_arrival=0.2, quick=0.2)
    events = list(watched(Follower(session), film.shoot(deal)))
    truth = {(lay.seat, lay.card) for lay in deal.lays}
    asked = {entry.seq for entry in session.entries if entry.why is not None}
    wrong = [
        step
        for step in session.steps
        if isinstance(step.act, Played) and (step.act.seat, step.act.card) not in truth and step.seq not in asked
    ]
    assert wrong == []
    assert len(plays_of(session)) == 32
    accused = [fact for fact in session.facts if isinstance(fact, Irregularity)]
    assert all(fact.committed in asked or fact.proved in asked for fact in accused)
    assert events


@pytest.mark.parametrize("seed", range(12))
def test_answering_every_question_with_the_truth_gives_the_true_deal(seed: int) -> None:
    deal = random_deal(seed)
    session = started(deal)
    follower = Follower(session)
    film = Film(random.Random(seed), doubt=0.3, quick=0.2)
    told = film.shoot(deal)
    truth = dict(enumerate(deal.lays, start=1))
    for event in watched(follower, told):
        if isinstance(event, Question) and event.number in {one.number for one in follower.questions}:
            lay = truth[event.tracks[0]]
            follower.answer(event.number, Choice((Played(lay.seat, lay.card),)), event.at_ms + 500)
    assert plays_of(session) == [(lay.seat, lay.card) for lay in deal.lays]
    assert offences_of(session) == []
    assert follower.questions == ()


@pytest.mark.parametrize("hidden", [3, 12, 20, 32])
def test_the_only_card_that_could_not_be_read_is_known_when_all_others_have_been(hidden: int) -> None:
    deal = random_deal(6)
    session = started(deal)
    told = [
        (at, replace(one, card=None, confidence=0.0, alternatives=()))
        if isinstance(one, CardAppeared) and one.track == hidden
        else (at, one)
        for at, one in Film(random.Random(6)).shoot(deal)
    ]
    follower = Follower(session)
    list(watched(follower, told))
    assert plays_of(session) == [(lay.seat, lay.card) for lay in deal.lays]
    (question,) = follower.questions
    assert question.guess.acts == (Played(deal.lays[hidden - 1].seat, deal.lays[hidden - 1].card),)
    assert session.entries[-1].why == "unreadable"
    assert offences_of(session) == []


def test_what_is_watched_is_on_the_disk_as_it_is_told(tmp_path: Any) -> None:
    deal = random_deal(3)
    path = tmp_path / "table.kozyr.jsonl"
    with LogStore.create(path, HEADER) as store:
        session = started(deal, keep=store.append)
        for event in watched(Follower(session), Film(random.Random(3), doubt=0.1).shoot(deal)):
            assert event is not None
            assert read_log(path.read_bytes()).entries[-1] == session.entries[-1]
    assert read_log(path.read_bytes()).sealed


def test_an_observation_costs_well_under_a_picture(record_property: Any) -> None:
    deal = random_deal(5)
    told = Film(random.Random(5), doubt=0.1).shoot(deal)
    follower = Follower(started(deal))
    begun = time.perf_counter()
    count = sum(1 for _ in watched(follower, told))
    ticks = told[-1][0] / 100 + len(told)
    each_ms = (time.perf_counter() - begun) * 1000 / ticks
    record_property("ms_per_picture", each_ms)
    assert count
    assert each_ms < 5


def test_answers_to_two_questions_about_one_moment_and_for_one_reason_can_be_told_apart_in_the_log() -> None:
    session = started(random_deal(6))
    follower = Follower(session)
    lays = random_deal(6).lays[:3]
    choices = [Choice((Played(lay.seat, lay.card),)) for lay in lays]
    asked = [
        Question(number, 61_000, Why.DOUBTFUL, lay.seat, choice, (choice, NOTHING))
        for number, (lay, choice) in enumerate(zip(lays, choices, strict=True), start=1)
    ]
    follower.reopen(Asked(question, ()) for question in asked)
    for question, choice in zip(asked, choices, strict=True):
        follower.answer(question.number, choice, 70_000)
    answers = [entry for entry in session.entries if entry.why == Why.DOUBTFUL.value]
    assert [entry.act for entry in answers] == [choice.acts[0] for choice in choices]
    assert all(one.at_ms != other.at_ms for one, other in pairwise(answers))
