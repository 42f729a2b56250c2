"""What can be said, for the pads: the kinds of combination."""

from typing import Final

from kozyr.engine.cards import Rank
from kozyr.engine.game import DeclarationKind, Naming

_DOWN: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE)
DECLARATIONS: Final = (
    DeclarationKind("terz", Naming.CARD, _DOWN),
    DeclarationKind("fifty", Naming.CARD, _DOWN[:5]),
    DeclarationKind("hundred", Naming.CARD, _DOWN[:4]),
    DeclarationKind("deberts", Naming.CARD, _DOWN[:2]),
    DeclarationKind("bela", Naming.SUIT),
)
"""The combinations and the bela."""
