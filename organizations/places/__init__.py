"""Towns, zones and maps."""
