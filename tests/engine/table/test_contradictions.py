"""Clear readings that cannot all be right: what rests on one of them accuses nobody for certain, from then on."""

from typing import Any

import pytest

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.engine.laws import Offence
from kozyr.engine.observations import CameraChanged, CardReread
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import NOTHING, Why
from kozyr.engine.table.log import Source

from .watched import CALLS, PLACES, E, N, S, Table, W, opened

Told = list[tuple[Offence, Seat | None, bool]]
MISREAD = "W AC N 9D E KC S 7C"
"""N has laid 9C, which was clearly read as 9D."""
REVOKED: Told = [(Offence.REVOKE, N, True)]
DOUBTED: Told = [(Offence.REVOKE, N, False)]


@pytest.fixture
def table() -> Table:
    return opened()


def told(table: Table) -> Told:
    return [(one.offence, one.seat, one.certain) for one in table.follower.session.report().irregularities]


def accused(table: Table) -> int:
    """N shows a club after its wrongly read 9D: nobody can know better yet. Returns the time then."""
    now = table.tricks(MISREAD)
    table.lay(W, "10C", now)
    table.lay(N, "8C", now + 1000)
    table.lay(E, "JC", now + 3000)
    assert told(table) == REVOKED
    return now + 3000


def test_a_finding_is_not_certain_any_more_when_its_card_is_seen_again_with_another_player(table: Table) -> None:
    now = accused(table)
    table.lay(S, "9D", now + 1000)
    assert told(table) == DOUBTED
    doubted = table.follower.session.entries[-1]
    assert (doubted.act, doubted.why, doubted.source) == (Played(N, Card.parse("9D")), "contradicted", Source.CAMERA)
    assert doubted.replaces == len(CALLS) + 2
    assert table.acts[:4] == ["W AC", "N 9D", "E KC", "S 7C"]


def test_the_play_that_a_card_seen_again_was_taken_for_is_among_what_is_asked(table: Table) -> None:
    now = accused(table)
    table.lay(S, "9D", now + 1000)
    question = next(one for one in table.follower.questions if one.why is Why.PLAYED_BEFORE)
    (correction,) = [choice for choice in question.choices if choice.replaces]
    assert [str(act) for act in correction.acts] == [str(Played(N, None)), str(Played(S, Card.parse("9D")))]
    table.follower.answer(question.number, correction, now + 9000)
    assert told(table) == []
    assert [table.acts[at] for at in (1, -1)] == ["N ??", "S 9D"]


def test_the_answer_that_a_card_was_another_one_makes_the_finding_certain_again(table: Table) -> None:
    now = accused(table)
    table.lay(S, "9D", now + 1000)
    question = next(one for one in table.follower.questions if one.why is Why.PLAYED_BEFORE)
    other = question.guess.__class__((Played(S, Card.parse("9C")),))
    table.follower.answer(question.number, other, now + 9000)
    assert told(table) == REVOKED
    assert table.acts[1] == "N 9D"
    assert table.acts[-1] == "S 9C"


def test_a_card_seen_again_before_anything_is_proved_leaves_no_certain_finding_later(table: Table) -> None:
    now = table.tricks(MISREAD, "W 7D N AD E 8D S 9D")
    assert [entry.why for entry in table.follower.session.entries if entry.replaces] == []
    table.lay(N, "8C", now)
    table.lay(E, "JC", now + 3000)
    table.finish(now + 6000)
    assert told(table) == DOUBTED


def test_a_card_that_contradicts_nothing_of_weight_is_not_restated(table: Table) -> None:
    table.tricks("W AC N 9C E KC S 7C", "W 7D N AD E 8D S KC")
    assert table.asked == [Why.PLAYED_BEFORE]
    assert Why.CONTRADICTED not in [entry.why for entry in table.follower.session.entries]


def test_a_clear_card_that_is_clearly_reread_accuses_nobody_before_somebody_says_that_it_stands(table: Table) -> None:
    now = table.tricks("W AC N 9D E KC S 7C")
    table.lay(W, "10C", now)
    table.lay(N, "8C", now + 1000)
    proof = table.last["8C"]
    table.lay(E, "JC", now + 3000)
    assert told(table) == REVOKED
    table.see(CardReread(now + 3500, proof, Card.parse("8S"), 0.99, ((Card.parse("8S"), 0.99),)))
    assert told(table) == DOUBTED
    question = next(one for one in table.follower.questions if one.why is Why.REREAD)
    table.follower.answer(question.number, NOTHING, now + 9000)
    assert told(table) == REVOKED


def test_a_reread_as_a_card_played_by_another_puts_both_in_doubt(table: Table) -> None:
    now = table.tricks("W AC N 9D E KC S 7C")
    table.lay(W, "10C", now)
    table.lay(N, "8C", now + 1000)
    table.lay(E, "JC", now + 3000)
    table.see(CardReread(now + 3500, table.last["8C"], Card.parse("KC"), 0.99, ((Card.parse("KC"), 0.99),)))
    assert told(table) == DOUBTED


def test_a_card_told_once_more_where_another_seat_would_have_laid_it_is_in_doubt(table: Table) -> None:
    now = table.tricks(MISREAD)
    table.lay(W, "10C", now)
    table.lay(N, "8C", now + 1000)
    table.lay(E, "8C", now + 2500)
    table.lay(S, "JC", now + 5000)
    table.finish(now + 8000)
    assert all(not certain for _, _, certain in told(table))


def test_a_lead_clearly_misread_accuses_none_of_those_who_followed_it(table: Table) -> None:
    """W has led AD, read as AC: all three follow with diamonds and show clubs in the next trick."""
    now = table.tricks("W AC N 9D E KD S 7D")
    for at, (seat, code) in enumerate(((W, "10C"), (N, "8C"), (E, "KC"), (S, "7C"))):
        table.lay(seat, code, now + 2000 * at)
    table.finish(now + 12_000)
    assert [seat for _, seat, _ in told(table)] == [N, E, S]
    assert all(not certain for _, _, certain in told(table))


def test_a_card_of_the_arm_that_crossed_another_accuses_nobody_for_certain(table: Table) -> None:
    """E lays before N, and its card seems to have come from N; then N's seems to be of E."""
    now = table.tricks("W AC N 9C E KC S 7C")
    table.lay(W, "10C", now)
    table.lay(E, "8D", now + 1500, arrived_from=N, nearest=N, centre_mm=PLACES[N])
    table.lay(N, "8C", now + 3000, arrived_from=E, nearest=E, centre_mm=PLACES[E])
    table.lay(S, "JC", now + 5000)
    table.sweep(now + 7000, range(5, 9))
    table.lay(W, "QC", now + 9000)
    table.lay(N, "JD", now + 10_500)
    table.finish(now + 14_000)
    assert all(not certain for _, _, certain in told(table))


@pytest.mark.parametrize("arrivals", [(200, 100), (None, None)])
def test_two_cards_whose_order_nobody_saw_accuse_nobody_for_certain(
    table: Table, arrivals: tuple[int | None, int | None]
) -> None:
    """W and N lay in one breath; had N led, W would have followed suit, and N's club later would prove nothing."""
    first, second = (None if ms is None else 1000 + ms for ms in arrivals)
    table.lay(W, "AC", 1300, arrival_ms=first)
    table.lay(N, "9D", 1320, arrival_ms=second)
    table.lay(E, "KC", 4000)
    table.lay(S, "7C", 5500)
    table.sweep(7000, range(1, 5))
    table.lay(W, "10C", 9000)
    table.lay(N, "8C", 10_500)
    table.finish(14_000)
    assert Why.ORDER in table.asked
    assert all(not certain for _, _, certain in told(table))


def retold(table: Table, at_ms: int, *cards: tuple[Seat, str], **other: Any) -> None:
    """The camera was pushed: what lies there is told anew, nobody having been seen to lay it."""
    table.see(CameraChanged(at_ms, True, "moved"))
    for seat, code in cards:
        x, y = PLACES[seat]
        table.lay(seat, code, at_ms + 100, arrived_from=None, arrival_ms=None, centre_mm=(x + 12.0, y - 8.0), **other)


def test_a_camera_pushed_in_mid_trick_accuses_nobody_for_certain_by_what_is_then_read_otherwise(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(N, "9C", 2500)
    retold(table, 3000, (W, "AC"), (N, "9D"))
    table.lay(E, "KC", 6000)
    table.lay(S, "7C", 7500)
    table.wait(9000)
    table.lay(W, "10C", 11_000)
    table.lay(N, "8C", 12_500)
    table.finish(16_000)
    assert all(not certain for _, _, certain in told(table))


def test_a_misread_card_corrected_by_hand_after_a_finding_takes_the_finding_with_it(table: Table) -> None:
    now = accused(table)
    table.follower.session.correct(len(CALLS) + 2, Played(N, Card.parse("9C")), now + 500, Source.TOUCH)
    assert told(table) == []
    table.lay(S, "9D", now + 1000)
    assert table.acts[-1] == "S 9D"
    assert told(table) == []


def test_a_card_in_doubt_that_somebody_puts_right_by_hand_is_in_doubt_no_more(table: Table) -> None:
    now = accused(table)
    table.lay(S, "9D", now + 1000)
    session = table.follower.session
    session.correct(session.entries[-1].seq, Played(N, Card.parse("KD")), now + 2000, Source.TOUCH)
    table.finish(now + 5000)
    assert told(table) == REVOKED
