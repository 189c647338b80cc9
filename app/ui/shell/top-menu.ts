import { type RefObject, useEffect } from "react";

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
export function useTopMenu(frame: RefObject<HTMLElement>, layout: "sidemenu" | "topmenu"): void {
  useEffect(() => {
    const groups = frame.current?.querySelectorAll<HTMLDetailsElement>(".sh-nav > nav > details") ?? [];
    const top = layout === "topmenu";
    for (const group of groups) {
      if (top === group.hasAttribute("data-floating")) continue;
      group.open = !top && group.querySelector("[aria-current]") !== null;
      if (top) group.setAttribute("name", NAME);
      else group.removeAttribute("name");
      group.toggleAttribute("data-floating", top);
    }
  }, [frame, layout]);
}
