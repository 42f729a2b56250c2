"""Stages a whole deal: every card, every sweep, and the incidents asked for."""

import numpy as np

from kozyr.datasets import incidents, laying, sweeping
from kozyr.datasets.choreography import Choreography, Extras, Habits, Landing, Room
from kozyr.datasets.deals import SEATS, BelotDeal, Lay
from kozyr.datasets.stage import Stage


def play_deal(
    deal: BelotDeal, room: Room, rng: np.random.Generator, habits: Habits | None = None, extras: Extras | None = None
) -> Choreography:
    """The timeline of a whole deal: the same arguments and generator state give the same timeline."""
    stage = Stage(deal, room, habits or Habits(), rng)
    wanted = extras or Extras()
    stage.now_s = wanted.start_s
    marks = rng.permutation(np.arange(2, 31))
    empty, dark = set(marks[: wanted.empty_hands].tolist()), set(marks[-wanted.shadows or 99 :].tolist())
    for at, lay in enumerate(deal.lays):
        stage.now_s += dict(wanted.pauses).get(at, 0.0)
        first_of_trick = at == 0 or deal.lays[at - 1].trick != lay.trick
        if first_of_trick and wanted.exposed_before == lay.trick:
            _expose_two(stage, deal, lay.trick)
        if at in empty:
            incidents.empty_hand(stage, SEATS[int(rng.integers(4))])
        if at in dark:
            incidents.shadow(stage, SEATS[int(rng.integers(4))])
        _one_lay(stage, lay, wanted, first_of_trick)
        if lay.stands and (at + 1 == len(deal.lays) or deal.lays[at + 1].trick != lay.trick):
            stage.think(stage.habits.look_s)
            sweeping.sweep(stage, lay.trick, deal.winners[lay.trick - 1])
    return stage.finished()


def _one_lay(stage: Stage, lay: Lay, wanted: Extras, first_of_trick: bool) -> None:
    """Stages one card of the deal, penalty cards included."""
    habits, rng = stage.habits, stage.rng
    if not first_of_trick and stage.landings and rng.random() < habits.rush and not lay.from_table:
        stage.now_s = stage.landings[-1].still_s - 0.2
    else:
        stage.think(habits.think_s)
    if lay.from_table and (wanted.aside or not _lies_in_trick(stage, lay)):
        incidents.from_aside(stage, lay)
    elif lay.from_table:
        stage.landings.append(Landing(lay, stage.now_s, stage.now_s))
    else:
        laying.lay(stage, lay)
        if not lay.stands and wanted.aside:
            stage.think((0.6, 1.1))
            incidents.lay_aside(stage, lay)


def _lies_in_trick(stage: Stage, lay: Lay) -> bool:
    """True when the penalty card was laid in this very trick and still lies there."""
    return any(o.lay.card == lay.card and o.lay.trick == lay.trick for o in stage.landings)


def _expose_two(stage: Stage, deal: BelotDeal, trick: int) -> None:
    """Two cards that a random player still holds."""
    stage.think((0.5, 0.9))
    seat = SEATS[int(stage.rng.integers(4))]
    later = [lay for lay in deal.lays if lay.seat == seat and lay.trick >= trick and lay.stands]
    held = [lay.card for lay in later if not lay.from_table]
    if len(held) >= 2:
        chosen = stage.rng.permutation(len(held))[:2]
        incidents.expose(stage, seat, (held[int(chosen[0])], held[int(chosen[1])]), trick)
