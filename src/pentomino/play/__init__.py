"""The page to play on, the server that sends it to a browser, and the answers to questions from the page."""
