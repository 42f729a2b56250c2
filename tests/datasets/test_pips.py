"""Letters and suit signs drawn for the pictures."""

import pytest

from kozyr.datasets import pips


@pytest.mark.parametrize("validation", [False, True])
def test_no_font_cuts_the_nought_off_a_ten(validation: bool) -> None:
    fonts = pips.font_files(validation)
    if not fonts:
        pytest.skip("no fonts are installed")
    for file in fonts:
        ten, one, nought = (pips.text_mask(file, text) for text in ("10", "1", "0"))
        assert ten.shape[1] >= 0.95 * nought.shape[1] + 0.5 * one.shape[1], file
        assert ten[:, -1].max() > 40
        # The right edge of a nought is round: ink fills only the middle of the last column.
        assert (ten[:, -1] > 200).mean() < 0.9, file
