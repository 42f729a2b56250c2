"""Card faces that can be had by installing a package, and which of them may be trained on.

A deck is drawn once from the vector art of its package and kept in the user's cache folder. Decks are split by the
family of their court cards, so that a measured deck shares no drawing with a trained one.
"""

import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.corners import CornerIndex, find_corner_indices
from kozyr.datasets.restyle import restyle, style
from kozyr.engine.cards import DECK_52, Card, Rank, Suit
from kozyr.engine.errors import KozyrError

FACE_HEIGHT_PX: Final = 560
"""Height at which faces are kept; other heights are scaled from it."""
_GNOME: Final = Path("/usr/share/aisleriot/cards")
_KDE: Final = Path("/usr/share/carddecks")
_GNOME_SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
_SHEET_RANKS: Final = (Rank.ACE, *tuple(Rank)[:9], Rank.JACK, Rank.QUEEN, Rank.KING)
_KDE_RANKS: Final = {Rank.ACE: "1", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"}
_KDE_SUITS: Final = {Suit.SPADES: "spade", Suit.HEARTS: "heart", Suit.DIAMONDS: "diamond", Suit.CLUBS: "club"}
_NPM_SUITS: Final = {Suit.SPADES: "s", Suit.HEARTS: "h", Suit.DIAMONDS: "d", Suit.CLUBS: "c"}
_APT: Final = {"gnome": "gnome-cards-data", "kde": "kdegames-card-data-kf5"}
BACK_SLOT: Final = 52
"""Where the back lies in the stored array, after the 52 faces in the order of DECK_52."""

Bgra = NDArray[np.uint8]
"""A picture with its cut-out shape, (height, width, 4)."""


@dataclass(frozen=True, slots=True)
class Deck:
    """One design of 52 cards."""

    name: str
    """Unique name, used in seeds, model cards and figures."""
    family: str
    """Who drew the courts; decks of one family share drawings."""
    split: str
    """``train``, ``validation`` (thresholds are tuned on it) or ``reserved`` (only ever measured)."""
    letters: str
    """Ace, king, queen and jack as printed; empty when the letters mean other cards or the index cannot be found,
    so that only its re-indexed form may be used."""
    kind: str
    """``gnome`` (one sheet of 13 by 5), ``kde`` (named drawings in one file) or ``npm`` (a file a card)."""
    source: Path
    """The vector art."""

    @property
    def package(self) -> str:
        """What to install, as a command."""
        if self.kind == "npm":
            return f"npm pack {self.source.name}, unpacked into {self.source}"
        return f"apt-get install {_APT[self.kind]}"


def cache_folder() -> Path:
    """Where rendered faces are kept: $KOZYR_CACHE, or ~/.cache/kozyr."""
    return Path(os.environ.get("KOZYR_CACHE") or Path.home() / ".cache" / "kozyr")


def _gnome(name: str, family: str, split: str, letters: str = "AKQJ") -> Deck:
    return Deck(name, family, split, letters, "gnome", _GNOME / f"{name}.svgz")


def _kde(name: str, file: str, family: str, split: str, letters: str = "AKQJ") -> Deck:
    return Deck(f"kde-{name}", family, split, letters, "kde", _KDE / f"svg-{name}" / f"{file}.svgz")


ALL: Final = (
    _gnome("anglo", "english-b", "train"),
    _gnome("anglo_bitmap", "english-b", "train"),
    _gnome("anglo_modern", "english-a", "train"),
    _gnome("anglo_modern_4_color", "english-a", "train"),
    _gnome("gnomangelo", "gnomangelo", "train"),
    _gnome("gnomangelo_bitmap", "gnomangelo", "train"),
    _gnome("atlasnye", "atlas", "train"),
    _gnome("atlasnye_skat", "atlas", "train", "AKDB"),
    _gnome("Атласные", "atlas", "train", "ТКДВ"),
    _gnome("rheinland", "rhineland", "train", "AKDB"),
    _gnome("plastic", "plastic", "train"),
    _gnome("simplistic", "simplistic", "train"),
    _gnome("tango", "cartoons", "train"),
    _gnome("tango_nuevo", "cartoons", "train", ""),
    _gnome("ornamental", "cartoons", "train", ""),
    _gnome("tarocco", "tarocco", "train", ""),
    _gnome("guyenne-classic", "guyenne", "train", ""),
    _kde("nicu-white", "white", "cartoons", "train", ""),
    _kde("ancient-egyptians", "Ancient_Egyptians", "egyptians", "train"),
    Deck("npm-younestouati", "english-a", "train", "AKQJ", "npm",
         cache_folder() / "npm" / "playing-cards-standard-deck"),
    _gnome("neoclassical", "neoclassical", "validation"),
    _gnome("neoclassical_4_color", "neoclassical", "validation"),
    _gnome("orell", "orell", "validation"),
    _kde("jolly-royal", "jolly-royal", "jolly-royal", "validation"),
    _gnome("bellot", "paris", "reserved"),
    _gnome("berlin", "berlin", "reserved", "AKDB"),
    _gnome("lattmann", "berlin", "reserved", "AKDB"),
    _gnome("anglo_poker", "english-c", "reserved"),
    Deck("npm-heruka", "english-c", "reserved", "AKQJ", "npm", cache_folder() / "npm" / "react-playing-cards"),
    _gnome("tigullio", "genoese", "reserved"),
    _kde("tigullio-international", "tigullio-international", "genoese", "reserved"),
    _kde("standard", "standard", "standard", "reserved"),
    _gnome("slavic_costumes", "slavic", "reserved", "ТКДВ"),
    _gnome("dondorf", "dondorf", "reserved"),
    _kde("dondorf", "dondorf", "dondorf", "reserved"),
)  # fmt: skip
"""Every deck known here, installed or not."""
_BY_NAME: Final = {deck.name: deck for deck in ALL}
SPLITS: Final = ("train", "validation", "reserved")


def deck_names(split: str) -> tuple[str, ...]:
    """Names of the installed decks of a split. Raises KozyrError when none is, or for an unknown split."""
    if split not in SPLITS:
        raise KozyrError(f"{split!r} is no split; choose one of {', '.join(SPLITS)}")
    names = tuple(deck.name for deck in ALL if deck.split == split and deck.source.exists())
    if not names:
        raise KozyrError(f"no card faces are installed; run: apt-get install {' '.join(_APT.values())}")
    return names


def deck(name: str) -> Deck:
    """The deck of that name. Raises KozyrError for a name that is not known."""
    if name not in _BY_NAME:
        raise KozyrError(f"{name!r} is no deck; choose one of {', '.join(sorted(_BY_NAME))}")
    return _BY_NAME[name]


def face(deck_name: str | Deck, card: Card, height_px: int = FACE_HEIGHT_PX) -> Bgra:
    """The upright face of a card, BGRA; the alpha channel is the shape of the card.

    Raises KozyrError when the deck's package is not installed or cannot be drawn.
    """
    return _scaled(_stored(_name(deck_name))[_SLOTS[card]], height_px)


def back(deck_name: str | Deck, height_px: int = FACE_HEIGHT_PX) -> Bgra:
    """The deck's back, BGRA; transparent everywhere when the design has none. Raises KozyrError as ``face`` does."""
    return _scaled(_stored(_name(deck_name))[BACK_SLOT], height_px)


def index_boxes(deck_name: str | Deck, card: Card) -> tuple[CornerIndex, ...]:
    """The corner indices of a face, rank and suit sign together, in fractions of the face's width and height.

    Empty when the deck's letters mean other cards, or when the index could not be told from the art.
    """
    boxes = _corner_table(_name(deck_name)).get(card.code, ())
    return tuple(boxes)


def reindexed(
    deck_name: str | Deck, card: Card, style_seed: int, height_px: int = FACE_HEIGHT_PX
) -> tuple[Bgra, tuple[CornerIndex, ...]]:
    """The same face with its corner indices removed and drawn anew in the style of a seed, and where they are now.

    Fonts, Latin or Cyrillic letters, sizes, suit signs, inks and paper vary with the seed; two cards of one seed look
    like one deck. Decks of the validation split get fonts that training faces never have.
    """
    chosen = deck(_name(deck_name))
    source = _stored(chosen.name)[_SLOTS[card]]
    return restyle(source, index_boxes(chosen, card), card, style(style_seed, chosen.split != "train"), height_px)


_SLOTS: Final = {card: slot for slot, card in enumerate(DECK_52)}


def _name(deck_or_name: str | Deck) -> str:
    return deck_or_name.name if isinstance(deck_or_name, Deck) else deck_or_name


def _scaled(picture: Bgra, height_px: int) -> Bgra:
    height, width = picture.shape[:2]
    if height == height_px:
        return np.array(picture)
    size = (max(1, round(width * height_px / height)), height_px)
    how = cv2.INTER_AREA if height_px < height else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8)


@lru_cache(maxsize=64)
def _stored(name: str) -> Bgra:
    """All faces of a deck and its back, (53, height, width, 4), mapped from the cache file."""
    path = cache_folder() / "faces" / f"{name}-{FACE_HEIGHT_PX}.npy"
    if not path.exists():
        _render(deck(name), path)
    return np.asarray(np.load(path, mmap_mode="r"), np.uint8)


@lru_cache(maxsize=64)
def _corner_table(name: str) -> dict[str, tuple[CornerIndex, ...]]:
    chosen = deck(name)
    if not chosen.letters:
        return {}
    path = cache_folder() / "faces" / f"{name}-corners.json"
    if not path.exists():
        faces = _stored(name)
        table = find_corner_indices({card: faces[_SLOTS[card]] for card in DECK_52})
        rows = {card.code: [corner.as_row() for corner in corners] for card, corners in table.items()}
        _write_whole(path, json.dumps(rows).encode())
    rows = json.loads(path.read_text())
    return {code: tuple(CornerIndex.from_row(row) for row in row_list) for code, row_list in rows.items()}


def _render(chosen: Deck, path: Path) -> None:
    if not chosen.source.exists():
        raise KozyrError(f"the card faces of {chosen.name} are not installed; run: {chosen.package}")
    if shutil.which("rsvg-convert") is None:
        raise KozyrError("drawing card faces needs rsvg-convert; run: apt-get install librsvg2-bin")
    draw = {"gnome": _draw_sheet, "kde": _draw_named, "npm": _draw_files}[chosen.kind]
    pictures = draw(chosen)
    width = int(np.median([one.shape[1] * FACE_HEIGHT_PX / one.shape[0] for one in pictures[:BACK_SLOT]]))
    same = [cv2.resize(one, (width, FACE_HEIGHT_PX), interpolation=cv2.INTER_AREA) for one in pictures]
    with tempfile.TemporaryFile() as file:
        np.save(file, np.stack(same))
        file.seek(0)
        _write_whole(path, file.read())


def _write_whole(path: Path, data: bytes) -> None:
    """Write beside the target and rename, so that two programs filling the cache never see half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(data)
    os.replace(file.name, path)


def _draw_sheet(chosen: Deck) -> list[Bgra]:
    sheet = _rsvg(chosen, chosen.source, "-h", str(5 * FACE_HEIGHT_PX))
    height, width = sheet.shape[0] / 5, sheet.shape[1] / 13

    def cell(row: int, column: int) -> Bgra:
        y, x = round(row * height), round(column * width)
        return sheet[y : round(y + height), x : round(x + width)]

    cells = [cell(_GNOME_SUITS.index(card.suit), _SHEET_RANKS.index(card.rank)) for card in DECK_52]
    return [_trimmed(one) for one in cells] + [_trimmed(cell(4, 2))]


def _draw_named(chosen: Deck) -> list[Bgra]:
    names = [f"{_KDE_RANKS.get(card.rank, card.rank.value)}_{_KDE_SUITS[card.suit]}" for card in DECK_52]
    size = ("-h", str(2 * FACE_HEIGHT_PX), "--keep-aspect-ratio")
    faces = [_trimmed(_rsvg(chosen, chosen.source, "-i", name, *size)) for name in names]
    try:
        reverse = _trimmed(_rsvg(chosen, chosen.source, "-i", "back", *size))
    except KozyrError:  # some designs keep the back in a file of their own
        reverse = np.zeros_like(faces[0])
    return [*faces, reverse]


def _draw_files(chosen: Deck) -> list[Bgra]:
    size = ("-h", str(FACE_HEIGHT_PX), "--keep-aspect-ratio")
    faces = [_trimmed(_rsvg(chosen, chosen.source / _npm_file(chosen, card), *size)) for card in DECK_52]
    return [*faces, np.zeros_like(faces[0])]


def _npm_file(chosen: Deck, card: Card) -> str:
    suit = _NPM_SUITS[card.suit]
    if chosen.family == "english-c":
        return f"src/images/2color/{'T' if card.rank is Rank.TEN else card.rank.value}{suit.upper()}.svg"
    return f"cards/{_SHEET_RANKS.index(card.rank) + 1}{suit}.svg"


def _rsvg(chosen: Deck, file: Path, *options: str) -> Bgra:
    done = subprocess.run(["rsvg-convert", *options, str(file)], capture_output=True, timeout=120, check=False)
    picture = cv2.imdecode(np.frombuffer(done.stdout or b"\0", np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is not None and picture.ndim == 3 and picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    if picture is None or picture.ndim != 3:
        raise KozyrError(f"the card faces of {chosen.name} cannot be drawn from {file}")
    return np.asarray(picture, np.uint8)


def _trimmed(picture: Bgra) -> Bgra:
    """The picture without its transparent surround."""
    ys, xs = np.nonzero(picture[:, :, 3] > 127)
    if len(ys) == 0:
        return picture
    return np.ascontiguousarray(picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])
