"""Everything recorded in a deal, in its order under headings; a touch corrects it.

Players are not reminded of gone cards: of the deal that is played they see the plays of the open trick, and no
discards. The last closed trick is shown on request, and that is counted. The judge sees all of it.
"""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivy.utils import get_hex_from_color

from kozyr.engine.acts import Act, Called, Exposed, Played, Revealed, TurnedUp
from kozyr.engine.table.corrections import Place, history
from kozyr.engine.table.log import Source
from kozyr.engine.view import Phase
from kozyr.ui.locale.text import call_text, card_text, clock_text, counted, tr
from kozyr.ui.tablet.kept import kept, lay
from kozyr.ui.tablet.parts import Part
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.changes import ChangesPage
from kozyr.ui.tablet.screens.editing import edit
from kozyr.ui.tablet.screens.lasttrick import LastTrickPage
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.screens.reading import DealsPage, ReadingScroll, deal_text
from kozyr.ui.tablet.step_words import back_text, forward_text
from kozyr.ui.tablet.telling import part_text, told
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import LEADING, Heading, Key, bare, coloured, fitting, key, shortened

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

HIGH: Final = 60
"""A line or a cell, units."""
BELOW: Final = 20
"""What a cell is higher that tells what the card was before, units."""
HEADING: Final = 30
"""A heading of a part, units."""
SEEN: Final = (Exposed, Revealed, TurnedUp)
"""What the camera may state: where it looks on, it is told that somebody's finger did."""
NAME: Final = 74
"""Room for a player's name above a card, units."""
STEP: Final = (166, 264)
"""Room for what a step back or forward is about, units; the second on a high screen."""
CALLS_ABREAST: Final = 2
"""So many calls stand in a row; on a high screen, which is wider here, one more."""


class HistoryPage(Page):
    """A deal of the log as people read it: the newest, or the one chosen; the place scrolled to is kept."""

    keeps = stays = True

    def __init__(self, screen: "TableScreen") -> None:
        self._lines: dict[int, Key] = {}
        self._scroll = ReadingScroll(screen.reading)
        super().__init__(screen)

    def refresh(self) -> None:
        if self._look() != self._shown:
            super().refresh()

    def relay(self) -> None:
        self._lines, self._scroll = {}, ReadingScroll(self.screen.reading)
        super().relay()

    def _look(self) -> tuple[object, ...]:
        """What the page depends on."""
        model = self.model
        return model.session.next_seq, model.judging, self.screen.reading.deal, model.view.phase

    def build(self) -> None:
        self._shown = self._look()
        parts = self.model.parts
        self._newest = parts.deals
        self._broken = {found.seq for found in self.model.session.errors}
        self._camera = any(entry.source is Source.CAMERA for entry in self.model.session.entries)
        deal = min(self.screen.reading.deal or parts.deals, parts.deals)
        places = [one for one in history(self.model.session.entries) if (parts.of[one.first.seq].deal or 1) == deal]
        if parts.deals > 1:
            self._deal_row(deal)
        self._fill(places if deal else [])
        self.add_widget(self._scroll)
        back, forward = self.model.undoes, self.model.redoes
        self.row(
            self._step_key(tr("key.undo"), back_text(self.model, back), self.screen.undo, "step-back"),
            self._step_key(tr("key.redo"), forward_text(self.model, forward), self.screen.redo, "step-forward"),
        )

    @staticmethod
    def _step_key(head: str, about: str, do: Callable[[], object], tip: str) -> Key:
        """A step back or forward, and below it what that is about."""
        seen = shortened(coloured(about), _px(15), False, theme.s * STEP[theme.portrait])
        text = f"{head}\n{_small(seen, 15)}" if about else head
        return key(text, do, lit=bool(about), base_size=18, pad=4, tip=tip)

    def _deal_row(self, deal: int) -> None:
        """The deal shown, the ones beside it, and all of them to choose from."""
        narrow = {"size_hint_x": None, "width": theme.s * HIGH, "base_size": 26}
        self.row(
            key("←", partial(self._turn, deal - 1), lit=deal > 1, tip="older", **narrow),
            key(deal_text(self.model, deal), partial(self.screen.open_page, DealsPage), base_size=19, tip="deals"),
            key("→", partial(self._turn, deal + 1), lit=deal < self._newest, tip="newer", **narrow),
            height=HIGH,
        )

    def _turn(self, deal: int) -> None:
        if 1 <= deal <= self._newest:
            self.screen.reading.turn(deal if deal < self._newest else None)
            self.refresh()

    def _fill(self, places: list[Place]) -> None:
        """The lines of a deal, under the headings of its parts."""
        before, self._lines = self._lines, {}
        self._before = before
        rows: list[tuple[Widget, tuple[int, ...]]] = []
        hidden = False
        for part, group in groupby(places, lambda one: self.model.parts.of[one.first.seq]):
            there = list(group)
            seen = [one for one in there if not self._is_hidden(one, part)]
            if len(seen) < len(there) and not hidden:
                hidden = True
                rows.append((self._heading(tr("history.hidden")), ()))
                rows.append((self._last_trick(), ()))
            if seen:
                rows.append((self._heading(self._title(part)), ()))
                rows += self._part(seen)
        if not rows:
            empty = kept(Heading, text=tr("history.empty"), color=theme.muted, halign="center")
            rows.append((empty, ()))
        self._scroll.show(rows)

    @staticmethod
    def _heading(text: str) -> Heading:
        return kept(Heading, text=coloured(text), color=theme.muted, base_size=16, high=HEADING)

    def _last_trick(self) -> Key:
        """The way to the last closed trick: whoever looks at it is counted there."""
        look = partial(self.screen.open_page, LastTrickPage)
        text = tr("felt.last-trick").replace("\n", " ")
        return key(text, look, base_size=18, size_hint_y=None, height=theme.s * HIGH, tip="look")

    def _title(self, part: Part) -> str:
        won = self.model.parts.won.get(part)
        if won is None:
            return part_text(part)
        title = tr("history.trick.won", number=won.number, who=player(self.model, won.seat))
        points = 0 if self.model.view.sheet else won.points
        return f"{title} · {counted('history.points', points, count=points)}" if points else title

    def _part(self, places: list[Place]) -> Iterable[tuple[Widget, tuple[int, ...]]]:
        """Calls in rows, the cards of a trick side by side after what was said meanwhile, anything else in lines."""
        plays = [one for one in places if isinstance(_act(one), Played)]
        others = [one for one in places if one not in plays]
        for are_calls, group in groupby(others, lambda one: isinstance(_act(one), Called) and one.act == one.first.act):
            if are_calls:
                yield from self._abreast(list(group), CALLS_ABREAST + theme.portrait)
            else:
                for place in group:
                    made = self._line(place)
                    made.size_hint_y, made.height = None, theme.s * HIGH
                    yield made, (place.first.seq,)
        yield from self._abreast(plays, max(2, len(self.model.session.header.seating.seats)))

    def _abreast(self, places: list[Place], columns: int) -> Iterable[tuple[Widget, tuple[int, ...]]]:
        for at in range(0, len(places), columns):
            row = places[at : at + columns]
            three_lines = any(one.act != one.first.act and isinstance(_act(one), Played) for one in row)
            high = HIGH + (BELOW * theme.t if three_lines else 0)
            box = kept(BoxLayout, spacing=theme.s * 4, size_hint_y=None, height=theme.s * high)
            made: list[Widget] = [self._cell(one) if isinstance(_act(one), Played) else self._line(one) for one in row]
            for one in made:
                one.size_hint_y = 1
            lay(box, made + [kept(Widget) for _ in range(columns - len(row))])
            yield box, tuple(one.first.seq for one in row)

    def _is_hidden(self, place: Place, part: Part) -> bool:
        """Whether a play is gone from the players' sight."""
        acts = (place.act, *(change.old for change in place.changes))
        is_playing = self.model.view.phase is Phase.PLAY and part.deal == self._newest
        if self.model.judging or not is_playing or not any(isinstance(act, Played) for act in acts):
            return False
        return place.act is not None and self.model.is_gone(place.seq)

    # lines

    def _cell(self, place: Place) -> Key:
        """A card of a trick: who, and which; below it what it was before, or that it never was."""
        act = _act(place)
        assert isinstance(act, Played)
        old = place.changes[0].old if place.changes else None
        was = old.card if isinstance(old, Played) and old.card != act.card else None
        below = tr("history.taken-back") if place.act is None else ""
        if was is not None and not below:
            below = tr("history.was", old=coloured(card_text(was)))
        card = coloured(card_text(act.card))
        large = f"[size={_px(22)}]{_soft(card) if place.act is None else f'[b]{card}[/b]'}[/size]"
        lines = (_one_line(player(self.model, act.seat), 15), large, _one_line(below, 16) if below else "")
        return self._made(place, "\n".join(filter(None, lines)), 15, "center")

    def _line(self, place: Place) -> Key:
        deal = self.model.parts.of[place.first.seq].deal
        act = _act(place)
        said = coloured(_unparted(told(self.model, act, deal), act))
        time = _small(clock_text(place.first.at_ms), 14)
        text = f"{time}  {said}" if place.act is not None else f"{time}  {_soft(said)}  ✕ {tr('history.taken-back')}"
        source = place.first.source if not place.changes else place.changes[-1].source
        if source is Source.JUDGE or (self._camera and source is Source.TOUCH and isinstance(act, SEEN)):
            text += f"  {_small(tr(f'history.source.{source.value}'), 14)}"
        if place.inserted:
            text += f"  {_small(tr('history.inserted'), 14)}"
        if _is_changed(place) and place.act is not None:
            old = place.changes[0].old
            was = (
                tr("history.not-been") if old is None else tr("history.was", old=coloured(told(self.model, old, deal)))
            )
            text += f"\n{_small(was, 15)}"
        if place.seq in self._broken:
            text += f"\n{_small(tr('history.broken'), 14)}"
        return self._made(place, text, 18, "left")

    def _made(self, place: Place, text: str, size: float, halign: str) -> Key:
        """The key of a place: the one that stands there, saying something else where that has changed."""
        seq = place.first.seq
        made = self._before.get(seq) or Key(base_size=size, bold=False, tip=f"entry-{seq}", pad=6)
        is_broken = place.seq in self._broken
        made.text, made.base_size, made.halign = text, size, halign
        made.tone = "danger" if is_broken else "plain"
        made.do = self._opens(place, is_broken=is_broken)
        self._lines[seq] = made
        return made

    def _opens(self, place: Place, *, is_broken: bool) -> Callable[[], object]:
        if place.act is None and not is_broken:
            return partial(self.screen.open_page, ChangesPage, place=place)
        return partial(edit, self.screen, place.seq)


def _act(place: Place) -> Act:
    """What stands in a place, or stood there until it was taken back."""
    stood = (place.act, *(change.old for change in reversed(place.changes)))
    return next(act for act in stood if act is not None)


def _unparted(said: str, act: Act) -> str:
    """What is said with a call in it: that stays in one line, whatever it is made of."""
    call = call_text(act.call) if isinstance(act, Called) else ""
    return said.replace(call, call.replace(" ", "\u00a0")) if " " in call else said


def _is_changed(place: Place) -> bool:
    return bool(place.changes) and place.act != place.first.act


def _px(units: float) -> int:
    return round(float(theme.s) * float(theme.t) * units)


def _small(text: str, units: float) -> str:
    return _muted(text, _px(units))


def _one_line(name: str, units: float) -> str:
    """Minor words in one line beside a card: smaller where they must be, cut off before they are too small to read."""
    seen = shortened(name, _px(units), False, theme.s * NAME)
    return _muted(seen, int(fitting(bare(seen), _px(units), False, (theme.s * NAME, LEADING * _px(units)))))


def _muted(text: str, size_px: int) -> str:
    return f"[size={size_px}]{_soft(text)}[/size]"


def _soft(text: str) -> str:
    """Fainter; what is no longer so is not struck through, for that could not be read in a dim room."""
    return f"[color={get_hex_from_color(theme.muted)}]{text}[/color]" if text else ""
