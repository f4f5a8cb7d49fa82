"""Carriers out of files: opened, read line by line, given to the app that owns them."""
