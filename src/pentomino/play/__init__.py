"""A page to play on: what it asks of the package, and the server that brings it to a browser."""
