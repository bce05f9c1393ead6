"""Two app servers behind Caddy, as docs/hosting.md sets them up on two machines."""

from __future__ import annotations

import http.client
import os
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from proofs.site import ROOT, Site, free_port

CADDYFILE = ROOT / "deploy/two-machines/Caddyfile"
TIMEOUT = 60.0


class Machines:
    """Two sites with one key and one database, and Caddy on `port`. Each site has its own folder and one process."""

    def __init__(self, folder: Path, name: str, url: str) -> None:
        if shutil.which("caddy") is None:
            raise SystemExit("make prove needs Caddy for this suite; on Debian: apt-get install caddy")
        one = Site(folder / f"{name}-one", url)
        one.workers, one.also = 1, {"TRUSTED_PROXIES": "1"}
        self.sites = (one, one.another(folder / f"{name}-two"))
        self.port = free_port()
        self._folder = folder / f"{name}-caddy"
        self._caddy: subprocess.Popen[bytes] | None = None

    def prepare(self, phones: int, matches: int) -> list[dict[str, Any]]:
        """Migrate, collect the static files of both, and add phones with matches; return their cookies and codes."""
        phones_told: list[dict[str, Any]] = self.sites[0].prepare(phones, matches)["phones"]
        self.sites[1].link_files()
        return phones_told

    def start(self) -> None:
        """Start both servers and Caddy, and wait until a page arrives."""
        for site in self.sites:
            site.start()
        self._folder.mkdir()
        (self._folder / "Caddyfile").write_text(self._config())
        environment = {**os.environ, "XDG_DATA_HOME": str(self._folder), "XDG_CONFIG_HOME": str(self._folder)}
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(self._folder / "Caddyfile")]
        with (self._folder / "log").open("ab") as log:
            self._caddy = subprocess.Popen(command, cwd=self._folder, env=environment, stdout=log, stderr=log)
        deadline = time.monotonic() + TIMEOUT
        while not self._answers():
            if time.monotonic() > deadline:
                raise SystemExit(f"Caddy did not start:\n{(self._folder / 'log').read_text()[-2000:]}")
            time.sleep(0.1)

    def _config(self) -> str:
        """The file of deploy/ with these ports; without TLS and without Caddy's own port for administration."""
        text = CADDYFILE.read_text()
        text = text.replace("Host score.example.org", "Host 127.0.0.1")
        text = text.replace("\nscore.example.org {", f"\nhttp://127.0.0.1:{self.port} {{")
        for number, site in enumerate(self.sites, start=1):
            text = text.replace(f" 10.0.0.{number}:8000", f" 127.0.0.1:{site.port}")
        return text.replace("\n{\n", "\n{\n\tadmin off\n\tauto_https off\n", 1)

    def _answers(self) -> bool:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        with suppress(OSError, http.client.HTTPException):
            line.request("GET", "/healthz")
            return line.getresponse().status == 200
        return False

    def kill(self) -> None:
        """Kill everything."""
        for site in self.sites:
            site.kill()
        if self._caddy:
            self._caddy.kill()
            self._caddy.wait()
