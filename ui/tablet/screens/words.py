"""A word said with its cards (a bela), touched on the table: said with the second card too, now, or not said at all."""

from functools import partial
from typing import TYPE_CHECKING

from kozyr.engine.acts import Act, Declared, Played
from kozyr.engine.seats import Seat
from kozyr.engine.view import Amiss, DeclarationView
from kozyr.ui.locale.text import declaration_text, tr
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.page import Choice, Page
from kozyr.ui.tablet.screens.redeclare import RedeclarePage
from kozyr.ui.tablet.screens.said_with_cards import Missing, is_asked, kind_of, missing, pair_of, with_cards
from kozyr.ui.tablet.screens.showing import amiss_text
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Text, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen


def ask_second(screen: "TableScreen", word: str, seat: Seat) -> None:
    """Asks with a key whether it was said, as long as the card lies on top."""

    def said() -> None:
        if (word, seat) in screen.model.view.expectation.speakers:
            screen.finish(screen.model.declare, seat, word)

    text = tr("word.asked", who=player(screen.model, seat), what=coloured(declaration_text(word)))
    screen.notice(text, tone="plain", offers=((tr("word.said"), said, "second-word"),))


class WordPage(Page):
    """What may be wrong with a word that stands on the table, in plain keys; the whole pad is one of them."""

    whole = True

    def __init__(self, screen: "TableScreen", seq: int) -> None:
        self._seq = seq
        super().__init__(screen)

    def build(self) -> None:
        one = with_cards(self.model, self._seq)
        if one is None:
            return
        self.add_widget(Text(text=self._title(one), base_size=22, padding=(theme.s * 8, theme.s * 12)))
        for text, tone, do in self._choices(one):
            self.row(key(text, do, tone=tone, pad=4), height=64)
        self.fill()
        self.row(key(tr("key.back"), self.screen.home))

    def _title(self, one: DeclarationView) -> str:
        who, what = player(self.model, one.seat), coloured(declaration_text(one.declaration))
        is_open = one.amiss is Amiss.SECOND_CARD and (one.counts is not False or is_asked(self.model.view, one))
        if one.amiss is not None and not is_open:
            said = coloured(amiss_text(one, player(self.model, one.seat)))
        else:
            said = f"{who}, {what}"
        other, is_due = missing(self.model, one), self._now(one) or self._missed(one)
        waits = other is not None and not other.is_first and one.amiss in (None, Amiss.SECOND_CARD)
        return f"{said}\n{tr('word.wants', what=what)}" if waits and is_due is None else said

    def _choices(self, one: DeclarationView) -> list[Choice]:
        found, what = self._now(one) or self._missed(one), coloured(declaration_text(one.declaration))
        return [
            *([found] if found is not None else []),
            (tr("word.none", what=what), "danger", partial(self.screen.take_back, self._seq)),
            (tr("word.other"), "plain", partial(self.screen.open_page, RedeclarePage, seq=self._seq)),
        ]

    def _now(self, one: DeclarationView) -> Choice | None:
        """The other word, with the card just laid or the one that is about to be laid."""
        other, expected = missing(self.model, one), self.model.view.expectation
        if other is None or other.is_first:
            return None
        say = partial(self.screen.finish, self.model.declare, one.seat, other.word)
        if dict(expected.speakers).get(kind_of(other.word)) is one.seat:
            return tr("word.second"), "primary", say
        if kind_of(other.word) in expected.with_next and expected.seat is one.seat:
            return tr("word.now"), "primary", say
        return None

    def _missed(self, one: DeclarationView) -> Choice | None:
        """The other word, put in where its card was laid."""
        other = missing(self.model, one)
        after = None if other is None else self._after_card(one, other)
        if other is None or after is None:
            return None
        act: Act = Declared(one.seat, other.word)
        put = partial(self.screen.amend, partial(self.model.insertion, after, act))
        return tr("word.first" if other.is_first else "word.second"), "primary", put

    def _after_card(self, one: DeclarationView, other: Missing) -> int | None:
        """The line that follows the card with which the other word is said; None where that lies not, or on top."""
        steps = self.model.deal_steps
        plays = {Played(one.seat, card) for card in pair_of(self.model.view, one)}
        laid = [at for at, step in enumerate(steps) if isinstance(step.act, Played) and step.act in plays]
        at = laid[0] if other.is_first and laid else laid[1] if len(laid) > 1 else None
        return steps[at + 1].seq if at is not None and at + 1 < len(steps) else None
