"""Frames in, observations out: the one chain for a file and for a live camera.

Movement decides where to look, the network finds corner indices there, the reader names them, corners become cards,
cards become tracks, and what is settled becomes observations.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from kozyr.engine.observations import CameraChanged, CardAppeared, CardReread, Observation, ZoneCleared
from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import Calibration, Edge, automatic
from kozyr.vision.group import CardGrouper, SeenCard, find_card_sized
from kozyr.vision.motion import Box, GateTimes, MotionGate, Movement, Region, Small
from kozyr.vision.presence import Outline, Presence, TableMemory
from kozyr.vision.settle import SURE, Leaver, Newcomer, Settler
from kozyr.vision.track import Arrival, CardTracker, Look, Track
from kozyr.vision.types import Frame, Image, IndexDetector, IndexReader, IndexReading, Point

SaveCrop = Callable[[str, Image], str | None]
"""Keeps a picture under a suggested name (no folder, no ending) and returns the name it was kept under."""

_NEAR_WEIGHT: Final = 0.25
"""What the side a card lies on counts against the movement that was seen."""
_DARK: Final = 16.0
"""Mean grey below which nothing can be seen."""
_LOOKS: Final = 2
"""A card is looked at this often before it may rest."""
_LOOKS_UNSURE: Final = 6
"""The same for a card that is not read surely."""


_VISITS_MS: Final = (250, 400, 700)
"""Pauses before an unexplained change is looked at again."""
_VISIT_LAPSE_MS: Final = 6000
"""A visit that movement keeps from being made is given up after this long."""


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """The numbers of the chain, tuned on rendered videos of the validation decks only."""

    least_score: float = 0.25
    """Boxes the detector is less sure of are ignored."""
    least_confidence: float = 0.25
    """Readings less sure than this are ignored."""
    margin_mm: float = 30.0
    """How far around a changed place the network looks."""
    again_ms: int = 140
    """Pause before a card is looked at again."""
    rest_unsure_ms: int = 3000
    """Pause between looks at a lying card that is not read surely."""
    rest_ms: int = 20000
    """Pause between looks at a card that is."""
    edge_share: float = 0.55
    """Share of the movement that must come from one edge to say who it was."""


@dataclass(frozen=True, slots=True)
class PipelineStats:
    """What the chain has done so far."""

    frames: int
    """Frames taken in."""
    looks: int
    """Times the network was asked."""
    busy_ms: float
    """Time spent in ``process``."""
    network_ms: float
    """Of that, time spent finding and reading indices."""


@dataclass(frozen=True, slots=True)
class _Visit:
    """A place that changed and is not yet explained."""

    box: Box
    due_ms: int
    tries: int


@dataclass(frozen=True, slots=True)
class _Place:
    """A part of the picture to be looked at, and why."""

    box: Box
    regions: tuple[Region, ...] = ()
    visits: tuple[_Visit, ...] = ()

    def with_place(self, other: "_Place") -> "_Place":
        """Both in one look."""
        (a, b, c, d), (e, f, g, h) = self.box, other.box
        box = (min(a, e), min(b, f), max(c, g), max(d, h))
        return _Place(box, self.regions + other.regions, self.visits + other.visits)


class Pipeline:
    """The eyes of one table."""

    def __init__(
        self,
        detector: IndexDetector,
        reader: IndexReader,
        calibration: Calibration | None = None,
        *,
        south: Edge = Edge.BOTTOM,
        save_crop: SaveCrop | None = None,
        settings: PipelineSettings | None = None,
        times: GateTimes | None = None,
    ) -> None:
        """``south`` counts only without a calibration. Networks are given, so that any backend can be used."""
        self._detector = detector
        self._reader = reader
        self._given = calibration
        self._south = south
        self._save_crop = save_crop
        self._settings = settings or PipelineSettings()
        self._gate = MotionGate(times)
        self._tracker = CardTracker()
        self._settler = Settler()
        self._grouper: CardGrouper | None = None
        self._table: TableMemory | None = None
        self._seen: dict[int, Small] = {}
        self._before: dict[int, Small] = {}
        self._visits: list[_Visit] = []
        self._calm: Frame | None = None
        self._last: Frame | None = None
        self._dark = False
        self._readings: tuple[IndexReading, ...] = ()
        self._frames = self._looks = 0
        self._busy_s = self._network_s = 0.0

    @property
    def calibration(self) -> Calibration | None:
        """The calibration in use, fitted to the cards seen so far; None before the first frame."""
        return self._grouper.calibration if self._grouper else self._given

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The cards that lie on the table now."""
        return self._tracker.tracks

    @property
    def readings(self) -> tuple[IndexReading, ...]:
        """The index readings of the last look, for drawing."""
        return self._readings

    @property
    def stats(self) -> PipelineStats:
        """Counts and times."""
        return PipelineStats(self._frames, self._looks, self._busy_s * 1000, self._network_s * 1000)

    def process(self, frame: Frame | CameraChanged) -> tuple[Observation, ...]:
        """The observations due with this frame; a note about the camera is passed on."""
        if isinstance(frame, CameraChanged):
            return (frame,)
        begun = time.perf_counter()
        try:
            return self._process(frame)
        finally:
            self._busy_s += time.perf_counter() - begun
            self._frames += 1
            self._last = frame

    def finish(self) -> tuple[Observation, ...]:
        """What is still due when the pictures end."""
        if self._last is None or self._grouper is None:
            return ()
        told = self._settler.finish(self._last.at_ms, self._tracker.tracks, self._grouper.calibration)
        return tuple(self._with_crop(observation, self._last) for observation in told)

    def _process(self, frame: Frame) -> tuple[Observation, ...]:
        grouper = self._fitted(frame)
        movement = self._gate.step(frame)
        notes = self._notice_dark(frame)
        if self._dark:
            return notes
        if self._table is None:
            self._table = TableMemory(self._gate.small, self._gate.scale)
        before = grouper.calibration.px_per_mm
        for place in self._places(movement, grouper.calibration):
            self._look(frame, place, grouper)
        self._rescale(before, grouper)
        for track in self._tracker.tracks:
            if self._settler.doubtful(track):
                self._drop(track.number)
        busy = self._gate.restless(_bounds(grouper.calibration.trick_outline_px(16).tolist()))
        told = self._settler.step(frame.at_ms, self._tracker.tracks, grouper.calibration, busy)
        return (*notes, *(self._with_crop(observation, frame) for observation in told))

    def _fitted(self, frame: Frame) -> CardGrouper:
        """The grouper with a calibration for pictures of this size."""
        height, width = frame.pixels.shape[:2]
        if self._grouper is None:
            self._grouper = CardGrouper((self._given or automatic(width, height, self._south)).resized(width, height))
        elif self._grouper.calibration.size_px != (width, height):
            # The cards are where they were; only the pixels have other names.
            self._grouper.calibration = self._grouper.calibration.resized(width, height)
            self._table = None
            self._tracker.replace_outlines(self._grouper.place)
            self._seen.clear()
            self._before.clear()
        return self._grouper

    def _notice_dark(self, frame: Frame) -> tuple[Observation, ...]:
        dark = float(self._gate.small.mean() * self._gate.gain) < _DARK
        if dark == self._dark:
            return ()
        self._dark = dark
        return (CameraChanged(frame.at_ms, not dark, "dark" if dark else "back"),)

    def _places(self, movement: Movement, calibration: Calibration) -> list[_Place]:
        """Where to look now: changed places that have come to rest, places to visit again, cards due for another look."""
        margin = self._settings.margin_mm * calibration.px_per_mm
        size = calibration.size_px
        places: list[_Place] = []
        for region in movement.regions:
            if region.cells.sum() < 2:
                # Too small for a card: taken as it is.
                self._gate.accept(region.box)
                continue
            places.append(_Place(_grown(region.box, margin, size), (region,)))
        for visit in [v for v in self._visits if v.due_ms <= movement.at_ms]:
            if not self._gate.restless(visit.box):
                places.append(_Place(_grown(visit.box, margin, size), (), (visit,)))
            if not self._gate.restless(visit.box) or movement.at_ms - visit.due_ms > _VISIT_LAPSE_MS:
                self._visits.remove(visit)
        for track in self._tracker.tracks:
            box = _grown(_bounds(track.outline_px), margin / 3, size)
            if self._gate.restless(_bounds(track.outline_px)):
                continue
            if self._is_due(track, movement.at_ms) or self._is_stirred(track, movement.at_ms):
                places.append(_Place(box))
        return _joined(places)

    def _is_due(self, track: Track, at_ms: int) -> bool:
        age = at_ms - track.looked_ms
        looks = track.looks + track.overlooked + track.misses
        sure = track.confidence >= SURE
        if track.misses:
            return age >= 2 * self._settings.again_ms
        if looks < (_LOOKS if sure else _LOOKS_UNSURE):
            return age >= self._settings.again_ms * max(1, looks)
        hopeful = not sure and bool(track.scores or track.rest_ms > at_ms - 10_000)
        return age >= (self._settings.rest_unsure_ms if hopeful else self._settings.rest_ms)

    def _is_stirred(self, track: Track, at_ms: int) -> bool:
        """True when something moved over the card since it was looked at, and it does not look the same now."""
        assert self._table is not None
        if self._gate.moved_ms(track.outline_px) <= track.looked_ms:
            return False
        seen = self._seen.get(track.number)
        if seen is None:
            return True
        tracks = self._tracker.tracks
        later = [other.outline_px for other in tracks[tracks.index(track) + 1 :]]
        before = self._before.get(track.number)
        presence = self._table.judge(self._gate.small, track.outline_px, later, seen, before, self._gate.change_step)
        if presence.says_there:
            self._tracker.touch(track.number, at_ms)
        return not presence.says_there

    def _look(self, frame: Frame, place: _Place, grouper: CardGrouper) -> None:
        assert self._table is not None
        readings = self._read(frame.pixels, place.box)
        first = self._looks == 1
        cards = [card for card in grouper.group(readings) if self._is_new_on_table(card)]
        for visit in place.visits:
            if visit.tries > 0:
                cards += self._unread(visit.box, cards, grouper)
        arrivals = [Arrival(*self._gate.times_of(card.outline_px)) for card in cards]
        look = Look(frame.at_ms, tuple(cards), self._presence(place.box, cards, grouper))
        changes = self._tracker.update(look, arrivals)
        newcomers = [Newcomer(track, self._comes_from(track, frame.at_ms, grouper)) for track in changes.new]
        leavers = [Leaver(t, frame.at_ms, self._goes_to(t, frame.at_ms, grouper)) for t in changes.left]
        self._settler.take(newcomers, leavers)
        self._remember(place.regions, (*changes.new, *changes.seen), first)
        if not first:
            self._explain(frame.at_ms, place)
        if changes.new:
            self._calm = frame
        for track in changes.left:
            self._seen.pop(track.number, None)
            self._before.pop(track.number, None)

    def _read(self, pixels: Image, box: Box) -> tuple[IndexReading, ...]:
        """The index readings in a part of the picture, in pixels of the whole."""
        begun = time.perf_counter()
        x0, y0, x1, y1 = box
        part = pixels[y0:y1, x0:x1]
        boxes = tuple(b for b in self._detector.find(part) if b.score >= self._settings.least_score)
        readings = self._reader.read(part, boxes)
        self._network_s += time.perf_counter() - begun
        self._looks += 1
        kept = [r for r in readings if r.card is not None and r.confidence >= self._settings.least_confidence]
        self._readings = tuple(_shifted(reading, x0, y0) for reading in kept)
        return self._readings

    def _is_new_on_table(self, card: SeenCard) -> bool:
        """False for a card read out of the bare table's own pattern."""
        assert self._table is not None
        if self._looks == 1 or len(card.indices) > 1:
            return True
        return self._table.differs(self._gate.small, card.outline_px, self._gate.change_step) > 0.2

    def _unread(self, box: Box, cards: Sequence[SeenCard], grouper: CardGrouper) -> list[SeenCard]:
        """Something of a card's size where no index could be read: face-down, glaring or too far away."""
        assert self._table is not None
        taken = [card.outline_px for card in cards] + [track.outline_px for track in self._tracker.tracks]
        strange = self._table.strange(self._gate.small, box, taken, self._gate.change_step)
        spot = find_card_sized(strange, self._gate.scale, grouper.calibration)
        if spot is None or any(_holds(outline, grouper.calibration.to_px(spot[0])) for outline in taken):
            return []
        return [SeenCard(spot[0], spot[1], grouper.place(*spot), ())]

    def _explain(self, at_ms: int, place: _Place) -> None:
        """A changed place is bare table, a known card, or strange: then it is looked at again, when a hand may have gone."""
        assert self._table is not None
        outlines = [track.outline_px for track in self._tracker.tracks]
        spots = [(region.box, 0) for region in place.regions]
        spots += [(visit.box, visit.tries + 1) for visit in place.visits]
        for box, tries in spots:
            strange = self._table.strange(self._gate.small, box, outlines, self._gate.change_step)
            if tries < len(_VISITS_MS) and float(strange.sum()) > 0.25 * self._card_area():
                self._visits.append(_Visit(box, at_ms + _VISITS_MS[tries], tries))
            else:
                self._table.learn(self._gate.small, box, outlines)

    def _card_area(self) -> float:
        """Small pixels that a card covers."""
        assert self._grouper is not None
        width, height = self._grouper.calibration.card_mm
        return width * height * (self._grouper.calibration.px_per_mm * self._gate.scale) ** 2

    def _presence(self, box: Box, cards: Sequence[SeenCard], grouper: CardGrouper) -> dict[int, Presence]:
        """What the picture says about every known card in the part looked at."""
        assert self._table is not None
        tracks = self._tracker.tracks
        known = {track.number for track in tracks}
        fresh = [card.outline_px for card in cards if not _is_known(card, tracks)]
        found = {}
        for at, track in enumerate(tracks):
            if track.number not in known or not _inside(track.outline_px, box):
                continue
            covers = [later.outline_px for later in tracks[at + 1 :]] + fresh
            seen = self._seen.get(track.number)
            if seen is None or seen.shape != self._gate.small.shape:
                found[track.number] = Presence(1.0, 1.0, 0.0)
                continue
            found[track.number] = self._table.judge(
                self._gate.small, track.outline_px, covers, seen, self._before.get(track.number), self._gate.change_step
            )
        return found

    def _remember(self, regions: Sequence[Region], tracks: Sequence[Track], first: bool) -> None:
        """Keep what the picture shows now as what was last seen."""
        assert self._table is not None
        reference = None if first else self._gate.reference_copy()
        for track in tracks:
            if track.number not in self._seen and reference is not None:
                self._before[track.number] = reference
            self._seen[track.number] = self._gate.small
            if first:
                self._table.forget(track.outline_px)
        for region in regions:
            self._gate.accept(region.box)

    def _comes_from(self, track: Track, at_ms: int, grouper: CardGrouper) -> Seat | None:
        return self._reaching_seat(track, track.arrival_ms - 400, at_ms, grouper.calibration)

    def _goes_to(self, track: Track, at_ms: int, grouper: CardGrouper) -> Seat | None:
        shares = self._gate.reached_from(track.outline_px, at_ms - 1500, at_ms)
        seats = {grouper.calibration.seat_of(edge): share for edge, share in shares.items()}
        best = max(seats, key=lambda s: seats[s], default=None)
        return best if best is not None and seats[best] >= self._settings.edge_share else None

    def _reaching_seat(self, track: Track, since_ms: int, until_ms: int, calibration: Calibration) -> Seat | None:
        """Whose arm it was. Where two arms crossed, the side the card lies on weighs in."""
        shares = self._gate.reached_from(track.outline_px, since_ms, until_ms)
        if not shares:
            return None
        weights = {calibration.seat_of(edge): share for edge, share in shares.items()}
        near = calibration.nearest(track.centre_mm)
        weights[near] = weights.get(near, 0.0) + _NEAR_WEIGHT
        best = max(weights, key=lambda seat: weights[seat])
        return best if weights[best] >= self._settings.edge_share else None

    def _rescale(self, before: float, grouper: CardGrouper) -> None:
        """Bring the tracks to a corrected scale."""
        after = grouper.calibration.px_per_mm
        if abs(after / before - 1) > 1e-6:
            self._tracker.scale(before / after)

    def _drop(self, number: int) -> None:
        self._tracker.forget(number)
        self._seen.pop(number, None)
        self._before.pop(number, None)

    def _with_crop(self, observation: Observation, frame: Frame) -> Observation:
        """The observation with its picture kept; before a sweep the last calm picture of the table is kept."""
        if self._save_crop is None:
            return observation
        if isinstance(observation, CardAppeared | CardReread):
            track = self._tracker.get(observation.track)
            if track is None:
                return observation
            margin = 0.12 * cv2.norm(np.subtract(track.outline_px[0], track.outline_px[2]))
            height, width = frame.pixels.shape[:2]
            x0, y0, x1, y1 = _grown(_bounds(track.outline_px), float(margin), (width, height))
            if x1 - x0 < 4 or y1 - y0 < 4:
                return observation
            name = self._save_crop(f"card-{track.number:04d}-{frame.at_ms:08d}", frame.pixels[y0:y1, x0:x1].copy())
            return replace(observation, crop=name)
        if isinstance(observation, ZoneCleared) and self._calm is not None:
            return replace(observation, crop=self._save_crop(f"table-{observation.at_ms:08d}", self._calm.pixels.copy()))
        return observation


def _is_known(card: SeenCard, tracks: Sequence[Track]) -> bool:
    return any(card.scores and t.card == card.scores[0][0] for t in tracks)


def _shifted(reading: IndexReading, x0: int, y0: int) -> IndexReading:
    x, y = reading.box.centre_px
    return replace(reading, box=replace(reading.box, centre_px=(x + x0, y + y0)))


def _bounds(outline: Sequence[Point]) -> Box:
    xs, ys = [float(p[0]) for p in outline], [float(p[1]) for p in outline]
    return round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))


def _grown(box: Box, margin: float, size: tuple[int, int]) -> Box:
    x0, y0, x1, y1 = box
    grow = round(margin)
    return max(0, x0 - grow), max(0, y0 - grow), min(size[0], x1 + grow), min(size[1], y1 + grow)


def _inside(outline: Outline, box: Box) -> bool:
    x = sum(p[0] for p in outline) / 4
    y = sum(p[1] for p in outline) / 4
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _holds(outline: Outline, point: Point) -> bool:
    return bool(cv2.pointPolygonTest(np.array(outline, np.float32), point, False) >= 0)


def _joined(places: Sequence[_Place]) -> list[_Place]:
    """Places that overlap are looked at together."""
    joined: list[_Place] = []
    for place in places:
        box = place.box
        for at, other in enumerate(joined):
            if box[0] < other.box[2] and other.box[0] < box[2] and box[1] < other.box[3] and other.box[1] < box[3]:
                joined[at] = other.with_place(place)
                break
        else:
            joined.append(place)
    return joined
