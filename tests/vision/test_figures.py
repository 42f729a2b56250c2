"""The shipped networks are as good as they were, and their cards say so.

A figure that is worse than the stored one fails with the amount. When networks are replaced on purpose:
``KOZYR_REWRITE_FIGURES=1 pytest tests/vision/test_figures.py`` stores the figures anew and writes them into the model
cards, whatever they are; the difference is then seen in the commit.
"""

import os
import re
from pathlib import Path

import pytest

from .figures import SLACK, Share, card_table, fallen, measured, store, stored

MODELS = Path(__file__).resolve().parents[2] / "models"
NETWORKS = ("index-detector", "index-reader")
MARK = re.compile(r"(<!-- watched -->\n).*?(\n<!-- /watched -->)", re.DOTALL)
RENEW = "if that is meant: KOZYR_REWRITE_FIGURES=1 pytest tests/vision/test_figures.py"
MOST_SHIPPED_BYTES = 15_000_000


@pytest.fixture(scope="module")
def now() -> dict[str, dict[str, Share]]:
    found = measured()
    if os.environ.get("KOZYR_REWRITE_FIGURES"):
        store(found)
        for network in NETWORKS:
            card = MODELS / f"{network}.md"
            rows = f"\\1{card_table(found, network)}\\2"
            card.write_text(MARK.sub(rows, card.read_text("utf-8")), "utf-8")
    return found


@pytest.mark.parametrize("network", SLACK)
def test_no_stored_figure_got_worse(now: dict[str, dict[str, Share]], network: str) -> None:
    before = stored()[network]
    assert before.keys() == now[network].keys()
    told = [fallen(f"{network}: {name}", now[network][name], one, SLACK[network]) for name, one in before.items()]
    losses = [line for line in told if line]
    assert not losses, "\n".join([*losses, RENEW])


@pytest.mark.parametrize("network", NETWORKS)
def test_a_model_card_carries_the_stored_figures(network: str) -> None:
    found = MARK.search((MODELS / f"{network}.md").read_text("utf-8"))
    assert found, f"{network}.md has no part between <!-- watched --> and <!-- /watched -->"
    assert found[0].split("\n", 1)[1].rsplit("\n", 1)[0] == card_table(stored(), network)


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.onnx")), ids=lambda path: path.name)
def test_a_model_card_names_the_size_of_its_file(path: Path) -> None:
    size = f"{path.stat().st_size / 1_000_000:.1f} MB"
    assert f"`{path.name}`, {size}" in path.with_suffix(".md").read_text("utf-8"), f"{path.name} has {size}"


def test_all_shipped_networks_weigh_at_most_15_megabytes() -> None:
    assert 0 < sum(path.stat().st_size for path in MODELS.glob("*.onnx")) <= MOST_SHIPPED_BYTES


def test_a_loss_is_told_with_its_amount_and_a_gain_is_not() -> None:
    before = Share(95, 100)
    assert fallen("recall", Share(94, 100), before, 1) is None
    assert fallen("recall", Share(99, 100), before, 1) is None
    told = fallen("recall", Share(92, 100), before, 1)
    assert told == "recall fell by 0.0300 from 0.9500 to 0.9200 (92 of 100 now, 95 of 100 stored; 0.0100 is allowed)"
    assert fallen("precision", Share(18, 20), Share(40, 40), 1) is not None
