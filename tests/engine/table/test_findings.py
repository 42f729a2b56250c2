"""What rests on an unclear guess of the camera accuses nobody for certain, wherever findings are shown."""

from dataclasses import replace
from typing import Any

import pytest

from kozyr.engine.acts import Act, Called, Dealt, Exposed, Played, TurnedUp
from kozyr.engine.cards import Card
from kozyr.engine.games.registry import game_named
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import Session
from kozyr.engine.view import Audience
from kozyr.ui.new_match import Plan, header_of

from .watched import CALLS, HEADER

S, W, N, E = Seat
SURE = 0.995


def play(words: str) -> tuple[Act, ...]:
    """Plays written as "W AC"."""
    parts = words.split()
    return tuple(Played(Seat(a), Card.parse(b)) for a, b in zip(parts[::2], parts[1::2], strict=True))


def log(acts: tuple[Act, ...], seen: dict[Act, tuple[float, str | None]] | None = None) -> Session[Any]:
    """Bazar Belot, spades are trumps, W leads; plays are seen clearly, but for those in ``seen``; words are entered."""
    session: Session[Any] = Session(game_named("bazar-belot"), HEADER)
    for seq, act in enumerate((*CALLS, *acts), start=1):
        entry = Entry(seq, 1000 * seq, Source.TOUCH, act)
        if not isinstance(act, Called | Dealt):
            sure, why = (seen or {}).get(act, (SURE, None))
            entry = replace(entry, source=Source.CAMERA, confidence=sure, why=why)
        session.append(entry)
    return session


def told(session: Session[Any]) -> list[tuple[Offence, Seat | None, bool]]:
    found = session.report().irregularities
    assert session.view(Audience.JUDGE).findings == found
    return [(one.offence, one.seat, one.certain) for one in found]


REVOKE = play("W AC N 9D E KC S 7C W 10C N 8C")
"""N plays a diamond on clubs and shows a club in the next trick."""
LED, PLAYED, PROOF = REVOKE[0], REVOKE[1], REVOKE[5]


@pytest.mark.parametrize("about", [LED, PLAYED, PROOF])
@pytest.mark.parametrize(
    ("sure", "why", "certain"),
    [(0.333, "doubtful", False), (0.97, "irregular", False), (0.97, None, False), (SURE, "irregular", True),
     (SURE, None, True), (SURE, "who", False), (SURE, "order", False)],
)  # fmt: skip
def test_a_revoke_is_certain_only_where_the_card_led_the_card_played_and_the_proof_were_clearly_seen(
    about: Act, sure: float, why: str | None, certain: bool
) -> None:
    assert told(log(REVOKE, {about: (sure, why)})) == [(Offence.REVOKE, N, certain)]


def test_what_states_no_confidence_is_clear_unless_it_is_a_guess() -> None:
    """A log written by hand; the camera's own lines always say how sure it was."""
    for why, certain in ((None, True), ("doubtful", False), ("missed", False)):
        session: Session[Any] = Session(game_named("bazar-belot"), HEADER)
        for seq, act in enumerate((*CALLS, *REVOKE), start=1):
            session.append(Entry(seq, 1000 * seq, Source.CAMERA, act, why=why if act is PROOF else None))
        assert told(session) == [(Offence.REVOKE, N, certain)]


def test_a_card_beside_one_that_nobody_saw_may_be_of_another_trick() -> None:
    """Two cards were missed and two tricks run into one: N has followed suit, to a card that is not in the log."""
    missed = Played(S, None)
    acts = (*play("W AC N 9D E KC"), missed, *play("W 10C N 8C"))
    assert told(log(acts, {missed: (0.5, "missed")})) == [(Offence.REVOKE, N, False)]
    assert told(log(acts, {missed: (0.5, "unreadable")})) == [(Offence.REVOKE, N, True)]


def test_a_guess_that_somebody_confirms_is_certain() -> None:
    session = log(REVOKE, {PROOF: (0.333, "doubtful")})
    session.correct(session.next_seq - 1, PROOF, 90_000, Source.TOUCH)
    assert told(session) == [(Offence.REVOKE, N, True)]


def test_a_card_out_of_turn_that_the_camera_has_told_is_not_certain_before_somebody_says_so() -> None:
    session = log(play("W AC E KC"), {play("E KC")[0]: (SURE, "out-of-turn")})
    assert told(session) == [(Offence.OUT_OF_TURN, E, False)]
    session.correct(session.next_seq - 1, play("E KC")[0], 90_000, Source.TOUCH)
    assert told(session) == [(Offence.OUT_OF_TURN, E, True)]


def test_a_play_that_becomes_one_out_of_turn_by_a_card_corrected_by_hand_is_not_certain() -> None:
    session = log(play("W AC N 9C E KC S 7C W 10C"))
    assert told(session) == []
    session.correct(len(CALLS) + 3, Played(E, Card.parse("JS")), 90_000, Source.TOUCH)
    assert told(session) == [(Offence.OUT_OF_TURN, W, False)]


def test_a_finding_is_gone_when_the_card_it_rests_on_is_corrected_by_hand() -> None:
    session = log(REVOKE)
    assert told(session) == [(Offence.REVOKE, N, True)]
    session.correct(len(CALLS) + 2, Played(N, Card.parse("9C")), 90_000, Source.TOUCH)
    assert told(session) == []


def test_a_finding_that_somebody_proves_by_a_correction_is_certain() -> None:
    session = log(play("W AC N 9D E KC S 7C W 10C N 8D"))
    session.correct(len(CALLS) + 6, PROOF, 90_000, Source.TOUCH)
    assert told(session) == [(Offence.REVOKE, N, True)]


def test_a_card_by_which_several_players_would_have_revoked_was_more_likely_misread() -> None:
    session = log(play("W AC N 9D E KD S 7D W 10C N 8C E 9C S JC"))
    assert told(session) == [(Offence.REVOKE, seat, False) for seat in (N, E, S)]


def test_a_card_that_would_prove_several_revokes_was_more_likely_misread() -> None:
    session = log(play("W AC N 9D E KC S 7C W 10C N 8D E 9C S JC W QC N 8C"))
    assert told(session) == [(Offence.REVOKE, N, False), (Offence.REVOKE, N, False)]


def test_a_card_exposed_by_what_the_camera_saw_is_not_certain_before_somebody_says_so() -> None:
    exposed = Exposed(N, (Card.parse("JS"), Card.parse("QD")))
    session = log((*play("W AC N 9C E KC S 7C"), exposed), {exposed: (SURE, "exposed")})
    assert told(session) == [(Offence.EXPOSED_CARDS, N, False)]
    session.correct(session.next_seq - 1, exposed, 90_000, Source.TOUCH)
    assert told(session) == [(Offence.EXPOSED_CARDS, N, True)]


def test_a_card_shown_with_one_player_and_played_by_another_accuses_neither() -> None:
    """N is said to have shown 8C, by which it would have revoked; then E plays it."""
    exposed = Exposed(N, (Card.parse("8C"), Card.parse("8D")))
    before = play("W AC N 9D E KC S 7C")
    session = log((*before, exposed), {exposed: (SURE, None)})
    assert (Offence.REVOKE, N, True) in told(session)
    session = log((*before, exposed, *play("W 10C N JC E 8C")), {exposed: (SURE, None)})
    assert all(not certain for _, _, certain in told(session))


def test_what_somebody_has_stated_out_of_turn_is_certain() -> None:
    shown = (Dealt(W), TurnedUp((Card.parse("9H"),)), Called(N, "play"))
    session: Session[Any] = Session(game_named("debertz"), header_of(Plan("debertz"), {}))
    for seq, act in enumerate((*shown, *play("N AS S 7S")), start=1):
        session.append(Entry(seq, seq * 1000, Source.TOUCH, act))
    assert told(session) == [(Offence.OUT_OF_TURN, S, True)]


def test_what_a_correction_changes_is_compared_without_the_weight_of_guesses() -> None:
    session = log(REVOKE, {PROOF: (0.333, "doubtful")})
    later = Entry(session.next_seq, 90_000, Source.TOUCH, Played(W, Card.parse("AC")), replaces=len(CALLS) + 1)
    changed = session.preview((later,))
    assert (changed.found, changed.dropped) == ((), ())
