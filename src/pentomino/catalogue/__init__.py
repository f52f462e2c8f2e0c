"""What is known of pieces, boards and calendars: data with sources, and what can be asked of them."""
