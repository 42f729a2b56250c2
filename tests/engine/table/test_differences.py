"""What a correction changes is shown before it is made: scores, totals, findings."""

import random
from typing import Any

from kozyr.datasets.deals import BelotDeal, random_deal
from kozyr.engine.acts import Called, Dealt, Played
from kozyr.engine.games.registry import game_named
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.differences import ScoreChange
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.session import Session

SEATS = tuple(Seat)
HEADER = Header(
    "bazar-belot", "repino-2013", seating(SEATS, {"SN": (Seat.S, Seat.N), "WE": (Seat.W, Seat.E)}),
    tuple((seat, seat.value) for seat in SEATS), "2026-11-30T18:00:00Z",
)  # fmt: skip


def recorded(deal: BelotDeal, session: Session[Any]) -> None:
    first = SEATS[(SEATS.index(deal.dealer) + 1) % 4]
    order = [SEATS[(SEATS.index(first) + at) % 4] for at in range(4)]
    session.record(Dealt(deal.dealer), 0, Source.TOUCH)
    for seat, call in zip((*order, first), (f"8{deal.denomination}", "pass", "pass", "pass", "pass"), strict=True):
        session.record(Called(seat, call), 0, Source.TOUCH)
    for lay in deal.lays:
        session.record(Played(lay.seat, lay.card), 0, Source.CAMERA)


def two_deals() -> Session[Any]:
    session: Session[Any] = Session(game_named("bazar-belot"), HEADER)
    for seed in (1, 2):
        recorded(random_deal(seed), session)
    return session


def test_a_correction_two_deals_back_shows_every_figure_it_moves_before_it_is_made() -> None:
    session = two_deals()
    plays = [step for step in session.steps if isinstance(step.act, Played)]
    rng = random.Random(4)
    shown = 0
    for _ in range(20):
        one, two = sorted(rng.sample(range(32), 2))
        first, second = plays[one], plays[two]
        assert isinstance(first.act, Played)
        assert isinstance(second.act, Played)
        seq = session.next_seq
        swap = (
            Entry(seq, 0, Source.TOUCH, Played(first.act.seat, second.act.card), replaces=first.seq),
            Entry(seq + 1, 0, Source.TOUCH, Played(second.act.seat, first.act.card), replaces=second.seq),
        )
        before, entries = session.report(), session.entries
        preview = session.preview(swap)
        assert (session.report(), session.entries) == (before, entries)
        corrected = Session(session.game, HEADER, (*entries, *swap))
        after = corrected.report()
        old, new = dict(before.match_score), dict(after.match_score)
        expected = {side: (old[side], new[side]) for side in old if old[side] != new[side]}
        totals = {change.side: (change.old, change.new) for change in preview.scores if change.deal == 0}
        assert totals == expected
        shown += bool(preview)
    assert shown > 10


def test_a_correction_that_makes_a_revoke_shows_it_and_taking_it_back_drops_it() -> None:
    deal = random_deal(3, revoke_trick=3)
    session: Session[Any] = Session(game_named("bazar-belot"), HEADER)
    recorded(deal, session)
    assert deal.revoke is not None
    at = next(step for step in session.steps if step.act == Played(deal.revoke.seat, deal.revoke.card))
    later = next(step for step in session.steps if step.act == Played(deal.revoke.seat, deal.revoke.proof))
    seq = session.next_seq
    swap = (
        Entry(seq, 0, Source.TOUCH, later.act, replaces=at.seq),
        Entry(seq + 1, 0, Source.TOUCH, at.act, replaces=later.seq),
    )
    preview = session.preview(swap)
    assert Offence.REVOKE in {finding.offence for finding in preview.dropped}
    session.amend(swap)
    back = (
        Entry(seq + 2, 0, Source.TOUCH, at.act, replaces=at.seq),
        Entry(seq + 3, 0, Source.TOUCH, later.act, replaces=later.seq),
    )
    assert Offence.REVOKE in {finding.offence for finding in session.preview(back).found}


def test_a_correction_of_nothing_changes_nothing() -> None:
    session = two_deals()
    step = session.steps[20]
    preview = session.preview((Entry(session.next_seq, 0, Source.TOUCH, step.act, replaces=step.seq),))
    assert not preview
    assert preview.scores == ()


def test_a_deal_taken_back_loses_its_figures() -> None:
    session = two_deals()
    last = [step for step in session.steps if isinstance(step.act, Played)][-1]
    preview = session.preview((Entry(session.next_seq, 0, Source.TOUCH, None, replaces=last.seq),))
    lost = {change for change in preview.scores if change.deal == 2}
    assert lost
    assert all(isinstance(change, ScoreChange) and change.new is None for change in lost)
