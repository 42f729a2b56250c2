"""Time-outs, clause by clause (8.1 to 8.8)."""

import pytest

from kozyr.engine.games.debertz.match import Course, Meetings, meetings_of, opened
from kozyr.engine.games.debertz.rules import Rules, Timeout
from kozyr.engine.games.debertz.score import Finished, Taken
from kozyr.engine.games.debertz.timeouts import Refusal, Terms, Timeouts, deal_begun, deal_ended, ended, with_request
from kozyr.engine.seats import Seat, seating
from kozyr.engine.view import Clock

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
SEATING = seating((S, W, N, E), {"SN": (S, N), "WE": (W, E)})
PERSON, TEAM = Terms(SEATING, Timeout()), Terms(SEATING, Timeout(per="team"))
COURSE = Course(SEATING.side_names, 501, Rules())
NOT_BEGUN = opened(COURSE)
DEAL = Finished("SN", (("SN", Taken(100, 5)), ("WE", Taken(62, 3))))
PARTY = Finished("SN", (("SN", Taken(600, 5)), ("WE", Taken(62, 3))))


def after(*deals: Finished) -> Meetings:
    return meetings_of(COURSE, enumerate(deals, start=1))


def asked(
    *seats: Seat, terms: Terms = PERSON, meetings: Meetings | None = None, start: Timeouts | None = None
) -> Timeouts:
    timeouts = start or Timeouts()
    for seq, seat in enumerate(seats, start=len(timeouts.asked) + 1):
        timeouts = with_request(timeouts, seq, seat, meetings or after(DEAL), terms)
    return timeouts


def test_8_1_five_minutes() -> None:
    timeouts = asked(S)
    assert (timeouts.refusal, timeouts.clock) == (None, Clock(1, S, 300))


def test_8_1_once_a_party_for_each_person() -> None:
    timeouts = asked(S, S)
    assert timeouts.refusal is Refusal.USED_UP
    assert timeouts.clocks == (Clock(1, S, 300),), "a refused request changes no clock"
    assert asked(S, N).refusal is None


def test_8_1_once_a_party_for_the_team() -> None:
    assert asked(S, N, terms=TEAM).refusal is Refusal.USED_UP
    assert asked(S, W, terms=TEAM).refusal is None


def test_8_1_again_in_the_next_party() -> None:
    timeouts = asked(S)
    assert asked(S, start=timeouts, meetings=after(DEAL, PARTY)).refusal is None, "between parties: the coming one's"
    assert asked(S, S, start=timeouts, meetings=after(DEAL, PARTY)).refusal is Refusal.USED_UP
    between = asked(S, start=timeouts, meetings=after(DEAL, PARTY))
    assert asked(S, start=between, meetings=after(DEAL, PARTY, DEAL)).refusal is Refusal.USED_UP


def test_options_of_length_and_number() -> None:
    terms = Terms(SEATING, Timeout(seconds=60, per_party=2))
    assert asked(S, S, terms=terms).clocks == (Clock(1, S, 60), Clock(2, S, 60))
    assert asked(S, S, S, terms=terms).refusal is Refusal.USED_UP


def test_8_4_its_owner_may_end_it_early_and_nobody_else() -> None:
    timeouts = asked(S, W)
    assert ended(timeouts, N) == timeouts
    assert ended(timeouts, S).clock == Clock(2, W, 300)
    assert ended(ended(timeouts, S), S).clock == Clock(2, W, 300)


def test_8_4_play_goes_on_with_the_next_deal() -> None:
    assert deal_begun(asked(S)).clock is None


def test_8_5_asked_for_during_a_deal_it_starts_after_it() -> None:
    during = asked(E, start=deal_begun(Timeouts()), meetings=NOT_BEGUN)
    assert (during.refusal, during.clock) == (None, Clock(1, E, 300, is_waiting=True))
    assert deal_ended(during).clock == Clock(1, E, 300)


def test_8_8_none_before_the_first_deal_of_the_meeting() -> None:
    timeouts = asked(S, meetings=NOT_BEGUN)
    assert (timeouts.refusal, timeouts.clock) == (Refusal.BEFORE_FIRST_DEAL, None)
    assert asked(S, start=timeouts).refusal is None, "what was refused is not used up"


@pytest.mark.parametrize(("deals", "refusal"), [((PARTY,), None), ((PARTY, PARTY), Refusal.BEFORE_FIRST_DEAL)])
def test_8_8_a_won_meeting_is_followed_by_another(deals: tuple[Finished, ...], refusal: Refusal | None) -> None:
    assert asked(S, meetings=after(*deals)).refusal is refusal
    begun = deal_begun(Timeouts())
    assert asked(S, start=begun, meetings=after(*deals)).refusal is None
