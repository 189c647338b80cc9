import type { Page } from "playwright-core";
import { isFull } from "../../support/length";

/** Widths of windows in which pages are measured: a large and a usual screen, a tablet, a phone; those between in walks at full length. */
export const WIDTHS: readonly number[] = isFull ? [1440, 1366, 1280, 1024, 820, 390] : [1440, 1280, 820, 390];

/**
 * Measures the page as it is drawn in windows of all widths. Answers, one sentence each, which numbers are cut, which controls that must be
 * filled in lie under something else, and what scrolls sideways without saying so.
 */
export async function misfits(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    let seen = await page.evaluate(measured);
    if (seen.length > 0) {
      // What shows where something can be scrolled is an animation: it follows with the next frame. A page without script has no other way
      // to wait for one than to be drawn.
      await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
      seen = await page.evaluate(measured);
    }
    found.push(...seen.map((sentence) => `${width}: ${sentence}`));
  }
  return found;
}

/** Runs in the page and stands alone. */
function measured(): string[] {
  const found = new Set<string>();
  const main = document.querySelector("main") ?? document.body;
  const isSeen = (element: Element) => element.checkVisibility() && element.closest(".vh, [aria-hidden=true]") === null;
  const called = (element: Element) =>
    element.getAttribute("aria-label") ??
    element.getAttribute("name") ??
    (element.textContent ?? "").trim().slice(0, 40);
  const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);

  /** Shows that more lies beside it: what is drawn over it at the end throws a shadow, or the end fades. */
  const hints = (scroller: Element) => {
    if (getComputedStyle(scroller).maskImage !== "none") return true;
    return [...scroller.querySelectorAll("th, td")].some((cell) => {
      const { position, boxShadow, right } = getComputedStyle(cell);
      return position === "sticky" && right !== "auto" && boxShadow !== "none";
    });
  };

  if (document.documentElement.scrollWidth > window.innerWidth)
    found.add(`the page is ${document.documentElement.scrollWidth} wide`);

  for (const element of main.querySelectorAll("*")) {
    if (!scrolls(element) || element.scrollWidth <= element.clientWidth + 1 || !isSeen(element)) continue;
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) continue;
    element.scrollLeft = 0;
    if (!hints(element)) found.add(`${element.className || element.tagName} scrolls sideways and does not say so`);
  }

  const isNumber = (text: string) => /\d/.test(text) && /^[\s¥$€£+\-\d,.%:/]+$/.test(text);
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const holder = node.parentElement;
    if (!holder || !isNumber(node.textContent ?? "") || !isSeen(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, width } of range.getClientRects()) {
      if (width === 0) continue;
      for (let box: Element | null = holder; box && box !== main; box = box.parentElement) {
        const { overflowX, display } = getComputedStyle(box);
        if (overflowX === "visible" || display === "inline" || scrolls(box)) continue;
        const edge = box.getBoundingClientRect();
        if (left < edge.left - 1 || right > edge.right + 1) found.add(`the number ${node.textContent} is cut`);
      }
      const table = holder.closest("td, th, dd");
      if (table && right > table.getBoundingClientRect().right + 1)
        found.add(`the number ${node.textContent} runs into what stands beside it`);
    }
  }

  const controls = main.querySelectorAll<HTMLElement>("input:not([type=hidden]), select, textarea");
  for (const control of controls) {
    if (!isSeen(control)) continue;
    if (control instanceof HTMLInputElement && isNumber(control.value) && control.scrollWidth > control.clientWidth + 1)
      found.add(`the number ${control.value} is cut in ${called(control)}`);
    const isRequired = control.getAttribute("aria-required") === "true" || control.hasAttribute("required");
    if (!isRequired) continue;
    control.scrollIntoView({ block: "center", inline: "nearest" });
    const { left, right, top, height } = control.getBoundingClientRect();
    for (const x of [left + 3, (left + right) / 2, right - 3]) {
      const there = document.elementFromPoint(x, top + height / 2);
      const isOwn =
        there !== null && (control.contains(there) || there.closest("label, .fd-in, .lc")?.contains(control));
      if (!isOwn) found.add(`${called(control)} lies under ${there ? called(there) || there.className : "the edge"}`);
    }
  }
  window.scrollTo(0, 0);
  return [...found];
}
