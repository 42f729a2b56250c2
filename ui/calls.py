"""Calls and declarations that no camera hears, merged in their order with what the camera sees.

A call waits until it fits: the words of an auction are taken at once when a card of the first trick comes, a
declaration waits for its seat's turn. What never fits is recorded as it stands, so that the judge sees it.
"""

import contextlib
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from kozyr.engine.acts import Act, Called, Dealt, Declared, Exposed, Played, Revealed
from kozyr.engine.errors import ImpossibleAct, KozyrError, LogFormatError, Words
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.reading import LogRead
from kozyr.engine.table.session import Session
from kozyr.engine.table.store import read_log_file
from kozyr.engine.view import Audience, Phase, TableView

_PATIENCE_MS: Final = 15_000
"""How long a call of the auction that does not fit may wait before it is recorded as it stands."""

_DEAL_PATIENCE_MS: Final = 3000
"""How long a deal may begin after its time while the last one still waits for an answer."""
_ADVICE: Final = Words("write a bid of the log's notation such as 14S, or give the whole auction with --calls")


class CallsToMerge:
    """The entries of a calls log that have not happened yet. Belongs to the thread that owns the session."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._waiting = deque(entries)
        self._untold: list[Entry] = []

    def tell(self) -> tuple[Entry, ...]:
        """What was recorded and not told yet, because a call ended with an error."""
        told, self._untold = tuple(self._untold), []
        return told

    def due(self, session: Session[Any], now_ms: int, *, card_on_table: bool = False) -> tuple[Entry, ...]:
        """Records what is due at ``now_ms`` and returns it as recorded.

        ``card_on_table``: a card lies in the trick area, so an open auction must be over. Raises KozyrError when the
        log cannot be written; what was recorded before that is told by the next call.
        """
        while self._waiting:
            entry = self._waiting[0]
            ready = entry.at_ms <= now_ms or (card_on_table and self._opens_play(session, entry))
            late = now_ms - entry.at_ms > _PATIENCE_MS and isinstance(entry.act, Called)
            late = late or self.deal_overdue(session, now_ms)
            if not ready or not (late or fits(session, entry.act)):
                break
            self._record(session)
        return self.tell()

    def deal_overdue(self, session: Session[Any], now_ms: int) -> bool:
        """Whether the next deal should have begun by now although this one is not over: its questions must be guessed.

        Only a time that lies within this deal's play counts; calls without real times wait for the deal's end.
        """
        head = self._waiting[0] if self._waiting else None
        if head is None or not isinstance(head.act, Dealt) or now_ms - head.at_ms < _DEAL_PATIENCE_MS:
            return False
        plays = [step.at_ms for step in session.steps if isinstance(step.act, Played)]
        return session.view(Audience.JUDGE).phase is Phase.PLAY and bool(plays) and head.at_ms >= plays[-1]

    def rest(self, session: Session[Any]) -> tuple[Entry, ...]:
        """Records all that still waits: nothing more will be seen. Raises as ``due``."""
        while self._waiting:
            self._record(session)
        return self.tell()

    def _opens_play(self, session: Session[Any], entry: Entry) -> bool:
        """Whether a card on the table means that this has been said: not when it may be one that is shown."""
        view = session.view(Audience.JUDGE)
        if view.expectation.turns_up or (isinstance(entry.act, Dealt) and session.game.judge_deals):
            return False
        return isinstance(entry.act, Dealt | Called) and view.phase is not Phase.PLAY

    def _record(self, session: Session[Any]) -> None:
        entry = self._waiting[0]
        if entry.act is not None:
            # What cannot have happened at this table (a word whose card was never seen): the game goes on.
            with contextlib.suppress(ImpossibleAct, LogFormatError):
                said = session.record(entry.act, entry.at_ms, entry.source, by=entry.by, why=entry.why)
                self._untold.append(said)
        self._waiting.popleft()


def fits(session: Session[Any], act: Act | None) -> bool:
    """Whether now is the moment for ``act``, or the moment has passed."""
    view = session.view(Audience.JUDGE)
    match act:
        case None:
            return True
        case Dealt():
            return view.phase is not Phase.PLAY
        case Declared() | Revealed():
            return view.phase is not Phase.PLAY or _is_moment(view, act, session.game.after_a_card)
        case _:
            return _is_regular(session, act)


def _is_moment(view: TableView, act: Declared | Revealed, after_a_card: frozenset[str]) -> bool:
    tricks = (*view.tricks, *((view.trick,) if view.trick else ()))
    plays = [play for trick in tricks for play in trick.plays]
    laid = sum(play.seat is act.seat for play in plays)
    if isinstance(act, Revealed):
        return laid > 1 or (laid == 1 and view.expectation.seat is act.seat)
    kind = act.declaration.split()[0]
    if kind in after_a_card:
        named = {text.split()[0] for text in view.expectation.declarations}
        return bool(plays) and plays[-1].seat is act.seat and kind in named
    return laid > 0 or view.expectation.seat is act.seat


def _is_regular(session: Session[Any], act: Act) -> bool:
    try:
        facts = session.trial(act)
    except (ImpossibleAct, LogFormatError):
        return False
    return not any(isinstance(fact, Irregularity) for fact in facts)


def read_calls(path: Path) -> LogRead:
    """A calls log. Raises KozyrError when it cannot be read or holds plays, which are the camera's to tell."""
    read = read_log_file(path)
    if read.error is not None:
        raise LogFormatError("{path}: {error}", path=path, error=read.error)
    if any(entry.replaces or entry.before for entry in read.entries):
        raise LogFormatError("{path}: a calls log holds no corrections", path=path)
    if any(isinstance(entry.act, Played | Exposed) for entry in read.entries):
        raise KozyrError("{path}: a calls log holds no plays; leave Played and Exposed to the camera", path=path)
    return read


def contract_calls(header: Header, dealer: str, contract: str, declarer: str) -> tuple[Entry, ...]:
    """A deal and the shortest auction that ends in ``contract``: passes, the bid, passes.

    Raises LogFormatError when the rules know no auction that ends so.
    """
    session: Session[Any] = Session(game_named(header.game), header)
    first = Seat(dealer)
    session.record(Dealt(None, first) if session.game.judge_deals else Dealt(first), 0, Source.TOUCH)
    bid = Called(Seat(declarer), contract)
    while not _is_regular(session, bid) and _passed(session):
        pass
    if not _is_regular(session, bid):
        raise LogFormatError(
            "{declarer} cannot end the auction with {contract!r} when all others pass; {advice}",
            declarer=declarer, contract=contract, advice=_ADVICE,
        )  # fmt: skip
    session.record(bid, 0, Source.TOUCH)
    while _passed(session):
        pass
    if session.view(Audience.JUDGE).phase is not Phase.PLAY:
        raise LogFormatError("{contract!r} alone is no contract; {advice}", contract=contract, advice=_ADVICE)
    return session.entries


def _passed(session: Session[Any]) -> bool:
    """Whether somebody is to speak and can pass; he then has."""
    seat = _speaker(session)
    if seat is None or not _is_regular(session, Called(seat, "pass")):
        return False
    session.record(Called(seat, "pass"), 0, Source.TOUCH)
    return True


def _speaker(session: Session[Any]) -> Seat | None:
    """Whose word it is in the auction; None when that is over."""
    view = session.view(Audience.JUDGE)
    return view.expectation.seat if view.phase is Phase.AUCTION else None
