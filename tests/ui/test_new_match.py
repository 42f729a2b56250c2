"""What a person can choose for a match, for every game."""

from types import MappingProxyType

import pytest

from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.registry import GAMES
from kozyr.engine.seats import Seat
from kozyr.ui.locale.catalog import known
from kozyr.ui.new_match import Plan, checked, choosable, header_of, with_option
from kozyr.ui.rulebook_text import meaning, value_text

TABLES = [(name, form) for name, game in GAMES.items() for form in game.formats]


@pytest.mark.parametrize(("name", "form"), TABLES)
def test_every_value_offered_is_one_that_the_game_takes_or_refuses_with_a_sentence(name: str, form: str) -> None:
    plan = Plan(name, form=form)
    offered = choosable(plan)
    assert len(offered) > 10
    for option in offered:
        taken = 0
        for value in (*option.values, *range(1, 12)) if option.is_number else option.values:
            try:
                changed = with_option(plan, option.path, value)
            except LogFormatError:
                continue
            taken += 1
            assert plan.of.options(header_of(changed, {}))[option.path] == value
        assert taken, option.path


@pytest.mark.parametrize(("name", "form"), TABLES)
def test_each_of_several_options_of_a_rule_has_a_name_that_people_read(name: str, form: str) -> None:
    offered = choosable(Plan(name, form=form))
    several = [one for one in offered if sum(other.rule is one.rule for other in offered) > 1]
    assert several
    assert not [one.path for one in several if not known(f"option.{name}.{one.path}")]


@pytest.mark.parametrize("form", GAMES["preferans"].formats)
def test_of_every_option_of_preferans_that_may_differ_another_value_can_be_chosen(form: str) -> None:
    plan = Plan("preferans", form=form)
    offered = {one.path: one for one in choosable(plan)}
    book = plan.of.rulebook
    rules = [one for one in book if not one.formats or form in one.formats]
    fixed = {path for path, values in plan.of.choices.items() if len(values) == 1}
    assert {path for one in rules for path in one.options} - fixed - offered.keys() == set()
    for path in ("raspasy.cost", "raspasy.min_bid", "half_whist", "consolation"):
        assert len(offered[path].values) > 2
        for value in offered[path].values:
            assert plan.of.options(header_of(with_option(plan, path, value), {}))[path] == value
            assert meaning("preferans", path, value, "uk") != value_text("preferans", path, value, "uk")


def test_a_pulka_may_have_a_limit() -> None:
    (option,) = (one for one in choosable(Plan("preferans")) if one.path == "pool_target")
    assert (option.values, option.is_number) == ((None,), True)
    limited = with_option(Plan("preferans"), "pool_target", 20)
    assert dict(limited.rules) == {"pool_target": 20}
    assert with_option(limited, "pool_target", None).rules == {}


def test_what_the_edition_says_anyway_is_no_change() -> None:
    changed = with_option(Plan("debertz"), "direction", "ccw")
    assert changed.rules == {"direction": "ccw"}
    assert with_option(changed, "direction", "cw").rules == {}


def test_a_table_of_three_sits_where_it_likes() -> None:
    assert Plan("preferans", form="3", empty=Seat.W).seats.seats == (Seat.S, Seat.N, Seat.E)
    assert Plan("preferans", form="4", empty=Seat.W).seats.seats == tuple(Seat)


@pytest.mark.parametrize(
    "plan",
    [
        Plan("debertz", variant="sochi-2013"),
        Plan("debertz", form="9x9"),
        Plan("debertz", target=7),
        Plan("debertz", rules=MappingProxyType({"no.such": 1})),
    ],
)
def test_a_plan_that_cannot_be_played_becomes_the_usual_one_of_its_game(plan: Plan) -> None:
    assert checked(plan) == Plan("debertz")


def test_a_game_that_is_gone_becomes_the_usual_one() -> None:
    assert checked(Plan("whist")) == Plan()
