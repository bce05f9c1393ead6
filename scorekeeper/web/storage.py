"""The storage of static files."""

import re

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

COMMENT = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)


class KnownFiles(CompressedManifestStaticFilesStorage):
    """The files of the manifest, which stay the same while a process lives: each address is worked out once."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._known: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file, with the hash of what is in it. Raises `ValueError` where the manifest has none."""
        if force or name not in self._known:
            self._known[name] = super().url(name, force)
        return self._known[name]

    def _save(self, name: str, content: File) -> str:
        """Stylesheets without their comments, which are for those who read the source."""
        if name.endswith(".css"):
            content = ContentFile(COMMENT.sub(b"", b"".join(content.chunks())))
        return str(super()._save(name, content))
