"""Protocols of Debertz and Bazar Belot: what is written where, in the terminal and on the page."""

import json
import random
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.engine.acts import Decision
from kozyr.engine.cards import Suit
from kozyr.engine.game import Report, RulingRow
from kozyr.engine.games.debertz.game import GAME
from kozyr.engine.games.debertz.match import Course, meetings_of, rows_of
from kozyr.engine.games.debertz.rules import Rules
from kozyr.engine.games.debertz.schematic import Account, Small
from kozyr.engine.games.debertz.score import Finished, Taken
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Header
from kozyr.engine.view import DealRow
from kozyr.ui.cli import main
from kozyr.ui.commands.protocol import read_subject
from kozyr.ui.locale.text import LANGUAGES, language, set_language, tr
from kozyr.ui.paper import signs
from kozyr.ui.paper.flow import Band, Block, laid_out
from kozyr.ui.paper.grid import struck, table, width
from kozyr.ui.paper.papers import PAPERS
from kozyr.ui.paper.subject import Subject

GOLDEN = Path(__file__).parents[2] / "golden" / "bazar_belot"
SVG = "{http://www.w3.org/2000/svg}"
SEATS = {"1x1": "SN", "1x2": "SWN", "1x3": "SWNE", "2x2": "SWNE"}
TEAMS = {"SN": (Seat.S, Seat.N), "WE": (Seat.W, Seat.E)}


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    before = language()
    set_language("en")
    yield
    set_language(before)


def deal(sn: int, we: int, declarer: str = "SN") -> Finished:
    return Finished(declarer, (("SN", Taken(sn, 4)), ("WE", Taken(we, 4))), 162)


def subject(*deals: Finished, shape: str = "2x2", target: int = 501, form: str | None = None) -> Subject:
    """A log with such deals, all ordered in hearts by the first seat of the declaring side."""
    seats = seating(tuple(map(Seat, SEATS[shape])), TEAMS if shape == "2x2" else None)
    meetings = meetings_of(Course(seats.side_names, target, Rules()), enumerate(deals, start=1))
    rows = []
    for party in meetings.parties:
        for number, result, total in zip(party.deals, party.results, party.totals, strict=True):
            side = deals[number - 1].declarer
            declarer = seats.seats_of(side)[0] if side else None
            score = tuple((side, result.of(side)) for side in seats.side_names) if result else ()
            rows.append(
                DealRow(
                    number, "H" if side else None, declarer, 1, score, total, result.bayt if result else (),
                    lines=result.lines if result else (), annulled=deals[number - 1].annulled,
                )
            )  # fmt: skip
    current = meetings.current
    report = Report(
        tuple(rows), current.score, current.winner, (), rows_of(meetings), record=current.record,
        meeting=meetings.wins, meeting_winner=meetings.winner, pot=current.pot, protocol="digit",
    )  # fmt: skip
    players = tuple((seat, f"<{seat.value}> & Co") for seat in seats.seats)
    extra = MappingProxyType({"format": shape, "target": target})
    header = Header("debertz", "fdu-uk", seats, players, "2026-11-30T18:00:00Z", extra=extra)
    return Subject(report, header, {"meeting_wins": 2}, form)


def lines(about: Subject) -> list[str]:
    return PAPERS[about.header.game].lines(about)


def drawn(about: Subject) -> list[ET.Element]:
    return [ET.fromstring(page) for page in PAPERS[about.header.game].pages(about)]


def texts(page: ET.Element) -> list[str]:
    return ["".join(one.itertext()) for one in page.iter(f"{SVG}text")]


def test_digits_deal_by_deal() -> None:
    said = lines(subject(deal(115, 47), deal(100, 62, "WE"), deal(81, 81)))
    assert said[0] == "Protocol of the meeting · Sport Debertz, format 2x2, to 501 points"
    table_at = said.index("Party 1 · in progress, deferred: 81")
    assert [line.split() for line in said[table_at + 4 : table_at + 8]] == [
        ["1", "S", "♥", "115", "115", "47", "47"],
        ["2", "W", "♥", "162", "277", "0", "47", "Б"],
        ["3", "S", "♥", "0", "277", "db", "81", "128"],
        ["Total", "277", "128"],
    ]


def test_signs_deal_by_deal_with_small_points_crossed_out() -> None:
    said = lines(subject(deal(115, 47), deal(100, 62), form="schematic"))
    assert [line.split() for line in said[-5:-2]] == [
        ["1", "S", "♥", "○|||", "5", "○", struck("3")],
        ["2", "S", "♥", "⊗", "|||", "1"],
        ["Total", "⊗○|||", "=", "215", "5", "○|||", "=", "109", "1"],
    ], "the same 5 stays"


def test_the_rules_say_how_a_protocol_is_kept_and_a_form_may_be_asked_for() -> None:
    about = subject(deal(115, 47))
    by_rules = replace(about, report=replace(about.report, protocol="schematic"))
    assert lines(by_rules) == lines(replace(about, form="schematic"))
    assert lines(replace(by_rules, form="digit")) == lines(about)


def test_a_won_party_shows_its_record_and_a_second_meeting_its_number() -> None:
    both = lines(subject(deal(430, 0), deal(0, 420, "WE"), deal(90, 92, "WE")))
    assert "Party 1 · won by S–N; Recorded: S–N 501 : 500 W–E" in both
    meetings = lines(subject(deal(600, 62), deal(600, 62), deal(115, 47)))
    assert "Parties: S–N 2 : 0 W–E. The meeting is won by S–N" in meetings
    assert "Meeting 2. Party 1 · in progress" in meetings


def test_letters_penalties_and_annulled_deals() -> None:
    annulled = replace(deal(100, 62), annulled=True, fines=(("WE", 30),))
    said = lines(subject(*[deal(60, 102)] * 3, annulled))
    assert "Б −100" in said[-5]
    assert "annulled" in said[-4]
    assert "−30" in said[-4]


def test_a_deal_dealt_again_and_a_deberts() -> None:
    again = replace(deal(100, 62), annulled=True)
    about = subject(deal(115, 47), again, replace(deal(0, 0), won_by="WE"))
    rows = list(about.report.deals)
    rows[1] = replace(rows[1], annulled=False, contract=None, declarer=None)
    about = replace(about, report=replace(about.report, deals=tuple(rows)))
    said = lines(about)
    assert "Party 1 · won by W–E with a deberts" in said
    assert "dealt again" in said[-5]
    assert "S ♥" in said[-4]
    assert "dealt again" in texts(drawn(about)[0])


def test_rulings_of_the_judge_without_those_dismissed() -> None:
    about = subject(deal(115, 47))
    fine = RulingRow(9, 1, "D-11", "D-11", Seat.W, 7, Decision.OTHER, "fine", 10)
    warned = RulingRow(10, 1, "D-11", "D-11", Seat.N, None, Decision.OTHER, "warn", why="spoke to the others")
    bayd = RulingRow(8, 1, "D-5", "exposed-cards", Seat.S, 7, Decision.ACCEPTED, "bayd")
    about = replace(
        about, report=replace(about.report, rulings=(bayd, replace(bayd, decision=Decision.DISMISSED), fine, warned))
    )
    said = lines(about)
    assert said[-7:-5] == ["Rulings of the judge", "  deal 1: <S> & Co: bayd – exposed cards"]
    left = "a player left the table in a time-out with cards in hand"
    assert said[-4] == f"  deal 1: <W> & Co: fine of 10 points – {left}"
    assert said[-2] == f"  deal 1: <N> & Co: warning – {left}: spoke to the others"
    assert said[-1].endswith("(D-11)")
    assert "Rulings of the judge" in texts(drawn(about)[0])


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "A player exposed his own cards, by accident or on purpose"),
        ("uk", "Гравець висвітлив свої карти, випадково чи навмисно"),
        ("ru", "Игрок засветил свои карты, случайно или намеренно"),
    ],
)
def test_a_ruling_tells_its_clause_and_what_the_clause_is_about(lang: str, words: str) -> None:
    set_language(lang)
    bayd = RulingRow(8, 1, "D-5", "exposed-cards", Seat.S, 7, Decision.ACCEPTED, "bayd")
    about = subject(deal(115, 47))
    about = replace(about, report=replace(about.report, rulings=(bayd,)))
    clause = f"{GAME.laws['D-5'].citation}: {words} (D-5)"
    assert lines(about)[-1] == f"    {clause}"
    assert clause in texts(drawn(about)[0])


def test_many_rulings_with_their_clauses_stay_on_their_sheets() -> None:
    bayd = RulingRow(8, 1, "D-5", "exposed-cards", Seat.S, 7, Decision.ACCEPTED, "bayd", why="long " * 60)
    about = subject(*[deal(115, 47)] * 40)
    about = replace(about, report=replace(about.report, rulings=(bayd,) * 30))
    sheets = drawn(about)
    assert sum("(D-5)" in said for sheet in sheets for said in texts(sheet)) == 7
    assert all(_inside(sheet) for sheet in sheets)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("form", ["digit", "schematic"])
def test_pages_are_well_formed_and_name_the_players(lang: str, form: str) -> None:
    set_language(lang)
    (page,) = drawn(subject(deal(115, 47), form=form))
    assert page.get("viewBox") == "0 0 210 297"
    assert any("<S> & Co, <N> & Co" in said for said in texts(page))
    assert not any("{" in said for said in texts(page))


def test_a_page_has_the_signs_of_every_deal_and_of_the_sum() -> None:
    (page,) = drawn(subject(deal(115, 47), deal(162, 0), form="schematic"))
    circles = page.findall(f".//{SVG}circle")
    assert len(circles) == 1 + 2 + 2 + 1 + 1, "O|||, (X)O|, the sum (X)(X)||||; O and the sum O"
    assert {"277", "−3", "47"} <= set(texts(page))
    assert "0" not in texts(page), "a deal that gave nothing writes nothing"


def _inside(page: ET.Element) -> bool:
    points = [
        (float(one.get(x, "0")), float(one.get(y, "0")))
        for one in page.iter()
        for x, y in (("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy"))
    ]
    return all(0 <= x <= 210 and 0 <= y <= 297 for x, y in points)


@st.composite
def meetings(draw: st.DrawFn) -> Subject:
    """Any meeting of any format: many deals, high accounts, letters, fines."""
    shape, number = draw(st.sampled_from(sorted(SEATS))), draw(st.integers(0, 45))
    chance = random.Random(draw(st.integers(0, 2**32)))
    sides = tuple(TEAMS) if shape == "2x2" else tuple(SEATS[shape])
    deals = []
    for _ in range(number):
        rest, taken = 162, []
        for side in chance.sample(sides, len(sides)):
            points = chance.randint(0, rest) if len(taken) < len(sides) - 1 else rest
            rest -= points
            taken.append((side, Taken(points, int(points > 0), chance.choice((0, 0, 50, 120)), bela=0)))
        offenders = (chance.choice(sides),) if chance.random() < 0.1 else ()
        annulled = chance.random() < 0.1
        deals.append(
            Finished(chance.choice(sides), tuple(taken), 162, offenders, ((sides[0], 30),) * annulled, None, annulled)
        )
    target, form = draw(st.sampled_from((501, 1001))), draw(st.sampled_from(("digit", "schematic")))
    return subject(*deals, shape=shape, target=target, form=form)


@settings(max_examples=25, deadline=None)
@given(meetings())
def test_every_meeting_fits_its_pages(about: Subject) -> None:
    pages = drawn(about)
    assert all(_inside(page) for page in pages)
    rows = Counter(said for page in pages for said in texts(page))
    assert all(rows[str(row.deal)] >= 1 for row in about.report.deals)
    told = [line.split(maxsplit=1)[0] for line in lines(about) if line]
    assert all(str(row.deal) in told for row in about.report.deals)


TEN = """\
28   17  14п
66   19  13бк
125  БТ  14п +
212  БТ  14п ++
БТ   64  14п
БТ  123  14п +
БТ  210  14п ++
262  -   К 25п
БТ  276  К+ 25п
325 278  30бк"""
"""The table of the regulation's ten examples; the capo is told with what was bid."""


def test_belot_table_of_the_ten_examples() -> None:
    set_language("ru")
    about = read_subject(str(GOLDEN / "b51_ten_examples.kozyr.jsonl"), None)
    said = lines(about)
    assert [line.split()[1:] for line in said[-10:]] == [line.split() for line in TEN.splitlines()]
    (page,) = drawn(about)
    assert {"БТ", "К+ 25п", "14п ++", "325"} <= set(texts(page))
    assert _inside(page)


@given(st.lists(st.floats(1, 30), max_size=60), st.integers(5, 40))
def test_rows_flow_down_the_pages_in_order(heights: list[float], foot: int) -> None:
    rows = tuple(
        Band(high, lambda y, at=at, high=high: [(at, y, y + high)])
        for at, high in enumerate(heights)  # type: ignore[misc, list-item]
    )
    block = Block(Band(10, lambda y: [("head", y, y + 10)]), rows, Band(foot, lambda y: [("foot", y, y + foot)]))  # type: ignore[list-item]
    pages = laid_out([block, block], 36, 266)
    placed = [one for page in pages for one in page]
    assert [name for name, _, _ in placed if name not in ("head", "foot")] == list(range(len(heights))) * 2
    assert all(top >= 36 and bottom <= 266 for _, top, bottom in placed)
    for page in pages:
        edges = [(top, bottom) for _, top, bottom in page]
        assert all(later[0] == pytest.approx(before[1]) for before, later in pairwise(edges))


@given(st.integers(0, 12), st.integers(0, 2), st.integers(0, 4), st.floats(20, 150))
def test_signs_keep_to_their_room(crossed: int, circles: int, bars: int, room: float) -> None:
    said = signs.signs_of(Account(crossed, circles, bars))
    assert "".join(signs.lines_of(said, room)) == said
    for line in signs.lines_of(said, room):
        for element in signs.drawn((0, 0), room, line):
            found = ET.fromstring(element)
            edges = [float(found.get(name, "0")) for name in ("x1", "x2")]
            edges.append(float(found.get("cx", "0")) + float(found.get("r", "0")))
            assert max(edges) <= room + 0.5


@given(st.lists(st.builds(Small, st.integers(1, 999), st.booleans()), min_size=1, max_size=3), st.floats(8, 20))
def test_small_points_keep_to_their_column(column: list[Small], room: float) -> None:
    elements = [ET.fromstring(one) for one in signs.small((50, 50), room, tuple(column))]
    strokes = [one for one in elements if one.tag == "line"]
    assert len(strokes) == sum(one.struck for one in column)
    edges = [float(one.get(name, "0")) for one in strokes for name in ("x1", "x2")]
    assert all(50 - room / 2 - 0.1 <= edge <= 50 + room / 2 + 0.1 for edge in edges)


def test_a_stroke_takes_no_room_in_a_table() -> None:
    assert width(struck("47")) == 2
    drawn_rows = table([["a", struck("47"), "x"], ["bb", "5", "yy"]], "<>^")
    assert [width(line) for line in drawn_rows] == [2 + 2 + 2 + 2 + 1, 2 + 2 + 2 + 2 + 2]


ALL_GOLDEN = GOLDEN.parent
IN_TEAMS = ("bazar_belot/b51_ten_examples", "bazar_belot/law_b10", "debertz/q3_2x2", "debertz/law_d3")


@pytest.mark.parametrize("name", IN_TEAMS)
@pytest.mark.parametrize("said", [("protocol",), ("check",), ("check", "--json")])
def test_a_header_without_sides_says_the_same(
    name: str,
    said: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = (ALL_GOLDEN / f"{name}.kozyr.jsonl").read_text("utf-8").splitlines()
    header = json.loads(lines[0]) | {"seats": [{"seat": seat, "player": f"player {seat}"} for seat in "SWNE"]}
    header.pop("sides", None)
    monkeypatch.chdir(tmp_path)
    answers = []
    for first in (header, header | {"sides": {"SN": ["S", "N"], "WE": ["W", "E"]}}):
        bare = [{key: value for key, value in json.loads(line).items() if key != "prev"} for line in lines[1:]]
        Path("log.kozyr.jsonl").write_text("\n".join(map(json.dumps, (first, *bare))) + "\n", "utf-8")
        assert main([said[0], *said[1:], "log.kozyr.jsonl", "--lang", "en"]) in (0, 1)
        answers.append("\n".join(line for line in capsys.readouterr().out.splitlines() if "Hash" not in line))
    if "--json" in said:
        answers = [json.dumps({key: one for key, one in json.loads(text).items() if key != "hash"}) for text in answers]
    assert answers[0] == answers[1]
    if said == ("protocol",):
        assert "S–N: player S, player N" in answers[0]


@pytest.mark.parametrize("name", IN_TEAMS)
def test_the_pages_of_a_log_without_sides_have_two_of_them(name: str, tmp_path: Path) -> None:
    lines = (ALL_GOLDEN / f"{name}.kozyr.jsonl").read_text("utf-8").splitlines()
    header = json.loads(lines[0])
    header.pop("sides", None)
    bare = [{key: value for key, value in json.loads(line).items() if key != "prev"} for line in lines[1:]]
    path = tmp_path / "log.kozyr.jsonl"
    path.write_text("\n".join(map(json.dumps, (header, *bare))) + "\n", "utf-8")
    odd = read_subject(str(path), None)
    assert odd.header.seating.side_names == ("SN", "WE")
    page = "".join(ET.fromstring(PAPERS[odd.header.game].pages(odd)[0]).itertext())
    assert "S–N, signature" in page
    assert "South, signature" not in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_belot_table_explains_the_letters_that_the_regulation_asks_for(lang: str) -> None:
    set_language(lang)
    (page,) = drawn(read_subject(str(GOLDEN / "b51_ten_examples.kozyr.jsonl"), None))
    legend = tr("paper.legend-belot")
    assert legend in texts(page)
    for suit in Suit:
        letter = tr(f"paper.trump.{suit.value}")
        assert letter == suit.sign or f"{letter} {suit.sign}" in legend
    assert _inside(page)
