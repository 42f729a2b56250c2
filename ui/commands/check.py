"""``kozyr check LOG…``: replay logs and say what they show."""

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from kozyr.engine.errors import KozyrError, LogFormatError
from kozyr.engine.facts import Irregularity
from kozyr.engine.game import Report, ReportDoubt
from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Header
from kozyr.engine.table.session import StepError, fold
from kozyr.engine.table.store import read_log_file
from kozyr.engine.view import Audience, DealRow
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.locale.text import cards_text, contract_text, score_text, seat_text, side_text, tr
from kozyr.ui.protocol import finding_line
from kozyr.ui.report_json import log_object, unread_object

_CLEAR: Final = 0.98
"""A card read as surely as this is clear, even when it was asked about because the rules find fault with it."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One log, replayed as far as it could be read."""

    name: str
    """The path as given."""
    header: Header | None
    """None when not even the header could be read."""
    report: Report | None
    """None with ``header``, or when the game refuses it."""
    sides: Mapping[Seat, str]
    """Seat -> the side it scores for."""
    times: dict[int, int]
    """seq -> milliseconds from the session's start."""
    doubtful: frozenset[int]
    """The entries on which no certain finding may rest."""
    broken: tuple[str, ...]
    """Why the log, or its rest, could not be read; empty for a sound one."""
    doubts: tuple[str, ...]
    """What was read and cannot have happened."""
    altered_line: int | None
    """The first line whose seal does not match."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("logs", nargs="+", metavar="LOG", help="a *.kozyr.jsonl file")
    parser.add_argument("--json", action="store_true", help="one JSON object a log, on one line each")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when there are irregularities")
    add_language_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Checks every log; 2 when one could not be read, 1 with --strict when one shows irregularities, else 0."""
    speak(options.lang)
    checked = [check(name) for name in options.logs]
    for log in checked:
        if options.json or log.report is not None:
            print(json.dumps(_as_json(log), ensure_ascii=False) if options.json else _as_text(log), flush=True)
        if log.broken:
            print(f"kozyr: {_named(log)}", file=sys.stderr)
    if any(log.broken for log in checked):
        return 2
    return int(options.strict and any(log.report and log.report.irregularities for log in checked))


def _named(log: Checked) -> str:
    """Why a log could not be read, with its name."""
    why = log.broken[0]
    return why if why.startswith(log.name) else f"{log.name}: {why}"


def check(name: str) -> Checked:
    """Replays one log; raises nothing for a bad one."""
    try:
        read = read_log_file(name)
        if read.header is None:
            raise read.error or KozyrError("no header")
        folded = fold(game_named(read.header.game), read.header, read.entries)
        report = game_named(read.header.game).report(folded.state)
        sides = {one.seat: one.side for one in game_named(read.header.game).view(folded.state, Audience.JUDGE).seats}
    except KozyrError as error:
        return Checked(name, None, None, {}, {}, frozenset(), (str(error),), (), None)
    return Checked(
        name,
        read.header,
        report,
        sides,
        {entry.seq: entry.at_ms for entry in read.entries},
        _doubtful(read.entries, folded.errors),
        (*((str(read.error),) if read.error else ()), *_told(folded.errors, unreadable=True)),
        _told(folded.errors, unreadable=False),
        read.altered_line,
    )


def _doubtful(entries: tuple[Entry, ...], errors: tuple[StepError, ...]) -> frozenset[int]:
    """Entries that accuse nobody for certain: unclear guesses, and all from an act on that could not be taken in."""
    broken = min((found.seq for found in errors), default=None)
    unclear = {entry.seq for entry in entries if entry.is_guess and (entry.confidence or 0.0) < _CLEAR}
    return frozenset(unclear | {entry.seq for entry in entries if broken is not None and entry.seq >= broken})


def _told(errors: tuple[StepError, ...], *, unreadable: bool) -> tuple[str, ...]:
    """Acts that are not in the game's notation, which cannot be read; or those that cannot have happened."""
    chosen = [found for found in errors if isinstance(found.error, LogFormatError) is unreadable]
    return tuple(tr("check.entry-error", seq=found.seq, text=found.error) for found in chosen)


def _weighed(log: Checked) -> tuple[Irregularity, ...]:
    """The findings; what rests on a guess is not certain."""
    found = log.report.irregularities if log.report else ()
    return tuple(replace(one, certain=False) if {one.committed, one.proved} & log.doubtful else one for one in found)


def _altered(log: Checked) -> tuple[str, ...]:
    return () if log.altered_line is None else (tr("check.altered", line=log.altered_line),)


def _as_json(log: Checked) -> dict[str, object]:
    errors = (*log.broken, *_altered(log), *log.doubts)
    if log.report is None:
        said = unread_object(log.name, errors)
    else:
        said = log_object(log.name, replace(log.report, irregularities=_weighed(log)), log.sides, errors)
    return said | {"ok": not log.broken, "altered_line": log.altered_line}


def _as_text(log: Checked) -> str:
    assert log.header is not None
    assert log.report is not None
    lines = [tr("check.title", log=log.name, game=tr(f"game.{log.header.game}"), variant=log.header.variant)]
    for row in log.report.deals:
        lines += _deal_lines(row)
    lines.append(tr("check.match", score=score_text(log.report.match_score)))
    if log.report.winner:
        lines.append(tr("check.winner", side=side_text(log.report.winner)))
    found = _weighed(log)
    lines.append(tr("check.findings") if found else tr("check.no-findings"))
    for one in found:
        lines.append(f"  {finding_line(one, log.times)}{_standing(log.report, one)}")
    lines += [tr("check.error", text=doubt_text(one)) for one in log.report.doubts]
    lines += [tr("check.error", text=text) for text in (*log.broken, *_altered(log), *log.doubts)]
    return "\n".join(lines)


def _standing(report: Report, one: Irregularity) -> str:
    """What the judge decided about a finding, or that it is not certain."""
    about = (one.offence.value, one.seat, one.committed)
    ruled = [row for row in report.rulings if (row.offence, row.seat, row.committed) == about]
    if ruled:
        return f" [{tr(f'decision.{ruled[-1].decision.value}')}]"
    return "" if one.certain else f" ({tr('check.uncertain')})"


def doubt_text(doubt: ReportDoubt) -> str:
    """Something that keeps a deal from being scored, in words."""
    return tr(f"doubt.{doubt.what}", deal=doubt.deal, seq=doubt.seq, cards=cards_text(doubt.cards))


def _deal_lines(row: DealRow) -> list[str]:
    if row.contract is None and row.finished:
        return [tr("check.deal.passed", deal=row.deal)]
    said = contract_text(row.contract, row.doubled) if row.contract else tr("contract.unset")
    lines = [tr("check.deal", deal=row.deal, contract=said, seat=seat_text(row.declarer))]
    if not row.finished:
        return [*lines, tr("check.deal.unfinished")]
    lines.append(tr("check.deal.points", points=score_text(row.points)))
    score = ", ".join(
        f"{side_text(side)} {tr('bayt.short') if side in row.bayt else value}" for side, value in row.score
    )
    return [*lines, tr("check.deal.score", score=score, total=score_text(row.total))]
