"""What every endpoint of the API shares."""
