"""The feed: whole states, numbered, exactly as late as the streamer wishes, told once, the newest to everybody."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from kozyr.ui.overlay.feed import MOST_DELAY_S, Feed, Published


class Clock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def run(work: Coroutine[Any, Any, None]) -> None:
    """On a loop of its own, with a limit."""
    asyncio.run(asyncio.wait_for(work, 20))


def shown(feed: Feed) -> Any:
    """What the current state says."""
    return None if feed.current is None else feed.current.state["what"]


@pytest.mark.parametrize("delay_s", [0, 0.5, 7, MOST_DELAY_S])
def test_a_state_is_shown_when_its_delay_is_over_and_not_a_moment_before(delay_s: float) -> None:
    async def work() -> None:
        clock = Clock()
        feed = Feed(delay_s, clock)
        feed.publish(lambda: {"what": "card"})
        if delay_s:
            clock.now_s = 100 + delay_s - 0.001
            assert shown(feed) is None
        clock.now_s = 100 + delay_s
        assert shown(feed) == "card"
        clock.now_s += 2
        assert feed.age_ms == 2000

    run(work())


def test_a_correction_is_as_late_as_what_it_corrects() -> None:
    async def work() -> None:
        clock = Clock()
        feed = Feed(10, clock)
        feed.publish(lambda: {"what": "wrong"})
        clock.now_s = 103
        feed.publish(lambda: {"what": "right"})
        seen = []
        for tenth in range(1030, 1150):
            clock.now_s = tenth / 10
            seen.append((shown(feed), clock.now_s))
        assert next(at for what, at in seen if what == "wrong") == 110
        assert next(at for what, at in seen if what == "right") == 113
        assert [what for what, _ in seen][-1] == "right"

    run(work())


def test_that_the_table_has_gone_is_told_as_late_as_its_states() -> None:
    async def work() -> None:
        clock = Clock()
        feed = Feed(5, clock)
        assert feed.lives is False
        feed.heard(True)
        clock.now_s = 104.9
        assert feed.lives is False
        clock.now_s = 105
        assert feed.lives is True
        feed.heard(False)
        feed.heard(False)
        clock.now_s = 109.9
        assert feed.lives is True
        clock.now_s = 110
        assert feed.lives is False

    run(work())


def test_what_was_true_long_before_need_not_wait_again() -> None:
    async def work() -> None:
        clock = Clock()
        feed = Feed(60, clock)
        feed.publish(lambda: {"what": "old"}, age_s=3600)
        assert shown(feed) == "old"
        feed.publish(lambda: {"what": "half"}, age_s=40)
        assert shown(feed) == "old"
        clock.now_s += 20
        assert shown(feed) == "half"

    run(work())


def test_nothing_overtakes_what_came_before_it() -> None:
    async def work() -> None:
        clock = Clock()
        feed = Feed(60, clock)
        feed.publish(lambda: {"what": "first"})
        feed.publish(lambda: {"what": "second"}, age_s=3600)
        assert shown(feed) is None
        clock.now_s += 60
        assert shown(feed) == "second"

    run(work())


def test_a_state_is_told_once_for_everybody_and_not_at_all_when_nobody_looked_in_time() -> None:
    async def work() -> None:
        told: list[int] = []

        def state(number: int) -> dict[str, Any]:
            told.append(number)
            return {"what": number}

        feed = Feed()
        got: list[Published] = []

        async def listen() -> None:
            async for one in feed.states(60):
                assert one is not None
                got.append(one)

        for number in range(50):
            feed.publish(lambda number=number: state(number))
        listeners = [asyncio.create_task(listen()) for _ in range(20)]
        await asyncio.sleep(0.05)
        assert told == [49]
        assert len(got) == 20
        assert len({id(one) for one in got}) == 1
        feed.publish(lambda: state(50))
        await asyncio.sleep(0.05)
        assert told == [49, 50]
        assert len(got) == 40
        feed.close()
        await asyncio.gather(*listeners)

    run(work())


def test_revisions_rise_and_a_restarted_server_is_another() -> None:
    async def work() -> None:
        feeds = [Feed(), Feed()]
        states = []
        for feed in feeds:
            for number in range(2):
                feed.publish(lambda number=number: {"what": number})
                assert feed.current is not None
                states.append(feed.current.state)
        assert [state["revision"] for state in states] == [1, 2, 1, 2]
        assert states[0]["server"] == states[1]["server"] != states[2]["server"]

    run(work())


def test_a_state_that_cannot_be_told_leaves_the_last_one_and_the_next_is_shown() -> None:
    async def work() -> None:
        failed: list[Exception] = []
        feed = Feed(failed=failed.append)
        feed.publish(lambda: {"what": "good"})
        assert shown(feed) == "good"
        feed.publish(lambda: {"what": 1 / 0})
        assert shown(feed) == "good"
        assert len(failed) == 1
        feed.publish(lambda: {"what": "better"})
        assert shown(feed) == "better"

    run(work())


def test_a_listener_hears_a_heartbeat_when_nothing_happens_also_while_states_wait() -> None:
    async def work() -> None:
        feed = Feed(300)
        feed.publish(lambda: {"what": "later"})
        beats = 0
        async for one in feed.states(0.02):
            assert one is None
            beats += 1
            if beats == 3:
                break

    run(work())
