"""A clear, regular play is recorded; when nobody can say which of two came first, their order is asked as well."""

from dataclasses import replace

from kozyr.engine.acts import Played
from kozyr.engine.seats import Seat
from kozyr.engine.table.asking import ask, guess, withdraw
from kozyr.engine.table.doubt import Choice, Proposal, Why
from kozyr.engine.table.judgement import Reading
from kozyr.engine.table.scene import Step
from kozyr.engine.table.sightings import Memory, Role, Shown, Sighting


def recorded(memory: Memory, table: Shown, card: Sighting, seat: Seat, reading: Reading) -> Step:
    """A clear, regular play; when it came in one breath with the one before, their order is asked as well."""
    memory, withdrawn = withdraw(memory, card.question)
    known = replace(card, role=Role.PLAY, seat=seat, trick=table.number, reread=False, question=None)
    memory = memory.with_card(known)
    play = Proposal(Played(seat, card.card), card.at_ms, round(reading.candidates[0][1], 4), card.crop)
    before = _in_one_breath(memory, table, card)
    if before is None:
        return memory, (*withdrawn, play)
    regular = Choice((play.act,), 0.5)
    other = replace(regular, before=table.open_plays[-1].seq)
    memory, question = ask(memory, table, Why.ORDER, seat, regular, (regular, other), (known,))
    memory, said = guess(memory, question, regular)
    return memory, (*withdrawn, question, *said)


def _in_one_breath(memory: Memory, table: Shown, card: Sighting) -> Sighting | None:
    """The card of the play before, when nobody can say that it came before.

    A card in turn that touched the table after it, be it by a moment, is in turn; otherwise the moment must be clear.
    """
    if not table.open_plays:
        return None
    place = (table.number, table.open_plays[-1].seat)
    last = next((one for one in memory.cards if one.role is Role.PLAY and (one.trick, one.seat) == place), None)
    if last is None:
        return None
    if card.arrival_ms is not None and last.arrival_ms is not None:
        return last if card.order_ms <= last.order_ms else None
    return last if abs(card.at_ms - last.at_ms) < memory.caution.breath_ms else None
