"""Preferans (Sochi) as a pure game: acts in, a new state and facts out."""

from collections.abc import Mapping

from kozyr.engine.acts import Act, Dealt, Ruled
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import Fact
from kozyr.engine.game import DeclarationKind, Report
from kozyr.engine.games.preferans import course, dealing, report, view
from kozyr.engine.games.preferans.laws import LAWS
from kozyr.engine.games.preferans.pulka import standing_before_next
from kozyr.engine.games.preferans.rulebook import RULEBOOK
from kozyr.engine.games.preferans.rules import LIMITS, VARIANTS, rules_of
from kozyr.engine.games.preferans.state import Deal, State, Table
from kozyr.engine.laws import Law
from kozyr.engine.options import flattened
from kozyr.engine.possible import check_seat
from kozyr.engine.rulebook import Rule
from kozyr.engine.rulings import check_names, deal_judged
from kozyr.engine.seats import Seat, Seating, each_alone, seating
from kozyr.engine.table.log import Header
from kozyr.engine.view import Audience, TableView

_SEATS = {"3": (Seat.S, Seat.W, Seat.E), "4": tuple(Seat)}


class Preferans:
    """The convention Сочи."""

    name: str = "preferans"
    """As in the header of a log."""
    variants: tuple[str, ...] = VARIANTS
    """The editions of the convention."""
    targets: tuple[int, ...] = ()
    """A pulka goes on until its time is over, or to a pool that is an option of its own."""
    judge_deals: bool = False
    """Players deal."""
    formats: tuple[str, ...] = ("4", "3")
    """By the number of players."""
    rulebook: tuple[Rule, ...] = RULEBOOK
    """Every rule with its source."""
    choices: Mapping[str, tuple[object, ...]] = LIMITS.choices
    """What some options may be."""
    declarations: tuple[DeclarationKind, ...] = ()
    """Nothing is declared."""
    after_a_card: frozenset[str] = frozenset()
    """Nothing is said with a card."""
    laws: Mapping[str, Law] = LAWS
    """Penalty rows by id."""

    def start(self, header: Header) -> State:
        """The state before the first deal.

        Raises LogFormatError for a header field of another game and for an unknown variant, option or seating.
        """
        for key in header.extra:
            raise LogFormatError('preferans has no "{key}" in the header; leave it out', key=key)
        rules = rules_of(header.variant, header.rules, len(header.seating.seats))
        seats = each_alone(header.seating, self.name)
        return State(Table(rules, seats, seats.in_direction(rules.direction), header.players))

    def seating(self, format: str) -> Seating:
        """Three or four seats, each for itself. Raises LogFormatError for another number."""
        if format not in _SEATS:
            raise LogFormatError("preferans has no format {format!r}; it is played by 3 or 4", format=format)
        return seating(_SEATS[format])

    def options(self, header: Header) -> Mapping[str, object]:
        """Every option in force by its path. Raises LogFormatError as ``start``."""
        return flattened(rules_of(header.variant, header.rules, len(header.seating.seats)))

    def laws_in_force(self, header: Header) -> Mapping[str, Law]:
        """The penalty rows: no option changes what they propose."""
        return self.laws

    def step(self, state: State, seq: int, act: Act) -> tuple[State, tuple[Fact, ...]]:
        """The state after ``act`` and what follows from it.

        Raises ImpossibleAct for what cannot have happened, LogFormatError for a call, a declaration or a ruling that
        is not in this game's notation; the state given stays as it was.
        """
        if isinstance(act, Dealt):
            return _dealt(state, seq, act)
        if isinstance(act, Ruled):
            return _ruled(state, seq, act)
        if state.deal is None:
            raise ImpossibleAct("{act} before the first deal: enter Dealt first", act=type(act).__name__)
        deal = course.advanced(state.table, state.deal, seq, act)
        acts = (*state.acts, (seq, act))
        after = State(state.table, state.past, deal, state.waiting, acts, max(state.latest, seq))
        return after, course.facts(state.table, state.deal, deal, seq)

    def view(self, state: State, audience: Audience) -> TableView:
        """The table as ``audience`` may see it."""
        return view.table_view(state, audience)

    def report(self, state: State) -> Report:
        """Deals, sheet and findings so far."""
        return report.report(state)


GAME = Preferans()
"""The game; it keeps nothing, so one is enough."""


def _dealt(state: State, seq: int, act: Dealt) -> tuple[State, tuple[Fact, ...]]:
    """A new deal; one that was still open stays without a score."""
    if act.obliged is not None:
        raise LogFormatError("Dealt: preferans has no obliged seat")
    past = state.past if state.deal is None else (*state.past, state.deal._replace(acts=state.acts))
    before = standing_before_next(state.table, past)
    if past and state.latest > seq:
        # Corrected since: how many raspasy the table had counted when it bid is not known.
        before = before._replace(is_sure=False)
    deal = dealing.begun(state.table, len(past) + 1, seq, act, before)
    for early, ruling in state.waiting:
        deal = course.recorded(state.table, deal, early, ruling)
    return State(state.table, past, deal._replace(acts=()), (), deal.acts, state.latest), ()


def _ruled(state: State, seq: int, act: Ruled) -> tuple[State, tuple[Fact, ...]]:
    """A ruling goes to the deal its entry belongs to, else to the current one; later deals follow from it."""
    check_names(act, LAWS)
    check_seat(act, state.table.seating.seats)
    state = state._replace(latest=max(state.latest, seq))
    if state.deal is None:
        return state._replace(waiting=(*state.waiting, (seq, act))), ()
    current = state.deal._replace(acts=state.acts)
    before = deal_judged(current, state.past, act)
    after = course.recorded(state.table, before, seq, act)
    facts = course.facts(state.table, before, after, seq)
    if before is current:
        return state._replace(deal=after._replace(acts=()), acts=after.acts), facts
    deals = tuple(after if deal is before else deal for deal in (*state.past, current))
    deals = _following(state.table, deals, after.number)
    return state._replace(past=deals[:-1], deal=deals[-1]._replace(acts=()), acts=deals[-1].acts), facts


def _following(table: Table, deals: tuple[Deal, ...], number: int) -> tuple[Deal, ...]:
    """The deals when one of them came out differently: what raspasy cost after it, and who was closed by then.

    Who had to deal and from which level they bid stays as the table believed.
    """
    for at in range(number, len(deals)):
        now = standing_before_next(table, deals[:at])._replace(dealer=deals[at].before.dealer)
        if now == deals[at].before:
            continue
        deals = (*deals[:at], course.replayed(table, deals[at]._replace(before=now)), *deals[at + 1 :])
    return deals
