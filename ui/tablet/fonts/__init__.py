"""The typefaces that ship with the table app, and the recipe that merged them."""
