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

  // What can be undone says for how long; the server holds the same clock. Sent once, however often it is clicked.
  function countDown(form) {
    const place = find("[data-undo-left]", form);
    let left = 10;
    const tick = () => { if (left > 0) place.textContent = `(${left})`; else { clearInterval(clock); form.remove(); } left -= 1; };
    const clock = setInterval(tick, 1000);
    tick();
    form.addEventListener("submit", (event) => { if (form.dataset.sent) event.preventDefault(); form.dataset.sent = "yes"; });
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

  // Rows that can be ticked: x ticks the one that has the focus; how many there are stands before what to do with them.
  function pick() {
    const row = document.activeElement.closest("[data-row]");
    if (row) find("[data-pick]", row)?.click();
  }
  function countPicked() {
    const number = all("[data-pick]:checked").length;
    all("[data-picked]").forEach((place) => { place.textContent = `${number} selected`; });
  }

  // Dialogs: without scripts a popover, with them a modal. What opened it has the focus again when it closes.
  function openDialog(dialog, opener) {
    const menu = opener?.closest("details.menu");
    if (menu && !menu.contains(dialog)) { menu.open = false; find("summary", menu).focus(); }
    dialog.showModal();
  }
  const isBusy = (element) => Boolean(find("dialog[open]", element));

  // The search box: suggestions under it, chosen by arrows, opened by Enter; without a choice Enter searches.
  const suggestions = () => find("#suggestions");
  const options = () => all('[role="option"]', suggestions());
  function showSuggestions(isShown) {
    const list = suggestions(), box = find("[data-finder] [data-search]");
    if (!list) return;
    list.hidden = !isShown;
    box.setAttribute("aria-expanded", String(isShown));
    if (!isShown) suggest(null);
  }
  function suggest(option) {
    options().forEach((one) => one.setAttribute("aria-selected", String(one === option)));
    const box = find("[data-finder] [data-search]");
    if (option) box.setAttribute("aria-activedescendant", option.id); else box.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }
  function onSearchKey(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !event.target.matches("[data-finder] [data-search]") || suggestions().hidden) return;
    const found = options(), at = found.findIndex((one) => one.getAttribute("aria-selected") === "true");
    const act = {
      ArrowDown: () => suggest(found[(at + 1) % found.length]),
      ArrowUp: () => suggest(found[at <= 0 ? found.length - 1 : at - 1]),
      Enter: at < 0 ? null : () => found[at].click(),
      Escape: () => showSuggestions(false),
    }[event.key];
    if (act && found.length) { event.preventDefault(); act(); }
  }

  // What waits is counted in the title and on the icon. A new offer is told once in a browser, in a tab that is in front.
  const TOLD_FOR = 20000, MAX_TOLD = 300;
  let waiting = { total: "", messages: [] }, shown = [], leaving = 0, told = null, counted = {};
  function showTotal() {
    // Only a count that was put there goes: a caller's title may begin with "(417)".
    const title = document.title === counted.shown ? counted.title : document.title, icon = find('link[rel="icon"]');
    counted = { title, shown: waiting.total ? `(${waiting.total}) ${title}` : title };
    if (document.title !== counted.shown) document.title = counted.shown;
    icon.dataset.usual ||= icon.getAttribute("href");
    icon.setAttribute("href", waiting.total ? icon.dataset.waiting : icon.dataset.usual);
  }
  const toldBefore = () => JSON.parse(stored.get(`told-${waiting.person}`)) ?? told;
  function rememberTold(keys) { told = keys.slice(-MAX_TOLD); stored.set(`told-${waiting.person}`, JSON.stringify(told)); }
  function dismiss() { shown = []; find("#news").replaceChildren(); }
  function leave() {
    clearTimeout(leaving);
    leaving = setTimeout(() => find("#news :is(:hover, :focus-within)") ? leave() : dismiss(), TOLD_FOR);
  }
  async function tell({ url, new: keys }) {
    if (shown.length && !shown.some((key) => keys.includes(key))) dismiss(); // somebody decided on them
    if (document.hidden) return;
    if (!toldBefore()) return rememberTold(keys);
    const fresh = keys.filter((key) => !toldBefore().includes(key)), all = [...shown, ...fresh];
    if (!fresh.length) return;
    const answer = await fetch(`${url}?${new URLSearchParams(all.map((key) => ["bid", key]))}`, { headers: { "HX-Request": "true" } });
    if (!answer.ok || answer.redirected) return;
    const text = (await answer.text()).trim(), before = toldBefore();
    if (fresh.every((key) => before.includes(key))) return; // another tab was quicker
    rememberTold([...new Set([...before, ...fresh])]);
    if (!text) return;
    shown = all;
    find("#news").innerHTML = text;
    leave();
  }
  function hearWaiting(event) {
    waiting = event.detail;
    showTotal();
    waiting.messages.forEach((message) => tell(message).catch(() => { /* the next round tries again */ }));
  }

  const keysOn = () => stored.get("keys") !== "off";
  let going = -Infinity; // when g was pressed, by the clock of events: a slow page forgets nothing
  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target;
    if (event.key === "Escape" && target.matches("[data-search]")) { target.blur(); return; }
    if (event.key === "Escape") { all("details.menu[open]").forEach((menu) => { menu.open = false; find("summary", menu).focus(); }); return; }
    if (target.matches("input, select, textarea, [contenteditable]") || find("dialog[open]") || !keysOn()) return;
    if (event.timeStamp - going < 1200) {
      going = -Infinity;
      const link = all("[data-go]").find((item) => item.dataset.go === event.key);
      if (link) { event.preventDefault(); link.click(); }
      return;
    }
    const act = {
      "/": () => find("[data-search]")?.focus(),
      j: () => move(1),
      k: () => move(-1),
      x: () => pick(),
      g: () => { going = event.timeStamp; },
      "?": () => openDialog(find("#keys")),
    }[event.key];
    if (act) { event.preventDefault(); act(); }
  }

  // What can't be put on the clipboard is selected, ready for the person's own keys.
  async function copy(button) {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      find("span", button).textContent = "Copied";
      announce("Copied");
    } catch {
      getSelection().selectAllChildren(source);
    }
  }

  function onClick(event) {
    const target = event.target;
    const theme = target.closest("[data-set-theme]");
    if (theme) return setTheme(theme.dataset.setTheme);
    if (target.closest("[data-dismiss]")) return dismiss();
    const copier = target.closest("[data-copy]");
    if (copier) return copy(copier);
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

  // Whoever asks again before the answer is there overtakes it (hx-sync); what they didn't touch stays as it was asked for.
  let wanted = null; // what the address will say when the answer is there
  const said = (values, name) => values.getAll(name).join();
  function isUntouched(values, name) { return said(values, name) === said(new URLSearchParams(location.search), name); }
  function namesOf(...all) {
    const names = new Set(all.flatMap((values) => [...values.keys()]));
    names.delete("page");
    return [...names];
  }
  function keepWanted(values, touched) {
    for (const name of namesOf(new URLSearchParams(location.search), wanted)) {
      if (name === touched || !isUntouched(values, name)) continue;
      values.delete(name);
      wanted.getAll(name).forEach((value) => values.append(name, value));
    }
  }
  function followWith(detail) {
    const url = new URL(detail.path, location.href), values = url.searchParams;
    // The link to what is shown takes back what was asked for.
    if (namesOf(new URLSearchParams(location.search), values).every((name) => isUntouched(values, name))) return;
    keepWanted(values);
    detail.path = url.pathname + url.search;
  }
  const isOfList = (event) => Boolean(find("form[data-filters]")) && event.detail.target?.matches?.(".fetched") && event.detail.requestConfig?.triggeringEvent?.type !== "refresh";
  function setWanted(event) { if (isOfList(event)) wanted = new URL(event.detail.pathInfo.finalRequestPath, location.href).searchParams; }
  function forgetWanted(event) { if (isOfList(event)) wanted = null; }

  // A link that is fetched anew while it is pressed: the browser makes no click of that.
  let pressed = null;
  function press(event) {
    const link = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.target.closest("a[id]");
    pressed = link ? { link, x: event.clientX, y: event.clientY } : null;
  }
  function release(event) {
    if (!pressed || pressed.link.isConnected || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 5) return;
    document.getElementById(pressed.link.id)?.click();
  }

  document.addEventListener("keydown", onSearchKey);
  document.addEventListener("keydown", onKey);
  document.addEventListener("mousedown", press);
  document.addEventListener("mouseup", release);
  document.addEventListener("focusout", (event) => {
    const finder = event.target.closest("[data-finder]");
    if (finder && !finder.contains(event.relatedTarget)) showSuggestions(false);
    const menu = event.target.closest("details.menu[open]");
    if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  document.addEventListener("click", onClick);
  document.addEventListener("change", (event) => { if (event.target.matches("[data-keys-switch]")) stored.set("keys", event.target.checked ? null : "off"); });
  document.addEventListener("change", (event) => { if (event.target.matches("[data-pick]")) countPicked(); });
  document.addEventListener("htmx:configRequest", (event) => {
    // Empty filters stay out of the address; of two controls for one filter the first that says something counts.
    const values = event.detail.formData;
    if (wanted && event.target.matches("nav.chips a, thead a")) return followWith(event.detail);
    if (event.detail.verb !== "get" || !event.target.matches("[data-filters]")) return;
    new Set(values.keys()).forEach((name) => {
      const chosen = values.getAll(name).find((value) => value !== "");
      if (chosen === undefined) values.delete(name); else values.set(name, chosen);
    });
    if (wanted) keepWanted(values, (event.detail.triggeringEvent.type === "submit" ? document.activeElement : event.detail.triggeringEvent.target).name);
  });
  // What a page fetches by itself fails without a word: it tries again, and says so where that lasts.
  const isAskedFor = (event) => event.detail.requestConfig?.triggeringEvent?.type !== "refresh";
  // A field that was typed in tells of it again when it is left: what the address says already isn't asked anew.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("form[data-filters]") && event.detail.pathInfo.finalRequestPath === location.pathname + location.search) { wanted = null; event.preventDefault(); }
  });
  document.addEventListener("htmx:beforeSend", setWanted);
  ["htmx:afterOnLoad", "htmx:sendError", "htmx:timeout"].forEach((name) => document.addEventListener(name, forgetWanted));
  document.addEventListener("htmx:beforeSend", countAsking(1));
  document.addEventListener("htmx:afterRequest", countAsking(-1));
  document.addEventListener("htmx:afterRequest", (event) => event.detail.elt.removeAttribute("aria-busy"));
  document.addEventListener("htmx:beforeSwap", (event) => {
    // Somebody is answering a question in there: the next round brings what is new.
    if (isBusy(event.detail.target)) { event.detail.shouldSwap = false; return; }
    // Signed out meanwhile: the answer is the sign-in page, which doesn't belong inside this one.
    const answered = event.detail.xhr.responseURL;
    if (answered && new URL(answered).pathname === document.body.dataset.signIn) { event.detail.shouldSwap = false; location.reload(); }
    isLeft = event.detail.shouldSwap && isAskedFor(event) && event.detail.target.contains(document.activeElement);
  });
  // What had the focus is gone with the answer: what came has it then, and Tab goes on from there.
  let isLeft = false;
  function takeFocus(event) {
    if (!isLeft || document.activeElement !== document.body) return;
    const came = event.detail.target.isConnected ? event.detail.target : event.target;
    if (came.tabIndex < 0) came.tabIndex = -1;
    came.focus({ preventScroll: true });
    isLeft = false;
  }
  document.addEventListener("waiting", hearWaiting);
  document.addEventListener("visibilitychange", () => waiting.messages.forEach((message) => tell(message).catch(() => {})));
  document.addEventListener("htmx:afterSettle", showTotal);
  document.addEventListener("htmx:afterSettle", takeFocus);
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "suggestions") {
      const number = options().length - 1;
      showSuggestions(number >= 0 && find("[data-finder]").contains(document.activeElement));
      if (number >= 0) announce(number ? `${number} suggestion${number === 1 ? "" : "s"}` : "Nothing found");
      return;
    }
    syncFilters();
    const words = find("[data-announce]");
    if (words) announce(words.dataset.announce);
  });
  document.addEventListener("htmx:sendError", (event) => isAskedFor(event) && toast("Loadline can't be reached. Check the connection; what you see may be out of date."));
  document.addEventListener("htmx:responseError", (event) => isAskedFor(event) && toast(`That didn't work (${event.detail.xhr.status}). Reload the page and try again.`));
  document.addEventListener("DOMContentLoaded", () => {
    showTheme();
    all("[data-undo]").forEach(countDown);
    all("[data-keys-switch]").forEach((box) => { box.checked = keysOn(); });
  });
})();

// Live updates: names of what changed arrive in one stream a page; what bears such a name in data-live fetches itself anew
// when it hears "refresh". Without the stream it asks by itself now and then. docs/live-updates.md
(() => {
  "use strict";
  const EVERYTHING = "*", EVERY = 1000, ASK_EVERY = 20000, PATIENCE = 4000, HIDDEN_FOR = 60000, LONGEST_PAUSE = 60000;
  const fragments = () => [...document.querySelectorAll("[data-live][id]")];
  const isRefresh = (event) => event.detail.requestConfig?.triggeringEvent?.type === "refresh";
  const due = new Set(); // ids: a fragment that was fetched is another element
  const fetchedAt = new Map();
  let source = null, lastId = "", lostAt = 0, pause = 2000, again = 0, timer = 0, hiding = 0, kept = null, isOnWatch = false, watch = null;

  // What is due waits while somebody works in it: types, selects, ticks rows, has a window or a menu open.
  const isFetching = (fragment) => fragment.matches(".htmx-request") || fragment.querySelector(".htmx-request");
  function isBusy(fragment) {
    const active = document.activeElement, selected = getSelection();
    return fragment.querySelector("dialog[open], details.menu[open], [data-row] input:checked, :active")
      || (fragment.contains(active) && active.matches("input, select, textarea, [contenteditable]"))
      || (!selected.isCollapsed && fragment.contains(selected.anchorNode))
      || [...fragment.querySelectorAll("audio, video")].some((player) => !player.paused);
  }
  function work() {
    clearTimeout(timer);
    let wait = Infinity;
    for (const id of due) {
      const fragment = document.getElementById(id);
      if (!fragment?.dataset.live) { due.delete(id); continue; }
      if (document.hidden && !fragment.dataset.liveAnyway) continue;
      const left = (fetchedAt.get(id) ?? 0) + (Number(fragment.dataset.liveEvery) * 1000 || EVERY) - Date.now();
      if (left > 0 || isFetching(fragment) || isBusy(fragment)) { wait = Math.min(wait, Math.max(left, 500)); continue; }
      due.delete(id);
      fetchedAt.set(id, Date.now());
      fragment.dataset.quiet = "";
      htmx.trigger(fragment, "refresh");
    }
    if (wait < Infinity) timer = setTimeout(work, wait);
  }
  function hear(names) {
    for (const fragment of fragments()) {
      if (names.includes(EVERYTHING) || fragment.dataset.live.split(" ").some((name) => names.includes(name))) due.add(fragment.id);
    }
    work();
  }

  // Without the stream each fragment asks after its own time; what is new by the clock alone asks anyway.
  const begun = Date.now();
  function ask() {
    show();
    if (document.hidden && !source && !isOnWatch) return;
    for (const fragment of fragments()) {
      const every = lostAt ? Number(fragment.dataset.liveAsk) * 1000 || ASK_EVERY : Number(fragment.dataset.liveAnyway) * 1000 || Infinity;
      if (Date.now() - (fetchedAt.get(fragment.id) ?? begun) >= every) due.add(fragment.id);
    }
    work();
  }
  function show() {
    const sign = document.querySelector("#live-state");
    if (!sign) return;
    const words = sign.querySelector("span"), isLost = Boolean(document.body.dataset.events) && lostAt && Date.now() - lostAt > PATIENCE;
    const text = !navigator.onLine ? words.dataset.offline : isLost ? words.dataset.asking : "";
    if (words.textContent !== text) words.textContent = text;
    sign.hidden = !text;
  }

  function listen() {
    const address = document.body.dataset.events;
    if (address === undefined || source) return;
    lostAt ||= Date.now();
    if (!address || (document.hidden && !isOnWatch)) return;
    clearTimeout(again);
    const url = new URL(address);
    url.searchParams.set("since", lastId || document.body.dataset.since);
    source = new EventSource(url, { withCredentials: true });
    source.onopen = () => { lostAt = 0; pause = 2000; document.body.dataset.hears = ""; show(); };
    source.onmessage = (event) => { lastId = event.lastEventId; hear(event.data.split(" ")); tabs.postMessage(event.data); };
    source.onerror = () => {
      lostAt ||= Date.now();
      delete document.body.dataset.hears;
      if (source?.readyState !== EventSource.CLOSED) return; // it comes back by itself
      source = null;
      again = setTimeout(listen, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    };
  }
  function hangUp() { source?.close(); source = null; }

  // A browser has few connections to a host: of its tabs in the background one listens, and tells the others.
  const tabs = new BroadcastChannel("live");
  tabs.onmessage = (event) => { if (!source) hear(event.data.split(" ")); };
  function retire() {
    if (!navigator.locks) { isOnWatch = true; return listen(); }
    hangUp();
    watch = new AbortController();
    const { signal } = watch;
    navigator.locks.request("live", { signal }, () => new Promise((end) => {
      if (signal.aborted) return end();
      isOnWatch = true;
      signal.addEventListener("abort", () => { isOnWatch = false; end(); });
      listen();
    })).catch(() => { /* back in front before it was its turn */ });
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (document.getElementById("waiting")) { due.add("waiting"); work(); }
    if (document.hidden) retire(); else listen();
    if (document.body.dataset.events !== undefined) setInterval(ask, 1000);
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.hidden) { hiding = setTimeout(retire, HIDDEN_FOR); return; }
    watch?.abort();
    listen();
    work();
  });
  window.addEventListener("pagehide", hangUp);
  window.addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
  window.addEventListener("online", () => { pause = 2000; listen(); show(); });
  window.addEventListener("offline", show);

  // 286: what is told now stays as it is.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr?.status === 286) event.detail.elt.removeAttribute("data-live");
  });
  // What somebody asks for goes before what the page fetches by itself.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const fragment = event.detail.target?.closest?.("[data-live]");
    if (!fragment || isRefresh(event)) return;
    delete fragment.dataset.quiet;
    if (fragment.matches(".htmx-request") && event.target !== fragment) htmx.trigger(fragment, "htmx:abort");
  });
  // Focus on a link, what is unfolded and how far it is scrolled stay as they were.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const target = event.detail.target;
    if (!isRefresh(event) || !target) return;
    // Somebody began to work in it while the answer was on its way.
    if (target.dataset.live && isBusy(target)) { event.detail.shouldSwap = false; due.add(target.id); work(); }
    if (!event.detail.shouldSwap) return;
    const active = target.contains(document.activeElement) ? document.activeElement : null;
    const href = active?.getAttribute("href");
    kept = {
      focus: active?.id ? `#${CSS.escape(active.id)}` : href ? `#${CSS.escape(target.id)} a[href="${CSS.escape(href)}"]` : null,
      unfolded: [...target.querySelectorAll("details[id][open]")].map((item) => item.id),
      scrolled: [target, ...target.querySelectorAll("[id]")].filter((item) => item.scrollTop || item.scrollLeft).map((item) => [item.id, item.scrollTop, item.scrollLeft]),
    };
  });
  document.addEventListener("htmx:afterSwap", () => {
    if (!kept) return;
    const { focus, unfolded, scrolled } = kept;
    kept = null;
    unfolded.forEach((id) => { const item = document.getElementById(id); if (item) item.open = true; });
    scrolled.forEach(([id, top, left]) => document.getElementById(id)?.scrollTo({ top, left, behavior: "instant" }));
    if (focus && document.activeElement === document.body) document.querySelector(focus)?.focus({ preventScroll: true });
  });
})();
