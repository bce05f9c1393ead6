"""The event that is set when the server stops. Requests that wait check it, so that they don't delay the stop."""

import threading

STOPPING = threading.Event()
