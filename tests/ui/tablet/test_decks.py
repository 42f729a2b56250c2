"""Decks by touch: learnt from four pictures, used, checked, forgotten; the camera is a drawn picture."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from kozyr.datasets import decks
from kozyr.datasets.layouts import Place
from kozyr.datasets.scenes import Printing, spread
from kozyr.engine.cards import DECK_32, DECK_52, Card, Suit, cards
from kozyr.ui.camera_check import Look
from kozyr.ui.decks import deck_names, deck_path
from kozyr.ui.locale.text import LANGUAGES, set_language

from .fingers import opened

pytestmark = pytest.mark.skipif(
    not decks.deck("orell").source.exists(), reason="card faces are not installed (gnome-cards-data)"
)
OWN = Printing("orell")
ONE_SIDE_PX = (960,)
"""The pictures are looked at in one size: enough for them, and quick."""
LEAST_PX = 53
BLUR_PX = 3.5
"""The suits are still read in a picture blurred so, but not sharp."""


def laid(seed: int, shown: tuple[Card, ...]) -> np.ndarray:
    """A picture of cards in a row."""
    places = [Place(0.45 * (at - (len(shown) - 1) / 2), 0.0, 0.0) for at in range(len(shown))]
    return np.asarray(spread(seed, OWN, shown, places, 960)[0])


@pytest.fixture(scope="session")
def shots() -> dict[str, np.ndarray]:
    """A picture of each suit, of a suit with cards changed about, of the deck but its last card."""
    found = {
        suit.value: laid(2900 + at, tuple(card for card in DECK_32 if card.suit is suit))
        for at, suit in enumerate(Suit)
    }
    found["broken"] = laid(2913, cards("9S QS 7S AS 8S KS 10S JS"))
    found["six"] = laid(2914, tuple(card for card in DECK_52 if card.suit is Suit.HEARTS and card.rank.natural >= 6))
    grid = [Place((at % 8 - 3.5) * 0.8, (at // 8 - 1.5) * 1.1, 0.0) for at in range(31)]
    found["all"] = np.asarray(spread(2911, OWN, DECK_32[:31], grid, 1500)[0])
    found["blank"] = np.full((400, 400, 3), 90, np.uint8)
    return found


@pytest.fixture(scope="session")
def learnt(shots: dict[str, np.ndarray], tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a learnt deck."""
    from kozyr.ui.decks import save_deck
    from kozyr.ui.eyes import open_eyes
    from kozyr.vision.deck_teach import learn_deck

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KOZYR_HOME", str(tmp_path_factory.mktemp("other")))
        patch.setattr("kozyr.ui.eyes.STILL_SIDES_PX", ONE_SIDE_PX)
        pictures = [(suit.value, shots[suit.value]) for suit in Suit]
        return save_deck(learn_deck("Стара", pictures, DECK_32, open_eyes(video=False)).deck).read_bytes()


@pytest.fixture
def begin(window: Any, hand: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """The start screen, with a camera whose picture the test sets."""
    from kozyr.ui.preferences import Remembered
    from kozyr.ui.tablet.app import TableApp
    from kozyr.ui.tablet.screens.start import Camera, StartDesk

    monkeypatch.setenv("KOZYR_HOME", str(tmp_path))
    monkeypatch.setattr("kozyr.ui.eyes.STILL_SIDES_PX", ONE_SIDE_PX)

    def started(size: tuple[int, int] = (1024, 600), camera: str | None = "0") -> Any:
        made = SimpleNamespace(tell=None, ended=0)

        def look(name: str, tell: Callable[[Any], object]) -> Callable[[], object]:
            made.tell = tell
            return lambda: setattr(made, "ended", made.ended + 1)

        made.remembered = Remembered(tmp_path / "settings.json")
        if camera is not None:
            made.remembered.change(camera=camera)
        eye = Camera(lambda: ("0",), look, lambda one, found: None)
        made.app = TableApp(desk=StartDesk(lambda match: None, lambda path: None, remembered=made.remembered,
                                           camera=eye))  # fmt: skip
        made.root = shown(made.app, size)
        return made

    with opened(window, hand) as shown:
        yield started


def wait_for(hand: Any, tip: str, limit_s: float = 120) -> Any:
    """The screen draws on until a key is there."""
    until = time.monotonic() + limit_s
    while time.monotonic() < until:
        hand.idle(1)
        found = [one for root in hand.window.children for one in root.walk() if getattr(one, "tip", "") == tip]
        if found:
            return found[-1]
        time.sleep(0.01)
    raise AssertionError(f"no {tip}; there is {hand.texts()}")


def see(made: Any, hand: Any, pixels: np.ndarray | None) -> None:
    """The camera shows a picture, or is gone."""
    made.tell(Look(pixels, pixels, ("gone",) if pixels is None else ("good",)))
    hand.idle()


def shoot(made: Any, hand: Any, pixels: np.ndarray) -> None:
    see(made, hand, pixels)
    hand.tap(tip="take")


def name_it(hand: Any, letters: str = "Qw") -> None:
    hand.tap(tip="decks")
    hand.tap(tip="new-deck")
    for letter in letters:
        hand.tap(text=letter)
    hand.tap(tip="done")


def test_a_deck_is_learnt_by_touch_and_used_by_the_next_match(
    begin: Callable[..., Any], hand: Any, shots: dict[str, np.ndarray]
) -> None:
    made = begin()
    name_it(hand)
    for suit in Suit:
        shoot(made, hand, shots[suit.value])
        key = wait_for(hand, "next")
        assert any(f"Suit {suit.sign}: 8 cards" in text for text in hand.texts())
        hand.tap(key)
    wait_for(hand, "use")
    assert deck_names() == ("Qw",)
    assert made.ended, "the camera is free again"
    assert {f"7{suit.sign}" for suit in Suit} <= set(hand.texts()), "the indices are shown with their names"
    hand.tap(tip="use")
    assert any(text.startswith("●  Qw") for text in hand.texts())
    from kozyr.ui.preferences import Remembered

    assert Remembered(made.remembered.path).now.deck == "Qw"


def test_what_does_not_fit_is_said_at_once_and_taken_again(
    begin: Callable[..., Any], hand: Any, shots: dict[str, np.ndarray]
) -> None:
    made = begin()
    name_it(hand)
    for wrong, said in (
        ("blank", "Only 0 cards are seen"), ("six", "6♥ lies here, which a deck of 32 does not have"),
        ("broken", "do not seem to lie in order"), ("H", "It looks like ♥ where ♠ was to lie"),
    ):  # fmt: skip
        shoot(made, hand, shots[wrong])
        key = wait_for(hand, "again")
        assert any(said in text for text in hand.texts()), (wrong, hand.texts()[6:])
        assert not any(getattr(one, "tip", "") == "next" for one in made.root.walk())
        hand.tap(key)
    assert deck_names() == ()


def test_a_blurred_picture_is_taken_again_or_kept_as_it_is(
    begin: Callable[..., Any], hand: Any, shots: dict[str, np.ndarray]
) -> None:
    made = begin()
    name_it(hand)
    shoot(made, hand, cv2.GaussianBlur(shots["S"], (0, 0), BLUR_PX))
    again = wait_for(hand, "again")
    assert any("The picture is blurred" in text for text in hand.texts())
    assert not any(getattr(one, "tip", "") == "next" for one in made.root.walk())
    hand.tap(again)
    shoot(made, hand, cv2.GaussianBlur(shots["S"], (0, 0), BLUR_PX))
    kept = wait_for(hand, "right")
    assert "Keep it as it is" in kept.text
    hand.tap(kept)
    assert any(getattr(one, "tip", "") == "suit-S" and "✓" in one.text for one in made.root.walk())
    for suit in Suit:
        if suit is not Suit.SPADES:
            shoot(made, hand, shots[suit.value])
            hand.tap(wait_for(hand, "next"))
    wait_for(hand, "use")
    assert any("Blurred pictures: ♠" in text for text in hand.texts())


def test_the_screen_lives_while_a_picture_is_looked_at(
    begin: Callable[..., Any], hand: Any, shots: dict[str, np.ndarray], monkeypatch: pytest.MonkeyPatch
) -> None:
    from threading import Event

    from kozyr.ui.tablet.screens import decks_work

    go, real = Event(), decks_work.row_seen
    monkeypatch.setattr(decks_work, "row_seen", lambda *args: go.wait(20) and real(*args))
    made = begin()
    name_it(hand)
    shoot(made, hand, shots["S"])
    assert "Looking at the cards…" in hand.texts()
    for size in ((600, 1024), (1024, 600)):
        made.root.size = size
        hand.idle(4)
        assert "Looking at the cards…" in hand.texts()
    hand.tap(tip="suit-H")
    hand.tap(tip="back")
    go.set()
    hand.tap(tip="done")
    assert wait_for(hand, "next"), "the page that is shown now gets the answer"


def test_a_key_under_a_finger_keeps_its_touch_when_the_light_changes(
    begin: Callable[..., Any], hand: Any, shots: dict[str, np.ndarray]
) -> None:
    made = begin()
    name_it(hand)
    see(made, hand, shots["S"])
    key = hand.find(tip="take")
    made.tell(Look(shots["S"], shots["S"], ("dark",)))
    hand.idle()
    assert hand.find(tip="take") is key
    assert any(text.startswith("Too dark") for text in hand.texts())


def test_a_camera_that_is_missing_is_one_sentence(begin: Callable[..., Any], hand: Any) -> None:
    made = begin()
    name_it(hand)
    see(made, hand, None)
    assert sum("gives no picture" in text for text in hand.texts()) == 1
    hand.tap(tip="take")
    assert not any("Looking" in text for text in hand.texts())


def test_without_a_camera_pictures_come_from_a_folder(
    begin: Callable[..., Any], hand: Any, shots: dict[str, np.ndarray], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kozyr.ui.places import Place as Folder

    inner = tmp_path / "stick" / "deck"
    inner.mkdir(parents=True)
    monkeypatch.setattr("kozyr.ui.tablet.screens.decks_files.places", lambda: (Folder("stick", tmp_path / "stick"),))
    cv2.imwrite(str(inner / "spades.png"), shots["S"])
    (inner / "bad.png").write_bytes(b"no picture")
    begin(camera=None)
    name_it(hand)
    assert "No camera is chosen; take pictures from a folder" in hand.texts()
    hand.tap(tip="from-file")
    hand.tap(tip="place-stick")
    hand.tap(tip="folder-deck")
    hand.tap(tip="picture-bad.png")
    assert any("bad.png" in text and text != "bad.png" for text in hand.texts())
    hand.tap(tip="picture-spades.png")
    hand.tap(wait_for(hand, "next"))
    hand.tap(tip="from-file")
    assert "spades.png" in hand.texts(), "the folder is remembered"


def test_a_check_names_the_missing_card_with_its_index(
    begin: Callable[..., Any], hand: Any, shots: dict[str, np.ndarray], learnt: bytes
) -> None:
    made = begin()
    keep(learnt)
    hand.tap(tip="decks")
    hand.tap(tip="check-Стара")
    shoot(made, hand, shots["all"])
    wait_for(hand, "more")
    last = DECK_32[31]
    assert any("Missing or not read: " in text and f"A{last.suit.sign}" in text for text in hand.texts())
    assert any(getattr(one, "tip", "") == "crop" for one in made.root.walk())
    hand.tap(tip="more")
    shoot(made, hand, shots[last.suit.value])
    wait_for(hand, "check-done")
    assert "Pictures: 2" in hand.texts()
    assert not any("Missing" in text and f"A{last.suit.sign}" in text for text in hand.texts())


def test_a_deck_is_forgotten_only_when_asked_twice(begin: Callable[..., Any], hand: Any, learnt: bytes) -> None:
    made = begin()
    keep(learnt)
    deck_path("broken").write_bytes(learnt[:-700])
    hand.tap(tip="decks")
    assert any("the file is damaged" in text for text in hand.texts())
    hand.tap(tip="deck-Стара")
    assert made.remembered.now.deck == "Стара"
    hand.tap(tip="forget-Стара")
    hand.tap(tip="keep")
    assert "Стара" in deck_names()
    hand.tap(tip="forget-Стара")
    hand.tap(tip="forget")
    assert deck_names() == ("broken",)
    assert made.remembered.now.deck is None


@pytest.mark.parametrize("letters", ["", " "])
def test_a_deck_needs_a_name_of_its_own(letters: str, begin: Callable[..., Any], hand: Any, learnt: bytes) -> None:
    made = begin()
    hand.tap(tip="decks")
    hand.tap(tip="new-deck")
    hand.tap(tip="cards-36")
    for _ in letters:
        hand.tap(tip="space")
    hand.tap(tip="done")
    assert any(text.startswith("Give the deck a name") for text in hand.texts())
    keep(learnt)
    made.app.screen.state.chosen["deck-name"] = "Стара"
    made.app.screen.redraw()
    hand.tap(tip="done")
    assert any("There is a deck “Стара” already" in text for text in hand.texts())


def keep(learnt: bytes) -> None:
    deck_path("Стара").parent.mkdir(exist_ok=True)
    deck_path("Стара").write_bytes(learnt)


def states(shots: dict[str, np.ndarray]) -> dict[str, Callable[[], Any]]:
    """Every page of the decks, as a function that makes it."""
    from functools import partial

    from kozyr.ui.decks import load_deck
    from kozyr.ui.tablet.screens import decks as pages
    from kozyr.ui.tablet.screens.decks_check import CheckSheet
    from kozyr.ui.tablet.screens.decks_learn import LearnSheet
    from kozyr.ui.tablet.screens.decks_work import Inspection, Lesson, Taken
    from kozyr.vision.deck_check import Close, DeckCheck, Unread
    from kozyr.vision.deck_misfit import Fault, Misfit
    from kozyr.vision.deck_order import Row
    from kozyr.vision.deck_teach import Taught

    def lesson(misfit: Misfit | None = None, found: bool = True, count: int = 52, **more: Any) -> Any:
        suits = DECK_52 if count == 52 else DECK_32
        taken = {Suit.SPADES: Taken(shots["S"], Row(Suit.SPADES, (), 0.0, (), (), ()), misfit)} if found else {}
        return partial(LearnSheet, lesson=Lesson("Моя найкраща колода 36", suits, taken=taken, **more))

    deck = load_deck("Стара")
    wrong = tuple((card, DECK_32[0]) for card in DECK_32[1:7])
    check = DeckCheck(
        frozenset(DECK_32[9:]), DECK_32[:9], DECK_32[10:12], DECK_52[:2],
        (Unread("1", (300.0, 300.0), ((DECK_32[0], 0.4),)),), (Close((DECK_32[0], DECK_32[1]), 0.7),),
    )  # fmt: skip
    crop = [(check.unread[0], shots["S"][:90, :90])]
    spades = tuple(card for card in DECK_52 if card.suit is Suit.SPADES)
    return {
        "list": pages.DecksSheet, "forget": partial(pages.ForgetSheet, name="Стара"), "new": pages.NewDeckSheet,
        "lay": lesson(found=False), "fits": lesson(count=32), "order": lesson(Misfit(Fault.ORDER, spades)),
        "unseen": lesson(Misfit(Fault.UNSEEN, spades[:7])),
        "beyond": lesson(Misfit(Fault.BEYOND, spades[:3], count=32), count=32),
        "few": lesson(Misfit(Fault.FEW, count=2)), "busy": lesson(found=False, busy="learn"),
        "blurred": lesson(Misfit(Fault.BLURRED)),
        "said": lesson(found=False, said="The file cannot be written: the disk is full; make room and try again."),
        "result": lesson(taught=Taught(deck, wrong, 3, ("S", "D", "H"))),
        "spread": partial(CheckSheet, inspection=Inspection(deck)),
        "checked": partial(CheckSheet, inspection=Inspection(deck, check, crop, 2, False)),
        "more": partial(CheckSheet, inspection=Inspection(deck, check, crop, 2)),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("size", "text"), [((1024, 600), "normal"), ((1024, 600), "large"), ((600, 1024), "large")], ids=str
)
def test_keys_are_as_large_as_a_finger_and_words_fit(
    size: tuple[int, int], text: str, begin: Callable[..., Any], hand: Any, learnt: bytes, shots: dict[str, np.ndarray]
) -> None:
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import FitLabel, Key, Text, WrapKey

    made = begin(size)
    keep(learnt)
    theme.speak(text)
    hand.idle(3)
    seen = 0
    for lang in LANGUAGES:
        set_language(lang)
        for name, page in states(shots).items():
            made.app.screen.state.pages[:] = [page]
            made.app.screen.redraw()
            if name == "lay":
                made.tell(Look(shots["S"], shots["S"], ("wrong.too-far",)))
            hand.idle(3)
            for one in made.root.walk():
                where = (lang, name, getattr(one, "text", ""), one.size, one.pos)
                if isinstance(one, Key | WrapKey):
                    seen += 1
                    assert min(one.size) >= LEAST_PX * theme.s, where
                if isinstance(one, FitLabel) and one.text.strip() and one.width > 1:
                    assert one.texture_size[0] <= one.width + 1, where
                    assert one.texture_size[1] <= one.height + 1, where
                    assert one.font_size >= 0.6 * one.base_size * theme.s, (*where, one.font_size)
                if isinstance(one, Text | Key) and not _scrolls(one):
                    assert one.y >= 0, where
                    assert one.top <= size[1], where
            side = made.app.screen.children[0].children[0]
            if name not in ("list", "forget", "new"):
                _check_column(side.children[0], (lang, name))
    assert seen > 200


def _scrolls(widget: Any) -> bool:
    from kivy.uix.scrollview import ScrollView

    while widget is not None and not isinstance(widget, ScrollView):
        widget = widget.parent if widget.parent is not widget else None
    return widget is not None


def _check_column(side: Any, where: object) -> None:
    """Nothing in a column lies over its neighbour or below its foot."""
    for upper, lower in zip(side.children[1:], side.children, strict=False):
        assert lower.top <= upper.y + 1, (where, getattr(upper, "text", upper), getattr(lower, "text", lower))
    assert side.children[0].y >= side.y - 1, (where, [(one, one.height) for one in side.children])


@pytest.mark.parametrize(("chosen", "known"), [("Стара", True), (None, False), ("gone", False)])
def test_the_eyes_of_a_match_know_the_chosen_deck(
    chosen: str | None, known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, learnt: bytes
) -> None:
    from argparse import ArgumentParser

    from kozyr.ui.commands.table import TableShell, add_arguments
    from kozyr.ui.preferences import Remembered

    monkeypatch.setenv("KOZYR_HOME", str(tmp_path))
    keep(learnt)
    Remembered(tmp_path / "settings.json").change(deck=chosen)
    parser = ArgumentParser()
    add_arguments(parser)
    shell = TableShell(parser.parse_args([]))
    said: list[str] = []
    shell._app = SimpleNamespace(post=lambda do: do(), say=said.append)
    opened: list[Any] = []
    monkeypatch.setattr("kozyr.ui.commands.table.open_pipeline", lambda options, crops: opened.append(options.deck))
    shell._pipeline("0", tmp_path)
    assert opened == [chosen if known else None]
    assert ["'gone'" in one for one in said] == ([True] if chosen == "gone" else [])
