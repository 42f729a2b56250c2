"""The commands of ``kozyr``, one module each, imported only when called.

Each module has ``SUMMARY``, ``add_arguments(parser)`` and ``run(options) -> int`` (the exit status).
"""
