"""Letters and suit signs drawn for the pictures."""

import cv2
import numpy as np
import pytest

from kozyr.datasets import pips


@pytest.mark.parametrize("validation", [False, True])
def test_no_font_cuts_the_nought_off_a_ten(validation: bool) -> None:
    fonts = pips.font_files(validation)
    if not fonts:
        pytest.skip("no fonts are installed")
    for file in fonts:
        roomy = np.zeros((400, 1200), np.uint8)
        cv2.putText(roomy, "10", (300, 260), (255,), pips.font(file), 170, 0)
        assert pips.text_mask(file, "10").shape == pips.trimmed(roomy).shape, file
