"""Everything a person touches: commands, screens, languages."""
