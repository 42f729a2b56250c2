"""The table screen: contract and score above, the felt at the left, a page at the right that never covers the trick."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image

from kozyr.engine.errors import KozyrError
from kozyr.engine.seats import Seat
from kozyr.engine.view import Phase, TableView
from kozyr.ui.locale.text import bid_parts, call_text, known, seat_text, side_text, tr
from kozyr.ui.tablet.model import CameraState, TableModel
from kozyr.ui.tablet.screens.cardpad import CardPage
from kozyr.ui.tablet.screens.case import Case
from kozyr.ui.tablet.screens.deal import DealPage
from kozyr.ui.tablet.screens.declare import DeclarePage
from kozyr.ui.tablet.screens.felt import Felt, player_text
from kozyr.ui.tablet.screens.history import HistoryPage, edit
from kozyr.ui.tablet.screens.judge import FindingsPage, JudgeCallPage
from kozyr.ui.tablet.screens.menu import MenuPage
from kozyr.ui.tablet.screens.pads import calls_page
from kozyr.ui.tablet.screens.page import Page, seat_page
from kozyr.ui.tablet.screens.question import QuestionPage
from kozyr.ui.tablet.screens.ruling import RulingDialog
from kozyr.ui.tablet.screens.scores import ScorePage
from kozyr.ui.tablet.theme import CARD_BLACK, CARD_RED, theme
from kozyr.ui.tablet.widgets import Key, key, plain

PANEL_WIDTH: Final = 392
"""The side panel, units."""
NOTICE_S: Final = 4.0
"""How long a notice stays."""
SETTLE_S: Final = 0.4
"""How long the side panel takes no touch after its page has changed by itself: such a touch was meant for the page
before."""
LAMP_ON: Final = (0.5, 0.95, 0.7, 1)
"""The camera's lamp on the felt."""


def bidding(view: TableView) -> tuple[str | None, Seat | None, int]:
    """The bid that stands in a running auction, who made it, and its doubling."""
    standing = [call for call in view.calls if call.stands]
    bids = [call for call in standing if bid_parts(call.call) is not None]
    if not bids:
        return None, None, 1
    said = {call.call for call in standing}
    return bids[-1].call, bids[-1].seat, 4 if "recontra" in said else 2 if "contra" in said else 1


def auction_open(view: TableView) -> bool:
    """Whether calls can still come: the auction runs, or cards were recorded before any call and wait for it."""
    waiting = view.phase is Phase.PLAY and view.contract is None and "Called" in view.expectation.kinds
    return view.phase is Phase.AUCTION or waiting


class SidePanel(BoxLayout):
    """The tabs and the page at the right."""

    settled_at = 0.0
    """From when on it takes touches, ``time.monotonic`` seconds."""

    def settle(self) -> None:
        """What it shows has changed by itself: the finger above it meant something else."""
        self.settled_at = time.monotonic() + SETTLE_S

    def on_touch_down(self, touch: Any) -> bool:
        if time.monotonic() < self.settled_at and self.collide_point(*touch.pos):
            return True
        return bool(super().on_touch_down(touch))


class ContractBand(BoxLayout):
    """The contract as people say it, on a card; who plays it; contra."""

    bid = StringProperty("")
    bid_ink = ColorProperty(CARD_BLACK)
    who = StringProperty("")
    note = StringProperty("")
    note_ink = ColorProperty((1, 1, 1, 1))

    def show(self, view: TableView, names: dict[Seat, str]) -> None:
        """Shows the contract, or the highest bid of a running auction."""
        running = auction_open(view)
        contract, declarer, doubled = bidding(view) if running else (view.contract, view.declarer, view.doubled)
        self.note_ink = theme.muted if doubled == 1 else theme.accent
        if contract is None:
            self.bid, self.who = "", tr("top.deal", deal=view.deal) if view.deal else tr("phase.before-deal")
            waiting = tr(f"phase.{view.phase.value}") if view.deal else tr(f"game.{view.game}")
            self.note = tr("top.no-bid") if running else waiting
            return
        parts = bid_parts(contract)
        self.bid_ink = CARD_RED if parts is not None and parts[1] in "HD" else CARD_BLACK
        self.bid = call_text(contract)
        player = names.get(declarer, "") if declarer is not None else ""
        self.who = f"{player or seat_text(declarer)}"
        words = [tr(f"doubled.{doubled}")] if doubled > 1 else []
        self.note = " · ".join([*words, tr("top.deal", deal=view.deal)])


class SideScore(BoxLayout):
    """One side: its match total large, its small points of this deal below."""

    side = StringProperty("")
    total = StringProperty("")
    points = StringProperty("")


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


class TopBar(BoxLayout):
    """Menu, contract, score, judge."""


class TableScreen(BoxLayout):
    """Shows a ``TableModel``; ``leave`` goes back to the start screen."""

    def __init__(self, model: TableModel, leave: Callable[[], object] = lambda: None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.model, self.leave = model, leave
        self.acting: Seat | None = None
        self.shown_deal: int | None = None
        self._tab = ""
        self._phase: Phase | None = None
        self._camera_lost = False
        self._asked: tuple[Any, ...] = ()
        self._notice = Clock.create_trigger(lambda *_: self._fill_tabs(), NOTICE_S)
        self._top = TopBar()
        self._band, self._judge = ContractBand(), Key(size_hint_x=None, width=theme.s * 142, base_size=18)
        self._judge.bind(on_release=lambda *_: self._judge_tapped())
        self._sides = {side: SideScore(side=side_text(side)) for side in model.sides}
        self._felt, self._camera, self._thumb = Felt(), CameraStrip(), Image(fit_mode="contain", opacity=0)
        self._body, self._side, self._tabs = BoxLayout(), SidePanel(orientation="vertical"), BoxLayout()
        self._page: Page | None = None
        self._assemble()
        self._later = Clock.create_trigger(lambda *_: self.refresh(), -1)
        self._stop = model.on_change(self._later)
        self.refresh()

    def _assemble(self) -> None:
        menu = key(
            "≡", partial(self.open_page, MenuPage), base_size=34, size_hint_x=None, width=theme.s * 64, tip="menu"
        )
        for widget in (menu, self._band, *self._sides.values(), self._judge):
            self._top.add_widget(widget)
        self._side.size_hint_x, self._side.width = None, theme.s * PANEL_WIDTH
        self._tabs.size_hint_y, self._tabs.spacing = None, theme.s * 4
        self._tabs.padding = (theme.s * 4, 0)
        self._side.add_widget(self._tabs)
        self._felt.bind(on_seat=lambda _, seat: self._seat_tapped(seat), on_card=lambda _, seq: edit(self, seq))
        self._felt.bind(on_call=lambda _, seq: edit(self, seq), pos=self._place_camera, size=self._place_camera)
        holder = BoxLayout(padding=(theme.s * 8, 0, theme.s * 6, theme.s * 8))
        holder.add_widget(self._felt)
        for widget in (holder, self._side):
            self._body.add_widget(widget)
        for widget in (self._thumb, self._camera):
            self._felt.add_widget(widget)
        self.add_widget(self._top)
        self.add_widget(self._body)

    def close(self) -> None:
        """Stops following the model."""
        self._stop()
        self._later.cancel()
        self._notice.cancel()

    # what is shown

    def refresh(self, *, close: bool = False) -> None:
        """Shows the model as it is now; ``close``: a page with a task of its own has done it."""
        self._later.cancel()
        view, before, page = self.model.view, self._matter, self._page
        self._show_top(view)
        self._felt.show(view, self.acting, self.model.doubts if view.phase is Phase.DEAL_OVER else ())
        self._camera.show(self.model.camera)
        self._tell_camera_lost()
        if view.phase is not self._phase:
            self._phase = view.phase
            if self._tab not in ("history", "judge"):
                self._tab = self._usual_tab(view)
        self._raise_question()
        gone = self._tab == "auction" and not self._waits_for_calls(view)
        if gone or (self._tab == "judge" and not self.model.judging):
            self._tab = self._usual_tab(view)
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

    @staticmethod
    def _waits_for_calls(view: TableView) -> bool:
        """Whether cards were recorded before any call, so that the card pad and the auction's are both wanted."""
        return view.phase is Phase.PLAY and auction_open(view)

    def _tell_camera_lost(self) -> None:
        """Once, when the camera is lost: the game goes on by touch."""
        lost = self.model.camera.present and not self.model.camera.working
        if lost and not self._camera_lost:
            if self._tab == "score" and self._phase is Phase.PLAY:
                self._tab = "pad"
            Clock.schedule_once(lambda _: self.notice(tr("camera.manual")), 0)
        self._camera_lost = lost

    def _show_top(self, view: TableView) -> None:
        names = {seat.seat: player_text(seat) for seat in view.seats}
        self._band.show(view, names)
        totals, points = dict(view.score or view.settlement), dict(view.points)
        for side, box in self._sides.items():
            box.total = str(totals.get(side, 0))
            box.points = tr("top.in-deal", points=points.get(side, 0)) if view.phase is Phase.PLAY else ""
        model = self.model
        word = "top.judging" if model.judging else "top.judge-called" if model.judge_called else "top.judge"
        self._judge.text = tr(word).replace(" ", "\n", 1)
        self._judge.tone = "primary" if model.judge_called or model.judging else "plain"

    def _usual_tab(self, view: TableView) -> str:
        if view.phase in (Phase.DEAL_OVER, Phase.MATCH_OVER):
            return "score"
        if self._waits_for_calls(view):
            return "auction"
        return "score" if view.phase is Phase.PLAY and self.model.camera.working else "pad"

    def _raise_question(self) -> None:
        new = [question for question in self.model.questions if question not in self._asked]
        self._asked = self.model.questions
        if new:
            self._tab = "question"
        elif self._tab == "question" and not self.model.questions:
            self._tab = self._usual_tab(self.model.view)

    def _tab_names(self) -> list[str]:
        names = ["pad"]
        if self._waits_for_calls(self.model.view):
            names.insert(0, "auction")
        elif self._phase in (Phase.AUCTION, Phase.PLAY):
            names.append("declare")
        names += ["score", "history"]
        return names + ["judge"] * self.model.judging + ["question"] * bool(self.model.questions)

    def _fill_tabs(self) -> None:
        self._tabs.clear_widgets()
        whole = self._page is not None and self._page.whole
        self._tabs.height = 0 if whole else theme.s * 56
        if whole:
            return
        names = self._tab_names()
        for name in names:
            tone = "primary" if name == "question" else "chosen" if name == self._tab else "quiet"
            made = key(self._tab_text(name), partial(self.choose, name), tone=tone, pad=1, tip=name)
            made.base_size = 17 if len(names) < 5 else 14.5
            self._tabs.add_widget(made)

    def _tab_text(self, name: str) -> str:
        if name == "pad":
            pads = {Phase.AUCTION: "auction", Phase.PLAY: "play"}
            return tr(f"tab.pad.{pads.get(self._phase or Phase.BEFORE_DEAL, 'deal')}")
        if name == "auction":
            return tr("tab.pad.auction")
        if name == "question":
            return f"? {len(self.model.questions)}"
        if name == "judge" and self.model.view.findings:
            return tr("tab.judge.count", count=len(self.model.view.findings))
        if name == "history" and self.model.session.errors:
            return tr("tab.history.broken")
        return tr(f"tab.{name}")

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
        kinds: dict[str, type[Page]] = {
            "declare": DeclarePage, "score": ScorePage, "history": HistoryPage, "judge": FindingsPage,
            "question": QuestionPage, "auction": calls_page(self.model),
        }  # fmt: skip
        pads: dict[Phase | None, type[Page]] = {Phase.AUCTION: calls_page(self.model), Phase.PLAY: CardPage}
        kind = pads.get(self._phase, DealPage) if self._tab == "pad" else kinds[self._tab]
        if type(self._page) is kind and self._page is not None and not self._page.whole:
            self._page.refresh()
            self._fill_tabs()
        else:
            self.open(kind(self))

    def open(self, page: Page) -> None:
        """Shows a page."""
        if self._page is not None:
            self._side.remove_widget(self._page)
        self._page = page
        self._side.add_widget(page)
        self._fill_tabs()

    def open_page(self, kind: Callable[..., Page], **args: Any) -> None:
        """Makes a page and shows it."""
        self.open(kind(self, **args))

    def notice(self, text: str) -> None:
        """Says one sentence where the tabs stand; goes away by itself or when touched."""
        self._tabs.clear_widgets()
        self._tabs.height = theme.s * 56
        self._tabs.add_widget(key(plain(text), self._fill_tabs, tone="danger", base_size=18, tip="notice"))
        self._notice()

    # what is done

    def attempt(self, do: Callable[..., object], *args: object) -> bool:
        """Does something with the model; what cannot have happened becomes a notice. True when it was done."""
        try:
            do(*args)
        except KozyrError as error:
            self.notice(tr("error.impossible", text=str(error)))
            return False
        return True

    def finish(self, do: Callable[..., object], *args: object) -> None:
        """Does something and goes back to the tab in force."""
        if self.attempt(do, *args):
            self.acting = None
            self.refresh(close=True)

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
        if self._phase in (Phase.AUCTION, Phase.PLAY) and self._tab not in ("pad", "declare", "auction"):
            self._tab = "pad"
        self._felt.show(self.model.view, self.acting)
        self.home()

    def _judge_tapped(self) -> None:
        if self.model.judging:
            self.finish(self.model.close_judging)
        elif self.model.judge_called:
            self.open_page(JudgeCallPage)
        else:
            self.model.call_judge()
            self.open_page(JudgeCallPage)

    def open_ruling(self, case: Case) -> None:
        """Opens the ruling dialog over the table."""
        self.remove_widget(self._body)
        self._ruling = RulingDialog(self, case)
        self.add_widget(self._ruling)

    def close_ruling(self) -> None:
        """Back to the table."""
        self.remove_widget(self._ruling)
        self.add_widget(self._body)
        self.refresh(close=True)

    # the camera's picture

    def show_picture(self, texture: Any) -> None:
        """Shows the live picture small beside the strip; None hides it."""
        self._thumb.texture = texture
        self._thumb.canvas.ask_update()
        self._thumb.opacity = 1 if texture is not None else 0

    def _place_camera(self, *_: object) -> None:
        s, felt = theme.s, self._felt
        self._thumb.size_hint = (None, None)
        self._thumb.size = (s * 150, s * 84)
        self._thumb.pos = (felt.right - s * 170, felt.y + s * 48)
        self._camera.pos = (felt.right - s * 196, felt.y + s * 14)


Builder.load_file(str(Path(__file__).with_name("felt.kv")))
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
