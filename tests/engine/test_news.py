"""What an act has brought that every game tells alike."""

from kozyr.engine.cardplay import CardPlay, ClosedTrick, Laid
from kozyr.engine.cards import cards
from kozyr.engine.docket import Docket, Place, irregularity
from kozyr.engine.facts import TrickWon
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.laws import Offence
from kozyr.engine.news import new_findings, tricks_won
from kozyr.engine.seats import Seat

S, N = Seat.S, Seat.N
KING, SEVEN = cards("KS 7S")


def test_a_trick_that_was_closed_is_told_once() -> None:
    before = CardPlay()
    after = before._replace(tricks=(ClosedTrick(1, (Laid(4, S, KING), Laid(5, N, SEVEN)), S, 4),))
    assert tricks_won(before, after, 5) == (TrickWon(5, 1, S, ((S, KING), (N, SEVEN)), 4),)
    assert tricks_won(after, after, 6) == ()


def test_a_trick_whose_winner_nobody_knows_is_not_told() -> None:
    hidden = ClosedTrick(1, (Laid(4, S, SEVEN), Laid(5, N, None)), None, None)
    assert tricks_won(CardPlay(), CardPlay(tricks=(hidden,)), 5) == ()


def test_only_new_findings_are_told() -> None:
    old, new = (
        irregularity(LAWS["B-7"], Offence.OUT_OF_TURN, S, (seq, seq), Place(1, 1, 1), cards=(KING,)) for seq in (4, 6)
    )
    assert new_findings(Docket((old,)), Docket((old, new))) == (new,)
    assert new_findings(Docket((old,)), Docket((old,))) == ()
