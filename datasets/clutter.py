"""What else lies or moves on a card table: chips, coins, pens, phones, mugs, glasses, score sheets, dice, cards, hands.

Each function gives a BGRA picture of one thing, upright, alpha 0 where it is not.
"""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets import pips
from kozyr.datasets.glassware import spectacles, tumbler
from kozyr.datasets.surfaces import noise, photograph_piece
from kozyr.engine.cards import Suit

Bgra = NDArray[np.uint8]
_SKINS: Final = ((172, 200, 240), (150, 185, 230), (130, 165, 215), (95, 130, 185), (60, 90, 140), (45, 60, 95))


def thing_name(random: np.random.Generator) -> str:
    """A key of THINGS."""
    return str(random.choice(_NAMES))


def card_back(random: np.random.Generator, height: int, aspect: float) -> Bgra:
    """A procedural back: a white rim and a printed lattice, stripes, waves or a medallion."""
    width = max(8, round(height * aspect))
    rim = round(height * random.uniform(0, 0.06))
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    step = height * random.uniform(0.02, 0.12)
    lattice = np.sin(xs / step * 3) * np.sin(ys / step * 3)
    radial = np.hypot(xs - width / 2, ys - height / 2)
    fields = (
        lattice,
        np.sin((xs + ys) / step * 3),
        np.sin(radial / step * 3),
        np.sin(xs / step * 2 + np.sin(ys / step)),
    )
    field = fields[int(random.integers(4))][:, :, None]
    dark = np.array(random.uniform(20, 190, 3), np.float32)
    light = np.array(random.uniform(150, 255, 3), np.float32)
    picture = np.where(field > random.uniform(-0.4, 0.4), light, dark).astype(np.uint8)
    if rim:
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (245, 248, 250), 2 * rim)
    return np.dstack([picture, rounded(width, height, round(height * 0.04))])


def rounded(width: int, height: int, radius: int) -> NDArray[np.uint8]:
    """The mask of a rectangle with round corners."""
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), (255,), -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), (255,), -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, (255,), -1, cv2.LINE_AA)
    return mask


def hand(random: np.random.Generator, size: int, *, sleeved: bool) -> Bgra:
    """A hand and forearm, bare or ``sleeved``, reaching up; ``size`` is about the length of the fingers and palm."""
    canvas_high, canvas_wide = round(size * 2.2), round(size * 1.5)
    skin = np.array(_SKINS[int(random.integers(len(_SKINS)))], np.float32) * random.uniform(0.85, 1.08)
    picture = np.zeros((canvas_high, canvas_wide, 4), np.uint8)
    middle, wrist = canvas_wide / 2, size * 1.1
    _limb(picture, [(middle, wrist), (middle + random.normal(0, size * 0.15), canvas_high + 10)], size * 0.42, skin)
    if sleeved:
        cloth = np.array(random.uniform(10, 230, 3), np.float32)
        _limb(
            picture, [(middle, wrist + size * random.uniform(0.2, 0.5)), (middle, canvas_high + 10)], size * 0.55, cloth
        )
    _limb(picture, [(middle, wrist), (middle, size * 0.75)], size * 0.5, skin)
    spread = random.uniform(0.02, 0.16)
    for i in range(4):
        lean = (i - 1.5) * spread + random.normal(0, 0.03)
        root = np.array((middle + (i - 1.5) * size * 0.12, size * 0.72))
        length = size * (0.5, 0.58, 0.55, 0.44)[i] * random.uniform(0.6, 1.0)
        tip = root + length * np.array((np.sin(lean), -np.cos(lean)))
        bend = (root + tip) / 2 + random.normal(0, size * 0.02, 2)
        _limb(picture, [tuple(root), tuple(bend), tuple(tip)], size * 0.115, skin * random.uniform(0.94, 1.04))
    side = 1 if random.random() < 0.5 else -1
    thumb = [(middle + side * size * 0.2, size * 0.95), (middle + side * size * 0.42, size * random.uniform(0.55, 0.8))]
    _limb(picture, thumb, size * 0.14, skin)
    return picture


def _limb(picture: Bgra, points: list[tuple[float, float]], thick: float, colour: NDArray[np.float32]) -> None:
    """A round bar along points, lit from above so that it looks solid."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    line = np.round(np.array(points)).astype(np.int32)
    cv2.polylines(mask, [line.reshape(-1, 1, 2)], False, (255,), max(1, round(thick)), cv2.LINE_AA)
    x, y, w, h = cv2.boundingRect(mask)
    if w == 0 or h == 0:
        return
    part = mask[y : y + h, x : x + w]
    depth = cv2.distanceTransform((part > 127).astype(np.uint8), cv2.DIST_L2, 3) / max(1.0, thick / 2)
    light = 0.55 + 0.45 * np.sqrt(np.clip(depth, 0, 1))
    share = part[:, :, None].astype(np.float32) / 255
    window = picture[y : y + h, x : x + w]
    shaded = np.clip(colour * light[:, :, None], 0, 255)
    window[:, :, :3] = (window[:, :, :3] * (1 - share) + shaded * share).astype(np.uint8)
    window[:, :, 3] = np.maximum(window[:, :, 3], part)


def _chip(random: np.random.Generator, size: int) -> Bgra:
    size = max(12, size // 2)
    picture = np.zeros((size, size, 4), np.uint8)
    at, radius = (size // 2, size // 2), size // 2 - 1
    colour = (*(int(v) for v in random.integers(0, 230, 3)), 255)
    cv2.circle(picture, at, radius, colour, -1, cv2.LINE_AA)
    for i in range(6):
        start = i * 60 + 10
        cv2.ellipse(
            picture, at, (round(radius * 0.9),) * 2, 0, start, start + 22, (240, 240, 240, 255), max(1, size // 8)
        )
    cv2.circle(picture, at, round(radius * 0.6), (235, 235, 235, 255), max(1, size // 40), cv2.LINE_AA)
    if random.random() < 0.5:
        _write(
            picture, random, str(random.choice(("5", "10", "25", "100", "1"))), (0.35, 0.6), size * 0.3, (240, 240, 240)
        )
    return picture


def _coin(random: np.random.Generator, size: int) -> Bgra:
    size = max(10, size // 3)
    picture = np.zeros((size, size, 4), np.uint8)
    tone = random.uniform(0.3, 0.9) * np.array(((170, 190, 200), (90, 150, 200))[int(random.integers(2))])
    at = (size // 2, size // 2)
    cv2.circle(picture, at, size // 2 - 1, (*tone.tolist(), 255), -1, cv2.LINE_AA)
    cv2.circle(picture, at, round(size * 0.42), (*(tone * 0.7).tolist(), 255), 1, cv2.LINE_AA)
    _write(picture, random, str(random.choice(("1", "2", "5", "10"))), (0.3, 0.68), size * 0.5, tone * 0.6)
    return picture


def _pen(random: np.random.Generator, size: int) -> Bgra:
    length, thick = round(size * 1.6), max(3, round(size * random.uniform(0.07, 0.12)))
    picture = np.zeros((thick + 4, length, 4), np.uint8)
    colour = np.array(random.uniform(0, 220, 3), np.float32)
    _limb(picture, [(thick, thick / 2 + 2), (length - thick, thick / 2 + 2)], thick, colour)
    return picture


def _cable(random: np.random.Generator, size: int) -> Bgra:
    picture = np.zeros((size * 2, size, 4), np.uint8)
    t = np.linspace(0, 1, 30)
    bend = size * (0.5 + 0.35 * np.sin(t * random.uniform(2, 6) + random.uniform(0, 6)))
    points = [(float(x), float(y)) for x, y in zip(bend, t * size * 2, strict=True)]
    _limb(picture, points, max(2, size * random.uniform(0.02, 0.06)), np.array(random.uniform(10, 230, 3), np.float32))
    return picture


def _phone(random: np.random.Generator, size: int) -> Bgra:
    height, width = round(size * 1.6), round(size * 0.78)
    tone = random.uniform(5, 60)
    picture = np.dstack([np.full((height, width, 3), tone, np.uint8), rounded(width, height, max(1, size // 10))])
    screen = photograph_piece(random, width, height) if random.random() < 0.4 else None
    rim = max(1, size // 25)
    if screen is not None:
        picture[rim * 2 : -rim * 2, rim:-rim, :3] = screen[rim * 2 : -rim * 2, rim:-rim]
    return picture


def _mug(random: np.random.Generator, size: int) -> Bgra:
    size = round(size * 1.2)
    picture = np.zeros((size, size, 4), np.uint8)
    colour = random.uniform(40, 250, 3)
    at = (size // 2, size // 2)
    cv2.rectangle(
        picture, (0, round(size * 0.45)), (size // 3, round(size * 0.55)), (*(colour * 0.8).tolist(), 255), -1
    )
    cv2.circle(picture, at, round(size * 0.4), (*colour.tolist(), 255), -1, cv2.LINE_AA)
    cv2.circle(picture, at, round(size * 0.34), (40, 80, 130, 255), -1, cv2.LINE_AA)
    return picture


def _sheet(random: np.random.Generator, size: int) -> Bgra:
    """A score sheet or printed page: rows of figures, letters and now and then a suit sign, ruled or not."""
    height, width = round(size * 1.5), round(size * random.uniform(0.8, 1.3))
    paper = np.clip(235 + random.normal(0, 12, 3), 150, 255)
    picture = np.dstack([np.full((height, width, 3), paper, np.uint8), np.full((height, width), 255, np.uint8)])
    if random.random() < 0.5:
        for y in range(0, height, max(6, height // 14)):
            cv2.line(picture, (0, y), (width, y), (200, 180, 170, 255), 1)
    ink = np.array(((60, 30, 20), (140, 60, 20), (40, 30, 170))[int(random.integers(3))])
    line = max(9.0, size * random.uniform(0.07, 0.2))
    words = (
        "137",
        "26",
        "Пас",
        "301",
        "NS",
        "EW",
        "12",
        "К",
        "Т",
        "A K",
        "9",
        "10",
        "J",
        "Q",
        "162",
        "bt",
        "♠",
        "♥ 9",
        "Б",
    )
    down = line * 1.2
    while down < height - line * 0.3:
        x = random.uniform(0, 0.2)
        while x < 0.85:
            word = str(words[int(random.integers(len(words)))])
            _write(picture, random, word, (x, down / height), line, ink)
            x += (len(word) * line * 0.6 + line * random.uniform(0.4, 2)) / width
        down += line * random.uniform(1.1, 1.6)
    return picture


def _label(random: np.random.Generator, size: int) -> Bgra:
    """A packet or box lid with large print."""
    height, width = round(size * random.uniform(0.4, 0.9)), size
    colour = random.uniform(20, 240, 3)
    picture = np.dstack([np.full((height, width, 3), colour, np.uint8), np.full((height, width), 255, np.uint8)])
    words = ("36", "КАРТЫ", "CARDS", "No 9810", "BELOT", "CASINO", "52", "A", "TEA", "10")
    _write(picture, random, str(words[int(random.integers(len(words)))]), (0.08, 0.75), height * 0.6, 255 - colour)
    return picture


def _die(random: np.random.Generator, size: int) -> Bgra:
    size = max(12, size // 3)
    body = random.choice((245, 30, 235))
    picture = np.dstack([np.full((size, size, 3), body, np.uint8), rounded(size, size, size // 6)])
    ink = 20 if body > 100 else 240
    for spot in range(int(random.integers(1, 7))):
        at = round(size * (0.28 + 0.44 * (spot % 2))), round(size * (0.22 + 0.28 * (spot // 2)))
        cv2.circle(picture, at, max(1, size // 10), (ink, ink, ink, 255), -1, cv2.LINE_AA)
    return picture


def _picture_card(random: np.random.Generator, size: int) -> Bgra:
    """A card of another kind: a collector's card, a joker or a blank, with no index; sometimes bare suit signs."""
    height, width = round(size * 1.5), size
    picture = np.full((height, width, 3), 245, np.uint8)
    rim = max(1, round(size * random.uniform(0, 0.1)))
    piece = photograph_piece(random, width, height)
    if piece is not None and random.random() < 0.6:
        picture[rim:-rim, rim:-rim] = piece[rim:-rim, rim:-rim]
    whole = np.dstack([picture, rounded(width, height, max(1, size // 14))])
    if random.random() < 0.4:
        suit = tuple(Suit)[int(random.integers(4))]
        mask = pips.suit_mask(suit, int(random.integers(400)))
        high = max(4, round(size * random.uniform(0.15, 0.6)))
        mask = np.asarray(cv2.resize(mask, (max(3, round(mask.shape[1] * high / mask.shape[0])), high)), np.uint8)
        y, x = (int(random.integers(max(1, a - b))) for a, b in zip(whole.shape[:2], mask.shape, strict=True))
        window = whole[y : y + mask.shape[0], x : x + mask.shape[1], :3]
        part = mask[: window.shape[0], : window.shape[1]]
        window[part > 127] = (30, 30, 200) if suit.is_red else (25, 25, 25)
    else:
        _write(
            whole, random, str(random.choice(("JOKER", "Joker", "ДЖОКЕР", "*"))), (0.06, 0.14), size * 0.12, np.zeros(3)
        )
    return whole


def _write(
    picture: Bgra,
    random: np.random.Generator,
    text: str,
    at: tuple[float, float],
    size: float,
    colour: NDArray[np.float64] | NDArray[np.float32] | tuple[int, int, int],
) -> None:
    """Text in a random font; ``at`` is its lower left corner in fractions of the picture."""
    fonts = pips.font_files()
    face = pips.font(fonts[int(random.integers(len(fonts)))])
    base = np.ascontiguousarray(picture[:, :, :3])
    height, width = base.shape[:2]
    ink = tuple(float(v) for v in colour)
    cv2.putText(base, text, (round(at[0] * width), round(at[1] * height)), ink, face, max(6, round(size)), 0)
    picture[:, :, :3] = base


def grain(random: np.random.Generator, picture: Bgra, strength: float) -> None:
    """Roughen a thing in place, so that it does not look drawn."""
    height, width = picture.shape[:2]
    rough = noise(random, width, height, 2) * strength
    picture[:, :, :3] = np.clip(picture[:, :, :3] + rough[:, :, None], 0, 255).astype(np.uint8)


THINGS: Final[dict[str, Callable[[np.random.Generator, int], Bgra]]] = {
    "chip": _chip, "coin": _coin, "pen": _pen, "phone": _phone, "mug": _mug, "glass": tumbler,
    "spectacles": spectacles, "score sheet": _sheet, "die": _die, "picture card": _picture_card, "cable": _cable,
    "label": _label,
}  # fmt: skip
"""Everything small that may lie about, by name: drawn about that many pixels across, 12 or more."""
_NAMES: Final = (*THINGS, "score sheet", "glass")
"""What is drawn by lot; sheets with figures and suit signs, and what lets cards shine through, come twice."""
