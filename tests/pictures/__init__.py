"""`bin/pictures`: the main pages with the demo's data, as they stand in the README and in docs/."""
