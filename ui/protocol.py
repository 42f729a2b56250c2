"""The protocol of a deal as text: contract, tricks with their times, findings with both times, score, match table."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kozyr.engine.facts import Irregularity
from kozyr.engine.game import Report, RulingRow
from kozyr.engine.table.session import Session
from kozyr.engine.view import Audience, DealRow, TrickView
from kozyr.ui.locale.narrate import narrate_finding
from kozyr.ui.locale.text import (
    bayt_text,
    card_text,
    clock_text,
    contract_text,
    declaration_text,
    known,
    line_text,
    score_text,
    seat_text,
    side_text,
    tr,
)


def protocol_lines(session: Session[Any]) -> tuple[str, ...]:
    """The protocol of the current deal, a line each; empty before the first deal."""
    view, report = session.view(Audience.JUDGE), session.report()
    if not report.deals:
        return ()
    row = report.deals[-1]
    times = {step.seq: step.at_ms for step in session.steps}
    said = contract_text(row.contract, row.doubled)
    lines = [tr("protocol.title", deal=row.deal, contract=said, seat=seat_text(row.declarer)), ""]
    open_trick = (view.trick,) if view.trick is not None and view.trick.winner is None else ()
    lines += [_trick_line(trick, times) for trick in (*view.tricks, *open_trick) if trick.plays]
    if view.declarations:
        own = f"protocol.declarations.{view.game}"
        lines += ["", tr(own if known(own) else "protocol.declarations")]
        lines += [f"  {seat_text(one.seat)}: {declaration_text(one.declaration)}" for one in view.declarations]
    found = [one for one in report.irregularities if one.deal == row.deal]
    lines += ["", *finding_lines(report, found, times)]
    return (*lines, "", *score_lines(row, view.game))


def finding_lines(report: Report, found: Iterable[Irregularity], times: Mapping[int, int]) -> Iterator[str]:
    """Findings: those that wait for a decision, then those that have one, with what it is."""
    waiting: list[str] = []
    decided: list[str] = []
    for one in found:
        said, row = finding_line(one, times), ruling_on(report, one)
        if row is not None:
            decided.append(f"  {said} [{tr(f'decision.{row.decision.value}')}]")
        else:
            waiting.append(f"  {said}" + ("" if one.certain else f" ({tr('check.uncertain')})"))
    if waiting:
        yield from (tr("check.findings"), *waiting)
    if decided:
        yield from (tr("check.decided"), *decided)
    if not waiting and not decided:
        yield tr("check.no-findings")


def ruling_on(report: Report, one: Irregularity) -> RulingRow | None:
    """The latest decision on a finding; on one that names nobody, about whomever the judge named."""
    about = [row for row in report.rulings if (row.offence, row.committed) == (one.offence.value, one.committed)]
    return next((row for row in reversed(about) if one.seat in (None, row.seat)), None)


def finding_line(found: Irregularity, times: Mapping[int, int]) -> str:
    """A finding with the times when it was committed and when it was proved."""
    return narrate_finding(found, committed_ms=times.get(found.committed), proved_ms=times.get(found.proved))


def score_lines(row: DealRow, game: str) -> tuple[str, ...]:
    """How the score of a deal came about, and the match after it."""
    if not row.finished:
        return (tr("check.deal.unfinished").strip(),)
    lines = [tr("check.deal.points", points=score_text(row.points)).strip()]
    for side, value in row.score:
        parts = " + ".join(
            f"{line.value} ({line_text(line.what)})" for line in row.lines if line.side == side and line.value
        )
        said = bayt_text(game) if side in row.bayt else str(value)
        lines.append(f"{side_text(side)}: {said}" + (f" = {parts}" if parts and side not in row.bayt else ""))
    return (*lines, tr("check.match", score=score_text(row.total)))


def _trick_line(trick: TrickView, times: dict[int, int]) -> str:
    plays = "  ".join(
        f"{clock_text(times.get(play.seq, 0))} {seat_text(play.seat, short=True)} {card_text(play.card)}"
        for play in trick.plays
    )
    won = f"  → {seat_text(trick.winner, short=True)} {trick.points}" if trick.winner else ""
    return f"  {trick.number}. {plays}{won}"
