"""Card faces drawn from shapes and letters: white, rounded, a large index, pips as on a real card."""

from typing import Any, Final

import numpy as np
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Ellipse, Line, Mesh, Rectangle, RoundedRectangle
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from kozyr.engine.cards import Card, Rank
from kozyr.ui.locale.text import rank_text
from kozyr.ui.tablet.theme import CARD_BLACK, CARD_PAPER, CARD_RED, theme

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
_glyphs: dict[tuple[str, int, bool], Any] = {}


def glyph(text: str, height_px: float, bold: bool = True) -> Any:
    """A white texture of ``text`` about ``height_px`` high, cut to its ink; made once for each size."""
    key = (text, max(8, round(height_px)), bold)
    if key not in _glyphs:
        label = CoreLabel(text=text, font_size=key[1], font_name="KozyrSans", bold=bold, color=(1, 1, 1, 1))
        label.refresh()
        _glyphs[key] = _cropped(label.texture)
    return _glyphs[key]


def _cropped(texture: Any) -> Any:
    width, height = texture.size
    ink = np.frombuffer(texture.pixels, np.uint8)[3::4].reshape(height, width) > 0
    if not ink.any():
        return texture
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    left, right, top, bottom = int(columns[0]), int(columns[-1]) + 1, int(rows[0]), int(rows[-1]) + 1
    # Label textures are stored top row first and shown flipped: a region counts from the bottom.
    return texture.get_region(left, height - bottom, right - left, bottom - top)


class CardFace(ButtonBehavior, Widget):
    """One card; small ones show a large index only. ``card`` None is a card that nobody has read."""

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

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self.width < 4 or self.height < 4:
            return
        with self.canvas:
            self._paper()
            card: Card | None = self.card
            if card is None:
                self._back()
            elif self.wide and self.width >= self.height:
                self._across(card)
            elif self.small or self.wide:
                self._index_only(card)
            else:
                self._face(card)
            if self.flag:
                Color(*get_color_from_hex("#e8555a"))
                d = self.width * 0.24
                Ellipse(pos=((self.x + self.width) - d * 0.72, (self.y + self.height) - d * 0.72), size=(d, d))

            if self.order:
                self._number()

    def _number(self) -> None:
        d = self.width * 0.25
        centre = (self.x + d * 0.75, self.y + d * 0.75)
        Color(*get_color_from_hex("#2c363c"))
        Ellipse(pos=(centre[0] - d / 2, centre[1] - d / 2), size=(d, d))
        Color(1, 1, 1, 1)
        self._put(str(self.order), *centre, d * 0.5)

    def _paper(self) -> None:
        radius = min(self.width, self.height) * (0.14 if self.wide else 0.085)
        shift = max(1.0, self.height * 0.014)
        if not self.dim:
            Color(0, 0, 0, 0.28)
            RoundedRectangle(pos=(self.x + shift * 0.4, self.y - shift * 1.6), size=self.size, radius=[radius])
        if self.glow:
            Color(*theme.accent)
            w = max(3.0, self.width * 0.045)
            outer = (self.width + 2 * w, self.height + 2 * w)
            RoundedRectangle(pos=(self.x - w, self.y - w), size=outer, radius=[radius + w])
        if self.dim:
            Color(*theme.key_dim)
        elif self.state == "down":
            Color(*get_color_from_hex("#f6dfa4"))
        else:
            Color(*get_color_from_hex(CARD_PAPER))
        RoundedRectangle(pos=self.pos, size=self.size, radius=[radius])
        if not self.dim:
            Color(0, 0, 0, 0.16)
            Line(rounded_rectangle=(self.x, self.y, self.width, self.height, radius), width=1)

    def _ink(self, card: Card) -> None:
        if self.dim:
            Color(*theme.faint)
        else:
            Color(*get_color_from_hex(CARD_RED if card.suit.is_red else CARD_BLACK))

    def _put(self, text: str, cx: float, cy: float, height: float, *, turned: bool = False, fit: float = 0) -> float:
        """Draws a text centred on a point, ``height`` high (less when it would be wider than ``fit``)."""
        height *= _TAILED if text == "Д" else 1
        texture = glyph(text, height * 1.4)
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
        thin = max(1.0, self.width * 0.01)
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
