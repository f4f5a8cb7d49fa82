"""The local telephone exchange: a stand-in for the phone network on one machine.

It speaks the provider's wire (REST, signed callbacks, TwiML, ConversationRelay) on one side, and a small JSON
API for people and tests on the other. Of the rest of the project it knows nothing but the wire.
"""
