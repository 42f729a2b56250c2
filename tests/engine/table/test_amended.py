"""Every correction of a log with what it changed, also one that comes deals later."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kozyr.datasets.deals import BelotDeal, random_deal
from kozyr.engine.acts import Called, Dealt, Played, Tallied
from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.amended import corrections_of
from kozyr.engine.table.differences import ScoreChange, differences
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.session import Session, fold

S, W, N, E = SEATS = tuple(Seat)
HEADER = Header(
    "bazar-belot", "repino-2013", seating(SEATS, {"SN": (S, N), "WE": (W, E)}),
    tuple((seat, seat.value) for seat in SEATS), "2026-11-30T18:00:00Z",
)  # fmt: skip
GAME = game_named("bazar-belot")


def tallied(session: Session[Any], dealer: Seat, *, south: int) -> Entry:
    """A deal of 8 in spades by the seat after the dealer, entered by its points; returns the tally."""
    order = session.header.seating.following(session.header.seating.next(dealer))
    session.record(Dealt(dealer), 0, Source.TOUCH)
    for seat, call in zip((*order, order[0]), ("8S", *("pass",) * 4), strict=True):
        session.record(Called(seat, call), 0, Source.TOUCH)
    return session.record(Tallied((("SN", south), ("WE", 162 - south))), 0, Source.TOUCH)


def laid(session: Session[Any], deal: BelotDeal) -> None:
    order = session.header.seating.following(session.header.seating.next(deal.dealer))
    session.record(Dealt(deal.dealer), 0, Source.TOUCH)
    for seat, call in zip((*order, order[0]), (f"8{deal.denomination}", *("pass",) * 4), strict=True):
        session.record(Called(seat, call), 0, Source.TOUCH)
    for lay in deal.lays:
        session.record(Played(lay.seat, lay.card), 0, Source.CAMERA)


def test_a_deal_corrected_three_deals_later_shows_its_score_and_every_total_after_it() -> None:
    session: Session[Any] = Session(GAME, HEADER)
    first = tallied(session, E, south=100)
    for dealer in (S, W, N):
        tallied(session, dealer, south=81)
    session.correct(first.seq, Tallied((("SN", 130), ("WE", 32))), 5000, Source.TOUCH, by="Judge", why="miscounted")
    tallied(session, E, south=90)
    (correction,) = corrections_of(GAME, HEADER, session.entries)
    assert correction.entries[0].why == "miscounted"
    assert correction.old == (first.act,)
    changes = correction.differences.scores
    assert [(one.deal, one.what, one.side, (one.new or 0) - (one.old or 0)) for one in changes] == [
        *((1, what, side, by) for what in ("score", "total") for side, by in (("SN", 3), ("WE", -3))),
        *((deal, "total", side, by) for deal in (2, 3, 4) for side, by in (("SN", 3), ("WE", -3))),
        *((0, "score", side, by) for side, by in (("SN", 3), ("WE", -3))),
    ]  # fmt: skip


def test_each_correction_is_told_as_the_log_stood_when_it_was_made() -> None:
    session: Session[Any] = Session(GAME, HEADER)
    first = tallied(session, E, south=100)
    second = tallied(session, S, south=81)
    session.correct(first.seq, Tallied((("SN", 130), ("WE", 32))), 1, Source.TOUCH)
    session.take_back(second.seq, 2, Source.TOUCH)
    session.correct(second.seq, Tallied((("SN", 81), ("WE", 81))), 3, Source.TOUCH)
    tallied(session, W, south=50)
    entries = session.entries
    found = corrections_of(GAME, HEADER, entries)
    assert [one.entries[0].at_ms for one in found] == [1, 2, 3]
    for one in found:
        at = entries.index(one.entries[0])
        before, after = (GAME.report(fold(GAME, HEADER, entries[:cut]).state) for cut in (at, at + 1))
        assert one.differences == differences(before, after)
    assert {change.new for change in found[1].differences.scores if change.deal == 2} == {None}
    assert {change.old for change in found[2].differences.scores if change.deal == 2} == {None}


def test_two_cards_exchanged_in_one_go_are_one_correction() -> None:
    session: Session[Any] = Session(GAME, HEADER)
    laid(session, random_deal(1))
    one, two = [step for step in session.steps if isinstance(step.act, Played)][4:6]
    assert isinstance(one.act, Played)
    assert isinstance(two.act, Played)
    swap = (
        Entry(session.next_seq, 9, Source.TOUCH, replace(one.act, card=two.act.card), replaces=one.seq),
        Entry(session.next_seq + 1, 9, Source.TOUCH, replace(two.act, card=one.act.card), replaces=two.seq),
    )
    preview = session.preview(swap)
    session.amend(swap)
    (correction,) = corrections_of(GAME, HEADER, session.entries)
    assert correction.entries == swap
    assert correction.old == (one.act, two.act)
    assert correction.differences == preview


def test_an_inserted_act_had_nothing_before_it() -> None:
    session: Session[Any] = Session(GAME, HEADER)
    tally = tallied(session, E, south=100)
    call = session.entries[1]
    session.take_back(call.seq, 1, Source.TOUCH)
    session.insert_before(call.seq, Called(S, "9S"), 2, Source.TOUCH)
    taken, inserted = corrections_of(GAME, HEADER, session.entries)
    assert (taken.old, inserted.old) == ((call.act,), (None,))
    assert ScoreChange(1, "SN", None, 9 + 10) in inserted.differences.scores
    assert tally.act is not None


def test_a_log_without_corrections_has_none() -> None:
    session: Session[Any] = Session(GAME, HEADER)
    tallied(session, E, south=100)
    assert corrections_of(GAME, HEADER, session.entries) == ()


def _long(session: Session[Any]) -> Sequence[Entry]:
    for at in range(40):
        tallied(session, SEATS[at % 4], south=81 + at)
    return session.entries


def test_corrections_far_apart_replay_only_what_they_can_change() -> None:
    """The totals agree with a replay from the beginning, whichever deal is corrected in whichever order."""
    session: Session[Any] = Session(GAME, HEADER)
    tallies = [entry for entry in _long(session) if isinstance(entry.act, Tallied)]
    for at in (30, 3, 31, 2, 39):
        session.correct(tallies[at].seq, Tallied((("SN", 40), ("WE", 122))), at, Source.TOUCH)
    entries = session.entries
    for one in corrections_of(GAME, HEADER, entries):
        cut = entries.index(one.entries[0])
        before, after = (GAME.report(fold(GAME, HEADER, entries[:end]).state) for end in (cut, cut + 1))
        assert one.differences == differences(before, after)
        assert one.differences.parties or one.differences.scores
