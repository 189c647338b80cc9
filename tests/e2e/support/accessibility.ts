import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { STANDARD } from "~/shared/preferences";
import { lookOf } from "~/ui/theme/palette";
import { isFull } from "../../support/length";
import { WIDTHS } from "./boxes";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Looks in which a page is judged: each ground, each set of state colours, the palest and the usual main colour. */
const ALL_LOOKS = [
  { navTheme: "light", colorWeak: false, primaryColor: STANDARD.primaryColor },
  { navTheme: "dark", colorWeak: false, primaryColor: STANDARD.primaryColor },
  { navTheme: "light", colorWeak: true, primaryColor: "#faad14" },
  { navTheme: "dark", colorWeak: true, primaryColor: "#722ed1" },
] as const;
/** Every ground and every set of state colours once; all four of them together in walks at full length. */
const LOOKS = isFull ? ALL_LOOKS : [ALL_LOOKS[0], ALL_LOOKS[3]];

interface Judging {
  isPlain: boolean;
  withFrame: boolean;
}

/**
 * What axe finds on a page that runs scripts: every rule in the standard look, wide and on a phone; what can be read, in the other
 * looks. They are put on without loading the page again.
 * @param isPlain the standard look, wide, is enough: the page is drawn by what other pages are judged for in all of them
 * @param withFrame on a plain page, on a phone and in the other looks the frame around the page is read too, not its content alone: it is
 *   the same around all of them
 */
export async function findings(
  page: Page,
  { isPlain = false, withFrame = true }: Partial<Judging> = {},
): Promise<string[]> {
  await page.evaluate(axeSource);
  if (isPlain) return judged(page, true, withFrame ? "html" : "main");
  const found: string[] = [];
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const look of LOOKS) {
    const { css, theme, weak } = lookOf(look);
    await page.evaluate(
      ([sheet, themed, isWeak]) => {
        const { documentElement } = document;
        documentElement.dataset.theme = themed;
        documentElement.toggleAttribute("data-weak", isWeak);
        const style = new CSSStyleSheet();
        style.replaceSync(sheet);
        document.adoptedStyleSheets = [style];
      },
      [css, theme, weak] as const,
    );
    const called = `${theme}${weak ? " weak" : ""}`;
    const isStandard = css === "";
    const part = isStandard || withFrame ? "html" : "main";
    found.push(...(await judged(page, isStandard, part)).map((sentence) => `${called}: ${sentence}`));
    if (!isStandard) continue;
    await page.setViewportSize({ width: 390, height: 844 });
    found.push(
      ...(await judged(page, true, withFrame ? "html" : "main")).map((sentence) => `${called} phone: ${sentence}`),
    );
    await page.setViewportSize(wide);
  }
  return found;
}

/** What axe finds in the standard look in windows of several widths; for one page of each kind. */
export async function findingsInWidths(page: Page, { withFrame }: Pick<Judging, "withFrame">): Promise<string[]> {
  await page.evaluate(axeSource);
  const found: string[] = [];
  // A tablet's: the widths of a desk and of a phone are judged for each kind of page where all looks are. The frame is the same around all pages.
  for (const width of isFull || withFrame ? WIDTHS.filter((one) => isFull || one <= 820) : [820]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    found.push(
      ...(await judged(page, true, isFull || withFrame ? "html" : "main")).map((sentence) => `${width}: ${sentence}`),
    );
  }
  return found;
}

interface Axe {
  run(
    part: string,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

function judged(page: Page, everything: boolean, part = "html"): Promise<string[]> {
  const asked = { all: everything, part };
  return page.evaluate(async ({ all, part }) => {
    // What moves is neither here nor there; the rule would read it half way.
    for (const animation of document.getAnimations()) animation.finish();
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(part, {
      resultTypes: ["violations"],
      runOnly: all
        ? { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }
        : { type: "rule", values: ["color-contrast"] },
    });
    // What lies half behind the bar of buttons at this very place of the page can be scrolled clear of it.
    const lasting = ({ failureSummary = "" }) => !failureSummary.includes("partially obscured");
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(lasting)
        .map(({ html, failureSummary = "" }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
    );
  }, asked);
}

/** What a page lacks for people who do not see it, one sentence each. */
export function barriers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const shown = (element: Element) => element.closest("[hidden], [aria-hidden=true]") === null;
    const called = (element: Element) => element.outerHTML.slice(0, 120);
    const textOfIds = (ids: string | null) =>
      (ids ?? "")
        .split(/\s+/)
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join("")
        .trim();
    const nameOf = (element: HTMLElement) => {
      const labels =
        element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement
          ? [...(element.labels ?? [])].map((label) => label.textContent ?? "").join("")
          : (element.textContent ?? "");
      return (
        textOfIds(element.getAttribute("aria-labelledby")) || (element.getAttribute("aria-label") ?? labels).trim()
      );
    };

    for (const control of all("input:not([type=hidden]), select, textarea"))
      if (shown(control) && nameOf(control) === "") found.push(`control without label: ${called(control)}`);
    for (const action of all("a[href], button, summary"))
      if (shown(action) && nameOf(action) === "") found.push(`nothing to read on: ${called(action)}`);

    const headings = all("h1, h2, h3, h4").map((heading) => Number(heading.tagName[1]));
    if (headings.filter((level) => level === 1).length !== 1) found.push(`${all("h1").length} h1 headings`);
    headings.forEach((level, index) => {
      const before = headings[index - 1];
      if (before !== undefined && level > before + 1) found.push(`heading level ${level} after ${before}`);
    });

    if (all("main").length !== 1) found.push(`${all("main").length} main landmarks`);
    const framed = document.querySelector(".sh") !== null;
    for (const landmark of ["header.sh-head", "nav", "footer"])
      if (framed && all(landmark).length === 0) found.push(`no ${landmark}`);
    const navs = all("nav").map((nav) => nav.getAttribute("aria-label") ?? "");
    if (navs.some((name) => name === "") || new Set(navs).size !== navs.length)
      found.push(`navigation landmarks are called ${navs.join(", ")}`);
    for (const section of all("section"))
      if (nameOf(section) === "") found.push(`section without name: ${called(section)}`);

    for (const table of all("table")) {
      if (!table.querySelector("caption")?.textContent?.trim()) found.push(`table without caption: ${called(table)}`);
      if (table.querySelector("th:not([scope])")) found.push("table head without scope");
    }
    for (const group of all("fieldset"))
      if (!group.querySelector("legend")?.textContent?.trim()) found.push(`fieldset without legend: ${called(group)}`);
    for (const picture of all("img, svg"))
      if (shown(picture) && !picture.hasAttribute("alt") && nameOf(picture) === "")
        found.push(`picture without text: ${called(picture)}`);

    const ids = all("[id]").map(({ id }) => id);
    for (const id of ids.filter((one, index) => ids.indexOf(one) !== index)) found.push(`id used twice: ${id}`);
    for (const element of all("[aria-describedby], [aria-labelledby], label[for]")) {
      for (const name of ["aria-describedby", "aria-labelledby", "for"])
        for (const id of (element.getAttribute(name) ?? "").split(/\s+/).filter(Boolean))
          if (!document.getElementById(id)) found.push(`${name} leads nowhere: ${id}`);
    }
    if (all("[tabindex]").some((element) => element.tabIndex > 0)) found.push("tab order is changed by tabindex");
    if (document.documentElement.lang !== "zh-CN") found.push("the language is not said");
    if (document.title.trim() === "") found.push("no title");
    return found;
  });
}

interface Stop {
  called: string;
  /** Lies in the window and has a size. */
  inSight: boolean;
  /** Looks different from what it looks like without the focus. */
  marked: boolean;
  /** Comes after the stop before it. */
  inOrder: boolean;
}

const MOST_STOPS = 1000;

/** Walks through a page with the Tab key, from the beginning of `part` on; answers the stops at which one would not know where one is. */
export async function lostStops(page: Page, part: "body" | "main" = "body"): Promise<{ stops: number; lost: Stop[] }> {
  await page.evaluate((selector) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
    const start = document.querySelector<HTMLElement>(selector);
    const tabindex = start?.getAttribute("tabindex") ?? null;
    start?.setAttribute("tabindex", "-1");
    start?.focus({ preventScroll: true });
    if (tabindex === null) start?.removeAttribute("tabindex");
    else start?.setAttribute("tabindex", tabindex);
  }, part);
  const lost: Stop[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate((): Stop | null => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      const before = document.querySelector("[data-stop]");
      const inOrder =
        before === null || Boolean(before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
      if (before && element === before) return null;
      before?.removeAttribute("data-stop");
      element.setAttribute("data-stop", "");
      const { width, height, left, top } = element.getBoundingClientRect();
      const look = () => {
        const style = getComputedStyle(element);
        return [
          style.outlineStyle,
          style.outlineWidth,
          style.boxShadow,
          style.borderColor,
          style.backgroundColor,
        ].join();
      };
      const focusedLook = look();
      const outlined = getComputedStyle(element).outlineStyle !== "none";
      element.blur();
      const plainLook = look();
      element.focus();
      return {
        called: element.outerHTML.slice(0, 120),
        inSight:
          width > 1 && height > 1 && left < innerWidth && top < innerHeight && left + width > 0 && top + height > 0,
        marked: outlined || focusedLook !== plainLook,
        inOrder,
      };
    });
    if (!stop) return { stops, lost };
    if (!stop.inSight || !stop.marked || !stop.inOrder) lost.push(stop);
  }
  throw new Error("the Tab key never came to an end");
}
