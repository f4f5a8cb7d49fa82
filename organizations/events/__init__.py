"""Events told to an organization's own systems and channels."""
