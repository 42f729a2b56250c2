"""The rules of the games, pure: acts in, facts out."""
