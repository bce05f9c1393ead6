"""Texts, files and a match that are expensive for code with worse than linear run time."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from engine import hash_chain
from engine.hash_chain import plain
from engine.match.ledger import LoggedEvent, replay
from engine.rulesets import rule_book
from engine.seats import PerSeat
from matches.files import match_file

SYSTEM = "malaysian_recap"
HANDS, CORRECTIONS = 27, 370
BIG = 90_000  # combining marks; even encoded, they fit into the largest request that a form accepts
TILES = ["dR", "dR", "dR", "dG", "dG", "dG", "2p", "3p", "4p", "6m", "7m", "8m", "9m", "9m"]

# Values of form fields. Encoded, each stays below the site's limit.
TEXTS = {
    "many marks on one letter": "e" + "\u0301" * BIG,
    "marks in the wrong order": "e" + "\u0301\u0323" * (BIG // 2),
    "letters that become many": "\ufdfa" * (BIG // 2),
    "many digits": "9" * (5 * BIG),
    "many brackets": "[" * (3 * BIG),
    "many lines": "a\n" * BIG,
}


def files() -> dict[str, bytes]:
    """Files for each form that accepts one."""
    return {
        "many keys, the last one twice": b"{" + b",".join(b'"k%d":0' % at for at in [*range(15_000), 14_999]) + b"}",
        "one key many times": b"{" + b",".join([b'"k":0'] * 40_000) + b"}",
        "deep": b"[" * 400_000,
        "a long number": b'{"version":' + b"9" * 400_000 + b"}",
        "a workbook of styles": _workbook("xl/styles.xml", _styles(1_500_000)),
        "a workbook of properties": _workbook("docProps/custom.xml", b"<a>" * 1_000_000),
        "a wide workbook": _workbook("xl/worksheets/sheet1.xml", _wide(200_000)),
        "an archive that unpacks to much": _zipped({"tournament.json": b" " * 60_000_000}),
        "an archive of many parts": _zipped({f"matches/{number}.json": b"{}" for number in range(5_000)}),
    }


def long_match() -> bytes:
    """A match file: every hand by tiles, and then the first ones corrected repeatedly."""
    hand: dict[str, Any] = {"winner": "P1", "win": {"by": "wall", "tile": "9m"}, "concealed": TILES, "melds": []}
    told: list[tuple[str, dict[str, Any]]] = [("hand", hand)] * HANDS
    for number in range(CORRECTIONS):
        again = {"kind": "hand", "payload": {**hand, "winner": f"P{number % 3 + 1}"}}
        told.append(("correct", {"target": number % HANDS + 1, "replace": again}))
    options = {"match_length": HANDS}
    book = rule_book(SYSTEM, options)
    changed = plain(book.changed, "options")
    events, facts, previous = [], [], hash_chain.first_hash(SYSTEM, changed)
    for seq, (kind, payload) in enumerate(told, start=1):
        event: dict[str, Any] = {"seq": seq, "key": f"{seq:022d}", "kind": kind, "payload": payload}
        event |= {"at": "2026-11-20T20:04:05.123456Z", "by": "d1", "previous_hash": previous}
        previous = event["hash"] = hash_chain.event_hash(previous, event)
        events.append(event)
        facts.append(LoggedEvent(seq, kind, payload))
    log = replay(book, facts)
    content = {
        "format": hash_chain.FORMAT,
        "version": hash_chain.VERSION,
        "system": SYSTEM,
        "rules_version": book.version,
        "options": changed,
        "players": PerSeat("Ann", "Bea", "Cho").as_dict(),
        "events": events,
        "ledger": match_file.ledger(book, log),
        "standings": match_file.standings(log),
    }
    return json.dumps(content).encode()


def _workbook(name: str, content: bytes) -> bytes:
    """An entry list with one unnecessary part, or one that is far too wide."""
    parts = {
        "[Content_Types].xml": _types(),
        "_rels/.rels": _related("officeDocument", "xl/workbook.xml"),
        "xl/_rels/workbook.xml.rels": _related("worksheet", "worksheets/sheet1.xml"),
        "xl/workbook.xml": b'<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
        b'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
        b'<sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/worksheets/sheet1.xml": _wide(3),
    }
    return _zipped(parts | {name: content})


def _types() -> bytes:
    """The content types of the parts, without which the file is not read as a workbook."""
    kinds = {"workbook": "sheet.main", "worksheets/sheet1": "worksheet", "styles": "styles"}
    office = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    told = "".join(f'<Override PartName="/xl/{at}.xml" ContentType="{office}.{kinds[at]}+xml"/>' for at in kinds)
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'<Types xmlns="{types}">{told}</Types>'.encode()


def _styles(many: int) -> bytes:
    main = b'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    return main + b"<cellXfs>" + b"<xf/>" * many + b"</cellXfs></styleSheet>"


def _related(kind: str, target: str) -> bytes:
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    told = f'<Relationship Id="rId1" Type="{office}/{kind}" Target="{target}"/>'
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{told}</Relationships>'.encode()


def _wide(cells: int) -> bytes:
    cell = b'<c t="inlineStr"><is><t>a</t></is></c>'
    main = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    return main + b'<sheetData><row r="1">' + cell * cells + b"</row></sheetData></worksheet>"


def _zipped(parts: dict[str, bytes]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return held.getvalue()
