"""What comes of a puzzle: solutions, how often placements occur in them, and what can be said of them."""
