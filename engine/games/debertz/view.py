"""What an audience may see of a table of Debertz."""

from dataclasses import replace

from kozyr.engine import viewing
from kozyr.engine.cards import Card, in_deck_order
from kozyr.engine.games.debertz.amiss import amiss
from kozyr.engine.games.debertz.expecting import expectation, phase_of, stage_of
from kozyr.engine.games.debertz.match import Party
from kozyr.engine.games.debertz.outcome import outcome_of
from kozyr.engine.games.debertz.play import HAND, card_points
from kozyr.engine.games.debertz.report import deal_rows
from kozyr.engine.games.debertz.standing import standing, unshown
from kozyr.engine.games.debertz.state import Deal, State, Table
from kozyr.engine.seats import Seat
from kozyr.engine.view import (
    Audience,
    DeclarationView,
    SeatView,
    TableView,
)


def table_view(state: State, audience: Audience) -> TableView:
    """The table as ``audience`` may see it: players only the last trick, nobody but the judge an open finding."""
    table, deal, meetings = state.table, state.deal, state.meetings
    party = meetings.current
    phase = phase_of(deal, party)
    names = viewing.named(table.seating, table.players)
    common = TableView(
        audience=audience,
        game="debertz",
        deal=deal.number if deal else 0,
        phase=phase,
        seats=tuple(_seat(table, deal, seat, name, party) for seat, name in names),
        expectation=expectation(state, phase, meetings),
        score=party.score,
        rows=deal_rows(state, meetings),
        findings=tuple(one for each in state.deals for one in viewing.findings_for(each.docket, audience)),
        winner=party.winner,
        format=table.format,
        stage=stage_of(table, deal, phase),
        meeting=meetings.wins,
        record=party.record,
        pot=party.pot,
        clock=state.timeouts.clock,
    )
    return common if deal is None else _with_deal(table, common, deal, audience)


def _with_deal(table: Table, view: TableView, deal: Deal, audience: Audience) -> TableView:
    suspect = viewing.suspects(deal.docket, audience)
    closed, lying = viewing.tricks_on(deal.play, suspect, len(table.seating.seats), _points_lying(deal))
    worths = standing(table, deal, deal.is_over)
    missed = unshown(table, deal)
    return replace(
        view,
        contract=deal.trump.value if deal.trump else None,
        declarer=deal.declarer,
        trump=deal.trump,
        calls=deal.calls,
        declarations=tuple(
            DeclarationView(
                one.seq,
                one.seat,
                one.text,
                counts,
                worth,
                counts is False and at in missed,
                amiss(table, deal, at, counts),
            )
            for at, (one, (counts, worth)) in enumerate(zip(deal.declarations, worths, strict=True))
        ),
        trick=lying,
        tricks=closed[-1:] if audience is Audience.PLAYERS else closed,
        points=(deal.outcome or outcome_of(table, deal)).points,
        turned_up=() if deal.shown is None else (deal.shown,),
    )


def _seat(table: Table, deal: Deal | None, seat: Seat, player: str, party: Party) -> SeatView:
    side = table.order.side_of(seat)
    letters = dict(party.standing.letters)[side]
    if deal is None:
        return SeatView(seat, player, side, letters=letters)
    obliged = deal.auction.obliged
    first = None if obliged is None else table.order.next(obliged)
    roles = (("dealer", deal.dealt.dealer), ("obliged", obliged), ("declarer", deal.declarer), ("first", first))
    return SeatView(
        seat,
        player,
        side,
        tricks=viewing.tricks_of(deal.play, seat, deal.tally),
        cards_left=HAND - len(deal.play.laid_by(seat)) - sum(play.seat is seat for play in deal.play.unjudged),
        penalty_cards=viewing.penalty_cards_of(deal.play, seat),
        roles=tuple(role for role, holder in roles if holder is seat),
        letters=letters,
        open_hand=_open_hand(deal, seat),
    )


def _open_hand(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """A hand laid open to the last card: after a claim, or for the judge's count."""
    shown = dict(deal.shown_cards).get(seat, frozenset()) - deal.play.played
    left = HAND - len(deal.play.laid_by(seat))
    return in_deck_order(shown) if shown and len(shown) == left else ()


def _points_lying(deal: Deal) -> int:
    if deal.trump is None:
        return 0
    return sum(card_points(play.card, deal.trump) for play in deal.play.trick if play.card is not None)
