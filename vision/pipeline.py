"""Frames in, observations out: the one chain for a file and for a live camera.

Movement decides where to look, the network finds corner indices there, the reader names them, corners become cards,
cards become tracks, and what is settled becomes observations.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from kozyr.engine.observations import CameraChanged, CardAppeared, Observation, ZoneCleared, ZoneKind
from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import Calibration, Edge, automatic
from kozyr.vision.evidence import SaveCrop, with_picture
from kozyr.vision.group import CardGrouper, SeenCard, find_card_sized
from kozyr.vision.motion import Box, GateTimes, MotionGate, Movement, Region
from kozyr.vision.places import Place, Visit, bounds, grown, holds, joined, middle_in, widened
from kozyr.vision.presence import Presence, TableMemory
from kozyr.vision.settle import SURE, Leaver, Newcomer, Settler
from kozyr.vision.track import Arrival, CardTracker, Look, Track
from kozyr.vision.types import Frame, Image, IndexDetector, IndexReader, IndexReading, Point

_NEAR_WEIGHT: Final = 0.25
"""What the side a card lies on counts against the movement that was seen."""
_FLIPPED_MM: Final = 40.0
"""A corner of a lying card read upside down puts the card at least so far from where it lies."""
_TRICK_CARDS: Final = 3
"""So many cards of a trick show where its middle is."""
_FOLLOW: Final = 0.5
"""How far the guessed middle of the table follows the middle of a trick."""
_OFF_CENTRE_MM: Final = 15.0
"""A trick's middle is never exactly in the middle; nearer than this is near enough."""
_SPOT_MM: Final = 12.0
"""Two outlines nearer than this are of one card."""
_DARK: Final = 10.0
"""When even the brightest parts of the picture are darker than this, nothing can be seen."""
_LOOKS: Final = 2
"""A card is looked at this often before it may rest."""
_LOOKS_UNSURE: Final = 6
"""The same for a card that is not read surely."""
_VISITS_MS: Final = (250, 400, 700)
"""Pauses before an unexplained change is looked at again."""
_VISIT_LAPSE_MS: Final = 6000
"""A visit that movement keeps from being made is given up after this long."""
_STRANGE_SHARE: Final = 0.25
"""A change is worth another look when it is this large, in cards."""
_LIGHT_CARDS: Final = 4.0
"""A lasting change larger than this, in cards, is another light or another view of the table."""
_PATTERN_SHARE: Final = 0.25
"""A single corner read where less than this share of a card differs from the bare table is the table's own pattern."""


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """The numbers of the chain, tuned on rendered videos of the validation decks only."""

    least_score: float = 0.25
    """Boxes the detector is less sure of are ignored."""
    least_confidence: float = 0.25
    """Readings less sure than this are ignored."""
    margin_mm: float = 30.0
    """How far around a changed place the network looks."""
    least_look_px: int = 320
    """A look is at least so wide and high."""
    network_px_per_mm: float = 1.9
    """The scale at which the network reads best."""
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
        self._grouper: CardGrouper | None = None
        self._last: Frame | None = None
        self._dark = False
        self._readings: tuple[IndexReading, ...] = ()
        self._frames = self._looks = 0
        self._busy_s = self._network_s = 0.0
        self._begin()

    def _begin(self) -> None:
        """Know nothing of the table; what lies on it will be told anew, under new numbers."""
        self._gate.start()
        self._tracker.clear()
        self._settler = Settler()
        self._table: TableMemory | None = None
        self._visits: list[Visit] = []
        self._calm: Frame | None = None
        self._trick: dict[int, Point] = {}

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
        """The observations due with this frame; a note about the camera is passed on.

        After a note, what lies on the table is told anew: nobody knows what happened while the camera was away.
        """
        if isinstance(frame, CameraChanged):
            self._begin()
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
        return self._with_pictures(told, self._last)

    def _process(self, frame: Frame) -> tuple[Observation, ...]:
        notes = self._notice_change(frame)
        movement = self._gate.step(frame)
        notes += self._notice_dark(frame)
        grouper = self._fitted(frame)
        if self._dark:
            return notes
        table = self._table or TableMemory(self._gate.small, self._gate.scale)
        first, self._table = self._table is None, table
        scale = grouper.calibration.px_per_mm
        for place in self._places(movement, grouper.calibration, table):
            self._look(frame, place, grouper, table, first)
        self._rescale(scale, grouper)
        for track in self._tracker.tracks:
            if self._settler.doubtful(track):
                self._tracker.forget(track.number)
                table.drop(track.number)
        busy = self._gate.restless(bounds([(float(x), float(y)) for x, y in grouper.calibration.trick_outline_px(16)]))
        told = self._settler.step(frame.at_ms, self._tracker.tracks, grouper.calibration, busy)
        self._recentre(told, grouper)
        return notes + self._with_pictures(told, frame)

    def _fitted(self, frame: Frame) -> CardGrouper:
        """The grouper with a calibration for pictures of this size."""
        height, width = frame.pixels.shape[:2]
        if self._grouper is None:
            self._grouper = CardGrouper(self._given or automatic(width, height, self._south))
        self._grouper.calibration = self._grouper.calibration.resized(width, height)
        return self._grouper

    def _notice_change(self, frame: Frame) -> tuple[Observation, ...]:
        """Pictures of another size, where the source did not say so."""
        if self._last is None or self._last.pixels.shape == frame.pixels.shape or self._table is None:
            return ()
        self._begin()
        return (CameraChanged(frame.at_ms, True, "resized"),)

    def _notice_dark(self, frame: Frame) -> tuple[Observation, ...]:
        # The brightest parts decide: a black cloth in a dim room still shows cards.
        level = float(np.percentile(self._gate.small[::4, ::4], 98) * self._gate.gain)
        dark = level < (1.3 * _DARK if self._dark else _DARK)
        if dark == self._dark:
            return ()
        self._dark = dark
        if not dark:
            self._begin()
            self._gate.step(frame)
        return (CameraChanged(frame.at_ms, not dark, "dark" if dark else "back"),)

    def _places(self, movement: Movement, calibration: Calibration, table: TableMemory) -> list[Place]:
        """Where to look now: changed places at rest, places to visit again, cards due for another look."""
        margin = self._settings.margin_mm * calibration.px_per_mm
        size = calibration.size_px
        places: list[Place] = []
        for region in movement.regions:
            if region.cells.sum() < 2:
                # Too small for a card: taken as it is.
                self._gate.accept(region.box)
                continue
            places.append(Place(grown(region.box, margin, size), (region,)))
        for visit in self._due_visits(movement.at_ms):
            places.append(Place(grown(visit.box, margin, size), (), (visit,)))
        for track in self._tracker.tracks:
            if self._gate.restless(bounds(track.outline_px)):
                continue
            if self._is_due(track, movement.at_ms) or self._is_stirred(track, movement.at_ms, table):
                places.append(Place(grown(bounds(track.outline_px), margin / 3, size)))
        least = self._settings.least_look_px
        return joined([replace(place, box=widened(place.box, least, size)) for place in places])

    def _due_visits(self, at_ms: int) -> list[Visit]:
        due = []
        for visit in [v for v in self._visits if v.due_ms <= at_ms]:
            restless = self._gate.restless(visit.box)
            if not restless:
                due.append(visit)
            if not restless or at_ms - visit.due_ms > _VISIT_LAPSE_MS:
                self._visits.remove(visit)
        return due

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

    def _is_stirred(self, track: Track, at_ms: int, table: TableMemory) -> bool:
        """True when something moved over the card since it was looked at, and it does not look the same now."""
        if self._gate.moved_ms(track.outline_px) <= track.looked_ms:
            return False
        tracks = self._tracker.tracks
        later = [other.outline_px for other in tracks[tracks.index(track) + 1 :]]
        presence = table.judge(track.number, track.outline_px, later, self._gate.small, self._gate.change_step)
        if presence.says_there:
            self._tracker.touch(track.number, at_ms)
        return not presence.says_there

    def _look(self, frame: Frame, place: Place, grouper: CardGrouper, table: TableMemory, first: bool) -> None:
        readings = self._read(frame.pixels, place.box)
        cards: list[SeenCard] = []
        for card in grouper.group(readings):
            if first or self._is_laid(card, cards, grouper, table):
                cards.append(card)
        for visit in place.visits:
            if visit.tries > 0:
                cards += self._unread(visit.box, cards, grouper, table)
        arrivals = [Arrival(*self._gate.times_of(card.outline_px)) for card in cards]
        look = Look(frame.at_ms, tuple(cards), self._presence(place.box, cards, table))
        changes = self._tracker.update(look, arrivals)
        newcomers = [Newcomer(track, self._came_from(track, frame.at_ms, grouper)) for track in changes.new]
        leavers = [Leaver(t, frame.at_ms, self._went_to(t, frame.at_ms, grouper)) for t in changes.left]
        self._settler.take(newcomers, leavers)
        self._remember(place.regions, (*changes.new, *changes.seen), table, first)
        if not first:
            self._explain(frame.at_ms, place, table)
        if changes.new:
            self._calm = frame
        for track in changes.left:
            table.drop(track.number)

    def _read(self, pixels: Image, box: Box) -> tuple[IndexReading, ...]:
        """The index readings in a part of the picture, in pixels of the whole."""
        begun = time.perf_counter()
        x0, y0, x1, y1 = box
        part = pixels[y0:y1, x0:x1]
        found = self._detector.find(part, self._network_side(part))
        boxes = tuple(b for b in found if b.score >= self._settings.least_score)
        readings = self._reader.read(part, boxes)
        self._network_s += time.perf_counter() - begun
        self._looks += 1
        kept = [r for r in readings if r.card is not None and r.confidence >= self._settings.least_confidence]
        self._readings = tuple(_shifted(reading, x0, y0) for reading in kept)
        return self._readings

    def _network_side(self, part: Image) -> int | None:
        """The size at which cards in this part look to the network as those it was trained on; None at first."""
        if self._looks == 0 or self._grouper is None:
            return None
        enlarged = self._settings.network_px_per_mm / self._grouper.calibration.px_per_mm
        side = max(part.shape[:2]) * float(np.clip(enlarged, 0.3, 2.5))
        return int(np.clip(round(side / 32), 5, 40)) * 32

    def _is_laid(
        self, card: SeenCard, cards: Sequence[SeenCard], grouper: CardGrouper, table: TableMemory
    ) -> bool:
        """False for a card read out of the bare table's pattern, and for a flipped corner of one that lies there."""
        if len(card.indices) > 1:
            return True
        for track in self._tracker.tracks:
            same = track.card == card.scores[0][0] and math.dist(track.centre_mm, card.centre_mm) > _FLIPPED_MM
            if same and grouper.repeats(card, track.centre_mm, track.angle_deg):
                return False
        lying: tuple[Track | SeenCard, ...] = (*self._tracker.tracks, *cards)
        others = [one.outline_px for one in lying if math.dist(one.centre_mm, card.centre_mm) > _SPOT_MM]
        return table.differs(self._gate.small, card.outline_px, others, self._gate.change_step) > _PATTERN_SHARE

    def _unread(
        self, box: Box, cards: Sequence[SeenCard], grouper: CardGrouper, table: TableMemory
    ) -> list[SeenCard]:
        """Something of a card's size where no index could be read: face-down, glaring or too far away."""
        taken = [card.outline_px for card in cards] + [track.outline_px for track in self._tracker.tracks]
        strange = table.strange(self._gate.small, box, taken, self._gate.change_step)
        spot = find_card_sized(strange, self._gate.scale, grouper.calibration)
        if spot is None or any(holds(outline, grouper.calibration.to_px(spot[0])) for outline in taken):
            return []
        return [SeenCard(spot[0], spot[1], grouper.place(*spot), ())]

    def _explain(self, at_ms: int, place: Place, table: TableMemory) -> None:
        """A changed place is bare table, a known card, or strange: then it is visited again, the hand being gone."""
        outlines = [track.outline_px for track in self._tracker.tracks]
        spots = [(region.box, 0) for region in place.regions]
        spots += [(visit.box, visit.tries + 1) for visit in place.visits]
        for box, tries in spots:
            strange = table.strange(self._gate.small, box, outlines, self._gate.change_step)
            cards = float(strange.sum()) / self._card_area()
            if cards < _STRANGE_SHARE or (tries >= len(_VISITS_MS) and cards > _LIGHT_CARDS):
                table.learn(self._gate.small, box, outlines)
            elif tries < len(_VISITS_MS):
                self._visits.append(Visit(box, at_ms + _VISITS_MS[tries], tries))

    def _card_area(self) -> float:
        """Small pixels that a card covers."""
        assert self._grouper is not None
        width, height = self._grouper.calibration.card_mm
        return width * height * (self._grouper.calibration.px_per_mm * self._gate.scale) ** 2

    def _presence(self, box: Box, cards: Sequence[SeenCard], table: TableMemory) -> dict[int, Presence]:
        """What the picture says about every known card in the part looked at."""
        tracks = self._tracker.tracks
        names = {track.card for track in tracks if track.card is not None}
        fresh = [card.outline_px for card in cards if not card.scores or card.scores[0][0] not in names]
        found = {}
        for at, track in enumerate(tracks):
            if middle_in(track.outline_px, box):
                covers = [later.outline_px for later in tracks[at + 1 :]] + fresh
                step = self._gate.change_step
                found[track.number] = table.judge(track.number, track.outline_px, covers, self._gate.small, step)
        return found

    def _remember(self, regions: Sequence[Region], tracks: Sequence[Track], table: TableMemory, first: bool) -> None:
        """Keep what the picture shows now as what was last seen."""
        before = None if first else self._gate.reference_copy()
        for track in tracks:
            # Only a place that has just changed still shows in the last accepted picture what lay there before.
            fresh = any(middle_in(track.outline_px, region.box) for region in regions)
            table.confirm(track.number, self._gate.small, before if fresh else None)
            if first:
                table.forget(track.outline_px)
        for region in regions:
            self._gate.accept(region.box)

    def _went_to(self, track: Track, at_ms: int, grouper: CardGrouper) -> Seat | None:
        """Whose arm was over the card when it went."""
        shares = self._gate.reached_from(track.outline_px, at_ms - 1500, at_ms)
        seats = {grouper.calibration.seat_of(edge): share for edge, share in shares.items()}
        best = max(seats, key=lambda s: seats[s], default=None)
        return best if best is not None and seats[best] >= self._settings.edge_share else None

    def _came_from(self, track: Track, at_ms: int, grouper: CardGrouper) -> Seat | None:
        """Whose arm brought it. Where two arms crossed, the side the card lies on weighs in."""
        shares = self._gate.reached_from(track.outline_px, track.arrival_ms - 400, at_ms)
        if not shares:
            return None
        weights = {grouper.calibration.seat_of(edge): share for edge, share in shares.items()}
        near = grouper.calibration.nearest(track.centre_mm)
        weights[near] = weights.get(near, 0.0) + _NEAR_WEIGHT
        best = max(weights, key=lambda seat: weights[seat])
        return best if weights[best] >= self._settings.edge_share else None

    def _rescale(self, before: float, grouper: CardGrouper) -> None:
        """Bring the tracks to a corrected scale."""
        after = grouper.calibration.px_per_mm
        if abs(after / before - 1) > 1e-6:
            self._tracker.scale(before / after)

    def _recentre(self, told: Sequence[Observation], grouper: CardGrouper) -> None:
        """After a trick the middle of its cards corrects the guessed middle of the table."""
        for observation in told:
            if isinstance(observation, CardAppeared) and observation.zone.kind is ZoneKind.TRICK:
                self._trick[observation.track] = observation.centre_mm
            if not isinstance(observation, ZoneCleared) or observation.zone.kind is not ZoneKind.TRICK:
                continue
            places = [self._trick[number] for number in observation.tracks if number in self._trick]
            self._trick.clear()
            if len(places) < _TRICK_CARDS or grouper.calibration.fixed:
                continue
            x, y = (_FOLLOW * float(v) for v in np.mean(places, axis=0))
            if math.hypot(x, y) > _FOLLOW * _OFF_CENTRE_MM:
                grouper.calibration = grouper.calibration.with_centre(grouper.calibration.to_px((x, y)))
                self._tracker.shift((-x, -y))
                self._settler.shift((-x, -y))

    def _with_pictures(self, told: Sequence[Observation], frame: Frame) -> tuple[Observation, ...]:
        save = self._save_crop
        if save is None:
            return tuple(told)
        number = [getattr(observation, "track", 0) for observation in told]
        tracks = [self._tracker.get(n) for n in number]
        return tuple(with_picture(o, t, frame, self._calm, save) for o, t in zip(told, tracks, strict=True))


def _shifted(reading: IndexReading, x0: int, y0: int) -> IndexReading:
    x, y = reading.box.centre_px
    return replace(reading, box=replace(reading.box, centre_px=(x + x0, y + y0)))
