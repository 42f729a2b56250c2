"""The tablet, touched."""
