"""Frames in, observations out: the one chain for a file and for a live camera.

Movement decides where to look, the network finds corner indices there, the reader names them, corners become cards,
cards become tracks, and what is settled becomes observations.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from kozyr.engine.observations import CameraChanged, Observation
from kozyr.vision.attention import Attention
from kozyr.vision.blindness import Blindness
from kozyr.vision.calibrate import Calibration, Edge, automatic
from kozyr.vision.evidence import SaveCrop, with_picture
from kozyr.vision.group import CardGrouper
from kozyr.vision.motion import GateTimes, MotionGate, Movement, Region
from kozyr.vision.nudge import pushed
from kozyr.vision.part_reader import PartReader
from kozyr.vision.places import Place, bounds, middle_in
from kozyr.vision.presence import TableMemory
from kozyr.vision.reaching import came_from, went_to
from kozyr.vision.settle import Leaver, Newcomer, Settler
from kozyr.vision.sight import Sight
from kozyr.vision.track import Arrival, CardTracker, Look, Track
from kozyr.vision.trick_middle import TrickMiddle
from kozyr.vision.tuning import PipelineSettings
from kozyr.vision.types import Frame, IndexDetector, IndexReader, IndexReading, Point

__all__ = ["Pipeline", "PipelineSettings", "PipelineStats"]


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
        self._given = calibration
        self._south = south
        self._save_crop = save_crop
        self._settings = settings or PipelineSettings()
        self._parts = PartReader(detector, reader, self._settings)
        self._gate = MotionGate(times)
        self._tracker = CardTracker()
        self._attention = Attention(self._gate, self._tracker, self._settings)
        self._grouper: CardGrouper | None = None
        self._last: Frame | None = None
        self._blind = Blindness()
        self._middle = TrickMiddle()
        self._frames, self._busy_s = 0, 0.0
        self._begin()

    def _begin(self) -> None:
        """Know nothing of the table; what lies on it will be told anew, under new numbers."""
        self._gate.start()
        self._tracker.clear()
        self._settler = Settler()
        self._table: TableMemory | None = None
        self._attention.clear()
        self._calm: Frame | None = None
        self._middle.forget_cards()

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
        return self._parts.readings

    @property
    def stats(self) -> PipelineStats:
        """Counts and times."""
        return PipelineStats(self._frames, self._parts.looks, self._busy_s * 1000, self._parts.spent_s * 1000)

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
        zones = self._middle.zones(self._grouper.calibration)
        told = self._settler.finish(self._last.at_ms, self._tracker.tracks, zones)
        return self._with_pictures(told, self._last)

    def _process(self, frame: Frame) -> tuple[Observation, ...]:
        notes = self._notice_change(frame)
        movement = self._gate.step(frame)
        notes += self._notice_blind(frame)
        grouper = self._fitted(frame)
        if self._blind.why is not None:
            return notes
        if self._table is not None:
            notes += self._notice_push(movement, grouper)
            movement = self._gate.step(frame) if self._table is None else movement
        table = self._table or TableMemory(self._gate.small, self._gate.scale)
        first, self._table = self._table is None, table
        scale = grouper.calibration.px_per_mm
        for place in self._attention.places(movement, grouper.calibration, table):
            self._look(frame, place, grouper, table, first)
        if first:
            self._attention.look_again(frame.at_ms, grouper.calibration.size_px)
        self._rescale(scale, grouper)
        zones = self._middle.zones(grouper.calibration)
        for track in self._tracker.tracks:
            if self._settler.doubtful(track, zones):
                self._tracker.forget(track.number)
                table.drop(track.number)
        busy = self._gate.restless(bounds([(float(x), float(y)) for x, y in zones.trick_outline_px(16)]))
        told = self._settler.step(frame.at_ms, self._tracker.tracks, zones, busy, self._stirred())
        self._recentre(told, grouper)
        off = self._notice_off_centre(frame, grouper)
        return notes + self._with_pictures(told, frame) + off

    def _stirred(self) -> frozenset[int]:
        """Cards over which something moved since they were looked at, as far as that matters now."""
        if not self._settler.something_leaves:
            return frozenset()
        tracks = self._tracker.tracks
        return frozenset(t.number for t in tracks if self._gate.moved_ms(t.outline_px) > t.looked_ms)

    def _fitted(self, frame: Frame) -> CardGrouper:
        """The grouper with a calibration for pictures of this size."""
        height, width = frame.pixels.shape[:2]
        if self._grouper is None:
            self._grouper = CardGrouper(self._given or automatic(width, height, self._south))
        calibration = self._grouper.calibration
        if not calibration.has_shape(width, height):
            # Another lens or another camera: nothing that was known of the view holds any more.
            calibration = automatic(width, height, calibration.south)
        self._grouper.calibration = calibration.resized(width, height)
        return self._grouper

    def _notice_change(self, frame: Frame) -> tuple[Observation, ...]:
        """Pictures of another size, where the source did not say so."""
        if self._last is None or self._last.pixels.shape == frame.pixels.shape or self._table is None:
            return ()
        self._begin()
        return (CameraChanged(frame.at_ms, True, "resized"),)

    def _notice_blind(self, frame: Frame) -> tuple[Observation, ...]:
        """A picture in which nothing can be seen, and its end."""
        was = self._blind.why
        if not self._blind.looks(self._gate.small, self._gate.gain):
            return ()
        if self._blind.why is not None:
            return (CameraChanged(frame.at_ms, False, self._blind.why),) if was is None else ()
        self._begin()
        self._gate.step(frame)
        return (CameraChanged(frame.at_ms, True, "back"),)

    def _notice_push(self, movement: Movement, grouper: CardGrouper) -> tuple[Observation, ...]:
        """A camera that was pushed: the calibration moves with the view, and what lies there is told anew."""
        shift = pushed(self._gate.reference_copy(), self._gate.small, movement) if movement.regions else None
        if shift is None:
            return ()
        full = shift.copy()
        full[:, 2] /= self._gate.scale
        grouper.calibration = grouper.calibration.pushed(full)
        self._begin()
        return (CameraChanged(movement.at_ms, True, "moved"),)

    def _look(self, frame: Frame, place: Place, grouper: CardGrouper, table: TableMemory, first: bool) -> None:
        known = grouper.calibration if self._parts.looks else self._given
        readings = self._parts.read(frame.pixels, place.box, known.px_per_mm if known else None)
        sight = Sight(self._gate, self._tracker, grouper, table)
        cards = sight.cards(readings, place.visits, first)
        arrivals = [Arrival(*self._gate.times_of(card.outline_px)) for card in cards]
        changes = self._tracker.update(Look(frame.at_ms, tuple(cards), sight.presence(place.box, cards)), arrivals)
        at_ms, calibration, share = frame.at_ms, grouper.calibration, self._settings.edge_share
        newcomers = [Newcomer(t, came_from(self._gate, t, at_ms, calibration, share)) for t in changes.new]
        leavers = [Leaver(t, at_ms, went_to(self._gate, t, at_ms, calibration, share)) for t in changes.left]
        self._settler.take(newcomers, leavers)
        for one in newcomers:
            if one.arrived_from is not None:
                self._middle.arrived(one.track.number, one.arrived_from)
        self._remember(place.regions, (*changes.new, *changes.seen), table, first)
        if not first:
            self._attention.explain(frame.at_ms, place, calibration, table)
        if changes.new:
            self._calm = frame
        for track in changes.left:
            table.drop(track.number)

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

    def _rescale(self, before: float, grouper: CardGrouper) -> None:
        """Bring the tracks to a corrected scale."""
        after = grouper.calibration.px_per_mm
        if abs(after / before - 1) > 1e-6:
            self._tracker.scale(before / after)

    def _recentre(self, told: Sequence[Observation], grouper: CardGrouper) -> None:
        """After a trick the middle of its cards corrects the guessed middle of the table."""
        middle = self._middle.after(told, self._settler.zone_of)
        if middle is not None and not grouper.calibration.fixed:
            self._move_middle(middle, grouper)

    def _notice_off_centre(self, frame: Frame, grouper: CardGrouper) -> tuple[Observation, ...]:
        """The first trick shows whether it lies where it was thought to lie.

        If not, the middle moves; where some of its cards were told to lie outside, all is told anew from there.
        """
        found = self._middle.elsewhere(self._tracker.tracks, self._settler.zone_of)
        fixed = grouper.calibration.fixed
        if found is None or (not found.far and (fixed or not found.in_trick)):
            return ()
        self._middle.known = not fixed
        if found.in_trick and not fixed:
            self._move_middle(found.middle_mm, grouper)
            return ()
        grouper.calibration = grouper.calibration.with_centre(grouper.calibration.to_px(found.middle_mm))
        self._begin()
        return (CameraChanged(frame.at_ms, True, "off-centre" if fixed else "moved"),)

    def _move_middle(self, to_mm: Point, grouper: CardGrouper) -> None:
        """The middle of the trick area is there, in millimetres of now; all places are counted from it."""
        grouper.calibration = grouper.calibration.with_centre(grouper.calibration.to_px(to_mm))
        back = (-to_mm[0], -to_mm[1])
        for follower in (self._tracker, self._settler, self._middle):
            follower.shift(back)

    def _with_pictures(self, told: Sequence[Observation], frame: Frame) -> tuple[Observation, ...]:
        save = self._save_crop
        if save is None:
            return tuple(told)
        number = [getattr(observation, "track", 0) for observation in told]
        tracks = [self._tracker.get(n) for n in number]
        return tuple(with_picture(o, t, frame, self._calm, save) for o, t in zip(told, tracks, strict=True))
