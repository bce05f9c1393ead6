"""What people type and tap, parsed into plain records. Forms ask the engine and never save."""

from matches.entry.claims import BothForm, ClaimsForm, PairForm
from matches.entry.draw import DrawnHandForm
from matches.entry.entry_form import EntryForm, ReasonForm
from matches.entry.hand import HandForm
from matches.entry.penalty import PenaltyForm
from matches.forms.start import StartForm

__all__ = [
    "BothForm",
    "ClaimsForm",
    "DrawnHandForm",
    "EntryForm",
    "HandForm",
    "PairForm",
    "PenaltyForm",
    "ReasonForm",
    "StartForm",
]
