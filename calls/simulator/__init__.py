"""The local telephone network: a stand-in for the provider on one machine; its README tells how it works."""
