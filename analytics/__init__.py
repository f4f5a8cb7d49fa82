"""What happened: roll-ups, the analytics answers and their page."""
