"""Numbers on the command line, within their limits; one that is not is one sentence."""

import argparse
import math
from collections.abc import Callable


def whole_from(low: int, high: int | None = None) -> Callable[[str], int]:
    """Reads a whole number from ``low`` to ``high`` (None: no limit)."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = None
        if number is None or number < low or (high is not None and number > high):
            limits = f"from {low}" if high is None else f"from {low} to {high}"
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number {limits}")
        return number

    return read


def number_within(low: float, high: float) -> Callable[[str], float]:
    """Reads a number above ``low`` and up to ``high``."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not low < number <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is no number above {low:g} and up to {high:g}")
        return number

    return read


def number_from(low: float, high: float) -> Callable[[str], float]:
    """Reads a number from ``low`` to ``high``, both allowed."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {low:g} to {high:g}")
        return number

    return read
