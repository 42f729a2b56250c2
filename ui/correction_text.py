"""A correction and what it changed, for people."""

from collections.abc import Iterator, Mapping
from itertools import groupby

from kozyr.engine.acts import Act
from kozyr.engine.table.amended import Correction
from kozyr.engine.table.differences import Differences, PartyChange, ScoreChange
from kozyr.engine.table.log import Entry
from kozyr.ui.locale.narrate import act_text, narrate_finding
from kozyr.ui.locale.remarks import by_text, why_text
from kozyr.ui.locale.text import clock_text, score_text, side_text, tr


def correction_lines(correction: Correction, acts: Mapping[int, Act]) -> Iterator[str]:
    """Who changed what and when, and every figure that is another one since. ``acts``: what each entry states."""
    first = correction.entries[0]
    said = "; ".join(_made(entry, old, acts) for entry, old in zip(correction.entries, correction.old, strict=True))
    why = f" [{why_text(first.why)}]" if first.why else ""
    by = f", {by_text(first.by)}" if first.by else ""
    yield tr("check.correction", time=clock_text(first.at_ms), by=by, text=said) + why
    yield from difference_lines(correction.differences)


def _made(entry: Entry, old: Act | None, acts: Mapping[int, Act]) -> str:
    if entry.act is None:
        return tr("check.correction.taken-back", old=_act(old))
    if entry.before is not None:
        return tr("check.correction.inserted", before=_act(acts.get(entry.before)), new=_act(entry.act))
    if old is None:
        return tr("check.correction.brought-back", new=_act(entry.act))
    if old == entry.act:
        return tr("check.correction.doubted" if entry.is_guess else "check.correction.confirmed", new=_act(entry.act))
    return tr("check.correction.replaced", old=_act(old), new=_act(entry.act))


def _act(act: Act | None) -> str:
    return tr("check.nobody") if act is None else act_text(act)


def difference_lines(found: Differences) -> Iterator[str]:
    """Every figure that changed: the deal's own, the totals after it, sheets, parties, winners, findings."""
    if not found:
        yield tr("check.corrections.none")
    for (deal, is_total), changes in groupby(found.scores, key=lambda one: (one.deal, one.what == "total")):
        figures = ", ".join(_figure(one) for one in changes)
        if deal == 0:
            yield tr("check.change.end", figures=figures)
        else:
            yield tr("check.change.total" if is_total else "check.change.deal", deal=deal, figures=figures)
    yield from (_party(one) for one in found.parties)
    if found.winner is not None:
        old, new = found.winner
        yield tr("check.change.winner", old=_side(old), new=_side(new))
    if found.meeting_winner is not None:
        old, new = found.meeting_winner
        yield tr("check.change.meeting", old=_side(old), new=_side(new))
    for finding in found.found:
        yield tr("check.change.found", finding=narrate_finding(finding))
    for finding in found.dropped:
        yield tr("check.change.dropped", finding=narrate_finding(finding))


def _figure(one: ScoreChange) -> str:
    what = side_text(one.side)
    if one.what == "whists":
        what += " " + tr("sheet.whists-on", side=side_text(one.on or ""))
    elif one.what in ("pool", "mountain"):
        what += " " + tr(f"sheet.{one.what}")
    elif one.what == "settlement":
        what += " " + tr("sheet.whists")
    elif one.what == "wins":
        what = tr("check.change.wins", side=what)
    if one.old is None:
        return tr("check.change.figure.new", what=what, new=_value(one.new))
    if one.new is None:
        return tr("check.change.figure.gone", what=what, old=_value(one.old))
    return tr("check.change.figure", what=what, old=_value(one.old), new=_value(one.new))


def _value(value: int | None) -> str:
    return tr("check.nobody") if value is None else str(value)


def _side(side: str | None) -> str:
    return tr("check.nobody") if side is None else side_text(side)


def _party(one: PartyChange) -> str:
    said = [tr("check.nobody") if row is None else score_text(row.record or row.score) for row in (one.old, one.new)]
    return tr("check.change.party", number=one.number, old=said[0], new=said[1])
