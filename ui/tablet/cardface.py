"""Card faces drawn from shapes and letters: white, rounded, a large index, pips as on a real card."""

import math
from typing import Any, Final

import numpy as np
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    ClearBuffers,
    ClearColor,
    Color,
    Ellipse,
    Fbo,
    Line,
    Mesh,
    Rectangle,
    RoundedRectangle,
    Scale,
    Translate,
)
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from kozyr.engine.cards import Card, Rank
from kozyr.ui.locale.text import rank_text
from kozyr.ui.tablet.kept import Deed
from kozyr.ui.tablet.textures import faces, glyphs, inside, rounded, texture_of
from kozyr.ui.tablet.theme import CARD_BLACK, CARD_PAPER, CARD_RED, theme

SHARP: Final = 2
"""A card is drawn so many times as large and made smaller: its lines have soft edges on any graphics driver."""
_PRESSED: Final = "#f6dfa4"
_SHADOW: Final = 0.28
_LINE: Final = 0.16
_TINTS: Final = {Rank.JACK: "#e3ecf5", Rank.QUEEN: "#f7e6ea", Rank.KING: "#f6efd9"}
_TAILED: Final = 1.2
"""How much higher the ink of a letter with a tail is than its cap height."""
_GOLD: Final = "#c8952b"
_CROWNS: Final[dict[Rank, tuple[tuple[float, float], ...]]] = {
    Rank.JACK: ((-1, 0), (-0.95, 0.55), (-0.2, 0.95), (0.75, 0.75), (1, 0)),
    Rank.QUEEN: ((-1, 0), (-0.85, 0.7), (-0.42, 0.4), (0, 1), (0.42, 0.4), (0.85, 0.7), (1, 0)),
    Rank.KING: ((-1, 0), (-1, 0.9), (-0.5, 0.4), (0, 1.05), (0.5, 0.4), (1, 0.9), (1, 0)),
}
"""Outlines of the head-dress, half a width and a height of 1."""


def glyph(text: str, height_px: float, bold: bool = True) -> Any:
    """A white texture of ``text`` about ``height_px`` high, cut to its ink; made once for each size."""
    font_size = max(8, round(height_px))

    def drawn() -> Any:
        label = CoreLabel(text=text, font_size=font_size, font_name="KozyrSans", bold=bold, color=(1, 1, 1, 1))
        label.refresh()
        return _cropped(label.texture)

    return glyphs.get((text, font_size, bold), drawn)


def _cropped(texture: Any) -> Any:
    width, height = texture.size
    ink = np.frombuffer(texture.pixels, np.uint8)[3::4].reshape(height, width) > 0
    if not ink.any():
        return texture
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    left, right, top, bottom = int(columns[0]), int(columns[-1]) + 1, int(rows[0]), int(rows[-1]) + 1
    # Label textures are stored top row first and shown flipped: a region counts from the bottom.
    return texture.get_region(left, height - bottom, right - left, bottom - top)


class CardFace(Deed, Widget):
    """One card; small ones show a large index only. ``card`` None is a card that nobody has read."""

    reach = 2
    """The cards of a pad lie close together."""
    card = ObjectProperty(None, allownone=True)
    dim = BooleanProperty(False)
    """Drawn faded: already played."""
    glow = BooleanProperty(False)
    """Framed: chosen, or the winning card."""
    flag = BooleanProperty(False)
    """A red corner: the judge has a finding about it."""
    small = BooleanProperty(False)
    """Only a large index: for cards that are not much larger than a finger."""
    wide = BooleanProperty(False)
    """A key of the card pad: the index across, on a high key one above the other."""
    order = NumericProperty(0)
    """Its place in the trick, shown in a corner; 0 for none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "card", "dim", "glow", "flag", "small", "wide", "state", "order"):
            self.fbind(name, redraw)
        redraw()

    @classmethod
    def as_made(cls) -> dict[str, Any]:
        """What pages change of a card, as it is when nobody has."""
        return {"dim": False, "glow": False, "flag": False, "small": False, "wide": False, "order": 0}

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self.width < 4 or self.height < 4:
            return
        x, y, (width, height) = round(self.x), round(self.y), self._size_px
        with self.canvas:
            if self.glow:
                w = max(3.0, width * 0.045)
                outer = (width + 2 * w, height + 2 * w)
                Color(*theme.accent)
                Rectangle(pos=(x - w, y - w), size=outer, texture=rounded(*outer, self._radius + w))
            Color(1, 1, 1, 1)
            below = self._below
            Rectangle(pos=(x, y - below), size=(width, height + below), texture=faces.get(self._look, self._painted))
            if self.flag:
                d = width * 0.24
                self._disc((x + width - d * 0.22, y + height - d * 0.22), d, "#e8555a")
            if self.order:
                d = width * 0.25
                centre = (x + d * 0.75, y + d * 0.75)
                self._disc(centre, d, "#2c363c")
                Color(1, 1, 1, 1)
                self._put(str(self.order), *centre, d * 0.5)

    @staticmethod
    def _disc(centre: tuple[float, float], d: float, colour: str) -> None:
        Color(*get_color_from_hex(colour))
        Rectangle(pos=(centre[0] - d / 2, centre[1] - d / 2), size=(d, d), texture=rounded(d, d, d / 2))

    @property
    def _size_px(self) -> tuple[int, int]:
        width, height = float(self.width), float(self.height)
        return round(width), round(height)

    @property
    def _radius(self) -> float:
        return min(self._size_px) * (0.14 if self.wide else 0.085)

    @property
    def _below(self) -> int:
        """How far the shadow reaches below the card, pixels."""
        height = float(self.height)
        return math.ceil(max(1.0, height * 0.014) * 1.6)

    @property
    def _look(self) -> tuple[Any, ...]:
        """All that the picture of the card depends on."""
        card: Card | None = self.card
        name = (card.code, rank_text(card.rank.value)) if card is not None else None
        return (*self._size_px, name, self.dim, self.small, self.wide, self.state, theme.name if self.dim else "")

    def _painted(self) -> Any:
        """The card with its edge and its shadow, as a texture."""
        width, height = size = self._size_px
        inked, paper = self._inked(), inside(size, self._radius)
        if not self.dim:
            inked *= 1 - _LINE * (paper - inside(size, self._radius, 1))[..., None]
        pixels = np.zeros((height + self._below, width, 4), np.float32)
        if not self.dim:
            shadow = np.pad(paper, ((0, self._below), (0, 0)))
            pixels[..., 3] = shadow * _SHADOW
        top = pixels[self._below :]
        seen = paper + top[..., 3] * (1 - paper)
        top[..., :3] = inked * (paper / np.maximum(seen, 1e-6))[..., None]
        top[..., 3] = seen
        return texture_of((pixels * 255).round().astype(np.uint8))

    def _inked(self) -> Any:
        """What is on the paper, shape (height, width, 3), 0 to 1, the lowest row first."""
        width, height = self._size_px
        ground = theme.key_dim if self.dim else get_color_from_hex(_PRESSED if self.state == "down" else CARD_PAPER)
        drawn = Fbo(size=(width * SHARP, height * SHARP))
        with drawn:
            ClearColor(*ground)
            ClearBuffers()
            Scale(SHARP, SHARP, 1)
            Translate(-self.x, -self.y, 0)
            card: Card | None = self.card
            if card is None:
                self._back()
            elif self.wide and self.width >= self.height:
                self._across(card)
            elif self.small or self.wide:
                self._index_only(card)
            else:
                self._face(card)
        drawn.draw()
        fine = np.frombuffer(drawn.pixels, np.uint8).reshape(height, SHARP, width, SHARP, 4)[..., :3]
        return fine.mean(axis=(1, 3), dtype=np.float32) / 255

    def _ink(self, card: Card) -> None:
        if self.dim:
            Color(*theme.faint)
        else:
            Color(*get_color_from_hex(CARD_RED if card.suit.is_red else CARD_BLACK))

    def _put(self, text: str, cx: float, cy: float, height: float, *, turned: bool = False, fit: float = 0) -> float:
        """Draws a text centred on a point, ``height`` high (less when it would be wider than ``fit``)."""
        height *= _TAILED if text == "Д" else 1
        texture = glyph(text, height * 1.4 * SHARP)
        width, ink = texture.size
        scale = height / ink
        if fit and width * scale > fit:
            scale = fit / width
        size = (width * scale, ink * scale)
        pos = (cx - size[0] / 2, cy - size[1] / 2)
        u0, v0, u1, v1, u2, v2, u3, v3 = texture.tex_coords
        coords = (u2, v2, u3, v3, u0, v0, u1, v1) if turned else texture.tex_coords
        Rectangle(texture=texture, pos=pos, size=size, tex_coords=coords)
        return float(size[0])

    def _across(self, card: Card) -> None:
        self._ink(card)
        high = min(self.height * 0.42, self.width * 0.28)
        rank = rank_text(card.rank.value)
        self._put(
            rank, (self.x + self.width / 2) - self.width * 0.17, (self.y + self.height / 2), high, fit=self.width * 0.36
        )
        self._put(card.suit.sign, (self.x + self.width / 2) + self.width * 0.2, (self.y + self.height / 2), high * 1.05)

    def _index_only(self, card: Card) -> None:
        self._ink(card)
        high = self.height * 0.34
        rank = rank_text(card.rank.value)
        self._put(rank, (self.x + self.width / 2), self.y + self.height * 0.71, high, fit=self.width * 0.8)
        self._put(card.suit.sign, (self.x + self.width / 2), self.y + self.height * 0.28, high, fit=self.width * 0.7)

    def _face(self, card: Card) -> None:
        self._ink(card)
        x, rank = self.x + self.width * 0.225, rank_text(card.rank.value)
        self._put(rank, x, (self.y + self.height) - self.height * 0.165, self.height * 0.215, fit=self.width * 0.36)
        self._put(
            card.suit.sign, x, (self.y + self.height) - self.height * 0.40, self.height * 0.165, fit=self.width * 0.28
        )
        if card.rank in _TINTS:
            self._court(card)
        else:
            big = self.height * (0.40 if card.rank is Rank.ACE else 0.34)
            self._put(
                card.suit.sign, self.x + self.width * 0.63, self.y + self.height * 0.31, big, fit=self.width * 0.6
            )

    def _court(self, card: Card) -> None:
        x, y, w, h = self.x + self.width * 0.42, self.y + self.height * 0.07, self.width * 0.5, self.height * 0.86
        Color(*get_color_from_hex(_TINTS[card.rank]))
        RoundedRectangle(pos=(x, y), size=(w, h), radius=[w * 0.08])
        self._ink(card)
        thin = max(0.6, self.width * 0.01)
        Line(rounded_rectangle=(x, y, w, h, w * 0.08), width=thin)
        cx, cy = x + w / 2, y + h / 2
        for turned in (False, True):
            sign = -1 if turned else 1
            self._ink(card)
            self._put(card.suit.sign, cx, cy + sign * h * 0.15, h * 0.19, turned=turned)
            Color(*get_color_from_hex(_GOLD))
            self._crown(card.rank, cx, cy + sign * h * 0.28, w * 0.34, sign * h * 0.15)
        Line(points=[x + w * 0.1, cy, x + w * 0.9, cy], width=thin)

    def _crown(self, rank: Rank, cx: float, cy: float, half: float, height: float) -> None:
        points = _CROWNS[rank]
        base = (cx, cy + height * 0.18)
        vertices = [*base, 0, 0]
        for px, py in points:
            vertices += [cx + px * half, cy + py * height, 0, 0]
        Mesh(vertices=vertices, indices=list(range(len(points) + 1)), mode="triangle_fan")
        d = half * 0.26
        for px, py in points[1:-1]:
            if py > 0.6:
                Ellipse(pos=(cx + px * half - d / 2, cy + (py + 0.08) * height - d / 2), size=(d, d))

    def _back(self) -> None:
        Color(*get_color_from_hex("#7f2635"))
        inset = self.width * 0.08
        box = (self.width - 2 * inset, self.height - 2 * inset)
        RoundedRectangle(pos=(self.x + inset, self.y + inset), size=box, radius=[self.width * 0.05])
        Color(1, 1, 1, 0.85)
        self._put("?", (self.x + self.width / 2), (self.y + self.height / 2), self.height * 0.36)
