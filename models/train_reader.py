"""Trains the index reader from scratch on rendered crops, calibrates it and exports it to ONNX.

Nothing is downloaded. Reserved decks are only measured, after everything else is fixed.
"""

import copy
import json
import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from kozyr.datasets.crops import NO_INDEX, Mix
from kozyr.datasets.decks import cache_folder
from kozyr.engine.cards import DECK_52
from kozyr.models.crop_store import CHUNK, chunks, load_chunk, write_chunk, write_scene_chunk
from kozyr.models.reader_net import ExportedReader, ReaderNet

SEED: Final = 2026
_BATCH: Final = 256
_PEAK_RATE: Final = 3e-3
_TABLES_FROM: Final = 8_000_000
"""Seed of the first table out of which crops are cut."""
_HELD_OUT: Final = 12_000
"""Crops of validation decks, and as many of reserved ones."""


@dataclass(frozen=True, slots=True)
class ReaderFigures:
    """What the reader got right on crops of decks it never saw."""

    split: str
    """``validation`` or ``reserved``."""
    crops: int
    """All crops, those without an index included."""
    card_accuracy: float
    """Share of the crops that show an index that were read as the right card."""
    confident_share: float
    """Share of those that were read with at least 0.9 confidence."""
    confident_accuracy: float
    """Share of the crops read as a card with at least 0.9 confidence, whatever they show, that are that card."""
    none_accuracy: float
    """Share of the crops without an index that were called so."""
    calibration_error: float
    """Expected calibration error over ten equal bins."""


def train(
    out: Path,
    *,
    hours: float | None = None,
    tiny: bool = False,
    seed: int = SEED,
    crops: Path | None = None,
    start: Path | None = None,
) -> Path:
    """Trains for ``hours`` (1 if None), writes ``out`` (.onnx) and its figures beside it (.json); returns ``out``.

    ``tiny`` proves in under two minutes that rendering, training, validation and export work. ``crops`` is where chunks
    of crops are kept (the user's cache folder if None); missing ones are rendered first. ``start`` is a state of the
    network (.pt, written beside ``out`` while training) to go on from, at a gentler rate.
    """
    torch.manual_seed(seed)
    folder = crops or cache_folder() / ("reader-tiny" if tiny else "reader-crops")
    _prepare(folder, tiny=tiny, seed=seed)
    seconds = 12.0 if tiny else 3600 * (hours or 1.0)
    net = ReaderNet()
    if start is not None:
        net.load_state_dict(torch.load(start, weights_only=True))
    rate = _PEAK_RATE if start is None else _PEAK_RATE / 3
    net = _fit(net, folder, seconds, seed, out.with_suffix(".pt"), rate)
    return export(net, out, folder)


def export(net: ReaderNet, out: Path, folder: Path) -> Path:
    """Calibrates on the validation decks, measures, and writes the ONNX file and its figures."""
    temperature = _temperature(*_logits(net, folder, "validation"))
    figures = []
    for split in ("validation", "reserved"):
        if chunks(folder, split):
            logits, labels = _logits(net, folder, split)
            figures.append(_measured(split, _softmax(logits / temperature), labels))
    _write_onnx(ExportedReader(net, temperature), out)
    report = {"temperature": temperature, "figures": [asdict(one) for one in figures]}
    out.with_suffix(".json").write_text(json.dumps(report, indent=1) + "\n")
    return out


def _prepare(folder: Path, *, tiny: bool, seed: int) -> None:
    held = 400 if tiny else _HELD_OUT
    write_chunk(folder, Mix(split="validation", procedural=0.0, restyled=0.5), seed + 1, 0, held)
    write_scene_chunk(folder, "validation", _TABLES_FROM, 0, held // 3)
    if tiny:
        write_chunk(folder, Mix(), seed, 0, 2000)
        write_scene_chunk(folder, "train", _TABLES_FROM, 0, 300)
        return
    write_chunk(folder, Mix(split="reserved", procedural=0.0, restyled=0.5), seed + 2, 0, held)
    if not chunks(folder, "train"):
        for number in range(25):
            write_chunk(folder, Mix(), seed, number, CHUNK)
            write_scene_chunk(folder, "train", _TABLES_FROM, number, CHUNK // 2)


def _fit(net: ReaderNet, folder: Path, seconds: float, seed: int, checkpoint: Path, rate: float) -> ReaderNet:
    """Trains until the time is up; the learning rate follows the clock. Returns the averaged weights."""
    torch.set_num_threads(1)
    net = net.train().to(memory_format=torch.channels_last)  # type: ignore[call-overload, unused-ignore]
    average = copy.deepcopy(net).eval()
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    started = told = time.monotonic()
    for step, (batch, labels) in enumerate(_batches(folder, np.random.default_rng(seed)), start=1):
        spent = (time.monotonic() - started) / seconds
        if spent >= 1 and step > 10:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate * _schedule(spent, step)
        with torch.autocast("cpu", torch.bfloat16):
            logits, _ = net(_varied(batch))
        loss = nn.functional.cross_entropy(logits.float(), labels, label_smoothing=0.02)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        _follow(average, net, min(0.998, step / (step + 20)))
        if time.monotonic() - told > 60:
            told = time.monotonic()
            _tell(average, folder, step, float(loss.detach()), spent)
            torch.save(average.state_dict(), checkpoint)
    return average


def _schedule(spent: float, step: int) -> float:
    warm = min(1.0, (step + 1) / 200)
    return warm * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(spent, 1.0))))


def _follow(average: ReaderNet, net: ReaderNet, keep: float) -> None:
    with torch.no_grad():
        for mine, new in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
            if mine.is_floating_point():
                mine.lerp_(new, 1 - keep)
            else:
                mine.copy_(new)


def _tell(net: ReaderNet, folder: Path, step: int, loss: float, spent: float) -> None:
    logits, labels = _logits(net, folder, "validation", most=4000)
    cards = labels < NO_INDEX
    right = logits.argmax(1) == labels
    print(
        f"{spent:6.1%} step {step} loss {loss:.3f} validation: cards {right[cards].mean():.4f}"
        f" no index {right[~cards].mean():.4f}",
        flush=True,
    )


def _batches(folder: Path, rng: np.random.Generator) -> Iterator[tuple[Tensor, Tensor]]:
    """Batches for ever; chunks that appear while training runs are taken up, the least read first."""
    read: dict[Path, int] = {}
    while True:
        paths = chunks(folder, "train")
        least = min(read.get(path, 0) for path in paths)
        fresh = [path for path in paths if read.get(path, 0) == least]
        chosen = [fresh[int(k)] for k in rng.permutation(len(fresh))[:3]]
        for path in chosen:
            read[path] = least + 1
        loaded = [load_chunk(path) for path in chosen]
        crops = np.concatenate([pair[0] for pair in loaded])
        labels = np.concatenate([pair[1] for pair in loaded])
        order = rng.permutation(len(labels))
        for start in range(0, len(order) - 31, _BATCH):
            pick = np.sort(order[start : start + _BATCH])
            yield _tensor(crops[pick]), torch.from_numpy(labels[pick].astype(np.int64))


def _tensor(crops: NDArray[np.uint8]) -> Tensor:
    """Float (n, 3, 48, 32) in channels-last memory."""
    return torch.from_numpy(crops).permute(0, 3, 1, 2).float()


def _varied(batch: Tensor) -> Tensor:
    """Small changes that make a chunk last several epochs: shift, contrast, tint, grain, a blot."""
    count, _, height, width = batch.shape
    batch = _paler(batch)
    gain = 1 + 0.10 * torch.randn(count, 1, 1, 1) + 0.04 * torch.randn(count, 3, 1, 1)
    batch = (batch - 230) * gain + 230 + 8 * torch.randn(count, 1, 1, 1)
    batch = torch.roll(batch, tuple(int(v) for v in torch.randint(-1, 2, (2,))), (2, 3))
    if torch.rand(()) < 0.3:
        batch = batch + float(torch.rand(())) * 10 * torch.randn_like(batch)
    x, y = torch.arange(width)[None, None, None], torch.arange(height)[None, None, :, None]
    left, top = torch.randint(-160, width, (count, 1, 1, 1)), torch.randint(-8, height, (count, 1, 1, 1))
    blot = (x >= left) & (x < left + 7) & (y >= top) & (y < top + 8)
    batch = torch.where(blot, 255 * torch.rand(count, 3, 1, 1), batch)
    return batch.clamp(0, 255).contiguous(memory_format=torch.channels_last)


def _paler(batch: Tensor) -> Tensor:
    """Some crops with less colour and some with none, as of a camera at night: shapes must tell the suit too."""
    grey = (batch * torch.tensor([0.114, 0.587, 0.299]).view(1, 3, 1, 1)).sum(dim=1, keepdim=True)
    draw = torch.rand(len(batch), 1, 1, 1)
    share = torch.where(draw < 0.07, 1.0, torch.where(draw < 0.22, 0.9 * torch.rand_like(draw), 0.0))
    return batch + share * (grey - batch)


def _logits(
    net: ReaderNet, folder: Path, split: str, most: int | None = None
) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    pairs = [load_chunk(path) for path in chunks(folder, split)]
    crops = np.concatenate([pair[0] for pair in pairs])[:most]
    labels = np.concatenate([pair[1] for pair in pairs])[:most]
    net.eval()
    found = []
    with torch.no_grad():
        for start in range(0, len(crops), 500):
            found.append(net(_tensor(crops[start : start + 500]))[0].double().numpy())
    return np.concatenate(found), labels


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), dtype=np.float64)


def _temperature(logits: NDArray[np.float64], labels: NDArray[np.uint8]) -> float:
    """The temperature with the least negative log likelihood."""

    def loss(temperature: float) -> float:
        chosen = _softmax(logits / temperature)[np.arange(len(labels)), labels]
        return float(-np.log(np.maximum(chosen, 1e-12)).mean())

    return min((float(t) for t in np.geomspace(0.4, 3.0, 60)), key=loss)


def _measured(split: str, chances: NDArray[np.float64], labels: NDArray[np.uint8]) -> ReaderFigures:
    best, sure = chances.argmax(1), chances.max(1)
    right, cards = best == labels, labels < NO_INDEX
    claimed = (best < NO_INDEX) & (sure >= 0.9)
    bins = np.minimum((sure * 10).astype(int), 9)
    gaps = [abs(right[bins == b].mean() - sure[bins == b].mean()) * (bins == b).mean() for b in set(bins.tolist())]
    return ReaderFigures(
        split,
        len(labels),
        round(float(right[cards].mean()), 4),
        round(float((sure[cards] >= 0.9).mean()), 4),
        round(float(right[claimed].mean()) if claimed.any() else 0.0, 5),
        round(float(right[~cards].mean()), 4),
        round(float(sum(gaps)), 4),
    )


def _write_onnx(net: ExportedReader, out: Path) -> None:
    import onnx

    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_suffix(".part.onnx")
    example = torch.zeros(2, 48, 32, 3, dtype=torch.uint8)
    names = ["probabilities", "embedding"]
    axes = {name: {0: "n"} for name in ("crops", *names)}
    torch.onnx.export(
        net.eval(), (example,), str(part), input_names=["crops"], output_names=names, dynamic_axes=axes, dynamo=False
    )
    model = onnx.load(str(part))
    labels = {"labels": " ".join([card.code for card in DECK_52] + ["none"]), "licence": "AGPL-3.0-or-later"}
    onnx.helper.set_model_props(model, {**labels, "temperature": f"{net.temperature:.4f}"})
    onnx.save(model, str(part))
    part.replace(out)
