"""Understanding and phrasing behind one small interface: built-in, or by a language model.

Neither decides anything. What was meant goes to a skill, which is deterministic; what is to be said comes from there.
"""
