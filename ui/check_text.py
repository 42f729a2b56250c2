"""What ``kozyr check`` says to people: deals, match, findings, corrections, doubts."""

from collections.abc import Iterable, Iterator, Mapping

from kozyr.engine.game import MatchRow, Report, ReportDoubt, RulingRow
from kozyr.engine.view import DealRow
from kozyr.ui.checked import Checked
from kozyr.ui.correction_text import correction_lines
from kozyr.ui.locale.narrate import Spoken
from kozyr.ui.locale.text import (
    bayt_text,
    cards_text,
    contract_text,
    law_text,
    line_text,
    offence_text,
    penalty_text,
    redealt_text,
    score_text,
    seat_text,
    sheet_text,
    side_text,
    tr,
    variant_text,
)
from kozyr.ui.protocol import finding_lines


def check_text(log: Checked) -> str:
    """The whole answer about a log whose report is there."""
    assert log.header is not None
    assert log.report is not None
    assert log.times is not None
    said = variant_text(log.header.variant)
    for extra in ("format", "target"):
        said += tr("check.format", format=log.header.extra[extra]) if extra in log.header.extra else ""
    lines = [tr("check.title", log=log.name, game=tr(f"game.{log.header.game}"), variant=said)]
    for row in log.report.deals:
        lines += deal_lines(row, log.header.game, has_sheet=bool(log.report.sheet))
    lines += match_lines(log.report)
    if log.letters and any(log.letters.values()):
        lines.append(tr("check.letters", letters=score_text(log.letters.items())))
    lines += finding_lines(log.report, log.report.irregularities, log.times)
    lines += ruling_lines(log.report.rulings)
    if log.corrections:
        lines.append(tr("check.corrections"))
        lines += [line for one in log.corrections for line in correction_lines(one, log.acts)]
    lines += [tr("check.error", text=doubt_text(one, log.spoken(one.seq))) for one in log.report.doubts]
    lines += [tr("check.error", text=text) for text in log.sentences]
    return "\n".join([*lines, tr("check.hash", hash=log.last_hash)])


def match_lines(report: Report) -> Iterator[str]:
    """Finished parties, the match or party that goes on, the meeting, the sheet and the settlement."""
    for number, party in enumerate(report.parties, start=1):
        yield _party_line(number, party)
        if party.meeting_winner and not (report.meeting_winner and number == len(report.parties)):
            yield tr("check.meeting.winner", side=side_text(party.meeting_winner))
    if report.sheet:
        yield tr("check.sheet")
        for row in report.sheet:
            yield tr("check.deal.sheet", side=side_text(row.side), figures=sheet_text(row))
        yield tr("check.settlement", score=score_text(report.settlement))
    else:
        yield tr("check.match", score=score_text(report.match_score)) + _recorded(report.record)
    if report.annulled:
        yield tr("check.match.annulled")
    if report.winner:
        yield tr("check.winner", side=side_text(report.winner))
    if report.pot:
        yield tr("check.pot", points=report.pot)
    if report.meeting:
        yield tr("check.meeting", wins=score_text(report.meeting))
    if report.meeting_winner:
        yield tr("check.meeting.winner", side=side_text(report.meeting_winner))


def _party_line(number: int, party: MatchRow) -> str:
    first, last = party.deals
    said = tr("check.party", number=number, first=first, last=last, score=score_text(party.score))
    said += _recorded(party.record)
    return said + (tr("check.party.won", side=side_text(party.winner)) if party.winner else "")


def _recorded(record: Iterable[tuple[str, int]]) -> str:
    pair = score_text(record)
    return f" ({tr('check.record', record=pair)})" if pair else ""


def ruling_lines(rulings: Iterable[RulingRow]) -> Iterator[str]:
    """Everything that the judge has decided, dismissals too, with or without a finding; nothing where there is none."""
    for number, row in enumerate(rulings):
        if number == 0:
            yield tr("check.rulings")
        offence = offence_text(row.offence, row.law)
        if offence == row.law:
            offence = law_text(row.law) or offence
        said = tr(
            "check.ruling",
            deal=row.deal,
            law=row.law,
            offence=offence,
            seat=seat_text(row.seat),
            decision=tr(f"decision.{row.decision.value}"),
        )
        yield said + (f": {penalty_text(row.remedy, row.points, row.column)}" if row.remedy else "")


def doubt_text(doubt: ReportDoubt, about: Spoken | None = None) -> str:
    """Something that keeps a deal from being scored, in words; ``about`` is the act that it is about."""
    said = about or Spoken("?", tr("doubt.somebody"), "?")
    return tr(f"doubt.{doubt.what}", deal=doubt.deal, cards=cards_text(doubt.cards), **said._asdict())


def deal_lines(row: DealRow, game: str, *, has_sheet: bool) -> list[str]:
    """One deal: what was ordered, what was taken, what it gave."""
    said = contract_text(row.contract, row.doubled) if row.contract else tr("contract.unset")
    if row.redealt:
        said = f"{said}, {seat_text(row.declarer)}; ".replace(", ;", ";") if row.contract else ""
        lines = [tr("check.deal.redealt", deal=row.deal, what=said + redealt_text(row.redealt))]
        return lines + (_sheet_lines(row) if has_sheet else _fine_lines(row, game))
    lines = [tr("check.deal", deal=row.deal, contract=said, seat=seat_text(row.declarer)).rstrip(" ,")]
    if not row.finished:
        return [*lines, tr("check.deal.unfinished")]
    if row.points:
        key = "check.deal.tricks" if has_sheet else "check.deal.points"
        lines.append(tr(key, points=score_text(row.points)))
    if has_sheet:
        lines += _sheet_lines(row)
    else:
        lines += _score_lines(row, game)
    return [*lines, tr("check.deal.annulled")] if row.annulled else lines


def _fine_lines(row: DealRow, game: str) -> list[str]:
    """What a deal that was dealt again has written all the same."""
    return _score_lines(row, game) if any(dict(row.score).values()) else []


def _score_lines(row: DealRow, game: str) -> list[str]:
    """What the deal gave, the total after it, and how that came about."""
    score = ", ".join(
        f"{side_text(side)} {bayt_text(game) if side in row.bayt and not value else value}" for side, value in row.score
    )
    return [tr("check.deal.score", score=score, total=score_text(row.total)), *_why_lines(row)]


def _sheet_lines(row: DealRow) -> list[str]:
    """What the deal has written on the sheet, player by player."""
    whys = _lines_by_side(row)
    lines = []
    for written in row.sheet:
        figures = sheet_text(written)
        if figures != "0":
            said = f" ({whys[written.side]})" if written.side in whys else ""
            lines.append(tr("check.deal.sheet", side=side_text(written.side), figures=figures + said))
    return lines


def _why_lines(row: DealRow) -> list[str]:
    """How the score of a side came about, where it is more than one thing."""
    return [
        tr("check.deal.lines", side=side_text(side), lines=said)
        for side, said in _lines_by_side(row).items()
        if sum(line.side == side and line.value != 0 for line in row.lines) > 1
    ]


def _lines_by_side(row: DealRow) -> Mapping[str, str]:
    said: dict[str, list[str]] = {}
    for line in row.lines:
        if line.value:
            said.setdefault(line.side, []).append(f"{line_text(line.what)} {line.value}")
    return {side: ", ".join(parts) for side, parts in said.items()}
