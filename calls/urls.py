"""The broker's pages about calls."""

app_name = "calls"

urlpatterns: list = []
