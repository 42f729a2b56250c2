"""Checking a deck: all its cards spread in a picture or several; what is missing, unread, doubled or alike."""

from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from kozyr.ui.locale.text import card_text, cards_text, tr
from kozyr.ui.tablet.screens.decks_halves import add_taking_keys, beside, halves, warning_ink
from kozyr.ui.tablet.screens.decks_picture import index_of, pair_of, tiles
from kozyr.ui.tablet.screens.decks_work import Inspection
from kozyr.ui.tablet.screens.sheet import Sheet
from kozyr.ui.tablet.screens.start import StartScreen
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Rows, Scroll, Text, key
from kozyr.vision.deck_check import DeckCheck
from kozyr.vision.types import Image


class CheckSheet(Sheet):
    """The camera's picture, or what was found; beside it the sum and the keys."""

    def __init__(self, start: StartScreen, inspection: Inspection) -> None:
        self._inspection = inspection
        self._list: Scroll | None = None
        super().__init__(start, tr("decks.checking", name=escape_markup(inspection.deck.name)))
        inspection.changed = self._refresh

    def build(self) -> None:
        self._body, self._pane, self._side = halves(self.start)
        self.add_widget(self._body)
        self._refresh()

    def _refresh(self) -> None:
        known, side = self._inspection, self._side
        side.clear_widgets()
        found = None if known.looking else known.found
        self._left(found)
        self._pane.show(known.shot)
        if known.said:
            self._say(known.said, warning_ink())
        if known.busy:
            self._say(tr("decks.busy.look"), theme.good)
            side.add_widget(Widget())
        elif found is None:
            self._ask()
        else:
            self._sum(found)

    def _left(self, found: DeckCheck | None) -> None:
        """The list of what was found stands in the place of the picture."""
        wanted = self._pane if found is None else self._found(found)
        shown = self._body.children[-1]
        if wanted is not shown:
            self._body.remove_widget(shown)
            self._body.add_widget(wanted, index=len(self._body.children))

    def _ask(self) -> None:
        known, side = self._inspection, self._side
        self._say(tr("decks.spread", count=len(known.deck.pack)), theme.text)
        if known.found is not None:
            self._say(tr("decks.still", cards=cards_text(known.found.missing)), theme.muted)
        add_taking_keys(side, self.start, self._pane, known.take)

    def _sum(self, found: DeckCheck) -> None:
        known, side = self._inspection, self._side
        count = len(known.deck.pack)
        if found.is_good:
            self._say(tr("deck.check.good", count=count), theme.good)
        else:
            self._say(tr("deck.check.read", count=count - len(found.missing), all=count), warning_ink())
        for name in ("missing", "doubled", "strange"):
            if named := getattr(found, name):
                self._say(tr(f"deck.check.{name}", cards=cards_text(named)), theme.text)
        self._say(tr("decks.pictures", count=known.pictures), theme.muted)
        side.add_widget(Widget())
        side.add_widget(beside(key(tr("decks.anew"), known.anew, base_size=19, tip="anew"), high=62))
        more = key(tr("decks.more"), known.more, base_size=21, tip="more")
        done = key(tr("key.done"), self.start.back, base_size=21, tip="check-done")
        (done if found.is_good else more).tone = "primary"
        side.add_widget(beside(more, done, high=84))

    def _say(self, words: str, colour: object) -> None:
        self._side.add_widget(Text(text=words, base_size=19, color=colour, padding=(theme.s * 4, theme.s * 2)))

    def _found(self, found: DeckCheck) -> Scroll:
        """Every card named with a picture of its index."""
        rows = Rows(padding=(0, 0, theme.s * 12, 0))
        for title, pictures, columns in self._groups(found):
            if pictures:
                rows.add_widget(Heading(text=title, base_size=19, high=34))
                rows.add_widget(tiles(pictures, columns, tip="crop"))
        if not rows.children:
            rows.add_widget(Text(text=tr("decks.nothing"), base_size=22, color=theme.good,
                                 padding=(theme.s * 10, theme.s * 10)))  # fmt: skip
        scroll = Scroll()
        scroll.add_widget(rows)
        return scroll

    def _groups(self, found: DeckCheck) -> list[tuple[str, list[tuple[Image, str]], int]]:
        """(title, pictures with their names, how many beside one another)."""
        known = self._inspection
        deck = known.deck
        unread = [] if found.is_good else known.unread
        pairs = [(pair_of(deck, pair.cards), " – ".join(map(card_text, pair.cards))) for pair in found.close]
        return [
            (tr("decks.group.missing"), [(index_of(deck, card), card_text(card)) for card in found.missing], 6),
            (tr("decks.group.unread"),
             [(crop, "?" if not one.likely else f"{card_text(one.likely[0][0])}?") for one, crop in unread], 6),
            (tr("decks.group.doubled"), [(index_of(deck, card), card_text(card)) for card in found.doubled], 6),
            (tr("decks.group.alike"), pairs, 4),
        ]  # fmt: skip
