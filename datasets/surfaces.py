"""What cards lie on: felt, oilcloth, wood, white cloth, mats, and photographs from installed packages.

All functions take a numpy generator and give a BGR picture of the asked size; the same state gives the same picture.
"""

import struct
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
_FOLDERS: Final = (
    "/usr/share/backgrounds",
    "/usr/share/wallpapers",
    "/usr/share/games/foobillardplus/data",
    "/usr/share/sweethome3d",
)
_PATTERNS: Final = Path("/usr/share/gimp/2.0/patterns")
_PATTERN_KINDS: Final = ("Wood", "Stone", "Fabric", "Animal", "Paper", "Plant", "Food")


def table_top(random: np.random.Generator, width: int, height: int) -> Picture:
    """What people play cards on: cloth, oilcloth, wood; no photographs."""
    kinds = (_cloth, _oilcloth, _gingham, _wood, _white_cloth, _leather_mat)
    kind = kinds[int(random.choice(len(kinds), p=(0.34, 0.16, 0.1, 0.24, 0.1, 0.06)))]
    return kind(random, width, height)


def surface_kind(random: np.random.Generator) -> str:
    """A key of SURFACES."""
    return str(random.choice(list(SURFACES), p=_SHARES))


@cache
def noise_bank() -> NDArray[np.float32]:
    """Gaussian noise of unit spread, 1024 by 1024, to cut pieces from."""
    return np.random.default_rng(20130).standard_normal((1024, 1024)).astype(np.float32)


def noise(random: np.random.Generator, width: int, height: int, grain: float = 1.0) -> NDArray[np.float32]:
    """Noise of unit spread whose grains are about ``grain`` pixels wide."""
    grain = 1.0 if grain < 1.02 else grain
    wide, high = max(4, round(width / grain) + 1), max(4, round(height / grain) + 1)
    if wide > 1024 or high > 1024:
        piece = np.tile(noise_bank(), (high // 1024 + 1, wide // 1024 + 1))[:high, :wide]
    else:
        y, x = int(random.integers(1025 - high)), int(random.integers(1025 - wide))
        piece = noise_bank()[y : y + high, x : x + wide]
    if grain == 1.0:
        return piece[:height, :width]
    return np.asarray(cv2.resize(piece, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def photographs() -> tuple[Path, ...]:
    """Photographs found in installed packages, for backgrounds and picture cards."""
    return _photograph_files()


def photograph_piece(random: np.random.Generator, width: int, height: int) -> Picture | None:
    """A random piece of an installed photograph, or None when there is none."""
    files = _photograph_files()
    if not files:
        return None
    picture = _loaded(files[int(random.integers(len(files)))])
    share = random.uniform(0.25, 1.0)
    wide = max(8, round(picture.shape[1] * share))
    high = max(8, min(picture.shape[0], round(wide * height / width)))
    x, y = int(random.integers(picture.shape[1] - wide + 1)), int(random.integers(picture.shape[0] - high + 1))
    piece = picture[y : y + high, x : x + wide]
    return np.asarray(cv2.resize(piece, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


@cache
def _photograph_files() -> tuple[Path, ...]:
    files = [file for folder in _FOLDERS for file in Path(folder).rglob("*") if file.suffix in (".jpg", ".png")]
    large = [file for file in files if file.stat().st_size > 60_000 and "screenshot" not in file.name]
    one_size: dict[Path, Path] = {}
    for file in sorted(large):  # wallpapers come in a dozen sizes: keep one of each
        one_size.setdefault(file.parent if file.parent.name.startswith("images") else file, file)
    return tuple(one_size.values())


@lru_cache(maxsize=80)
def _loaded(file: Path) -> Picture:
    picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
    if picture is None:
        return np.full((64, 64, 3), 128, np.uint8)
    scale = min(1.0, 1000 / max(picture.shape[:2]))
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


@cache
def _pattern_files() -> tuple[Path, ...]:
    return tuple(sorted(file for kind in _PATTERN_KINDS for file in (_PATTERNS / kind).glob("*.pat")))


@cache
def _pattern_picture(file: Path) -> Picture:
    data = file.read_bytes()
    head, _, width, height, depth = struct.unpack(">5I", data[:20])
    pixels = np.frombuffer(data[head : head + width * height * depth], np.uint8).reshape(height, width, depth)
    return np.ascontiguousarray(pixels[:, :, 2::-1] if depth >= 3 else np.repeat(pixels[:, :, :1], 3, axis=2))


def _colour(random: np.random.Generator, hue: float, saturation: float, value: float) -> NDArray[np.float32]:
    """BGR, 0 to 255, of a hue in degrees and saturation and value from 0 to 1."""
    pixel = np.array([[[hue % 360, saturation, value]]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255, np.float32)


def _tinted(base: NDArray[np.float32], field: NDArray[np.float32]) -> Picture:
    return np.asarray(np.clip(base * (1 + field[:, :, None]), 0, 255), np.uint8)


def _cloth(random: np.random.Generator, width: int, height: int) -> Picture:
    """Felt or plain cloth: one hue, fine grain."""
    hue = float(random.choice((120, 140, 150, 215, 225, 0, 350, 30, 280, random.uniform(0, 360))))
    base = _colour(random, hue + random.normal(0, 8), random.uniform(0.05, 0.9), random.uniform(0.1, 0.8))
    grain = noise(random, width, height, random.uniform(1, 3)) * random.uniform(0.01, 0.12)
    return _tinted(base, grain + noise(random, width, height, 90) * random.uniform(0, 0.08))


def _carpet(random: np.random.Generator, width: int, height: int) -> Picture:
    base = _colour(random, random.uniform(10, 60), random.uniform(0.05, 0.5), random.uniform(0.2, 0.75))
    rough = noise(random, width, height, random.uniform(2, 7)) * random.uniform(0.12, 0.35)
    return _tinted(base, rough + noise(random, width, height, 1) * 0.1)


def _white_cloth(random: np.random.Generator, width: int, height: int) -> Picture:
    base = _colour(random, random.uniform(0, 360), random.uniform(0, 0.1), random.uniform(0.65, 1.0))
    crease = noise(random, width, height, random.uniform(40, 120)) * random.uniform(0.01, 0.1)
    weave = noise(random, width, height, random.uniform(1, 2.5)) * random.uniform(0.01, 0.05)
    return _tinted(base, crease + weave)


def _leather_mat(random: np.random.Generator, width: int, height: int) -> Picture:
    base = _colour(random, random.uniform(0, 360), random.uniform(0, 0.8), random.uniform(0.05, 0.3))
    return _tinted(base, noise(random, width, height, random.uniform(1.5, 4)) * random.uniform(0.02, 0.2))


def _wood(random: np.random.Generator, width: int, height: int) -> Picture:
    """Planks with long grain; drawn along x, then turned by chance."""
    side = max(width, height)
    base = _colour(random, random.uniform(12, 38), random.uniform(0.2, 0.75), random.uniform(0.2, 0.85))
    grain = cv2.resize(noise(random, side // 24 + 8, side, 1), (side, side), interpolation=cv2.INTER_CUBIC)
    wave = cv2.resize(noise(random, side // 60 + 8, side // 8 + 4, 1), (side, side), interpolation=cv2.INTER_CUBIC)
    field = grain * random.uniform(0.02, 0.14) + wave * random.uniform(0.02, 0.16)
    plank = int(random.integers(side // 6, side))
    for y in range(int(random.integers(plank)), side, plank):
        field[y : y + plank] += random.normal(0, 0.08)
        field[y : y + int(random.integers(1, 4))] -= 0.35
    picture = _tinted(base, np.asarray(field, np.float32))
    if random.random() < 0.5:
        picture = np.ascontiguousarray(picture.transpose(1, 0, 2))
    return picture[:height, :width]


def _gingham(random: np.random.Generator, width: int, height: int) -> Picture:
    step = int(random.integers(8, 60))
    ys, xs = np.mgrid[0:height, 0:width]
    stripes = ((xs // step) % 2 + (ys // step) % 2).astype(np.float32) / 2
    dark = _colour(random, float(random.choice((0, 220, 120, 35))), random.uniform(0.5, 0.95), random.uniform(0.3, 0.8))
    light = np.array((235, 240, 240), np.float32)
    mixed = light * (1 - stripes[:, :, None]) + dark * stripes[:, :, None]
    return _tinted(mixed, noise(random, width, height, 1.5) * 0.04)


def _oilcloth(random: np.random.Generator, width: int, height: int) -> Picture:
    """Flowers, leaves and rings printed in a lattice on a pale or coloured ground."""
    ground = _colour(random, random.uniform(0, 360), random.uniform(0.02, 0.6), random.uniform(0.35, 0.98))
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = ground
    step = int(random.integers(24, 140))
    inks = [_colour(random, random.uniform(0, 360), random.uniform(0.3, 1), random.uniform(0.2, 0.9)) for _ in range(3)]
    petals, ringed, lean = int(random.integers(4, 9)), random.random() < 0.4, random.uniform(0, 1)
    for row, y in enumerate(range(-step // 2, height + step, step)):
        for x in range(-step // 2 + (row % 2) * step // 2, width + step, step):
            _flower(picture, (x, y), step * 0.36, petals, lean, inks)
            if ringed:
                cv2.circle(picture, (x, y), round(step * 0.46), inks[2].tolist(), max(1, step // 30), cv2.LINE_AA)
    return _tinted(picture.astype(np.float32), noise(random, width, height, 2) * 0.03)


def _flower(
    picture: Picture, at: tuple[int, int], size: float, petals: int, lean: float, inks: list[NDArray[np.float32]]
) -> None:
    for i in range(petals):
        turn = 2 * np.pi * (i + lean) / petals
        centre = round(at[0] + np.cos(turn) * size * 0.55), round(at[1] + np.sin(turn) * size * 0.55)
        axes = max(1, round(size * 0.5)), max(1, round(size * 0.2))
        cv2.ellipse(picture, centre, axes, float(np.degrees(turn)), 0, 360, inks[0].tolist(), -1, cv2.LINE_AA)
    cv2.circle(picture, at, max(1, round(size * 0.22)), inks[1].tolist(), -1, cv2.LINE_AA)


def _pattern(random: np.random.Generator, width: int, height: int) -> Picture:
    files = _pattern_files()
    if not files:
        return _wood(random, width, height)
    tile = _pattern_picture(files[int(random.integers(len(files)))])
    zoom = random.uniform(0.8, 3)
    tile = np.asarray(cv2.resize(tile, None, fx=zoom, fy=zoom), np.uint8)
    across, down = width // tile.shape[1] + 2, height // tile.shape[0] + 2
    x, y = int(random.integers(tile.shape[1])), int(random.integers(tile.shape[0]))
    return np.ascontiguousarray(np.tile(tile, (down, across, 1))[y : y + height, x : x + width])


def _photograph(random: np.random.Generator, width: int, height: int) -> Picture:
    piece = photograph_piece(random, width, height)
    return piece if piece is not None else _cloth(random, width, height)


SURFACES: Final[dict[str, Callable[[np.random.Generator, int, int], Picture]]] = {
    "felt or plain cloth": _cloth, "oilcloth": _oilcloth, "gingham": _gingham, "wood": _wood,
    "white cloth": _white_cloth, "leather mat": _leather_mat, "pattern": _pattern, "photograph": _photograph,
    "carpet": _carpet,
}  # fmt: skip
"""Table tops, and other places where cards are photographed."""
_SHARES: Final = (0.22, 0.12, 0.08, 0.18, 0.08, 0.06, 0.08, 0.12, 0.06)
