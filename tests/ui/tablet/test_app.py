"""The window: start screen, live language and colours, locking, pictures without a display."""

import os
import resource
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.acts import Dealt
from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError, Words
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import set_language, tr

from .fingers import opened


@pytest.fixture
def start(window: Any, hand: Any, model: Any) -> Iterator[Callable[..., Any]]:
    """An app whose root is put into the test window."""
    from kozyr.ui.tablet.app import TableApp

    def started(*args: Any, **kwargs: Any) -> Any:
        app = TableApp(*args, **kwargs)
        shown(app)
        return app

    with opened(window, hand) as shown:
        yield started


@pytest.fixture
def desk(tmp_path: Path, model: Any) -> Any:
    """A desk that begins and resumes the model; ``desk.begun`` collects what it was asked for."""
    from types import SimpleNamespace

    from kozyr.ui.preferences import Remembered
    from kozyr.ui.tablet.screens.start import StartDesk

    begun: list[Any] = []
    logs: list[Any] = []

    def begin(match: Any) -> Any:
        begun.append(match)
        return model

    made = StartDesk(
        begin,
        lambda path: model,
        lambda: next(iter(logs), None),
        Remembered(tmp_path / "settings.json"),
        left=lambda: None,
    )
    return SimpleNamespace(desk=made, begun=begun, logs=logs)


def stands(deal: int, score: tuple[tuple[str, int], ...]) -> Any:
    """A match that can go on."""
    from datetime import datetime

    from kozyr.ui.logbook import Standing

    return Standing(Path("a.kozyr.jsonl"), "bazar-belot", datetime(2026, 11, 30, 19, 5), ("A", "B"), deal, score)


def test_start_screen_names_dealer_language(start: Callable[..., Any], hand: Any, desk: Any) -> None:
    start(desk=desk.desk)
    hand.tap(tip="lang-uk")
    hand.tap(tip="new")
    hand.tap(tip="name-W")
    for letter in ("П", "е", "р", "ш"):
        hand.tap(
            next(one for one in hand.window.children[0].walk() if getattr(one, "text", "").lower() == letter.lower())
        )
    assert "Перш|" in hand.texts()
    hand.tap(text="Готово")
    hand.tap(tip="dealer-E")
    hand.tap(tip="begin")
    (begun,) = desk.begun
    assert dict(begun.header.players)[Seat.W] == "Перш"
    assert dict(begun.header.players)[Seat.S] == "S"
    assert begun.dealer is Seat.E
    assert "Хто здає?" in hand.texts()
    assert desk.desk.remembered.now.players == ("Перш",)


def test_resume_the_last_match(start: Callable[..., Any], hand: Any, desk: Any, model: Any) -> None:
    desk.logs.append(stands(3, (("SN", 125), ("WE", 19))))
    app = start(desk=desk.desk)
    assert "Resume: deal 3, S–N 125, W–E 19\nA, B\nBazar Belot · 30.11.2026 19:05" in hand.texts()
    hand.tap(tip="resume")
    assert app.model is model
    hand.tap(tip="menu")
    hand.tap(text="Leave the table")
    assert app.model is None
    assert "New match" in hand.texts()


def test_the_start_screen_offers_the_match_that_was_just_left(start: Callable[..., Any], hand: Any, desk: Any) -> None:
    start(desk=desk.desk)
    assert not any(text.startswith("Resume") for text in hand.texts())
    hand.tap(tip="new")
    hand.tap(tip="begin")
    desk.logs.append(stands(2, (("SN", 10), ("WE", 152))))
    hand.tap(tip="menu")
    hand.tap(text="Leave the table")
    assert any(text.startswith("Resume: deal 2, S–N 10, W–E 152") for text in hand.texts())


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "evening.kozyr.jsonl cannot be created: no space left on device"),
        ("uk", "evening.kozyr.jsonl: створити не вдалося (no space left on device)"),
        ("ru", "evening.kozyr.jsonl: создать не удалось (no space left on device)"),
    ],
)
def test_a_log_that_cannot_be_opened_is_said_on_the_start_screen(
    lang: str, words: str, start: Callable[..., Any], hand: Any, desk: Any
) -> None:
    from dataclasses import replace

    def begin(match: object) -> Any:
        what, why = Words("cannot be created"), "no space left on device"
        raise KozyrError("{path} {what}: {why}", path="evening.kozyr.jsonl", what=what, why=why)

    set_language(lang)
    app = start(desk=replace(desk.desk, begin=begin))
    hand.tap(tip="new")
    hand.tap(tip="begin")
    assert app.model is None
    assert words in hand.texts()
    assert tr("start.begin") in hand.texts()


def test_language_and_colours_change_live(start: Callable[..., Any], hand: Any, played: Callable[..., Any]) -> None:
    """The menu stays open while they are changed: one touch each."""
    from kozyr.ui.tablet.theme import theme

    model = played("9H 8H")
    app = start(model)
    app.screen.choose("history")
    hand.tap(tip="menu")
    hand.tap(tip="lang-ru")
    hand.idle()
    hand.tap(tip="theme-light")
    hand.idle()
    assert theme.name == "light"
    hand.tap(tip="text-large")
    hand.idle()
    assert theme.text_size == "large"
    hand.tap(tip="text-normal")
    hand.tap(text="Закрыть")
    assert app.screen.tab == "history"
    assert "Журнал" in hand.texts()
    assert {"Взятка 1", "Другий\n9♥"} <= set(hand.texts())
    hand.tap(tip="menu")
    hand.tap(tip="lang-en")
    hand.tap(text="Close")
    assert "Score" in hand.texts()


def test_locked_and_unlocked_in_mid_deal(start: Callable[..., Any], hand: Any, played: Callable[..., Any]) -> None:
    from kozyr.ui.tablet.cardface import CardFace

    app = start(played("9H 8H"))
    assert app.on_pause()
    app.on_resume()
    hand.idle()
    shown = {one.card for one in app.screen.walk() if isinstance(one, CardFace) and not one.wide}
    assert shown == {Card.parse("9H"), Card.parse("8H")}


def test_posts_from_another_thread_keep_their_order(start: Callable[..., Any], hand: Any, model: Any) -> None:
    import threading

    app = start(model)

    def camera() -> None:
        for dealer in (Seat.S, Seat.W, Seat.N):
            app.post(lambda dealer=dealer: model.seen(Dealt(dealer), 1000))

    thread = threading.Thread(target=camera)
    thread.start()
    thread.join(5)
    hand.idle(4)
    assert [step.act for step in model.session.steps] == [Dealt(Seat.S), Dealt(Seat.W), Dealt(Seat.N)]
    assert app.screen is not None


def test_pictures_are_saved_in_the_size_asked_for(
    window: Any, hand: Any, played: Callable[..., Any], tmp_path: Path
) -> None:
    from kozyr.ui.tablet.app import save_pictures

    model = played("9H 8H 10C 7H KD QD AD 7D JH")
    made = save_pictures(model, tmp_path / "pictures", (800, 480))
    assert {file.name for file in made} >= {"table.png", "score.png", "history.png", "ruling-1.png", "judge.png"}
    for file in made:
        data = file.read_bytes()
        assert struct.unpack(">II", data[16:24]) == (800, 480)
        assert len(data) > 8_000
    assert not model.judging


@pytest.mark.parametrize("before", [None, b"the picture of yesterday"])
def test_a_picture_is_written_whole_or_not_at_all_when_there_is_no_room(
    window: Any, hand: Any, played: Callable[..., Any], tmp_path: Path, before: bytes | None
) -> None:
    from kozyr.ui.tablet.app import PictureNotSaved, save_picture

    file = tmp_path / "table.png"
    if before is not None:
        file.write_bytes(before)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    shown = len(window.children)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3_000, hard))  # like a full disk: no file may grow beyond this
    try:
        sentence = r"^\S*table\.png cannot be saved: the file is too large for that disk; choose another folder$"
        with pytest.raises(PictureNotSaved, match=sentence):
            save_picture(played("9H"), file, (800, 480))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == ([("table.png", before)] if before else [])
    assert len(window.children) == shown
    assert save_picture(played("9H"), file, (800, 480)).stat().st_size > 8_000
    assert [one.name for one in tmp_path.iterdir()] == ["table.png"]
    with pytest.raises(PictureNotSaved, match="cannot be saved: there is no such folder; choose another one"):
        save_picture(played("9H"), tmp_path / "nowhere" / "table.png", (800, 480))


@pytest.mark.parametrize(
    ("environment", "seen"),
    [
        ({"SDL_VIDEODRIVER": "offscreen"}, False),
        ({"SDL_VIDEODRIVER": "kmsdrm"}, True),
        ({"DISPLAY": ":0"}, True),
        ({}, False),
    ],
)
def test_display(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], seen: bool) -> None:
    from kozyr.ui.tablet.display import has_display

    monkeypatch.setattr("sys.platform", "linux")
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert has_display() is seen


@pytest.mark.timeout(280)
def test_no_window_is_one_sentence() -> None:
    """A driver that cannot open a window: an error with a sentence, no dead program."""
    code = (
        "from kozyr.ui.tablet.app import NoWindow, _ensure_window\n"
        "try:\n    _ensure_window()\nexcept NoWindow as error:\n    print('said:', error)\n"
    )
    environment = {**os.environ, "SDL_VIDEODRIVER": "nonsense"}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=250)
    assert "said: no window can be opened here" in ran.stdout


def test_live_picture_is_small_and_in_one_texture(start: Callable[..., Any], hand: Any, model: Any) -> None:
    """B05: no new texture for each frame."""
    import numpy as np

    from kozyr.ui.tablet.live_picture import LivePicture

    app = start(model)
    picture = LivePicture(app)
    textures = []
    for shade in (40, 200):
        picture._shown_s = 0.0
        picture.show(np.full((720, 1280, 3), shade, np.uint8))
        hand.idle()
        textures.append(app.screen._corners.picture.texture)
    assert textures[0] is textures[1]
    assert textures[0].size == (320, 180)
    assert app.screen._corners.picture.opacity == 1
    assert set(textures[0].pixels[0:3]) == {200}


def test_live_picture_stands_still_while_a_touch_is_answered(
    start: Callable[..., Any], hand: Any, model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import numpy as np

    from kozyr.ui.tablet.live_picture import LivePicture

    monkeypatch.setattr("kozyr.ui.tablet.live_picture._AFTER_TOUCH_S", 600.0)
    app = start(model)
    hand.tap(tip="menu")
    picture = LivePicture(app)
    picture.show(np.zeros((720, 1280, 3), np.uint8))
    hand.idle()
    assert app.screen._corners.picture.opacity == 0
