"""For all tests: nothing may fail because a machine is slow."""

from hypothesis import settings

settings.register_profile("steady", deadline=None)
settings.load_profile("steady")
