"""Reads the standings from every output of a tournament, as rows of plain values. Asserts nothing.

A row is a dict of what the output shows. `section`: the heading above the row ("" if there is none).
Numbers are rounded to two decimals, like averages on pages.
"""

import csv
import io
import json
import re
from fractions import Fraction
from html import unescape

import openpyxl

from tests.matches.cast import tight

PARTS = {"⅙": Fraction(1, 6), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "⅚": Fraction(5, 6)}
FILE_COLUMNS = {
    "place": "place", "name": "name", "total": "total", "carried": "carried", "adjusted": "adjusted", "games": "games",
    "byes": "byes", "placement": "placement", "first": "firsts", "average_place": "average", "best_game": "best",
    "stage": "stage",
}  # fmt: skip
TEXTS = {"name"}


def number(value):
    """The number in a cell; None if it is empty."""
    if value is None or isinstance(value, int | float):
        return value if value is None else round(float(value), 2)
    text = value.replace("−", "-").strip("+= ")
    if text in ("", "–"):
        return None
    sign, digits, part = re.fullmatch(r"(-?)([\d.]*)([⅙⅓⅔⅚]?)", text).groups()
    return round(float((-1 if sign else 1) * (Fraction(digits or 0) + PARTS.get(part, 0))), 2)


def text_of(html):
    """The text of a piece of HTML."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def every_output(get):
    """{output: its rows}. `get` fetches a path below the tournament's, as bytes."""
    return {
        "page": page(get("standings/").decode()),
        "print": printed(get("print/standings/").decode()),
        "csv": of_file(list(csv.DictReader(io.StringIO(get("files/standings.csv").decode("utf-8-sig"))))),
        "tsv": of_file(list(csv.DictReader(io.StringIO(get("files/standings.tsv").decode()), delimiter="\t"))),
        "xlsx": of_file(workbook(get("files/standings.xlsx"))),
        "json": of_file(json.loads(get("files/standings.json"))["rows"]),
        "association": association(list(csv.DictReader(io.StringIO(get("files/association.csv").decode())))),
        "screen": screen(get("screen/").decode()),
    }


# ── pages ────────────────────────────────────────────────────────────────────


def page(html):
    table = re.search(r'<table class="data rank">.*?</table>', tight(html), re.DOTALL)[0]
    return [
        {
            **_row(cells),
            "place": number(text_of(re.search(r'class="no">(.*?)</span><span>', row, re.DOTALL)[1]).split(" ")[-1]),
            "games": number(cells["Matches"]),
            "firsts": number(cells["1st"]),
            "average": number(cells["Average place"]),
            "adjusted": number(cells.get("Penalties", "")) or 0,
            "section": section,
        }
        for section, row, cells in rows_of(table)
    ]


def printed(html):
    table = re.search(r"<table>.*?</table>", html, re.DOTALL)[0]
    return [
        {
            **_row(cells),
            "place": number(cells["Place"]),
            "adjusted": number(cells.get("Penalties and bonuses", "")) or 0,
            "section": section,
        }
        for section, _row_html, cells in rows_of(table)
    ]


def _row(cells):
    """The part that both tables share: rounds by number; a result in brackets isn't counted."""
    numbered = {name.removeprefix("Round "): cell for name, cell in cells.items() if name[-1].isdigit()}
    rounds = {int(at): cell.removesuffix(" bye") for at, cell in numbered.items()}
    return {
        "name": cells["name"],
        "total": number(cells["Total"]),
        "rounds": [number(cell.strip("()")) for cell in rounds.values()],
        "not_counted": [at for at, cell in rounds.items() if cell.startswith("(")],
        "carried": number(cells.get("Carried over", "")) or 0,
    }


def rows_of(table):
    """(section, HTML of the row, {heading: cell}) for each row of a table's body."""
    head, _end, body = table.partition("</thead>")
    heads = [text_of(cell) for cell in re.findall(r"<th[^>]*>(.*?)</th>", head, re.DOTALL)]
    section, found = "", []
    for row in re.findall(r"<tr[^>]*>.*?</tr>", body, re.DOTALL):
        if 'scope="rowgroup"' in row:
            section = text_of(row)
            continue
        cells = [text_of(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)]
        name = text_of(re.search(r"<bdi[^>]*>(.*?)</bdi>", row)[1])
        found.append((section, row, {**dict(zip(heads, cells, strict=True)), "name": name}))
    return found


def screen(html):
    """The rows of the big screen, which has no heading above the first of them."""
    section, found = "", []
    lists = re.search(r'<div class="hall-list.*', tight(html), re.DOTALL)[0]
    for row in re.findall(r"<li[^>]*>(.*?)</li>", lists, re.DOTALL):
        cut = re.search(r'class="cut-said">(.*?)</small>', row)
        section = text_of(cut[1]) if cut else section
        cells = r'class="no">(.*?)</span>.*?<bdi[^>]*>(.*?)</bdi>.*?<b [^>]*>(.*?)</b>'
        place, name, total = re.search(cells, row).groups()
        found.append({"place": number(place), "name": text_of(name), "total": number(total), "section": section})
    return found


# ── files ────────────────────────────────────────────────────────────────────


def of_file(rows):
    return [
        {
            **{key: row[column] if key in TEXTS else number(row[column]) for column, key in FILE_COLUMNS.items()},
            "rounds": [number(value) for column, value in row.items() if column.startswith("round_")],
            "not_counted": [int(at) for at in str(row["not_counted"] or "").split()],
        }
        for row in rows
    ]


def workbook(data):
    rows = openpyxl.load_workbook(io.BytesIO(data))["data"].iter_rows(values_only=True)
    keys = next(rows)
    return [dict(zip(keys, row, strict=True)) for row in rows]


def association(rows):
    return [
        {
            "place": number(row["Place"]),
            "name": f"{row['first name']} {row['last name']}",
            "placement": number(row["Table points"]),
            "points": number(row["Score"]),
        }
        for row in rows
    ]
