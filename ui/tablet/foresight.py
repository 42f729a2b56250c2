"""What a correction says and what follows from it, in plain words, before it is made. No Kivy in here."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kozyr.engine.acts import Act, Dealt, Played
from kozyr.engine.facts import Irregularity
from kozyr.engine.table.corrections import history
from kozyr.engine.table.differences import Differences, differences
from kozyr.engine.table.log import Entry
from kozyr.engine.view import Audience, Phase, TableView
from kozyr.ui.correction_text import difference_lines
from kozyr.ui.locale.text import card_text, counted, finding_text, offence_text, side_text, tr
from kozyr.ui.tablet.following import IN_TURN, SUPERFLUOUS
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.parts import Part, Parts, parts_of
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.telling import part_text, place_text, told


@dataclass(frozen=True, slots=True)
class Foresight:
    """A correction that has not been made yet."""

    said: tuple[str, ...]
    """What it says was otherwise."""
    follows: tuple[str, ...]
    """What follows: who wins which trick, whose turn it is, the figures; for the judge the findings."""
    changes_totals: bool
    """Whether anything written down becomes another figure."""
    findings: int = 0
    """How much of the whole log the rules would find fault with; no player is told."""
    faulty: tuple[Irregularity, ...] = ()
    """What the rules would find fault with and did not before, in entries that are not put right here."""


def foreseen(model: TableModel, entries: tuple[Entry, ...]) -> Foresight:
    """What corrections would do; nothing changes. Raises as ``Session.amend``."""
    session = model.session
    made = tuple(entry for entry in entries if entry.why != IN_TURN)
    moved = len(entries) - len(made)
    folded = session.replayed(entries)
    after = session.game.report(folded.state)
    found = differences(session.game.report(session.state), after)
    view: TableView = session.game.view(folded.state, Audience.JUDGE if model.judging else Audience.PLAYERS)
    is_over = view.phase in (Phase.DEAL_OVER, Phase.MATCH_OVER)
    parts = parts_of(history((*session.entries, *entries)), folded.facts, is_over=is_over)
    faulty = tuple(one for one in found.found if one.committed not in {entry.seq for entry in made})
    named = _faulty(model, faulty, entries)
    follows = (*named, *_tricks(model, parts), *_turn(model, view), *_points(model.view, view), *_figures(model, found))
    is_written = bool(found.scores or found.winner or found.parties or found.meeting_winner)
    in_turn = (counted("amend.in-turn", moved, count=moved),) if moved else ()
    return Foresight((*said(model, made), *in_turn), follows, is_written, len(after.irregularities), faulty)


def said(model: TableModel, entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """What corrections that are not made yet say, a line each; two cards taken for one another are one line."""
    old = [_old(model, entry) for entry in entries]
    if len(entries) == 2 and _is_swap(entries, old):
        pair = sorted(zip(entries, old, strict=True), key=lambda one: model.parts.part(one[0].replaces or 0) or (0, 0))
        first, second = (_card_at(model, entry, act) for entry, act in pair)
        return (tr("amend.swap", first=first, second=second),)
    return tuple(_capital(_one(model, entry, act)) for entry, act in zip(entries, old, strict=True))


def _old(model: TableModel, entry: Entry) -> Act | None:
    step = model.standing(entry.replaces) if entry.replaces is not None else None
    return step.act if step is not None else None


def _is_swap(entries: tuple[Entry, ...], old: list[Act | None]) -> bool:
    new = [entry.act for entry in entries]
    cards = [act.card for act in (*old, *new) if isinstance(act, Played)]
    return len(cards) == 4 and cards[:2] == cards[:1:-1]


def _card_at(model: TableModel, entry: Entry, act: Act | None) -> str:
    assert isinstance(act, Played)
    if model.is_gone(entry.replaces or 0):
        return card_text(act.card)
    return tr("amend.card-at", card=card_text(act.card), who=player(model, act.seat), where=_where(model, entry))


def _where(model: TableModel, entry: Entry) -> str:
    """The part of the match that a correction is about."""
    part = model.parts.part(entry.replaces or entry.before or 0)
    if model.is_gone(entry.replaces or entry.before or 0):
        return tr("amend.gone-by")
    if part is not None and isinstance(entry.act, Dealt):
        return tr("tell.deal", number=part.deal)
    return place_text(part, model.view.deal)


def _one(model: TableModel, entry: Entry, old: Act | None) -> str:
    part, new, where = model.parts.part(entry.replaces or entry.before or 0), entry.act, _where(model, entry)
    deal = part.deal if part is not None else 0
    if isinstance(old, Played) and isinstance(new, Played):
        cards = card_text(old.card), card_text(new.card)
        if old.seat is new.seat and model.is_gone(entry.replaces or 0):
            return tr("amend.card.gone", where=where, old=cards[0], new=cards[1])
        if old.seat is new.seat:
            return tr("amend.card", where=where, who=player(model, old.seat), old=cards[0], new=cards[1])
        seats = player(model, old.seat), player(model, new.seat)
        return tr("amend.laid-by", where=where, card=cards[1], old=seats[0], new=seats[1])
    if isinstance(old, Played) and model.is_gone(entry.replaces or 0):
        return tr("amend.gone", where=where, old=card_text(old.card))
    was, now = told(model, old, deal), told(model, new, deal)
    if entry.why == SUPERFLUOUS:
        return tr("amend.superfluous", what=was)
    if new is None:
        return tr("amend.gone", where=where, old=was)
    if entry.before is not None:
        return tr("amend.added", where=where, new=now)
    return tr("amend.back", where=where, new=now) if old is None else tr("amend.said", where=where, old=was, new=now)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _faulty(model: TableModel, faulty: tuple[Irregularity, ...], entries: tuple[Entry, ...]) -> Iterator[str]:
    """The entries that would break a rule only by this, by name; of a card that is gone only the judge is told."""
    moved = {entry.seq: entry.act for entry in entries}
    for one in faulty:
        step = model.step_of(one.committed)
        act = moved.get(one.committed, step.act if step is not None else None)
        if act is not None and not model.is_gone(one.committed):
            offence = offence_text(one.offence.value, one.law)
            yield tr("amend.faulty", what=told(model, act, one.deal), offence=offence)


def _tricks(model: TableModel, after: Parts) -> Iterator[str]:
    """The tricks that somebody else wins, or that are complete no more."""
    before = model.parts.won
    for part in sorted({*before, *after.won}):
        old, new = before.get(part), after.won.get(part)
        if new is None:
            yield tr("amend.open", trick=_trick(model, part))
        elif old is None:
            yield tr("amend.winner.new", trick=_trick(model, part), new=player(model, new.seat))
        elif old.seat is not new.seat:
            seats = player(model, old.seat), player(model, new.seat)
            yield tr("amend.winner", trick=_trick(model, part), old=seats[0], new=seats[1])


def _trick(model: TableModel, part: Part) -> str:
    """A trick by its name; players are not told which of those that are gone."""
    view = model.view
    is_played = part.deal == view.deal and view.phase is Phase.PLAY and not model.judging
    if is_played and (view.trick is None or part.trick < view.trick.number):
        return tr("amend.gone-trick")
    return part_text(part) if part.deal == model.view.deal else _capital(place_text(part, model.view.deal))


def _turn(model: TableModel, after: TableView) -> Iterator[str]:
    """Whose turn it is, when that is another's."""
    old, new = model.view.expectation.seat, after.expectation.seat
    if new is not None and new is not old and after.phase is Phase.PLAY:
        yield tr("amend.turn", who=player(model, new))


def _points(before: TableView, after: TableView) -> Iterator[str]:
    """The points in the tricks of the deal that is played, where tricks are counted in points."""
    if after.phase is not Phase.PLAY or before.phase is not Phase.PLAY or after.sheet:
        return
    old, new = dict(before.points), dict(after.points)
    changed = [
        tr("check.change.figure", what=side_text(side), old=old.get(side, 0), new=value)
        for side, value in new.items()
        if old.get(side, 0) != value
    ]
    if changed:
        yield tr("amend.in-deal", figures=", ".join(changed))


def _figures(model: TableModel, found: Differences) -> Iterator[str]:
    """What is written down; what the rules find fault with is told to the judge alone."""
    figures = replace(found, found=(), dropped=())
    if figures:
        yield from (_capital(line.strip()) for line in difference_lines(figures))
    if model.judging:
        for name, findings in (("amend.found", found.found), ("amend.dropped", found.dropped)):
            for one in findings:
                who = player(model, one.seat) if one.seat is not None else ""
                yield tr(name, finding=finding_text(one, who))
