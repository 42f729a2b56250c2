"""A planned deal as pictures made one at a time, with the truth about it: never a file, never more than one picture."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from kozyr.datasets.choreography import Choreography, Extras, Landing
from kozyr.datasets.deal_plan import DealPlan
from kozyr.datasets.game_staging import play_game
from kozyr.datasets.render import random_habits
from kozyr.datasets.table_labels import ClipInfo, game_labels
from kozyr.datasets.table_light import Sensor
from kozyr.datasets.table_set import Setting, random_setting
from kozyr.datasets.table_video import Painter
from kozyr.datasets.video_coding import StreamCoder
from kozyr.engine.table.log import Entry, Source
from kozyr.vision.types import Frame

_FREE: Final = 0.02
"""A card is free when no more of it than this is under a hand."""
_STEP_S: Final = 1 / 60
_STAYS_S: Final = 0.18
"""A hand that comes over it sooner leaves nobody the time to see it."""
_WAIT_S: Final = 2.5
"""A hand that stays longer is another player's: from here on the card counts as at rest all the same."""


@dataclass(frozen=True, slots=True)
class RenderedDeal:
    """One deal, ready to be shown."""

    plan: DealPlan
    """What it was made from."""
    setting: Setting
    """Table, camera, light, deck."""
    play: Choreography
    """Everything that moves."""
    words: tuple[Entry, ...]
    """What no camera hears."""
    truth: dict[str, Any]
    """Labels as of a rendered clip (``table_labels.game_labels``), and ``rest_ms`` of every play: it lies still with no
    hand over it."""

    def frames(self) -> Iterator[Frame]:
        """The pictures as they arrive."""
        plan, table = self.plan, self.setting.table
        # A stream is coded once: its pictures have not been JPEGs before.
        light = replace(table.light, jpeg=0) if plan.quality else table.light
        painter, sensor = Painter(table, self.play), Sensor(light, table.camera.size_px, plan.seed)
        coder = StreamCoder(plan.quality, plan.fps) if plan.quality else None
        for index in range(math.ceil(self.play.end_s * plan.fps)):
            at_s = index / plan.fps
            picture = sensor.expose(painter.picture(at_s), at_s)
            yield Frame(round(1000 * at_s), index, picture if coder is None else coder.coded(picture))


def rendered(plan: DealPlan) -> RenderedDeal:
    """The staged deal; the same plan gives the same pictures. Raises KozyrError when the deck is not installed."""
    printing = plan.printing
    setting = random_setting(
        plan.seed, printing.deck, fps=plan.fps, style_seed=printing.style_seed, off_mm=plan.off_mm
    )  # fmt: skip
    rng = np.random.default_rng([plan.seed, 5])
    extras = Extras(empty_hands=int(rng.integers(1, 4)), shadows=int(rng.integers(1, 3)))
    play, spoken = play_game(plan.deal, setting.room, rng, random_habits(rng), extras)
    words = tuple(Entry(seq, round(1000 * at_s), Source.TOUCH, act) for seq, (at_s, act) in enumerate(spoken, start=1))
    clip = ClipInfo(plan.name, plan.fps, plan.seed, setting.deck)
    truth = game_labels(len(plan.deal.lays), play, setting.table.camera, clip)
    _note_rests(truth, play, Painter(setting.table, play))
    turns = {lay.card.code: at for at, lay in enumerate(plan.deal.lays)}
    truth["plays"].sort(key=lambda row: turns[row["card"]])
    return RenderedDeal(plan, setting, play, words, truth)


def _note_rests(truth: dict[str, Any], play: Choreography, painter: Painter) -> None:
    """Writes into each play when it came to rest, free of hands, in milliseconds of the pictures."""
    landings = {landing.lay.card.code: landing for landing in play.landings}
    for row in truth["plays"]:
        row["rest_ms"] = round(1000 * _free_s(landings[row["card"]], np.array(row["corners_px"]), painter))


def _free_s(landing: Landing, corners_px: Any, painter: Painter) -> float:
    """From when the card lies still and stays free of hands for the settle time; the next arm may come at once."""
    at_s = free_from = landing.still_s
    while at_s - free_from < _STAYS_S and at_s < landing.still_s + _WAIT_S:
        at_s += _STEP_S
        if painter.covered(corners_px, at_s) > _FREE:
            free_from = at_s + _STEP_S
    return float(free_from)
