// Passkeys: sends a form with [data-passkey] together with the response of the user's passkey. Without this script, or if
// the browser has no passkeys, the form stays hidden and a sentence says so.
(() => {
  const toBytes = (text) => {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  };
  const toText = (bytes) => {
    const plain = String.fromCharCode(...new Uint8Array(bytes));
    return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };
  const asBytes = (credential) => ({ ...credential, id: toBytes(credential.id) });

  const optionsOf = async (form) => {
    const options = JSON.parse(form.dataset.options).publicKey;
    const reply = await fetch(form.dataset.challenge, { cache: "no-store" });
    if (!reply.ok) throw new Error(`${reply.status}`);
    options.challenge = toBytes((await reply.json()).challenge);
    for (const list of ["allowCredentials", "excludeCredentials"]) {
      if (options[list]) options[list] = options[list].map(asBytes);
    }
    if (options.user) options.user = { ...options.user, id: toBytes(options.user.id) };
    return options;
  };

  const ask = async (form) => {
    const publicKey = await optionsOf(form);
    const create = form.dataset.passkey === "create";
    const credential = await navigator.credentials[create ? "create" : "get"]({ publicKey });
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature"]) {
      if (credential.response[name]) response[name] = toText(credential.response[name]);
    }
    return JSON.stringify({ id: credential.id, rawId: toText(credential.rawId), type: credential.type, response });
  };

  const say = (form, which) => {
    for (const text of form.querySelectorAll("[data-failed]")) text.hidden = text.dataset.failed !== which;
  };

  let asking = false;
  const send = async (form) => {
    const field = form.elements.credential;
    if (asking) return;
    asking = true;
    say(form, "");
    try {
      if (!field.value) field.value = await ask(form);
      form.submit();
    } catch (error) {
      say(form, error.name === "InvalidStateError" ? "known" : "other");
    } finally {
      asking = false;
    }
  };

  if (!window.PublicKeyCredential || !navigator.credentials) return;
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    for (const button of document.querySelectorAll(`button[form="${form.id}"]`)) button.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(form);
    });
  }
  for (const text of document.querySelectorAll("[data-no-passkey]")) text.hidden = true;
})();
