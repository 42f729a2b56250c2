"""What the networks hold on to while they run beside a screen."""

from kozyr.vision.running import run_options


def test_a_network_keeps_no_plan_and_no_reserve_for_each_number_of_crops() -> None:
    options = run_options(3)
    assert not options.enable_mem_pattern
    assert not options.enable_cpu_mem_arena


def test_a_network_has_as_many_threads_as_given() -> None:
    options = run_options(3)
    assert (options.intra_op_num_threads, options.inter_op_num_threads) == (3, 1)
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"
