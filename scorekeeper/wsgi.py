"""The WSGI application, which `scorekeeper.server` serves."""

import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

application = get_wsgi_application()

from django.conf import settings  # noqa: E402

from operations import server_lock  # noqa: E402
from operations.checks import refuse_unsafe_database  # noqa: E402  (needs the settings)

refuse_unsafe_database()
import_module(settings.ROOT_URLCONF)  # load the views now, not during the first request
server_lock.serve()
