"""The table app (Kivy)."""
