"""What ``kozyr render`` does: one labelled deal as a video, one labelled picture, or a sheet to look at."""

import json
import math
import os
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from kozyr.datasets import decks, scenes
from kozyr.datasets.choreography import Choreography, Extras, Habits
from kozyr.datasets.deals import BelotDeal, random_deal
from kozyr.datasets.game_staging import game_deal, play_game
from kozyr.datasets.preview import preview_sheet
from kozyr.datasets.staging import play_deal
from kozyr.datasets.table_labels import ClipInfo, calls_log, game_labels, labels, truth_log
from kozyr.datasets.table_light import Sensor
from kozyr.datasets.table_set import Setting, random_setting
from kozyr.datasets.table_video import Painter, frames
from kozyr.datasets.video_file import VideoFile
from kozyr.engine.errors import KozyrError
from kozyr.engine.table.codec import write_entry, write_header
from kozyr.engine.table.log import Entry, Source
from kozyr.vision.types import Image

EVENTS = ("revoke", "out-of-turn", "exposed", "empty-hand", "shadow")
"""What can be planted in a rendered deal."""
_WEBP_QUALITY: Final = 72


def _checked(out: Path, suffixes: tuple[str, ...]) -> Path:
    """The path, when something can be written there. Raises KozyrError otherwise."""
    if out.suffix.lower() not in suffixes:
        raise KozyrError(f"{out} must end in {' or '.join(suffixes)}")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KozyrError(f"cannot make the folder {out.parent}: {error.strerror}") from error
    return out


def write_text(path: Path, text: str) -> None:
    """Writes a file so that it is either whole or not there."""
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def write_log(path: Path, lines: list[dict[str, Any]]) -> None:
    """Writes a log, one JSON object a line."""
    write_text(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def deck_for(seed: int, split: str = "validation") -> str:
    """A deck of a split, chosen by the seed. Raises KozyrError when no deck is installed."""
    names = decks.deck_names(split)
    return names[seed % len(names)]


def render_deal(
    seed: int,
    out: Path,
    *,
    deck: str | None = None,
    fps: float = 15.0,
    size: tuple[int, int] = (1280, 720),
    events: tuple[str, ...] = EVENTS,
    codec: str = "mp4v",
) -> dict[str, Any]:
    """Renders a whole deal and writes ``out`` (.mp4), the labels beside it (.json), the log a perfect watcher would
    write (.kozyr.jsonl) and the calls that no camera hears (-calls.kozyr.jsonl); returns the labels.

    ``events`` names what goes wrong at this table. Raises KozyrError for an unknown deck, event or codec, or a place
    that cannot be written to.
    """
    unknown = [name for name in events if name not in EVENTS]
    if unknown:
        raise KozyrError(f"{unknown[0]!r} is no event; choose from {', '.join(EVENTS)}")
    if fps <= 0 or min(size) < 120:
        raise KozyrError("a video needs a positive number of frames a second and at least 120 pixels a side")
    video = _checked(Path(out), (".mp4",))
    setting = random_setting(seed, deck or deck_for(seed), size, fps=fps)
    rng = np.random.default_rng([seed, 5])
    deal = random_deal(
        seed,
        revoke_trick=int(rng.integers(2, 5)) if "revoke" in events else None,
        out_of_turn_trick=int(rng.integers(2, 7)) if "out-of-turn" in events else None,
    )
    play = play_deal(deal, setting.room, rng, random_habits(rng), _extras(events, rng))
    return write_deal(video, deal, play, setting, seed=seed, fps=fps, codec=codec)


def render_game(
    table: str, seed: int, out: Path, *, tricks: int = 3, fps: float = 15.0, size: tuple[int, int] = (1280, 720)
) -> dict[str, Any]:
    """Renders the first tricks of an honest deal of any game, ``table`` named as in ``careless_tables``.

    Writes the video, its labels and the words that no camera hears; returns the labels. Raises KozyrError for a place
    that cannot be written to or a deck that is not installed.
    """
    video = _checked(Path(out), (".mp4",))
    setting = random_setting(seed, deck_for(seed), size, fps=fps)
    deal = game_deal(table, seed, tricks)
    play, spoken = play_game(deal, setting.room, np.random.default_rng([seed, 5]))
    with VideoFile(video, setting.table.camera.size_px, fps) as file:
        for frame in frames(setting.table, play, fps, seed):
            file.write(frame)
    clip = ClipInfo(video.name, fps, seed, setting.deck)
    truth = game_labels(len(deal.lays), play, setting.table.camera, clip)
    write_text(video.with_suffix(".json"), json.dumps(truth, ensure_ascii=False, indent=1) + "\n")
    entries = (Entry(seq, round(1000 * at_s), Source.TOUCH, act) for seq, (at_s, act) in enumerate(spoken, start=1))
    lines = [write_header(deal.header), *map(write_entry, entries)]
    write_text(video.with_name(f"{video.stem}-calls.kozyr.jsonl"), "".join(f"{line}\n" for line in lines))
    return truth


def random_habits(rng: np.random.Generator) -> Habits:
    """Players of one table: brisk or slow, tidy or careless."""
    tempo = float(rng.uniform(0.75, 1.35))
    return Habits(
        think_s=(0.1 * tempo, float(rng.uniform(0.5, 1.3)) * tempo),
        approach_s=(0.45 * tempo, 0.75 * tempo),
        leave_s=(0.36 * tempo, 0.55 * tempo),
        sweep=float(rng.uniform(0.75, 1.25)) * tempo,
        toss=float(rng.uniform(0.0, 0.5)),
        nudge=float(rng.uniform(0.0, 0.25)),
        rush=float(rng.uniform(0.0, 0.08)),
        turn_deg=float(rng.uniform(5.0, 15.0)),
    )


def _extras(events: tuple[str, ...], rng: np.random.Generator) -> Extras:
    return Extras(
        exposed_before=int(rng.integers(2, 7)) if "exposed" in events else None,
        empty_hands=int(rng.integers(1, 4)) if "empty-hand" in events else 0,
        shadows=int(rng.integers(1, 3)) if "shadow" in events else 0,
        aside=bool(rng.random() < 0.6),
    )


def write_deal(
    video: Path,
    deal: BelotDeal,
    play: Choreography,
    setting: Setting,
    *,
    seed: int,
    fps: float,
    codec: str = "mp4v",
    quality: int = 23,
) -> dict[str, Any]:
    """Writes the video, its labels, its calls and its truth log; returns the labels."""
    with VideoFile(video, setting.table.camera.size_px, fps, codec=codec, quality=quality) as file:
        for frame in frames(setting.table, play, fps, seed):
            file.write(frame)
    truth = labels(deal, play, setting.table.camera, ClipInfo(video.name, fps, seed, setting.deck))
    write_text(video.with_suffix(".json"), json.dumps(truth, ensure_ascii=False, indent=1) + "\n")
    write_log(video.with_suffix(".kozyr.jsonl"), truth_log(deal, play))
    write_log(video.with_name(f"{video.stem}-calls.kozyr.jsonl"), calls_log(deal))
    return truth


def table_picture(setting: Setting, play: Choreography, at_s: float, seed: int) -> Image:
    """One delivered picture of a deal at a moment."""
    sensor = Sensor(setting.table.light, setting.table.camera.size_px, seed)
    return sensor.expose(Painter(setting.table, play).picture(at_s), at_s)


def render_scene(seed: int, out: Path, *, size_px: int = 640, split: str = "validation") -> Path:
    """One labelled picture of cards on a table (.png or .jpg) and its labels beside it (.json); returns its path.

    Labels: for each corner index its card, the four corners of its ink in pixels from its own top left clockwise, the
    share of it that can be seen, and whether a person could read it. Raises KozyrError when no deck of the split is
    installed or the place cannot be written to.
    """
    path = _checked(Path(out), (".png", ".jpg"))
    if not 64 <= size_px <= 4096:
        raise KozyrError(f"a scene of {size_px} pixels cannot be made; choose 64 to 4096")
    picture, indices = scenes.scene(seed, size_px, split)
    if not cv2.imwrite(str(path), picture):
        raise KozyrError(f"cannot write {path}; choose a folder that can be written to")
    rows = [
        {"card": label.card.code, "quad_px": [[round(v, 2) for v in corner] for corner in label.quad_px],
         "visible": round(label.visible, 3), "readable": label.readable}
        for label in indices
    ]  # fmt: skip
    truth = {"image": path.name, "seed": seed, "split": split, "size_px": size_px, "indices": rows}
    write_text(path.with_suffix(".json"), json.dumps(truth, ensure_ascii=False, indent=1) + "\n")
    return path


def render_sheet(out: Path, *, seed: int = 0) -> Path:
    """A sheet of training pictures, each told in words, and of reader crops; returns its path.

    Raises KozyrError when no deck is installed or the place cannot be written to.
    """
    path = _checked(Path(out), (".png", ".jpg", ".webp"))
    if not cv2.imwrite(str(path), preview_sheet(seed), [cv2.IMWRITE_WEBP_QUALITY, _WEBP_QUALITY]):
        raise KozyrError("cannot write {path}; choose a folder that can be written to", path=path)
    return path


def render_preview(out: Path, *, seed: int = 0, split: str = "validation", pictures: int = 12) -> Path:
    """A sheet of moments from different deals, for a person to judge; returns its path.

    Raises KozyrError when no deck is installed or the place cannot be written to.
    """
    path = _checked(Path(out), (".png", ".jpg"))
    columns = math.ceil(math.sqrt(pictures))
    tiles = []
    for at in range(pictures):
        setting = random_setting(seed + at, deck_for(seed + at, split))
        rng = np.random.default_rng([seed + at, 5])
        play = play_deal(random_deal(seed + at), setting.room, rng, random_habits(rng))
        at_s = float(rng.uniform(0.1, 0.95)) * play.end_s
        picture = table_picture(setting, play, at_s, seed + at)
        tiles.append(cv2.resize(picture, (640, 360), interpolation=cv2.INTER_AREA))
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % columns)
    rows = [np.hstack(tiles[row : row + columns]) for row in range(0, len(tiles), columns)]
    if not cv2.imwrite(str(path), np.vstack(rows)):
        raise KozyrError(f"cannot write {path}; choose a folder that can be written to")
    return path
