"""What cannot have happened at any table is refused in one sentence, whatever the game."""

import pytest

from kozyr.engine.acts import Act, Called, Dealt, Exchanged, Exposed, Misdealt, Played, Revealed, Tallied, TurnedUp
from kozyr.engine.cards import Card
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.possible import check_cards, check_seat, check_tally, written_hands
from kozyr.engine.seats import Seat

S, W, N, E = Seat
SIX, SEVEN, EIGHT = Card.parse("6S"), Card.parse("7S"), Card.parse("8S")


def cards_refused(act: Act) -> str | None:
    """Why an act's cards cannot be; None when they can."""
    try:
        check_cards(act)
    except ImpossibleAct as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    ("act", "doing"),
    [
        (Played(S, SIX), "S cannot play"),
        (Exposed(W, (SEVEN, SIX)), "Exposed names"),
        (Revealed(N, (SIX,)), "Revealed names"),
        (TurnedUp((SEVEN, SIX)), "TurnedUp names"),
        (Exchanged(E, (SIX,), 1), "Exchanged names"),
        (Exchanged(E, 1, (SIX,)), "Exchanged names"),
    ],
    ids=str,
)
def test_card_of_another_deck(act: Act, doing: str) -> None:
    assert f"{doing} 6S: it is not in the deck of 32" in (cards_refused(act) or "")


@pytest.mark.parametrize("act", [Played(S, None), Played(S, SEVEN), Exchanged(E, 2, 2), Called(S, "pass"), Dealt(S)])
def test_acts_of_these_cards_or_of_none(act: Act) -> None:
    assert cards_refused(act) is None


@pytest.mark.parametrize("act", [Played(E, None), Called(E, "pass"), Misdealt("eleven cards", E)])
def test_seat_without_a_player(act: Act) -> None:
    check_seat(act, (S, W, N, E))
    with pytest.raises(ImpossibleAct, match=f"{type(act).__name__}: nobody sits at E"):
        check_seat(act, (S, W, N))


def test_tally_of_no_side_and_below_nought() -> None:
    check_tally(Tallied((("S", 10),), (("N", 3),)), ("S", "N"))
    with pytest.raises(LogFormatError, match="'W' is no side; the sides are S, N"):
        check_tally(Tallied((("W", 10),)), ("S", "N"))
    with pytest.raises(ImpossibleAct, match="N cannot have -1"):
        check_tally(Tallied((), (("N", -1),)), ("S", "N"))


def test_hands_written_down() -> None:
    def two(_: Seat) -> int:
        return 2

    assert written_hands(Dealt(None, None, ((S, (SEVEN, EIGHT)),)), two) == ((S, frozenset((SEVEN, EIGHT))),)
    for strange in ((SEVEN,), (SEVEN, SEVEN), (SEVEN, SIX)):
        with pytest.raises(ImpossibleAct, match="the hand of S must be 2 different cards from 7 to A"):
            written_hands(Dealt(None, None, ((S, strange),)), two)
    with pytest.raises(ImpossibleAct, match="7S is in two hands"):
        written_hands(Dealt(None, None, ((S, (SEVEN,)), (W, (SEVEN,)))), lambda _: 1)
