"""``kozyr deck``: learn from four pictures, check, list, forget; and ``kozyr read --deck``."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from kozyr.datasets import decks
from kozyr.datasets.layouts import Place
from kozyr.datasets.scenes import Printing, spread
from kozyr.engine.cards import DECK_32, DECK_52, Card, Suit, cards
from kozyr.ui.cli import main
from kozyr.ui.decks import deck_names, deck_path
from kozyr.ui.settings import datasets_folder

pytestmark = pytest.mark.skipif(
    not decks.deck("orell").source.exists(), reason="card faces are not installed (gnome-cards-data)"
)
OWN = Printing("orell")
ONE_SIDE_PX = (960,)
"""The pictures are looked at in one size: enough for them, and quick."""
LEARN = ("deck", "learn", "own")


def row(laid: tuple[Card, ...], step: float = 0.45) -> list[Place]:
    return [Place(step * (place - (len(laid) - 1) / 2), 0.0, 0.0) for place in range(len(laid))]


def save(path: Path, seed: int, laid: tuple[Card, ...], places: list[Place], side_px: int = 960) -> str:
    picture, _ = spread(seed, OWN, laid, places, side_px)
    cv2.imwrite(str(path), picture)
    return str(path)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Pictures of the four suits, of the whole deck, of a six among other cards, and of wrong rows."""
    folder = tmp_path_factory.mktemp("pictures")
    found = {}
    for number, suit in enumerate(Suit):
        laid = tuple(card for card in DECK_32 if card.suit is suit)
        found[suit.value] = save(folder / f"{suit.value}.png", 2900 + number, laid, row(laid))
    grid = [Place((place % 8 - 3.5) * 0.8, (place // 8 - 1.5) * 1.1, 0.0) for place in range(31)]
    found["all"] = save(folder / "all.png", 2911, DECK_32[:31], grid, 1500)
    strange = cards("6H 9H KS")
    found["six"] = save(folder / "six.png", 2911, strange, row(strange, 0.9))
    mixed = cards("7H 8H 9H 10H 7S 8S 9S 10S")
    found["mixed"] = save(folder / "mixed.png", 2912, mixed, row(mixed))
    broken = cards("9H QH 7H AH 8H KH 10H JH")
    found["broken"] = save(folder / "broken.png", 2913, broken, row(broken))
    larger = tuple(card for card in DECK_52 if card.suit is Suit.HEARTS and card.rank.natural >= 6)
    found["larger"] = save(folder / "larger.png", 2914, larger, row(larger))
    blank = folder / "blank.png"
    cv2.imwrite(str(blank), np.full((400, 400, 3), 90, np.uint8))
    found["blank"] = str(blank)
    return found


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, pictures: dict[str, str]) -> Path:
    """A user's folder in which the deck ``own`` is learnt."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KOZYR_HOME", str(folder))
        patch.setattr("kozyr.ui.eyes.STILL_SIDES_PX", ONE_SIDE_PX)
        assert main([*LEARN, *(pictures[suit.value] for suit in Suit), "--lang", "en"]) == 0
    return folder


@pytest.fixture(autouse=True)
def _at_home(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOZYR_HOME", str(home))
    monkeypatch.setattr("kozyr.ui.eyes.STILL_SIDES_PX", ONE_SIDE_PX)


def test_a_learnt_deck_is_one_small_file_and_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert deck_names() == ("own",)
    assert deck_path("own").stat().st_size < 500_000
    assert main(["deck", "list", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("own: 32 cards, ")


def test_a_card_that_the_deck_has_not_is_unknown(pictures: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", pictures["six"], "--json"]) == 0
    assert {one["card"] for one in json.loads(capsys.readouterr().out)["cards"]} == {"6H", "9H", "KS"}
    assert main(["read", pictures["six"], "--deck", "own", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {one["card"] for one in found["cards"]} == {"9H", "KS"}
    assert found["unknown"] == ["6H"]


def test_check_names_the_card_that_is_missing(pictures: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "check", "own", pictures["all"], "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert DECK_32[31].code in found["missing"]
    assert len(found["read"]) + len(found["missing"]) == 32
    assert len(found["read"]) >= 29
    assert found["doubled"] == found["strange"] == []


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("mixed", "show one suit in a picture"),
        ("broken", "do not seem to lie in order"),
        ("larger", "6H lies in it, which a deck of 32 cards does not have"),
        ("blank", "only 0 cards of one suit"),
        ("S", "no picture shows ♥"),
    ],
)
def test_a_picture_that_does_not_fit_is_one_sentence_and_nothing_is_kept(
    pictures: dict[str, str], capsys: pytest.CaptureFixture[str], wrong: str, sentence: str
) -> None:
    shown = [pictures[wrong if suit is Suit.HEARTS else suit.value] for suit in Suit]
    assert main(["deck", "learn", "other", *shown]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert deck_names() == ("own",)


def test_a_deck_is_learnt_from_a_blurred_picture_and_said_to_be_better_taken_again(
    pictures: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blurred = str(tmp_path / "hearts.png")
    cv2.imwrite(blurred, cv2.GaussianBlur(cv2.imread(pictures["H"]), (0, 0), 3.5))
    shown = [blurred if suit is Suit.HEARTS else pictures[suit.value] for suit in Suit]
    assert main(["deck", "learn", "soft", *shown, "--lang", "en"]) == 0
    assert f"Blurred: {blurred}. The deck is learnt" in capsys.readouterr().out
    main(["deck", "forget", "soft"])


def test_a_damaged_deck_is_one_sentence(pictures: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    path = deck_path("bad")
    path.write_bytes(deck_path("own").read_bytes()[:-900])
    try:
        assert main(["read", pictures["six"], "--deck", "bad"]) == 2
        assert "bad.deck.npz is damaged" in capsys.readouterr().err
        assert main(["deck", "list", "--lang", "en"]) == 2
        listed = capsys.readouterr()
        assert listed.out.startswith("own: ")
        assert "is damaged" in listed.err
    finally:
        assert main(["deck", "forget", "bad", "--lang", "en"]) == 0
    assert deck_names() == ("own",)


@pytest.mark.parametrize("name", ["", "a/b", "../own", ".own", "own.", "x" * 61])
def test_a_name_that_is_no_file_name_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "forget", name]) == 2
    assert "is no name for a deck" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["read", "x.png", "--deck", "none"], ["deck", "forget", "none"]])
def test_a_deck_that_was_never_learnt_is_named(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "there is no deck 'none'" in capsys.readouterr().err


def test_a_table_is_not_watched_with_a_deck_that_was_never_learnt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.kozyr.jsonl"
    assert main(["watch", str(datasets_folder() / "demo.mp4"), "--log", str(log), "--deck", "none"]) == 2
    assert "there is no deck 'none'" in capsys.readouterr().err
    assert not log.exists()


def test_learning_from_a_camera_needs_somebody_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nobody() -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", nobody)
    assert main(["deck", "learn", "other", "7", "--lang", "en"]) == 2
    said = capsys.readouterr()
    assert "Lay ♠ in order: 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ A♠" in said.out
    assert "somebody at the keyboard" in said.err


def test_from_a_camera_a_picture_of_each_suit_is_taken(
    monkeypatch: pytest.MonkeyPatch, pictures: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    taken = iter([cv2.imread(pictures[suit.value]) for suit in Suit])
    monkeypatch.setattr("kozyr.ui.commands.deck.still_picture", lambda source: next(taken))
    monkeypatch.setattr("builtins.input", lambda: "")
    try:
        assert main(["deck", "learn", "filmed", "0", "--lang", "en"]) == 0
        assert "Deck “filmed” is learnt: 32 cards" in capsys.readouterr().out
    finally:
        deck_path("filmed").unlink(missing_ok=True)
