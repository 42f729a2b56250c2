"""Pictures on the deck pages: what the camera sees now, a picture just taken, indices cut out of one."""

from collections.abc import Callable
from typing import Any, Final

import cv2
import numpy as np
from kivy.graphics.texture import Texture
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.image import Image as Shown

from kozyr.engine.cards import Card, Suit
from kozyr.ui.camera_check import Look
from kozyr.ui.locale.text import card_text, tr
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.screens.start import StartScreen
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Rows, coloured
from kozyr.vision.deck import LearntDeck
from kozyr.vision.deck_order import Row
from kozyr.vision.types import Image

SHOWN_PX: Final = 960
"""Larger pictures are made smaller before they are shown."""
_GREEN: Final = (90, 205, 70)
_GAP_PX: Final = 5
_ADVISED: Final = ("dark", "bright", "glare", "blurred", "wrong.too-far")
"""What the camera check says that matters to a card held still."""


class PicturePane(BoxLayout):
    """The camera's picture, or a still over it, or one sentence. ``shot`` is the newest whole picture."""

    def __init__(self, start: StartScreen, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", **kwargs)
        self._start = start
        self.shot: Image | None = None
        self.hint = ""
        self.heard: Callable[[], object] = lambda: None
        """Called when a camera comes or goes, or the hint changes."""
        self._still = False
        self._texture: Any = None
        self._picture = Shown(fit_mode="contain")
        self._words = FitLabel(text="", base_size=22, color=theme.muted)
        self.watch()

    @property
    def camera(self) -> str | None:
        """The camera in use."""
        desk = self._start.desk
        return None if desk.camera is None else desk.camera.named or desk.remembered.now.camera

    def watch(self) -> None:
        """Begins to look through the camera, until the start screen shows something else."""
        desk, camera = self._start.desk.camera, self.camera
        if desk is None or camera is None:
            self._tell(tr("decks.no-camera"))
            return
        self._tell(tr("camera-check.opening"))
        self._start.closing = desk.look(camera, self._seen)

    def show(self, still: Image | None) -> None:
        """A picture that stays; None for the camera's."""
        self._still = still is not None
        if still is not None:
            self._draw(still)
        elif self.shot is not None:
            self._draw(self.shot)
        elif self.camera is None:
            self._tell(tr("decks.no-camera"))

    def _seen(self, look: Look) -> None:
        """A new picture, on the thread that draws."""
        before = (self.shot is None, self.hint)
        self.shot = look.plain
        said = next((one for one in look.advice if one in _ADVISED), "")
        self.hint = said and tr(f"calibrate.{said}" if said.startswith("wrong") else f"camera-check.{said}")
        if look.plain is None and not self._still:
            self._tell(tr("camera-check.gone"))
        elif look.plain is not None and not self._still:
            self._draw(look.plain)
        if before != (self.shot is None, self.hint):
            self.heard()

    def _tell(self, words: str) -> None:
        self._words.text = words
        self._put(self._words)

    def _draw(self, pixels: Image) -> None:
        small = smaller(pixels)
        if self._texture is None or self._texture.size != small.shape[1::-1]:
            self._texture = texture_of(small)
        else:
            self._texture.blit_buffer(small.tobytes(), colorfmt="bgr", bufferfmt="ubyte")
        self._picture.texture = self._texture
        self._picture.canvas.ask_update()
        self._put(self._picture)

    def _put(self, one: Any) -> None:
        if self.children[:1] != [one]:
            self.clear_widgets()
            self.add_widget(one)


def smaller(pixels: Image) -> Image:
    """A picture at the size at which it is shown."""
    high, wide = pixels.shape[:2]
    scale = SHOWN_PX / max(high, wide)
    if scale >= 1:
        return pixels
    return np.asarray(cv2.resize(pixels, (round(wide * scale), round(high * scale)), interpolation=cv2.INTER_AREA))


def texture_of(pixels: Image) -> Any:
    """A texture of a BGR picture."""
    made = Texture.create(size=(pixels.shape[1], pixels.shape[0]), colorfmt="bgr")
    made.flip_vertical()
    made.blit_buffer(np.ascontiguousarray(pixels).tobytes(), colorfmt="bgr", bufferfmt="ubyte")
    return made


def marked(pixels: Image, row: Row) -> Image:
    """The picture, as it is shown, with the indices that were found framed."""
    shown = smaller(pixels).copy()
    scale = shown.shape[1] / pixels.shape[1]
    for look, _ in row.indices:
        box = look.box
        sides = (scale * box.width_px * 1.25, scale * box.height_px * 1.15)
        centre = (scale * box.centre_px[0], scale * box.centre_px[1])
        corners = np.round(cv2.boxPoints((centre, sides, box.angle_deg))).astype(np.int32)
        cv2.polylines(shown, [corners], True, _GREEN, 2, cv2.LINE_AA)
    return shown


class LaidRow(FloatLayout):
    """The cards of a suit as they are to be laid: one beside the other, a corner of each to be seen."""

    def __init__(self, pack: tuple[Card, ...], suit: Suit, seen: frozenset[Card] | None = None, **kwargs: Any) -> None:
        """``seen``: the others are drawn faded; None when nobody has looked."""
        super().__init__(**kwargs)
        self._cards = tuple(card for card in pack if card.suit is suit)
        self._faces = [CardFace(card=card, size_hint=(None, None), disabled=True) for card in self._cards]
        for card, face in zip(self._cards, self._faces, strict=True):
            face.dim = seen is not None and card not in seen
            self.add_widget(face)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        wide = min(self.height * 0.71, self.width * 0.3)
        step = min((self.width - wide) / max(len(self._faces) - 1, 1), wide * 0.62)
        left = self.center_x - (wide + step * (len(self._faces) - 1)) / 2
        for at, face in enumerate(self._faces):
            face.size = (wide, wide / 0.71)
            face.pos = (left + at * step, self.center_y - face.height / 2)


class Tile(BoxLayout):
    """A small picture and what it is called."""

    def __init__(self, pixels: Image, words: str, high: float, tip: str = "") -> None:
        super().__init__(orientation="vertical", size_hint_y=None, height=theme.s * high)
        self.tip = tip
        self.add_widget(Shown(texture=texture_of(pixels), fit_mode="contain"))
        self.add_widget(FitLabel(text=coloured(words), base_size=17, bold=True, pad=1, size_hint_y=None,
                                 height=theme.s * 28 * theme.t))  # fmt: skip


def tiles(found: list[tuple[Image, str]], columns: int, high: float = 116, tip: str = "") -> GridLayout:
    """Small pictures beside one another."""
    grid = GridLayout(cols=columns, spacing=theme.s * 6, size_hint_y=None)
    grid.bind(minimum_height=grid.setter("height"))
    for pixels, words in found:
        grid.add_widget(Tile(pixels, words, high, tip))
    for _ in range(-len(found) % columns):
        grid.add_widget(FitLabel(text="", size_hint_y=None, height=1))
    return grid


def index_of(deck: LearntDeck, card: Card) -> Image:
    """The index of a card as it was learnt."""
    return np.asarray(deck.patches[deck.taught.index(card)], np.uint8)


def pair_of(deck: LearntDeck, cards: tuple[Card, Card]) -> Image:
    """The indices of two cards beside one another."""
    one, other = (index_of(deck, card) for card in cards)
    return np.hstack([one, np.full_like(one[:, :_GAP_PX], 128), other])


def deck_tiles(deck: LearntDeck) -> Rows:
    """Every card's index, a suit a row; two rows a suit of a deck with many on an upright screen."""
    columns = len(deck.pack) // len(Suit)
    if theme.portrait and columns > 9:
        columns = -(-columns // 2)
    rows = Rows()
    for suit in Suit:
        found = [(index_of(deck, card), card_text(card)) for card in deck.pack if card.suit is suit]
        rows.add_widget(tiles(found, columns, 104))
    return rows
