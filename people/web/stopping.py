"""Whether the server is stopping: requests that wait look at it, so that no stop has to wait for them."""

import threading

STOPPING = threading.Event()
