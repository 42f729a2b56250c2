"""The seeded synthetic table: pictures, labels, videos, benchmarks."""
