"""What rests on an unclear guess of the camera accuses nobody for certain, wherever findings are shown."""

import pytest

from kozyr.engine.acts import Act, Called, Dealt, Played, TurnedUp
from kozyr.engine.cards import Card
from kozyr.engine.games.registry import game_named
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import Session
from kozyr.engine.view import Audience
from kozyr.ui.new_match import Plan, header_of

ACTS: tuple[Act, ...] = (
    Dealt(Seat.W),
    TurnedUp((Card.parse("9H"),)),
    Called(Seat.N, "play"),
    Played(Seat.N, Card.parse("AS")),
    Played(Seat.S, Card.parse("7S")),
)


def out_of_turn(sure: float | None) -> Session[object]:
    """S lays a card in E's turn; ``sure``: how likely the camera's guess of it is, None for a touch."""
    session: Session[object] = Session(game_named("debertz"), header_of(Plan("debertz"), {}))
    for seq, act in enumerate(ACTS, start=1):
        guess = sure is not None and seq == len(ACTS)
        session.append(
            Entry(
                seq, seq * 1000, Source.CAMERA if guess else Source.TOUCH, act,
                confidence=sure if guess else None, why="irregular" if guess else None,
            )
        )  # fmt: skip
    return session


@pytest.mark.parametrize(("sure", "certain"), [(0.333, False), (0.97, False), (0.995, True), (None, True)])
def test_a_card_out_of_turn_that_is_a_guess_is_not_certain(sure: float | None, certain: bool) -> None:
    session = out_of_turn(sure)
    found = session.report().irregularities
    assert [(one.offence, one.seat, one.certain) for one in found] == [(Offence.OUT_OF_TURN, Seat.S, certain)]
    assert session.view(Audience.JUDGE).findings == found


def test_a_guess_that_somebody_confirms_is_certain() -> None:
    session = out_of_turn(0.333)
    session.correct(len(ACTS), ACTS[-1], 9000, Source.TOUCH)
    assert [one.certain for one in session.report().irregularities] == [True]


def test_what_a_correction_changes_is_compared_without_the_weight_of_guesses() -> None:
    session = out_of_turn(0.333)
    later = Entry(session.next_seq, 9000, Source.TOUCH, Played(Seat.N, Card.parse("KS")), replaces=4)
    changed = session.preview((later,))
    assert (changed.found, changed.dropped) == ((), ())
