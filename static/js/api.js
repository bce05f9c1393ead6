// The API reference: sends a request with the values typed, and shows the response. Stores nothing.
(() => {
  const token = document.getElementById("token-field");

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("[data-try]");
    if (!form) return;
    event.preventDefault();
    let path = form.getAttribute("action");
    const query = new URLSearchParams();
    for (const field of form.querySelectorAll("[data-place]")) {
      if (field.dataset.place === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
      else if (field.value) query.set(field.name, field.value);
    }
    const headers = token.value ? { Authorization: `Bearer ${token.value}` } : {};
    const json = form.querySelector("[data-json]");
    const body = json ? json.value || "{}" : undefined;
    if (body) Object.assign(headers, { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID?.() ?? String(Math.random()) });
    const shown = form.querySelector("[data-answer]");
    shown.hidden = false;
    try {
      const answer = await fetch(query.size ? `${path}?${query}` : path, { method: form.dataset.try, headers, body, credentials: "omit" });
      const text = await answer.text();
      shown.textContent = `${answer.status}\n${pretty(text)}`;
    } catch (error) {
      shown.textContent = String(error);
    }
  });

  function pretty(text) {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }
})();
