"""From nothing to the first deal by touches: game, format, options, players, seats; settings, logs, camera."""

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kozyr.engine.games.registry import GAMES, game_named
from kozyr.engine.seats import Seat
from kozyr.engine.table.store import read_log_file
from kozyr.ui.locale.text import LANGUAGES
from kozyr.ui.logbook import bring_in, first_standing, newest
from kozyr.ui.new_match import Plan

from .fingers import opened

TABLES = [(name, form) for name, game in GAMES.items() for form in game.formats]
DATA = Path(__file__).parents[3] / "datasets" / "demo-calls.kozyr.jsonl"


@pytest.fixture
def begin(window: Any, hand: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Shows the start screen in a window of some size; ``begun`` collects the matches."""
    from kozyr.ui.preferences import Remembered
    from kozyr.ui.tablet.app import TableApp
    from kozyr.ui.tablet.screens.start import Camera, StartDesk

    def started(plan: Plan | None = None, size: tuple[int, int] = (1024, 600), names: Any = None) -> Any:
        made = SimpleNamespace(begun=[], resumed=[], looks=[], ended=[], saved=[])
        logs = tmp_path / "logs"
        logs.mkdir(exist_ok=True)

        def look(camera: str, tell: Callable[[Any], object]) -> Callable[[], object]:
            made.looks.append((camera, tell))
            return lambda: made.ended.append(camera)

        def table(what: Any, where: list[Any]) -> Any:
            from kozyr.engine.errors import KozyrError

            where.append(what)
            raise KozyrError("this test goes no further")

        made.remembered = Remembered(tmp_path / "settings.json")
        made.logs = logs
        desk = StartDesk(
            lambda match: table(match, made.begun), lambda path: table(path, made.resumed),
            lambda: first_standing(newest(logs)), made.remembered, plan or Plan(), names or {},
            lambda path: bring_in(path, logs), lambda: None,
            Camera(lambda: ("0", "2"), look, lambda camera, found: made.saved.append((camera, found))),
            lambda: newest(logs),
        )  # fmt: skip
        made.app = TableApp(desk=desk)
        made.root = shown(made.app, size)
        return made

    with opened(window, hand) as shown:
        yield started


def reach(hand: Any, tip: str) -> Any:
    """A widget of a list, scrolled into sight."""
    found = hand.find(tip=tip)
    scroll = found.parent.parent
    scroll.scroll_to(found, animate=False)
    hand.idle(3)
    return found


@pytest.mark.parametrize(("name", "form"), TABLES)
def test_the_start_screen_seats_who_plays(name: str, form: str, begin: Callable[..., Any], hand: Any) -> None:
    made = begin(Plan(name, form=form))
    seats = game_named(name).seating(form).seats
    hand.tap(tip="new")
    hand.tap(tip=f"dealer-{seats[-1]}")
    hand.tap(tip="begin")
    (match,) = made.begun
    assert match.header.seating.seats == seats
    assert match.dealer is seats[-1]


def test_a_debertz_match_is_put_together_by_touches(begin: Callable[..., Any], hand: Any) -> None:
    made = begin()
    hand.tap(tip="new")
    hand.tap(tip="set-game")
    hand.tap(text="○  Debertz")
    hand.tap(tip="set-format")
    hand.tap(text="○  Three players")
    hand.tap(tip="set-target")
    hand.tap(text="○  1001 points")
    hand.tap(tip="set-options")
    hand.tap(reach(hand, "rule-match.meeting"))
    hand.tap(hand.find(tip="number-meeting_wins"))
    for digit in "3":
        hand.tap(text=digit)
    hand.tap(tip="done")
    hand.tap(tip="back")
    hand.tap(tip="back")
    assert "Options\nchanged: 1" in hand.texts()
    hand.tap(tip="begin")
    header = made.begun[0].header
    assert (header.game, header.extra["format"], header.extra["target"]) == ("debertz", "1x2", 1001)
    assert dict(header.rules) == {"meeting_wins": 3}
    kept = made.remembered.now
    assert (kept.game, kept.form, kept.target, dict(kept.rules)) == ("debertz", "1x2", 1001, {"meeting_wins": 3})


def test_an_option_says_in_words_what_it_may_be_and_where_it_stands(begin: Callable[..., Any], hand: Any) -> None:
    made = begin(Plan("debertz"))
    hand.tap(tip="new")
    hand.tap(tip="set-options")
    assert any("our own choice" in text for text in hand.texts())
    rule = next(
        one.tip
        for root in hand.window.children
        for one in root.walk()
        if getattr(one, "tip", "").startswith("rule-deal")
    )
    hand.tap(tip=rule)
    hand.tap(tip="value-direction-ccw")
    assert any("anticlockwise" in text and text.startswith("●") for text in hand.texts())
    hand.tap(tip="back")
    hand.tap(tip="only-changed")
    assert sum("CHANGED" in text for text in hand.texts()) == 1
    hand.tap(tip="reset")
    hand.tap(tip="back")
    assert made.app.screen.state.plan.rules == {}


def test_players_are_remembered_seated_swapped_and_removed(begin: Callable[..., Any], hand: Any) -> None:
    made = begin(names={Seat.S: "Anna"})
    made.remembered.met("Anna", "Boris", "Clara")
    hand.tap(tip="new")
    hand.tap(tip="name-N")
    hand.tap(tip="player-Anna")
    assert made.app.screen.state.names == {Seat.S: "", Seat.N: "Anna"}
    hand.tap(tip="name-S")
    hand.tap(tip="player-Boris")
    hand.tap(tip="name-S")
    hand.tap(tip="player-Anna")
    assert made.app.screen.state.names == {Seat.S: "Anna", Seat.N: "Boris"}
    hand.tap(tip="name-W")
    hand.tap(tip="remove-names")
    assert "Who is to go from the list?" in hand.texts()
    hand.tap(tip="player-Boris")
    assert set(made.remembered.now.players) == {"Anna", "Clara"}
    assert hand.find(tip="remove-names").text == "Done"
    hand.tap(tip="remove-names")
    assert "Who sits here: West?" in hand.texts()
    hand.tap(tip="back")
    hand.tap(tip="begin")
    assert dict(made.begun[0].header.players)[Seat.W] == "W"


def test_a_name_is_typed_at_once_while_all_who_are_known_sit(begin: Callable[..., Any], hand: Any) -> None:
    made = begin()
    hand.tap(tip="lang-en")
    hand.tap(tip="new")
    hand.tap(tip="name-S")
    hand.tap(text="Q")
    hand.tap(tip="done")
    names = made.app.screen.state.names
    assert names[Seat.S] == "Q"
    hand.tap(tip="name-W")
    hand.tap(text="W")
    hand.tap(tip="done")
    assert (names[Seat.S], names[Seat.W]) == ("Q", "W")
    hand.tap(tip="name-S")
    hand.tap(tip="no-name")
    hand.tap(tip="name-N")
    assert hand.find(tip="player-Q"), "somebody who is known stands up: he may be chosen"
    hand.tap(tip="back")
    hand.tap(tip="name-S")
    hand.tap(tip="player-Q")
    hand.tap(tip="begin")
    assert dict(made.begun[0].header.players)[Seat.W] == "W"


def test_the_keyboard_writes_ukrainian_russian_and_latin(begin: Callable[..., Any], hand: Any) -> None:
    made = begin()
    hand.tap(tip="lang-uk")
    hand.tap(tip="new")
    hand.tap(tip="name-S")
    hand.tap(text="Ї")
    hand.tap(tip="layout")
    hand.tap(text="ы")
    hand.tap(tip="layout")
    hand.tap(text="w")
    hand.tap(text="123")
    hand.tap(text="7")
    assert "Їыw7|" in hand.texts()
    hand.tap(tip="erase")
    hand.tap(tip="done")
    assert made.app.screen.state.names[Seat.S] == "Їыw"


def test_three_players_leave_any_place_free(begin: Callable[..., Any], hand: Any) -> None:
    plan = Plan("preferans", form="3")
    made = begin(plan, names=dict(zip(plan.seats.seats, "ABC", strict=True)))
    hand.tap(tip="new")
    free = next(seat for seat in Seat if seat not in made.app.screen.state.plan.seats.seats)
    hand.tap(tip=f"free-{free}")
    hand.tap(tip="begin")
    header = made.begun[0].header
    assert free in header.seating.seats
    assert sorted(dict(header.players).values()) == ["A", "B", "C"]


def test_settings_are_there_at_the_next_start(begin: Callable[..., Any], hand: Any) -> None:
    from kozyr.ui.preferences import Remembered
    from kozyr.ui.tablet.sound import sounds
    from kozyr.ui.tablet.theme import theme

    made = begin()
    hand.tap(tip="look")
    hand.tap(tip="lang-ru")
    hand.tap(tip="theme-contrast")
    hand.tap(tip="text-large")
    hand.tap(tip="sound-on")
    assert "Размер букв" in hand.texts(), "the page is still open"
    kept = Remembered(made.remembered.path).now
    assert (kept.language, kept.theme, kept.text, kept.sound) == ("ru", "contrast", "large", True)
    assert (theme.name, theme.text_size, sounds.on) == ("contrast", "large", True)
    hand.tap(tip="sound-off")
    assert not sounds.on


def test_turning_the_tablet_keeps_the_page_and_what_is_typed(begin: Callable[..., Any], hand: Any) -> None:
    made = begin()
    hand.tap(tip="lang-en")
    hand.tap(tip="new")
    hand.tap(tip="name-E")
    hand.tap(text="Q")
    for size in ((600, 1024), (1280, 800), (1024, 600)):
        made.root.size = size
        hand.idle(4)
        assert "Q|" in hand.texts()
    hand.tap(text="w")
    assert "Qw|" in hand.texts()


def comes(hand: Any, words: str) -> bool:
    """Waits until words stand on the screen that are found out beside it."""
    until = time.monotonic() + 10
    while not (there := any(words in text for text in hand.texts())) and time.monotonic() < until:
        hand.idle(1)
        time.sleep(0.01)
    return there


def test_a_log_is_brought_in_and_a_damaged_one_refused(
    begin: Callable[..., Any], hand: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kozyr.ui.places import Place

    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setattr("kozyr.ui.tablet.screens.logs.places", lambda: (Place("stick", stick),))
    shutil.copy(DATA, stick / "good.kozyr.jsonl")
    (stick / "bad.kozyr.jsonl").write_bytes(DATA.read_bytes()[:-9])
    made = begin()
    hand.tap(tip="logs")
    assert "There is no match here yet" in hand.texts()
    hand.tap(tip="bring")
    hand.tap(tip="place-stick")
    for words in ("Bazar Belot · 30.11.2026", "deal 1: ", "damaged"):
        assert comes(hand, words)
    hand.tap(tip="file-bad.kozyr.jsonl")
    assert any(text.startswith("The log was refused: ") for text in hand.texts())
    assert list(made.logs.iterdir()) == []
    hand.tap(tip="file-good.kozyr.jsonl")
    assert read_log_file(made.logs / "good.kozyr.jsonl").error is None
    hand.tap(tip="log-0")
    assert made.resumed == [made.logs / "good.kozyr.jsonl"]


def test_the_camera_is_chosen_looked_through_and_calibrated(begin: Callable[..., Any], hand: Any) -> None:
    import numpy as np

    from kozyr.ui.camera_check import Look

    made = begin()
    hand.tap(tip="camera")
    assert made.looks == []
    hand.tap(tip="camera-2")
    camera, tell = made.looks[-1]
    assert camera == made.remembered.now.camera == "2"
    pixels = np.full((720, 1280, 3), 90, np.uint8)
    tell(Look(None, None, ("gone",)))
    assert sum("gives no picture" in text for text in hand.texts()) == 1
    tell(Look(pixels, pixels, ("dark", "wrong.too-far"), 3))
    hand.idle()
    said = next(text for text in hand.texts() if "Too dark" in text)
    assert "too small to read" in said
    assert "Cards read: 3" in said
    hand.tap(tip="taps")
    assert made.ended == ["2"], "the camera is not watched while corners are touched"
    assert any("Touch the corners" in text for text in hand.texts())
    hand.tap(text="Close")
    assert made.looks[-1][0] == "2"
    hand.tap(tip="camera-None")
    assert made.remembered.now.camera is None
    hand.tap(tip="address")
    hand.tap(text="x")
    hand.tap(tip="done")
    assert made.remembered.now.camera == "rtsp://x"
    hand.tap(tip="back")
    assert made.ended[-1] == "rtsp://x"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_places_stand_on_the_cameras_picture_in_the_language(
    lang: str, begin: Callable[..., Any], hand: Any
) -> None:
    import numpy as np

    from kozyr.ui.camera_check import Look
    from kozyr.ui.locale.text import seat_text, set_language
    from kozyr.ui.tablet.widgets import Chip

    made = begin()
    hand.tap(tip="camera")
    hand.tap(tip="camera-2")
    set_language(lang)
    hand.idle(3)
    tell = made.looks[-1][1]
    pixels = np.full((720, 1280, 3), 90, np.uint8)
    middles = ((0.5, 0.9), (0.1, 0.5), (0.5, 0.1), (0.9, 0.5))
    for _ in range(2):
        tell(Look(pixels, pixels, ("good",), 0, tuple(zip(Seat, middles, strict=True))))
        hand.idle(3)
    page = made.app.screen.children[0]
    chips = {one.text: one for one in page.walk() if isinstance(one, Chip)}
    assert set(chips) == {seat_text(seat, short=True) for seat in Seat}
    south, west = chips[seat_text(Seat.S, short=True)], chips[seat_text(Seat.W, short=True)]
    assert south.center_y < west.center_y
    assert west.center_x < south.center_x
    tell(Look(None, None, ("gone",)))
    assert not [one for one in page.walk() if isinstance(one, Chip)]


def test_a_broken_settings_file_is_said_once(begin: Callable[..., Any], hand: Any, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")
    begin()
    assert any("settings.json" in text for text in hand.texts())
    hand.tap(tip="look")
    hand.tap(tip="back")
    assert not any("settings.json" in text for text in hand.texts())


def test_everything_by_keyboard(begin: Callable[..., Any], hand: Any) -> None:
    made = begin()
    right, down, enter, escape = 275, 274, 13, 27

    def press(*codes: int) -> None:
        for code in codes:
            hand.window.dispatch("on_key_down", code, 0, "", [])
            hand.idle(3)

    press(down, enter)
    assert made.app.screen.state.pages, "the primary key was pressed"
    press(escape)
    assert not made.app.screen.state.pages
    hand.tap(tip="new")
    hand.tap(tip="name-S")
    for letter in "Ян":
        hand.window.dispatch("on_textinput", letter)
    press(8)
    hand.window.dispatch("on_textinput", "и")
    press(enter)
    assert made.app.screen.state.names[Seat.S] == "Яи"
    press(right, right)
    press(escape)
    hand.tap(tip="camera")
    press(escape)
    assert not made.app.screen.state.pages


LEAST_PX = 53
PAGES = ("home", "setup", "options", "rule", "number", "players", "name", "look", "logs", "camera", "address", "games")


def page_of(name: str) -> Any:
    from functools import partial

    from kozyr.ui.new_match import choosable
    from kozyr.ui.tablet.screens import camera, logs, look, options, players, setup
    from kozyr.ui.tablet.screens.sheet import ChoiceSheet

    offered = choosable(Plan("debertz"))
    number = next(one for one in offered if not one.values)
    return {
        "home": None, "setup": setup.SetupSheet, "options": options.OptionsSheet,
        "rule": partial(options.RuleSheet, rule=offered[0].rule), "number": partial(options.NumberSheet, option=number),
        "players": partial(players.PlayersSheet, seat=Seat.S), "name": partial(players.NameSheet, seat=Seat.W),
        "look": look.LookSheet, "logs": logs.LogsSheet, "camera": camera.CameraSheet, "address": camera.AddressSheet,
        "games": lambda start: ChoiceSheet(start, "Game", [("Debertz", "small", True, lambda: None)] * 3),
    }[name]  # fmt: skip


@pytest.mark.parametrize(
    ("size", "text"), [((1024, 600), "normal"), ((1024, 600), "large"), ((600, 1024), "large")], ids=str
)
def test_keys_are_as_large_as_a_finger_and_words_fit(
    size: tuple[int, int], text: str, begin: Callable[..., Any], hand: Any
) -> None:
    from kozyr.ui.locale.text import set_language
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import FitLabel, Key, WrapKey

    made = begin(Plan("debertz"), size, {Seat.S: "Перша гравчиня", Seat.E: "Іще хтось"})
    shutil.copy(DATA, made.logs / "good.kozyr.jsonl")
    made.remembered.met("Перша гравчиня", "Іще хтось", "Третій")
    theme.speak(text)
    made.app.screen.state.offered = first_standing(newest(made.logs))
    seen = 0
    for lang in LANGUAGES:
        set_language(lang)
        for name in PAGES:
            page = page_of(name)
            made.app.screen.state.pages[:] = [page] if page else []
            made.app.screen.redraw()
            hand.idle(3)
            for one in made.root.walk():
                where = (lang, name, getattr(one, "text", ""), one.size)
                if isinstance(one, Key | WrapKey):
                    seen += 1
                    assert min(one.size) >= LEAST_PX * theme.s, where
                if isinstance(one, FitLabel) and one.text.strip() and one.width > 1:
                    assert one.texture_size[0] <= one.width + 1, where
                    assert one.texture_size[1] <= one.height + 1, where
                    assert one.font_size >= 0.6 * one.base_size * theme.s, (*where, one.font_size)
    assert seen > 300


def test_a_start_screen_drawn_again_leaves_nothing_behind(begin: Callable[..., Any]) -> None:
    screen = begin().app.screen
    before = len(screen.get_property_observers("pos"))
    for _ in range(5):
        screen.redraw()
    assert len(screen.get_property_observers("pos")) == before
    screen.pos = (7, 5)
    assert tuple(screen._ground.pos) == (7, 5)
