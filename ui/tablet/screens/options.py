"""The options of a match: what each rule says in plain words, where it stands, and which rest on our own choice."""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from kozyr.engine.errors import KozyrError
from kozyr.engine.rulebook import Basis, Rule
from kozyr.ui.locale.catalog import rule_texts
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import language, tr
from kozyr.ui.new_match import Choosable, choosable, header_of, with_option
from kozyr.ui.rulebook_text import OptionInForce, meaning, options_in_force, plain_value, rule_text, value_text
from kozyr.ui.tablet.keyboard import NumberPad
from kozyr.ui.tablet.people import escaped
from kozyr.ui.tablet.screens.sheet import Sheet, choice_key, muted
from kozyr.ui.tablet.screens.start import StartScreen
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Text, WrapKey, key


class OptionsSheet(Sheet):
    """Every rule that can be chosen, by chapters; a touch opens it."""

    def __init__(self, start: StartScreen) -> None:
        super().__init__(start, tr("setup.options"))

    def build(self) -> None:
        state = self.start.state
        only = bool(state.chosen.get("only-changed"))
        in_force, rules = _in_force(self.start), _rules(self.start)
        shown: list[Widget] = []
        chapter = None
        for rule in rules:
            options = [in_force[path] for path in rule.options]
            if only and not any(one.is_changed for one in options):
                continue
            if rule.chapter is not chapter:
                chapter = rule.chapter
                words = chapter_text(state.plan.game, rule)
                shown.append(Heading(text=words, base_size=20, high=44, color=theme.muted))
            text = rule_text(state.plan.game, rule, in_force)
            marks = rule_marks(rule, any(one.is_changed for one in options))
            made = WrapKey(
                f"{text}\n{muted(marks)}", partial(self.start.go, partial(RuleSheet, rule=rule)), base_size=18
            )
            made.tip = f"rule-{rule.key}"
            shown.append(made)
        if not shown:
            shown.append(Heading(text=tr("setup.as-edition"), base_size=20, color=theme.muted))
        self.listed(shown, 1, tip=f"options-{state.plan.game}")
        self.row(
            key(tr("options.only-changed"), self._only, tone="chosen" if only else "plain", base_size=18,
                tip="only-changed"),
            key(tr("options.reset"), self._reset, base_size=18, lit=bool(state.plan.rules), tip="reset"),
        )  # fmt: skip

    def _only(self) -> None:
        chosen = self.start.state.chosen
        chosen["only-changed"] = not chosen.get("only-changed")
        self.start.redraw()

    def _reset(self) -> None:
        from dataclasses import replace
        from types import MappingProxyType

        state = self.start.state
        state.plan = replace(state.plan, rules=MappingProxyType({}))
        self.start.redraw()


class RuleSheet(Sheet):
    """One rule: its words, its source, and what it may say instead."""

    def __init__(self, start: StartScreen, rule: Rule) -> None:
        self._rule = rule
        super().__init__(start, chapter_text(start.state.plan.game, rule))

    def build(self) -> None:
        game = self.start.state.plan.game
        in_force = _in_force(self.start)
        changed = any(in_force[path].is_changed for path in self._rule.options)
        shown: list[Widget] = [
            Text(text=rule_text(game, self._rule, in_force), base_size=20, padding=(theme.s * 8, theme.s * 6)),
            Text(text=muted(rule_marks(self._rule, changed)), base_size=16, padding=(theme.s * 8, 0)),
        ]
        options = [one for one in choosable(self.start.state.plan) if one.path in self._rule.options]
        for option in options:
            shown += self._choices(option, in_force[option.path], len(options) > 1)
        self.listed(shown, 1, tip=f"rule-{self._rule.key}")

    def _choices(self, option: Choosable, now: OptionInForce, several: bool) -> list[Widget]:
        game = self.start.state.plan.game
        made: list[Widget] = []
        if several:
            made.append(Heading(text=tr(f"option.{game}.{option.path}"), base_size=17, high=34, color=theme.muted))
        own = () if option.is_number or now.value in option.values else (now.value,)
        for value in (*own, *option.values):
            words = meaning(game, option.path, value)
            small = tr("options.default") if value == now.default else ""
            tip = f"value-{option.path}-{plain_value(value)}"
            made.append(choice_key(words, small, value == now.value, partial(self._take, option.path, value), tip))
        if option.is_number:
            made.append(self._number(option, now))
        return made

    def _number(self, option: Choosable, now: OptionInForce) -> WrapKey:
        """The number in force, or the way to one."""
        is_set = now.value not in option.values
        words = plain_value(now.value) if is_set else tr("options.how-many")
        usual = value_text(self.start.state.plan.game, option.path, now.default)
        go = partial(self.start.go, partial(NumberSheet, option=option))
        return choice_key(words, tr("options.number", default=usual), is_set, go, f"number-{option.path}")

    def _take(self, path: str, value: object) -> None:
        take(self.start, path, value)


class NumberSheet(Sheet):
    """A whole number of an option."""

    def __init__(self, start: StartScreen, option: Choosable) -> None:
        self._option = option
        super().__init__(start, tr("options.how-many"))

    def build(self) -> None:
        now = _in_force(self.start)[self._option.path]
        words = rule_text(self.start.state.plan.game, self._option.rule, _in_force(self.start))
        self.add_widget(Text(text=words, base_size=17, color=theme.muted))
        hint = plain_value(now.value) if type(now.value) is int else "–"
        self.add_widget(NumberPad(self.start.state.typed, self._done, typed=self._typed, hint=hint))

    def _typed(self, typed: str) -> None:
        self.start.state.typed = typed

    def _done(self, typed: str) -> None:
        if take(self.start, self._option.path, int(typed)):
            self.start.back()


def take(start: StartScreen, path: str, value: object) -> bool:
    """Chooses; what does not go with the other options is said. True when it was taken."""
    try:
        start.state.plan = with_option(start.state.plan, path, value)
    except KozyrError as error:
        start.say(escaped(error_text(error).removeprefix("rules: ")))
        return False
    start.say("")
    return True


def chapter_text(game: str, rule: Rule) -> str:
    """The part of the rule book that a rule stands in."""
    return rule_texts(game)[f"chapter.{rule.chapter.value}"][language()]


def rule_marks(rule: Rule, changed: bool) -> str:
    """Where a rule stands, what it rests on when that is not the text, whether it was changed."""
    marks = [str(rule.citation)]
    if rule.basis is not Basis.STATED:
        marks.append(tr(f"rules.basis.{rule.basis.value}"))
    if changed:
        marks.append(tr("options.changed"))
    return " · ".join(marks)


def _in_force(start: StartScreen) -> Any:
    plan = start.state.plan
    return options_in_force(plan.of, header_of(plan, {}))


def _rules(start: StartScreen) -> list[Rule]:
    return list({one.rule.key: one.rule for one in choosable(start.state.plan)}.values())
