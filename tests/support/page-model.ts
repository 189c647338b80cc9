import { expect } from "vitest";

/**
 * Texts of a page that were meant to be replaced or that tell of a missing label; variables of wording stand in double
 * braces, and a pattern of numbers, which is known by its serial, names fields.
 */
function unfinished(model: unknown): string[] {
  const text = JSON.stringify(model).replaceAll(/"[^"]*\{0+1\}[^"]*"/g, '"-"');
  return [...text.matchAll(/undefined|\[object|NaN|(?<!\{)\{[a-z]\w*\}(?!\})|"label":""/g)].map(([found]) => found);
}

/** Every address of a page, to check that none leads away. */
function hrefs(model: unknown): string[] {
  return [...JSON.stringify(model).matchAll(/"(?:href|action|\w+Href)":"([^"]*)"/g)].map(([, found = ""]) => found);
}

/** Nothing on the page was left unfilled, and no address leads away. */
export function expectWhole(model: unknown, what: string): void {
  expect(unfinished(model), what).toEqual([]);
  for (const href of hrefs(model)) expect(href, what).toMatch(/^(\/[a-z]|#|$)/);
}
