"""The printed corner of a card around one index, drawn procedurally: paper, edges, index ink and neighbouring art.

All corners share one scale and place: the index is ``INDEX_PX`` high and centred in a canvas of ``CANVAS_PX``.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.crop_glyphs import LETTERS, Face, Mask, faces, rank_mask, signs
from kozyr.engine.cards import Card, Rank, Suit

INDEX_PX: Final = 56
"""Height of an index (rank and suit sign) on the canvas."""
CANVAS_PX: Final = (160, 150)
"""Height and width of the canvas."""
CENTRE_PX: Final = (75.0, 80.0)
"""Where the centre of the index lies, (x, y)."""

Canvas = NDArray[np.float32]
"""BGR picture, 0 to 255, shape (height, width, 3)."""


@dataclass(frozen=True, slots=True)
class Corner:
    """A card's corner on the common canvas."""

    card: Card
    """What it shows."""
    pixels: NDArray[np.uint8]
    """BGRA, shape (160, 150, 4); transparent beyond the card's edge."""
    ink: NDArray[np.uint8]
    """Coverage of the index ink, 0 to 255, shape (160, 150)."""
    size_px: tuple[float, float]
    """Width and height of the index; the height is INDEX_PX."""


def paint(canvas: Canvas, mask: Mask, colour: NDArray[np.float32], left: int, top: int) -> None:
    """Lays ink of one colour on the canvas through a mask whose top left corner is at (left, top)."""
    height, width = canvas.shape[:2]
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + mask.shape[1], width), min(top + mask.shape[0], height)
    if x0 >= x1 or y0 >= y1:
        return
    part = mask[y0 - top : y1 - top, x0 - left : x1 - left, None]
    window = canvas[y0:y1, x0:x1]
    window += part * (colour - window)


def resized(mask: Mask, width: float, height: float) -> Mask:
    """The mask scaled to whole pixels, at least 2 a side."""
    size = (max(round(width), 2), max(round(height), 2))
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def ink_colour(rng: np.random.Generator, suit: Suit, four_colours: bool) -> NDArray[np.float32]:
    """The printing colour of a suit: blacks from coal to blue-grey, reds from orange to crimson, BGR."""
    if four_colours and suit is Suit.DIAMONDS:
        return np.array([rng.uniform(120, 220), rng.uniform(50, 120), rng.uniform(0, 70)], np.float32)
    if four_colours and suit is Suit.CLUBS:
        return np.array([rng.uniform(10, 90), rng.uniform(90, 150), rng.uniform(0, 60)], np.float32)
    if suit.is_red:
        cold = rng.uniform(0, 1)
        blue, green = 20 + 60 * cold, rng.uniform(5, 60)
        return np.array([blue + rng.uniform(-15, 15), green, rng.uniform(165, 245)], np.float32)
    grey = rng.uniform(5, 62)
    return np.array([grey + rng.uniform(-3, 18), grey, grey + rng.uniform(-6, 6)], np.float32)


def lettering(rng: np.random.Generator, rank: Rank) -> tuple[Face, str]:
    """A font and the text of the rank in it; Cyrillic letters only from fonts that have them."""
    texts = LETTERS.get(rank, (rank.value,))
    text = texts[int(rng.integers(len(texts)))]
    known = faces()
    choice = [face for face in known if face.cyrillic] if text in "ТКДВ" else known
    return choice[int(rng.integers(len(choice)))], text


def _weighed(rng: np.random.Generator, mask: Mask) -> Mask:
    """The same glyph bolder or thinner."""
    grow = int(rng.integers(-3, 8))
    if grow > 1:
        framed = cv2.copyMakeBorder(mask, grow, grow, grow, grow, cv2.BORDER_CONSTANT, value=0)
        return np.asarray(cv2.dilate(framed, np.ones((grow, grow), np.uint8)), dtype=np.float32)
    if grow < -1 and mask.mean() > 0.35:
        return np.asarray(cv2.erode(mask, np.ones((-grow, -grow), np.uint8)), dtype=np.float32)
    return mask


def _decorated(rng: np.random.Generator, mask: Mask) -> Mask:
    """An ornamental version: hollow, inlined, with a shadow, a double line, or rubbed."""
    kind = int(rng.integers(5))
    framed = np.asarray(cv2.copyMakeBorder(mask, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=0), dtype=np.float32)
    if kind == 0:
        wide = np.asarray(cv2.dilate(framed, np.ones((7, 7), np.uint8)), dtype=np.float32)
        return np.clip(wide - framed * float(rng.uniform(0.6, 1.0)), 0, 1)
    if kind == 1:
        return np.clip(framed - 0.8 * cv2.erode(framed, np.ones((9, 9), np.uint8)), 0, 1).astype(np.float32)
    if kind == 2:
        dx, dy = (int(v) for v in rng.integers(-7, 8, 2))
        ghost = float(rng.uniform(0.3, 0.7)) * np.roll(framed, (dy, dx), (0, 1))
        return np.asarray(np.maximum(framed, ghost), np.float32)
    if kind == 3:
        framed[:: int(rng.integers(5, 9))] *= float(rng.uniform(0.2, 0.6))
        return framed
    speck = cv2.resize(rng.random((12, 10), np.float32), framed.shape[::-1], interpolation=cv2.INTER_CUBIC)
    return np.asarray(framed * (speck > 0.2), dtype=np.float32)


def _flourished(rng: np.random.Generator, mask: Mask) -> Mask:
    """The glyph with curls and strokes at its ends, as on decorated Slavic indices."""
    sheet = (cv2.copyMakeBorder(mask, 14, 14, 14, 14, cv2.BORDER_CONSTANT, value=0) * 255).astype(np.uint8)
    height, width = sheet.shape
    for _ in range(int(rng.integers(1, 4))):
        centre = (int(rng.integers(6, width - 6)), int(rng.choice([12, height - 12, height // 2])))
        axes = (int(rng.integers(4, 14)), int(rng.integers(3, 9)))
        start = int(rng.integers(0, 360))
        span = int(rng.integers(120, 330))
        thick = int(rng.integers(2, 5))
        cv2.ellipse(sheet, centre, axes, int(rng.integers(0, 180)), start, start + span, 255, thick, cv2.LINE_AA)
    return np.asarray(sheet / 255, np.float32)


@dataclass(frozen=True, slots=True)
class _Ink:
    """The masks of one index, laid out, before they are put on the canvas."""

    rank: Mask
    sign: Mask
    rank_at: tuple[float, float]
    sign_at: tuple[float, float]
    width: float


def _laid_out(rng: np.random.Generator, card: Card) -> _Ink:
    """Rank above suit sign, INDEX_PX high together, in a random style."""
    face, text = lettering(rng, card.rank)
    squeeze = float(rng.choice([rng.uniform(0.5, 0.8), rng.uniform(0.75, 1.0), rng.uniform(0.95, 1.25)]))
    rank = rank_mask(rng, face, card.rank, text, squeeze)
    if rng.random() < 0.35:
        rank = _weighed(rng, rank)
    ornate = rng.random()
    if ornate < 0.1:
        rank = _decorated(rng, rank)
    elif ornate < 0.16:
        rank = _flourished(rng, rank)
    choice = signs(card.suit)
    sign = choice[int(rng.integers(len(choice)))]
    if rng.random() < 0.03:
        sign = _decorated(rng, sign)
    share = float(rng.choice([rng.uniform(0.4, 0.7), rng.uniform(0.6, 0.9), rng.uniform(0.85, 1.25)]))
    gaps = [rng.uniform(-0.03, 0.08), rng.uniform(0.05, 0.25), rng.uniform(0.2, 0.5)]
    gap = float(rng.choice(gaps, p=[0.4, 0.45, 0.15]))
    unit = INDEX_PX / (1 + share + gap)
    rank_width = unit * rank.shape[1] / rank.shape[0]
    sign_width = unit * share * sign.shape[1] / sign.shape[0] * float(rng.uniform(0.85, 1.15))
    width = max(rank_width, sign_width)
    lean = float(rng.choice([0.5, 0.5, 0.5, rng.uniform(0, 1)]))
    return _Ink(
        resized(rank, rank_width, unit),
        resized(sign, sign_width, unit * share),
        ((width - rank_width) * lean, 0.0),
        ((width - sign_width) * lean, unit * (1 + gap)),
        width,
    )


def index_ink(rng: np.random.Generator, card: Card) -> tuple[Mask, float]:
    """The index of a card as an ink mask on the common canvas, and its width."""
    laid = _laid_out(rng, card)
    sheet = np.zeros((*CANVAS_PX, 1), np.float32)
    left, top = CENTRE_PX[0] - laid.width / 2, CENTRE_PX[1] - INDEX_PX / 2
    full = np.ones(1, np.float32)
    for mask, at in ((laid.rank, laid.rank_at), (laid.sign, laid.sign_at)):
        paint(sheet, mask, full, round(left + at[0]), round(top + at[1]))
    return sheet[..., 0], laid.width


def paper_colour(rng: np.random.Generator) -> NDArray[np.float32]:
    """White, cream, yellowed or grey card stock, BGR."""
    white = rng.uniform(228, 255)
    yellow = rng.choice([0.0, rng.uniform(0, 12), rng.uniform(8, 45)], p=[0.45, 0.4, 0.15])
    return np.array([white - yellow, white - 0.25 * yellow + rng.uniform(-3, 1), white], np.float32)


def _edge_mask(rng: np.random.Generator, width: float) -> Mask:
    """Where the card is: beyond its left and top edge and its rounded corner there is table."""
    wide_margin = rng.random() < 0.25
    reach = (0.05, 0.42) if not wide_margin else (0.3, 1.0)
    left = CENTRE_PX[0] - width / 2 - INDEX_PX * float(rng.uniform(*reach))
    top = CENTRE_PX[1] - INDEX_PX / 2 - INDEX_PX * float(rng.uniform(*reach))
    radius = INDEX_PX * float(rng.uniform(0.1, 0.42))
    height, breadth = CANVAS_PX
    x = left + radius - np.arange(breadth, dtype=np.float32)[None]
    y = top + radius - np.arange(height, dtype=np.float32)[:, None]
    outside = np.hypot(np.maximum(x, 0), np.maximum(y, 0)) - radius
    return np.asarray(np.clip(0.5 - outside, 0, 1), np.float32)


def _big_signs(rng: np.random.Generator, sheet: Canvas, suit: Suit, colour: NDArray[np.float32], right: float) -> None:
    """Pips of a number card, or the large pip of a court, at the right of the index and below."""
    choice = signs(suit)
    mask = choice[int(rng.integers(len(choice)))]
    height = INDEX_PX * float(rng.uniform(0.4, 1.3))
    width = height * mask.shape[1] / mask.shape[0]
    left = right + INDEX_PX * float(rng.uniform(0.0, 0.5))
    top = CENTRE_PX[1] + INDEX_PX * float(rng.uniform(-0.6, 0.6))
    pip = resized(mask, width, height)
    step = INDEX_PX * float(rng.uniform(0.8, 1.8))
    for row in range(-1, 3):
        paint(sheet, pip, colour, round(left), round(top + row * step))
    if rng.random() < 0.2:
        paint(sheet, pip[::-1], colour, round(CENTRE_PX[0] - width / 2), round(CENTRE_PX[1] + INDEX_PX * 0.75))


def _court_art(rng: np.random.Generator, sheet: Canvas, right: float, art: Canvas | None) -> None:
    """A framed picture at the right of the index, or under it, and its frame lines."""
    height, width = CANVAS_PX
    left = round(right + INDEX_PX * float(rng.uniform(0.02, 0.45)))
    top = round(CENTRE_PX[1] + INDEX_PX * float(rng.uniform(-0.9, 0.1)))
    if rng.random() < 0.2:
        left, top = round(CENTRE_PX[0] - INDEX_PX * 0.3), round(CENTRE_PX[1] + INDEX_PX * float(rng.uniform(0.54, 0.8)))
    left, top = min(max(left, 0), width - 2), min(max(top, 0), height - 2)
    window = sheet[top:, left:]
    if art is not None and rng.random() < 0.85:
        window[:] = art[: window.shape[0], : window.shape[1]]
    if rng.random() < 0.7:
        line = np.array(rng.choice([[40, 40, 40], [150, 60, 30], [50, 40, 190], [40, 150, 190]]), np.float32)
        thick = max(1, round(INDEX_PX * float(rng.uniform(0.012, 0.05))))
        cv2.rectangle(sheet, (left, top), (width + 20, height + 20), tuple(map(float, line)), thick)


def procedural_corner(rng: np.random.Generator, card: Card, art: Canvas | None = None) -> Corner:
    """A card's corner in a random style; ``art`` (canvas-sized) stands behind court cards."""
    ink, width = index_ink(rng, card)
    colour = ink_colour(rng, card.suit, rng.random() < 0.04)
    sheet = np.empty((*CANVAS_PX, 3), np.float32)
    sheet[:] = paper_colour(rng)
    right = CENTRE_PX[0] + width / 2
    neighbour = rng.random()
    if card.rank in LETTERS and card.rank is not Rank.ACE:
        if neighbour < 0.85:
            _court_art(rng, sheet, right, art)
        if neighbour > 0.5:
            _big_signs(rng, sheet, card.suit, colour, right)
    elif neighbour < (0.3 if card.rank is Rank.ACE else 0.85):
        _big_signs(rng, sheet, card.suit, colour, right)
    elif neighbour > 0.93:
        _court_art(rng, sheet, right, art)
    if rng.random() < 0.04:
        _boxed(rng, sheet, colour, width)
    density = float(rng.uniform(0.75, 1.0))
    sheet += (ink * density)[..., None] * (colour - sheet)
    alpha = _edge_mask(rng, width)
    pixels = np.dstack([sheet, alpha * 255]).astype(np.uint8)
    return Corner(card, pixels, (ink * 255).astype(np.uint8), (width, float(INDEX_PX)))


def _boxed(rng: np.random.Generator, sheet: Canvas, colour: NDArray[np.float32], width: float) -> None:
    """A frame or a tinted panel around the index."""
    margin = INDEX_PX * float(rng.uniform(0.06, 0.16))
    left, right = CENTRE_PX[0] - width / 2 - margin, CENTRE_PX[0] + width / 2 + margin
    top, foot = CENTRE_PX[1] - INDEX_PX / 2 - margin, CENTRE_PX[1] + INDEX_PX / 2 + margin
    corner, far = (round(left), round(top)), (round(right), round(foot))
    if rng.random() < 0.5:
        cv2.rectangle(sheet, corner, far, tuple(map(float, rng.uniform(195, 245, 3))), -1)
    cv2.rectangle(sheet, corner, far, tuple(map(float, colour)), 1, cv2.LINE_AA)
