"""The report of a log as the JSON object of ``kozyr check --json`` (docs/log-format.md)."""

from collections.abc import Iterable, Mapping

from kozyr.engine.facts import Irregularity
from kozyr.engine.game import MatchRow, Report, RulingRow
from kozyr.engine.seats import Seat
from kozyr.engine.table.act_codec import act_to_json
from kozyr.engine.table.amended import Correction
from kozyr.engine.table.differences import PartyChange
from kozyr.engine.view import DealRow, SheetRow


def unread_object(name: str, errors: tuple[str, ...]) -> dict[str, object]:
    """The object of a log whose header cannot be read, or that its game refuses."""
    return {"log": name, "ok": False, "deals": [], "match": None, "irregularities": [], "parties": [],
            "meeting": None, "errors": list(errors)}  # fmt: skip


def log_object(
    name: str,
    report: Report,
    sides: Mapping[Seat, str],
    errors: tuple[str, ...],
    *,
    letters: Mapping[str, int] | None = None,
) -> dict[str, object]:
    """The object of one log. ``sides``: seat -> the side it scores for; ``letters``: side -> letters Б in the party."""
    return {
        "log": name,
        "ok": not errors,
        "deals": [deal_object(row, sides) for row in report.deals],
        "match": match_object(report, letters),
        "irregularities": [irregularity_object(found) for found in report.irregularities],
        "parties": [party_object(party) for party in report.parties],
        "meeting": dict(report.meeting) if report.meeting else None,
        "meeting_winner": report.meeting_winner,
        "rulings": [ruling_object(row) for row in report.rulings],
        "doubts": [
            {"deal": doubt.deal, "what": doubt.what, "seq": doubt.seq, "cards": [card.code for card in doubt.cards]}
            for doubt in report.doubts
        ],
        "annulled": report.annulled,
        "errors": list(errors),
    }


def match_object(report: Report, letters: Mapping[str, int] | None = None) -> dict[str, object]:
    """The current match or party; ``record``, ``letters``, ``settlement`` and ``pot`` where the game has them."""
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
        said["letters"] = dict(letters or {})
    return said


def party_object(party: MatchRow) -> dict[str, object]:
    """A match or party that is over."""
    said: dict[str, object] = {"score": dict(party.score), "winner": party.winner, "deals": list(party.deals)}
    said |= {"record": dict(party.record)} if party.record else {}
    return said | ({"meeting_winner": party.meeting_winner} if party.meeting_winner else {})


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


def correction_object(correction: Correction) -> dict[str, object]:
    """One correction, or several entries made in one go, and what it changed in the result."""
    found = correction.differences
    first = correction.entries[0]
    return {
        "entries": [
            {
                "seq": entry.seq,
                "replaces": entry.replaces,
                "before": entry.before,
                "old": None if old is None else act_to_json(old),
                "new": None if entry.act is None else act_to_json(entry.act),
            }
            for entry, old in zip(correction.entries, correction.old, strict=True)
        ],
        "at_ms": first.at_ms,
        "by": first.by,
        "why": first.why,
        "scores": [
            {"deal": one.deal, "what": one.what, "side": one.side, "on": one.on, "old": one.old, "new": one.new}
            for one in found.scores
        ],
        "parties": [party_change_object(one) for one in found.parties],
        "winner": _change(found.winner),
        "meeting_winner": _change(found.meeting_winner),
        "found": [irregularity_object(one) for one in found.found],
        "dropped": [irregularity_object(one) for one in found.dropped],
    }


def party_change_object(one: PartyChange) -> dict[str, object]:
    """A finished match or party that is not what it was."""
    old, new = (None if row is None else party_object(row) for row in (one.old, one.new))
    return {"number": one.number, "old": old, "new": new}


def _change(pair: tuple[str | None, str | None] | None) -> dict[str, str | None] | None:
    return None if pair is None else {"old": pair[0], "new": pair[1]}
