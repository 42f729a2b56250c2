"""What happens at a table is told in its order."""

from collections.abc import Iterator

import pytest

from kozyr.engine.acts import Act, Called, Dealt, Played
from kozyr.engine.cards import Card
from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.session import Session
from kozyr.ui.happenings import Narrator
from kozyr.ui.locale.text import set_language

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
SEATS = seating((S, W, N, E), {"SN": (S, N), "WE": (W, E)})
HEADER = Header("bazar-belot", "repino-2013", SEATS, tuple((seat, seat.value) for seat in Seat), "2026-01-01T00:00:00Z")
AUCTION: tuple[Act, ...] = (Dealt(E), Called(S, "9H"), *(Called(seat, "pass") for seat in (W, N, E, S)))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Texts in English."""
    set_language("en")
    yield
    set_language("en")


def recorded(session: Session[object], *acts: Act) -> tuple[Entry, ...]:
    """Acts recorded in one go."""
    return tuple(session.record(act, 1000, Source.TOUCH) for act in acts)


def test_a_fact_follows_its_own_entry_when_several_were_recorded_in_one_go() -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    narrator = Narrator(session)
    told = [narrator.lines(entry) for entry in recorded(session, *AUCTION, Played(W, Card.parse("7S")))]
    assert [len(lines) for lines in told] == [1, 1, 1, 1, 1, 2, 2]
    assert "Contract" in told[5][1]
    assert "out of turn" in told[6][1]


def test_what_was_recorded_without_being_told_is_not_missed() -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    narrator = Narrator(session)
    recorded(session, *AUCTION)
    (last,) = recorded(session, Played(W, Card.parse("7S")))
    assert "out of turn" in narrator.lines(last)[1]


def test_after_a_correction_facts_are_told_of_what_stands_now() -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    narrator = Narrator(session)
    for entry in recorded(session, *AUCTION, Played(W, Card.parse("7S"))):
        narrator.lines(entry)
    assert len(narrator.lines(session.correct(7, Played(S, Card.parse("7S")), 2000, Source.TOUCH))) == 1
    (late,) = recorded(session, Played(N, Card.parse("8S")))
    assert "out of turn" in narrator.lines(late)[1]


def watched(session: Session[object], *plays: str) -> tuple[Entry, ...]:
    """Plays written as "W AC" that the camera has clearly seen."""
    told = []
    for play in plays:
        seat, _, code = play.partition(" ")
        act = Played(Seat(seat), Card.parse(code))
        told.append(session.record(act, 1000 * session.next_seq, Source.CAMERA, confidence=0.995))
    return tuple(told)


def test_a_finding_says_whether_it_is_certain_and_when_it_is_so_no_more() -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    narrator = Narrator(session)
    for entry in recorded(session, *AUCTION):
        narrator.lines(entry)
    for entry in watched(session, "S AC", "W 9D", "N KC", "E 7C", "S 10C"):
        narrator.lines(entry)
    said = narrator.lines(*watched(session, "W 8C"))
    assert "revoke" in said[1]
    assert "not certain" not in said[1]
    doubted = Entry(session.next_seq, 20_000, Source.CAMERA, Played(W, Card.parse("9D")), 0.5, 8, why="contradicted")
    session.append(doubted)
    head, tail = narrator.lines(doubted)
    assert "In doubt: West 9" in head
    assert "Not certain any more: " in tail
    assert "revoke" in tail
    (late,) = watched(session, "E 9C")
    assert "(not certain" in narrator.lines(late)[1]
