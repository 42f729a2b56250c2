"""The screens of the table app."""
