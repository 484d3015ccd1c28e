// What the theme leaves out for people with a keyboard or a screen reader: code that is wider than its box can be
// scrolled by keys, and the two columns beside the text have names.
(() => {
  const names = { "sidebar-drawer": "Pages", "toc-drawer": "Sections of this page" };
  const reach = () => {
    for (const box of document.querySelectorAll("pre, .scroll, .statement")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    for (const [column, name] of Object.entries(names)) {
      document.querySelector(`aside.${column}`)?.setAttribute("aria-label", name);
    }
    reach();
  });
  addEventListener("resize", reach);
})();
