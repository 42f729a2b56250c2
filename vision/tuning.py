"""The numbers of the picture chain in one place."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """The numbers of the chain, tuned on rendered videos of the validation decks only."""

    least_score: float = 0.45
    """Boxes the detector is less sure of are ignored."""
    least_confidence: float = 0.25
    """Readings less sure than this are ignored."""
    margin_mm: float = 30.0
    """How far around a changed place the network looks."""
    least_look_px: int = 320
    """A look is at least so wide and high."""
    network_px_per_mm: float = 1.9
    """The scale at which the network reads best."""
    again_ms: int = 140
    """Pause before a card is looked at again."""
    rest_unsure_ms: int = 3000
    """Pause between looks at a lying card that is not read surely."""
    rest_ms: int = 20000
    """Pause between looks at a card that is."""
    edge_share: float = 0.55
    """Share of the movement that must come from one edge to say who it was."""


LIGHT: Final = PipelineSettings(network_px_per_mm=1.4)
"""The same on a small computer: the detector sees cards three quarters as large, which spares a third of its work."""
