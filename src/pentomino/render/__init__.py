"""Pictures of boards and what covers them: pure functions from a `BaseDrawing` to text and other media."""
