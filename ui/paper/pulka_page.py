"""The pulka as an A4 page: the sheet, the settlement below it, what the judge decided and room for signatures."""

from collections.abc import Iterator
from typing import Final

from kozyr.engine.games.registry import game_named
from kozyr.ui.locale.text import seat_text, tr
from kozyr.ui.paper import svg
from kozyr.ui.paper.lettering import LABEL_MM, Row, fitted, width
from kozyr.ui.paper.pulka import GAME, Figures, Part, Pulka, last
from kozyr.ui.paper.pulka_plan import CENTRE, RADIUS, Area, Edge, Plan, Zone, plan
from kozyr.ui.paper.pulka_text import head_lines, player_text, result_text
from kozyr.ui.paper.subject import ruled_pairs, signed

_LEFT: Final = 18.0
_RIGHT: Final = 192.0
_TITLE_Y: Final = 18.0
_TABLE_Y: Final = 200.0
_ROW_MM: Final = 6.4
_RULINGS_MOST: Final = 7
_HALF: Final = 82.0
"""Room for what was decided; its clause stands beside it, farther right where more was said."""
_LAW_LEAST: Final = 18.0
"""Less room than this shows nothing of a clause."""
_SIGN_Y: Final = 279.0


def page(pulka: Pulka) -> str:
    """One page of SVG."""
    drawn = plan(tuple(part.seat for part in pulka.parts))
    title = tr("pulka.title")
    elements = (*_head(pulka), *_frames(drawn, pulka), *_written(drawn, pulka))
    below = (*_settlement(pulka), *_rulings(pulka), *_signatures(pulka))
    return svg.page(title, (*elements, *below))


def _head(pulka: Pulka) -> Iterator[str]:
    """Title, convention, date and deals."""
    yield svg.text((_LEFT, _TITLE_Y), tr("pulka.title"), 7.5, bold=True)
    game, dates = head_lines(pulka)
    yield svg.text((_RIGHT, _TITLE_Y - 3.6), game, 3.4, anchor="end")
    yield svg.text((_RIGHT, _TITLE_Y + 0.8), dates, 3.4, anchor="end", colour=svg.GREY)


def _frames(drawn: Plan, pulka: Pulka) -> Iterator[str]:
    """The lines of the sheet and the target in its centre."""
    outer, pool, mountain = drawn.frames
    yield svg.shape(mountain, 0.35, svg.TINT)
    yield svg.shape(pool, 0.35)
    yield from (svg.line(first, final, 0.35) for first, final in drawn.lines)
    yield svg.shape(outer, 0.7)
    yield svg.circle(CENTRE, RADIUS, 0.5)
    x, y = CENTRE
    if pulka.target is None:
        yield svg.text((x, y + 1.2), tr("pulka.timed"), 3.4, anchor="middle")
    else:
        yield svg.text((x, y + 2.6), str(pulka.target), 7.5, anchor="middle", bold=True)


def _written(drawn: Plan, pulka: Pulka) -> Iterator[str]:
    """Names at the edges and the figures in their places."""
    parts = {part.seat: part for part in pulka.parts}
    for edge in drawn.edges:
        yield _name(edge, parts[edge.seat])
    for zone in drawn.zones:
        yield from _zone(zone, parts[zone.seat])


def _name(edge: Edge, part: Part) -> str:
    (x, y), size = edge.middle, 4.2
    said = _cut(player_text(part), size, edge.length)
    down = (0.0, 1.5) if edge.angle == 0 else (-1.5, 0.0) if edge.angle == 90 else (1.5, 0.0)
    return svg.text((x + down[0], y + down[1]), said, size, bold=True, anchor="middle", angle=edge.angle)


def _zone(zone: Zone, part: Part) -> Iterator[str]:
    """The label of an area and its figures."""
    words = [f"{signed(figure)}." for figure in _figures(zone, part)]
    setting = fitted(words, zone.corners, zone.angle)
    label = _cut(_label(zone), LABEL_MM, setting.label_room)
    elements = [svg.text(setting.label, label, LABEL_MM, colour=svg.GREY)]
    elements += [_row(row, setting.size, row is setting.rows[-1]) for row in setting.rows]
    yield svg.turned(elements, zone.angle)


def _row(row: Row, size: float, is_last: bool) -> str:
    """One line; the figure in force stands last and is bold."""
    if not is_last:
        return svg.text((row.left, row.baseline), "".join(row.words), size)
    *before, current = row.words
    said = [("".join(before), False), (current, True)] if before else [(current, True)]
    return svg.spans((row.left, row.baseline), said, size)


def _figures(zone: Zone, part: Part) -> Figures:
    if zone.area is Area.WHISTS:
        return next(figures for other, figures in part.whists if other is zone.on)
    return part.pool if zone.area is Area.POOL else part.mountain


def _label(zone: Zone) -> str:
    if zone.area is Area.WHISTS:
        return tr("pulka.whists-on", name=seat_text(zone.on, short=True))
    return tr(f"pulka.{zone.area}")


def _settlement(pulka: Pulka) -> Iterator[str]:
    """A row a player: pool, mountain, whists and the result; the results sum to zero."""
    columns = (105.0, 124.0, 147.0, 170.0, _RIGHT)
    heads = ("pool", "mountain", "written", "against", "result")
    y = _TABLE_Y
    yield svg.text((_LEFT, y), tr("pulka.settlement"), 4.2, bold=True)
    for x, head in zip(columns, heads, strict=True):
        yield svg.text((x, y), tr(f"pulka.{head}"), 2.9, anchor="end", colour=svg.GREY)
    yield svg.line((_LEFT, y + 1.8), (_RIGHT, y + 1.8), 0.5)
    for part in pulka.parts:
        y += _ROW_MM
        yield svg.text((_LEFT, y), _cut(player_text(part), 3.8, 70), 3.8)
        figures = (last(part.pool), last(part.mountain), part.written, pulka.against(part.seat))
        for x, figure in zip(columns, figures, strict=False):
            yield svg.text((x, y), signed(figure), 3.8, anchor="end")
        yield svg.text((_RIGHT, y), result_text(pulka, part.seat), 4.2, anchor="end", bold=True)
        yield svg.line((_LEFT, y + 1.8), (_RIGHT, y + 1.8), 0.15, svg.GREY)


def _rulings(pulka: Pulka) -> Iterator[str]:
    """What the judge has decided."""
    y = _TABLE_Y + _ROW_MM * (len(pulka.parts) + 1) + 3
    yield svg.text((_LEFT, y), tr("paper.rulings"), 4.2, bold=True)
    pairs = ruled_pairs(pulka.rulings, game_named(GAME).laws, pulka.players)
    if not pairs:
        yield svg.text((_LEFT, y + 5), tr("pulka.no-rulings"), 3.2)
    for said, law in pairs if len(pairs) <= _RULINGS_MOST else pairs[: _RULINGS_MOST - 1]:
        y += 5
        # What was decided and why comes first; the clause has the room that is left.
        told = _cut(said, 3.2, _RIGHT - _LEFT)
        yield svg.text((_LEFT, y), told, 3.2)
        beside = _LEFT + max(_HALF, width(told, 3.2)) + 3
        if _RIGHT - beside >= _LAW_LEAST:
            yield svg.text((beside, y), _cut(law, 2.8, _RIGHT - beside), 2.8, colour=svg.GREY)
    if len(pairs) > _RULINGS_MOST:
        more = tr("paper.more-rulings", count=len(pairs) - _RULINGS_MOST + 1)
        yield svg.text((_LEFT, y + 5), more, 3.2)


def _signatures(pulka: Pulka) -> Iterator[str]:
    """A line for every player and for the judge."""
    names = [player_text(part) for part in pulka.parts] + [tr("paper.judge")]
    gap = 5.0
    wide = (_RIGHT - _LEFT - gap * (len(names) - 1)) / len(names)
    for number, name in enumerate(names):
        x = _LEFT + number * (wide + gap)
        yield svg.line((x, _SIGN_Y), (x + wide, _SIGN_Y), 0.25)
        yield svg.text((x, _SIGN_Y + 3.6), _cut(name, 2.8, wide), 2.8, colour=svg.GREY)


def _cut(said: str, size: float, room: float) -> str:
    """The text, or as much of it as there is room for."""
    if width(said, size) <= room:
        return said
    while said and width(said + "…", size) > room:
        said = said[:-1]
    return said.rstrip() + "…"
