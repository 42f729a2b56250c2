"""What a touch may be refused with, by the rules or by the system: said in a sentence, and the app goes on."""

from collections.abc import Callable
from typing import Final

from kivy.base import ExceptionHandler, ExceptionManager

from kozyr.engine.errors import ImpossibleAct, KozyrError, LogFormatError
from kozyr.ui.file_trouble import refused
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.people import escaped
from kozyr.ui.tablet.telling import error_said

REFUSALS: Final = (KozyrError, OSError)
"""What is no fault of the app: the rules, a log, a disk, a network, a camera say no."""


def refusal_plain(error: KozyrError | OSError) -> str:
    """Why, in a sentence: ``/media/stick: no space left on device; make room on the disk``."""
    return error_text(error if isinstance(error, KozyrError) else refused(error))


def refusal_text(error: KozyrError | OSError) -> str:
    """The same, safe among markup."""
    return escaped(refusal_plain(error))


def refusal_said(model: TableModel, error: KozyrError | OSError) -> str:
    """The same at a table: the entries that it is about by their names, and whether it is what cannot have happened."""
    if not isinstance(error, KozyrError):
        return refusal_text(error)
    said = error_said(model, error)
    return tr("error.impossible", text=said) if isinstance(error, ImpossibleAct | LogFormatError) else said


class _Said(ExceptionHandler):
    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say

    def handle_exception(self, exception: BaseException) -> int:
        if not isinstance(exception, KozyrError | OSError):
            return int(ExceptionManager.RAISE)
        self._say(refusal_plain(exception))
        return int(ExceptionManager.PASS)


def refusals_said(say: Callable[[str], object]) -> Callable[[], object]:
    """From now on a refusal that nobody has taken, whatever was touched, is said and ends nothing.

    ``say`` gets one sentence. The function returned ends that.
    """
    handler = _Said(say)
    ExceptionManager.add_handler(handler)
    return lambda: ExceptionManager.remove_handler(handler)
