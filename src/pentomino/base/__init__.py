"""What all parts use: values, looks at the clock, room in memory, files that are written, hints at what was meant."""
