"""What moves and what has changed and come to rest, from a small grey copy of the picture.

Only places that changed and then lay still reach the network. The small picture is compared with the frame a moment ago
(movement) and with the picture last looked at (change); brightness that drifts as a whole is divided out, noise sets
the thresholds, and who reaches in is told by the edge of the picture that the moving thing touches.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.vision.calibrate import Edge
from kozyr.vision.types import Frame, Image, Point

SMALL_LONG_PX: Final = 320
"""Longer side of the small picture."""
CELL: Final = 8
"""Side of a cell in small pixels."""
Box = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels of the full picture."""
Small = NDArray[np.float32]
Cells = NDArray[np.bool_]

_EDGES: Final = (Edge.BOTTOM, Edge.LEFT, Edge.TOP, Edge.RIGHT)


@dataclass(frozen=True, slots=True)
class GateTimes:
    """How long things take, in milliseconds."""

    settle_ms: int = 180
    """A place lies still when nothing moved there for this long."""
    reach_ms: int = 600
    """The same for a thing that touches the edge of the picture: most likely an arm."""
    step_ms: int = 55
    """Movement is measured over at least this long, so that a slow hand at a high frame rate still moves."""
    gap_ms: int = 700
    """Pictures further apart than this stand for themselves: nothing can be said about movement between them."""
    remember_ms: int = 3000
    """How long it is remembered who reached where."""


@dataclass(frozen=True, slots=True)
class Region:
    """A place that changed since it was last looked at and now lies still."""

    box: Box
    """Its bounding box in the full picture."""
    cells: Cells
    """Its cells, shape (rows, columns)."""
    touches_edge: bool
    """True when it reaches the edge of the picture."""
    still_ms: int
    """For how long nothing has moved in it."""


@dataclass(frozen=True, slots=True)
class Movement:
    """What one frame showed."""

    at_ms: int
    """Time of the frame."""
    regions: tuple[Region, ...]
    """Places ready to be looked at."""
    moving: Cells
    """Cells that moved lately."""
    moving_share: float
    """Share of the picture that moves, 0 to 1."""


@dataclass(frozen=True, slots=True)
class _Reach:
    at_ms: int
    shares: tuple[float, float, float, float]
    cells: Cells


class MotionGate:
    """Follows movement and change from frame to frame. Feed every frame to ``step``."""

    def __init__(self, times: GateTimes | None = None) -> None:
        self._times = times or GateTimes()
        self._size = (0, 0)
        self.start()

    def start(self) -> None:
        """Forget everything, as at the first frame."""
        self._recent: deque[tuple[int, Small]] = deque()
        self._reaches: deque[_Reach] = deque()
        self._gain = 1.0
        self._noise = 1.0
        self._at_ms = 0
        self._first = True

    @property
    def small(self) -> Small:
        """The current small grey picture at even brightness."""
        return self._now

    @property
    def scale(self) -> float:
        """Small pixels per pixel."""
        return self._scale

    @property
    def gain(self) -> float:
        """Brightness of the picture against the even one."""
        return self._gain

    def reference_copy(self) -> Small:
        """The picture last looked at."""
        return self._reference.copy()

    @property
    def change_step(self) -> float:
        """By how much a pixel must differ to count as changed."""
        return 11.0 + 4.0 * self._noise

    def step(self, frame: Frame) -> Movement:
        """Take in a frame; a frame of another size starts afresh."""
        height, width = frame.pixels.shape[:2]
        if (width, height) != self._size:
            self._resize(width, height)
        grey = self._shrink(frame.pixels)
        if self._first:
            return self._begin(frame.at_ms, grey)
        self._now = self._even(grey)
        gap = frame.at_ms - self._at_ms > self._times.gap_ms
        self._at_ms = frame.at_ms
        self._find_moving(gap)
        changed = self._find_changed()
        if self._moving.any():
            self._note_reaches(changed)
        return Movement(frame.at_ms, self._still_regions(changed, gap), self._moving, float(self._moving.mean()))

    def accept(self, box: Box) -> None:
        """The place has been looked at: from now on change is counted from its present picture."""
        x0, y0, x1, y1 = self._small_box(box)
        self._reference[y0:y1, x0:x1] = self._now[y0:y1, x0:x1]
        self._changed_ms[self.cells_of_box(box)] = -1

    def restless(self, box: Box) -> bool:
        """True when something in the box moved within the settling time."""
        return bool(self._moving[self.cells_of_box(box)].any())

    def times_of(self, outline_px: Sequence[Point]) -> tuple[int, int]:
        """(when the place began to change, when it came to rest) for an outline, in milliseconds."""
        cells = self.cells_of_outline(outline_px)
        began = self._changed_ms[cells]
        began = began[began >= 0]
        rest = self._moved_ms[cells]
        rest_ms = round(float(np.percentile(rest, 75))) if rest.size else self._at_ms
        began_ms = round(float(np.percentile(began, 25))) if began.size else rest_ms
        return min(began_ms, rest_ms), max(0, rest_ms)

    def moved_ms(self, outline_px: Sequence[Point]) -> int:
        """When something last moved over an outline."""
        moved = self._moved_ms[self.cells_of_outline(outline_px)]
        return int(moved.max()) if moved.size else 0

    def reached_from(self, outline_px: Sequence[Point], since_ms: int, until_ms: int) -> Mapping[Edge, float]:
        """How much of the movement over an outline came from each edge of the picture; sums to 1 or is empty."""
        cells = self.cells_of_outline(outline_px)
        votes = np.zeros(4)
        for reach in self._reaches:
            if since_ms <= reach.at_ms <= until_ms:
                votes += np.array(reach.shares) * float((reach.cells & cells).sum())
        total = float(votes.sum())
        if total == 0:
            return {}
        return {edge: float(vote) / total for edge, vote in zip(_EDGES, votes, strict=True) if vote > 0}

    def cells_of_outline(self, outline_px: Sequence[Point]) -> Cells:
        """The cells inside an outline, at least one."""
        mask = np.zeros(self._moving.shape, np.uint8)
        points = np.array(outline_px, np.float32) * (self._scale / CELL) - 0.5
        cv2.fillConvexPoly(mask, np.round(points).astype(np.int32), 1)
        return mask.astype(bool)

    def cells_of_box(self, box: Box) -> tuple[slice, slice]:
        """The cells that a box touches."""
        x0, y0, x1, y1 = self._small_box(box)
        return slice(y0 // CELL, -(-y1 // CELL)), slice(x0 // CELL, -(-x1 // CELL))

    def _resize(self, width: int, height: int) -> None:
        self._size = (width, height)
        self._scale = min(1.0, SMALL_LONG_PX / max(width, height))
        self.start()

    def _shrink(self, pixels: Image) -> Small:
        grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY) if pixels.ndim == 3 else pixels
        size = (max(CELL, round(self._size[0] * self._scale)), max(CELL, round(self._size[1] * self._scale)))
        return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)

    def _begin(self, at_ms: int, grey: Small) -> Movement:
        rows, columns = -(-grey.shape[0] // CELL), -(-grey.shape[1] // CELL)
        self._now = grey
        self._reference = grey.copy()
        self._moved_ms = np.full((rows, columns), at_ms, np.int64)
        self._changed_ms = np.full((rows, columns), -1, np.int64)
        self._moving = np.zeros((rows, columns), bool)
        self._recent.append((at_ms, grey))
        self._at_ms, self._first = at_ms, False
        everything = np.ones((rows, columns), bool)
        whole = Region((0, 0, self._size[0], self._size[1]), everything, True, 0)
        return Movement(at_ms, (whole,), self._moving, 0.0)

    def _even(self, grey: Small) -> Small:
        """The picture with the drift of exposure and lamps divided out, a little at a time."""
        seen, held = grey[::4, ::4] / self._gain + 1, self._reference[::4, ::4] + 1
        self._gain *= float(np.clip(np.median(seen / held), 0.97, 1.03))
        return grey / np.float32(self._gain)

    def _find_moving(self, gap: bool) -> None:
        while len(self._recent) > 1 and self._recent[1][0] <= self._at_ms - self._times.step_ms:
            self._recent.popleft()
        step = cv2.absdiff(self._now, self._recent[0][1])
        self._recent.append((self._at_ms, self._now))
        quiet = float(np.median(step[::4, ::4])) * 1.48
        self._noise += 0.05 * (min(quiet, 6.0) - self._noise)
        cells = self._cells(step > 8.0 + 4.0 * self._noise, 0.06)
        if gap:
            cells[:] = False
        self._moved_ms[cells] = self._at_ms
        lately = self._moved_ms > self._at_ms - self._times.settle_ms
        self._moving = lately & (self._moved_ms > 0)

    def _find_changed(self) -> Cells:
        difference = cv2.absdiff(self._now, self._reference)
        changed = difference > self.change_step
        cv2.accumulateWeighted(self._now, self._reference, 0.02, (~changed).astype(np.uint8))
        cells = self._cells(changed, 0.10)
        new = cells & (self._changed_ms < 0)
        self._changed_ms[new] = self._at_ms
        gone = ~cells & (self._changed_ms >= 0) & ~self._moving
        self._changed_ms[gone] = -1
        return cells

    def _cells(self, mask: NDArray[np.bool_], share: float) -> Cells:
        """Cells of which more than ``share`` is set."""
        rows, columns = self._moved_ms.shape
        padded = np.zeros((rows * CELL, columns * CELL), np.float32)
        padded[: mask.shape[0], : mask.shape[1]] = mask
        return np.asarray(cv2.resize(padded, (columns, rows), interpolation=cv2.INTER_AREA) > share)

    def _note_reaches(self, changed: Cells) -> None:
        """Remember which edge each moving thing touches and where it is."""
        things = cv2.dilate((changed | self._moving).astype(np.uint8), np.ones((3, 3), np.uint8))
        count, labels = cv2.connectedComponents(things, connectivity=8)
        for label in range(1, count):
            cells = labels == label
            if not (cells & self._moving).any():
                continue
            own = cells & (changed | self._moving)
            touch = np.array([own[-1].sum(), own[:, 0].sum(), own[0].sum(), own[:, -1].sum()], np.float64)
            if touch.sum() > 0:
                a, b, c, d = (float(v) for v in touch / touch.sum())
                self._reaches.append(_Reach(self._at_ms, (a, b, c, d), cells))
        while self._reaches and self._reaches[0].at_ms < self._at_ms - self._times.remember_ms:
            self._reaches.popleft()

    def _still_regions(self, changed: Cells, gap: bool) -> tuple[Region, ...]:
        if not changed.any():
            return ()
        near = cv2.dilate(self._moving.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
        still = changed & ~near
        reaching = self._reaching(changed)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(still.astype(np.uint8), connectivity=8)
        regions = []
        for label in range(1, count):
            cells = labels == label
            touches = bool((cells & reaching).any())
            still_ms = int(self._at_ms - self._moved_ms[cells].max())
            if gap or still_ms >= (self._times.reach_ms if touches else self._times.settle_ms):
                regions.append(Region(self._box_of(stats[label]), cells, touches, still_ms))
        return tuple(regions)

    def _reaching(self, changed: Cells) -> Cells:
        """Cells of changed or moving things that reach the edge of the picture: an arm and what it holds."""
        things = changed | self._moving
        count, labels = cv2.connectedComponents(things.astype(np.uint8), connectivity=8)
        if count < 2:
            return np.zeros_like(things)
        at_edge = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
        return np.asarray(np.isin(labels, at_edge[at_edge > 0]))

    def _box_of(self, stats: NDArray[np.int32]) -> Box:
        x, y, w, h = (int(v) * CELL / self._scale for v in stats[:4])
        return round(x), round(y), min(self._size[0], round(x + w)), min(self._size[1], round(y + h))

    def _small_box(self, box: Box) -> Box:
        rows, columns = self._now.shape
        x0, y0, x1, y1 = box
        return (
            max(0, int(x0 * self._scale)),
            max(0, int(y0 * self._scale)),
            min(columns, int(np.ceil(x1 * self._scale))),
            min(rows, int(np.ceil(y1 * self._scale))),
        )
