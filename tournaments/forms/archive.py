"""The form to import an archive. Parses and never saves."""

from django import forms

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.forms.shared import Refusing
from tournaments.files.archive.zip_file import MOST_BYTES


class BringForm(Refusing):
    """One file, and the key by which it is brought once."""

    key = forms.CharField(required=False)
    file = forms.FileField(required=False, allow_empty_file=True)

    def clean(self) -> None:
        file = self.cleaned_data.get("file")
        if file is None or (file.size or 0) > MOST_BYTES:
            sentence = _("Please choose an archive of at most %(most)s MB.")
            self.refuse(RuleViolation("file", sentence, most=MOST_BYTES // 1024**2))
