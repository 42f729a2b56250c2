"""The table screen: contract and score above, the felt, and beside or below it a page that never covers the trick."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor
from kivy.lang import Builder
from kivy.uix.boxlayout import BoxLayout

from kozyr.engine.acts import TurnedUp
from kozyr.engine.seats import Seat
from kozyr.engine.view import Phase
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.kept import lay
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.screens.attention import Attention
from kozyr.ui.tablet.screens.cardpad import CardPage
from kozyr.ui.tablet.screens.case import Case
from kozyr.ui.tablet.screens.clocks import TimePage, ask_time
from kozyr.ui.tablet.screens.deeds import Deeds
from kozyr.ui.tablet.screens.editing import edit
from kozyr.ui.tablet.screens.felt import Felt
from kozyr.ui.tablet.screens.judge import JudgeCallPage
from kozyr.ui.tablet.screens.lasttrick import LastTrickPage
from kozyr.ui.tablet.screens.menu import MenuPage
from kozyr.ui.tablet.screens.pads import calls_page
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.screens.reading import Reading
from kozyr.ui.tablet.screens.remark import RemarkStrip
from kozyr.ui.tablet.screens.ruling import RulingDialog
from kozyr.ui.tablet.screens.showing import ShowingStrip, show_declared
from kozyr.ui.tablet.screens.side import Offer, SidePanel
from kozyr.ui.tablet.screens.tabletop import Corners, TopLines
from kozyr.ui.tablet.screens.tabs import LEAST_TAB, page_of, tab_names, tab_share, tab_text
from kozyr.ui.tablet.screens.words import ask_second
from kozyr.ui.tablet.telling import doubt_said
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key, key


class TableScreen(Deeds):
    """Shows a ``TableModel``; ``leave`` goes back to the start screen."""

    def __init__(self, model: TableModel, leave: Callable[[], object] = lambda: None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            # The screen fills the window: emptying it costs a tenth of drawing over it.
            self._ground = ClearColor(*theme.ground)
            ClearBuffers()
        theme.fbind("ground", self._reground)
        self.model, self.leave = model, leave
        self.shown_deal: int | None = None
        self.reading = Reading()
        self._attention = Attention(model)
        aside = partial(partial, self._aside)
        self._top = TopLines(model, aside(self._judge_tapped), aside(self.correct_contract))
        self._corners = Corners(model, aside(self._clock_tapped))
        self._felt, self._strip = Felt(), ShowingStrip(partial(show_declared, self))
        self._remark = RemarkStrip(model, aside(self._call_judge))
        self._body, self._side = BoxLayout(), SidePanel(self._remark, self._tab_row)
        self._tab_pages: dict[type[Page], Page] = {}
        self._outdated: set[Page] = set()
        self._ruling: RulingDialog | None = None
        self._listen()
        self._assemble()
        self._later = Clock.create_trigger(lambda *_: self._follow(), -1)
        self._stop = model.on_change(self._later)
        self.refresh()

    def _listen(self) -> None:
        """What is touched on the felt."""
        felt = self._felt
        felt.bind(on_seat=lambda _, seat: self._plate_tapped(seat))
        felt.bind(on_card=lambda _, seq: self._aside(edit, self, seq))
        felt.bind(on_call=lambda _, seq: self._aside(edit, self, seq))
        felt.bind(on_turned_up=lambda _: self._aside(self._turned_up_tapped))
        felt.bind(on_missed=lambda _, seqs: self._say_once(self._attention.missed(seqs)))
        felt.bind(on_declared=lambda _, seqs: self._aside(self.correct_declared, seqs))
        felt.bind(on_last_trick=lambda _: self._aside(self.open_page, LastTrickPage), pos=self._corners.place)
        felt.bind(size=self._corners.place)

    def _aside(self, do: Callable[..., object], *args: object) -> None:
        """Does what a key outside the open page means; a task left half-made by that is said, and can be gone on with.

        What the key itself has to say is said as well, and what it offers stays.
        """
        page = self._page
        left = page.unfinished if page is not None else ""
        self._side.said, self._side.offers = "", ()
        do(*args)
        if left and page is not None and self._page is not page and self._page is not None:
            text = ". ".join(filter(None, (self._side.said, left)))
            more = (tr("left.go-on"), partial(self._go_on, page), "go-on")
            self.notice(text, tone="plain", offers=(*self._side.offers, more))

    def _go_on(self, page: Page) -> None:
        """Back to a task that was left half-made, where what it is about still stands; otherwise that is said."""
        page.refresh()
        if page.children:
            self.open(page)

    def relay(self) -> None:
        """Lays everything out anew for another size, language or colours; an open page stays, with what is typed."""
        kept = (*self._top.widgets, *self._corners.widgets, self._felt, self._strip, self._remark, self._side.above)
        for one in (*kept, self._side, self._body):
            if one.parent is not None:
                one.parent.remove_widget(one)
        for holder in (self._body, self):
            holder.clear_widgets()
        self._outdated = {page for page in self._tab_pages.values() if page is not self._page}
        self._felt.forget()
        self._strip.forget()
        self._remark.forget()
        self._assemble()
        if self._page is not None:
            self._page.relay()
        self.refresh()
        self._side.fill_tabs()
        if self._ruling is not None:
            self.remove_widget(self._body)
            self.add_widget(self._ruling)
            self._ruling.relay()
        elif self._page is not None and self._page.whole and not self._page.children:
            self.lost(self._page.lost_by)

    def _assemble(self) -> None:
        narrow = {"size_hint_x": None, "width": theme.s * 62}
        menu = key("≡", partial(self._aside, self._menu_tapped), base_size=34, tip="menu", **narrow)
        undo = key("↶", partial(self._aside, self.undo), base_size=34, tip="undo", **narrow)
        self._side.assemble()
        self._holder = BoxLayout(orientation="vertical", padding=(theme.s * 8, 0, theme.s * 6, theme.s * 8))
        self._put_beside()
        for widget in (self._holder, self._side):
            self._body.add_widget(widget)
        for widget in self._corners.widgets:
            self._felt.add_widget(widget)
        self._body.orientation = "vertical" if theme.portrait else "horizontal"
        for bar in self._top.bars(menu, undo):
            self.add_widget(bar)
        self.add_widget(self._body)

    def _put_beside(self) -> None:
        """The felt beside the panel, or what the open page shows in its place."""
        beside = self._page.beside if self._page is not None else None
        above = [self._strip] if theme.portrait else [self._remark, self._strip]
        if self._page is not None and self._page.over is not None:
            above = [*above, self._page.over()]
        lay(self._holder, [self._side.above, *([beside] if beside is not None else [*above, self._felt])])

    def _reground(self, *_: object) -> None:
        self._ground.rgba = theme.ground

    def close(self) -> None:
        """Stops following the model."""
        theme.funbind("ground", self._reground)
        self._stop()
        self._corners.close()
        self._later.cancel()
        self._side.close()

    # what is shown

    @property
    def is_lasting(self) -> bool:
        """Whether the page that is open is there for the whole match, and no ruling lies over it."""
        page = self._page
        return self._ruling is None and page is not None and page.stays and not page.whole

    def refresh(self, *, close: bool = False) -> None:
        """Shows the model as it is now; ``close``: a page with a task of its own has done it."""
        self._later.cancel()
        before, page = self._attention.matter, self._page
        self._top.show()
        self._show_felt()
        self._strip.show(self.model.view)
        self._corners.show()
        said = self._attention.follow(is_busy=page is not None and page.whole and not close)
        if close or self._page is None or not self._page.whole:
            self.home()
        changed = self._page is not page or self.tab == "question"
        if page is not None and changed and self._attention.matter != before:
            self._side.settle()
        if said:
            Clock.schedule_once(lambda _: self._say_once(said), 0)
        second = self._attention.second_word()
        if second is not None:
            Clock.schedule_once(lambda _: ask_second(self, *second), 0)

    def _follow(self) -> None:
        """The table has changed, and no finger here has done it: what is said stays."""
        with self._side.saying_on():
            self.refresh()

    def _show_felt(self) -> None:
        doubts = self.model.doubts if self.model.view.phase is Phase.DEAL_OVER else ()
        self._felt.show(self.model.view, self.acting, tuple(doubt_said(self.model, one) for one in doubts))

    def _say_once(self, said: tuple[str, ...]) -> None:
        for text in said:
            self.notice(text)

    @property
    def _page(self) -> Page | None:
        """The page that is open."""
        return self._side.page

    def _tab_row(self) -> list[Key]:
        view = self.model.view
        names = tab_names(self.model, view)
        size = 17 if len(names) < 5 or theme.portrait else 14.5
        tones = {self.tab: "chosen", "question": "primary"}
        said = [tab_text(self.model, view, name) for name in names]
        return [
            key(
                text, partial(self.choose, name), tone=tones.get(name, "quiet"), pad=1, base_size=size, tip=name,
                size_hint=(tab_share(text), 1), size_hint_min_x=theme.s * LEAST_TAB,
            )
            for name, text in zip(names, said, strict=True)
        ]  # fmt: skip

    @property
    def tab(self) -> str:
        """The tab in force."""
        return self._attention.tab

    def choose(self, name: str) -> None:
        """Shows a tab."""
        self._attention.choose(name)
        self.home()

    def home(self) -> None:
        """Shows the page of the tab in force."""
        self._attention.settle()
        kind = page_of(self.model, self.model.view, self.tab)
        if type(self._page) is kind and self._page is not None and not self._page.whole:
            self._page.refresh()
            self._side.fill_tabs()
        elif kind in self._tab_pages:
            page = self._tab_pages[kind]
            if page in self._outdated:
                self._outdated.discard(page)
                page.relay()
            page.again()
            self.open(page)
        else:
            page = kind(self)
            if page.stays:
                self._tab_pages[kind] = page
            self.open(page)

    def prepare(self) -> bool:
        """Makes one page that is likely to come up, so that it does so at once; False when there is none to make."""
        model, shown = self.model, self._page
        if not self.is_lasting or shown is None:
            return False
        tabs = (page_of(model, model.view, name) for name in tab_names(model, model.view))
        likely = dict.fromkeys((CardPage, calls_page(model), *tabs))
        there = {*self._tab_pages, type(shown)}
        kind = next((one for one in likely if one.stays and one not in there), None)
        if kind is not None:
            # Outside the window: it is laid out, and its pictures are drawn, all the same.
            self._tab_pages[kind] = made = kind(self)
            made.size = shown.size
        return kind is not None

    def open(self, page: Page) -> None:
        """Shows a page."""
        self._side.show(page)
        self._put_beside()
        self._side.fill_tabs()

    def finished(self) -> None:
        """From declaring to what is due next."""
        self._attention.go_on()

    def open_page(self, kind: Callable[..., Page], **args: Any) -> None:
        """Makes a page and shows it; one that has nothing to show, for that was taken back, says so."""
        page = kind(self, **args)
        if page.children:
            self.open(page)
        else:
            self.lost(page.lost_by)

    def notice(self, text: str, tone: str = "danger", offers: Iterable[Offer] = ()) -> None:
        """Says one sentence where the tabs stand, as a rule a refusal; goes away by itself or when touched.

        ``offers``: keys beside it.
        """
        self._side.notice(text, tone, offers)

    # what is touched

    def _plate_tapped(self, seat: Seat) -> None:
        """A plate answers a page that asks for a player; otherwise the pads enter for him."""
        if self._page is None or not self._page.seat_touched(seat):
            self._aside(self._seat_tapped, seat)

    def _menu_tapped(self) -> None:
        if isinstance(self._page, MenuPage):
            self.home()
        else:
            self.open_page(MenuPage)

    def _seat_tapped(self, seat: Seat) -> None:
        self.acting = None if self.acting == seat else seat
        self._attention.enter()
        self._show_felt()
        self.home()

    def _judge_tapped(self) -> None:
        if self.model.judging:
            self.finish(self.model.close_judging)
        else:
            self.open_page(JudgeCallPage)

    def _call_judge(self) -> None:
        self.model.call_judge()
        self.open_page(JudgeCallPage)

    def _turned_up_tapped(self) -> None:
        shown = [step.seq for step in self.model.deal_steps if isinstance(step.act, TurnedUp)]
        if shown:
            edit(self, shown[-1])

    def _clock_tapped(self) -> None:
        if self.model.view.clock is None:
            ask_time(self)
        else:
            self.open_page(TimePage)

    def open_ruling(self, case: Case) -> None:
        """Opens the ruling dialog over the table."""
        self.remove_widget(self._body)
        self._ruling = RulingDialog(self, case)
        self.add_widget(self._ruling)

    def close_ruling(self) -> None:
        """Back to the table."""
        if self._ruling is not None:
            self.remove_widget(self._ruling)
            self._ruling = None
        self.add_widget(self._body)
        self.refresh(close=True)

    def show_picture(self, texture: Any) -> None:
        """Shows the live picture small in a corner of the felt; None hides it."""
        self._corners.show_picture(texture)


Builder.load_file(str(Path(__file__).with_name("felt.kv")))
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
