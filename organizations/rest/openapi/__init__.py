"""The API described: pieces that each package writes its part of the OpenAPI 3.1 document with.

A package's `openapi.py` lists its operations and records; `config.reference` puts them together. Request bodies are
read off the serializers that check them, so that names, bounds and lengths stand once.
"""
