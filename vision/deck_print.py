"""An index held against pictures of the same print: which card's, blurred as the camera blurs, fits it best.

The reader knows all prints a little; the pictures kept of a learnt deck, or of cards that lie beside, show this one
exactly. Where two cards are nearly as likely, such as ♠ and ♣ a few pixels high, what tells their pictures apart is
looked for in what was seen.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.vision.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX, INDEX_FILL, WIDE
from kozyr.vision.types import IndexBox

Pixels = NDArray[np.float32]
PATCH_TIMES: Final = 2
"""An index is kept in so many times the pixels of a crop."""
PATCH_SCALE: Final = 1.4
"""And with so much wider margins, so that it can be shifted and turned."""
_SOFTNESS_PX: Final = (0.0, 0.8, 1.3, 1.9, 2.6, 3.5)
"""Blurs that are tried, in pixels of a crop (standard deviation)."""
_CLEARLY: Final = 0.005
"""So much more alike, if blurred, what was seen must be to be taken for sharper than what was kept."""
_SCALES: Final = (0.88, 0.94, 1.0, 1.06, 1.12)
_TURNS_DEG: Final = (-4.0, 0.0, 4.0)
_STRAY_PX: Final = 3
"""How far the middle of a found box may be from that of the index, in pixels of a crop."""
_HALF_PX: Final = (range(6, 14), range(10, 21))
"""Half the width and half the height of the part that is compared, in pixels of a crop: least and most."""
_MIDDLE_PX: Final = CROP_WIDTH_PX // 2


class Area(NamedTuple):
    """The part of a crop that is compared, in its pixels."""

    middle: int
    """Its middle, from above; across it is that of the crop."""
    wide: int
    """Half its width."""
    high: int
    """Half its height."""


def whole(box: IndexBox) -> Area:
    """All of an index, by the size of its found box."""
    unit = CROP_HEIGHT_PX * INDEX_FILL / max(box.height_px, WIDE * box.width_px, 1.0)
    wide, high = round(unit * box.width_px / 2) + 1, round(unit * box.height_px / 2)
    widths, heights = _HALF_PX
    return Area(CROP_HEIGHT_PX // 2, min(max(wide, widths[0]), widths[-1]), min(max(high, heights[0]), heights[-1]))


def rank_of(box: IndexBox) -> Area:
    """Where the rank stands."""
    return whole(box)._replace(middle=16, high=10)


def suit_of(box: IndexBox) -> Area:
    """Where the suit sign stands."""
    return whole(box)._replace(middle=33, high=9)


class Fit(NamedTuple):
    """How a card's kept picture fits what was seen, where it fits best."""

    likeness: float
    """Correlation, 1 at most."""
    picture: Pixels
    """The kept picture, moved and blurred, in the frame of what was seen; NaN where it does not reach."""
    softness_px: float
    """How much it was blurred."""


def fits(crop: Pixels, area: Area, kept: Mapping[int, Sequence[Pixels]]) -> tuple[Pixels, dict[int, Fit]]:
    """The compared part of a whitened upright crop (48, 32, 3), and how the pictures of each card fit it.

    Where what was seen is sharper than what was kept, it is blurred as much. ``kept``: by card, or any number, whitened
    patches (96, 64, 3) as ``vision.deck.patch`` cuts them.
    """
    window = _cut(crop, area, _STRAY_PX)
    found = {card: _best(window, area, patches) for card, patches in kept.items()}
    likest = _likest(found)
    blurred = window if found[likest].softness_px else _as_soft(crop, area, kept[likest], found[likest].likeness)
    if blurred is window:
        return window, found
    return blurred, {card: _best(blurred, area, patches) for card, patches in kept.items()}


def _as_soft(crop: Pixels, area: Area, patches: Sequence[Pixels], likeness: float) -> Pixels:
    """The window as much blurred as makes it likest to the patches."""
    window = _cut(crop, area, _STRAY_PX)
    for softness_px in _SOFTNESS_PX[1:]:
        blurred = _cut(_blurred(crop, softness_px), area, _STRAY_PX)
        likelier = _best(blurred, area, patches).likeness
        if likelier < likeness + _CLEARLY:
            break
        window, likeness = blurred, likelier
    return window


def _likest(found: Mapping[int, Fit]) -> int:
    return max(found, key=lambda card: (found[card].likeness, -card))


def losses(window: Pixels, found: Mapping[int, Fit]) -> dict[int, float]:
    """By card, how much worse its picture explains the window than the likest one's: 0 for that one.

    The logarithm of the ratio of squared differences, weighed by where the two pictures differ.
    """
    likest = _likest(found)
    own = found[likest].picture
    lost = {likest: 0.0}
    for card, fit in found.items():
        if card != likest:
            shared = ~(np.isnan(own) | np.isnan(fit.picture))
            mine, other = _lit(own, window, shared), _lit(fit.picture, window, shared)
            weight = np.where(shared, np.abs(mine - other), 0).max(axis=2, keepdims=True)
            lost[card] = _log_ratio(weight, (window - other, window - mine), shared)
    return lost


def _log_ratio(weight: Pixels, apart: tuple[Pixels, Pixels], shared: NDArray[np.bool_]) -> float:
    """Of two differences, each weighed; one grey level is added, below which nothing is told."""
    spread = np.broadcast_to(weight, shared.shape)[shared]
    total = max(float(spread.sum()), 1e-6)
    other, mine = (float((spread * part[shared] ** 2).sum()) / total for part in apart)
    return float(np.log((other + 1) / (mine + 1)))


def _lit(picture: Pixels, window: Pixels, shared: NDArray[np.bool_]) -> Pixels:
    """The picture in the light and contrast of the window, by least squares over the shared pixels."""
    x, y = picture[shared], window[shared]
    x_mean, y_mean = float(x.mean()), float(y.mean())
    gain = float(((x - x_mean) * (y - y_mean)).sum()) / max(float(((x - x_mean) ** 2).sum()), 1e-6)
    return np.asarray(gain * (picture - x_mean) + y_mean, np.float32)


def _cut(crop: Pixels, area: Area, more: int) -> Pixels:
    x, (y, wide, high) = _MIDDLE_PX, area
    return np.ascontiguousarray(crop[y - high - more : y + high + more, x - wide - more : x + wide + more])


class _Pose(NamedTuple):
    """How a patch is shown as a crop."""

    patch: Pixels
    scale: float
    turn_deg: float
    softness_px: float


def _best(window: Pixels, area: Area, patches: Sequence[Pixels]) -> Fit:
    """The best fit of a card's patches: first the blur is found, then scale and turn."""
    plain = (_Pose(patch, 1.0, 0.0, soft) for patch in patches for soft in _SOFTNESS_PX)
    likest = max((_tried(window, area, pose) for pose in plain), key=_likeness)
    for scale in _SCALES:
        likest = max(likest, _tried(window, area, likest[1]._replace(scale=scale)), key=_likeness)
    for turn in _TURNS_DEG:
        likest = max(likest, _tried(window, area, likest[1]._replace(turn_deg=turn)), key=_likeness)
    likeness, pose, shown, (x, y) = likest
    picture = np.full(window.shape, np.nan, np.float32)
    picture[y : y + shown.shape[0], x : x + shown.shape[1]] = shown
    return Fit(likeness, picture, pose.softness_px)


_Trial = tuple[float, _Pose, Pixels, tuple[int, int]]


def _likeness(trial: _Trial) -> float:
    return trial[0]


def _tried(window: Pixels, area: Area, pose: _Pose) -> _Trial:
    shown = _cut(_posed(pose), area, 0)
    alike = cv2.matchTemplate(window, shown, cv2.TM_CCOEFF_NORMED)
    _, likeness, _, place = cv2.minMaxLoc(alike)
    return float(likeness), pose, shown, (int(place[0]), int(place[1]))


def _posed(pose: _Pose) -> Pixels:
    """A patch as a crop, (48, 32, 3)."""
    step = PATCH_TIMES / PATCH_SCALE * pose.scale
    (wide, high), (tall, broad) = (CROP_WIDTH_PX, CROP_HEIGHT_PX), pose.patch.shape[:2]
    move = cv2.getRotationMatrix2D(((broad - 1) / 2, (tall - 1) / 2), pose.turn_deg, 1 / step)
    move[:, 2] += ((wide - broad) / 2, (high - tall) / 2)
    crop = cv2.warpAffine(pose.patch, move, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return _blurred(np.asarray(crop, np.float32), pose.softness_px)


def _blurred(crop: Pixels, softness_px: float) -> Pixels:
    if not softness_px:
        return crop
    return np.asarray(cv2.GaussianBlur(crop, (0, 0), softness_px), np.float32)
