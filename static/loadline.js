// Loadline's one script: theme, keys, rows, and what htmx needs around it. Pages work without it.
(() => {
  "use strict";
  const root = document.documentElement;
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  const stored = {
    get(name) { try { return localStorage.getItem(name); } catch { return null; } },
    set(name, value) { try { value === null ? localStorage.removeItem(name) : localStorage.setItem(name, value); } catch { /* storage is off */ } },
  };

  // Theme: system, light, dark.
  function showTheme() {
    const theme = root.dataset.theme || "system";
    all("[data-set-theme]").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.setTheme === theme)));
  }
  function setTheme(theme) {
    if (theme === "system") delete root.dataset.theme; else root.dataset.theme = theme;
    stored.set("theme", theme === "system" ? null : theme);
    showTheme();
  }

  // Messages: said politely, shown for a while.
  function announce(text) { const region = find("#announcer"); if (region) region.textContent = text; }
  function toast(text, kind = "danger") {
    const list = find("#toasts");
    if (!list || all(".toast", list).some((item) => item.dataset.text === text)) return;
    const item = document.createElement("div");
    item.className = `toast ${kind}`;
    item.dataset.text = text;
    item.setAttribute("role", "status");
    item.append(text);
    list.append(item);
    setTimeout(() => item.remove(), 8000);
  }

  // Rows: j and k move the focus over a table's row links, Enter opens as on any link.
  const rowLinks = () => all("[data-row] [data-open]");
  function move(step) {
    const links = rowLinks();
    if (!links.length) return;
    const at = links.findIndex((link) => link.closest("[data-row]").contains(document.activeElement));
    const next = links[at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + step, 0), links.length - 1)];
    next.focus({ preventScroll: true });
    next.closest("[data-row]").scrollIntoView({ block: "nearest" });
  }

  // Dialogs: without scripts a popover, with them a modal. What opened it has the focus again when it closes.
  function openDialog(dialog, opener) {
    const menu = opener?.closest("details.menu");
    if (menu && !menu.contains(dialog)) { menu.open = false; find("summary", menu).focus(); }
    dialog.showModal();
  }
  const isBusy = (element) => Boolean(find("dialog[open]", element));

  const keysOn = () => stored.get("keys") !== "off";
  let going = 0;
  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target;
    if (event.key === "Escape" && target.matches("[data-search]")) { target.blur(); return; }
    if (event.key === "Escape") { all("details.menu[open]").forEach((menu) => { menu.open = false; find("summary", menu).focus(); }); return; }
    if (target.matches("input, select, textarea, [contenteditable]") || find("dialog[open]") || !keysOn()) return;
    if (Date.now() - going < 1200) {
      going = 0;
      const link = all("[data-go]").find((item) => item.dataset.go === event.key);
      if (link) { event.preventDefault(); link.click(); }
      return;
    }
    const act = {
      "/": () => find("[data-search]")?.focus(),
      j: () => move(1),
      k: () => move(-1),
      g: () => { going = Date.now(); },
      "?": () => openDialog(find("#keys")),
    }[event.key];
    if (act) { event.preventDefault(); act(); }
  }

  function onClick(event) {
    const target = event.target;
    const theme = target.closest("[data-set-theme]");
    if (theme) return setTheme(theme.dataset.setTheme);
    const opener = target.closest("[popovertarget]");
    const dialog = opener ? document.getElementById(opener.getAttribute("popovertarget")) : target.matches("dialog[open]") && target;
    if (dialog) { event.preventDefault(); return dialog.open ? dialog.close() : openDialog(dialog, opener); }
    all("details.menu[open]").forEach((menu) => { if (!menu.contains(target)) menu.open = false; });
    // A click anywhere on a row opens it, unless text was being selected.
    const row = target.closest("[data-row]");
    if (row && !target.closest("a, button, input, label, summary") && !String(getSelection())) {
      const link = find("[data-open]", row);
      if (event.ctrlKey || event.metaKey) window.open(link.href, "_blank"); else link.click();
    }
  }

  // A form that filters a list stands outside the list: keep it in step with the address. While an answer to the form
  // itself is awaited the address is behind what was chosen: it must not put the choice back.
  let asking = 0;
  function countAsking(step) { return (event) => { if (event.target.matches("form[data-filters]")) asking += step; }; }
  function syncFilters() {
    const form = find("form[data-filters]");
    if (!form || asking) return;
    const wanted = new URLSearchParams(location.search);
    for (const control of form.elements) {
      if (!control.name || control.type === "hidden" || control === document.activeElement) continue;
      const value = wanted.get(control.name) ?? "";
      control.value = control.type === "date" && !/^\d{4}-\d\d-\d\d$/.test(value) ? "" : value;
      control.closest("label.chip")?.classList.toggle("set", control.value !== "");
    }
  }

  document.addEventListener("keydown", onKey);
  document.addEventListener("focusout", (event) => {
    const menu = event.target.closest("details.menu[open]");
    if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  document.addEventListener("click", onClick);
  document.addEventListener("change", (event) => { if (event.target.matches("[data-keys-switch]")) stored.set("keys", event.target.checked ? null : "off"); });
  document.addEventListener("htmx:configRequest", (event) => {
    // Empty filters stay out of the address; of two controls for one filter the first that says something counts.
    const values = event.detail.formData;
    if (event.detail.verb !== "get" || !event.target.matches("[data-filters]")) return;
    new Set(values.keys()).forEach((name) => {
      const said = values.getAll(name).find((value) => value !== "");
      if (said === undefined) values.delete(name); else values.set(name, said);
    });
  });
  document.addEventListener("htmx:beforeSend", countAsking(1));
  document.addEventListener("htmx:afterRequest", countAsking(-1));
  document.addEventListener("htmx:beforeSwap", (event) => {
    // Somebody is answering a question in there: the next round brings what is new.
    if (isBusy(event.detail.target)) { event.detail.shouldSwap = false; return; }
    // Signed out meanwhile: the answer is the sign-in page, which doesn't belong inside this one.
    const answered = event.detail.xhr.responseURL;
    if (answered && new URL(answered).pathname === document.body.dataset.signIn) { event.detail.shouldSwap = false; location.reload(); }
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    event.target.removeAttribute("aria-busy");
    syncFilters();
    const words = find("[data-announce]");
    if (words) announce(words.dataset.announce);
  });
  document.addEventListener("htmx:sendError", () => toast("Loadline can't be reached. Check the connection; what you see may be out of date."));
  document.addEventListener("htmx:responseError", (event) => toast(`That didn't work (${event.detail.xhr.status}). Reload the page and try again.`));
  document.addEventListener("DOMContentLoaded", () => {
    showTheme();
    all("[data-keys-switch]").forEach((box) => { box.checked = keysOn(); });
  });
})();
