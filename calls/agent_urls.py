"""The broker's pages about agents."""

from django.urls import path

from calls import agent_views

app_name = "agents"

urlpatterns = [
    path("", agent_views.list_agents, name="list"),
    path("<int:pk>/", agent_views.show_agent, name="page"),
]
