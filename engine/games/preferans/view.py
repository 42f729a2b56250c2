"""What an audience may see of a table of Preferans."""

from dataclasses import replace

from kozyr.engine import viewing
from kozyr.engine.cards import Card, in_deck_order
from kozyr.engine.games.preferans.play import HAND, TALON
from kozyr.engine.games.preferans.pulka import Pulka, pulkas_of, settlement_of, standing_before_next
from kozyr.engine.games.preferans.report import proposed, rows_of, winner_of
from kozyr.engine.games.preferans.stages import Stage, changes_of_order, stage_of
from kozyr.engine.games.preferans.state import Deal, State, Table
from kozyr.engine.seats import Seat
from kozyr.engine.view import (
    Audience,
    Clock,
    Expectation,
    Phase,
    SeatView,
    TableView,
)

HALF_MINUTE = 30
"""Seconds after "Время!", and for each further point."""


def table_view(state: State, audience: Audience) -> TableView:
    """The table as ``audience`` may see it: players only the last trick, nobody but the judge an open finding."""
    table, deal = state.table, state.deal
    pulkas = pulkas_of(table, state.deals)
    pulka = pulkas[-1]
    stage = stage_of(table, deal) if deal is not None else None
    phase = _phase(deal, stage, pulka)
    common = TableView(
        audience=audience,
        game="preferans",
        deal=deal.number if deal else 0,
        phase=phase,
        seats=tuple(_seat(table, deal, seat, name) for seat, name in viewing.named(table.seating, table.players)),
        expectation=_expectation(state, stage),
        rows=rows_of(table, pulkas),
        findings=tuple(
            proposed(each, one) for each in state.deals for one in viewing.findings_for(each.docket, audience)
        ),
        winner=winner_of(table, pulka),
        format=str(len(table.seating.seats)),
        sheet=pulka.sheet,
        settlement=settlement_of(table, pulka.sheet),
        raspasy=pulka.standing.k if deal is None or deal.has_result else deal.before.k,
    )
    return common if deal is None or stage is None else _with_deal(table, common, deal, stage, audience)


def _with_deal(table: Table, view: TableView, deal: Deal, stage: Stage, audience: Audience) -> TableView:
    closed, lying = viewing.tricks_on(deal.play, viewing.suspects(deal.docket, audience), len(deal.hands))
    return replace(
        view,
        contract=deal.contract,
        declarer=deal.declarer,
        trump=deal.conduct.trump if deal.conduct else None,
        calls=deal.calls,
        trick=lying,
        tricks=closed[-1:] if audience is Audience.PLAYERS else closed,
        points=deal.outcome.tricks if deal.outcome else _tricks(table, deal),
        turned_up=_turned_up(deal, audience),
        stage=stage.name,
        clock=Clock(deal.waiting.seq, deal.waiting.seat, HALF_MINUTE) if deal.waiting else None,
    )


def _tricks(table: Table, deal: Deal) -> tuple[tuple[str, int], ...]:
    return tuple((side, sum(t.winner == side for t in deal.play.tricks)) for side in table.seating.side_names)


def _phase(deal: Deal | None, stage: Stage | None, pulka: Pulka) -> Phase:
    if deal is None or stage is None:
        return Phase.BEFORE_DEAL
    if stage.is_over:
        return Phase.MATCH_OVER if pulka.is_over else Phase.DEAL_OVER
    lies = deal.play.trick or deal.play.tricks or deal.play.unjudged
    return Phase.PLAY if stage.is_play or lies else Phase.AUCTION


def _seat(table: Table, deal: Deal | None, seat: Seat, player: str) -> SeatView:
    side = table.seating.side_of(seat)
    if deal is None:
        return SeatView(seat, player, side)
    hand = HAND if seat in deal.hands else TALON if deal.is_raspasy else 0
    laid = len(deal.play.laid_by(seat)) + sum(play.seat is seat for play in deal.play.unjudged)
    open_hand = dict(deal.open_hands).get(seat, frozenset()) - deal.play.played
    return SeatView(
        seat,
        player,
        side,
        tricks=viewing.tricks_of(deal.play, seat, deal.tally),
        cards_left=max(0, hand - laid),
        penalty_cards=viewing.penalty_cards_of(deal.play, seat),
        roles=_roles(deal, seat),
        open_hand=in_deck_order(open_hand),
        is_playing=seat in deal.hands,
    )


def _roles(deal: Deal, seat: Seat) -> tuple[str, ...]:
    """The part a seat has in the deal."""
    words = deal.defence
    passers = deal.defenders if words is not None and words.is_divided else ()
    half = words.half if words is not None else None
    holders = (
        ("dealer", deal.dealer is seat),
        ("first", deal.hands[0] is seat),
        ("declarer", deal.declarer is seat),
        ("whister", seat in deal.whisters),
        ("half-whister", half is seat),
        ("passer", seat in passers and seat not in deal.whisters and half is not seat),
    )
    return tuple(role for role, holds in holders if holds)


def _turned_up(deal: Deal, audience: Audience) -> tuple[Card, ...]:
    """The talon: for players while it lies open, of raspasy the card of this trick."""
    talon = tuple(card for card in deal.talon if card is not None)
    if audience is not Audience.PLAYERS:
        return talon
    if deal.is_raspasy:
        at = deal.play.trick_number - 1
        here = deal.talon[at] if at < len(deal.talon) else None
        return (here,) if here is not None and deal.sitting is None else ()
    return () if deal.play.trick or deal.play.tricks else talon


def _expectation(state: State, stage: Stage | None) -> Expectation:
    """What may come next, as far as everybody at the table can know."""
    table, deal = state.table, state.deal
    if deal is None or stage is None:
        return Expectation(kinds=("Dealt",))
    if stage.is_over:
        dealer = standing_before_next(table, state.deals).dealer
        kinds = ("Dealt", *(("Called",) if stage.calls else ()))
        return Expectation(kinds, seat=dealer, calls=stage.calls, caller=stage.seat if stage.calls else None)
    behind = deal.conduct is None and bool(deal.play.unjudged)
    kinds = tuple(dict.fromkeys((*_kinds(deal, stage), *(("Played",) if behind else ()))))
    plays = "Played" in kinds
    return Expectation(
        kinds,
        seat=deal.play.turn if plays else stage.seat,
        calls=stage.calls,
        calls_out_of_turn=changes_of_order(table, deal) if stage.name == "whist" else (),
        playable=playable(deal) if plays else frozenset(),
        caller=stage.seat if plays and stage.calls else None,
        turns_up=_turns_up(deal, stage),
        turner=deal.dealer if stage.name == "talon-card" else None,
        takers=(deal.declarer,) if deal.declarer and "Exchanged" in kinds and len(deal.talon) == TALON else (),
        players=_players(table, deal),
    )


def _turns_up(deal: Deal, stage: Stage) -> int:
    """How many talon cards are to be laid open."""
    if stage.name == "talon-card":
        return 1
    return TALON - len(deal.talon) if stage.name in ("talon", "discard") else 0


def _players(table: Table, deal: Deal) -> tuple[Seat, ...]:
    """Who lays a card to this trick, clockwise; in raspasy of four the dealer too, while talon cards last."""
    play, playing = deal.play, deal.hands
    if deal.conduct is not None and play.leader is not None:
        playing = deal.conduct.players(play.trick_number, play.leader)
    return tuple(seat for seat in table.order.seats if seat in playing)


def _kinds(deal: Deal, stage: Stage) -> tuple[str, ...]:
    """The kinds of act that would be regular."""
    match stage.name:
        case "bid" | "order" | "half-answer":
            return ("Called",)
        case "talon":
            return ("TurnedUp", "Exchanged", "Called")
        case "discard":
            return ("Exchanged", "Called")
        case "whist":
            lies = deal.play.trick or deal.play.tricks
            checked = deal.order is not None and deal.order.level == HAND
            return ("Called", *(("Played",) if (lies or checked) and deal.play.turn is not None else ()))
        case "look":
            return ("Called", *(("Dealt",) if deal.has_result else ()))
        case "open":
            return ("Called", "Played", "Revealed")
        case "talon-card":
            return ("TurnedUp",)
        case "count":
            return ("Tallied",)
        case _:
            begun = deal.play.trick or deal.play.tricks
            return ("Played", "Claimed", "Revealed", *_hurry(deal), *(() if begun else ("Tallied",)))


def _hurry(deal: Deal) -> tuple[str, ...]:
    """ "Время!" and its clock; nobody is hurried in a misère."""
    if deal.is_misere:
        return ()
    return ("TimeExpired",) if deal.waiting is not None else ("TimeoutTaken",)


def playable(deal: Deal) -> frozenset[Card]:
    """What the seat on turn may hold: the talon lies with the dealer, went back to him, or may be the declarer's."""
    seat, talon = deal.play.turn, frozenset(card for card in deal.talon if card is not None)
    if seat is not None and seat is deal.sitting:
        return viewing.playable(deal.play, TALON, (*deal.open_hands, (seat, talon)))
    is_elsewhere = deal.is_raspasy or deal.is_returned or seat is not deal.declarer
    return viewing.playable(deal.play, HAND, deal.open_hands, talon if is_elsewhere else ())
