"""The WSGI application, which `scorekeeper.server` serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

application = get_wsgi_application()

from django.urls import get_resolver  # noqa: E402

from operations import server_lock  # noqa: E402
from scorekeeper.checks import refuse_a_forgetful_database  # noqa: E402  (needs the settings)

refuse_a_forgetful_database()
get_resolver().url_patterns  # noqa: B018  (views are loaded now, and not while somebody waits for the first page)
server_lock.serve()
