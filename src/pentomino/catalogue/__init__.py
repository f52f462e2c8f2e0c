"""Known boards and calendars: data with sources, and functions to find them."""
