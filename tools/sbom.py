"""The software bill of materials of a release: every package that the lock files pin, as CycloneDX JSON.

The same lock files and the same time give the same bytes: the serial number comes from the version.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

NAME = "mahjong-scorekeeper"
SCHEMA = SchemaVersion.V1_6
# A pinned package: its line, the lines with its hashes, and the comment with the packages that need it.
PINNED = re.compile(
    r"^(?P<name>[a-z0-9.-]+)(?:\[[a-z,-]+\])?==(?P<version>\S+)(?: ; (?P<marker>.+?))? \\\n"
    r"(?P<hashes>(?: +--hash=\S+(?: \\)?\n)+)(?P<via>(?: +#.*\n)*)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Pin:
    """A package in a lock file. `marker`: where it is installed, "" for everywhere. `needed_by`: names of packages."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]
    needed_by: tuple[str, ...]

    @property
    def purl(self) -> PackageURL:
        """The package URL, by which vulnerability scanners identify a package."""
        return PackageURL("pypi", name=self.name, version=self.version)


def pins_of(lock: str) -> list[Pin]:
    """The packages of the text of a lock file, in its order."""
    return [
        Pin(
            found["name"],
            found["version"],
            found["marker"] or "",
            tuple(sorted(re.findall(r"sha256:([0-9a-f]{64})", found["hashes"]))),
            tuple(re.findall(r"^ +#   (?:via )?([a-z0-9.-]+)(?: \(pyproject\.toml\))?$", _lines(found["via"]), re.M)),
        )
        for found in PINNED.finditer(lock)
    ]


def _lines(via: str) -> str:
    """The comment `# via name`, written as one of several names."""
    return re.sub(r"# via (?=\S)", "#   ", via)


def sbom(version: str, time: int, required: str, optional: str) -> str:
    """The bill of materials as JSON.

    `required`, `optional`: the texts of the lock files without and with PostgreSQL. `time`: seconds since 1970.
    """
    always = {pin.name for pin in pins_of(required)}
    pins = {pin.name: pin for pin in (*pins_of(required), *pins_of(optional))}
    components = {name: _component(pin, name in always) for name, pin in pins.items()}
    purl = PackageURL("pypi", name=NAME, version=version)
    site = Component(
        name=NAME,
        version=version,
        type=ComponentType.APPLICATION,
        bom_ref=str(purl),
        purl=purl,
        licenses=[DisjunctiveLicense(id="MIT")],
    )
    bom = Bom(serial_number=uuid5(NAMESPACE_URL, str(purl)), components=components.values())
    bom.metadata.timestamp = datetime.fromtimestamp(time, UTC)
    bom.metadata.component = site
    for name, component in {NAME: site, **components}.items():
        bom.register_dependency(component, _needs(name, pins.values(), components))
    return make_outputter(bom, OutputFormat.JSON, SCHEMA).output_as_string(indent=2) + "\n"


def _component(pin: Pin, required: bool) -> Component:
    return Component(
        name=pin.name,
        version=pin.version,
        type=ComponentType.LIBRARY,
        bom_ref=str(pin.purl),
        purl=pin.purl,
        scope=ComponentScope.REQUIRED if required else ComponentScope.OPTIONAL,
        # One for each file of the package on the index: the source, and the wheels for different machines.
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=each) for each in pin.hashes],
        properties=[Property(name="python:marker", value=pin.marker)] if pin.marker else [],
    )


def _needs(name: str, pins: Iterable[Pin], components: dict[str, Component]) -> list[Component]:
    return [components[pin.name] for pin in pins if name in pin.needed_by]
