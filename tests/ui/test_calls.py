"""Calls that no camera hears are merged in their order with what the camera sees."""

from pathlib import Path

import pytest

from kozyr.engine.acts import Act, Called, Dealt, Declared, Played
from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError, LogFormatError
from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.codec import write_entry, write_header
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.session import Session
from kozyr.engine.view import Audience, Phase
from kozyr.ui.calls import CallsToMerge, contract_calls, read_calls

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
SEATS = seating((S, W, N, E), {"SN": (S, N), "WE": (W, E)})
HEADER = Header("bazar-belot", "repino-2013", SEATS, tuple((seat, seat.value) for seat in Seat), "2026-01-01T00:00:00Z")
AUCTION: tuple[Act, ...] = (Dealt(E), Called(S, "9H"), *(Called(seat, "pass") for seat in (W, N, E, S)))


def timed(*acts: tuple[int, Act]) -> tuple[Entry, ...]:
    """Entries at the given times."""
    return tuple(Entry(seq, at_ms, Source.TOUCH, act) for seq, (at_ms, act) in enumerate(acts, 1))


def test_calls_come_when_their_time_comes() -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    calls = CallsToMerge(timed(*((1000 * at, act) for at, act in enumerate(AUCTION))))
    assert [entry.act for entry in calls.due(session, 1500)] == list(AUCTION[:2])
    assert [entry.act for entry in calls.due(session, 60_000)] == list(AUCTION[2:])
    assert session.view(Audience.JUDGE).phase is Phase.PLAY


def test_a_card_on_the_table_ends_a_late_auction() -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    calls = CallsToMerge(timed(*((90_000, act) for act in AUCTION)))
    assert calls.due(session, 5000) == ()
    assert len(calls.due(session, 5000, card_on_table=True)) == len(AUCTION)
    assert session.view(Audience.JUDGE).phase is Phase.PLAY


def test_a_declaration_waits_for_its_seats_turn() -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    calls = CallsToMerge(timed(*((0, act) for act in AUCTION), (0, Declared(W, "terz KH"))))
    assert len(calls.due(session, 100)) == len(AUCTION)
    session.record(Played(S, Card.parse("AS")), 3000, Source.CAMERA)
    assert [entry.act for entry in calls.due(session, 3001)] == [Declared(W, "terz KH")]
    assert session.report().irregularities == ()


def test_bela_waits_for_its_card() -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    calls = CallsToMerge(timed(*((0, act) for act in AUCTION), (0, Declared(S, "bela"))))
    assert len(calls.due(session, 100)) == len(AUCTION)
    session.record(Played(S, Card.parse("KH")), 3000, Source.CAMERA)
    assert [entry.act for entry in calls.due(session, 3001)] == [Declared(S, "bela")]


def test_a_call_that_never_fits_is_recorded_for_the_judge() -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    calls = CallsToMerge(timed((0, Dealt(E)), (500, Called(N, "pass"))))
    assert len(calls.due(session, 1000)) == 1
    assert len(calls.due(session, 60_000)) == 1
    assert [found.offence.value for found in session.report().irregularities] == ["call-out-of-turn"]


def test_the_next_deal_waits_for_the_end_of_this_one() -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    calls = CallsToMerge(timed(*((0, act) for act in AUCTION), (10, Dealt(S))))
    calls.due(session, 20_000)
    assert session.view(Audience.JUDGE).deal == 1
    assert calls.rest(session)[-1].act == Dealt(S)


def test_a_deal_that_is_overdue_does_not_wait_for_an_answer_for_ever() -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    calls = CallsToMerge(timed(*((0, act) for act in AUCTION), (8000, Dealt(S))))
    calls.due(session, 100)
    session.record(Played(S, Card.parse("AS")), 3000, Source.CAMERA)
    assert calls.due(session, 9000) == ()
    assert not calls.deal_overdue(session, 9000)
    assert calls.deal_overdue(session, 12_000)
    assert [entry.act for entry in calls.due(session, 12_000)] == [Dealt(S)]


@pytest.mark.parametrize("dealer", ["S", "W", "N", "E"])
@pytest.mark.parametrize("declarer", ["S", "W", "N", "E"])
def test_a_contract_named_on_the_command_line_is_a_regular_auction(dealer: str, declarer: str) -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    CallsToMerge(contract_calls(HEADER, dealer, "14S", declarer)).due(session, 0)
    view = session.view(Audience.JUDGE)
    assert (view.phase, view.contract, view.declarer) == (Phase.PLAY, "14S", Seat(declarer))
    assert session.report().irregularities == ()


def test_a_calls_log_with_plays_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "calls.kozyr.jsonl"
    rows = [write_header(HEADER), write_entry(Entry(1, 0, Source.TOUCH, Dealt(E)))]
    path.write_text("\n".join(rows) + "\n", "utf-8")
    assert len(read_calls(path).entries) == 1
    path.write_text("\n".join([*rows, write_entry(Entry(2, 0, Source.TOUCH, Played(S, None)))]) + "\n", "utf-8")
    with pytest.raises(KozyrError, match="holds no plays"):
        read_calls(path)


def test_a_damaged_calls_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "calls.kozyr.jsonl"
    path.write_text(write_header(HEADER) + '\n{"seq": 1}\n', "utf-8")
    with pytest.raises(LogFormatError, match="line 2"):
        read_calls(path)


@pytest.mark.parametrize("contract", ["25S capo", "25S capo-hand", "20A", "8N"])
@pytest.mark.parametrize("declarer", ["S", "W", "N", "E"])
def test_the_shortest_auction_ends_in_any_contract(contract: str, declarer: str) -> None:
    session = Session(game_named("bazar-belot"), HEADER)
    CallsToMerge(contract_calls(HEADER, "N", contract, declarer)).due(session, 0)
    row = session.report().deals[0]
    assert (row.contract, row.declarer) == (contract, declarer)
    assert session.report().irregularities == ()
    assert session.view(Audience.JUDGE).phase is Phase.PLAY


def test_a_contract_by_the_shortest_auction_of_each_game() -> None:
    def header(game: str) -> Header:
        return Header(game, game_named(game).variants[0], SEATS if game == "debertz" else seating((S, W, N, E)),
                      tuple((seat, seat.value) for seat in Seat), "2026-01-01T00:00:00Z")  # fmt: skip

    acts = [entry.act for entry in contract_calls(header("debertz"), "S", "H", "N")]
    assert acts == [Dealt(None, S), *(Called(seat, "pass") for seat in (W, N, E, S, W)), Called(N, "H")]
    with pytest.raises(LogFormatError, match="give the whole auction with --calls"):
        contract_calls(header("preferans"), "S", "6S", "W")
