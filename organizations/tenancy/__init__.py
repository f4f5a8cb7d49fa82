"""What every row of a tenant rests on: its scope, who acts, how its state moves, who is told; below the models."""
