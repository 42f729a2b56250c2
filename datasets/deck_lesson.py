"""A deck learnt from drawn pictures as a person learns one: what does not fit, or is blurred, is taken again."""

from collections.abc import Callable
from typing import Final

from kozyr.datasets.deck_pictures import Seen, suit_picture
from kozyr.datasets.scenes import Printing
from kozyr.engine.cards import DECK_32, Suit
from kozyr.vision.deck import LearntDeck
from kozyr.vision.deck_misfit import Fault
from kozyr.vision.deck_teach import DeckPictureError, learn_deck, row_seen
from kozyr.vision.read import OnnxIndexReader
from kozyr.vision.types import IndexDetector

_TRIES: Final = 4
Eyes = tuple[IndexDetector, OnnxIndexReader]


def lesson(
    eyes: Eyes, printing: Printing, seed: int, show: Callable[[Seen], object] | None = None
) -> tuple[LearntDeck | None, int]:
    """The deck, and how many pictures were taken, four at most of a suit; (None, 0) when it could not be learnt.

    ``seed`` and the 40 that follow draw the pictures; ``show`` is given each before it is looked at. The reader must
    know no deck.
    """
    shown: dict[Suit, Seen] = {}
    taken = 0
    for place, suit in enumerate(Suit):
        for attempt in range(_TRIES):
            seen = suit_picture(seed + 10 * attempt + place, printing, DECK_32, suit)
            if show is not None:
                show(seen)
            taken += 1
            row, misfit = row_seen(seen.picture, DECK_32, eyes)
            fits = misfit is None and row.suit is suit
            if fits or (suit not in shown and misfit is not None and misfit.fault is Fault.BLURRED):
                shown[suit] = seen
            if fits:
                break
    try:
        pictures = [(suit.sign, seen.picture) for suit, seen in shown.items()]
        return learn_deck("trial", pictures, DECK_32, eyes).deck, taken
    except DeckPictureError:
        return None, 0
