"""The network that reads an upright index crop: a small residual stack of convolutions, 1.5 M parameters."""

from typing import Final

import torch
from torch import Tensor, nn

EMBEDDING: Final = 128
"""Length of the embedding, in which a deck's own prototypes can be told apart."""


def _block(wide_in: int, wide_out: int, stride: int = 1) -> list[nn.Module]:
    conv = nn.Conv2d(wide_in, wide_out, 3, stride, 1, bias=False)
    return [conv, nn.BatchNorm2d(wide_out), nn.ReLU(inplace=True)]


class Beside(nn.Module):
    """Two convolutions whose result is added to what came in, as in a residual network."""

    def __init__(self, wide: int) -> None:
        super().__init__()
        last = nn.Conv2d(wide, wide, 3, 1, 1, bias=False)
        self.way = nn.Sequential(*_block(wide, wide), last, nn.BatchNorm2d(wide))

    def forward(self, seen: Tensor) -> Tensor:
        """Features (n, wide, height, width) to features of the same shape."""
        return torch.relu(seen + self.way(seen))


class ReaderNet(nn.Module):
    """Float crops (n, 3, 48, 32), 0 to 255, to 53 logits and an embedding.

    The logit of a card is the sum of its rank's and its suit's, so that every seven teaches what a seven is. The last
    logit says that the crop shows no upright index.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 64, 4, 2, 1, bias=False),
            nn.BatchNorm2d(64),
            nn.ReLU(inplace=True),
            Beside(64),
            *_block(64, 128, 2),
            Beside(128),
            *_block(128, 192, 2),
            Beside(192),
            nn.Conv2d(192, 64, 1, bias=False),
            nn.BatchNorm2d(64),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Dropout(0.15),
            nn.Linear(64 * 6 * 4, EMBEDDING),
        )
        self.rank = nn.Linear(EMBEDDING, 13)
        self.suit = nn.Linear(EMBEDDING, 4)
        self.none = nn.Linear(EMBEDDING, 1)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (n, 53), the cards in the order of DECK_52 and then "no index", and embeddings (n, 128)."""
        embedding = self.body(crops * (1 / 64) - 2)
        active = torch.relu(embedding)
        cards = self.suit(active)[:, :, None] + self.rank(active)[:, None, :]
        return torch.cat([cards.flatten(1), self.none(active)], dim=1), embedding


class ExportedReader(nn.Module):
    """What is shipped: bytes in, calibrated probabilities and a unit-length embedding out."""

    def __init__(self, net: ReaderNet, temperature: float) -> None:
        super().__init__()
        self.net = net
        self.temperature = temperature

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Crops (n, 48, 32, 3) uint8 BGR, whitened, to probabilities (n, 53) and embeddings (n, 128)."""
        logits, embedding = self.net(crops.permute(0, 3, 1, 2).float())
        return torch.softmax(logits / self.temperature, dim=1), nn.functional.normalize(embedding, dim=1)
