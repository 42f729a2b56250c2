"""The battery every game gets free."""
