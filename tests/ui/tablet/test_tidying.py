"""Memory is tidied while nobody waits for the screen. Searches are counted: a time says nothing on a busy machine."""

import gc
import itertools
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kozyr.engine.cards import Card
from kozyr.engine.games.registry import GAMES, game_named
from kozyr.engine.table.session import Session
from kozyr.ui.new_match import Plan, header_of
from kozyr.ui.tablet.model import TableModel

WHOLE = 2
"""The generation of a search through everything."""


@pytest.fixture
def searched() -> Iterator[list[int]]:
    """The generations of all searches for garbage from now on."""
    found: list[int] = []

    def heard(phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            found.append(about["generation"])

    gc.callbacks.append(heard)
    yield found
    gc.callbacks.remove(heard)


@pytest.fixture
def app(window: Any, hand: Any, played: Callable[..., Any]) -> Iterator[Any]:
    """A table in its app, with everything set aside that its start has made."""
    from kozyr.ui.tablet.app import TableApp

    made = TableApp(played("9H KH"))
    root = made.build()
    root.size_hint, root.size = (None, None), window.size
    window.add_widget(root)
    wait(hand, lambda: made._tidying._aside > 0)
    yield made
    made.on_stop()


def wait(hand: Any, until: Callable[[], object], most_s: float = 20.0) -> None:
    """Lets the app run until something is so."""
    end = time.monotonic() + most_s
    while not until():
        assert time.monotonic() < end, "it never came"
        hand.idle(1)
        time.sleep(0.01)


def litter(count: int = 6000) -> None:
    """So many objects that only a search finds."""

    class Ring:
        pass

    rings = [Ring() for _ in range(count)]
    for one in rings:
        one.ring = one  # type: ignore[attr-defined]


def test_nothing_is_searched_through_while_a_touch_is_answered(app: Any, hand: Any, searched: list[int]) -> None:
    from kivy.tests.common import UnitTestTouch

    app.screen.choose("pad")
    app.stir()
    hand.idle(4)
    app.stir()
    searched.clear()
    litter(20_000)
    for card in ("8H", "7H"):
        face = hand.find(card=Card.parse(card))
        touch = UnitTestTouch(*face.to_window(*face.center))
        touch.touch_down()
        resting = time.monotonic() + 0.4
        while time.monotonic() < resting:
            hand.idle(1)
        touch.touch_up()
        hand.idle(3)
        app.screen._side.settled_at = 0.0
    assert len(app.model.view.trick.plays) == 4
    assert WHOLE not in searched
    wait(hand, lambda: WHOLE in searched)


def test_a_pause_tidies_once(app: Any, hand: Any, searched: list[int]) -> None:
    while app.screen.prepare():
        hand.idle(2)
    searched.clear()
    litter()
    wait(hand, lambda: WHOLE in searched)
    searched.clear()
    resting = time.monotonic() + 0.5
    while time.monotonic() < resting:
        hand.idle(1)
    assert WHOLE not in searched, "there is nothing new to look through"


def test_a_page_with_a_task_is_not_set_aside(app: Any, hand: Any, searched: list[int]) -> None:
    from kozyr.ui.tablet.screens.menu import MenuPage

    app.screen.open_page(MenuPage)
    aside = gc.get_freeze_count()
    page = weakref.ref(app.screen._page)
    litter()
    searched.clear()
    wait(hand, lambda: WHOLE in searched)
    assert gc.get_freeze_count() <= aside
    app.screen.home()
    app.stir()
    litter()
    wait(hand, lambda: page() is None)


def test_what_was_set_aside_is_found_when_it_has_become_much(
    app: Any, hand: Any, searched: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    from kozyr.ui.tablet import tidying

    monkeypatch.setattr(tidying, "SET_ASIDE", 1000)
    monkeypatch.setattr(tidying, "LONG_PAUSE_S", 0.3)

    class Ring:
        """What only a search finds."""

    held = Ring()
    held.ring = held  # type: ignore[attr-defined]
    gone = weakref.ref(held)
    lasting: list[Any] = [[] for _ in range(5000)]
    searched.clear()
    wait(hand, lambda: WHOLE in searched)
    assert all(one is not held for one in gc.get_objects()), "it is set aside"
    del held
    lasting += [[] for _ in range(6000)]
    wait(hand, lambda: gone() is None)


def test_pages_that_are_likely_next_are_made_in_a_pause(app: Any, hand: Any) -> None:
    from kozyr.ui.tablet.screens.history import HistoryPage
    from kozyr.ui.tablet.screens.scores import ScorePage

    made = app.screen._tab_pages
    wait(hand, lambda: {HistoryPage, ScorePage} <= set(made))
    page = made[ScorePage]
    app.screen.choose("score")
    assert app.screen._page is page


@pytest.mark.parametrize("name", GAMES)
def test_pages_of_any_game_can_be_made_before_their_time(name: str, hand: Any, show: Callable[..., Any]) -> None:
    header = header_of(Plan(name), {})
    model = TableModel(Session(game_named(name), header), now_ms=itertools.count(0, 1000).__next__)
    screen = show(model)
    for _ in range(2):
        while screen.prepare():
            hand.idle(2)
        texts = sorted(hand.texts())
        screen.relay()
        hand.idle(2)
        assert sorted(hand.texts()) == texts, "what stands aside is not seen"
        model.begin_deal(model.view.seats[0].seat)
        hand.idle(2)


def test_afterwards_python_searches_as_it_did_also_when_the_first_of_two_apps_ends_first(
    window: Any, hand: Any, played: Callable[..., Any]
) -> None:
    from kozyr.ui.tablet.app import TableApp

    before = gc.get_threshold()
    first, second = TableApp(played()), TableApp(played())
    for made in (first, second):
        made.build()
    assert gc.get_threshold() != before
    first.on_stop()
    second.on_stop()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
