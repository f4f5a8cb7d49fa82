"""Django as WSGI: for any server, and for config/web.py, which `web` runs."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("LOADLINE_DATABASE_POOL", "1")

application = get_wsgi_application()
