"""Live updates: who is told what, and how soon."""
