"""Sport Debertz, the rules of the federation (ФДУ)."""
