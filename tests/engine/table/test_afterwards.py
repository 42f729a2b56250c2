"""A finding that arose only by correcting an earlier entry afterwards accuses nobody for certain."""

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Source

from .test_findings import log, play, told

S, W, N, E = Seat
FAULTLESS = play("W AD N 9D E KC S 7C W 10C N 8C")
"""N follows the diamond led; W would have been led a club, and N shows one in the next trick."""
LED, FOLLOWED = FAULTLESS[0], FAULTLESS[1]


def test_a_revoke_by_a_card_led_that_was_put_right_afterwards_is_not_certain_and_names_the_correction() -> None:
    session = log(FAULTLESS)
    places = {step.act: step.seq for step in session.steps}
    correction = Entry(session.next_seq, 99_000, Source.TOUCH, Played(W, Card.parse("AC")), replaces=places[LED])
    session.append(correction)
    of_n = [one for one in session.report().irregularities if (one.offence, one.seat) == (Offence.REVOKE, N)]
    assert [one.certain for one in of_n] == [False]
    assert session.brought_about(of_n[0]) == (correction,)


def test_a_revoke_entered_after_the_correction_is_certain() -> None:
    session = log(FAULTLESS[:1])
    led = session.steps[-1].seq
    session.append(Entry(session.next_seq, 99_000, Source.TOUCH, Played(W, Card.parse("AC")), replaces=led))
    for act in FAULTLESS[1:]:
        session.record(act, 100_000, Source.TOUCH)
    assert (Offence.REVOKE, N, True) in told(session)


def test_a_correction_that_has_nothing_to_do_with_a_finding_leaves_it_certain() -> None:
    session = log(play("W AC N 9D E KC S 7C W QC N 8C"))
    turned = [step for step in session.steps if isinstance(step.act, Played)]
    session.append(Entry(session.next_seq, 99_000, Source.TOUCH, Played(W, Card.parse("10C")), replaces=turned[0].seq))
    assert (Offence.REVOKE, N, True) in told(session)
    of_n = [one for one in session.report().irregularities if one.seat is N]
    assert [session.brought_about(one) for one in of_n] == [()]
