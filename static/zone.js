// The time zone that the browser is in, where the list has it and nobody has chosen yet.
(() => {
  const select = document.querySelector("select[data-time-zone]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (select && !select.querySelector("option[selected]") && [...select.options].some((each) => each.value === zone)) select.value = zone;
})();
