"""A trick that is being swept up: what belongs to it, and the cards of it that nobody saw."""

from dataclasses import replace
from typing import Final

from kozyr.engine.acts import Played
from kozyr.engine.table.asking import ask
from kozyr.engine.table.doubt import Choice, Why
from kozyr.engine.table.explanations import last_shifted
from kozyr.engine.table.judgement import Owner, by_expectation, whose
from kozyr.engine.table.scene import Scene, Step
from kozyr.engine.table.sightings import Role, Sighting, near

_HEAP: Final = 2
"""So many cards of the last trick are still that trick."""
_SWEEPING_MS: Final = 2500
"""A sweep takes no longer than this from the first moved card on."""
_ODD_MS: Final = 6000
"""So long a lead by another seat than the one on turn waits, and what seems to lie on a card of the last trick.

More likely than either, a card of that trick was misread.
"""


def _last_trick(scene: Scene) -> list[Sighting]:
    """The cards of the last trick, when nobody has led to the next one."""
    number = 0 if scene.table.open_plays else scene.table.number - 1
    return [card for card in scene.memory.cards if card.role is Role.PLAY and card.trick == number > 0]


def left_with_the_last(scene: Scene, card: Sighting) -> bool:
    """A shape that was swept up together with the last trick was one of its cards, seen in a moving heap."""
    sweep = scene.memory.sweep
    if card.dragged:
        return any(one.gone_ms is None for one in _last_trick(scene))
    if sweep is None or card.track not in sweep.tracks:
        return False
    return sum(one.track in sweep.tracks for one in _last_trick(scene)) >= _HEAP


def is_over(scene: Scene) -> bool:
    """Whether the sweep took the last trick, whole, and nothing else: what lies there still is of the next one."""
    sweep = scene.memory.sweep
    if sweep is None or scene.table.open_plays or any(card.track in sweep.tracks for card in scene.waiting):
        return False
    return sum(one.track in sweep.tracks for one in _last_trick(scene)) >= _HEAP


def waits_for_the_sweep(scene: Scene, card: Sighting) -> bool:
    """A lead while the last trick still lies there waits until that is gone, for a moment: it may be swept with it."""
    lying = [one for one in _last_trick(scene) if one.gone_ms is None]
    odd = whose(card, scene.table) != Owner(scene.table.expected) if scene.table.expected else False
    on_it = any(near(one, card, scene.memory.caution.hides_mm) for one in lying)
    longest = _ODD_MS if odd or on_it else _SWEEPING_MS
    if scene.force or len(scene.waiting) > 1 or scene.memory.now_ms - card.told_ms >= longest:
        return False
    return len(lying) >= _HEAP


def swept(scene: Scene) -> Step:
    """The trick area was emptied: right after a whole trick, otherwise cards were missed; a sweep makes no plays."""
    memory, table, sweep = scene.memory, scene.table, scene.memory.sweep
    assert sweep is not None
    if len(table.open_plays) == 0 or len(sweep.tracks) < min(2, len(table.seats) - 1):
        return replace(memory, sweep=None), ()
    if not scene.waiting and not scene.force and memory.now_ms - sweep.at_ms < memory.caution.swept_ms:
        return memory, ()
    turn = table.expected
    if turn is None:
        return replace(memory, sweep=None), ()
    at = table.seats.index(turn)
    missing = (table.seats[at:] + table.seats[:at])[: len(table.seats) - len(table.open_plays)]
    unseen = Choice(tuple(Played(seat, None) for seat in missing), 0.5)
    shifted = last_shifted(scene) if len(missing) == 1 else None
    named = by_expectation(turn, table, memory.caution) if len(missing) == 1 else ()
    choices = (unseen, *(Choice((Played(turn, card),), round(chance, 3)) for card, chance in named))
    if shifted is not None:
        unseen, choices = shifted, (shifted, *choices)
    memory = replace(memory, sweep=None)
    memory, question = ask(memory, table, Why.MISSED, turn, unseen, choices, (), sweep.at_ms, crop=sweep.crop)
    return memory, (question,)
