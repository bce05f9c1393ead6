"""Whether programs written for one OpenAPI description work with a later one. Asserts nothing."""

from typing import Any

Schema = dict[str, Any]


def breaks(old: Schema, new: Schema) -> list[str]:
    """What programs written for `old` cannot rely on in `new`: one line for each thing."""
    found = []
    for path, operations in old["paths"].items():
        for method, operation in operations.items():
            where = f"{method.upper()} {path}"
            now = new["paths"].get(path, {}).get(method)
            if now is None:
                found.append(f"{where} is gone")
                continue
            found += _parameters(where, old, operation, new, now)
            found += _body(where, old, operation, new, now)
            found += _responses(where, old, operation, new, now)
    return found


def _resolved(whole: Schema, part: Schema) -> Schema:
    while "$ref" in part:
        part = whole["components"]["schemas"][part["$ref"].rpartition("/")[2]]
    return part


def _json(content: Schema) -> Schema:
    """The type of a body, whatever its media type is."""
    types = content.get("content", {}).values()
    return next(iter(types), {}).get("schema", {})


def _parameters(where: str, old: Schema, before: Schema, new: Schema, now: Schema) -> list[str]:
    those = {(each["in"], each["name"]): each for each in before.get("parameters", [])}
    these = {(each["in"], each["name"]): each for each in now.get("parameters", [])}
    found = [f"{where}: parameter {name} is gone" for place, name in those if (place, name) not in these]
    for key, each in these.items():
        if key in those:
            found += taken(f"{where} {key[1]}", old, those[key]["schema"], new, each["schema"])
        if each.get("required") and not those.get(key, {}).get("required"):
            found.append(f"{where}: parameter {key[1]} is required")
    return found


def _body(where: str, old: Schema, before: Schema, new: Schema, now: Schema) -> list[str]:
    return taken(where, old, _json(before.get("requestBody", {})), new, _json(now.get("requestBody", {})))


def _responses(where: str, old: Schema, before: Schema, new: Schema, now: Schema) -> list[str]:
    found = []
    for status, answer in before["responses"].items():
        if status not in now["responses"]:
            found.append(f"{where}: response {status} is gone")
        else:
            found += given(f"{where} {status}", old, _json(answer), new, _json(now["responses"][status]))
    return found


def _kind(part: Schema) -> Any:
    """The type of a value, without the parts that are compared separately."""
    if "anyOf" in part:
        return sorted(str(_kind(each)) for each in part["anyOf"])
    return part.get("type"), part.get("format")


def given(where: str, old: Schema, before: Schema, new: Schema, now: Schema, depth: int = 0) -> list[str]:
    """What a response no longer gives."""
    before, now = _resolved(old, before), _resolved(new, now)
    if depth > 6:
        return []
    if _kind(before) != _kind(now):
        return [f"{where} is {_kind(now)} instead of {_kind(before)}"]
    found = [f"{where} is never {value!r}" for value in before.get("enum", []) if value not in now.get("enum", [])]
    found += [f"{where} can be {value!r}" for value in now.get("enum", []) if value not in before.get("enum", [])]
    for name, part in before.get("properties", {}).items():
        if name not in now.get("properties", {}):
            found.append(f"{where}.{name} is gone")
        else:
            found += given(f"{where}.{name}", old, part, new, now["properties"][name], depth + 1)
    required = set(before.get("required", [])) & set(now.get("properties", {}))
    found += [f"{where}.{name} can be missing" for name in sorted(required - set(now.get("required", [])))]
    for inside in ("items", "additionalProperties"):
        if isinstance(before.get(inside), dict) and isinstance(now.get(inside), dict):
            found += given(f"{where}[]", old, before[inside], new, now[inside], depth + 1)
    return found


def taken(where: str, old: Schema, before: Schema, new: Schema, now: Schema, depth: int = 0) -> list[str]:
    """What a request can no longer send, or must send now."""
    before, now = _resolved(old, before), _resolved(new, now)
    if depth > 6:
        return []
    if _kind(before) != _kind(now):
        return [f"{where} takes {_kind(now)} instead of {_kind(before)}"]
    if "enum" in now:
        found = [
            f"{where} does not take {value!r}" for value in before.get("enum", ["any"]) if value not in now["enum"]
        ]
    else:
        found = []
    found += [
        f"{where}.{name} is required" for name in now.get("required", []) if name not in before.get("required", [])
    ]
    for name, part in before.get("properties", {}).items():
        if name not in now.get("properties", {}):
            found.append(f"{where}.{name} is not taken")
        else:
            found += taken(f"{where}.{name}", old, part, new, now["properties"][name], depth + 1)
    if isinstance(before.get("items"), dict) and isinstance(now.get("items"), dict):
        found += taken(f"{where}[]", old, before["items"], new, now["items"], depth + 1)
    return found
