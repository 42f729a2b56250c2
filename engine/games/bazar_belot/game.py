"""Bazar Belot as a pure game: acts in, a new state and facts out."""

from collections.abc import Mapping
from typing import assert_never

from kozyr.engine import news
from kozyr.engine.acts import (
    Act,
    Called,
    Claimed,
    Dealt,
    Declared,
    Exchanged,
    Exposed,
    Misdealt,
    Played,
    Revealed,
    Ruled,
    Tallied,
    TimeExpired,
    TimeoutTaken,
    TurnedUp,
)
from kozyr.engine.errors import ImpossibleAct, LogFormatError, Words
from kozyr.engine.facts import AuctionEnded, DealScored, Fact
from kozyr.engine.game import DeclarationKind, Report
from kozyr.engine.games.bazar_belot import (
    auction,
    bidding,
    claims,
    declaring,
    exposures,
    pad,
    report,
    showing,
    trickplay,
    view,
)
from kozyr.engine.games.bazar_belot.findings import found
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.games.bazar_belot.outcome import TRICKS, outcome_of
from kozyr.engine.games.bazar_belot.pad import DECLARATIONS
from kozyr.engine.games.bazar_belot.rulebook import RULEBOOK
from kozyr.engine.games.bazar_belot.rules import LIMITS, VARIANTS, rules_of
from kozyr.engine.games.bazar_belot.rulings import BelotCourt
from kozyr.engine.games.bazar_belot.state import Deal, State, Stop, Table
from kozyr.engine.laws import Law, Offence
from kozyr.engine.options import flattened
from kozyr.engine.possible import check_cards, check_tally, written_hands
from kozyr.engine.rulebook import Rule
from kozyr.engine.rulings import check_names, deal_judged, ruled
from kozyr.engine.seats import Seat, Seating, in_teams, seating
from kozyr.engine.table.log import Header
from kozyr.engine.view import Audience, TableView

_INSTEAD = {"target": Words(' or write it as "match_target" in "rules"')}
"""What to write instead of a header field of another game."""


class BazarBelot:
    """The rule book Репино-2013."""

    name: str = "bazar-belot"
    """As in the header of a log."""
    variants: tuple[str, ...] = VARIANTS
    """The editions of the rule book."""
    formats: tuple[str, ...] = ("2x2",)
    """Two lines of two."""
    rulebook: tuple[Rule, ...] = RULEBOOK
    """Every rule with its source."""
    choices: Mapping[str, tuple[object, ...]] = LIMITS.choices
    """What some options may be."""
    targets: tuple[int, ...] = ()
    """The number of points is an option of its own."""
    judge_deals: bool = False
    """Players deal."""
    declarations: tuple[DeclarationKind, ...] = DECLARATIONS
    """Constructions and the halves of a bela."""
    after_a_card: frozenset[str] = frozenset({"bela", "rebela"})
    """The halves of a bela are said with their cards."""
    laws: Mapping[str, Law] = LAWS
    """Penalty rows by id."""

    def start(self, header: Header) -> State:
        """The state before the first deal.

        Raises LogFormatError for a header field of another game and for an unknown variant, option or seating.
        """
        for key in header.extra:
            instead = _INSTEAD.get(key, "")
            raise LogFormatError(
                'bazar-belot has no "{key}" in the header; leave it out{instead}', key=key, instead=instead
            )
        rules = rules_of(header.variant, header.rules)
        seats = _seating(header.seating)
        return State(Table(rules, seats, seats.in_direction(rules.direction), header.players))

    def seating(self, format: str) -> Seating:
        """The four seats and the two lines. Raises LogFormatError for another format."""
        if format not in self.formats:
            raise LogFormatError(
                "bazar-belot has no format {format!r}; it is played {formats}", format=format, formats=self.formats[0]
            )
        return _seating(seating(tuple(Seat)))

    def options(self, header: Header) -> Mapping[str, object]:
        """Every option in force by its path. Raises LogFormatError as ``start``."""
        return flattened(rules_of(header.variant, header.rules))

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
        check_cards(act)
        deal = _advanced(state.table, state.deal, seq, act)
        acts = (*state.acts, (seq, act))
        return State(state.table, state.past, deal, state.waiting, acts), _facts(state.deal, deal, seq)

    def view(self, state: State, audience: Audience) -> TableView:
        """The table as ``audience`` may see it."""
        return view.table_view(state, audience)

    def report(self, state: State) -> Report:
        """Deals, match and findings so far."""
        return report.report(state)


GAME = BazarBelot()
"""The game; it keeps nothing, so one is enough."""


def legal_calls(state: State) -> tuple[str, ...]:
    """The calls that are legal for the seat whose word it is, for the pad; empty outside the auction."""
    deal = state.deal
    if deal is None or deal.stop is not None or deal.auction.ending is not None:
        return ()
    seat = deal.auction.turn or state.table.order.seats[0]
    return pad.legal_calls(deal.auction, state.table.rules, seat)


def _seating(given: Seating) -> Seating:
    """Four seats and two lines of opposite ones; when the header names no lines they are SN and WE."""
    if len(given.seats) != 4:
        raise LogFormatError("bazar-belot is played by four; the header seats {seats}", seats=len(given.seats))
    return in_teams(given, "bazar-belot")


def _dealt(state: State, seq: int, act: Dealt) -> tuple[State, tuple[Fact, ...]]:
    """A new deal; one that was still open stays without a score."""
    if act.obliged is not None:
        raise LogFormatError("Dealt: bazar-belot has no obliged seat")
    number = 1 if state.deal is None else state.deal.number + 1
    deal = _begun(state.table, number, seq, act)
    for early, ruling in state.waiting:
        deal = _recorded(state.table, deal, early, ruling)
    past = state.past if state.deal is None else (*state.past, state.deal._replace(acts=state.acts))
    return State(state.table, past, deal._replace(acts=()), (), deal.acts), ()


def _begun(table: Table, number: int, seq: int, act: Dealt) -> Deal:
    return Deal(number, seq, act, written_hands(act, lambda _: TRICKS), auction.opened(table.order, act.dealer))


def _ruled(state: State, seq: int, act: Ruled) -> tuple[State, tuple[Fact, ...]]:
    """A ruling goes to the deal its entry belongs to, else to the current one; totals follow from the deals."""
    check_names(act, LAWS)
    if state.deal is None:
        return state._replace(waiting=(*state.waiting, (seq, act))), ()
    current = state.deal._replace(acts=state.acts)
    before = deal_judged(current, state.past, act)
    after = _recorded(state.table, before, seq, act)
    facts = _facts(before, after, seq)
    if before is current:
        return state._replace(deal=after._replace(acts=()), acts=after.acts), facts
    past = tuple(after if deal is before else deal for deal in state.past)
    return state._replace(past=past), facts


def _recorded(table: Table, deal: Deal, seq: int, act: Ruled) -> Deal:
    deal = deal._replace(acts=(*deal.acts, (seq, act)))
    return _with_outcome(table, ruled(BelotCourt(table, _replayed), deal, seq, act))


def _replayed(table: Table, deal: Deal) -> Deal:
    """The deal folded again from its acts: its forced entries stand, its overruled rulings have no effect."""
    again = _begun(table, deal.number, deal.seq, deal.dealt)
    again = again._replace(docket=deal.docket.before_replay)
    for seq, act in deal.acts:
        if isinstance(act, Ruled):
            again = _recorded(table, again, seq, act)
        else:
            again = _advanced(table, again, seq, act)._replace(acts=(*again.acts, (seq, act)))
    return again


def _advanced(table: Table, deal: Deal, seq: int, act: Act) -> Deal:
    """The deal after an act that is no ruling and no new deal."""
    after = _after(table, deal, seq, act)
    if after.play.unjudged and after.contract is not None:
        after = trickplay.judged(table, after)
    return _with_outcome(table, after)


def _with_outcome(table: Table, deal: Deal) -> Deal:
    """The deal with its outcome, once something may have ended it."""
    if len(deal.play.tricks) == TRICKS or deal.stop or deal.tally or deal.claim or deal.docket.rulings:
        return deal._replace(outcome=outcome_of(table, deal))
    return deal if deal.outcome is None else deal._replace(outcome=None)


def _after(table: Table, deal: Deal, seq: int, act: Act) -> Deal:
    match act:
        case Played():
            return trickplay.played(table, deal, seq, act)
        case Called():
            return bidding.called(table, deal, seq, act)
        case Declared():
            return declaring.declared(table, deal, seq, act)
        case Revealed():
            return showing.revealed(table, deal, seq, act)
        case Exposed():
            return exposures.exposed(deal, seq, act)
        case Claimed():
            return claims.claimed(bidding.ended_silently(table, deal, seq), act)
        case Tallied():
            return _tallied(table, bidding.ended_silently(table, deal, seq), act)
        case Misdealt():
            return _misdealt(deal, seq, act)
        case TimeExpired():
            return found(deal, "B-16", Offence.SLOW_PLAY, act.seat, (seq, seq), certain=False)
        case TimeoutTaken():
            return deal
        case TurnedUp() | Exchanged():
            raise ImpossibleAct("{act}: bazar-belot has no shown card and no exchange", act=type(act).__name__)
        case Dealt() | Ruled():
            raise ImpossibleAct("{act} does not belong to a deal", act=type(act).__name__)
        case _:
            assert_never(act)


def _tallied(table: Table, deal: Deal, act: Tallied) -> Deal:
    """The play's result entered by hand; figures that do not add up leave the deal in doubt, not refused."""
    if deal.stop is not None:
        raise ImpossibleAct("Tallied: the deal ended without play")
    check_tally(act, table.order.side_names)
    return deal._replace(tally=act)


def _misdealt(deal: Deal, seq: int, act: Misdealt) -> Deal:
    if deal.is_over:
        raise ImpossibleAct("Misdealt: the deal is over; enter a ruling instead")
    deal = deal._replace(stop=Stop.MISDEALT)
    if act.offender is None:
        return deal
    return found(deal, "B-19", Offence.MISDEAL, act.offender, (seq, seq))


def _facts(before: Deal, after: Deal, seq: int) -> tuple[Fact, ...]:
    """What is new in a deal."""
    if (
        after.play.tricks is before.play.tricks
        and after.docket is before.docket
        and after.auction is before.auction
        and after.outcome is before.outcome
    ):
        return ()
    facts: list[Fact] = []
    if after.auction.ending is not None and before.auction.ending is None:
        contract = after.contract.bid.call if after.contract else None
        facts.append(AuctionEnded(seq, contract, after.declarer, after.contract.doubled if after.contract else 1))
    facts += news.tricks_won(before.play, after.play, seq)
    facts += news.new_findings(before.docket, after.docket)
    result = after.outcome.result if after.outcome else None
    if result is not None and (before.outcome is None or before.outcome.result != result):
        sides = {side: result.of(side) for side, _ in after.auction.seating.sides}
        facts.append(DealScored(seq, after.number, tuple(sides.items()), result.lines, result.bayt))
    return tuple(facts)
