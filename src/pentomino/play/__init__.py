"""A page to play on: the answers to its questions, and the server that brings it to a browser."""
