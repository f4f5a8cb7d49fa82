"""What the agent says: skills, prompts, and the understanding of what it hears."""
