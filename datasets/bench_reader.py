"""How well the reader reads single crops, and whether its probabilities, and those of whole cards, can be believed.

Validation decks may be tuned on, reserved decks only measure. A probability is *calibrated* when of the answers given
with 0.9 nine in ten are right: then the thresholds at which a card is taken without a question mean what they say.
"""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.crops import NO_INDEX
from kozyr.datasets.held_crops import BANDS_PX, SEED, HeldCrops, held_crops
from kozyr.datasets.reliability_plot import Bin, Panel, calibration_error, reliability_svg
from kozyr.datasets.scenes import scene
from kozyr.engine.cards import DECK_52
from kozyr.vision.fuse import DEFAULTS, placed, read_indices
from kozyr.vision.read import OnnxIndexReader
from kozyr.vision.types import IndexDetector

SURE: Final = 0.9
"""An answer of at least this probability counts as sure."""
THRESHOLDS: Final = (0.6, 0.9, 0.93, 0.95, 0.97, 0.99)
"""For each: how many indices would be taken for read, and how many of these wrongly. 0.6 is where the corner of a card
is taken whose other corner agrees, 0.93 where a lone one is, 0.99 where it is small; below 0.95 the table asks."""
PICTURE_SEED: Final = 7_800_000
"""First seed of the whole pictures."""
_PICTURE_PX: Final = 640
_ALL_TOLD: Final = replace(DEFAULTS, accept_one=0.0, accept_two=0.0, accept_fused=0.0, accept_small=0.0)
_BINS: Final = 10
_BATCH: Final = 500
_MOST_PICTURED: Final = 120


@dataclass(frozen=True, slots=True)
class Answers:
    """What the reader said about crops."""

    held: HeldCrops
    """The crops."""
    chosen: NDArray[np.int64]
    """Its answers: places in DECK_52, or NO_INDEX."""
    chance: NDArray[np.float64]
    """The probability it gave each."""

    @property
    def right(self) -> NDArray[np.bool_]:
        """Which of them are right."""
        return np.asarray(self.chosen == self.held.labels)


def bench_reader(
    eyes: tuple[IndexDetector, OnnxIndexReader],
    splits: tuple[str, ...],
    crops: int = 12_000,
    *,
    pictures: int = 0,
    out: Path | None = None,
) -> dict[str, Any]:
    """Figures of every split, whole and by the height of the index, and of the cards of so many whole ``pictures``.

    ``out`` gets the reliability diagram and sheets of what was wrong. Raises KozyrError when no card faces are
    installed.
    """
    reader = eyes[1]
    found: dict[str, Any] = {"seed": SEED, "crops": crops, "network": reader.fingerprint}
    rows = []
    for split in splits:
        answers = ask(reader, held_crops(split, crops))
        parts = {"all": np.ones(len(answers.chosen), bool)}
        parts |= {f"{low}-{high} px": answers.held.bands == band for band, (low, high) in enumerate(BANDS_PX)}
        found[split] = {name: figures(answers, which) for name, which in parts.items()}
        rows.append([Panel(f"{split}, {name}", bins(answers, which)) for name, which in parts.items()])
        if pictures:
            steps = in_steps(*told_cards(eyes, split, pictures))
            found[split]["cards of pictures"] = {
                "pictures": pictures, "answers": sum(one.count for one in steps),
                "calibration_error": round(calibration_error(steps), 4), "steps": [asdict(one) for one in steps],
            }  # fmt: skip
            rows[-1].append(Panel(f"{split}, cards of {pictures} pictures", steps))
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(out / f"sure-and-wrong-{split}.png"), worst(answers))
    if out is not None:
        (out / "reliability.svg").write_text(reliability_svg(rows), encoding="utf-8")
    return found


def ask(reader: OnnxIndexReader, held: HeldCrops) -> Answers:
    """The reader's answers to the crops, each read once, with the margins it was cut with."""
    parts = [reader.chances(held.crops[at : at + _BATCH]) for at in range(0, len(held.crops), _BATCH)]
    chances = np.concatenate(parts).astype(np.float64)
    return Answers(held, chances.argmax(axis=1), chances.max(axis=1))


def told_cards(
    eyes: tuple[IndexDetector, OnnxIndexReader], split: str, pictures: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The probability of every card made of the corners of drawn tables, none held back, and whether it lies there."""
    said: list[float] = []
    right: list[bool] = []
    for seed in range(PICTURE_SEED, PICTURE_SEED + pictures):
        picture, labels = scene(seed, _PICTURE_PX, split)
        lying = {label.card for label in labels}
        for card in placed(read_indices(picture, *eyes), _ALL_TOLD):
            said.append(card.confidence)
            right.append(card.card in lying)
    return np.array(said, np.float64), np.array(right, bool)


def figures(answers: Answers, which: NDArray[np.bool_]) -> dict[str, Any]:
    """Accuracy, sure answers, calibration and thresholds over some of the crops."""
    right, chance = answers.right[which], answers.chance[which]
    shows, named = answers.held.shows_card[which], answers.chosen[which] != NO_INDEX
    taken = {}
    for threshold in THRESHOLDS:
        claimed = named & (chance >= threshold)
        taken[str(threshold)] = {
            "of_indices": _share(right & claimed, shows),
            "right": _share(right, claimed),
            "wrong": int((~right & claimed).sum()),
        }
    return {
        "crops": int(which.sum()),
        "cards": int(shows.sum()),
        "card_right": _share(right, shows),
        "none_right": _share(right, ~shows),
        "sure": _share(chance >= SURE, shows),
        "sure_right": _share(right, named & (chance >= SURE)),
        "calibration_error": round(calibration_error(bins(answers, which)), 4),
        "taken_from": taken,
    }


def bins(answers: Answers, which: NDArray[np.bool_]) -> tuple[Bin, ...]:
    """The answers in ten equal steps of their probability; steps without any are left out."""
    return in_steps(answers.chance[which], answers.right[which])


def in_steps(chance: NDArray[np.float64], right: NDArray[np.bool_]) -> tuple[Bin, ...]:
    """Answers with their probability and whether they are right, both (n,), in ten equal steps of the probability."""
    step = np.minimum((chance * _BINS).astype(int), _BINS - 1)
    return tuple(
        Bin(int((step == at).sum()), float(chance[step == at].mean()), float(right[step == at].mean()))
        for at in range(_BINS)
        if (step == at).any()
    )


def worst(answers: Answers) -> NDArray[np.uint8]:
    """A sheet of the wrong answers given as sure cards, the surest first: the crop, what it is, what was said."""
    wrong = ~answers.right & (answers.chosen != NO_INDEX) & (answers.chance >= SURE)
    places = sorted(np.flatnonzero(wrong).tolist(), key=lambda at: -answers.chance[at])[:_MOST_PICTURED]
    tiles = [_tile(answers, at) for at in places] or [np.full((172, 112, 3), 255, np.uint8)]
    tiles += [np.full_like(tiles[0], 255)] * (-len(tiles) % 12)
    return np.vstack([np.hstack(tiles[at : at + 12]) for at in range(0, len(tiles), 12)])


def _tile(answers: Answers, at: int) -> NDArray[np.uint8]:
    tile = np.full((172, 112, 3), 255, np.uint8)
    tile[4:148, 8:104] = cv2.resize(answers.held.crops[at], (96, 144), interpolation=cv2.INTER_CUBIC)
    text = f"{_name(int(answers.held.labels[at]))} as {_name(int(answers.chosen[at]))} {answers.chance[at]:.3f}"
    cv2.putText(tile, text, (3, 165), cv2.FONT_HERSHEY_SIMPLEX, 0.34, (0, 0, 0), 1, cv2.LINE_AA)
    return tile


def _name(label: int) -> str:
    return "none" if label == NO_INDEX else DECK_52[label].code


def _share(part: NDArray[np.bool_], whole: NDArray[np.bool_]) -> float | None:
    return round(float((part & whole).sum() / whole.sum()), 4) if whole.any() else None
