"""A puzzle compiled for each engine: integers in place of cells and pieces."""
