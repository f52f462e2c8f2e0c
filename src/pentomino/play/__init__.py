"""A page to play on: the server that sends the page to a browser, and the answers to the questions of the page."""
