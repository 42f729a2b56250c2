"""A doubt of the camera beside the table: its picture, the likely cards large, another card, or nothing at all."""

from functools import partial
from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image
from kivy.uix.widget import Widget

from kozyr.engine.cards import Card
from kozyr.ui.locale.text import cards_text, known, seat_text, tr
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.screens.cardpad import CardGrid
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Text, key

LIKELY: Final = 3
"""Cards offered at once."""


class QuestionPage(Page):
    """The oldest question."""

    def build(self) -> None:
        if not self.model.questions:
            return
        question = self.model.questions[0]
        self.add_widget(Text(text=title(question), base_size=22, padding=(theme.s * 6, theme.s * 6)))
        self._picture(question)
        likely = likely_cards(question)[:LIKELY]
        box = BoxLayout(
            spacing=theme.s * 12, padding=(theme.s * 6, theme.s * 6), size_hint_y=None, height=theme.s * 168
        )
        box.add_widget(Widget())
        for card in likely:
            face = CardFace(card=card, size_hint=(None, None), size=(theme.s * 108, theme.s * 153))
            face.bind(on_release=lambda made: self._answer(question, made.card))
            box.add_widget(face)
        box.add_widget(Widget())
        self.add_widget(box)
        self.row(
            key(tr("question.other"), partial(self._other, question), base_size=19),
            key(tr("question.nothing"), partial(self._answer, question, None), base_size=19),
        )
        if len(self.model.questions) > 1:
            more = tr("question.more", count=len(self.model.questions) - 1)
            self.add_widget(FitLabel(text=more, size_hint_y=None, height=theme.s * 26, base_size=16, color=theme.muted))

    def _picture(self, question: Any) -> None:
        files = [self.model.crop_file(name) for name in getattr(question, "crops", ())]
        shown = [file for file in files if file is not None][:2]
        if not shown:
            self.fill()
            return
        box = BoxLayout(spacing=theme.s * 8)
        for file in shown:
            box.add_widget(Image(source=file, fit_mode="contain"))
        self.add_widget(box)

    def _other(self, question: Any) -> None:
        self.clear_widgets()
        self.heading(title(question))
        self.add_widget(CardGrid(partial(self._answer, question), dim=self.model.played))
        self.row(key(tr("key.back"), self.refresh), height=58)

    def _answer(self, question: Any, choice: Card | None) -> None:
        self.screen.finish(self.model.answer, question, choice)


def likely_cards(question: Any) -> tuple[Card, ...]:
    """The cards a question offers."""
    return tuple(one for one in question.choices if isinstance(one, Card))


def title(question: Any) -> str:
    """The question in one sentence."""
    if known(f"question.{question.why}"):
        seat = seat_text(getattr(question.act, "seat", None))
        return tr(f"question.{question.why}", seat=seat, cards=cards_text(likely_cards(question)[:1]))
    return tr("question.title")
