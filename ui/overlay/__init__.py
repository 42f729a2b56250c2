"""What the audience sees: a page for OBS, a page for spectators, and the small server that feeds them."""
