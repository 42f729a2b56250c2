"""The protocol of a Debertz meeting for the terminal: in digits, or in signs with small points crossed out."""

from collections.abc import Iterator

from kozyr.engine.cards import Suit
from kozyr.engine.games.debertz.protocol import Cell, DealLine, MeetingProtocol, PartyProtocol, protocol_of
from kozyr.engine.games.debertz.rules import format_of
from kozyr.engine.games.debertz.schematic import Account, Small
from kozyr.ui.locale.text import counted, seat_text, side_text, tr
from kozyr.ui.paper.grid import spanned, struck, table, widths
from kozyr.ui.paper.subject import Subject, heading, ruling_lines, score_pair, signed

_CROSSED, _CIRCLE, _BAR = "⊗", "○", "|"


def lines(subject: Subject) -> list[str]:
    """The protocol, a line each."""
    said = [f"{tr('paper.title')} · {title_of(subject)}", subject.started]
    said += [f"{side_text(side, short=True)}: {subject.names_of(side)}" for side in subject.header.seating.side_names]
    for meeting in meetings_of(subject):
        for party in meeting.parties:
            said += ["", f"{name_of(meeting, party)} · {state_of(party)}", *_party(party, form_of(subject))]
        said += ["", meeting_line(meeting)]
    rulings = ruling_lines(subject.report.rulings, subject.laws, subject.header.players)
    return said + (["", tr("paper.rulings"), *rulings] if rulings else [])


def meetings_of(subject: Subject) -> tuple[MeetingProtocol, ...]:
    """The meetings of a log."""
    wins = subject.options["meeting_wins"]
    assert isinstance(wins, int)
    return protocol_of(subject.report, wins)


def name_of(meeting: MeetingProtocol, party: PartyProtocol) -> str:
    """``Партія 2``; of a second meeting with its number."""
    said = tr("paper.party", number=party.number)
    return said if meeting.number == 1 else f"{tr('paper.meeting', number=meeting.number)}. {said}"


def title_of(subject: Subject) -> str:
    """The game, its format and the target of a party."""
    shape, target = format_of(subject.header.extra, len(subject.header.seating.seats))
    return heading(subject, tr("paper.format", format=shape), counted("paper.target", target, target=target))


def form_of(subject: Subject) -> str:
    """How the protocol is to be kept."""
    return subject.form or subject.report.protocol or "digit"


def state_of(party: PartyProtocol) -> str:
    """Who has won a party, what is written down for it, or what waits for the next deal."""
    if party.winner is None:
        waits = [tr("paper.pot", points=party.pot)] if party.pot else []
        return ", ".join([tr("paper.goes-on"), *waits])
    won = tr("paper.by-deberts" if party.by_deberts else "paper.won", side=side_text(party.winner))
    return f"{won}; {tr('paper.written')}: {score_pair(party.record)}" if party.record else won


def order_of(line: DealLine) -> str:
    """Who ordered what: ``Ю ♥``; or that nothing came of the deal."""
    if line.annulled:
        return tr("paper.annulled")
    if line.redealt or (not line.counts and line.declarer is None):
        return tr("paper.redealt")
    trump = Suit(line.trump).sign if line.trump in tuple(Suit) else ""
    return f"{seat_text(line.declarer, short=True)} {trump}".strip()


def letters_of(cell: Cell) -> str:
    """What stands in the column of letters: Б, or that a bayd is deferred."""
    return tr("paper.letter") if cell.letter else tr("paper.deferred") if cell.deferred else ""


def meeting_line(meeting: MeetingProtocol) -> str:
    """Parties won, and who has won the meeting."""
    said = tr("paper.wins", wins=score_pair(meeting.wins))
    return f"{said}. {tr('paper.meeting-won', side=side_text(meeting.winner))}" if meeting.winner else said


def _party(party: PartyProtocol, form: str) -> Iterator[str]:
    is_digit = form == "digit"
    head = ["gained", "account", "letter"] if is_digit else ["points", "letter", "pluses", "minuses"]
    heads = [head_of(name, len(party.sides)) for name in head]
    rows = [[tr("paper.deal"), tr("paper.order"), *heads * len(party.sides)]]
    for line in party.lines:
        cells = [word for cell in line.cells for word in (_digits(cell) if is_digit else _signs(cell))]
        rows.append([str(line.deal), order_of(line), *cells])
    rows.append(["", tr("paper.total"), *[word for side in party.sides for word in _total(party, side, is_digit)]])
    wide = widths(rows)
    yield spanned(wide, [("", 2), *[(side_text(side, short=True), len(head)) for side in party.sides]])
    drawn = table(rows, "><" + (">><" if is_digit else "<<>>") * len(party.sides))
    yield from (*drawn[:1], "─" * (sum(wide) + 2 * (len(wide) - 1)), *drawn[1:])


def head_of(name: str, sides: int) -> str:
    """The head of a column; where there are many sides, a sign in place of a word."""
    return {"pluses": "+", "minuses": "−"}.get(name, tr(f"paper.{name}")) if sides > 2 else tr(f"paper.{name}")


def _digits(cell: Cell) -> tuple[str, ...]:
    return signed(cell.gained), signed(cell.total), _letters(cell)


def _signs(cell: Cell) -> tuple[str, ...]:
    pluses, minuses = _small(cell.wrote.pluses), _small(cell.wrote.minuses)
    return signs_of(cell.wrote), _letters(cell), pluses, minuses


def _letters(cell: Cell) -> str:
    return f"{letters_of(cell)} {signed(cell.penalties)}".strip() if cell.penalties else letters_of(cell)


def _total(party: PartyProtocol, side: str, is_digit: bool) -> tuple[str, ...]:
    score = dict(party.score)[side]
    if is_digit:
        return "", signed(score), ""
    account = party.account_of(side)
    return f"{signs_of(account)} = {signed(score)}", "", _small(account.pluses), _small(account.minuses)


def signs_of(account: Account) -> str:
    """The signs of an account without its small points."""
    return _CROSSED * account.crossed + _CIRCLE * account.circles + _BAR * account.bars


def _small(column: tuple[Small, ...]) -> str:
    return " ".join(struck(str(one.points)) if one.struck else str(one.points) for one in column)
