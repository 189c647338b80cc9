const NAME = "top-menu";

/**
 * The side menu's HTML as a row of drop-downs: one is open at a time, and none when the page comes.
 * @param html what `menuHtml` made, marked or not
 */
export function asDropDowns(html: string): string {
  let depth = 0;
  return html.replace(/<(\/?)details\b([^>]*)>/g, (tag, closing: string, attributes: string) => {
    depth += closing ? -1 : 1;
    if (closing || depth > 1) return tag;
    return `<details${attributes.replace(/ open(=""|(?=\s|$))/, "")} name="${NAME}" data-floating="">`;
  });
}

/** Turns the menu that is on the page into drop-downs or back, when somebody changes the layout without loading a page. */
export function arrangeMenu(layout: "sidemenu" | "topmenu"): void {
  const top = layout === "topmenu";
  for (const group of document.querySelectorAll<HTMLDetailsElement>(".sh-nav > nav > details")) {
    if (top === group.hasAttribute("data-floating")) continue;
    group.open = !top && group.querySelector("[aria-current]") !== null;
    if (top) group.setAttribute("name", NAME);
    else group.removeAttribute("name");
    group.toggleAttribute("data-floating", top);
  }
}
