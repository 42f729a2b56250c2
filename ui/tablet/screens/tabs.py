"""Which pages the table offers now, and which of them comes up by itself."""

from typing import Final

from kozyr.engine.view import Phase, TableView
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.screens.calls import CallsPage
from kozyr.ui.tablet.screens.cardpad import CardPage
from kozyr.ui.tablet.screens.deal import DealPage
from kozyr.ui.tablet.screens.declare import DeclarePage
from kozyr.ui.tablet.screens.history import HistoryPage
from kozyr.ui.tablet.screens.judge import FindingsPage
from kozyr.ui.tablet.screens.pads import calls_page
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.screens.question import QuestionPage
from kozyr.ui.tablet.screens.scores import ScorePage
from kozyr.ui.tablet.widgets import breadth

LEAST_TAB: Final = 60
"""The width of a tab with a short word, units: a finger's."""
TAB_EDGE: Final = 0.7
"""Room beside a tab's word, in font sizes."""
_OVER = (Phase.DEAL_OVER, Phase.MATCH_OVER)
_RUNNING = (Phase.AUCTION, Phase.PLAY)


def words_wanted(view: TableView) -> bool:
    """Whether a word is waited for outside the auction: cards came before the calls, a whister chooses, help."""
    return view.phase is not Phase.AUCTION and bool(view.expectation.calls)


def cards_wanted(view: TableView) -> bool:
    """Whether a card may be laid although words are still waited for: the lead at a misère or a ten."""
    return view.phase is Phase.AUCTION and "Played" in view.expectation.kinds


def usual_tab(model: TableModel, view: TableView) -> str:
    """The page that comes up by itself."""
    if words_wanted(view):
        return "auction"
    if view.phase in _OVER:
        return "score"
    return "score" if view.phase is Phase.PLAY and model.camera.working else "pad"


def tab_names(model: TableModel, view: TableView) -> list[str]:
    """The tabs, from left to right."""
    names = ["auction"] if words_wanted(view) else []
    names += ["pad"]
    names += ["cards"] if cards_wanted(view) else []
    words_only = words_wanted(view) or (cards_wanted(view) and "Revealed" not in view.expectation.kinds)
    names += ["declare"] if view.phase in _RUNNING and not words_only else []
    names += ["score", "history"]
    return names + ["judge"] * model.judging + ["question"] * bool(model.questions)


def tab_text(model: TableModel, view: TableView, name: str) -> str:
    """What is written on a tab."""
    match name:
        case "pad":
            pads = {Phase.AUCTION: "auction", Phase.PLAY: "play"}
            return tr(f"tab.pad.{pads.get(view.phase, 'deal')}")
        case "auction":
            return tr("tab.pad.auction")
        case "cards":
            return tr("tab.pad.play")
        case "question":
            return f"? {len(model.questions)}"
        case "declare" if not model.session.game.declarations:
            return tr("tab.acts")
        case "judge" if view.findings:
            return tr("tab.judge.count", count=len(view.findings))
        case "history" if model.session.errors:
            return tr("tab.history.broken")
    return tr(f"tab.{name}")


def tab_share(text: str) -> float:
    """How much of the row a tab takes beside the others: a long word more, so that all are written alike."""
    return breadth(text, True) + TAB_EDGE


def page_of(model: TableModel, view: TableView, name: str) -> type[Page]:
    """The page of a tab."""
    kinds: dict[str, type[Page]] = {
        "declare": DeclarePage, "score": ScorePage, "history": HistoryPage, "judge": FindingsPage,
        "question": QuestionPage, "auction": calls_page(model), "cards": CardPage,
    }  # fmt: skip
    pads: dict[Phase, type[Page]] = {Phase.AUCTION: calls_page(model), Phase.PLAY: CardPage}
    if name == "auction" and view.phase in _OVER:
        return CallsPage
    return pads.get(view.phase, DealPage) if name == "pad" else kinds[name]
