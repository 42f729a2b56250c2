"""A doubt of the camera beside the table: its picture, the likely answers large, another card, or nothing at all."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image
from kivy.uix.widget import Widget

from kozyr.engine.acts import Act, Exposed, Played, Revealed
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import NOTHING, Choice, Question, Why
from kozyr.ui.locale.narrate import act_text
from kozyr.ui.locale.text import card_text, cards_text, seat_text, tr
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.cardpad import CardGrid, beside
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Text, coloured, key

LIKELY: Final = 3
"""Answers offered at once."""
Who = Callable[[Seat | None], str]
"""A seat -> the words for it."""


class QuestionPage(Page):
    """The oldest question. Says what is asked and never what the rules would make of it."""

    _naming: Question | None = None
    """The question for which another card is being named."""

    def build(self) -> None:
        if not self.model.questions:
            return
        question = self.model.questions[0]
        self.padding = self.spacing = theme.s * 6
        if self._naming == question:
            self._name(question)
            return
        asked = f"[b]{title(question, self._who)}[/b]"
        self.add_widget(Text(text=asked, base_size=24, padding=(theme.s * 6, theme.s * 6)))
        picture = self._picture(question)
        likely = [choice for choice in question.choices if choice.acts][:LIKELY]
        as_cards = all(card_of(choice) is not None for choice in likely) and _one_seat(likely)
        if as_cards and picture is not None and theme.portrait:
            self._abreast(picture, self._cards(question, likely))
        else:
            self.add_widget(picture or Widget())
            if as_cards:
                self.add_widget(self._cards(question, likely))
            else:
                self._rows(question, likely)
        nothing = key(nothing_text(question), partial(self._answer, question, NOTHING), base_size=18, tip="nothing")
        if any(isinstance(act, Played) for choice in likely for act in choice.acts):
            other = key(tr("question.other"), partial(self._other, question), base_size=18, tip="other")
            self.row(other, nothing)
        else:
            self.row(nothing)
        if len(self.model.questions) > 1:
            more = tr("question.more", count=len(self.model.questions) - 1)
            self.add_widget(FitLabel(text=more, size_hint_y=None, height=theme.s * 26, base_size=16, color=theme.muted))

    @property
    def _who(self) -> Who:
        return partial(player, self.model)

    def _abreast(self, picture: BoxLayout, cards: BoxLayout) -> None:
        """On a high screen, where the page is wide and low: the picture beside the cards has its whole height.

        Above them little would be left for it.
        """
        abreast = BoxLayout(spacing=theme.s * 8)
        cards.bind(minimum_width=cards.setter("width"))
        cards.size_hint_x, cards.pos_hint = None, {"center_y": 0.5}
        for one in (picture, cards):
            abreast.add_widget(one)
        self.add_widget(abreast)

    def _cards(self, question: Question, likely: list[Choice]) -> BoxLayout:
        """One seat, one card: the cards themselves to touch."""
        box = BoxLayout(spacing=theme.s * 12, padding=theme.s * 6, size_hint_y=None, height=theme.s * 168)
        box.add_widget(Widget())
        for choice in likely:
            face = CardFace(card=card_of(choice), size_hint=(None, None), size=(theme.s * 108, theme.s * 153))
            face.bind(on_release=lambda _, choice=choice: self._answer(question, choice))
            box.add_widget(face)
        box.add_widget(Widget())
        return box

    def _rows(self, question: Question, likely: list[Choice]) -> None:
        """Anything else: one key an answer."""
        for choice in likely:
            text = coloured(choice_text(choice, self._who))
            self.row(key(text, partial(self._answer, question, choice), base_size=21), height=72)

    def _picture(self, question: Question) -> BoxLayout | None:
        """What the camera saw, in the room that there is; None without."""
        files = [self.model.crop_file(name) for name in question.crops]
        shown = [file for file in files if file is not None][:2]
        if not shown:
            return None
        box = BoxLayout(spacing=theme.s * 8)
        for file in shown:
            box.add_widget(Image(source=file, fit_mode="contain"))
        return box

    def _other(self, question: Question | None) -> None:
        self._naming = question
        self.refresh()

    def _name(self, question: Question) -> None:
        grid = CardGrid(partial(self._named, question), dim=self.model.marked)
        beside(self, title(question, self._who), grid, key(tr("key.back"), partial(self._other, None)))

    def _named(self, question: Question, card: Card) -> None:
        self._answer(question, with_card(question, card))

    def _answer(self, question: Question, choice: Choice) -> None:
        self.screen.finish(self.model.answer, question, choice)


def card_of(choice: Choice) -> Card | None:
    """The card of a choice that is one play of a known card."""
    act = choice.acts[0] if len(choice.acts) == 1 else None
    return act.card if isinstance(act, Played) else None


def _one_seat(choices: list[Choice]) -> bool:
    seats = {act.seat for choice in choices for act in choice.acts if isinstance(act, Played)}
    replaced = {choice.replaces for choice in choices}
    return len(seats) == 1 and len(replaced) == 1


def with_card(question: Question, card: Card) -> Choice:
    """The best guess, or else the likeliest answer, with another card: in the play nobody could read, or the last."""
    answers = (question.guess, *question.choices)
    choice = next(one for one in answers if any(isinstance(act, Played) for act in one.acts))
    plays = [(at, act) for at, act in enumerate(choice.acts) if isinstance(act, Played)]
    at = next((at for at, act in plays if act.card is None), plays[-1][0])
    acts = tuple(
        replace(act, card=card) if place == at and isinstance(act, Played) else act
        for place, act in enumerate(choice.acts)
    )
    return replace(choice, acts=acts, confidence=1.0)


def choice_text(choice: Choice, who: Who = seat_text) -> str:
    """An answer in words: ``Захід 9♣, потім Північ К♣``."""
    texts = [_act_text(act, who) for act in choice.acts]
    text = texts[0]
    first = choice.acts[0]
    if choice.replaces is not None and len(texts) > 1 and isinstance(first, Played) and first.card is None:
        # Not one that is to be put in: what was recorded is taken for another card.
        text = tr("question.choice.another", seat=who(first.seat))
    for more in texts[1:]:
        text = tr("question.then", first=text, second=more)
    return text


def _act_text(act: Act, who: Who) -> str:
    match act:
        case Played(card=None):
            return tr("question.choice.unseen", seat=who(act.seat))
        case Played():
            return f"{who(act.seat)} {card_text(act.card)}"
        case Exposed():
            return tr("question.choice.exposed", cards=cards_text(act.cards))
        case Revealed():
            return tr("question.choice.revealed", cards=cards_text(act.cards))
        case _:
            return act_text(act)


def nothing_text(question: Question) -> str:
    """What "nothing" means as an answer to this question."""
    if question.why is Why.EXPOSED:
        return tr("question.not-exposed")
    return tr("question.stands") if question.why in (Why.REREAD, Why.MISSED) else tr("question.nothing")


def title(question: Question, who: Who = seat_text) -> str:
    """The question in one sentence."""
    seat = who(question.seat)
    text = tr(f"question.{question.why.value}", seat=seat)
    return text if seat else text.removeprefix(": ")
