"""Finding calls: by id, number, carrier, or words that were said."""
