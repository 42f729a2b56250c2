"""A learnt deck's own print settles which of two likely cards it is, and says nothing where it tells nothing."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kozyr.engine.cards import DECK_52, Card, cards
from kozyr.vision.crops import cut_upright
from kozyr.vision.deck import LearntDeck
from kozyr.vision.types import Image, IndexBox

PACK = cards("9S 9C 9H")
NONE = 52
HIGH = 55
"""Of an index in a patch, in pixels."""
BOX = IndexBox((32.0, 48.0), 26.0, float(HIGH), 0.0, 1.0)


def printed(card: Card, softness_px: float = 0.0) -> Image:
    """A patch (96, 64, 3): a 9 above the suit's sign."""
    ink = (40, 40, 40) if card.suit.name in ("SPADES", "CLUBS") else (40, 30, 200)
    patch = np.full((96, 64, 3), 228, np.uint8)
    cv2.putText(patch, "9", (21, 50), cv2.FONT_HERSHEY_DUPLEX, 1.0, ink, 2, cv2.LINE_AA)
    if card.suit.name == "CLUBS":
        for at in ((32, 60), (26, 67), (38, 67)):
            cv2.circle(patch, at, 5, ink, -1, cv2.LINE_AA)
    else:
        for x in (27, 37):
            cv2.circle(patch, (x, 66), 5, ink, -1, cv2.LINE_AA)
        cv2.fillConvexPoly(patch, np.array([(32, 54), (23, 64), (41, 64)]), ink, cv2.LINE_AA)
    cv2.rectangle(patch, (31, 66), (33, 74), ink, -1)
    return soft(patch, softness_px)


def soft(picture: Image, softness_px: float) -> Image:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), softness_px) if softness_px else picture, np.uint8)


def deck(softness_px: float = 0.0) -> LearntDeck:
    patches = np.stack([printed(card, softness_px) for card in PACK])
    zeros = np.zeros((len(PACK), 128), np.float32)
    return LearntDeck("own", PACK, PACK, patches, "one", zeros, np.eye(128, dtype=np.float32))


def chances(**named: float) -> NDArray[np.float64]:
    row = np.full(53, (1 - sum(named.values())) / 53)
    for code, chance in named.items():
        row[NONE if code == "none" else place(code.lstrip("_"))] = chance
    return row


def place(code: str) -> int:
    return DECK_52.index(Card.parse(code))


def seen(code: str, share: float, softness_px: float, grain: float = 0.0) -> Image:
    """The crop of an index from afar: ``share`` of the patch's pixels, blurred, with grain, in other light."""
    far = cv2.resize(printed(Card.parse(code), softness_px), None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(4).normal(0, grain, far.shape) if grain else 0.0
    lit = np.clip(far * 0.6 + 20 + noise, 0, 255).astype(np.uint8)
    box = IndexBox((32 * share, 48 * share), 26 * share, HIGH * share, 0.0, 1.0)
    return cut_upright(lit, box)


@pytest.mark.parametrize(("true", "other"), [("9S", "9C"), ("9C", "9S")])
@pytest.mark.parametrize("softness_px", [0.0, 1.5, 3.0])
def test_of_two_likely_cards_the_print_that_was_seen_wins(true: str, other: str, softness_px: float) -> None:
    before = chances(**{f"_{true}": 0.35, f"_{other}": 0.6})
    after = deck().held_against(seen(true, 0.4, softness_px, 3), BOX, before)
    assert after.argmax() == place(true)
    assert after.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("true", ["9S", "9C"])
def test_a_picture_sharper_than_what_was_kept_is_blurred_first(true: str) -> None:
    other = "9C" if true == "9S" else "9S"
    before = chances(**{f"_{true}": 0.4, f"_{other}": 0.55})
    after = deck(softness_px=3.0).held_against(seen(true, 0.8, 0.0), BOX, before)
    assert after.argmax() == place(true)


def test_where_blur_has_left_nothing_to_tell_nobody_becomes_sure() -> None:
    before = chances(_9S=0.55, _9C=0.43)
    after = deck().held_against(seen("9C", 0.2, 9.0, 6), BOX, before)
    assert after[place("9S")] < 0.8
    assert after[place("9C")] < 0.8


def test_one_likely_card_stays_as_it_was_read() -> None:
    before = chances(_9H=0.9995)
    assert deck().held_against(seen("9S", 0.5, 1.0), BOX, before) is before


def test_a_card_that_the_deck_has_not_is_held_against_nothing() -> None:
    before = chances(_9S=0.6, _QH=0.39)
    assert deck().held_against(seen("9S", 0.5, 1.0), BOX, before) is before


def test_a_card_of_another_deck_does_not_become_one_of_this() -> None:
    before = chances(_QH=0.88, _9S=0.05, _9C=0.02)
    assert deck().held_against(seen("9S", 0.5, 1.0), BOX, before) is before


def test_what_no_print_explains_becomes_likelier_to_be_no_index() -> None:
    noise = np.random.default_rng(2).integers(0, 255, (48, 32, 3)).astype(np.uint8)
    before = chances(_9S=0.4, _9C=0.35, none=0.2)
    assert deck().held_against(noise, BOX, before)[NONE] > 0.2
