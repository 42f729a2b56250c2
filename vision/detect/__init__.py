"""Index detectors, one file a backend."""
