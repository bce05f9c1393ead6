"""The storage of static files."""

import re

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

COMMENT = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)


class KnownFiles(CompressedManifestStaticFilesStorage):
    """Static files of the manifest. It does not change while a process runs, so each URL is computed once."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._known: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The URL of a file, with the hash of its content. Raises `ValueError` if the file is not in the manifest."""
        if force or name not in self._known:
            self._known[name] = super().url(name, force)
        return self._known[name]

    def _save(self, name: str, content: File) -> str:
        """Save the file; remove the comments from stylesheets."""
        if name.endswith(".css"):
            content = ContentFile(COMMENT.sub(b"", b"".join(content.chunks())))
        return str(super()._save(name, content))
