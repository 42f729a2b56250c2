"""Where to look: places that changed and came to rest, places still unexplained, cards due for another look."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kozyr.vision.calibrate import Calibration
from kozyr.vision.motion import MotionGate, Movement
from kozyr.vision.places import Place, Visit, bounds, grown, joined, widened
from kozyr.vision.presence import Outline, TableMemory
from kozyr.vision.settle import SURE
from kozyr.vision.track import CardTracker, Track
from kozyr.vision.tuning import PipelineSettings

_LOOKS: Final = 2
"""A card is looked at this often before it may rest."""
_LOOKS_UNSURE: Final = 6
"""The same for a card that is not read surely."""
_HOPE_MS: Final = 10_000
"""A card that could not be read in this time is looked at as seldom as one that was."""
_VISITS_MS: Final = (250, 400, 700)
"""Pauses before an unexplained change is looked at again."""
_VISIT_LAPSE_MS: Final = 6000
"""A visit that movement keeps from being made is given up after this long."""
_SECOND_LOOK_MS: Final = 400
"""When the whole picture is looked at again after the start, the scale being learnt."""
_STRANGE_SHARE: Final = 0.25
"""A change is worth another look when it is this large, in cards."""
_LIGHT_CARDS: Final = 4.0
"""A lasting change larger than this, in cards, is another light or another view of the table."""


class Attention:
    """Decides in every frame which parts of the picture the network is to see."""

    def __init__(self, gate: MotionGate, tracker: CardTracker, settings: PipelineSettings) -> None:
        self._gate, self._tracker, self._settings = gate, tracker, settings
        self._visits: list[Visit] = []

    def clear(self) -> None:
        """Forget what was to be visited."""
        self._visits.clear()

    def places(self, movement: Movement, calibration: Calibration, table: TableMemory) -> list[Place]:
        """The parts of the picture to look at now; those that overlap are one."""
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

    def look_again(self, at_ms: int, size_px: tuple[int, int]) -> None:
        """Have the whole picture looked at once more, soon after the start."""
        self._visits.append(Visit((0, 0, *size_px), at_ms + _SECOND_LOOK_MS, len(_VISITS_MS)))

    def explain(self, at_ms: int, place: Place, calibration: Calibration, table: TableMemory) -> None:
        """A changed place is bare table, a known card, or strange: then it is visited again, the hand being gone."""
        outlines = [track.outline_px for track in self._tracker.tracks]
        spots = [(region.box, 0) for region in place.regions]
        spots += [(visit.box, visit.tries + 1) for visit in place.visits]
        width, height = calibration.card_mm
        card = width * height * (calibration.px_per_mm * self._gate.scale) ** 2
        for box, tries in spots:
            strange = table.strange(self._gate.small, box, outlines, self._gate.change_step)
            cards = float(strange.sum()) / card
            if cards < _STRANGE_SHARE or (tries >= len(_VISITS_MS) and cards > _LIGHT_CARDS):
                table.learn(self._gate.small, box, outlines)
            elif tries < len(_VISITS_MS):
                self._visits.append(Visit(box, at_ms + _VISITS_MS[tries], tries))

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
        hopeful = not sure and bool(track.scores or track.rest_ms > at_ms - _HOPE_MS)
        return age >= (self._settings.rest_unsure_ms if hopeful else self._settings.rest_ms)

    def _is_stirred(self, track: Track, at_ms: int, table: TableMemory) -> bool:
        """True when something moved over the card since it was looked at, and it does not look the same now."""
        if self._gate.moved_ms(track.outline_px) <= track.looked_ms:
            return False
        covers = self._later(track)
        presence = table.judge(track.number, track.outline_px, covers, self._gate.small, self._gate.change_step)
        if presence.says_there:
            self._tracker.touch(track.number, at_ms)
        return not presence.says_there

    def _later(self, track: Track) -> Sequence[Outline]:
        tracks = self._tracker.tracks
        return [other.outline_px for other in tracks[tracks.index(track) + 1 :]]
