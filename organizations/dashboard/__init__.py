"""What every page of the dashboard shares."""
