"""Ukrainian, Russian and English texts."""
