"""Pictures of boards and pieces: pure functions from a `BaseDrawing` to text and other media."""
