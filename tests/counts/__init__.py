"""How many ways there are: closed counts, and stored ones that a change to the rules cannot move unnoticed."""
