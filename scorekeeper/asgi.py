"""The ASGI application. The views are synchronous, so WSGI is faster."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

application = get_asgi_application()

from operations import server_lock  # noqa: E402
from operations.checks import refuse_unsafe_database  # noqa: E402  (needs the settings)

refuse_unsafe_database()
server_lock.serve()
