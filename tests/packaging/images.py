"""A small reader of Dockerfiles that runs their steps without a container engine.

Each stage has a folder as its root. The link `now` points to the root of the current stage, and every absolute path in
a step is one below that link, so that programs keep their paths when they are copied from one stage to another. A new
virtual environment replaces the Python of the base image.

The steps run as an unprivileged user. What only root may do is noted instead: `apt-get`, `useradd`, `chown`.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

ROOTS = os.geteuid() == 0
NOT_RUN = ("apt-get", "useradd", "chown")
# A path at the beginning of a word, or after = or : in an environment variable.
ABSOLUTE = re.compile(r"(?<![^\s=:\"'])/(?=[a-z])")
# As in a container with `read_only: true` and `tmpfs: /tmp`: every mount is read-only, except for the folders in $1.
READ_ONLY = """
set -eu
writable=$1; shift
awk '{print $5}' /proc/self/mountinfo | while read -r mount; do
  mount -o remount,ro,bind "$mount" 2>/dev/null || true
done
for folder in $writable; do mount --bind "$folder" "$folder"; mount -o remount,rw,bind "$folder"; done
if touch /read-only-test "$0/read-only-test" 2>/dev/null; then echo "the root is writable" >&2; exit 97; fi
exec setpriv --reuid=nobody --regid=nogroup --clear-groups --no-new-privs --bounding-set=-all "$@"
"""


@dataclass
class Stage:
    """A stage after its steps. `environment`: ENV; `options`: the last USER, HEALTHCHECK, ENTRYPOINT, CMD, VOLUME…"""

    name: str
    base: str
    root: Path
    environment: dict[str, str]
    options: dict[str, str] = field(default_factory=dict)
    folder: str = "/"


def steps(dockerfile: str) -> list[tuple[str, str]]:
    """The instructions with their arguments."""
    lines = "\n".join(line for line in dockerfile.splitlines() if not line.startswith("#"))
    return [tuple(line.split(maxsplit=1)) for line in lines.replace("\\\n", " ").splitlines() if line.strip()]


def command(text: str) -> list[str]:
    """The words of a command in its exec form, such as ["serve", "--bind"]."""
    return json.loads(text[text.index("[") :])


class Image:
    """The last stage of a Dockerfile, built below `home`. `noted`: the commands of root that were not run."""

    def __init__(self, dockerfile: str, context: Path, home: Path) -> None:
        self.context, self.home, self.now = context, home, home / "now"
        self.noted: list[str] = []
        self.stages: list[Stage] = []
        for instruction, arguments in steps(dockerfile):
            if instruction == "FROM":
                self._begin(arguments)
            elif instruction in ("RUN", "COPY", "ENV", "WORKDIR"):
                getattr(self, f"_{instruction.lower()}")(arguments)
            else:
                self.last.options[instruction] = arguments
        for stage in self.stages[:-1]:
            subprocess.run(["chmod", "-R", "u+w", stage.root], check=True)
            shutil.rmtree(stage.root)  # the image must not need them
        self._freeze()

    @property
    def last(self) -> Stage:
        return self.stages[-1]

    def here(self, text: str) -> str:
        """The text with its absolute paths below the root of the stage."""
        return ABSOLUTE.sub(f"{self.now}/", text)

    def _begin(self, arguments: str) -> None:
        base, _as, name = arguments.partition(" AS ")
        root = self.home / f"stage-{len(self.stages)}"
        root.mkdir()
        self.now.unlink(missing_ok=True)
        self.now.symlink_to(root)
        path = f"{self.now}/usr/local/bin:/usr/bin:/bin"
        self.stages.append(Stage(name, base, root, {"PATH": path}))
        subprocess.run([base_python(), "-m", "venv", self.now / "usr/local"], check=True)
        (root / "tmp").mkdir()
        for program in NOT_RUN:
            stub = root / "usr/local/bin" / program
            stub.write_text(f'#!/bin/sh\necho "{program} $*" >>{self.now}/tmp/noted\n')
            stub.chmod(0o755)
        self._hand_over(root)

    def _hand_over(self, root: Path) -> None:
        if ROOTS:
            subprocess.run(["chown", "-R", "nobody:nogroup", root], check=True)

    def _workdir(self, arguments: str) -> None:
        self.last.folder = arguments
        (self.last.root / arguments.lstrip("/")).mkdir(parents=True, exist_ok=True)

    def _env(self, arguments: str) -> None:
        for name, value in (word.split("=", 1) for word in shlex.split(arguments)):
            before = self.last.environment
            self.last.environment[name] = re.sub(r"\$(\w+)", partial(lookup, before), self.here(value))

    def _run(self, arguments: str) -> None:
        # How this machine reaches the package index is the business of the machine.
        pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or "proxy" in name.lower()}
        environment = {**pip, **self.last.environment, "TMPDIR": f"{self.now}/tmp"}
        words = ["/bin/sh", "-euc", self.here(arguments)]
        folder = self.last.root / self.last.folder.lstrip("/")
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, **nobody())
        assert done.returncode == 0, f"RUN {arguments}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        noted = self.last.root / "tmp/noted"
        if noted.exists():
            self.noted += noted.read_text().replace(str(self.now), "").splitlines()
            noted.unlink()

    def _copy(self, arguments: str) -> None:
        *sources, target = arguments.split()
        into = self.last.root / (Path(self.last.folder) / target).as_posix().lstrip("/")
        if sources[0].startswith("--from="):
            stage = next(each for each in self.stages if each.name == sources[0].removeprefix("--from="))
            shutil.copytree(stage.root / sources[1].lstrip("/"), into, symlinks=True)
            return
        subprocess.run(["chmod", "-R", "u+w", into], check=True)
        names = sent(self.context) if sources == ["."] else sources
        for name in names:
            copy(self.context / name, into / name)
        for path in [into, *into.rglob("*")]:
            path.chmod(path.stat().st_mode & 0o555)  # whoever builds from them must not write among them

    def _freeze(self) -> None:
        """Make everything in the image read-only, except for its volume and /tmp."""
        root = self.last.root
        subprocess.run(["chmod", "-R", "a-w", root], check=True)
        for name in (self.last.options["VOLUME"].lstrip("/"), "tmp"):
            (root / name).chmod(0o700)
        if ROOTS:
            subprocess.run(["chown", "-R", "--no-dereference", "root:root", root], check=True)
            for name in (self.last.options["VOLUME"].lstrip("/"), "tmp"):
                shutil.chown(root / name, "nobody", "nogroup")

    @property
    def data(self) -> Path:
        """The folder of the volume."""
        return self.last.root / self.last.options["VOLUME"].lstrip("/")

    def environment(self, **given: str) -> dict[str, str]:
        """The whole environment of a container."""
        home = f"{self.now}{self.last.options['VOLUME']}"
        return {**self.last.environment, "HOME": home, "TMPDIR": f"{self.now}/tmp", **given}

    def execute(self, *words: str, **given: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the running container, as `docker exec` does."""
        environment = self.environment(**given)
        return subprocess.run(words, env=environment, cwd="/", capture_output=True, text=True, timeout=60, **nobody())

    @contextmanager
    def running(self, *words: str, **given: str):
        """The container with these words after those of CMD, and these variables. Gives the process."""
        options = {"env": self.environment(**given), "cwd": "/", "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        start = [*command(self.last.options["ENTRYPOINT"]), *command(self.last.options["CMD"]), *words]
        if can_mount():
            writable = f"{self.now}/tmp {self.now}{self.last.options['VOLUME']}"
            start = ["unshare", "--mount", "sh", "-c", READ_ONLY, str(self.last.root), writable, *start]
            process = subprocess.Popen(start, text=True, **options)
        else:
            process = subprocess.Popen(start, text=True, **options, **nobody())
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


def lookup(environment: dict[str, str], variable: re.Match[str]) -> str:
    return environment[variable[1]]


def nobody() -> dict[str, object]:
    """Options of a process that give it the unprivileged user, if this one is root."""
    return {"user": "nobody", "group": "nogroup", "extra_groups": []} if ROOTS else {}


def base_python() -> str:
    """A Python that the unprivileged user can run, with what `python -m venv` needs."""
    needed = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))"
    for python in (sys._base_executable, "/usr/bin/python3"):
        with suppress(OSError):
            if subprocess.run([python, "-c", needed], cwd="/", capture_output=True, **nobody()).returncode == 0:
                return python
    raise AssertionError("no Python that others may run. Get one: apt-get install python3-venv")


def can_mount() -> bool:
    """Whether this machine allows mounts of our own, so that the whole file system can be read-only."""
    probe = ["unshare", "--mount", "sh", "-c", "mount -t tmpfs none /mnt && mount -o remount,ro,bind /mnt"]
    return ROOTS and subprocess.run(probe, capture_output=True).returncode == 0


def sent(context: Path) -> list[str]:
    """The names at the top of the context that .dockerignore lets through; it must begin by leaving out everything."""
    rules = [line for line in (context / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    assert rules[0] == "*"
    assert rules[-1] == "**/__pycache__"
    assert all(re.fullmatch(r"!\w[\w.-]*", rule) for rule in rules[1:-1])
    return [rule[1:] for rule in rules[1:-1]]


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    else:
        if target.exists():
            target.unlink()
        shutil.copy(source, target)
