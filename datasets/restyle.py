"""A printed face with another index: what was in the corners is removed and rank and suit sign are drawn anew.

Variety of index shapes matters more for reading than the number of pictures, so everything here varies with a seed.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets import pips
from kozyr.datasets.corners import CornerIndex
from kozyr.engine.cards import Card, Rank, Suit

_LETTERS: Final = ("AKQJ", "AKQJ", "ТКДВ", "ТКДВ", "AKDB")
_LETTER_RANKS: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
_PIP_PLACES: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0), (0.5, 1)),
    3: ((0.5, 0), (0.5, 0.5), (0.5, 1)),
    4: ((0, 0), (1, 0), (0, 1), (1, 1)),
    5: ((0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)),
    6: ((0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    7: ((0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0, 1), (1, 1)),
    8: ((0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0.5, 0.75), (0, 1), (1, 1)),
    9: ((0, 0), (1, 0), (0, 0.33), (1, 0.33), (0.5, 0.5), (0, 0.67), (1, 0.67), (0, 1), (1, 1)),
    10: ((0, 0), (1, 0), (0.5, 0.17), (0, 0.33), (1, 0.33), (0, 0.67), (1, 0.67), (0.5, 0.83), (0, 1), (1, 1)),
}

Bgr = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Style:
    """How one imagined printer sets an index. Sizes in fractions of the card's height."""

    letters: str
    """Ace, king, queen, jack."""
    font: str
    """Font file of the ranks."""
    rank_high: float
    """Height of a rank."""
    stretch: float
    """Width of a rank, 1 as the font has it."""
    weight: int
    """Strokes made thicker (1, 2) or thinner (-1)."""
    suit_high: float
    """Height of the suit sign of the index."""
    gap: float
    """Between rank and suit sign."""
    margin: tuple[float, float]
    """Of the index from the left and the upper edge."""
    four_corners: bool
    """All four corners carry an index."""
    shape_seed: int
    """Whose suit signs."""
    inks: tuple[Bgr, Bgr, Bgr, Bgr]
    """BGR of spades, hearts, diamonds, clubs."""
    aspect: float
    """Width by height of the card."""
    own_pips: bool
    """Number cards and aces are laid out anew instead of keeping the deck's."""
    reframed: bool
    """Court pictures are moved into a frame that leaves room for the index."""
    frame: int
    """0 no frame line, else its colour: 1 blue, 2 black, 3 red, 4 gold."""
    paper: Bgr
    """BGR of the card stock."""


def style(seed: int, validation: bool = False) -> Style:
    """The style of a seed; validation styles use other fonts and other suit signs than training styles."""
    random = np.random.default_rng((seed, 31, int(validation)))
    fonts = pips.font_files(validation)
    jumbo = random.random() < 0.28
    rank_high = random.uniform(0.12, 0.2) if jumbo else random.uniform(0.055, 0.115)
    margin = random.uniform(0.015, 0.04), random.uniform(0.018, 0.05)
    warm = random.uniform(0, 1) ** 2
    return Style(
        letters=_LETTERS[int(random.integers(len(_LETTERS)))],
        font=fonts[int(random.integers(len(fonts)))],
        rank_high=rank_high,
        stretch=random.uniform(0.52, 1.1),
        weight=int(random.choice((-1, 0, 0, 0, 1, 2, 3))),
        suit_high=rank_high * random.uniform(0.45, 1.15),
        gap=random.uniform(0.004, 0.2) * rank_high + 0.004 if random.random() < 0.7 else random.uniform(0.02, 0.05),
        margin=margin,
        four_corners=random.random() < 0.22,
        shape_seed=int(random.integers(400)) + (10_000 if validation else 0),
        inks=_inks(random),
        aspect=random.uniform(0.63, 0.73),
        own_pips=random.random() < 0.7,
        reframed=random.random() < 0.5,
        frame=int(random.integers(5)),
        paper=(255 - 45 * warm, 255 - 18 * warm, 255 - 6 * warm),
    )


def restyle(
    face: NDArray[np.uint8], corners: tuple[CornerIndex, ...], card: Card, chosen: Style, height_px: int
) -> tuple[NDArray[np.uint8], tuple[CornerIndex, ...]]:
    """A face of that height in the chosen style, and where its new indices are.

    ``face`` is BGRA with the indices ``corners``; without known corners only its court picture is used.
    """
    width_px = round(height_px * chosen.aspect)
    picture = _body(face, corners, card, chosen, width_px, height_px)
    canvas = np.dstack([picture, _card_shape(width_px, height_px, chosen)])
    placed = _draw_indices(canvas, card, chosen)
    return canvas, placed


def rank_text(card: Card, letters: str) -> str:
    """The rank as printed with those letters (ace, king, queen, jack)."""
    return letters[_LETTER_RANKS.index(card.rank)] if card.rank in _LETTER_RANKS else card.rank.value


def _inks(random: np.random.Generator) -> tuple[Bgr, Bgr, Bgr, Bgr]:
    dark = random.uniform(0, 60)
    black = (dark + random.uniform(0, 12), dark, dark)
    red = (random.uniform(0, 70), random.uniform(0, 60), random.uniform(150, 235))
    if random.random() < 0.05:  # four-colour decks
        blue, green = (random.uniform(150, 230), random.uniform(60, 120), 20.0), (40.0, random.uniform(90, 140), 20.0)
        return black, red, blue, green
    return black, red, red, black


def _body(
    face: NDArray[np.uint8], corners: tuple[CornerIndex, ...], card: Card, chosen: Style, width_px: int, height_px: int
) -> NDArray[np.uint8]:
    """The face without any index, BGR."""
    court = card.rank in (Rank.JACK, Rank.QUEEN, Rank.KING)
    blank = np.empty((height_px, width_px, 3), np.uint8)
    blank[:] = chosen.paper
    if not court and (chosen.own_pips or not corners):
        _lay_pips(blank, card, chosen)
        return blank
    size = (width_px, height_px)
    old = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    light = old[:, :, 3:].astype(np.float32) / 255
    own = (old[:, :, :3] * light + 255 * (1 - light)) * (np.array(chosen.paper, np.float32) / 255)
    picture = own.astype(np.uint8)
    if court and (chosen.reframed or not corners):
        _set_into_frame(blank, picture, chosen)
        return blank
    for corner in corners:
        x0, y0 = round((corner.x0 - 0.012) * width_px), round((corner.y0 - 0.008) * height_px)
        x1, y1 = round((corner.x1 + 0.012) * width_px), round((corner.y1 + 0.008) * height_px)
        picture[max(2, y0) : min(y1, height_px - 2), max(2, x0) : min(x1, width_px - 2)] = chosen.paper
    return picture


def _lay_pips(blank: NDArray[np.uint8], card: Card, chosen: Style) -> None:
    height, width = blank.shape[:2]
    count = 1 if card.rank is Rank.ACE else card.rank.natural
    random = np.random.default_rng((chosen.shape_seed, 5))
    side = chosen.margin[0] + _index_wide(chosen) * 0.8 + random.uniform(0.03, 0.06)
    side = min(side / chosen.aspect, 0.36)
    top = random.uniform(0.11, 0.17)
    pip_high = random.uniform(0.26, 0.5) if count == 1 else random.uniform(0.11, 0.16)
    sign = pips.suit_mask(card.suit, chosen.shape_seed)
    for px, py in _PIP_PLACES[count]:
        x = (side + px * (1 - 2 * side)) * width
        y = (top + py * (1 - 2 * top)) * height
        _stamp(blank, sign, x, y, pip_high * height, _ink(card, chosen), py > 0.5)


def _index_wide(chosen: Style) -> float:
    return max(chosen.rank_high * 0.75 * chosen.stretch, chosen.suit_high * 0.9)


_FRAMES: Final = ((255, 255, 255), (150, 80, 30), (20, 20, 20), (40, 40, 170), (60, 160, 200))


def _set_into_frame(blank: NDArray[np.uint8], picture: NDArray[np.uint8], chosen: Style) -> None:
    """The middle of a court picture, scaled into the room the index leaves."""
    height, width = blank.shape[:2]
    left = min(0.3, (chosen.margin[0] + _index_wide(chosen) * 0.85 + 0.012) / chosen.aspect)
    x0, x1, y0, y1 = round(left * width), round((1 - left) * width), round(0.07 * height), round(0.93 * height)
    art = picture[round(0.09 * height) : round(0.91 * height), round(0.2 * width) : round(0.8 * width)]
    blank[y0:y1, x0:x1] = cv2.resize(art, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    if chosen.frame:
        cv2.rectangle(blank, (x0, y0), (x1, y1), _FRAMES[chosen.frame], max(1, height // 250), cv2.LINE_AA)


def _card_shape(width: int, height: int, chosen: Style) -> NDArray[np.uint8]:
    radius = round((0.03 + 0.02 * (chosen.shape_seed % 3)) * height / 1.4)
    shape = np.zeros((height, width), np.uint8)
    cv2.rectangle(shape, (radius, 0), (width - 1 - radius, height - 1), (255,), -1)
    cv2.rectangle(shape, (0, radius), (width - 1, height - 1 - radius), (255,), -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(shape, (x, y), radius, (255,), -1, cv2.LINE_AA)
    return shape


def _draw_indices(canvas: NDArray[np.uint8], card: Card, chosen: Style) -> tuple[CornerIndex, ...]:
    """Print the index in two or four corners; the boxes of the ink."""
    height, width = canvas.shape[:2]
    colour = canvas[:, :, :3]
    tile, ink = _index_tile(card, chosen, height)
    tile_high, tile_wide = tile.shape
    x, y = round(chosen.margin[0] * height), round(chosen.margin[1] * height)
    tile = tile[: max(1, height // 2 - y), : max(1, width - 2 * x)]
    tile_high, tile_wide = tile.shape
    lefts = (x, width - x - tile_wide) if chosen.four_corners else (x,)
    found = []
    for upside_down in (False, True):
        picture = colour[::-1, ::-1] if upside_down else colour
        for left in lefts:
            pad = max(1, height // 120)
            window = picture[max(0, y - pad) : y + tile_high + pad, max(0, left - pad) : left + tile_wide + pad]
            window[:] = chosen.paper
            _blend(picture[y : y + tile_high, left : left + tile_wide], tile, ink)
            box = left / width, y / height, (left + tile_wide) / width, (y + tile_high) / height
            found.append(_corner(box, upside_down))
    return tuple(found)


def _corner(box: tuple[float, float, float, float], upside_down: bool) -> CornerIndex:
    x0, y0, x1, y1 = box
    return CornerIndex(1 - x1, 1 - y1, 1 - x0, 1 - y0, True) if upside_down else CornerIndex(x0, y0, x1, y1, False)


def _index_tile(card: Card, chosen: Style, height: int) -> tuple[NDArray[np.uint8], Bgr]:
    """Mask of rank above suit sign, and the ink."""
    text = rank_text(card, chosen.letters)
    rank = _weighted(pips.text_mask(chosen.font, text), chosen.weight)
    rank_high = max(4, round(chosen.rank_high * height))
    natural = rank.shape[1] * rank_high / rank.shape[0] * chosen.stretch
    widest = chosen.rank_high * height * (1.15 if len(text) == 2 else 0.95)
    rank_wide = max(2, round(min(natural, widest)))
    suit = pips.suit_mask(card.suit, chosen.shape_seed)
    suit_high = max(4, round(chosen.suit_high * height))
    suit_wide = max(3, round(suit.shape[1] * suit_high / suit.shape[0]))
    gap = max(1, round(chosen.gap * height))
    wide = max(rank_wide, suit_wide)
    tile = np.zeros((rank_high + gap + suit_high, wide), np.uint8)
    x = (wide - rank_wide) // 2
    tile[:rank_high, x : x + rank_wide] = cv2.resize(rank, (rank_wide, rank_high), interpolation=cv2.INTER_AREA)
    x = (wide - suit_wide) // 2
    tile[rank_high + gap :, x : x + suit_wide] = cv2.resize(suit, (suit_wide, suit_high), interpolation=cv2.INTER_AREA)
    return tile, _ink(card, chosen)


def _ink(card: Card, chosen: Style) -> Bgr:
    return chosen.inks[(Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS).index(card.suit)]


def _weighted(mask: NDArray[np.uint8], weight: int) -> NDArray[np.uint8]:
    if weight == 0:
        return mask
    size = 3 + 4 * (abs(weight) - 1) + 2
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    if weight > 0:
        roomy = cv2.copyMakeBorder(mask, size, size, size, size, cv2.BORDER_CONSTANT, value=0)
        return pips.trimmed(np.asarray(cv2.dilate(roomy, kernel), np.uint8))
    thin = np.asarray(cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))), np.uint8)
    return thin if (thin > 127).mean() > 0.12 else mask


def _blend(window: NDArray[np.uint8], mask: NDArray[np.uint8], ink: Bgr) -> None:
    share = mask[:, :, None].astype(np.float32) / 255
    window[:] = (window * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)


def _stamp(
    picture: NDArray[np.uint8], mask: NDArray[np.uint8], x: float, y: float, high: float, ink: Bgr, turned: bool
) -> None:
    """A suit sign of that height centred at x, y; pips of the lower half stand on their heads."""
    height, width = max(3, round(high)), max(3, round(mask.shape[1] * high / mask.shape[0]))
    upright = np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    small = upright[::-1] if turned else upright
    left, top = round(x - width / 2), round(y - height / 2)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(picture.shape[1], left + width), min(picture.shape[0], top + height)
    if x1 > x0 and y1 > y0:
        _blend(picture[y0:y1, x0:x1], small[y0 - top : y1 - top, x0 - left : x1 - left], ink)
