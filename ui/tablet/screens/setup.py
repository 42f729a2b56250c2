"""A new match: the seats on the felt, and beside them game, format, edition, target and options."""

from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from kozyr.engine.errors import KozyrError
from kozyr.engine.games.registry import GAMES
from kozyr.engine.seats import Seat
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import counted, known, seat_text, tr, variant_text
from kozyr.ui.new_match import Plan, checked, choosable, header_of
from kozyr.ui.tablet.people import escaped
from kozyr.ui.tablet.screens.fringes import TOWARD
from kozyr.ui.tablet.screens.options import OptionsSheet
from kozyr.ui.tablet.screens.players import who_sits
from kozyr.ui.tablet.screens.sheet import ChoiceSheet, muted, said_line, setting_key
from kozyr.ui.tablet.screens.start import NewMatch, StartScreen, felt_ground
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Key, key, shortened


class SetupSheet(BoxLayout):
    """The seats, the settings, and the key that begins."""

    def __init__(self, start: StartScreen) -> None:
        s, upright = theme.s, theme.portrait
        super().__init__(spacing=s * 12, padding=s * 12, orientation="vertical" if upright else "horizontal")
        self.start, self.state = start, start.state
        with self.canvas.before:
            Color(*theme.ground)
            self._ground = Rectangle()
        self.bind(pos=self._place, size=self._place)
        self.add_widget(SeatsFelt(start))
        side = BoxLayout(orientation="vertical", spacing=s * 8)
        if upright:
            side.size_hint_y, side.height = None, s * (470 if theme.t == 1 else 500)
        else:
            side.size_hint_x, side.width = None, s * 400
        for one in self._keys():
            side.add_widget(one)
        self.add_widget(side)

    def _place(self, *_: object) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size

    def _keys(self) -> list[Widget]:
        plan, s = self.state.plan, theme.s
        found: list[Widget] = []
        if self.state.said:
            found.append(said_line(self.state.said))
        grid = GridLayout(cols=2, spacing=s * 8)
        game = setting_key(tr("start.game"), tr(f"game.{plan.game}"), partial(choose_game, self.start), "set-game")
        edition = variant_text(plan.edition)
        wide = [game, setting_key(tr("setup.edition"), edition, partial(choose_edition, self.start), "set-variant")]
        narrow = [
            setting_key(tr("setup.format"), format_text(plan.format), partial(choose_format, self.start), "set-format")
        ]
        if plan.of.targets and plan.goal is not None:
            target = counted("setup.goal", plan.goal, points=plan.goal)
            narrow.append(setting_key(tr("setup.target"), target, partial(choose_target, self.start), "set-target"))
        for one in narrow:
            grid.add_widget(one)
        grid.cols, grid.size_hint_y = len(narrow), None
        grid.height = narrow[0].height
        found += [wide[0], grid, wide[1]]
        count = len(plan.rules)
        said = tr("setup.changed", count=count) if count else tr("setup.as-edition")
        found.append(setting_key(tr("setup.options"), said, partial(self.start.go, OptionsSheet), "set-options"))
        found.append(Widget())
        last = BoxLayout(spacing=s * 8, size_hint_y=None, height=s * 84)
        last.add_widget(key(tr("key.back"), self.start.back, base_size=19, tip="back", size_hint_x=0.45))
        last.add_widget(key(tr("start.begin"), self._begin, tone="primary", base_size=24, tip="begin"))
        found.append(last)
        return found

    def _begin(self) -> None:
        begin(self.start)


def begin(start: StartScreen) -> None:
    """Begins the match as it is put together, and remembers it."""
    state = start.state
    names = {seat: name.strip() for seat, name in state.names.items()}
    try:
        header = header_of(state.plan, names)
    except KozyrError as error:
        start.say(escaped(error_text(error)))
        return
    plan, seats = state.plan, header.seating.seats
    dealer = state.dealer if state.dealer in seats else seats[0]
    kept = start.desk.remembered
    said = ""
    try:
        kept.change(
            game=plan.game, variant=plan.variant or None, form=plan.form or None, target=plan.target,
            rules=plan.rules, seated=tuple((seat, name) for seat, name in names.items() if name),
        )  # fmt: skip
        kept.met(*(names.get(seat, "") for seat in seats))
    except KozyrError as error:
        said = escaped(error_text(error))
    start.open_table(partial(start.desk.begin, NewMatch(header, dealer)))
    state.said = state.said or said


NAME_KEY: Final = 206
"""The width of a player's key, units."""
_ON_FELT: Final = (1.0, 1.0, 1.0, 1.0)
"""Ink of what stands on the bare felt, which is dark in every theme."""


class SeatsFelt(FloatLayout):
    """The seats as they stand around the table; a touch asks who sits there, below it who deals first."""

    def __init__(self, start: StartScreen) -> None:
        super().__init__()
        self.start, self.state = start, start.state
        felt_ground(self)
        self.bind(pos=self._seat, size=self._seat)

    def _seat(self, *_: object) -> None:
        self.clear_widgets()
        s, seats = theme.s, self.state.plan.seats.seats
        if self.state.dealer not in seats:
            self.state.dealer = seats[0]
        if self.state.plan.of.judge_deals:
            said = FitLabel(text=tr("setup.judge-deals"), color=_ON_FELT, base_size=18)
            said.size_hint, said.size, said.center = (None, None), (s * 240, s * 40), self.center
            self.add_widget(said)
        width, name, deals = s * NAME_KEY, s * 66, s * 62
        for seat in Seat:
            if seat not in seats and len(seats) != 3:
                continue
            dx, dy = TOWARD[seat]
            cx = self.center_x + dx * (self.width / 2 - width / 2 - s * 14)
            cy = self.center_y + dy * (self.height / 2 - (name + deals) / 2 - s * 14)
            if seat not in seats:
                self._put(self._free_key(seat), (cx, cy), (width, name))
                continue
            self._put(self._name_key(seat), (cx, cy + deals / 2 + s * 2), (width, name))
            self._put(self._dealer_key(seat), (cx, cy - name / 2 - s * 2), (width, deals))

    def _put(self, made: Key, centre: tuple[float, float], size: tuple[float, float]) -> None:
        made.size_hint, made.size, made.center = (None, None), size, centre
        self.add_widget(made)

    def _name_key(self, seat: Seat) -> Key:
        name = self.state.names.get(seat, "")
        seen = shortened(escape_markup(name), 20 * theme.s * theme.t, True, (NAME_KEY - 16) * theme.s)
        text = f"{seen}\n{muted(seat_text(seat), 15)}" if name else f"✎ {seat_text(seat)}"
        return key(text, partial(who_sits, self.start, seat), base_size=20, tip=f"name-{seat}")

    def _dealer_key(self, seat: Seat) -> Key:
        chosen = self.state.dealer == seat
        word = tr("role.obliged" if self.state.plan.of.judge_deals else "role.dealer")
        made = key(f"{'●' if chosen else '○'} {word}", partial(self._deals, seat), base_size=18, tip=f"dealer-{seat}")
        made.tone = "primary" if chosen else "quiet"
        if not chosen:
            made.ink = _ON_FELT
        return made

    def _free_key(self, seat: Seat) -> Key:
        made = key(tr("setup.free"), partial(self._sit, seat), base_size=17, tip=f"free-{seat}", tone="quiet")
        made.ink = _ON_FELT
        return made

    def _deals(self, seat: Seat) -> None:
        self.state.dealer = seat
        self.start.redraw()

    def _sit(self, seat: Seat) -> None:
        """Somebody sits down where nobody sat: the next player clockwise moves there."""
        order = list(Seat)
        other = order[(order.index(seat) + 1) % len(order)]
        names, state = self.state.names, self.state
        names[seat] = names.pop(other, "")
        state.dealer = seat if state.dealer is other else state.dealer
        state.plan = replace(state.plan, empty=other)
        self.start.redraw()


def choose_game(start: StartScreen) -> None:
    """Asks for the game."""
    now = start.state.plan.game
    choices = [(tr(f"game.{name}"), "", name == now, partial(_plan, start, Plan(name))) for name in GAMES]
    start.go(lambda at: ChoiceSheet(at, tr("start.game"), choices))


def choose_format(start: StartScreen) -> None:
    """Asks how it is played."""
    _ask(start, "setup.format", "form", [(one, format_text(one), "") for one in start.state.plan.of.formats])


def choose_edition(start: StartScreen) -> None:
    """Asks for the edition of the rules."""
    plan = start.state.plan
    rows = []
    for one in plan.of.variants:
        source = next((str(rule.citation.source) for rule in plan.of.rulebook if one in rule.variants), "")
        rows.append((one, variant_text(one), tr("setup.source", source=source) if source else ""))
    _ask(start, "setup.edition", "variant", rows)


def choose_target(start: StartScreen) -> None:
    """Asks to how many points."""
    targets = start.state.plan.of.targets
    _ask(start, "setup.target", "target", [(one, counted("setup.goal", one, points=one), "") for one in targets])


def _ask(start: StartScreen, title: str, name: str, rows: list[tuple[Any, str, str]]) -> None:
    plan = start.state.plan
    now = {"form": plan.format, "variant": plan.edition, "target": plan.goal}[name]
    choices = [
        (words, small, value == now, partial(_plan, start, replace(plan, **{name: value})))
        for value, words, small in rows
    ]
    start.go(lambda at: ChoiceSheet(at, tr(title), choices))


def _plan(start: StartScreen, plan: Plan) -> None:
    """Takes a plan; options that another edition does not have are left behind."""
    state = start.state
    if plan.game != state.plan.game or plan.edition != state.plan.edition:
        kept = {one.path for one in choosable(replace(plan, rules=MappingProxyType({})))}
        rules = {path: value for path, value in plan.rules.items() if path in kept}
        plan = checked(replace(plan, rules=MappingProxyType(rules)))
    state.plan = plan
    start.back()


def format_text(form: str) -> str:
    """How it is played: ``2x2`` as people say it, or the number of players."""
    if known(f"setup.format.{form}"):
        return tr(f"setup.format.{form}")
    return tr("setup.players", count=form) if form.isdecimal() else form
