"""What an audience may see of a table of Bazar Belot, and the report of a log."""

from dataclasses import replace

from kozyr.engine import viewing
from kozyr.engine.games.bazar_belot import belas, pad
from kozyr.engine.games.bazar_belot.amiss import amiss
from kozyr.engine.games.bazar_belot.match import Match, matches_of, next_dealer
from kozyr.engine.games.bazar_belot.outcome import TRICKS, outcome_of
from kozyr.engine.games.bazar_belot.play import card_points
from kozyr.engine.games.bazar_belot.report import rows_of
from kozyr.engine.games.bazar_belot.score import total_points
from kozyr.engine.games.bazar_belot.standing import standing
from kozyr.engine.games.bazar_belot.state import Deal, State, Table
from kozyr.engine.seats import Seat
from kozyr.engine.view import (
    Audience,
    DeclarationView,
    Expectation,
    Phase,
    SeatView,
    TableView,
)

_CONSTRUCTIONS = ("terz", "berz", "quint", "frame")


def table_view(state: State, audience: Audience) -> TableView:
    """The table as ``audience`` may see it: players only the last trick, nobody but the judge an open finding."""
    matches = matches_of(state.table, state.deals)
    match, deal = matches[-1], state.deal
    names = viewing.named(state.table.seating, state.table.players)
    phase = _phase(deal, match)
    common = TableView(
        audience=audience,
        game="bazar-belot",
        deal=deal.number if deal else 0,
        phase=phase,
        seats=tuple(_seat(state.table, deal, seat, name) for seat, name in names),
        expectation=expectation(state.table, deal, phase),
        score=match.score,
        rows=rows_of(state.table, matches),
        findings=tuple(one for each in state.deals for one in viewing.findings_for(each.docket, audience)),
        winner=match.winner,
    )
    return common if deal is None else _with_deal(state.table, common, deal, audience)


def _with_deal(table: Table, view: TableView, deal: Deal, audience: Audience) -> TableView:
    suspect = viewing.suspects(deal.docket, audience)
    closed, lying = viewing.tricks_on(deal.play, suspect, len(table.seating.seats), _points_lying(deal))
    worths = standing(table, deal, deal.is_over)
    return replace(
        view,
        contract=deal.contract.bid.call if deal.contract else None,
        declarer=deal.declarer,
        doubled=deal.contract.doubled if deal.contract else 1,
        trump=deal.denomination.trump if deal.denomination else None,
        calls=deal.calls,
        declarations=tuple(
            DeclarationView(one.seq, one.seat, one.text, counts, worth, amiss=amiss(deal, one, counts))
            for one, (counts, worth) in zip(deal.declarations, worths, strict=True)
        ),
        trick=lying,
        tricks=closed[-1:] if audience is Audience.PLAYERS else closed,
        points=(deal.outcome or outcome_of(table, deal)).points,
    )


def _phase(deal: Deal | None, match: Match) -> Phase:
    if deal is None:
        return Phase.BEFORE_DEAL
    if deal.is_over or deal.stop is not None or len(deal.play.tricks) == TRICKS:
        return Phase.MATCH_OVER if match.winner is not None or match.annulled else Phase.DEAL_OVER
    return Phase.PLAY if deal.contract or deal.play.unjudged else Phase.AUCTION


def _seat(table: Table, deal: Deal | None, seat: Seat, player: str) -> SeatView:
    side = table.order.side_of(seat)
    if deal is None:
        return SeatView(seat, player, side)
    first = deal.play.active[0] if deal.play.active else deal.auction.turn if not deal.calls else deal.calls[0].seat
    roles = (("dealer", deal.dealt.dealer), ("declarer", deal.declarer), ("first", first))
    return SeatView(
        seat,
        player,
        side,
        tricks=viewing.tricks_of(deal.play, seat, deal.tally),
        cards_left=TRICKS - len(deal.play.laid_by(seat)) - sum(play.seat is seat for play in deal.play.unjudged),
        penalty_cards=viewing.penalty_cards_of(deal.play, seat),
        roles=tuple(role for role, holder in roles if holder is seat),
    )


def _points_lying(deal: Deal) -> int:
    denomination = deal.denomination
    if denomination is None:
        return 0
    return sum(card_points(play.card, denomination) for play in deal.play.trick if play.card is not None)


def expectation(table: Table, deal: Deal | None, phase: Phase) -> Expectation:
    """What may come next, as far as everybody at the table can know."""
    if deal is None:
        return Expectation(kinds=("Dealt",))
    if phase is Phase.AUCTION:
        seat = deal.auction.turn
        return Expectation(
            kinds=("Called",),
            seat=seat,
            calls=pad.legal_calls(deal.auction, table.rules, seat or table.order.seats[0]),
            calls_out_of_turn=pad.calls_out_of_turn(deal.auction, table.rules),
        )
    if phase is not Phase.PLAY:
        speakers = belas.expected(deal)
        return Expectation(
            ("Dealt", *(("Declared",) if speakers else ())),
            seat=next_dealer(table, deal),
            declarations=tuple(word for word, _ in speakers),
            speakers=speakers,
        )
    if deal.contract is None:
        caller = deal.auction.turn
        return Expectation(
            ("Called", "Played"),
            calls=pad.legal_calls(deal.auction, table.rules, caller or table.order.seats[0]),
            calls_out_of_turn=pad.calls_out_of_turn(deal.auction, table.rules),
            playable=viewing.playable(deal.play, TRICKS, deal.shown_cards),
            caller=caller,
        )
    speakers = belas.expected(deal)
    declarations = (*_nameable(deal), *(word for word, _ in speakers))
    kinds = ["Played", "Claimed"]
    kinds += ["Declared"] if declarations else []
    kinds += ["Revealed"] if len(deal.play.tricks) == 1 or deal.claim is not None else []
    kinds += ["Tallied"] if not deal.play.tricks and not deal.play.trick else []
    return Expectation(
        tuple(kinds),
        seat=deal.play.turn,
        declarations=declarations,
        speakers=speakers,
        with_next=belas.expected_next(deal),
        playable=viewing.playable(deal.play, TRICKS, deal.shown_cards),
        points_in_all=total_points(deal.contract.bid.denomination),
    )


def _nameable(deal: Deal) -> tuple[str, ...]:
    """Constructions are named before the own first card."""
    return _CONSTRUCTIONS if not deal.play.tricks and len(deal.play.trick) < len(deal.play.active) else ()
