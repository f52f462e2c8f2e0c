"""The base of all parts: immutable values, limits of time and memory, files that are written, words in messages."""
