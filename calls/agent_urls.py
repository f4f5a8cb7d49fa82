"""The broker's pages about agents."""

from django.urls import path

from calls.views import agents

app_name = "agents"

urlpatterns = [
    path("", agents.list_agents, name="list"),
    path("new/", agents.new_agent, name="new"),
    path("<int:pk>/", agents.show_agent, name="page"),
    path("<int:pk>/edit/", agents.edit_agent, name="edit"),
    path("<int:pk>/call/", agents.start_call, name="call"),
    path("<int:pk>/versions/", agents.list_versions, name="versions"),
    path("<int:pk>/versions/<int:number>/restore/", agents.restore_version, name="restore"),
]
