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


def rest(hand: Any, seconds: float) -> None:
    """Nobody does anything."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        hand.idle(1)


def litter(count: int = 6000) -> None:
    """So many objects that only a search finds."""

    class Ring:
        pass

    rings = [Ring() for _ in range(count)]
    for one in rings:
        one.ring = one  # type: ignore[attr-defined]


def test_nothing_is_searched_through_while_a_touch_is_answered(
    app: Any, hand: Any, searched: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.tests.common import UnitTestTouch

    from kozyr.ui.tablet import tidying

    # Longer than a busy machine takes for the three pictures of an answer, and shorter than the finger stays.
    monkeypatch.setattr(tidying, "PAUSE_S", 0.8)
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
        rest(hand, 1.0)
        touch.touch_up()
        hand.idle(3)
        app.screen._side.settled_at = 0.0
    assert len(app.model.view.trick.plays) == 4
    assert WHOLE not in searched
    wait(hand, lambda: WHOLE in searched)


def test_a_pause_tidies_once(app: Any, hand: Any, searched: list[int]) -> None:
    from kozyr.ui.tablet import tidying

    while app.screen.prepare():
        hand.idle(2)
    searched.clear()
    litter()
    wait(hand, lambda: WHOLE in searched)
    rest(hand, tidying.LONG_PAUSE_S + 0.5)
    searched.clear()
    rest(hand, 0.5)
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


def test_a_search_through_everything_that_found_much_is_made_once_more(
    app: Any, hand: Any, searched: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    from kozyr.ui.tablet import tidying

    app.screen.choose("pad")
    app.tidy()
    monkeypatch.setattr(tidying.Tidying, "_is_due", lambda *_: WHOLE not in searched)
    searched.clear()
    litter()
    wait(hand, lambda: WHOLE in searched)
    rest(hand, 0.5)
    assert searched.count(WHOLE) == 2


def test_memory_goes_back_after_the_driver_has_deleted_what_was_found(
    app: Any, hand: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.clock import Clock

    from kozyr.ui.tablet import tidying

    # What it does by itself is over.
    app._tidying.stop()
    rest(hand, 0.5)
    told: list[str] = []
    monkeypatch.setattr(tidying, "give_back", lambda: told.append("given back"))
    Clock.schedule_once(lambda _: told.append("next picture"), 0)
    app.tidy()
    assert told == []
    wait(hand, lambda: "given back" in told)
    assert told == ["next picture", *["given back"] * len(told[1:])]


def test_what_is_held_by_garbage_alone_goes_with_it(app: Any) -> None:
    """Python finds the inner cycles only after the outer ones are gone, so it has to be asked again."""

    class Ring:
        pass

    def ring() -> Any:
        made = Ring()
        made.ring = made  # type: ignore[attr-defined]
        return made

    inner = []
    for _ in range(2000):
        outer, held = ring(), ring()
        weakref.finalize(outer, lambda held: None, held)
        inner.append(weakref.ref(held))
        del outer, held
    app.tidy()
    assert [one for one in inner if one() is not None] == []


def test_asked_to_tidy_it_tells_how_many_objects_are_left(app: Any) -> None:
    first = app.tidy()
    kept = [[] for _ in range(5000)]  # type: ignore[var-annotated]
    assert app.tidy() - first == pytest.approx(len(kept), abs=500)
    del kept
    assert app.tidy() == pytest.approx(first, abs=500)


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
