"""The cloth of the table as one picture: it is most of the screen, and four layers would be drawn for each touch."""

from typing import Any

import numpy as np

from kozyr.ui.tablet.textures import inside, texture_of
from kozyr.ui.tablet.theme import theme


def felt_cloth(size: tuple[int, int], s: float, border: float = 2.0) -> Any:
    """A rounded felt with a soft light in the middle that fades to the edges, a border and a line within: a texture."""
    x, y = ((np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1 for side in size)
    dark = 1 - 90 / 255 * np.minimum((x[None, :] ** 2 + y[:, None] ** 2) / 1.6, 1)
    line = np.asarray(theme.felt_line[:3], np.float32)
    rgb = np.asarray(theme.felt[:3], np.float32) * dark[..., None]
    edge = 1 - inside(size, s * 22, s * border)
    if border:
        edge = np.maximum(edge, inside(size, s * 22, s * 7) - inside(size, s * 22, s * 7 + 1))
    rgb += (line - rgb) * edge[..., None] * bool(border)
    shape = inside(size, s * 22)[..., None]
    return texture_of((np.concatenate([rgb, shape], axis=2) * 255).round().astype(np.uint8))
