"""The `web` process: API, dashboard, admin and the provider's callbacks."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("LOADLINE_DATABASE_POOL", "1")

application = get_wsgi_application()
