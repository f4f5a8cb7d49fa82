"""What the API says of itself: its OpenAPI document, and the page that people read."""
