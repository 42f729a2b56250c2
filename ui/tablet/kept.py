"""Widgets kept from one building of a page to the next.

What is built again in the same order takes the widgets that stand there and changes only what differs: making a key
costs a hundred times as much as giving it another text, and a key that is thrown away leaves garbage behind.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final, TypeVar
from weakref import WeakSet

from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from kozyr.ui.tablet.theme import theme

Made = TypeVar("Made", bound=Widget)
_laid: WeakSet[Widget] = WeakSet()
"""The holders whose children ``lay`` puts: the others add each child anew, so it must not stand anywhere."""
_NOT_PRESSED: Final = object()
"""What a key means that nobody has pressed: not None, for a key may have nothing to do when it is pressed."""


class Kept:
    """The widgets of one page, by class, in the order in which they were made."""

    _building: ClassVar["Kept | None"] = None

    def __init__(self) -> None:
        self._made: dict[type[Widget], list[Any]] = {}
        self._taken: dict[type[Widget], int] = {}

    @contextmanager
    def building(self) -> Iterator[None]:
        """Within it ``kept`` takes from here, from the first widget on."""
        before, Kept._building = Kept._building, self
        self._taken = {}
        try:
            yield
        finally:
            Kept._building = before

    def forget(self) -> None:
        """The next building makes everything anew."""
        self._made = {}

    def take(self, kind: type[Made]) -> Made | None:
        """The next widget of a class; None when all there are stand already."""
        at = self._taken.get(kind, 0)
        self._taken[kind] = at + 1
        made = self._made.setdefault(kind, [])
        return made[at] if at < len(made) else None

    def keep(self, made: Widget) -> None:
        """One that was made because there was none."""
        self._made[type(made)].append(made)

    @classmethod
    def now(cls) -> "Kept | None":
        """The page that is built."""
        return cls._building


def kept(kind: type[Made], **wanted: Any) -> Made:
    """A widget of ``kind`` as ``kind(**wanted)`` would make it; while a page is built again, the one that it had.

    What was not asked for is as the class makes it: ``kind.as_made()`` names what pages change. It is put into its
    holder by ``lay``, for it may stand in another.
    """
    page = Kept.now()
    found = page.take(kind) if page is not None else None
    if found is None:
        made: Made = kind(**wanted)
        if page is not None:
            page.keep(made)
        return made
    if found.parent is not None and found.parent not in _laid:
        found.parent.remove_widget(found)
    as_made: dict[str, Any] = getattr(kind, "as_made", dict)()
    for name, value in (as_made | wanted).items():
        setattr(found, name, value)
    return found


def lay(holder: Widget, wanted: Sequence[Widget]) -> None:
    """Makes ``wanted`` the children of ``holder``, in the order in which they are added; those that stand stay."""
    _laid.add(holder)
    standing = holder.children[::-1]
    same = 0
    while same < min(len(standing), len(wanted)) and standing[same] is wanted[same]:
        same += 1
    for one in standing[same:]:
        holder.remove_widget(one)
    for one in wanted[same:]:
        if one.parent is not None:
            one.parent.remove_widget(one)
        holder.add_widget(one)


class Deed(ButtonBehavior):
    """Does what it meant when it was pressed, whatever it has come to mean under the finger.

    It takes touches a little beside it as well, so that no finger falls between two keys.
    """

    reach: float = 4
    """Units around it; no less lies between it and what else can be touched."""

    def __init__(self, **kwargs: Any) -> None:
        self.do: Any = None
        self._meant: Any = _NOT_PRESSED
        super().__init__(**kwargs)

    def collide_point(self, x: float, y: float) -> bool:
        """Whether a finger at this place means it."""
        reach = self.reach * theme.s
        return bool(self.x - reach <= x <= self.right + reach and self.y - reach <= y <= self.top + reach)

    def on_press(self) -> None:
        """A finger is on it."""
        self._meant = self.do

    def on_release(self) -> None:
        """The finger is lifted from it."""
        meant = self.do if self._meant is _NOT_PRESSED else self._meant
        self._meant = _NOT_PRESSED
        if meant is not None:
            meant()
