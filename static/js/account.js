// Pages with a password: shows what is typed, and hides it again. Without scripts the link opens the page anew with the
// field shown.
(() => {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-show]");
    if (!link) return;
    event.preventDefault();
    const hidden = link.closest(".field").querySelector("input");
    const show = hidden.type === "password";
    hidden.type = show ? "text" : "password";
    for (const text of link.children) text.hidden = !text.hidden;
    hidden.focus();
  });
})();
