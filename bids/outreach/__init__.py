"""Outreach: for a load that the agent may call carriers about, those that fit are called until it is covered.

`candidates` finds them, `ranking` puts them in order, `starting` begins a round and ends it, `advancing` takes it one
step on whenever something has happened, `holding` is what a talk on the phone needs to know of it.
"""
