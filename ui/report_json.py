"""The report of a log as the JSON object of ``kozyr check --json`` (docs/log-format.md)."""

from collections.abc import Iterable, Mapping

from kozyr.engine.facts import Irregularity
from kozyr.engine.game import MatchRow, Report, RulingRow
from kozyr.engine.seats import Seat
from kozyr.engine.view import DealRow, SheetRow


def unread_object(name: str, errors: tuple[str, ...]) -> dict[str, object]:
    """The object of a log whose header cannot be read, or that its game refuses."""
    return {"log": name, "ok": False, "deals": [], "match": None, "irregularities": [], "parties": [],
            "meeting": None, "errors": list(errors)}  # fmt: skip


def log_object(name: str, report: Report, sides: Mapping[Seat, str], errors: tuple[str, ...]) -> dict[str, object]:
    """The object of one log. ``sides``: seat -> the side it scores for."""
    return {
        "log": name,
        "ok": not errors,
        "deals": [deal_object(row, sides) for row in report.deals],
        "match": match_object(report),
        "irregularities": [irregularity_object(found) for found in report.irregularities],
        "parties": [party_object(party) for party in report.parties],
        "meeting": meeting_object(report),
        "rulings": [ruling_object(row) for row in report.rulings],
        "doubts": [
            {"deal": doubt.deal, "what": doubt.what, "seq": doubt.seq, "cards": [card.code for card in doubt.cards]}
            for doubt in report.doubts
        ],
        "annulled": report.annulled,
        "errors": list(errors),
    }


def match_object(report: Report) -> dict[str, object]:
    """The current match or party; ``record``, ``settlement`` and ``pot`` where the game has them."""
    said: dict[str, object] = {
        "score": sheet_object(report.sheet) if report.sheet else dict(report.match_score),
        "winner": report.winner,
    }
    if report.record:
        said["record"] = dict(report.record)
    if report.sheet:
        said["settlement"] = dict(report.settlement)
    if report.meeting:
        said["pot"] = report.pot
    return said


def meeting_object(report: Report) -> dict[str, object] | None:
    """Parties won, of games that count them."""
    if not report.meeting:
        return None
    said: dict[str, object] = {"wins": dict(report.meeting), "winner": report.meeting_winner}
    return said | ({"protocol": report.protocol} if report.protocol else {})


def party_object(party: MatchRow) -> dict[str, object]:
    """A match or party that is over."""
    said: dict[str, object] = {"score": dict(party.score), "winner": party.winner, "deals": list(party.deals)}
    return said | ({"record": dict(party.record)} if party.record else {})


def sheet_object(rows: Iterable[SheetRow]) -> dict[str, object]:
    """A score sheet with columns: side -> pool, mountain and the whists written on each other player."""
    return {row.side: {"pool": row.pool, "mountain": row.mountain, "whists": dict(row.whists)} for row in rows}


def deal_object(row: DealRow, sides: Mapping[Seat, str]) -> dict[str, object]:
    """One deal; an unfinished one has no score."""
    said: dict[str, object] = {
        "deal": row.deal,
        "contract": row.contract,
        "declarer": row.declarer,
        "side": sides.get(row.declarer) if row.declarer else None,
        "doubled": row.doubled,
    }
    if not row.finished:
        return said | {"finished": False}
    return said | {
        "points": dict(row.points),
        "score": sheet_object(row.sheet) if row.sheet else dict(row.score),
        "total": dict(row.total),
        "bayt": list(row.bayt),
        "lines": [{"side": line.side, "what": line.what, "value": line.value} for line in row.lines],
        "annulled": row.annulled,
        "finished": True,
    }


def irregularity_object(found: Irregularity) -> dict[str, object]:
    """One finding with its citation; ``points`` and ``column`` of a fine where the row names them."""
    said: dict[str, object] = {
        "offence": found.offence.value,
        "seat": found.seat,
        "committed": found.committed,
        "proved": found.proved,
        "certain": found.certain,
        "law": found.law,
        "citation": found.citation,
        "remedy": found.remedy.value,
        "deal": found.deal,
        "trick": found.trick,
        "cards": [card.code for card in found.cards],
    }
    if found.points is not None:
        said["points"] = found.points
    return said if found.column is None else said | {"column": found.column}


def ruling_object(row: RulingRow) -> dict[str, object]:
    """One decision of the judge."""
    said: dict[str, object] = {
        "seq": row.seq,
        "deal": row.deal,
        "law": row.law,
        "offence": row.offence,
        "seat": row.seat,
        "committed": row.committed,
        "decision": row.decision.value,
        "remedy": row.remedy,
        "points": row.points,
        "why": row.why,
    }
    return said if row.column is None else said | {"column": row.column}
