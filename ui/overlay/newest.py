"""Work done aside: on a thread of its own, for the newest item only; whoever hands one in never waits."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Newest(Generic[T]):
    """``put`` items from one thread; ``work`` does them on another. One that nobody got to before the next is left out.

    ``failed`` hears of an item that could not be done; the next is tried all the same.
    """

    def __init__(self, work: Callable[[T], object], name: str, failed: Callable[[Exception], object]) -> None:
        self._work, self._failed = work, failed
        self._item: tuple[T] | None = None
        self._ended = False
        self._there = threading.Condition()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def put(self, item: T) -> None:
        """Hands in the newest item."""
        with self._there:
            self._item = (item,)
            self._there.notify()

    def close(self, timeout_s: float = 5.0) -> None:
        """Lets the last item be done, as far as that takes no longer than ``timeout_s``."""
        with self._there:
            self._ended = True
            self._there.notify()
        self._thread.join(timeout_s)

    def _run(self) -> None:
        while True:
            with self._there:
                while self._item is None:
                    if self._ended:
                        return
                    self._there.wait()
                (item,), self._item = self._item, None
            try:
                self._work(item)
            except Exception as error:
                self._failed(error)
