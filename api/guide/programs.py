"""The complete programs in the guide: they enter a hand over an unreliable network while other clients do the same.

A test runs them. Readers replace SITE, TOKEN and MATCH with their own values.
"""

PYTHON = '''\
import http.client
import json
import time
import urllib.error
import urllib.request
import uuid

url = "SITE/api/v1/matches/MATCH"


def send(path="", body=None, key=""):
    """Return the status and the JSON of the response. Repeat the request until there is one."""
    headers = {"Authorization": "Bearer TOKEN", "Content-Type": "application/json", "Idempotency-Key": key}
    data = None if body is None else json.dumps(body).encode()
    for pause in (1, 2, 4, 8, 16):
        try:
            request = urllib.request.Request(url + path, data, headers)
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 500, 502, 503, 504, 507):
                return error.code, json.load(error)
            pause = int(error.headers.get("Retry-After", pause))
        except (OSError, ValueError, http.client.HTTPException):
            pass  # no response, or half of one: the hand may have been saved
        time.sleep(pause)
    raise SystemExit("The server does not respond. Try again later, with the same key.")


def read_match():
    """Return the match. If the server refuses, for example a wrong token, end with its reason."""
    status, answer = send()
    if status != 200:
        raise SystemExit(f"{answer['title']}: {answer['detail']}")
    return answer


match = read_match()
hand = {"hand_no": match["hand_no"], "winner": "P2", "win": {"by": "wall"}, "hand_points": 6, "bonus_points": 2}
key = str(uuid.uuid4())  # keep it with the hand until the response is here, even if this program is restarted
while True:
    entry = {"kind": "hand", "payload": hand, "expected_seq": match["version"] + 1}
    status, answer = send("/entries", entry, key)
    if status != 409:
        break  # 200: saved; 422: answer["detail"] says what is wrong
    match = read_match()
    if match["hand_no"] != hand["hand_no"]:
        break  # somebody else has entered this hand
print(json.dumps(answer))
'''

JAVASCRIPT = """\
const url = "SITE/api/v1/matches/MATCH";
const pauses = [1, 2, 4, 8, 16];

// Return the status and the JSON of the response. Repeat the request until there is one.
async function send(path = "", body, key = "") {
  const headers = { Authorization: "Bearer TOKEN", "Content-Type": "application/json", "Idempotency-Key": key };
  const method = body ? "POST" : "GET";
  for (let pause of pauses) {
    try {
      const signal = AbortSignal.timeout(10000);
      const response = await fetch(url + path, { method, headers, signal, body: body && JSON.stringify(body) });
      if (![429, 500, 502, 503, 504, 507].includes(response.status)) return [response.status, await response.json()];
      pause = Number(response.headers.get("Retry-After")) || pause;
    } catch (error) {
      // No response, or half of one: the hand may have been saved.
    }
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
  }
  throw new Error("The server does not respond. Try again later, with the same key.");
}

// Return the match. If the server refuses, for example a wrong token, end with its reason.
async function readMatch() {
  const [status, answer] = await send();
  if (status !== 200) throw new Error(`${answer.title}: ${answer.detail}`);
  return answer;
}

let match = await readMatch();
const hand = { hand_no: match.hand_no, winner: "P2", win: { by: "wall" }, hand_points: 6, bonus_points: 2 };
// Keep the key with the hand until the response is here, even if this program is restarted.
const key = `${Date.now()}-${Math.random()}`;
let answer;
while (true) {
  const entry = { kind: "hand", payload: hand, expected_seq: match.version + 1 };
  let status;
  [status, answer] = await send("/entries", entry, key);
  if (status !== 409) break; // 200: saved; 422: answer.detail says what is wrong
  match = await readMatch();
  if (match.hand_no !== hand.hand_no) break; // somebody else has entered this hand
}
console.log(JSON.stringify(answer));
"""

CURL = r"""# Needs jq. curl itself repeats a request that got no response, or a status such as 429 or 503.
url=SITE/api/v1/matches/MATCH
file=$(mktemp)
send() {
  curl --silent --show-error --max-time 10 --retry 5 --retry-connrefused -o "$file" \
    -H 'Authorization: Bearer TOKEN' "$@" && cat "$file"
}
# Read the match. If the server refuses, for example a wrong token, end with its reason.
read_match() {
  match=$(send "$url") || exit 1
  refused=$(echo "$match" | jq -r 'select(.title) | "\(.title): \(.detail)"') || exit 1
  [ -z "$refused" ] || { echo "$refused" >&2; exit 1; }
}

read_match
hand_no=$(echo "$match" | jq .hand_no)
key=$(date +%s)-$$ # keep it with the hand until the response is here
while true; do
  entry=$(echo "$match" | jq '{kind: "hand", expected_seq: (.version + 1), payload: {hand_no: '"$hand_no"',
    winner: "P2", win: {by: "wall"}, hand_points: 6, bonus_points: 2}}')
  answer=$(send "$url/entries" -H 'Content-Type: application/json' -H "Idempotency-Key: $key" -d "$entry") || exit 1
  [ "$(echo "$answer" | jq .status)" = 409 ] || break # saved, or the detail says what is wrong
  read_match
  [ "$(echo "$match" | jq .hand_no)" = "$hand_no" ] || break # somebody else has entered this hand
done
echo "$answer"
"""


def programs(site: str) -> list[tuple[str, str]]:
    """The program in each language for this site, as (name of the language, program)."""
    texts = {"Python": PYTHON, "JavaScript": JAVASCRIPT, "curl": CURL}
    return [(name, text.replace("SITE", site)) for name, text in texts.items()]
