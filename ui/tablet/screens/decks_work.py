"""What the deck pages know and do, apart from how it looks. Heavy work runs on a thread beside the screen."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeVar

from kivy.clock import Clock

from kozyr.engine.cards import DECK_32, DECK_36, DECK_52, Card, Suit
from kozyr.engine.errors import KozyrError
from kozyr.ui.decks import save_deck
from kozyr.ui.eyes import open_eyes
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import cards_text, tr
from kozyr.ui.tablet.people import escaped
from kozyr.vision.deck import LearntDeck
from kozyr.vision.deck_check import DeckCheck, Unread, check_deck
from kozyr.vision.deck_misfit import Fault, Misfit
from kozyr.vision.deck_order import Row
from kozyr.vision.deck_teach import DeckPictureError, Taught, learn_deck, row_seen
from kozyr.vision.read import OnnxIndexReader
from kozyr.vision.types import Image, IndexDetector

PACKS: Final = {32: DECK_32, 36: DECK_36, 52: DECK_52}
"""How many cards to which."""
CROP_SHARE: Final = 0.09
"""The side of the crop of an unread place, of the picture's longer side."""
_ORDER_HELPS: Final = (Fault.ORDER, Fault.SUITS)
"""Misfits that may be a misreading of an unseen deck: a person can say that the cards lie right."""

Eyes = tuple[IndexDetector, OnnxIndexReader]
T = TypeVar("T")


def on_thread(job: Callable[[], T], done: Callable[[T | KozyrError | None], object]) -> None:
    """Runs ``job`` beside the screen. ``done`` gets, on the thread that draws, what it returns or the error it raises;
    None when it broke down."""

    def run() -> None:
        result: T | KozyrError | None = None
        try:
            result = job()
        except KozyrError as error:
            result = error
        finally:
            Clock.schedule_once(lambda _: done(result), -1)

    threading.Thread(target=run, name="kozyr-deck", daemon=True).start()


@dataclass(frozen=True, slots=True)
class Taken:
    """One picture of a suit and what was seen in it."""

    image: Image
    """BGR."""
    row: Row
    """The cards found."""
    misfit: Misfit | None
    """What does not fit, if anything."""

    def may_be_kept(self, suit: Suit) -> bool:
        """Whether a person may keep it: the cards lie right although they are read otherwise, or it is only blurred."""
        if self.misfit is None:
            return self.row.suit is not suit
        return self.is_blurred or self.misfit.fault in _ORDER_HELPS

    @property
    def is_blurred(self) -> bool:
        """Whether nothing is wrong but that it is not sharp."""
        return self.misfit is not None and self.misfit.fault is Fault.BLURRED

    @property
    def kept_by(self) -> str:
        """The text of the key with which a person keeps it."""
        return "decks.blurred-kept" if self.is_blurred else "decks.right"


@dataclass(slots=True)
class Lesson:
    """A deck that is being learnt; it outlives the page that shows it."""

    name: str
    """Of the deck."""
    pack: tuple[Card, ...]
    """Its cards."""
    suit: Suit = Suit.SPADES
    """Which suit is laid out now."""
    taken: dict[Suit, Taken] = field(default_factory=dict)
    """The pictures."""
    kept: set[Suit] = field(default_factory=set)
    """The suits whose picture is good."""
    shot: Image | None = None
    """The picture that is looked at."""
    trusted: bool = False
    """Somebody said that the cards lie in order, whatever is read."""
    busy: str = ""
    """The end of a ``decks.busy.`` text while something runs."""
    taught: Taught | None = None
    """The deck, when it is learnt."""
    said: str = ""
    """Why it could not be."""
    changed: Callable[[], object] = lambda: None
    """Told when anything of this is different."""
    eyes: Eyes | None = None
    """Opened at the first picture."""

    def take(self, image: Image) -> None:
        """Looks at a picture of the suit that lies there now."""
        if not self.busy:
            self.shot = image
            self._begin("look")
            on_thread(partial(self._look, image), partial(self._looked, self.suit, image))

    def keep(self) -> None:
        """The picture is good: on to the next suit, or to learning when all are there."""
        if self.busy or self.suit not in self.taken:
            return
        taken = self.taken[self.suit]
        self.trusted = self.trusted or (taken.misfit is not None and not taken.is_blurred)
        self.kept.add(self.suit)
        rest = [suit for suit in Suit if suit not in self.kept]
        if rest:
            self.go(rest[0])
        else:
            self._begin("learn")
            on_thread(self._learn, self._learnt)

    def again(self) -> None:
        """The picture of this suit is thrown away."""
        if not self.busy:
            self.taken.pop(self.suit, None)
            self.go(self.suit)

    def go(self, suit: Suit) -> None:
        """On or back to a suit; what stands there is not yet good again."""
        if self.busy:
            return
        self.suit, self.said = suit, ""
        self.kept.discard(suit)
        self.changed()

    def _begin(self, what: str) -> None:
        self.busy, self.said = what, ""
        self.changed()

    def _open(self) -> Eyes:
        self.eyes = self.eyes or open_eyes(video=False)
        return self.eyes

    def _look(self, image: Image) -> tuple[Row, Misfit | None]:
        return row_seen(image, self.pack, self._open())

    def _looked(self, suit: Suit, image: Image, found: Any) -> None:
        self.busy, self.shot = "", None
        if isinstance(found, tuple):
            self.taken[suit] = Taken(image, *found)
        else:
            self.said = words_of(found)
        self.changed()

    def _learn(self) -> Taught:
        pictures = [(suit.value, self.taken[suit].image) for suit in Suit]
        taught = learn_deck(self.name, pictures, self.pack, self._open(), trust_order=self.trusted)
        save_deck(taught.deck)
        return taught

    def _learnt(self, found: Any) -> None:
        self.busy = ""
        if isinstance(found, Taught):
            self.taught = found
        else:
            self._back_to_the_bad(found)
            self.said = words_of(found)
        self.changed()

    def _back_to_the_bad(self, error: object) -> None:
        """Shows the suit whose picture is to be taken again."""
        if not isinstance(error, DeckPictureError):
            return
        suits = [Suit(error.label)] if error.label else [*error.misfit.suits, *(c.suit for c in error.misfit.cards)]
        self.suit = suits[0] if suits else self.suit
        for suit in suits or [self.suit]:
            self.kept.discard(suit)
            self.taken.pop(suit, None)


def words_of(error: object) -> str:
    """What went wrong, in the language in force."""
    if isinstance(error, DeckPictureError):
        return misfit_text(error.misfit)
    return escaped(error_text(error)) if isinstance(error, KozyrError) else tr("decks.broke-down")


def misfit_text(misfit: Misfit) -> str:
    """What does not fit a picture, and what to do, in one sentence."""
    signs = [suit.sign for suit in misfit.suits]
    first, second = (*signs, "", "")[:2]
    return tr(
        f"decks.misfit.{misfit.fault.value}", count=misfit.count, cards=cards_text(misfit.cards),
        suits=" ".join(signs), first=first, second=second,
    )  # fmt: skip


@dataclass(slots=True)
class Inspection:
    """A check of a learnt deck; it outlives the page that shows it."""

    deck: LearntDeck
    """Which."""
    found: DeckCheck | None = None
    """What the pictures taken so far say together."""
    unread: list[tuple[Unread, Image]] = field(default_factory=list)
    """The places that could not be read, with their crops."""
    pictures: int = 0
    """How many were taken."""
    looking: bool = True
    """The camera's picture is shown, and not what was found."""
    busy: bool = False
    """A picture is looked at."""
    shot: Image | None = None
    """Which."""
    said: str = ""
    """What went wrong."""
    changed: Callable[[], object] = lambda: None
    """Told when anything of this is different."""
    eyes: Eyes | None = None
    """Opened at the first picture."""

    def take(self, image: Image) -> None:
        """Looks at one picture more."""
        if not self.busy:
            self.busy, self.said, self.shot = True, "", image
            self.changed()
            on_thread(partial(self._look, image), partial(self._looked, image))

    def anew(self) -> None:
        """Forgets all pictures."""
        if not self.busy:
            self.found, self.unread, self.pictures, self.looking = None, [], 0, True
            self.changed()

    def more(self) -> None:
        """Back to the camera for another picture."""
        self.looking = True
        self.changed()

    def _look(self, image: Image) -> DeckCheck:
        self.eyes = self.eyes or open_eyes(video=False, deck=self.deck.name)
        return check_deck(self.deck, [(str(self.pictures + 1), image)], *self.eyes)

    def _looked(self, image: Image, found: Any) -> None:
        self.busy, self.shot = False, None
        if isinstance(found, DeckCheck):
            self.unread += [(one, crop_at(image, one.at_px)) for one in found.unread]
            self.found = found if self.found is None else joined(self.found, found)
            self.pictures, self.looking = self.pictures + 1, False
        else:
            self.said = words_of(found)
        self.changed()


def joined(one: DeckCheck, other: DeckCheck) -> DeckCheck:
    """What two pictures of the same deck say together."""
    return replace(
        one,
        read=one.read | other.read,
        missing=tuple(card for card in one.missing if card in other.missing),
        doubled=tuple(dict.fromkeys((*one.doubled, *other.doubled))),
        strange=tuple(dict.fromkeys((*one.strange, *other.strange))),
        unread=(*one.unread, *other.unread),
    )


def crop_at(image: Image, at_px: Sequence[float]) -> Image:
    """A square around a place, cut off at the edges of the picture."""
    half = max(24, round(CROP_SHARE * max(image.shape[:2]) / 2))
    x, y = (round(value) for value in at_px)
    return image[max(y - half, 0) : y + half, max(x - half, 0) : x + half].copy()
