"""What people type and tap, parsed into plain records. Forms ask the engine and never save."""

from matches.forms.claims import BothForm, ClaimsForm, PairForm
from matches.forms.draw import DrawForm
from matches.forms.entry import EntryForm, ReasonForm
from matches.forms.hand import HandForm
from matches.forms.penalty import PenaltyForm
from matches.forms.start import StartForm

__all__ = [
    "BothForm",
    "ClaimsForm",
    "DrawForm",
    "EntryForm",
    "HandForm",
    "PairForm",
    "PenaltyForm",
    "ReasonForm",
    "StartForm",
]
