"""All processes as `bin/up` starts them, and what happens to them in a bad week: `bin/test --faults`."""
