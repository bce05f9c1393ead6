"""`scorekeeper ready`: ask the running server whether it is ready, as the health check of a container does."""

import argparse
import http.client
import os
import sys

TIMEOUT = 8  # seconds


def main(arguments: list[str]) -> None:
    """Print what /readyz answers. Exits with 1 if the server isn't ready or doesn't answer."""
    parser = argparse.ArgumentParser(
        prog="scorekeeper ready", description="Ask the server on this machine whether it is ready. Exits with 1 if not."
    )
    parser.add_argument("--port", type=int, default=8000, help="the port of the server (default: 8000)")
    port = parser.parse_args(arguments).port
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    try:
        connection.request("GET", "/readyz", headers={"Host": site_name(os.environ.get("ALLOWED_HOSTS", ""))})
        response = connection.getresponse()
        answer = response.read().decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        sys.exit(f"No answer on port {port}: {error or type(error).__name__}.")
    finally:
        connection.close()
    sys.stdout.write(answer)
    sys.exit(response.status != 200)


def site_name(allowed_hosts: str) -> str:
    """A host name that the server accepts: the first of ALLOWED_HOSTS or, without it, the name of this machine."""
    first = allowed_hosts.split(",")[0].strip()
    return first.lstrip(".") if first not in ("", "*") else "localhost"
