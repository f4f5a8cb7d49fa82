// A call's recording: marks the line being spoken, goes to a line's moment, speed and keys. Without it the browser's own
// controls play, and a line's link opens the recording at its moment.
(() => {
  "use strict";
  const STEP = 5; // seconds back or forward by a key
  const AGAIN = 5000; // milliseconds: what fails sooner after it was loaded anew isn't there
  let loadedAt = -AGAIN;
  const player = () => document.querySelector("audio.recording");
  const lines = () => [...document.querySelectorAll(".dialogue [data-moment]")];

  function momentOf(hash) {
    const found = /^#t=(\d+(?:\.\d+)?)$/.exec(hash);
    return found ? Number(found[1]) : null;
  }

  function goTo(seconds, andPlay) {
    const audio = player();
    if (!audio) return;
    const go = () => { audio.currentTime = Math.min(seconds, audio.duration || seconds); mark(); };
    if (audio.readyState > 0) go(); else audio.addEventListener("loadedmetadata", go, { once: true });
    if (andPlay) audio.play().catch(() => { /* the browser wants a click first */ });
  }

  function mark() {
    const audio = player();
    if (!audio) return;
    const spoken = audio.currentTime > 0 ? lines().filter((line) => Number(line.dataset.moment) <= audio.currentTime + 0.05).at(-1) : undefined;
    const before = document.querySelector(".dialogue li[aria-current]");
    const now = spoken?.closest("li");
    if (before === (now ?? null)) return;
    before?.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "true");
    if (now && !audio.paused) now.scrollIntoView({ block: "nearest" });
  }

  // The sound may come from a store, by a link that is good for some minutes: where it breaks off, a new one is asked for.
  function onError(event) {
    const audio = player();
    if (event.target !== audio) return;
    const away = document.querySelector("[data-sound-away]");
    if (Number.isNaN(audio.duration) || performance.now() - loadedAt < AGAIN) { if (away) away.hidden = false; return; }
    const [at, plays] = [audio.currentTime, !audio.paused];
    loadedAt = performance.now();
    audio.load();
    goTo(at, plays);
  }

  function onKey(event) {
    const audio = player();
    if (!audio || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea, audio, [contenteditable]") || document.querySelector("dialog[open]")) return;
    let keys = "on";
    try { keys = localStorage.getItem("keys"); } catch { /* storage is off */ }
    if (keys === "off") return;
    const act = {
      p: () => (audio.paused ? audio.play() : audio.pause()),
      ",": () => { audio.currentTime = Math.max(0, audio.currentTime - STEP); },
      ".": () => { audio.currentTime += STEP; },
    }[event.key];
    if (act) { event.preventDefault(); act(); }
  }

  document.addEventListener("click", (event) => {
    const line = event.target.closest("[data-moment]");
    if (!line || !player() || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.replaceState(history.state, "", `#t=${line.dataset.moment}`);
    goTo(Number(line.dataset.moment), true);
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-speed]") && player()) player().playbackRate = Number(event.target.value);
  });
  // These don't bubble: caught on their way down.
  ["timeupdate", "seeked", "ended"].forEach((name) => document.addEventListener(name, (event) => { if (event.target === player()) mark(); }, true));
  document.addEventListener("error", onError, true);
  document.addEventListener("loadedmetadata", (event) => {
    const away = document.querySelector("[data-sound-away]");
    if (away && event.target === player()) away.hidden = true;
  }, true);
  document.addEventListener("keydown", onKey);
  const goToHash = () => { const moment = momentOf(location.hash); if (moment !== null) goTo(moment, false); };
  window.addEventListener("hashchange", goToHash);
  document.addEventListener("DOMContentLoaded", goToHash);
})();
