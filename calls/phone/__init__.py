"""The telephone side: the provider's API, its callbacks, TwiML and the ConversationRelay socket."""
