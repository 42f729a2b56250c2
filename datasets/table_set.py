"""Sets a table: camera, light, cloth, things at the edge, a deck and four players' arms, all from one seed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from kozyr.datasets import clutter, decks, surfaces, table_props
from kozyr.datasets.choreography import Room
from kozyr.datasets.deals import SEATS
from kozyr.datasets.hands import random_look
from kozyr.datasets.table_camera import Points, TableCamera, overhead_camera
from kozyr.datasets.table_light import TableLight, random_light
from kozyr.datasets.table_video import TableSet
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.seats import Seat
from kozyr.vision.types import Image

_CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""Picture corners, as signs of x and y."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A table set for a deal."""

    table: TableSet
    room: Room
    deck: str


def _tinted(face: Image, paper: Points, faded: float) -> Image:
    """The face as printed on this deck's paper: not quite white, inks not quite black."""
    colour = face[..., :3].astype(np.float32)
    printed = (colour * (1 - faded) + 210 * faded) * (paper / 255)
    return np.dstack([np.clip(printed, 0, 255).astype(np.uint8), face[..., 3]])


def _edged(face: Image) -> Image:
    """Darkens the rim a little: the cut edge of the card."""
    inside = cv2.erode(face[..., 3], np.ones((5, 5), np.uint8))
    rim = 1 - 0.22 * (1 - cv2.GaussianBlur(inside, (0, 0), 1.0).astype(np.float32) / 255)
    return np.dstack([np.clip(face[..., :3] * rim[..., None], 0, 255).astype(np.uint8), face[..., 3]])


def dress_deck(
    deck: str, height_px: int, rng: np.random.Generator, style_seed: int | None = None
) -> tuple[dict[Card, Image], Image]:
    """Faces and back of a deck as they come out of the box: paper tint and cut edges.

    ``style_seed``: whose index is printed on it, where it is not its own. Raises KozyrError when the deck is not
    installed.
    """

    def drawn(card: Card) -> Image:
        if style_seed is None:
            return decks.face(deck, card, height_px)
        return decks.reindexed(deck, card, style_seed, height_px)[0]

    paper = np.array([rng.uniform(224, 250), rng.uniform(234, 250), rng.uniform(240, 253)])
    faded = float(rng.uniform(0.0, 0.12))
    faces = {card: _edged(_tinted(drawn(card), paper, faded)) for card in DECK_32}
    back = decks.back(deck, height_px)
    if not back[..., 3].any():
        shape = next(iter(faces.values())).shape
        back = clutter.card_back(rng, shape[0], shape[1] / shape[0])
    return faces, _edged(back)


def _lay_prop(top: Image, prop: table_props.Prop, corners_mm: Points, camera: TableCamera, lamp: Points) -> None:
    """Draws one prop and its shadow into the table top."""
    height, width = prop.picture.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    flat = camera.project(corners_mm)
    raised = corners_mm.copy()
    raised[:, 2] = prop.tall_mm * 0.5
    size = camera.size_px
    shift = -lamp[0] * (1.0 + 0.45 * prop.tall_mm) * camera.px_per_mm
    shadow_at = cv2.getPerspectiveTransform(source, (flat + shift).astype(np.float32))
    alpha = cv2.warpPerspective(np.ascontiguousarray(prop.picture[..., 3]), shadow_at, size, flags=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(alpha, (0, 0), (0.8 + 0.10 * prop.tall_mm) * camera.px_per_mm).astype(np.float32)
    top[:] = np.clip(top * (1 - 0.42 * soft / 255)[..., None], 0, 255).astype(np.uint8)
    matrix = cv2.getPerspectiveTransform(source, camera.project(raised).astype(np.float32))
    drawn = cv2.warpPerspective(prop.picture, matrix, size, flags=cv2.INTER_AREA).astype(np.float32)
    top[:] = np.clip(top * (1 - drawn[..., 3:] / 255) + drawn[..., :3], 0, 255).astype(np.uint8)


def _prop_corners(prop: table_props.Prop, x: float, y: float, angle_deg: float) -> Points:
    half_w, half_h = prop.size_mm[0] / 2, prop.size_mm[1] / 2
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    corners = [(-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h)]
    return np.array([(x + c * u - s * v, y + s * u + c * v, 0.0) for u, v in corners])


def _dress_edges(top: Image, camera: TableCamera, light: TableLight, taken: set[int], rng: np.random.Generator) -> None:
    """Puts a sheet with a pen, a mug, chips into picture corners where no pile will lie."""
    half = camera.seen_mm()
    angle = np.radians(light.from_deg)
    lamp = np.array([[np.cos(angle), np.sin(angle)]])
    makers: list[Callable[[np.random.Generator], table_props.Prop]] = [
        table_props.score_sheet, table_props.mug, table_props.chips,
    ]  # fmt: skip
    free = [at for at in range(4) if at not in taken]
    rng.shuffle(free)
    for at, maker in zip(free, makers, strict=False):
        if rng.random() < 0.15:
            continue
        prop = maker(rng)
        sign_x, sign_y = _CORNERS[at]
        inset = 30.0 if maker is table_props.mug else 46.0
        x, y = sign_x * (half[0] - inset + rng.uniform(-8, 12)), sign_y * (half[1] - inset + rng.uniform(-8, 12))
        _lay_prop(top, prop, _prop_corners(prop, x, y, rng.uniform(-22, 22)), camera, lamp)
        if maker is table_props.score_sheet and rng.random() < 0.85:
            pen = table_props.pen(rng)
            shifted = _prop_corners(pen, x + rng.uniform(-20, 30), y + rng.uniform(-20, 20), rng.uniform(-50, 50))
            _lay_prop(top, pen, shifted, camera, lamp)


def _table_top(camera: TableCamera, rng: np.random.Generator) -> Image:
    """A cloth or a board, seen through the camera."""
    width, height = camera.size_px
    flat = surfaces.table_top(rng, round(width * 1.12), round(height * 1.16))
    half = np.array([width, height]) / camera.px_per_mm / 2 * 1.14
    source = np.array([[0, 0], [flat.shape[1], 0], [flat.shape[1], flat.shape[0]], [0, flat.shape[0]]], np.float32)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    target = camera.project(np.column_stack([corners, np.zeros(4)])).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    seen = cv2.warpPerspective(flat, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(np.clip(seen.astype(np.float32) * 0.94, 0, 255), np.uint8)


def _pile_sides(rng: np.random.Generator) -> tuple[tuple[Seat, int], ...]:
    return tuple((seat, int(rng.choice([-1, 1]))) for seat in SEATS)


def _pile_corners(sides: tuple[tuple[Seat, int], ...]) -> set[int]:
    """The picture corners near the piles of W and E, which therefore stay free of props."""
    side = dict(sides)
    return {3 if side[Seat.W] > 0 else 0, 1 if side[Seat.E] > 0 else 2}


def random_setting(
    seed: int,
    deck: str,
    size_px: tuple[int, int] = (1280, 720),
    *,
    fps: float = 15.0,
    px_per_mm: float | None = None,
    light: TableLight | None = None,
    top: Image | None = None,
    style_seed: int | None = None,
    off_mm: tuple[float, float] = (0.0, 0.0),
) -> Setting:
    """A table of its own for every seed; ``light`` and ``top`` (unlit, of ``size_px``) replace the random ones.

    ``style_seed``: the deck has the indices of that style; ``off_mm``: how far the camera hangs beside the middle.
    Raises KozyrError when the deck is not installed.
    """
    rng = np.random.default_rng([seed, 77])
    camera = overhead_camera(rng, size_px, px_per_mm, off_mm)
    lamp = light or random_light(rng, size_px)
    cloth = _table_top(camera, rng) if top is None else top.copy()
    sides = _pile_sides(rng)
    _dress_edges(cloth, camera, lamp, _pile_corners(sides), rng)
    faces, back = dress_deck(deck, round(88 * camera.px_per_mm * 2), rng, style_seed)
    looks = {seat: random_look(rng) for seat in SEATS}
    exposure = min(float(rng.uniform(1 / 120, 1 / 30)), 1 / fps)
    table = TableSet(camera, lamp, cloth, faces, back, looks, exposure, float(rng.choice([0.0, 0.3, 0.8])))
    return Setting(table, Room(camera.seen_mm(), sides), deck)
