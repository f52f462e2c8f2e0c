"""The base of all rooms: immutable values, limits of time and memory, reading and writing files, words in messages."""
