"""A step back or forward in words: what it takes back or brings back. No Kivy in here."""

from kozyr.engine.acts import Act, Called, Declared, Played
from kozyr.engine.view import Phase
from kozyr.ui.locale.text import call_text, card_text, declaration_text, tr
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.steps import Restating
from kozyr.ui.tablet.telling import told


def back_text(model: TableModel, found: tuple[Restating, ...]) -> str:
    """What a step back would do, short: the act it takes back, ``8♥ → A♥``, or what would stand again.

    Of several things the first. Of a card that is gone players are told neither whose it was nor when.
    """
    return _text(model, found, is_back=True)


def forward_text(model: TableModel, found: tuple[Restating, ...]) -> str:
    """What a step forward would do, as ``back_text``."""
    return _text(model, found, is_back=False)


def undone_text(model: TableModel, found: tuple[Restating, ...]) -> str:
    """A step back that is about to be made, as it is said afterwards."""
    return tr("top.undone" if found[0].becomes is None else "top.uncorrected", what=back_text(model, found))


def redone_text(model: TableModel, found: tuple[Restating, ...]) -> str:
    """A step forward that is about to be made, as it is said afterwards."""
    return tr("top.redone" if found[0].was is None else "top.recorrected", what=forward_text(model, found))


def _text(model: TableModel, found: tuple[Restating, ...], *, is_back: bool) -> str:
    if not found:
        return ""
    seq, was, becomes = found[0]
    if was is not None and becomes is not None:
        old, new = _short(was), _short(becomes)
        return f"{old} → {new}" if old and new and old != new else f"→ {_told(model, seq, becomes)}"
    if becomes is not None:
        said = _told(model, seq, becomes)
        return tr("step.again", what=said) if is_back else said
    said = "" if was is None else _told(model, seq, was)
    return said if is_back else tr("step.without", what=said)


def _short(act: Act) -> str:
    """What an act states, without whose it is; empty for one that has no short words."""
    match act:
        case Played():
            return card_text(act.card)
        case Called():
            return call_text(act.call)
        case Declared():
            return declaration_text(act.declaration)
        case _:
            return ""


def _told(model: TableModel, seq: int, act: Act) -> str:
    return (
        card_text(act.card) if isinstance(act, Played) and _is_gone(model, seq) else told(model, act, model.view.deal)
    )


def _is_gone(model: TableModel, seq: int) -> bool:
    """Whether what line ``seq`` stated lies in a trick that is gone, also where it was taken back."""
    view, part = model.view, model.parts.part(seq)
    if model.judging or view.phase is not Phase.PLAY or part is None or part.deal != view.deal:
        return False
    return model.is_gone(seq) or (model.step_of(seq) is None and (view.trick is None or part.trick < view.trick.number))
