"""Actions, the only code that changes matches. They take only keyword arguments and don't use requests or pages."""
# ruff: noqa: F401  # re-exports

from matches.actions.append import (
    AlreadySaved,
    Conflict,
    KeyReuse,
    Outcome,
    Saved,
    append_event,
    close_match,
    correct_entry,
    extend_match,
    insert_entry,
    record_entry,
    redo,
    reopen_match,
    undo_last,
    void_entry,
)
from matches.actions.club_membership import claim_match, link_guest, release_match
from matches.actions.house_rules import Outdated, hide_house_rules, revise_house_rules, save_house_rules
from matches.actions.lifecycle import copy_match, import_log, import_match, rematch, start_match
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
