"""What ships with the pages and what they speak: files with their ETags, and the words of three languages."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from kozyr.ui.locale.catalog import catalog, law_text

KINDS: Final = {
    ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".webp": "image/webp",
    ".ttf": "font/ttf", ".woff2": "font/woff2", ".json": "application/json",
}  # fmt: skip
"""What may be served, by the end of its name."""
_FOLDERS: Final = ("", "faces", "fonts")
_WORDS: Final = (
    "bayt.", "call.", "card.rank.", "contract.", "declaration.", "denomination.", "doubled.", "game.",
    "line.", "offence.", "overlay.", "phase.", "remedy.", "score.", "seat.", "side.",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Packed:
    """One answer that stays the same until the program is another."""

    body: bytes
    """What is sent."""
    kind: str
    """Its media type."""

    @property
    def etag(self) -> str:
        """A name for exactly this content."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:24]}"'


def packed_file(name: str) -> Packed | None:
    """A file that ships with the pages: ``overlay.html``, ``faces/QH.webp``. None when there is none of that name."""
    folder, _, last = name.rpartition("/")
    kind = KINDS.get(Path(last).suffix)
    if kind is None or folder not in _FOLDERS or last.startswith(".") or "\\" in last or "\0" in last:
        return None
    file = files("kozyr.ui.overlay").joinpath("pages", *folder.split("/"), last)
    return Packed(file.read_bytes(), kind) if file.is_file() else None


@cache
def words_of(lang: str) -> Packed:
    """The words that the pages speak, as JSON: only what a page can need, and the law rows."""
    words = {key: text for key, text in catalog(lang).items() if key.startswith(_WORDS)}
    rows = {f"law.{prefix}-{n}": law_text(f"{prefix}-{n}", lang) for prefix in "BDP" for n in range(1, 30)}
    told = json.dumps(words | {key: text for key, text in rows.items() if text}, ensure_ascii=False)
    return Packed(told.encode(), KINDS[".json"])
