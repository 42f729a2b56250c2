"""Learning a deck: four pictures, one suit each, every one answered at once."""

from functools import partial
from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from kozyr.engine.cards import Suit
from kozyr.ui.locale.text import card_text, tr
from kozyr.ui.tablet.screens.decks_check import CheckSheet
from kozyr.ui.tablet.screens.decks_halves import add_taking_keys, beside, halves, warning_ink
from kozyr.ui.tablet.screens.decks_picture import LaidRow, deck_tiles, marked
from kozyr.ui.tablet.screens.decks_work import Inspection, Lesson, Taken, misfit_text
from kozyr.ui.tablet.screens.sheet import Sheet
from kozyr.ui.tablet.screens.start import StartScreen
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Scroll, Text, coloured, key
from kozyr.vision.deck_teach import Taught

_NAMED: Final = 4
"""So many cards that were read as others are named."""


class LearnSheet(Sheet):
    """The camera's picture; beside it what to lay, the answer, and the keys."""

    def __init__(self, start: StartScreen, lesson: Lesson) -> None:
        self._lesson = lesson
        super().__init__(start, tr("decks.learning", name=escape_markup(lesson.name)))
        lesson.changed = self._refresh

    def build(self) -> None:
        self._body, self._pane, self._side = halves(self.start)
        self.add_widget(self._body)
        self._refresh()

    def _refresh(self) -> None:
        lesson = self._lesson
        self._side.clear_widgets()
        if lesson.taught is not None:
            self._result(lesson.taught)
            return
        taken = lesson.taken.get(lesson.suit)
        self._pane.show(lesson.shot if taken is None else marked(taken.image, taken.row))
        self._side.add_widget(self._suits())
        if lesson.said:
            self._say(lesson.said, good=False)
        if lesson.busy:
            self._say(tr(f"decks.busy.{lesson.busy}"), good=True)
            self._side.add_widget(Widget())
        elif taken is None:
            self._ask()
        else:
            self._answer(taken)

    def _suits(self) -> BoxLayout:
        """The four steps; a touch goes to one."""
        row = BoxLayout(spacing=theme.s * 8, size_hint_y=None, height=theme.s * 62)
        for suit in Suit:
            done = suit in self._lesson.kept
            made = key(coloured(suit.sign) + (" ✓" if done else ""), partial(self._lesson.go, suit), base_size=26,
                       tip=f"suit-{suit.value}", pad=2)  # fmt: skip
            made.tone = "chosen" if suit is self._lesson.suit else "plain"
            row.add_widget(made)
        return row

    def _ask(self) -> None:
        """What to lay, and the key that takes the picture."""
        lesson, side = self._lesson, self._side
        self._say(tr("decks.lay", suit=coloured(lesson.suit.sign)))
        side.add_widget(LaidRow(lesson.pack, lesson.suit, size_hint_y=None, height=theme.s * 104))
        add_taking_keys(side, self.start, self._pane, lesson.take)

    def _answer(self, taken: Taken) -> None:
        """How many were found, what does not fit, and on or again."""
        lesson, side, row = self._lesson, self._side, taken.row
        cards = frozenset(card for _, card in row.indices)
        found = tr("decks.found", suit=coloured(row.suit.sign), cards=len(cards), corners=len(row.indices))
        other = row.suit is not lesson.suit
        good = taken.misfit is None and not other
        self._say(found, good=True if good else None)
        side.add_widget(LaidRow(lesson.pack, row.suit, cards, size_hint_y=None, height=theme.s * 84))
        if taken.misfit is not None:
            self._say(misfit_text(taken.misfit), good=False)
        elif other:
            self._say(tr("decks.other-suit", suit=row.suit.sign, wanted=lesson.suit.sign), good=False)
        side.add_widget(Widget())
        again = key(tr("decks.again"), lesson.again, base_size=20, tip="again", tone="plain" if good else "primary")
        keys = [again]
        if good:
            last = len(lesson.kept) == len(Suit) - 1
            words = tr("decks.learn-now") if last else tr("decks.next")
            keys.append(key(words, lesson.keep, base_size=22, tone="primary", tip="next"))
        elif taken.may_be_kept(lesson.suit):
            keys.append(key(tr(taken.kept_by), lesson.keep, base_size=18, tip="right"))
        side.add_widget(beside(*keys, high=84))

    def _say(self, words: str, good: bool | None = None) -> None:
        colour = {True: theme.good, False: warning_ink(), None: theme.text}[good]
        self._side.add_widget(Text(text=words, base_size=19, color=colour, padding=(theme.s * 4, theme.s * 2)))

    def _result(self, taught: Taught) -> None:
        """The deck as it was learnt, and what to do with it."""
        deck, side = taught.deck, self._side
        self.start.close()
        self._body.remove_widget(self._pane)
        if len(self._body.children) == 1:
            scroll = Scroll()
            scroll.add_widget(deck_tiles(deck))
            self._body.add_widget(scroll, index=len(self._body.children))
        self._say(tr("decks.learnt", cards=len(deck.pack), corners=len(deck.taught)), good=True)
        if taught.put_right:
            pairs = [
                tr("deck.as", card=card_text(card), other=card_text(other)) for card, other in taught.put_right[:_NAMED]
            ]
            self._say(tr("deck.put-right", pairs=", ".join(pairs)))
        if taught.left_out:
            self._say(tr("deck.left-out", count=taught.left_out))
        if taught.blurred:
            signs = " ".join(Suit(label).sign for label in taught.blurred)
            self._say(tr("decks.blurred", pictures=signs), good=False)
        side.add_widget(Widget())
        side.add_widget(beside(key(tr("decks.check"), self._check, base_size=20, tip="check-new"), high=68))
        side.add_widget(beside(key(tr("decks.use"), self._use, tone="primary", base_size=22, tip="use"), high=84))

    def _check(self) -> None:
        taught = self._lesson.taught
        if taught is not None:
            self.start.go(partial(CheckSheet, inspection=Inspection(taught.deck)))

    def _use(self) -> None:
        state, kept = self.start.state, self.start.desk.remembered
        if self.start.attempt(partial(kept.change, deck=self._lesson.name)):
            state.chosen.pop("lesson", None)
            state.chosen["deck-name"] = ""
            state.pages.pop()
            self.start.back()
