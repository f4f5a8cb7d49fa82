"""People: how they sign in, what guards their accounts, how they become members."""
