"""The only writers: keyword-only verbs, named as a club says them. They know no requests and no pages."""

from matches.actions.append import AlreadySaved, Conflict, KeyReuse, Outcome, Saved, append_event
from matches.actions.club_membership import claim_match, link_guest, release_match
from matches.actions.entries import (
    close_match,
    correct_entry,
    extend_match,
    insert_entry,
    record_draw,
    record_entry,
    record_hand,
    record_penalty,
    redo,
    reopen_match,
    undo_last,
    void_entry,
)
from matches.actions.house_rules import Outdated, hide_house_rules, revise_house_rules, save_house_rules
from matches.actions.lifecycle import copy_match, import_match, rematch, start_match
from matches.actions.links import join_match, publish_match, renew_link, revoke_device
from matches.actions.seats_and_value import (
    archive_match,
    declare,
    purge_match,
    rename_match,
    rename_player,
    replace_player,
    restore_match,
    set_point_value,
)
from people.audit.log import Record
from people.db.transactions import DiskFull, NotAllowed, Unavailable

__all__ = [
    "release_match",
    "claim_match",
    "AlreadySaved",
    "Conflict",
    "DiskFull",
    "KeyReuse",
    "NotAllowed",
    "Outcome",
    "Outdated",
    "Record",
    "Saved",
    "Unavailable",
    "append_event",
    "archive_match",
    "close_match",
    "copy_match",
    "correct_entry",
    "declare",
    "extend_match",
    "hide_house_rules",
    "import_match",
    "insert_entry",
    "join_match",
    "link_guest",
    "publish_match",
    "purge_match",
    "record_draw",
    "record_entry",
    "record_hand",
    "record_penalty",
    "redo",
    "rematch",
    "rename_match",
    "rename_player",
    "renew_link",
    "replace_player",
    "reopen_match",
    "restore_match",
    "revise_house_rules",
    "revoke_device",
    "save_house_rules",
    "set_point_value",
    "start_match",
    "undo_last",
    "void_entry",
]
