"""A game's report as the JSON object of ``kozyr check --json`` (docs/log-format.md)."""

from kozyr.engine.facts import Irregularity
from kozyr.engine.game import Report, RulingRow
from kozyr.engine.seats import Seating
from kozyr.engine.view import DealRow


def log_object(name: str, report: Report | None, seating: Seating | None, errors: tuple[str, ...]) -> dict[str, object]:
    """The object of one log; ``report`` None when the log could not be read at all."""
    if report is None or seating is None:
        return {"log": name, "ok": False, "deals": [], "match": None, "irregularities": [], "parties": [],
                "meeting": None, "errors": list(errors)}  # fmt: skip
    return {
        "log": name,
        "ok": not errors,
        "deals": [deal_object(row, seating) for row in report.deals],
        "match": {"score": dict(report.match_score), "winner": report.winner},
        "irregularities": [irregularity_object(found) for found in report.irregularities],
        "parties": [
            {"score": dict(party.score), "winner": party.winner, "deals": list(party.deals)} for party in report.parties
        ],
        "meeting": None,
        "rulings": [ruling_object(row) for row in report.rulings],
        "doubts": [
            {"deal": doubt.deal, "what": doubt.what, "seq": doubt.seq, "cards": [card.code for card in doubt.cards]}
            for doubt in report.doubts
        ],
        "annulled": report.annulled,
        "errors": list(errors),
    }


def deal_object(row: DealRow, seating: Seating) -> dict[str, object]:
    """One deal; an unfinished one has no score."""
    said: dict[str, object] = {
        "deal": row.deal,
        "contract": row.contract,
        "declarer": row.declarer,
        "side": seating.side_of(row.declarer) if row.declarer else None,
        "doubled": row.doubled,
    }
    if not row.finished:
        return said | {"finished": False}
    return said | {
        "points": dict(row.points),
        "score": dict(row.score),
        "total": dict(row.total),
        "bayt": list(row.bayt),
        "lines": [{"side": line.side, "what": line.what, "value": line.value} for line in row.lines],
        "finished": True,
    }


def irregularity_object(found: Irregularity) -> dict[str, object]:
    """One finding with its citation."""
    return {
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


def ruling_object(row: RulingRow) -> dict[str, object]:
    """One decision of the judge."""
    return {
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
