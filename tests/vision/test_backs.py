"""Face-down cards are counted from their shape and print."""

import cv2
import numpy as np
import pytest

from kozyr.engine.cards import Card
from kozyr.vision.backs import face_down
from kozyr.vision.types import CardReading, Image, IndexBox, IndexReading

WIDE, HIGH = 90, 130


def table() -> Image:
    image = np.empty((600, 800, 3), np.uint8)
    image[:] = (60, 95, 40)
    return image


def lay(image: Image, card: Image, centre: tuple[int, int], angle_deg: float) -> None:
    """Puts an upright picture of a card on the table, turned."""
    move = cv2.getRotationMatrix2D((WIDE / 2, HIGH / 2), angle_deg, 1.0)
    move[:, 2] += np.array(centre) - (WIDE / 2, HIGH / 2)
    size = image.shape[1::-1]
    there = cv2.warpAffine(np.full((HIGH, WIDE), 255, np.uint8), move, size) > 127
    image[there] = cv2.warpAffine(card, move, size, borderMode=cv2.BORDER_REPLICATE)[there]


def back(border: int = 6) -> Image:
    """Blue and white chequers inside a white border."""
    rows, columns = np.mgrid[0:HIGH, 0:WIDE]
    chequers = ((rows // 5 + columns // 5) % 2).astype(bool)
    card = np.where(chequers[..., None], (235, 230, 225), (150, 60, 30)).astype(np.uint8)
    card[:, :border], card[:, -border:], card[:border], card[-border:] = 245, 245, 245, 245
    return card


def face() -> Image:
    """White with two red signs."""
    card = np.full((HIGH, WIDE, 3), 245, np.uint8)
    for y in (40, 90):
        cv2.circle(card, (WIDE // 2, y), 12, (40, 30, 200), -1)
    return card


def read_at(centre: tuple[int, int]) -> CardReading:
    x, y = centre
    box = IndexBox((x - 35.0, y - 52.0), 10.0, 20.0, 0.0, 0.9)
    reading = IndexReading(box, Card.parse("2H"), 0.99, ((Card.parse("2H"), 0.99),))
    half_w, half_h = WIDE / 2, HIGH / 2
    corners = ((x - half_w, y - half_h), (x + half_w, y - half_h), (x + half_w, y + half_h), (x - half_w, y + half_h))
    return CardReading(Card.parse("2H"), 0.99, corners, (reading, reading))


@pytest.mark.parametrize("angle", [0.0, 33.0, 90.0, 250.0])
def test_backs_are_counted_and_outlined(angle: float) -> None:
    image = table()
    lay(image, face(), (150, 300), 0)
    lay(image, back(), (400, 200), angle)
    lay(image, back(), (600, 420), angle + 20)
    found = face_down(image, [read_at((150, 300))])
    assert len(found) == 2
    centres = sorted(tuple(np.mean(np.array(quad), axis=0).round()) for quad in found)
    assert np.allclose(centres, [(400, 200), (600, 420)], atol=4)


def test_a_face_is_no_back_read_or_not() -> None:
    image = table()
    lay(image, face(), (150, 300), 0)
    lay(image, face(), (500, 300), 25)
    assert face_down(image, [read_at((150, 300))]) == ()
    assert face_down(image, []) == ()


def test_a_plain_thing_of_a_cards_shape_is_no_back() -> None:
    image = table()
    lay(image, np.full((HIGH, WIDE, 3), (30, 30, 35), np.uint8), (400, 300), 15)
    assert face_down(image, []) == ()


def test_a_thing_of_another_size_than_the_cards_is_no_back() -> None:
    image = table()
    lay(image, face(), (150, 300), 0)
    large = cv2.resize(back(), (WIDE * 2, HIGH * 2), interpolation=cv2.INTER_NEAREST)
    image[150:410, 400:580] = large
    assert face_down(image, [read_at((150, 300))]) == ()


def test_a_bare_table_has_none() -> None:
    assert face_down(table(), []) == ()
