"""What a touch and a log entry may change of the screen: counted, for a time says nothing on a busy machine."""

import gc
from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.cards import DECK_32, Card, cards
from kozyr.engine.seats import Seat
from kozyr.engine.view import Audience, Phase

FIRST_SEEN = 150
"""What a page makes that comes up for the first time; one thing left by each entry would be a thousand."""
MOST_MADE = 4
"""A trick's fourth card, the key of the last trick, two labels."""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The classes of all widgets that are made from now on."""
    from kivy.uix.widget import Widget

    names: list[str] = []
    init = Widget.__init__

    def counting(self: Any, **kwargs: Any) -> None:
        names.append(type(self).__name__)
        init(self, **kwargs)

    monkeypatch.setattr(Widget, "__init__", counting)
    return names


def play_on(model: Any) -> None:
    """One regular thing, always the first that is offered."""
    view, expected = model.view, model.view.expectation
    if view.phase in (Phase.BEFORE_DEAL, Phase.DEAL_OVER, Phase.MATCH_OVER):
        model.begin_deal(model.next_dealer or Seat.S)
    elif expected.calls and "Played" not in expected.kinds:
        bids = [call for call in expected.calls if call[:1].isdigit()]
        model.call(expected.caller or expected.seat, bids[0] if not view.calls and bids else "pass")
    else:
        left = [card for card in DECK_32 if card not in model.played]
        model.play(expected.seat, next((card for card in left if card in expected.playable), left[0]))


def play_until(model: Any, hand: Any, seq: int, every: int = 1) -> None:
    """Plays up to an entry and draws after so many of them."""
    while model.session.next_seq <= seq:
        play_on(model)
        if model.session.next_seq % every == 0:
            hand.idle(1)


def test_a_touched_card_makes_no_page_anew(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any], made: list[str]
) -> None:
    model = played("9H KH")
    screen = show(model, "pad")
    page, faces = screen._page, [one for one in screen.walk() if getattr(one, "wide", False)]
    made.clear()
    hand.tap(card=Card.parse("8H"))
    assert len(model.view.trick.plays) == 3
    assert len(made) <= MOST_MADE, made
    assert screen._page is page
    assert [one for one in screen.walk() if getattr(one, "wide", False)] == faces


def test_a_second_deal_makes_no_widget(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any], made: list[str]
) -> None:
    """Every key, label and card that a deal needs is there after the first one."""
    model = played()
    show(model)
    play_until(model, hand, 76)
    deals = model.view.deal
    made.clear()
    play_until(model, hand, 114)
    assert model.view.deal > deals
    assert [name for name in made if name in ("Key", "CardFace", "Plate")] == []


def test_the_score_makes_a_line_for_a_new_deal_alone(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any], made: list[str]
) -> None:
    model = played()
    screen = show(model, "score")
    play_until(model, hand, 114)
    screen.choose("score")
    hand.idle(2)
    deals = len(model.view.rows)
    made.clear()
    play_until(model, hand, 152)
    screen.choose("score")
    hand.idle(2)
    assert made.count("ScoreLineBox") == len(model.view.rows) - deals > 0


def test_a_thousand_entries_leave_as_many_widgets_and_pictures(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played()
    show(model, "pad")
    play_until(model, hand, 760, every=5)
    before = _counted()
    play_until(model, hand, 1760, every=5)
    after = _counted()
    for kind, count in before.items():
        assert after[kind] <= count + FIRST_SEEN, kind


def _counted() -> dict[str, int]:
    from kivy.graphics.texture import Texture
    from kivy.uix.widget import Widget

    from kozyr.ui.tablet.textures import words
    from kozyr.ui.tablet.theme import theme

    gc.collect()
    objects = gc.get_objects()
    return {
        "widgets": sum(issubclass(type(one), Widget) for one in objects),
        "textures": sum(issubclass(type(one), Texture) for one in objects) - len(words),
        "observers": sum(len(theme.get_property_observers(name)) for name in ("s", "t", "name", "text", "key")),
    }


def test_labels_leave_nothing_in_the_theme(window: Any) -> None:
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import FitLabel, Key

    counts = []
    for _ in range(2):
        for at in range(20):
            FitLabel(text=str(at)), Key(text=str(at))
        gc.collect()
        counts.append([len(theme.get_property_observers(name)) for name in ("s", "t", "name")])
    assert counts[0] == counts[1]


def test_labels_follow_the_theme(window: Any) -> None:
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import FitLabel, Key

    label, dressed = FitLabel(text="7", size=(300, 100)), Key(text="7")
    size, fill = label.font_size, tuple(dressed.fill)
    try:
        theme.speak("large")
        theme.wear("light")
        assert label.font_size > size
        assert tuple(dressed.fill) != fill
    finally:
        theme.speak("normal")
        theme.wear("dark")


def test_what_has_not_changed_is_not_drawn(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any], window: Any
) -> None:
    model = played("9H KH")
    screen = show(model, "pad")
    hand.idle(4)
    assert not window.canvas.needs_redraw
    screen.refresh()
    from kivy.clock import Clock
    from kivy.lang import Builder

    Clock.tick()
    Builder.sync()
    assert not window.canvas.needs_redraw


def test_the_table_is_looked_at_once_for_each_entry(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = played("9H KH")
    show(model, "pad")
    looks: list[Audience] = []
    view = type(model.session).view

    def counting(self: Any, audience: Audience) -> Any:
        looks.append(audience)
        return view(self, audience)

    monkeypatch.setattr(type(model.session), "view", counting)
    play_on(model)
    hand.idle()
    assert looks == [Audience.PLAYERS]


def test_one_look_is_drawn_once(window: Any, hand: Any) -> None:
    from kozyr.ui.tablet.widgets import FitLabel

    first, second, other = (FitLabel(text=text, size=(80, 30)) for text in ("взяток: 3", "взяток: 3", "взяток: 4"))
    for one in (first, second, other):
        one.texture_update()
    assert first.texture is second.texture
    assert other.texture is not first.texture
    first.text = "взяток: 5"
    first.texture_update()
    assert second.texture is not first.texture


def test_words_are_drawn_anew_when_the_graphics_memory_is_lost(window: Any, hand: Any) -> None:
    from kozyr.ui.tablet.widgets import FitLabel, draw_anew

    label = FitLabel(text="жетон", size=(80, 30))
    label.texture_update()
    before = label.texture
    draw_anew()
    hand.idle()
    assert label.texture is not before


def pictures_of(widget: Any) -> list[Any]:
    """The textures on a widget and all that stands on it, but for the white of the library, which sees to its own."""
    from kivy.graphics import Rectangle

    drawn = [one for part in widget.walk() for one in (*part.canvas.before.children, *part.canvas.children)]
    shown = [one.texture for one in drawn if isinstance(one, Rectangle) and one.texture is not None]
    return [one for one in shown if "default.png" not in str(one)]


def test_everything_at_the_table_is_drawn_anew_when_the_graphics_memory_is_lost(
    played: Callable[..., Any], window: Any, hand: Any
) -> None:
    from kozyr.ui.tablet.app import TableApp

    app = TableApp(played("9H KH"))
    root = app.build()
    root.size_hint, root.size = (None, None), (1024, 600)
    window.add_widget(root)
    hand.idle(4)
    try:
        before = pictures_of(app.screen)
        app.on_resume()
        hand.idle(4)
        after = pictures_of(app.screen)
        assert len(before) == len(after) > 50
        assert {id(one) for one in before}.isdisjoint(id(one) for one in after)
    finally:
        app.on_stop()


def test_a_key_gets_another_ground_when_the_graphics_memory_is_lost(window: Any, hand: Any) -> None:
    from kozyr.ui.tablet.widgets import Key, draw_anew

    pressed = Key(text="pass", size=(200, 60))
    hand.idle()
    before = pictures_of(pressed)
    draw_anew()
    hand.idle()
    assert len(before) >= 2
    assert {id(one) for one in before}.isdisjoint(id(one) for one in pictures_of(pressed))


def test_pictures_are_kept_within_bounds() -> None:
    from kozyr.ui.tablet.textures import Textures

    class Picture:
        width = height = 16

    kept = Textures(4)
    for at in range(10):
        kept.get(at, Picture)
    assert (len(kept), kept.kib) == (4, 4)
    newest = kept.get(9, Picture)
    assert kept.get(9, Picture) is newest
    kept.clear()
    assert (len(kept), kept.kib) == (0, 0)


def test_a_key_does_what_it_meant_when_it_was_pressed(window: Any) -> None:
    """An entry of the camera may give the key under the finger another meaning."""
    from kozyr.ui.tablet.widgets import key

    done: list[str] = []
    pressed = key("pass", lambda: done.append("pass"))
    pressed.dispatch("on_press")
    pressed.do = lambda: done.append("8H")
    pressed.dispatch("on_release")
    pressed.dispatch("on_release")
    assert done == ["pass", "8H"]


def test_a_key_that_meant_nothing_when_it_was_pressed_does_nothing(window: Any) -> None:
    from kozyr.ui.tablet.widgets import Key

    done: list[str] = []
    pressed = Key(text="pass")
    pressed.dispatch("on_press")
    pressed.do = lambda: done.append("pass")
    pressed.dispatch("on_release")
    assert done == []
    pressed.dispatch("on_press")
    pressed.dispatch("on_release")
    assert done == ["pass"]


def test_a_page_whose_building_failed_can_be_built_again(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    from kozyr.ui.tablet.screens.page import Page

    class Half(Page):
        keeps = True
        fails = False

        def build(self) -> None:
            self.heading("above")
            if self.fails:
                raise OSError("half built")
            self.heading("below")

    page = Half(show(played()))
    page.fails = True
    with pytest.raises(OSError, match="half built"):
        page.refresh()
    assert len(page.children) == 2, "what stood stays"
    late = type(page.children[0])(text="late")
    page.add_widget(late)
    assert late.parent is page
    page.fails = False
    page.refresh()
    assert [one.text for one in page.children[::-1]] == ["above", "below"]


def test_a_card_is_drawn_once_for_each_look(window: Any, hand: Any) -> None:
    from kozyr.ui.tablet.cardface import CardFace
    from kozyr.ui.tablet.textures import faces

    faces.clear()
    shown = [CardFace(card=card, size=(90, 58), wide=True) for card in cards("7H 7H AS")]
    hand.idle()
    assert len(faces) == 2
    shown[0].pos = (300, 200)
    hand.idle()
    assert len(faces) == 2
    shown[0].state = "down"
    hand.idle()
    assert len(faces) == 3
