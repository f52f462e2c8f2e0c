"""The page on which puzzles are played: a server that sends it to a browser, and the answers to its questions."""
