"""The table screen: contract and score above, the felt, and beside or below it a page that never covers the trick."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor
from kivy.lang import Builder
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image

from kozyr.engine.acts import TurnedUp
from kozyr.engine.errors import KozyrError
from kozyr.engine.seats import Seat
from kozyr.engine.view import Phase, TableView
from kozyr.ui.locale.text import known, tr
from kozyr.ui.tablet.foresight import foreseen
from kozyr.ui.tablet.kept import Kept, lay
from kozyr.ui.tablet.model import CameraState, TableModel
from kozyr.ui.tablet.screens.amending import ConfirmPage, Prepare, made_text
from kozyr.ui.tablet.screens.case import Case
from kozyr.ui.tablet.screens.clocks import TimePage, ask_time
from kozyr.ui.tablet.screens.editing import edit
from kozyr.ui.tablet.screens.felt import Felt
from kozyr.ui.tablet.screens.judge import JudgeCallPage
from kozyr.ui.tablet.screens.lasttrick import LastTrickPage
from kozyr.ui.tablet.screens.menu import MenuPage
from kozyr.ui.tablet.screens.page import Page, seat_page
from kozyr.ui.tablet.screens.plates import player_text
from kozyr.ui.tablet.screens.reading import Reading
from kozyr.ui.tablet.screens.remark import RemarkStrip
from kozyr.ui.tablet.screens.ruling import RulingDialog
from kozyr.ui.tablet.screens.showing import ShowingStrip, fallen, missed_text, show_declared
from kozyr.ui.tablet.screens.tabs import page_of, tab_names, tab_text, usual_tab, words_wanted
from kozyr.ui.tablet.screens.timing import ClockKey
from kozyr.ui.tablet.screens.topbar import ContractBand, SideScore, bars
from kozyr.ui.tablet.telling import doubt_said, error_said, told
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key, key, plain

PANEL_WIDTH: Final = 392
"""The side panel, units."""
PANEL_HEIGHT: Final = 462
"""The panel below the felt on a high screen."""
JUDGE_WIDTH: Final = 118
"""The judge's key, units."""
NOTICE_S: Final = 4.0
"""How long a notice stays."""
SETTLE_S: Final = 0.4
"""How long the side panel takes no touch after its page has changed by itself: such a touch was meant for the page
before."""
LAMP_ON: Final = (0.5, 0.95, 0.7, 1)
"""The camera's lamp on the felt."""


class SidePanel(BoxLayout):
    """The tabs and the page beside the felt."""

    settled_at = 0.0
    """From when on it takes touches, ``time.monotonic`` seconds."""

    def settle(self) -> None:
        """What it shows has changed by itself: the finger above it meant something else."""
        self.settled_at = time.monotonic() + SETTLE_S

    def on_touch_down(self, touch: Any) -> bool:
        if time.monotonic() < self.settled_at and self.collide_point(*touch.pos):
            return True
        return bool(super().on_touch_down(touch))


class CameraStrip(BoxLayout):
    """What the camera does."""

    state = StringProperty("")
    light = ColorProperty((0, 0, 0, 0))
    ground = ColorProperty((0, 0, 0, 0))

    def show(self, camera: CameraState) -> None:
        """Shows the state of the camera."""
        word = f"camera.{camera.why}" if known(f"camera.{camera.why}") else "camera.gone"
        self.state = tr(word)
        self.ground = theme.danger if camera.present and not camera.working else (0, 0, 0, 0)
        self.light = (LAMP_ON if camera.working else theme.danger) if camera.present else theme.faint


class TableScreen(BoxLayout):
    """Shows a ``TableModel``; ``leave`` goes back to the start screen."""

    def __init__(self, model: TableModel, leave: Callable[[], object] = lambda: None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            # The screen fills the window: emptying it costs a tenth of drawing over it.
            self._ground = ClearColor(*theme.ground)
            ClearBuffers()
        theme.fbind("ground", self._reground)
        self.model, self.leave = model, leave
        self.acting: Seat | None = None
        self.shown_deal: int | None = None
        self.reading = Reading()
        self._tab = ""
        self._phase: Phase | None = None
        self._camera_lost = False
        self._fallen = frozenset(one.seq for one in fallen(model.view))
        self._asked: tuple[Any, ...] = ()
        self._notice = Clock.create_trigger(lambda *_: self._fill_tabs(), NOTICE_S)
        self._waits = self._declaring = False
        self._band, self._judge = ContractBand(), Key(size_hint_x=None, base_size=17)
        self._judge.width = theme.s * JUDGE_WIDTH
        self._judge.bind(on_release=lambda *_: self._judge_tapped())
        self._sides = {side: SideScore() for side in model.sides}
        self._felt, self._camera, self._thumb = Felt(), CameraStrip(), Image(fit_mode="contain", opacity=0)
        self._clock, self._strip = ClockKey(model), ShowingStrip(partial(show_declared, self))
        self._remark = RemarkStrip(model, self._call_judge)
        self._body, self._side, self._tabs = BoxLayout(), SidePanel(orientation="vertical"), BoxLayout()
        self._page: Page | None = None
        self._tab_pages: dict[type[Page], Page] = {}
        self._tab_keys = Kept()
        self._ruling: RulingDialog | None = None
        self._listen()
        self._assemble()
        self._later = Clock.create_trigger(lambda *_: self.refresh(), -1)
        self._stop = model.on_change(self._later)
        self.refresh()

    def _listen(self) -> None:
        """What is touched on the felt."""
        felt = self._felt
        felt.bind(on_seat=lambda _, seat: self._seat_tapped(seat), on_card=lambda _, seq: edit(self, seq))
        felt.bind(on_call=lambda _, seq: edit(self, seq), on_turned_up=lambda _: self._turned_up_tapped())
        felt.bind(on_missed=lambda _, seqs: self._tell_missed(seqs))
        felt.bind(on_last_trick=lambda _: self.open_page(LastTrickPage), pos=self._place_corners)
        felt.bind(size=self._place_corners)
        self._clock.bind(on_release=lambda *_: self._clock_tapped())

    def relay(self) -> None:
        """Lays everything out anew for another size, language or colours; an open page stays, with what is typed."""
        kept = (self._band, self._judge, *self._sides.values(), self._thumb, self._camera, self._clock, self._felt)
        for one in (*kept, self._strip, self._remark, self._tabs, self._side, self._body):
            if one.parent is not None:
                one.parent.remove_widget(one)
        for holder in (self._side, self._body, self):
            holder.clear_widgets()
        self._tab_pages = {}
        self._tab_keys.forget()
        self._felt.forget()
        self._strip.forget()
        self._remark.forget()
        self._side.size_hint = (1, 1)
        self._judge.width = theme.s * JUDGE_WIDTH
        self._assemble()
        if self._page is not None:
            self._side.add_widget(self._page)
            self._page.relay()
        self.refresh()
        self._fill_tabs()
        if self._ruling is not None:
            self.remove_widget(self._body)
            self.add_widget(self._ruling)
            self._ruling.relay()

    def _assemble(self) -> None:
        narrow = {"size_hint_x": None, "width": theme.s * 62}
        menu = key("≡", partial(self.open_page, MenuPage), base_size=34, tip="menu", **narrow)
        undo = key("↶", self._undo, base_size=34, tip="undo", **narrow)
        self._tabs.size_hint_y, self._tabs.spacing = None, theme.s * 4
        self._tabs.padding = (theme.s * 4, 0)
        if theme.portrait:
            self._side.add_widget(self._remark)
        self._side.add_widget(self._tabs)
        felt = self._felt
        self._holder = BoxLayout(orientation="vertical", padding=(theme.s * 8, 0, theme.s * 6, theme.s * 8))
        self._put_beside()
        for widget in (self._holder, self._side):
            self._body.add_widget(widget)
        for widget in (self._thumb, self._camera, self._clock):
            felt.add_widget(widget)
        self._body.orientation = "vertical" if theme.portrait else "horizontal"
        if theme.portrait:
            self._side.size_hint_y, self._side.height = None, theme.s * PANEL_HEIGHT
        else:
            self._side.size_hint_x, self._side.width = None, theme.s * PANEL_WIDTH
        for bar in bars(menu, self._band, list(self._sides.values()), undo, self._judge):
            self.add_widget(bar)
        self.add_widget(self._body)

    def _put_beside(self) -> None:
        """The felt beside the panel, or what the open page shows in its place."""
        beside = self._page.beside if self._page is not None else None
        above = [self._strip] if theme.portrait else [self._remark, self._strip]
        lay(self._holder, [beside] if beside is not None else [*above, self._felt])

    def _reground(self, *_: object) -> None:
        self._ground.rgba = theme.ground

    def close(self) -> None:
        """Stops following the model."""
        theme.funbind("ground", self._reground)
        self._stop()
        self._clock.close()
        self._later.cancel()
        self._notice.cancel()

    # what is shown

    def refresh(self, *, close: bool = False) -> None:
        """Shows the model as it is now; ``close``: a page with a task of its own has done it."""
        self._later.cancel()
        view, before, page = self.model.view, self._matter, self._page
        self._show_top(view)
        doubts = self.model.doubts if view.phase is Phase.DEAL_OVER else ()
        self._felt.show(view, self.acting, tuple(doubt_said(self.model, one) for one in doubts))
        self._strip.show(view)
        self._camera.show(self.model.camera)
        self._clock.show()
        self._tell_camera_lost()
        self._tell_fallen(view)
        waits = words_wanted(view)
        if view.phase is not self._phase or (waits and not self._waits):
            self._phase = view.phase
            if self._tab not in ("history", "judge"):
                self._tab = usual_tab(self.model, view)
        self._waits = waits
        self._end_declaring(view)
        self._raise_question()
        if self._tab not in tab_names(self.model, view):
            self._tab = usual_tab(self.model, view)
        if close or self._page is None or not self._page.whole:
            self.home()
        changed = self._page is not page or self._tab == "question"
        if page is not None and changed and self._matter != before:
            self._side.settle()

    @property
    def _matter(self) -> tuple[object, ...]:
        """What the panel is about, but for what people choose: the tab, the phase, the question asked."""
        asked = self.model.questions[:1] if self._tab == "question" else ()
        return self._phase, self._tab, asked

    def _tell_camera_lost(self) -> None:
        """Once, when the camera is lost: the game goes on by touch."""
        lost = self.model.camera.present and not self.model.camera.working
        if lost and not self._camera_lost:
            if self._tab == "score" and self._phase is Phase.PLAY:
                self._tab = "pad"
            Clock.schedule_once(lambda _: self.notice(tr("camera.manual")), 0)
        self._camera_lost = lost

    def _tell_fallen(self, view: TableView) -> None:
        """Once, when a combination has fallen because nobody showed it."""
        now = frozenset(one.seq for one in fallen(view))
        new = tuple(sorted(now - self._fallen))
        self._fallen = now
        if new:
            Clock.schedule_once(lambda _: self._tell_missed(new), 0)

    def _tell_missed(self, seqs: tuple[int, ...]) -> None:
        """Why these declarations do not count."""
        said = [one.declaration for one in self.model.view.declarations if one.seq in seqs]
        if said:
            self.notice(missed_text(said))

    def _show_top(self, view: TableView) -> None:
        self._band.show(view, {seat.seat: player_text(seat) for seat in view.seats})
        for side, box in self._sides.items():
            box.show(view, side)
        if any(box.points for box in self._sides.values()):
            for box in self._sides.values():
                # A line that is empty is kept, so that the totals stand level.
                box.points = box.points or " "
        model = self.model
        word = "top.judging" if model.judging else "top.judge-called" if model.judge_called else "top.judge"
        self._judge.text = tr(word).replace(" ", "\n", 1)
        self._judge.tone = "primary" if model.judge_called or model.judging else "plain"

    def _end_declaring(self, view: TableView) -> None:
        """Where nothing may be declared any more, the panel goes on to what is due next."""
        may = bool(view.expectation.declarations)
        if self._declaring and not may:
            self._go_on()
        self._declaring = may

    def _go_on(self) -> None:
        """From the page of declarations to what is due next."""
        if self._tab == "declare":
            self._tab = usual_tab(self.model, self.model.view)

    def _raise_question(self) -> None:
        new = [question for question in self.model.questions if question not in self._asked]
        self._asked = self.model.questions
        if new:
            self._tab = "question"
        elif self._tab == "question" and not self.model.questions:
            self._tab = usual_tab(self.model, self.model.view)

    def _fill_tabs(self) -> None:
        whole = self._page is not None and self._page.whole
        self._remark.show(aside=whole or (theme.portrait and self._page is not None and self._page.full))
        self._tabs.height = 0 if whole else theme.s * 56
        with self._tab_keys.building():
            lay(self._tabs, [] if whole else self._tab_row())

    def _tab_row(self) -> list[Key]:
        view = self.model.view
        names = tab_names(self.model, view)
        size = 17 if len(names) < 5 or theme.portrait else 14.5
        tones = {self._tab: "chosen", "question": "primary"}
        return [
            key(
                tab_text(self.model, view, name), partial(self.choose, name), tone=tones.get(name, "quiet"), pad=1,
                base_size=size, tip=name,
            )
            for name in names
        ]  # fmt: skip

    @property
    def tab(self) -> str:
        """The tab in force."""
        return self._tab

    def choose(self, name: str) -> None:
        """Shows a tab."""
        self._tab = name
        self.home()

    def home(self) -> None:
        """Shows the page of the tab in force."""
        view = self.model.view
        if self._tab not in tab_names(self.model, view):
            self._tab = usual_tab(self.model, view)
        kind = page_of(self.model, view, self._tab)
        if type(self._page) is kind and self._page is not None and not self._page.whole:
            self._page.refresh()
            self._fill_tabs()
        elif kind in self._tab_pages:
            self._tab_pages[kind].again()
            self.open(self._tab_pages[kind])
        else:
            page = kind(self)
            if page.stays:
                self._tab_pages[kind] = page
            self.open(page)

    def open(self, page: Page) -> None:
        """Shows a page."""
        if self._page is not None:
            self._side.remove_widget(self._page)
        self._page = page
        self._side.add_widget(page)
        self._put_beside()
        self._fill_tabs()

    def open_page(self, kind: Callable[..., Page], **args: Any) -> None:
        """Makes a page and shows it."""
        self.open(kind(self, **args))

    def notice(self, text: str, tone: str = "danger") -> None:
        """Says one sentence where the tabs stand, as a rule a refusal; goes away by itself or when touched."""
        self._tabs.height = theme.s * 56
        with self._tab_keys.building():
            said = key(plain(text), self._fill_tabs, tone=tone, base_size=18, tip="notice")
        lay(self._tabs, [said])
        self._notice()

    # what is done

    def attempt(self, do: Callable[..., object], *args: object) -> bool:
        """Does something with the model; what cannot have happened becomes a notice. True when it was done."""
        try:
            do(*args)
        except KozyrError as error:
            self.notice(tr("error.impossible", text=error_said(self.model, error)))
            return False
        return True

    def finish(self, do: Callable[..., object], *args: object) -> bool:
        """Does something and goes back to the tab in force, or on to what is due next. True when it was done."""
        done = self.attempt(do, *args)
        if done:
            self.acting = None
            self._go_on()
            self.refresh(close=True)
        return done

    def amend(self, prepare: Prepare, *, asks: bool = False) -> None:
        """Makes a correction and says what it was; one that changes what is written down is shown first.

        ``asks``: it is shown in any case. ``prepare`` makes its log lines: twice, for others may have written between
        the look and the confirmation.
        """
        try:
            found = foreseen(self.model, prepare())
        except KozyrError as error:
            self.notice(tr("error.impossible", text=error_said(self.model, error)))
            return
        if asks or found.changes_totals:
            self.open(ConfirmPage(self, prepare, found))
        elif self.finish(lambda: self.model.amend(prepare())):
            self.notice(made_text(found), tone="plain")

    def take_back(self, seq: int) -> None:
        """What entry ``seq`` states did not happen."""
        self.amend(partial(self.model.correction, seq, None))

    def _undo(self) -> None:
        """One step back, whatever it was; the notice says which."""
        steps = self.model.session.steps
        undone = told(self.model, steps[-1].act, self.model.view.deal) if steps else ""
        if steps and self.attempt(self.model.undo):
            self.acting = None
            self.refresh(close=True)
            self.notice(tr("top.undone", what=undone), tone="plain")

    @property
    def seat(self) -> Seat | None:
        """For whom the pads enter: the plate that was touched, else whose turn it is."""
        return self.acting or self.model.view.expectation.seat

    def for_seat(self, do: Callable[[Seat], object]) -> None:
        """Does something for that seat, or asks for one when nobody is on turn."""
        if self.seat is not None:
            do(self.seat)
        else:
            seats = self.model.session.header.seating.seats
            self.open(seat_page(self, tr("pad.insert.seat"), seats, do))

    def _seat_tapped(self, seat: Seat) -> None:
        self.acting = None if self.acting == seat else seat
        if self._phase in (Phase.AUCTION, Phase.PLAY) and self._tab not in ("pad", "declare", "auction", "cards"):
            self._tab = "pad"
        self._felt.show(self.model.view, self.acting)
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

    # the camera's picture

    def show_picture(self, texture: Any) -> None:
        """Shows the live picture small beside the strip; None hides it."""
        self._thumb.texture = texture
        self._thumb.canvas.ask_update()
        self._thumb.opacity = 1 if texture is not None else 0

    def _place_corners(self, *_: object) -> None:
        s, felt = theme.s, self._felt
        self._thumb.size_hint = (None, None)
        self._thumb.size = (s * 146, s * 82)
        self._thumb.pos = (felt.right - s * 162, felt.y + s * 80)
        self._camera.pos = (felt.right - s * 170, felt.y + s * 16)
        self._clock.pos = (felt.right - s * 14 - self._clock.width, felt.top - s * 14 - self._clock.height)


Builder.load_file(str(Path(__file__).with_name("felt.kv")))
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
