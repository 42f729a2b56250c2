"""No certain finding rests on an entry that is unclear: whatever the unclear card was, the finding would be made.

Random deals of careless players, of which the camera has seen some plays unclearly; the numbers are hypothesis's.
"""

import random
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.datasets.careless import CARELESS, HONEST, Habits
from kozyr.datasets.careless_tables import TABLES
from kozyr.engine.acts import Act, Played, TurnedUp
from kozyr.engine.cards import DECK_32, Card, Suit
from kozyr.engine.facts import Irregularity
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.table.contradictions import cards_in
from kozyr.engine.table.findings import Found
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.session import Session, fold
from kozyr.engine.table.unclear import CLEAR, is_unclear

NAMES = ("bazar-belot 2x2", "debertz 1x1 fdu-uk", "debertz 1x3 fdu-uk", "preferans 3")
WHYS = (None, "doubtful", "irregular", "played-before", "order", "who", "out-of-turn", "contradicted")


@lru_cache(maxsize=256)
def dealt(name: str, seed: int, habits: Habits = CARELESS) -> tuple[Header, tuple[Entry, ...]]:
    """A deal, stated by touch."""
    dealer, rng = TABLES[name], random.Random(seed)
    scripts = (dealer.deal(rng, replace(habits, declares=0.0)) for _ in range(50))
    script = next(one for one in scripts if any(isinstance(act, Played) for act in one.acts))
    acts: tuple[Act, ...] = script.acts
    entries = (Entry(script.first_seq + at, 1000 * at, Source.TOUCH, act) for at, act in enumerate(acts))
    return dealer.header(rng), tuple(entries)


def seen_so(entry: Entry, sure: float, why: str | None) -> Entry:
    return replace(entry, source=Source.CAMERA, confidence=sure, why=why)


@st.composite
def seen_deals(draw: st.DrawFn) -> tuple[str, Header, tuple[Entry, ...]]:
    """A deal seen by the camera: every play clear, but for some."""
    name = draw(st.sampled_from(NAMES))
    header, entries = dealt(name, draw(st.integers(0, 60)))
    plays = [at for at, entry in enumerate(entries) if isinstance(entry.act, Played)]
    unclear = draw(st.sets(st.sampled_from(plays), max_size=4))
    seen = list(entries)
    for at in plays:
        seen[at] = seen_so(entries[at], 0.995, None)
        if at in unclear:
            seen[at] = seen_so(entries[at], draw(st.floats(0.2, CLEAR - 0.001)), draw(st.sampled_from(WHYS)))
    return name, header, tuple(seen)


def certain(session: Session[Any]) -> list[Irregularity]:
    return [one for one in session.report().irregularities if one.certain]


@settings(max_examples=100, deadline=None, derandomize=True)
@given(seen_deals())
def test_no_certain_finding_is_committed_or_proved_by_an_unclear_entry(
    deal: tuple[str, Header, tuple[Entry, ...]],
) -> None:
    name, header, entries = deal
    unclear = {entry.seq for entry in entries if is_unclear(entry)}
    for one in certain(Session(TABLES[name].game, header, entries)):
        assert not {one.committed, one.proved} & unclear


@settings(max_examples=100, deadline=None, derandomize=True)
@given(seen_deals(), st.randoms(use_true_random=False))
def test_a_certain_finding_would_be_made_whatever_the_unclear_cards_were(
    deal: tuple[str, Header, tuple[Entry, ...]], chance: random.Random
) -> None:
    name, header, entries = deal
    game = TABLES[name].game
    findings = certain(Session(game, header, entries))
    clear = {card for entry in entries if not is_unclear(entry) for card in cards_in(entry.act)}
    free = [card for card in DECK_32 if card not in clear]
    other = tuple(_as_another(entry, free, chance) if is_unclear(entry) else entry for entry in entries)
    folded = fold(game, header, other)
    made = game.report(folded.state).irregularities
    turns = {one.committed for one in made if one.offence is Offence.OUT_OF_TURN}
    if folded.errors or turns - {
        one.committed for one in game.report(fold(game, header, entries).state).irregularities
    }:
        # With these cards the play could not have gone so, or others would have had to play at almost every turn.
        return
    assert {_essence(one) for one in findings} <= {_essence(one) for one in made}


def _out_of_turn(findings: tuple[Irregularity, ...]) -> set[int]:
    return {one.committed for one in findings if one.offence is Offence.OUT_OF_TURN}


def _essence(one: Irregularity) -> tuple[Offence, Seat | None, int]:
    return one.offence, one.seat, one.committed


def _as_another(entry: Entry, free: list[Card], chance: random.Random) -> Entry:
    assert isinstance(entry.act, Played)
    if not free:
        return replace(entry, act=Played(entry.act.seat, None))
    return replace(entry, act=Played(entry.act.seat, free.pop(chance.randrange(len(free)))))


def seen_clearly(name: str, seed: int) -> tuple[Session[Any], set[Found], set[Found]]:
    """(A deal of which the camera has seen every play clearly, all its revokes, the certain ones)."""
    header, entries = dealt(name, seed)
    seen = [seen_so(entry, 0.995, None) if isinstance(entry.act, Played) else entry for entry in entries]
    session: Session[Any] = Session(TABLES[name].game, header, seen)
    revokes = {_essence(one) for one in session.report().irregularities if one.offence is Offence.REVOKE}
    return session, revokes, {_essence(one) for one in certain(session)} & revokes


@pytest.mark.parametrize("name", NAMES)
def test_a_certain_revoke_falls_together_with_no_other_whichever_one_reading_was_wrong(name: str) -> None:
    for seed in range(45):
        session, revokes, sure = seen_clearly(name, seed)
        for step in session.steps if sure and len(revokes) > 1 else ():
            if isinstance(step.act, Played):
                lost = revokes - _found_without(session, step.seq)
                assert len(lost) < 2 or not lost & sure


@pytest.mark.parametrize(("name", "seed"), [("preferans 3", 51)])
def test_two_clear_revokes_that_no_single_reading_explains_are_both_certain(name: str, seed: int) -> None:
    """Though one of them falls when its own card is unknown: it does so alone."""
    session, revokes, sure = seen_clearly(name, seed)
    assert len(revokes) == 2
    assert sure == revokes
    assert {len(revokes - _found_without(session, committed)) for _, _, committed in sure} == {1}


def _found_without(session: Session[Any], seq: int) -> frozenset[Found]:
    """What would be found for certain if nobody knew which card play ``seq`` was."""
    begin, _ = session.before_deal(len(session.steps) - 1)
    deal = session.steps[begin:]
    return session._found_if(
        begin, tuple(step._replace(act=Played(step.act.seat, None)) if step.seq == seq else step for step in deal)
    )


@pytest.mark.parametrize("name", NAMES)
def test_what_people_have_stated_is_as_certain_as_the_rules_say(name: str) -> None:
    for seed in range(15):
        header, entries = dealt(name, seed)
        session: Session[Any] = Session(TABLES[name].game, header, entries)
        assert session.report() == session.game.report(session.state)


@pytest.mark.parametrize("name", ["debertz 1x1 fdu-uk", "debertz 1x2 fdu-uk", "debertz 1x3 fdu-uk"])
@pytest.mark.parametrize("seed", range(6))
def test_honest_players_are_not_accused_when_the_card_shown_was_read_as_one_of_another_suit(
    name: str, seed: int
) -> None:
    header, entries = dealt(name, seed, HONEST)
    at, shown = next((at, entry.act) for at, entry in enumerate(entries) if isinstance(entry.act, TurnedUp))
    named = {card for entry in entries for card in cards_in(entry.act)}
    for suit in set(Suit) - {shown.cards[0].suit}:
        wrong = next((card for card in DECK_32 if card.suit is suit and card not in named), None)
        if wrong is not None:
            seen = [seen_so(entry, 0.995, None) if isinstance(entry.act, Played) else entry for entry in entries]
            seen[at] = replace(seen_so(entries[at], 0.995, None), act=TurnedUp((wrong,)))
            assert certain(Session(TABLES[name].game, header, seen)) == []
