"""Trained weights, their cards and the recipes that made them."""
