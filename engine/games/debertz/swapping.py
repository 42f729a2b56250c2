"""Who may change the seven of trumps for the shown card (ФДУ "Торги замовлень"; rules dossier A.2)."""

from kozyr.engine.games.debertz.state import Deal, Table
from kozyr.engine.seats import Seat


def may_swap(table: Table, deal: Deal, seat: Seat) -> bool:
    """Whether ``seat`` may change the seven: in personal games, when the shown suit was ordered in the first round."""
    rules, auction = table.rules, deal.auction
    if table.is_team_game or deal.follows or rules.seven_swap == "off":
        return False
    if not auction.is_over or auction.round != 1:
        return False
    return rules.seven_swap == "any_player" or seat is auction.declarer


def may_be_swapped(table: Table, deal: Deal) -> bool:
    """Whether the shown card may have gone to another player than the declarer, entered or not."""
    return deal.swap is not None or any(
        may_swap(table, deal, seat) for seat in table.order.seats if seat is not deal.declarer
    )
