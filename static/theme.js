// Runs before the first paint: the chosen theme (none: the system's), and that scripts run at all.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch { /* storage may be off: the system's theme then */ }
})();
