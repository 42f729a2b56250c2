"""The learnt decks: which one lies on the table, learning one more, checking one, forgetting one."""

from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from kozyr.engine.errors import KozyrError
from kozyr.ui.decks import deck_names, deck_path, forget_deck, load_deck
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.keyboard import Keyboard, field, written
from kozyr.ui.tablet.screens.decks_check import CheckSheet
from kozyr.ui.tablet.screens.decks_learn import LearnSheet
from kozyr.ui.tablet.screens.decks_work import PACKS, Inspection, Lesson
from kozyr.ui.tablet.screens.sheet import Sheet, muted
from kozyr.ui.tablet.screens.start import StartScreen
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key, Text, key

_MOST_LETTERS = 24
"""The longest name typed here; it stands in narrow keys."""


class DecksSheet(Sheet):
    """The decks, each to be used, checked or forgotten; and the way to learn one."""

    def __init__(self, start: StartScreen) -> None:
        super().__init__(start, tr("decks.title"))

    @property
    def _used(self) -> str | None:
        return self.start.desk.remembered.now.deck

    def build(self) -> None:
        self.add_widget(
            Text(text=tr("decks.what-for"), base_size=17, color=theme.muted, padding=(theme.s * 6, theme.s * 2))
        )
        rows: list[Widget] = [self._any()]
        rows += [self._row(name) for name in deck_names()]
        self.listed(rows, 1, tip="decks")
        self.row(key(tr("decks.new"), partial(self.start.go, NewDeckSheet), tone="primary", base_size=22,
                     tip="new-deck"), height=76)  # fmt: skip

    def _any(self) -> Key:
        return self._choice(None, tr("decks.any"), tr("decks.any.small"))

    def _choice(self, name: str | None, words: str, small: str) -> Key:
        chosen = name == self._used
        text = f"{'●' if chosen else '○'}  {words}\n{muted(small)}"
        made = key(text, partial(self._use, name), base_size=20, halign="left", pad=14, tip=f"deck-{name or 'any'}")
        made.tone = "chosen" if chosen else "plain"
        made.size_hint_y, made.height = None, theme.s * max(72, 60 * theme.t)
        return made

    def _row(self, name: str) -> BoxLayout:
        row = BoxLayout(spacing=theme.s * 8, size_hint_y=None)
        try:
            deck = load_deck(name)
        except KozyrError:
            row.add_widget(self._choice(name, escape_markup(name), tr("decks.damaged")))
        else:
            told = tr("decks.told", cards=len(deck.pack), corners=len(deck.taught))
            row.add_widget(self._choice(name, escape_markup(name), told))
            row.add_widget(self._small(tr("decks.check"), partial(self._check, name), f"check-{name}"))
        forget = partial(self.start.go, partial(ForgetSheet, name=name))
        row.add_widget(self._small(tr("decks.forget"), forget, f"forget-{name}"))
        row.height = row.children[-1].height
        return row

    def _small(self, words: str, do: partial[None], tip: str) -> Key:
        return key(words, do, base_size=18, pad=4, tip=tip, size_hint_x=None,
                   width=theme.s * (132 if theme.portrait else 170))  # fmt: skip

    def _use(self, name: str | None) -> None:
        if self.start.attempt(partial(self.start.desk.remembered.change, deck=name)):
            self.start.redraw()

    def _check(self, name: str) -> None:
        try:
            deck = load_deck(name)
        except KozyrError as error:
            self.start.say(escape_markup(error_text(error)))
        else:
            self.start.go(partial(CheckSheet, inspection=Inspection(deck)))


class ForgetSheet(Sheet):
    """Whether a deck is really to be forgotten."""

    def __init__(self, start: StartScreen, name: str) -> None:
        self._name = name
        super().__init__(start, tr("decks.forget"))

    def build(self) -> None:
        self.fill()
        self.add_widget(
            Text(text=tr("decks.forget.sure", name=escape_markup(self._name)), base_size=24, halign="center",
                 padding=(theme.s * 20, theme.s * 10))
        )  # fmt: skip
        self.fill()
        self.row(
            key(tr("decks.keep"), self.start.back, base_size=21, tip="keep"),
            key(tr("decks.forget"), self._forget, tone="danger", base_size=21, tip="forget"), height=84,
        )  # fmt: skip

    def _forget(self) -> None:
        kept = self.start.desk.remembered
        if not self.start.attempt(forget_deck, self._name):
            return
        if kept.now.deck == self._name:
            self.start.attempt(partial(kept.change, deck=None))
        self.start.back()


class NewDeckSheet(Sheet):
    """What a new deck is called and how many cards it has."""

    def __init__(self, start: StartScreen) -> None:
        super().__init__(start, tr("decks.new"))

    def build(self) -> None:
        state = self.start.state
        chosen = state.chosen
        typed, count = chosen.setdefault("deck-name", ""), chosen.setdefault("deck-cards", 32)
        self._shown = field(typed, 30)
        self._shown.height = theme.s * 66
        self.add_widget(self._shown)
        self.row(*[
            key(tr("decks.cards", count=one), partial(self._count, one), base_size=20, tip=f"cards-{one}",
                tone="chosen" if one == count else "plain")
            for one in PACKS
        ])  # fmt: skip
        self.add_widget(Keyboard(typed, self._typed, self._done, most=_MOST_LETTERS))

    def _count(self, count: int) -> None:
        self.start.state.chosen["deck-cards"] = count
        self.start.redraw()

    def _typed(self, text: str) -> None:
        self.start.state.chosen["deck-name"] = text
        self._shown.text = written(text)

    def _done(self) -> None:
        chosen = self.start.state.chosen
        name, pack = chosen["deck-name"].strip(), PACKS[chosen["deck-cards"]]
        try:
            deck_path(name)
        except KozyrError:
            self.start.say(tr("decks.bad-name"))
            return
        if name in deck_names():
            self.start.say(tr("decks.taken-name", name=escape_markup(name)))
            return
        lesson = chosen.get("lesson")
        if lesson is None or lesson.taught is not None or (lesson.name, lesson.pack) != (name, pack):
            lesson = chosen["lesson"] = Lesson(name, pack)
        self.start.go(partial(LearnSheet, lesson=lesson))
