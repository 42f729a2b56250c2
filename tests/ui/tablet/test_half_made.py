"""What is half entered stays, whatever the screen is drawn again for: turned, locked, another language, the camera."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import set_language, tr

from .fingers import Fingers, opened

FIRST, SECOND = Card.parse("AH"), Card.parse("7C")


def chosen(fingers: Fingers) -> Any:
    """The cards of a pad that are framed."""
    return sorted(one.card.code for one in fingers.widgets() if getattr(one, "wide", False) and one.glow)


def words(part: str) -> Callable[[Fingers], Any]:
    """Whether words stand on the screen."""
    return lambda fingers: any(part in text for text in fingers.hand.texts())


def there(tip: str) -> Callable[[Fingers], Any]:
    """Whether a key does."""
    return lambda fingers: fingers.shows(tip)


def said(tip: str) -> Callable[[Fingers], Any]:
    """What a key says, where there is one."""
    return lambda fingers: next((one.text for one in fingers.widgets() if getattr(one, "tip", None) == tip), None)


def pad(fingers: Fingers) -> Any:
    """How many cards a pad offers."""
    return sum(getattr(one, "wide", False) for one in fingers.widgets())


def talon(fingers: Fingers) -> None:
    fingers.card(FIRST)


def discards(fingers: Fingers) -> None:
    fingers.tip("discards")
    fingers.card(SECOND)


def exposed(fingers: Fingers) -> None:
    fingers.tip("menu")
    fingers.tip("menu.expose")
    fingers.seat(fingers.view.seats[1].seat)
    fingers.card(SECOND)


def shown(fingers: Fingers) -> None:
    fingers.tab("declare")
    fingers.tip("show")
    fingers.seat(fingers.view.seats[1].seat)
    fingers.card(FIRST)


def claim(fingers: Fingers) -> None:
    fingers.tip("menu")
    fingers.tip("menu.claim")
    fingers.tip(f"claim-{fingers.view.seats[1].seat}")


def tally(fingers: Fingers) -> None:
    fingers.tip("menu")
    fingers.tip("menu.tally")
    fingers.tip("digit-4")
    fingers.tip("digit-2")


def combination(fingers: Fingers) -> None:
    fingers.tab("declare")
    fingers.text(tr("declaration.terz"))


def level(fingers: Fingers) -> None:
    fingers.tip("level-up")
    fingers.text("Capo")


def other_words(fingers: Fingers) -> None:
    fingers.tip("other-word")
    there = said("group")(fingers)
    fingers.tip("group")
    assert said("group")(fingers) != there


def plate(fingers: Fingers) -> None:
    fingers.plate(fingers.view.seats[2].seat)


def pin(fingers: Fingers) -> None:
    fingers.model._judge_pin = "4711"
    fingers.text("Judge")
    fingers.tip("judge-come")
    fingers.text("4")
    fingers.text("7")


def another_card(fingers: Fingers) -> None:
    fingers.tab("question")
    fingers.tip("other")


def other_offence(fingers: Fingers) -> None:
    fingers.model.open_judging()
    fingers.settle()
    fingers.tip("judge")
    fingers.text("Another offence")
    fingers.seat(Seat.W)
    fingers.reach(f"law-{next(iter(fingers.model.session.game.laws))}")
    fingers.tip("no-entry")
    fingers.text("Other")


def fine(fingers: Fingers) -> None:
    other_offence(fingers)
    fingers.reach("remedy-fine")
    fingers.text("4")
    fingers.text("2")


def reason(fingers: Fingers) -> None:
    other_offence(fingers)
    fingers.reach("remedy-warn")
    fingers.tip("write")
    fingers.type("Late")


AT_THE_TABLE = {
    "the talon's first card": ("preferans_talon", talon, chosen),
    "a discard": ("preferans_discard", discards, chosen),
    "an exposed card": ("belot_declare", exposed, chosen),
    "a shown card": ("belot_declare", shown, chosen),
    "who claims": ("belot_declare", claim, there("claim-all")),
    "a result by number": ("belot_declare", tally, words(": 42")),
    "a combination": ("debertz_trick", combination, pad),
    "the level of a bid": ("belot_doubled", level, said("level")),
    "a group of words": ("preferans_auction", other_words, said("group")),
    "a player's plate": ("belot_declare", plate, lambda fingers: fingers.screen.acting is not None),
    "half a PIN": ("belot_declare", pin, words("••")),
    "a card that is another": ("asked", another_card, pad),
    "a fine": ("belot_declare", fine, words("42")),
    "a reason": ("belot_declare", reason, words("Late|")),
}
"""What is half made: (table, how, what shows it)."""


def name(fingers: Fingers) -> None:
    for tip in ("new", "name-E"):
        fingers.tip(tip)
    fingers.type("Abc")


def number(fingers: Fingers) -> None:
    for tip in ("new", "set-options"):
        fingers.tip(tip)
    fingers.reach("rule-match.target")
    fingers.reach("number-match_target")
    fingers.text("7")
    fingers.text("7")


def address(fingers: Fingers) -> None:
    for tip in ("camera", "address"):
        fingers.tip(tip)
    fingers.type("ab")


def deck(fingers: Fingers) -> None:
    for tip in ("decks", "new-deck"):
        fingers.tip(tip)
    fingers.type("Red")


AT_THE_START = {
    "a name": (name, words("Abc|")),
    "a number": (number, lambda fingers: "77" in fingers.hand.texts()),
    "an address": (address, words("rtsp://ab|")),
    "a deck's name": (deck, words("Red|")),
}
"""What is half typed on the start screen: (how, what shows it)."""


def disturbances(app: Any, fingers: Fingers) -> Iterator[str]:
    """Everything that draws a screen again, and what it was."""
    for size in ((600, 1024), (1280, 800), (1024, 600)):
        app._root.size = size
        fingers.settle()
        yield f"turned to {size}"
    app.on_resume()
    fingers.settle()
    yield "locked"
    for lang in ("uk", "en"):
        set_language(lang)
        fingers.settle()
    yield "another language"
    if app.model is not None:
        app.model.changed()
        fingers.settle()
        yield "the table changed"


@pytest.fixture
def shown_app(window: Any, hand: Any, at_once: None) -> Iterator[Callable[..., Any]]:
    with opened(window, hand) as shown:
        yield shown


@pytest.mark.parametrize("what", AT_THE_TABLE)
def test_half_an_entry_at_the_table_stays(what: str, shown_app: Callable[..., Any], pictured: Any, hand: Any) -> None:
    import further
    import pages
    import play

    from kozyr.ui.tablet.app import TableApp

    of, do, probe = AT_THE_TABLE[what]
    make = next(vars(one)[of] for one in (further, pages, play) if of in vars(one))
    app = TableApp(make("en"))
    shown_app(app)
    fingers = Fingers(hand, app.screen)
    before = probe(fingers)
    do(fingers)
    half = probe(fingers)
    assert half, hand.texts()
    assert half != before, hand.texts()
    entries = len(app.model.session.entries)
    for why in disturbances(app, fingers):
        assert probe(fingers) == half, (why, hand.texts())
    assert len(app.model.session.entries) == entries


@pytest.mark.parametrize("what", AT_THE_START)
def test_half_an_entry_at_the_start_stays_and_is_gone_with_its_page(
    what: str, shown_app: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hand: Any
) -> None:
    from kozyr.ui.preferences import Remembered
    from kozyr.ui.tablet.app import TableApp
    from kozyr.ui.tablet.screens.start import Camera, StartDesk

    monkeypatch.setenv("KOZYR_HOME", str(tmp_path))
    camera = Camera(tuple, lambda camera, tell: lambda: None, lambda camera, found: None)
    desk = StartDesk(lambda _: None, lambda _: None, remembered=Remembered(tmp_path / "settings.json"), camera=camera)
    app = TableApp(desk=desk)
    shown_app(app)
    do, probe = AT_THE_START[what]
    fingers = Fingers(hand, app.screen)
    do(fingers)
    assert probe(fingers), hand.texts()
    for why in disturbances(app, fingers):
        assert probe(fingers), (why, hand.texts())


def test_the_first_card_of_a_talon_stays_while_another_tab_is_shown_and_the_screen_turned(
    shown_app: Callable[..., Any], pictured: Any, hand: Any
) -> None:
    import further

    from kozyr.ui.tablet.app import TableApp

    app = TableApp(further.preferans_talon("en"))
    shown_app(app)
    fingers = Fingers(hand, app.screen)
    fingers.card(FIRST)
    fingers.tab("score")
    for _ in disturbances(app, fingers):
        pass
    fingers.tab("pad")
    assert chosen(fingers) == ["AH"]
    fingers.card(SECOND)
    assert set(fingers.view.turned_up) == {FIRST, SECOND}
    assert chosen(fingers) == []


def test_what_was_typed_for_one_player_is_not_offered_for_the_next(
    shown_app: Callable[..., Any], tmp_path: Path, hand: Any
) -> None:
    from kozyr.ui.preferences import Remembered
    from kozyr.ui.tablet.app import TableApp
    from kozyr.ui.tablet.screens.start import StartDesk

    desk = StartDesk(lambda _: None, lambda _: None, remembered=Remembered(tmp_path / "settings.json"))
    app = TableApp(desk=desk)
    shown_app(app)
    fingers = Fingers(hand, app.screen)
    name(fingers)
    fingers.tip("back")
    fingers.tip("name-S")
    assert not words("Abc")(fingers)
