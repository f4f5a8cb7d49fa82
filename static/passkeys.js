// A passkey that wasn't given, or isn't one of ours: allauth's script tells the console, we tell the person.
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  for (const line of document.querySelectorAll("[data-passkey-error]")) line.hidden = false;
});
