"""How the networks are run beside a screen on a small computer: few threads, none that spin, no memory held back."""

from typing import Any


def run_options(threads: int) -> Any:
    """Options for a session of ONNX Runtime. Raises ImportError where it is not installed."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    # Threads that spin while they wait would take the core the screen and the capture need.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Every picture has another number of crops. A plan kept for each number, and a reserve that doubles whenever the
    # largest so far is passed, are memory that grows all evening; without them nothing is slower.
    options.enable_mem_pattern = False
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    return options
