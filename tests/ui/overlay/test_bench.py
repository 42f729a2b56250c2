"""The benchmark of the overlay: what it counts, on a small run whose speed says nothing."""

from kozyr.ui.overlay.bench import bench_overlay, spread
from kozyr.ui.overlay.bench_listeners import Listener


def test_a_small_run_in_two_processes_counts_every_page_and_entry() -> None:
    found = bench_overlay(5, 3, 20)
    assert found["entries"] > 20
    assert found["heard_of_every_entry"] == found["ended_on_the_last_state"] == found["clients"] == 5
    assert found["went_back_to_an_older_state"] == 0
    assert 0 < found["log_to_page_ms"]["p50"] < found["touch_to_page_ms"]["p50"]
    assert set(found["table_ms"]) == set(found["table_cpu"]) - {"ratio"} == {"alone", "with_clients"}


def test_an_entry_counts_when_its_state_or_a_newer_one_has_come() -> None:
    page = Listener()
    page._came = [(0, 0.5), (2, 2.0), (3, 3.5)]
    assert page.late_ms({1: 1.0, 2: 1.5, 3: 3.0}) == [1000, 500, 500]
    assert page.late_ms({3: 3.0, 4: 3.1}) == [500], "the last entry was never heard of"


def test_a_page_that_goes_back_is_counted() -> None:
    page = Listener()
    for revision in (1, 2, 2, 1, 3):
        page.heard(revision, revision, b'{"what": 1, "server": "a", "revision": 7}')
    assert page.went_back == 2
    assert page.state() == {"what": 1}
    assert Listener().state() is None


def test_percentiles_of_a_hundred() -> None:
    assert spread([float(value) for value in range(100)]) == {"p50": 50, "p95": 95, "p99": 99, "max": 99}
    assert spread([]) == {}
