"""What is known of boards and calendars: data with sources, and what can be asked of them."""
