"""Sources of facts about carriers, asked over their own wires; never in the way of a call.

A background task asks them; what they say is stored with its date, and a conversation uses what is stored.
"""
