"""The broker's pages about agents."""

from django.urls import path

from calls import agent_views

app_name = "agents"

urlpatterns = [
    path("", agent_views.list_agents, name="list"),
    path("new/", agent_views.new_agent, name="new"),
    path("<int:pk>/", agent_views.show_agent, name="page"),
    path("<int:pk>/edit/", agent_views.edit_agent, name="edit"),
    path("<int:pk>/call/", agent_views.start_call, name="call"),
    path("<int:pk>/versions/", agent_views.list_versions, name="versions"),
    path("<int:pk>/versions/<int:number>/restore/", agent_views.restore_version, name="restore"),
]
