"""A picture from a folder, where there is no camera or a telephone took it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from kozyr.engine.errors import KozyrError
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import tr
from kozyr.ui.places import Place, places
from kozyr.ui.tablet.screens.sheet import Sheet, muted
from kozyr.ui.tablet.screens.start import StartScreen
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, WrapKey
from kozyr.vision.sources import PICTURES, read_picture
from kozyr.vision.types import Image

MOST: Final = 60
"""Pictures listed of a folder."""
Take = Callable[[Image], object]


def ask_picture(start: StartScreen, take: Take) -> None:
    """Asks for a picture, in the folder of the last one; ``take`` gets it on the page from which it was asked."""
    depth = len(start.state.pages)

    def chosen(path: Path) -> None:
        try:
            image = read_picture(path)
        except KozyrError as error:
            start.say(escape_markup(error_text(error)))
            return
        del start.state.pages[depth:]
        start.state.said = ""
        start.redraw()
        take(image)

    start.go(partial(FoldersSheet, chosen=chosen))
    folder = start.state.chosen.get("picture-folder")
    if folder is not None and folder.is_dir():
        start.go(partial(PicturesSheet, folder=folder, chosen=chosen))


class FoldersSheet(Sheet):
    """Where pictures may lie."""

    def __init__(self, start: StartScreen, chosen: Callable[[Path], object]) -> None:
        self._chosen = chosen
        super().__init__(start, tr("decks.from-file"))

    def build(self) -> None:
        self.listed([self._key(one) for one in places()], tip="picture-places")

    def _key(self, place: Place) -> WrapKey:
        words = f"[b]{tr(f'place.{place.kind}')}[/b]\n{muted(escape_markup(str(place.path)))}"
        made = WrapKey(words, partial(open_folder, self.start, place.path, self._chosen), base_size=20)
        made.tip = f"place-{place.kind}"
        return made


class PicturesSheet(Sheet):
    """The folders and pictures of a folder, the newest picture first."""

    def __init__(self, start: StartScreen, folder: Path, chosen: Callable[[Path], object]) -> None:
        self._folder, self._chosen = folder, chosen
        super().__init__(start, escape_markup(folder.name or str(folder)))

    def build(self) -> None:
        folders, pictures = inside(self._folder)
        made: list[Widget] = []
        for path in folders[:MOST]:
            one = WrapKey(
                f"[b]{escape_markup(path.name)} /[/b]",
                partial(open_folder, self.start, path, self._chosen),
                base_size=19,
            )
            one.tip = f"folder-{path.name}"
            made.append(one)
        for path in pictures[:MOST]:
            file = WrapKey(f"[b]{escape_markup(path.name)}[/b]", partial(self._chosen, path), base_size=19)
            file.tip = f"picture-{path.name}"
            made.append(file)
        self.listed(made or [Heading(text=tr("decks.no-pictures"), color=theme.muted, high=64)], tip="pictures")


def open_folder(start: StartScreen, folder: Path, chosen: Callable[[Path], object]) -> None:
    """Shows what lies in a folder, and remembers it for the next picture."""
    start.state.chosen["picture-folder"] = folder
    start.state.scrolled.pop("pictures", None)
    start.go(partial(PicturesSheet, folder=folder, chosen=chosen))


def inside(folder: Path) -> tuple[list[Path], list[Path]]:
    """Folders by name and pictures, the newest first; none of a folder that cannot be read."""
    try:
        found = [path for path in folder.iterdir() if not path.name.startswith(".")]
        pictures = [(path.stat().st_mtime, path) for path in found if path.suffix.lower() in PICTURES]
    except OSError:
        return [], []
    return sorted(path for path in found if path.is_dir()), [path for _, path in sorted(pictures, reverse=True)]
