"""`make map`: draw the picture of docs/architecture.md: every app, folder and module, and the imports between apps."""

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from tools.import_graph import Graph, import_graph

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "map.svg"
APPS = (
    "engine",
    "people",
    "matches",
    "clubs",
    "tournaments",
    "api",
    "delivery",
    "webhooks",
    "notifications",
    "operations",
    "scorekeeper",
)

WIDTH, MARGIN, LEFT = 1280, 12, 250
COLUMNS, GAP = 4, 10
LINE, HEAD, PADDING = 15, 20, 8
STYLE = """
  text { font: 11px ui-monospace, Menlo, Consolas, monospace; fill: #1f2933 }
  .app { font: 600 16px system-ui, sans-serif } .folder { font-weight: 700 }
  .band { fill: #f3f5f2 } .box { fill: #fff; stroke: #c4ccc6 }
  .arrow { fill: none; stroke: #2f6f4f; stroke-width: 1.5; marker-end: url(#head) } #head path { fill: #2f6f4f }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6ebe7 } .band { fill: #1b211e } .box { fill: #252d29; stroke: #47524c }
    .arrow { stroke: #7fc8a0 } #head path { fill: #7fc8a0 }
  }
"""


def modules_by_folder(app: str, modules: list[str]) -> dict[str, list[str]]:
    """The modules of an app, sorted, by their folder ("" for the app itself)."""
    folders: dict[str, list[str]] = defaultdict(list)
    for module in sorted(modules):
        path = ROOT / (module.replace(".", "/") + ".py")
        if path.is_file() and "management" not in path.parts:
            folders[".".join(module.split(".")[1:-1])].append(path.stem)
    return dict(sorted(folders.items()))


def band(app: str, folders: Mapping[str, list[str]], top: int) -> tuple[list[str], int]:
    """The shapes of one app with its upper edge at `top`, and its height."""
    width = (WIDTH - LEFT - MARGIN - GAP * (COLUMNS + 1)) // COLUMNS
    ends = [top + GAP] * COLUMNS  # where the next box of each column begins
    shapes = []
    for folder, modules in folders.items():
        column = ends.index(min(ends))
        x, y = LEFT + GAP + column * (width + GAP), ends[column]
        height = HEAD + LINE * len(modules) + PADDING
        shapes.append(f'<rect class="box" x="{x}" y="{y}" width="{width}" height="{height}" rx="4"/>')
        title = f"{folder.replace('.', '/') or app}/"
        shapes.append(f'<text class="folder" x="{x + 8}" y="{y + 15}">{escape(title)}</text>')
        shapes += [
            f'<text x="{x + 8}" y="{y + HEAD + LINE * line + 11}">{escape(module)}</text>'
            for line, module in enumerate(modules)
        ]
        ends[column] = y + height + GAP
    height = max(ends) - top
    shapes.insert(0, f'<text class="app" x="{MARGIN + 10}" y="{top + 26}">{app}</text>')
    shapes.insert(
        0, f'<rect class="band" x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" height="{height}" rx="6"/>'
    )
    return shapes, height


def arrows(imports: set[tuple[str, str]], middle: Mapping[str, int]) -> Iterator[str]:
    """Yield one arrow for each pair of apps, from the importing app to the imported one."""
    by_length = sorted(imports, key=lambda pair: (abs(middle[pair[0]] - middle[pair[1]]), pair))
    for lane, (app, other) in enumerate(by_length):
        edge, out = LEFT - 4, LEFT - 14 - 7 * lane
        start, end = middle[app] - 4, middle[other] + 4
        yield f'<path class="arrow" d="M{edge} {start} H{out} V{end} H{edge}"/>'


def picture(graph: Graph) -> str:
    """The whole map as SVG; the same sources give the same bytes."""
    shapes: list[str] = []
    middle: dict[str, int] = {}
    top = MARGIN
    for app in reversed(APPS):
        modules = [module for module in graph if module.split(".")[0] == app]
        drawn, height = band(app, modules_by_folder(app, modules), top)
        shapes += drawn
        middle[app] = top + height // 2
        top += height + MARGIN
    apps = {(module.split(".")[0], other.split(".")[0]) for module, others in graph.items() for other in others}
    shapes += arrows({(app, other) for app, other in apps if app != other}, middle)
    head = '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" role="img">',
            "<title>Apps, folders and modules of Scorekeeper; arrows lead to what an app imports.</title>",
            f"<style>{STYLE}</style>",
            f'<defs>{head}<path d="M0 0 L8 4 L0 8 z"/></marker></defs>',
            *shapes,
            "</svg>\n",
        )
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(import_graph(ROOT, APPS)))
    sys.stdout.write(f"{PICTURE.relative_to(ROOT)} written.\n")
