"""A match with the camera, by touches: the clip of the demo goes through the eyes to the table, people do the rest.

They put the match together, enter the calls and declarations when they are said, answer the camera's questions; the
judge rules on what was found; the protocol is saved. The clip waits while fingers are at work.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from kozyr.engine.acts import Dealt, Decision, Played, Ruled
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.table.store import read_log_file
from kozyr.engine.view import Phase
from kozyr.ui.settings import datasets_folder
from kozyr.vision.sources import open_source

from .evening import Evening, judge_comes, put_together, saved

CLIP = datasets_folder() / "demo.mp4"
TRUTH = json.loads((datasets_folder() / "demo.json").read_text("utf-8"))
SAID = [entry for entry in read_log_file(datasets_folder() / "demo-calls.kozyr.jsonl").entries
        if not isinstance(entry.act, Dealt)]  # fmt: skip


class Held:
    """Pictures that come when they are let through, one at a time."""

    def __init__(self, source: Any) -> None:
        self._source, self._let, self.waits = source, threading.Semaphore(0), threading.Event()
        self.at_ms, self.over = 0, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)

    def __iter__(self) -> Iterator[Any]:
        for item in self._source:
            self.at_ms = item.at_ms
            self.waits.set()
            self._let.acquire()
            yield item
        self.over = True
        self.waits.set()

    def next(self) -> None:
        """Lets one picture through and waits until it was looked at."""
        self.waits.clear()
        self._let.release()
        assert self.waits.wait(60)

    def close(self) -> None:
        """Nobody looks any more."""
        self.over = True
        self._let.release()
        self._source.close()


@pytest.fixture
def clip(monkeypatch: pytest.MonkeyPatch) -> list[Held]:
    """The clip held by hand wherever a camera is opened; the eyes do not wait for its own clock."""
    opened: list[Held] = []

    def held(name: str) -> Held:
        opened.append(Held(open_source(name)))
        return opened[-1]

    monkeypatch.setattr("kozyr.ui.commands.table.open_source", held)
    monkeypatch.setattr("kozyr.ui.runner.time", SimpleNamespace(monotonic=lambda: time.monotonic() * 10_000))
    return opened


def right_answer(evening: Evening) -> None:
    """Touches what truly lies on the table."""
    from kozyr.ui.tablet.cardface import CardFace
    from kozyr.ui.tablet.people import player
    from kozyr.ui.tablet.screens.question import choice_text
    from kozyr.ui.tablet.widgets import Key, plain

    true = {(play["seat"], play["card"]) for play in TRUTH["plays"]}
    question = evening.model.questions[0]
    for choice in question.choices:
        plays = [(act.seat.value, act.card.code) for act in choice.acts if isinstance(act, Played) and act.card]
        if not plays or not all(play in true for play in plays):
            continue
        cards = [one for one in evening.widgets() if isinstance(one, CardFace) and not one.wide and one.parent
                 and one.card is not None and one.card.code == plays[-1][1] and one.height > 150]  # fmt: skip
        words = plain(choice_text(choice, partial(player, evening.model)))
        rows = [one for one in evening.widgets() if isinstance(one, Key) and plain(one.text) == words]
        assert cards or rows, (choice, evening.hand.texts())
        evening.touch((cards or rows)[-1])
        return
    evening.tip("nothing")


def decide(evening: Evening, offence: Offence, *keys: str) -> None:
    """Opens a finding and touches keys of the ruling."""
    found = next(one for one in evening.view.findings if one.offence is offence)
    evening.tip(f"finding-{found.committed}")
    for words in keys:
        evening.tip(words) if words.startswith("why-") else evening.text(words)


@pytest.mark.timeout(900)
def test_a_match_before_the_camera_from_the_start_screen_to_its_paper(
    clip: list[Held], evening: Callable[..., Evening]
) -> None:
    fingers = evening("--camera", str(CLIP), "--threads", "1")
    put_together(fingers, "bazar-belot", "2x2", ("match.target", "match_target", "30"), Seat.N)
    until = time.monotonic() + 60
    while len(clip) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    said, answered, source = list(SAID), 0, clip[1]
    assert source.waits.wait(60)
    while not source.over:
        while said and (said[0].at_ms <= source.at_ms or fingers.view.phase is Phase.AUCTION):
            act = said.pop(0).act
            assert act is not None
            fingers.enter(act)
        if fingers.model.questions:
            assert fingers.screen.tab == "question"
            right_answer(fingers)
            answered += 1
        source.next()
        fingers.settle()
    until = time.monotonic() + 60
    while fingers.model.camera.working and time.monotonic() < until:
        fingers.settle()
    while fingers.model.questions:
        right_answer(fingers)
        answered += 1
    assert answered >= 1, "the camera was not sure of the card out of turn and asked"
    deal = fingers.model.session.report().deals[-1]
    assert dict(deal.score) == TRUTH["expected"]["without_ruling"]["score"]
    judge_comes(fingers)
    decide(fingers, Offence.OUT_OF_TURN, "Dismiss", "why-agreed")
    decide(fingers, Offence.REVOKE, "Accept")
    fingers.text("End\njudging")
    report = fingers.model.session.report()
    assert dict(report.deals[-1].score) == TRUTH["expected"]["after_b10_accepted"]["score"]
    assert report.winner == "WE"
    decisions = [step.act.decision for step in fingers.model.session.steps if isinstance(step.act, Ruled)]
    assert decisions == [Decision.DISMISSED, Decision.ACCEPTED]
    paper = saved(fingers)
    assert "revoke" in paper
    assert "B-10" in paper
    assert "33" in paper.split("\n")
    assert all(name in paper for _, name in fingers.model.session.header.players)
    (log,) = fingers.logs.glob("*.jsonl")
    assert read_log_file(log).entries == fingers.model.session.entries
