"""Game options of ``kozyr table`` and ``kozyr watch``: a header of every game, one sentence for each wrong value."""

import argparse
from typing import Any

import pytest

from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.registry import GAMES, game_named
from kozyr.engine.seats import Seat
from kozyr.engine.table.codec import read_header, write_header
from kozyr.ui.cli import main
from kozyr.ui.commands.game_options import add_game_arguments, header_from, renamed

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E


def header(*words: str) -> Any:
    """The header that a command line makes."""
    parser = argparse.ArgumentParser()
    add_game_arguments(parser)
    return header_from(parser.parse_args(words))


@pytest.mark.parametrize(("name", "form"), [(name, form) for name, game in GAMES.items() for form in game.formats])
def test_a_header_of_every_game_and_format_is_one_that_its_game_takes(name: str, form: str) -> None:
    made = header("--game", name, "--format", form)
    again = read_header(write_header(made))
    assert again == made
    game_named(name).start(again)
    assert made.seating == game_named(name).seating(form)
    assert [seat for seat, _ in made.players] == list(made.seating.seats)


def test_debertz_says_format_and_target_in_the_header_and_the_others_nothing() -> None:
    assert header("--game", "debertz").extra == {"format": "2x2", "target": 501}
    assert header("--game", "debertz", "--format", "1x2", "--target", "1001").extra == {"format": "1x2", "target": 1001}
    assert header("--game", "preferans", "--format", "3").extra == {}
    assert header().extra == {}


def test_rules_are_given_by_dotted_names_and_json_values() -> None:
    made = header(
        "--rule", "match_target=501", "--rule", "capo_hand.enabled=false", "--rule", "capo_hand.value=double",
        "--rule", 'capo_base={"bk": 26}',
    )  # fmt: skip
    assert made.rules["match_target"] == 501
    assert made.rules["capo_hand"] == {"enabled": False, "value": "double"}
    assert made.rules["capo_base"] == {"bk": 26}
    options = GAMES["bazar-belot"].options(made)
    assert options["capo_hand.value"] == "double"
    assert options["capo_base.bk"] == 26
    preferans = header("--game", "preferans", "--rule", "raspasy.cost=[1, 2]", "--rule", "pool_target=20")
    assert preferans.rules["raspasy"]["cost"] == (1, 2)
    assert read_header(write_header(preferans)).rules == preferans.rules


def test_three_players_sit_where_they_are_named() -> None:
    named = ("--player", "E=a", "--player", "S=b", "--player", "N=c")
    for game in (("debertz", "1x2"), ("preferans", "3")):
        made = header("--game", game[0], "--format", game[1], *named)
        assert made.seating.seats == (S, N, E)
        assert made.players == ((S, "b"), (N, "c"), (E, "a"))


WRONG = {
    "format": (("--game", "debertz", "--format", "3x3"), "debertz has no format '3x3'"),
    "format of another game": (("--format", "1x2"), "bazar-belot has no format '1x2'"),
    "players": (("--game", "preferans", "--format", "5"), "preferans has no format '5'"),
    "variant": (("--game", "preferans", "--variant", "fdu-uk"), "fdu-uk"),
    "target": (("--game", "debertz", "--target", "many"), "--target 'many' must be a whole number"),
    "target that there is not": (("--game", "debertz", "--target", "300"), '"target" is 300'),
    "target of another game": (("--target", "501"), 'bazar-belot has no "target"'),
    "rule without value": (("--rule", "match_target"), "must be NAME=VALUE"),
    "rule without name": (("--rule", "=3"), "must be NAME=VALUE"),
    "rule with an empty part": (("--rule", "capo_hand.=3"), "must be NAME=VALUE"),
    "rule twice": (("--rule", "min_bid=9", "--rule", "min_bid=9"), "names min_bid twice"),
    "rule inside a value": (("--rule", "min_bid=9", "--rule", "min_bid.x=9"), "min_bid has a value of its own"),
    "value inside a rule": (("--rule", "capo_hand.value=double", "--rule", "capo_hand=1"), "names capo_hand twice"),
    "unknown rule": (("--rule", "jumps=true"), "bazar-belot has no option 'jumps'"),
    "unknown dotted rule": (("--rule", "capo_hand.price=3"), "no option 'capo_hand.price'"),
    "value of another kind": (("--rule", "min_bid=low"), 'min_bid is "low"; it must be a whole number'),
    "truth for a number": (("--rule", "min_bid=true"), "min_bid is true; it must be a whole number"),
    "list with nothing in it": (
        ("--game", "preferans", "--rule", "raspasy.cost=[]"),
        "raspasy.cost is []; it must be a list with something in it, such as [1, 2, 3]",
    ),
    "name that there is not": (
        ("--game", "preferans", "--rule", 'consolation=["all"]'),
        'consolation names "all"; it may name whister, passer, dealer',
    ),
    "value that there is not": (("--rule", "capo_hand.value=triple"), "it may be same_as_capo, double"),
    "no number at all": (("--rule", "min_bid=NaN"), "NaN is no number in JSON"),
    "key twice in a value": (("--rule", 'capo_hand={"value": "double", "value": "double"}'), "stands twice"),
    "nobody sits there": (("--game", "debertz", "--format", "1x1", "--player", "W=a"), "nobody sits"),
    "two of three named elsewhere": (("--game", "debertz", "--format", "1x2", "--player", "E=a"), "name all three"),
}


@pytest.mark.parametrize(("words", "sentence"), WRONG.values(), ids=WRONG)
def test_each_wrong_value_is_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(LogFormatError) as refused:
        header(*words)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("words", [one[0] for one in WRONG.values()], ids=WRONG)
def test_a_table_with_a_wrong_value_is_one_line_and_exit_2(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozyr.ui.commands.table.has_display", lambda: False)
    assert main(["table", *words]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "Traceback" not in said[0]


def test_names_are_put_into_the_header_of_a_calls_log() -> None:
    parser = argparse.ArgumentParser()
    add_game_arguments(parser)
    given = header("--player", "S=a", "--player", "W=b")
    made = renamed(given, parser.parse_args(["--player", "W=c", "--player", "N=d"]))
    assert made.players == ((S, "a"), (W, "c"), (N, "d"), (E, "E"))
    three = header("--game", "preferans", "--format", "3")
    nobody = next(seat for seat in Seat if seat not in three.seating.seats)
    with pytest.raises(LogFormatError, match="nobody sits"):
        renamed(three, parser.parse_args(["--player", f"{nobody}=x"]))
