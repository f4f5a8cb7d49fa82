// The API's operations, by Swagger UI.
(() => {
  const root = document.documentElement;
  const scheme = root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  root.classList.toggle("dark-mode", scheme === "dark");

  const operations = document.getElementById("swagger-ui");
  const place = document.getElementById(location.hash.slice(1));
  SwaggerUIBundle({
    domNode: operations,
    url: operations.dataset.document,
    deepLinking: !place, // it would take the place for an operation
    validatorUrl: null,
  });

  // What a link leads to moves down while the operations come in above it.
  const growth = new ResizeObserver(() => place?.scrollIntoView({ behavior: "instant" }));
  growth.observe(operations);
  for (const gesture of ["wheel", "pointerdown", "keydown"]) addEventListener(gesture, () => growth.disconnect(), { once: true });
})();
