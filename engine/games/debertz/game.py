"""Sport Debertz as a pure game: acts in, a new state and facts out."""

from collections.abc import Mapping
from typing import Final

from kozyr.engine import news, rulings
from kozyr.engine.acts import Act, Dealt, Played, Ruled, TimeExpired, TimeoutTaken
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import AuctionEnded, DealScored, Fact
from kozyr.engine.game import DeclarationKind, Report
from kozyr.engine.games.debertz import match, pad, report, timeouts, view
from kozyr.engine.games.debertz.deal import advanced, recorded
from kozyr.engine.games.debertz.dealing import begun
from kozyr.engine.games.debertz.laws import LAWS, laws_of
from kozyr.engine.games.debertz.match import Course, Meetings
from kozyr.engine.games.debertz.rulebook import RULEBOOK
from kozyr.engine.games.debertz.rules import FORMATS, LIMITS, PLAYERS, TARGETS, VARIANTS, edition_of, format_of
from kozyr.engine.games.debertz.score import Result
from kozyr.engine.games.debertz.state import Deal, State, Table
from kozyr.engine.games.debertz.timeouts import Terms, Timeouts
from kozyr.engine.laws import Law
from kozyr.engine.options import flattened
from kozyr.engine.rulebook import Rule
from kozyr.engine.seats import Seat, Seating, each_alone, in_teams, seating
from kozyr.engine.table.log import Header
from kozyr.engine.view import Audience, TableView

_SEATS: Final = {
    2: (Seat.S, Seat.N),
    3: (Seat.S, Seat.W, Seat.N),
    4: tuple(Seat),
}
"""Where so many players sit in a new match."""


class Debertz:
    """The rules of the federation (ФДУ), in three editions."""

    name: str = "debertz"
    """As in the header of a log."""
    variants: tuple[str, ...] = VARIANTS
    """The editions of the rules."""
    formats: tuple[str, ...] = FORMATS
    """How it can be played."""
    targets: tuple[int, ...] = TARGETS
    """How many points a party goes to."""
    judge_deals: bool = True
    """The judge deals; the token goes round."""
    declarations: tuple[DeclarationKind, ...] = pad.DECLARATIONS
    """What can be declared."""
    rulebook: tuple[Rule, ...] = RULEBOOK
    """Every rule with its source."""
    choices: Mapping[str, tuple[object, ...]] = LIMITS.choices
    """What some options may be."""
    after_a_card: frozenset[str] = frozenset({"bela"})
    """A bela is said with its card."""
    laws: Mapping[str, Law] = LAWS
    """Penalty rows by id."""

    def start(self, header: Header) -> State:
        """The state before the first deal.

        Raises LogFormatError for a header field of another game and for an unknown edition, option, format or seating.
        """
        edition = edition_of(header.variant, header.rules)
        shape, target = format_of(header.extra, len(header.seating.seats))
        seats = _seating(header.seating, shape)
        order = seats.in_direction(edition.rules.direction)
        course = Course(seats.side_names, target, edition.rules)
        return State(Table(edition, shape, seats, order, header.players, course), match.opened(course))

    def seating(self, format: str) -> Seating:
        """Seats and sides of a new match. Raises LogFormatError for another format."""
        if format not in FORMATS:
            raise LogFormatError(
                "debertz has no format {format!r}; it is played {formats}", format=format, formats=", ".join(FORMATS)
            )
        return _seating(seating(_SEATS[PLAYERS[format]]), format)

    def options(self, header: Header) -> Mapping[str, object]:
        """Every option in force by its path. Raises LogFormatError as ``start``."""
        return flattened(edition_of(header.variant, header.rules).rules)

    def laws_in_force(self, header: Header) -> Mapping[str, Law]:
        """The penalty rows: what they propose depends on the edition and its options."""
        return laws_of(edition_of(header.variant, header.rules).rules)

    def step(self, state: State, seq: int, act: Act) -> tuple[State, tuple[Fact, ...]]:
        """The state after ``act`` and what follows from it.

        Raises ImpossibleAct for what cannot have happened, LogFormatError for a call, a declaration or a ruling that
        is not in this game's notation; the state given stays as it was.
        """
        if not isinstance(act, Played):
            if isinstance(act, Dealt):
                return _dealt(state, seq, act)
            if isinstance(act, Ruled):
                return _ruled(state, seq, act)
            if isinstance(act, TimeoutTaken | TimeExpired):
                state = _timed(state, seq, act)
                if state.deal is None:
                    return state, ()
        if state.deal is None:
            raise ImpossibleAct("{act} before the first deal: enter Dealt first", act=type(act).__name__)
        deal = advanced(state.table, state.deal, seq, act)
        table, before, past, _, waiting, acts, clocks = state
        after = State(table, before, past, deal, waiting, (*acts, (seq, act)), clocks)
        return _with_clock(state, after), _facts(state, after, state.deal, deal, seq)

    def view(self, state: State, audience: Audience) -> TableView:
        """The table as ``audience`` may see it."""
        return view.table_view(state, audience)

    def report(self, state: State) -> Report:
        """Deals, parties, the meeting and findings so far."""
        return report.report(state)


GAME = Debertz()
"""The game; it keeps nothing, so one is enough."""


def _seating(given: Seating, shape: str) -> Seating:
    """Two teams of opposite seats, or everybody alone."""
    return in_teams(given, "debertz 2x2") if shape == "2x2" else each_alone(given, f"debertz {shape}")


def _dealt(state: State, seq: int, act: Dealt) -> tuple[State, tuple[Fact, ...]]:
    """A new deal; one that was still open stays without a score."""
    table, earlier = state.table, state.past
    meetings = state.meetings
    if state.deal is not None:
        earlier = (*state.past, state.deal._replace(acts=state.acts))
    deal = begun(table, len(earlier) + 1, seq, act, earlier, meetings)
    for early, ruling in state.waiting:
        deal = recorded(table, deal, early, ruling)
    clocks = timeouts.deal_begun(state.timeouts)
    return State(table, meetings, earlier, deal._replace(acts=()), (), deal.acts, clocks), ()


def _meetings_of(state: State, deals: tuple[Deal, ...]) -> Meetings:
    came_to = [(deal.number, deal.outcome.finished if deal.outcome else None) for deal in deals]
    return match.meetings_of(state.table.course, came_to)


def _ruled(state: State, seq: int, act: Ruled) -> tuple[State, tuple[Fact, ...]]:
    """A ruling goes to the deal its entry belongs to, else to the current one; totals follow from the deals."""
    rulings.check_names(act, LAWS)
    if state.deal is None:
        return state._replace(waiting=(*state.waiting, (seq, act))), ()
    current = state.deal._replace(acts=state.acts)
    before = rulings.deal_judged(current, state.past, act)
    after = recorded(state.table, before, seq, act)
    if before is current:
        now = state._replace(deal=after._replace(acts=()), acts=after.acts)
        return _with_clock(state, now), _facts(state, now, before, after, seq)
    past = tuple(after if deal is before else deal for deal in state.past)
    now = state._replace(past=past, before=_meetings_of(state, past))
    return now, _facts(state, now, before, after, seq)


def _timed(state: State, seq: int, act: TimeoutTaken | TimeExpired) -> State:
    """A time-out asked for or over."""
    if act.seat not in state.table.order.seats:
        raise ImpossibleAct("{act}: nobody sits at {seat}", act=type(act).__name__, seat=act.seat)
    if isinstance(act, TimeExpired):
        return state._replace(timeouts=timeouts.ended(state.timeouts, act.seat))
    terms = Terms(state.table.order, state.table.rules.timeout)
    asked = timeouts.with_request(state.timeouts, seq, act.seat, state.meetings, terms)
    return state._replace(timeouts=asked)


def _with_clock(before: State, after: State) -> State:
    """The state with the clocks started that waited for the deal to end."""
    if after.deal is None or after.deal.outcome is None:
        return after
    is_over = after.deal.is_over
    was_over = before.deal is not None and before.deal.is_over
    if not is_over or was_over:
        return after
    clocks: Timeouts = timeouts.deal_ended(after.timeouts)
    return after._replace(timeouts=clocks)


def _facts(earlier: State, now: State, before: Deal, after: Deal, seq: int) -> tuple[Fact, ...]:
    """What is new in a deal."""
    facts: list[Fact] = []
    if before.conduct is None and after.conduct is not None:
        facts.append(AuctionEnded(seq, after.conduct.trump.value, after.declarer, 1))
    facts += news.tricks_won(before.play, after.play, seq)
    facts += news.new_findings(before.docket, after.docket)
    if after.outcome is not before.outcome:
        result = _result(now, after)
        if result is not None and result != _result(earlier, before):
            score = tuple((side, result.of(side)) for side in now.table.seating.side_names)
            facts.append(DealScored(seq, after.number, score, result.lines, result.bayt))
    return tuple(facts)


def _result(state: State, deal: Deal) -> Result | None:
    """The score of a deal in its party."""
    if deal.outcome is None or deal.outcome.finished is None:
        return None
    for party in state.meetings.parties:
        if deal.number in party.deals:
            return party.results[party.deals.index(deal.number)]
    return None
