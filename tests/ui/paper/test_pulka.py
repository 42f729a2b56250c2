"""The pulka on paper: figures as written by hand, each in its own place, whatever there is to write."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.engine.acts import Decision
from kozyr.engine.game import MatchRow, Report, RulingRow
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Header
from kozyr.engine.view import DealRow, SheetRow
from kozyr.ui.locale.text import LANGUAGES, language, set_language
from kozyr.ui.paper.lettering import SMALLEST_MM, fitted, turned, width
from kozyr.ui.paper.pulka import Pulka, figures_text, pulkas
from kozyr.ui.paper.pulka_page import page
from kozyr.ui.paper.pulka_plan import CENTRE, HALF, Polygon, Zone, plan
from kozyr.ui.paper.pulka_text import text_lines
from kozyr.ui.paper.subject import Subject

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
SVG = "{http://www.w3.org/2000/svg}"
SEATS = {3: (S, W, N), 4: (S, W, N, E)}


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    before = language()
    set_language("en")
    yield
    set_language(before)


def row(deal: int, *written: SheetRow) -> DealRow:
    return DealRow(deal, "6S", S, 1, (), (), sheet=written)


def subject(deals: list[DealRow], players: int = 4, target: int | None = 20, **report: object) -> Subject:
    seats = SEATS[players]
    names = tuple((seat, f"player {seat}") for seat in seats)
    header = Header("preferans", "sochi-2013", seating(seats), names, "2026-11-30T18:05:00Z")
    return Subject(Report(tuple(deals), (), None, (), **report), header, {"pool_target": target})  # type: ignore[arg-type]


DEALS = [
    row(1, SheetRow("S", pool=2), SheetRow("W", whists=(("S", 4),)), SheetRow("N", whists=(("S", 4),))),
    row(2, SheetRow("S", pool=4), SheetRow("E", mountain=8)),
    row(3, SheetRow("W", mountain=3), SheetRow("N", mountain=0, pool=1)),
    row(4, SheetRow("S", pool=4), SheetRow("E", mountain=-10), SheetRow("W", whists=(("S", 8), ("N", 0)))),
]
SETTLED = (("S", 60), ("W", -12), ("N", -30), ("E", -18))
FINE = RulingRow(9, 3, "P-3", "revoke", W, 8, Decision.ACCEPTED, "fine", 4)


def one() -> Pulka:
    (found,) = pulkas(subject(DEALS, settlement=SETTLED, rulings=(FINE,)))
    return found


def test_figures_run_with_dots_and_the_last_is_in_force() -> None:
    south, west, _, east = one().parts
    assert figures_text(south.pool) == "2.6.10."
    assert figures_text(east.mountain) == "8.−2."
    assert figures_text(west.mountain) == "3."
    assert figures_text(west.pool) == ""
    assert west.whists == ((N, ()), (E, ()), (S, (4, 12)))


def test_whists_stand_clockwise_from_the_left_hand_neighbour() -> None:
    assert [[other for other, _ in part.whists] for part in one().parts] == [[W, N, E], [N, E, S], [E, S, W], [S, W, N]]


def test_whists_of_a_player_and_those_against_him() -> None:
    assert [(part.written, one().against(part.seat)) for part in one().parts] == [(0, 16), (12, 0), (4, 0), (0, 0)]


def test_a_finished_pulka_keeps_its_deals_and_its_settlement() -> None:
    over = MatchRow(SETTLED, "S", (1, 3))
    first, second = pulkas(subject(DEALS, parties=(over,), settlement=(("S", 0),), rulings=(FINE,)))
    assert (first.deals, second.deals) == ((1, 3), (4, 4))
    assert figures_text(first.parts[0].pool) == "2.6."
    assert figures_text(second.parts[0].pool) == "4."
    assert dict(first.settlement) == {S: 60, W: -12, N: -30, E: -18}
    assert (first.rulings, second.rulings) == ((FINE,), ())
    assert [pulka.deals for pulka in pulkas(subject(DEALS[:3], parties=(over,)))] == [(1, 3)]


def test_a_log_without_deals_has_an_empty_pulka() -> None:
    (empty,) = pulkas(subject([]))
    assert empty.deals == (0, 0)
    assert "no deal played yet" in "\n".join(text_lines(empty))
    assert ET.fromstring(page(empty)).tag == f"{SVG}svg"


def test_text_shows_the_players_around_the_target_and_the_settlement() -> None:
    lines = text_lines(one())
    north, middle, south = (next(at for at, line in enumerate(lines) if name in line) for name in ("N ·", "W ·", "S ·"))
    assert north < middle < south
    assert "E ·" in lines[middle]
    assert lines[middle].index("W ·") < lines[middle].index("E ·")
    text = "\n".join(lines)
    for said in ("2.6.10.", "8.−2.", "4.12.", " 20 ", "+60", "−30", "P-3"):
        assert said in text


def test_text_of_three_has_two_above_and_one_below() -> None:
    (pulka,) = pulkas(subject([row(1, SheetRow("N", pool=2))], players=3, target=None))
    lines = text_lines(pulka)
    above = next(line for line in lines if "W ·" in line)
    assert "N ·" in above
    assert any("timed" in line for line in lines)


def test_long_columns_wrap_between_figures() -> None:
    deals = [row(number, SheetRow("S", mountain=7)) for number in range(1, 60)]
    (pulka,) = pulkas(subject(deals))
    lines = text_lines(pulka)
    figures = [f"{7 * number}." for number in range(1, 60)]
    found = "".join(line.split("│")[1] for line in lines if line.strip().startswith("│") and "." in line)
    assert "".join(found.replace("mountain", "").split()).startswith("".join(figures))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_is_sound_svg_in_every_language(lang: str) -> None:
    set_language(lang)
    root = ET.fromstring(page(one()))
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    said = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    for figures in ("2.6.10.", "8.−2.", "4.12.", "20", "+60"):
        assert figures in said


def test_only_the_figure_in_force_is_bold() -> None:
    root = ET.fromstring(page(one()))
    (pool,) = [text for text in root.iter(f"{SVG}text") if "".join(text.itertext()) == "2.6.10."]
    assert [(span.text, span.get("font-weight")) for span in pool] == [("2.6.", None), ("10.", "700")]


def test_names_with_signs_of_markup_stay_names() -> None:
    odd = subject(DEALS)
    names = tuple((seat, "<A> & 'B'") for seat in SEATS[4])
    header = Header("preferans", "sochi-2013", seating(SEATS[4]), names, "2026-11-30T18:05:00Z")
    (pulka,) = pulkas(Subject(odd.report, header, odd.options))
    said = ["".join(text.itertext()) for text in ET.fromstring(page(pulka)).iter(f"{SVG}text")]
    assert "S · <A> & 'B'" in said


def test_many_rulings_leave_room_for_signatures() -> None:
    (pulka,) = pulkas(subject(DEALS, rulings=(FINE,) * 30))
    root = ET.fromstring(page(pulka))
    drawn = [text for text in root.iter(f"{SVG}text") if (text.text or "").startswith("Сочи Штрафы 4.1: ")]
    assert len(drawn) == 6, "each with its clause; the rest is counted"
    assert max(float(text.get("y", "0")) for text in drawn) < 275


@pytest.mark.parametrize("players", [3, 4])
def test_every_player_has_every_place_once(players: int) -> None:
    seats = SEATS[players]
    places = [(zone.seat, zone.area.value, zone.on) for zone in plan(seats).zones]
    expected = [(seat, area, None) for seat in seats for area in ("pool", "mountain")]
    expected += [(seat, "whists", other) for seat in seats for other in seats if other != seat]
    assert sorted(places, key=str) == sorted(expected, key=str)


@pytest.mark.parametrize("players", [3, 4])
def test_places_do_not_overlap_and_stay_inside_the_sheet(players: int) -> None:
    zones = plan(SEATS[players]).zones
    for zone in zones:
        assert all(abs(x - CENTRE[0]) <= HALF[0] and abs(y - CENTRE[1]) <= HALF[1] for x, y in zone.corners)
    for first, second in combinations(zones, 2):
        assert not _inside(_middle(first.corners), second.corners)


def test_a_table_without_south_still_has_somebody_below() -> None:
    assert plan((W, N, E)).edges[0].seat is W
    assert plan((N, E, S)).edges[0].seat is S


@settings(deadline=None, max_examples=60)
@given(st.sampled_from([3, 4]), st.lists(st.integers(-99, 999), max_size=90), st.data())
def test_figures_stay_in_their_place_and_the_last_is_never_dropped(
    players: int, figures: list[int], data: st.DataObject
) -> None:
    zone: Zone = data.draw(st.sampled_from(plan(SEATS[players]).zones))
    words = [f"{figure}." for figure in figures]
    setting = fitted(words, zone.corners, zone.angle)
    set_down = [word for one in setting.rows for word in one.words]
    assert set_down == words or (setting.size == SMALLEST_MM and set_down[0] == "…" and set_down[-1] == words[-1])
    for line in setting.rows:
        right = line.left + width("".join(line.words), setting.size)
        for corner in ((line.left, line.baseline), (right, line.baseline), (right, line.baseline - setting.size * 0.7)):
            assert _inside(turned(corner, -zone.angle), zone.corners)


def _middle(shape: Polygon) -> tuple[float, float]:
    return sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)


def _inside(point: tuple[float, float], shape: Polygon) -> bool:
    """Whether a point lies in a convex shape."""
    x, y = point
    sides = [
        (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        for (x1, y1), (x2, y2) in zip(shape, [*shape[1:], shape[0]], strict=True)
    ]
    return all(side >= -1e-6 for side in sides) or all(side <= 1e-6 for side in sides)
