"""A reliability diagram as SVG: how often answers are right, against the probability that was given them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_SIDE: Final = 220
_PAD: Final = (58, 44)
_FEW: Final = 20
"""Fewer answers than this say little: their point is hollow."""
_TICKS: Final = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of about the same probability."""

    count: int
    """How many."""
    said: float
    """Their mean probability."""
    right: float
    """The share of them that is right."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One diagram."""

    title: str
    """What was measured."""
    bins: Sequence[Bin]
    """From the least sure to the surest."""


def calibration_error(found: Sequence[Bin]) -> float:
    """The expected calibration error: how far probability and share of right answers lie apart, on the mean."""
    return sum(one.count * abs(one.right - one.said) for one in found) / max(1, sum(one.count for one in found))


def reliability_svg(rows: Sequence[Sequence[Panel]]) -> str:
    """The panels in rows, each with its count of answers and its expected calibration error.

    A point is as large as it has answers; on the diagonal a probability means what it says. The bars at the foot are
    the shares of the answers.
    """
    wide = _PAD[0] + max(len(row) for row in rows) * (_SIDE + _PAD[0])
    high = len(rows) * (_SIDE + 2 * _PAD[1]) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12">',
        f'<rect width="{wide}" height="{high}" fill="#fff"/>',
    ]
    for down, row in enumerate(rows):
        for across, panel in enumerate(row):
            left, top = _PAD[0] + across * (_SIDE + _PAD[0]), _PAD[1] + down * (_SIDE + 2 * _PAD[1])
            parts.append(f'<g transform="translate({left},{top})">{_panel(panel)}</g>')
    return "\n".join([*parts, "</svg>\n"])


def _panel(panel: Panel) -> str:
    total = sum(one.count for one in panel.bins)
    error = calibration_error(panel.bins)
    parts = [
        f'<text x="0" y="-25" font-weight="bold">{panel.title}</text>',
        f'<text x="0" y="-11" fill="#555">{total:,} answers, calibration error {error:.3f}</text>',
        f'<rect width="{_SIDE}" height="{_SIDE}" fill="#f7f7f7" stroke="#888"/>',
        f'<line x1="0" y1="{_SIDE}" x2="{_SIDE}" y2="0" stroke="#999" stroke-dasharray="4 4"/>',
    ]
    for tick in _TICKS:
        at = tick * _SIDE
        parts.append(f'<text x="{at:.0f}" y="{_SIDE + 15}" text-anchor="middle" fill="#555">{tick:g}</text>')
        parts.append(f'<text x="-6" y="{_SIDE - at + 4:.0f}" text-anchor="end" fill="#555">{tick:g}</text>')
    wide = _SIDE / 10 - 4
    for one in panel.bins:
        tall, x = one.count / total * _SIDE * 0.6, min(int(one.said * 10), 9) * _SIDE / 10 + 2
        parts.append(
            f'<rect x="{x:.1f}" y="{_SIDE - tall:.1f}" width="{wide:.1f}" height="{tall:.1f}" fill="#c8d8ee"/>'
        )
    points = [(one.said * _SIDE, (1 - one.right) * _SIDE) for one in panel.bins]
    parts.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="none" stroke="#1f5fa8"/>')
    for one, (x, y) in zip(panel.bins, points, strict=True):
        size, fill = 2.5 + 4.5 * (one.count / total) ** 0.5, "#1f5fa8" if one.count >= _FEW else "#fff"
        told = f"{one.count} answers, said {one.said:.3f}, right {one.right:.3f}"
        ring = f'cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{fill}" stroke="#1f5fa8"'
        parts.append(f"<circle {ring}><title>{told}</title></circle>")
    parts.append(f'<text x="{_SIDE / 2}" y="{_SIDE + 31}" text-anchor="middle" fill="#555">probability given</text>')
    turned = f'transform="translate(-36,{_SIDE / 2}) rotate(-90)" text-anchor="middle"'
    parts.append(f'<text {turned} fill="#555">share right</text>')
    return "\n".join(parts)
