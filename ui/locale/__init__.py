"""What Kozyr says, in Ukrainian, Russian and English."""
