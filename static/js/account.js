// Pages with a password: shows and hides what is typed. Without scripts the link reloads the page with a visible field.
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
