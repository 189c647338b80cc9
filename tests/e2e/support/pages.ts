import { readFileSync } from "node:fs";
import type { Page as BrowserPage } from "playwright-core";
import { expect, inject } from "vitest";
import { answerOf } from "../../support/captcha";
import { explained } from "./complaints";
import type { Address, Answer, Locator, Page } from "./page";
import { PASSWORD } from "./portal";
import { ReaderPage } from "./reader/reader";
import { followedLink, purgeLink, runsScript } from "./watch";

const MOST_CLICKS = 5;

/** Asks again until the answer is the expected one. */
export function eventually<T>(ask: () => Promise<T> | T) {
  return expect.poll(ask);
}

/** Whether a browser draws the page. */
export function isDrawn(page: Page): page is BrowserPage {
  return !(page instanceof ReaderPage);
}

/** The element with the focus has that id. */
export async function isFocused(page: Page, id: string): Promise<boolean> {
  if (page instanceof ReaderPage) return page.focusedElement()?.attribs.id === id;
  return isDrawn(page) && page.evaluate((wanted) => document.activeElement?.id === wanted, id);
}

/** Whether scripts run on the page, which only browsers do. */
function isScripted(page: Page): page is BrowserPage {
  return runsScript(page);
}

/** Opens an address below `/web` and waits until the page can be used as it is meant to be. */
export async function open(page: Page, address: string): Promise<Answer> {
  const response = await page.goto(`/web${address}`);
  if (!response) throw new Error(`${address} gave no answer`);
  await ready(page);
  return response;
}

/**
 * Waits until the page is whole and, where it carries scripts, they have taken over and drawn the page of the address. An address
 * changes before its page is drawn: without this one would read the page before.
 */
export async function ready(page: Page): Promise<void> {
  if (!isDrawn(page)) return;
  await page.waitForLoadState("load");
  if (!runsScript(page)) return;
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    if (!main || !document.querySelector("script")) return main !== null;
    // What React writes on an element it has taken over.
    if (!Object.keys(main).some((key) => key.startsWith("__reactFiber"))) return false;
    const { state } = Reflect.get(window, "__remixRouter");
    const root = Object.entries(document).find(([key]) => key.startsWith("__reactContainer"))?.[1];
    let drawn = root?.stateNode.current;
    while (drawn && !drawn.memoizedProps?.value?.navigation) drawn = drawn.child;
    return state.navigation.state === "idle" && drawn?.memoizedProps.value === state;
  });
}

/** Waits until the page is at that address, and its page is there. */
export async function arrive(page: Page, address: Address): Promise<void> {
  await explained(page, () => page.waitForURL(address));
  await ready(page);
}

/** Signs in through the page, coming from `address`, and waits until that page is there. */
export async function signIn(page: Page, account: string, address = "/qiaqia/home"): Promise<void> {
  await open(page, address);
  await fillSignIn(page, account, PASSWORD);
  await arrive(page, (url) => url.pathname + url.search === `/web${address}`);
}

/** Types into the sign-in page and sends it. */
export async function fillSignIn(page: Page, account: string, password: string): Promise<void> {
  await page.locator("[name=username]").fill(account);
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: "登录" }).click();
}

/**
 * Follows a link and waits until the page it leads to is there. Scripts may draw the page anew while one clicks, so what counts
 * is where the link led when it was hit; a click that hit no link changed nothing and is made again.
 */
export async function follow(page: Page, link: Locator): Promise<void> {
  const href = isScripted(page) ? await hit(page, link) : await press(link);
  const target = new URL(href, page.url());
  await arrive(page, (url) => url.pathname + url.search === target.pathname + target.search);
}

async function press(link: Locator): Promise<string> {
  const href = await link.getAttribute("href");
  await link.click();
  return href ?? "";
}

/** Clicks until a link was hit; answers where that one led. */
async function hit(page: BrowserPage, link: Locator): Promise<string> {
  for (let attempt = 1; attempt <= MOST_CLICKS; attempt += 1) {
    purgeLink(page);
    await link.click();
    // A question to the page is answered after what the click caused; a page that is being left has no answer to give.
    await page.evaluate(() => null).catch(() => null);
    const href = followedLink(page);
    if (href) return href;
  }
  throw new Error(`${MOST_CLICKS} clicks hit no link`);
}

/** Chooses a top tab and waits until its first page is there. */
export async function switchTo(page: Page, label: string): Promise<void> {
  const tabs = page.getByRole("navigation", { name: "业务范围" });
  await tabs.getByRole("button", { name: label, exact: true }).click();
  await eventually(() => tabs.locator("[aria-current=true]").allInnerTexts()).toEqual([label]);
  await ready(page);
}

/** Presses a button of the page's form and waits for the answer of the server: another page, or the form drawn anew. */
export async function send(page: Page, button: Locator | string): Promise<void> {
  await answered(page, () =>
    explained(page, () => (typeof button === "string" ? buttonOf(page, button) : button).click()),
  );
}

/** Does something that sends the page's form, and waits for the answer of the server. */
export async function answered(page: Page, act: () => Promise<void>): Promise<void> {
  const once = await page.locator("main [name=_once]").inputValue();
  await act();
  await explained(page, () => page.locator(`main:not(:has([name=_once][value="${once}"]))`).waitFor());
  await ready(page);
  await drawn(page);
}

/** Chooses what other fields depend on: with scripts the form is drawn anew at once, without them by its button. */
export async function lead(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  if (isScripted(page)) return answered(page, () => fill(page, values));
  await fill(page, values);
  await send(page, "更新选项");
}

/** Presses what leads to another page of those that run no script, and waits for it. */
export async function pressAndLoad(page: Page, what: Locator | string): Promise<void> {
  const press = () => (typeof what === "string" ? buttonOf(page, what) : what).click();
  if (isDrawn(page)) await Promise.all([page.waitForEvent("load"), press()]);
  else await press();
}

/** The sum drawn on the sign-in page and on forms of strangers, worked out. */
export async function solvedSum(page: Page): Promise<string> {
  return answerOf(inject("signInSecret"), await page.locator("[name=captchaId]").inputValue());
}

/** Lets a control take whatever is typed, as one of a browser without that kind of control or limit would. */
export async function takeAnything(page: Page, name: string): Promise<void> {
  if (!isDrawn(page)) return;
  await page.locator(`main form [name="${name}"]`).evaluate((control) => {
    if (control.getAttribute("type") === "date") control.setAttribute("type", "text");
    control.removeAttribute("maxlength");
  });
}

/** Opens every folded part of the page's own content. */
export async function unfold(page: Page): Promise<void> {
  const folded = page.locator("main details:not([open]) > summary");
  if (isDrawn(page))
    await page.evaluate(() => {
      for (const group of document.querySelectorAll("main details")) group.setAttribute("open", "");
    });
  else while ((await folded.count()) > 0) await folded.first().click();
}

/** Presses a button that changes rows: at once where scripts run, by the server otherwise. */
export async function pressRow(page: Page, label: string): Promise<void> {
  if (runsScript(page)) await buttonOf(page, label).click();
  else await send(page, label);
}

/** Rows of a table of lines: `items`, `items.0.schedules`. */
export function linesIn(page: Page, table: string): Locator {
  return page.locator(`main [data-line="${table}"]`);
}

/** The button people see; the unseen one that catches the Enter key has the same label. */
export function buttonOf(page: Page, label: string): Locator {
  return page.locator("main").getByRole("button", { name: label, exact: true });
}

/** After an answer the script writes the values into the controls; this lets it finish. */
async function drawn(page: Page): Promise<void> {
  if (!isScripted(page)) return;
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );
}

export function field(page: Page, name: string): Locator {
  return page.locator(`main form [name="${name}"]`);
}

/** Types or chooses; options are named by their text or its beginning. */
export async function fill(page: Page, values: Readonly<Record<string, string | boolean>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const control = field(page, name);
    if (typeof value === "boolean") await control.setChecked(value);
    else if (await isChoice(page, name)) await choose(control, value);
    else await control.fill(value);
  }
}

/** Types what is too long to be typed sign by sign: the browser would take minutes for it. */
export async function fillMuch(page: Page, name: string, text: string): Promise<void> {
  if (!isDrawn(page)) return field(page, name).fill(text);
  await page.locator(`main form [name="${name}"]`).evaluate((box, much) => {
    if (box instanceof HTMLTextAreaElement) box.value = much;
  }, text);
}

/** Whether one chooses from a list there instead of typing. */
export async function isChoice(page: Page, name: string): Promise<boolean> {
  return (await page.locator(`main form select[name="${name}"]`).count()) > 0;
}

async function choose(select: Locator, text: string): Promise<void> {
  const option = select.locator("option").filter({ hasText: new RegExp(`^${text}( |$)`) });
  await select.selectOption(await option.getAttribute("value"));
}

/** Text as people see it. */
export function textOf(shown: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: a locator's text, for which hidden parts must not count
  return shown.innerText();
}

/** The state of the record that is open, as its head says it. */
export const badge = (page: Page) => textOf(page.locator("h1 .bd"));

/** Id of the record that is open. */
export const recordId = (page: Page) => /\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";

/** A link of the page's own part. */
export function linkIn(page: Page, name: string | RegExp): Locator {
  return page.locator("main").getByRole("link", typeof name === "string" ? { name, exact: true } : { name });
}

/** Makes a move of the record that is open, and waits until its page is there again. */
export async function makeTransition(
  page: Page,
  label: string,
  values: Readonly<Record<string, string>> = {},
): Promise<void> {
  const record = new URL(page.url()).pathname;
  // A section of the page may be called like the move.
  await follow(page, linkIn(page, label).first());
  await fill(page, values);
  await buttonOf(page, label).click();
  await arrive(page, (url) => url.pathname === record);
}

/** The file behind a link, as the browser saves it. */
export async function savedFile(page: Page, link: Locator): Promise<{ name: string; bytes: Uint8Array }> {
  if (page instanceof ReaderPage) {
    await link.click();
    return page.takeDownload();
  }
  if (!isDrawn(page)) throw new Error("nobody shows this page");
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** What the main form of a page without script would send now, but for its button. */
export function textsOfForm(page: Page): Record<string, string> {
  return page instanceof ReaderPage ? page.texts("main form") : {};
}

/** The message that stands beside a control. */
export function complaint(page: Page, name: string): Locator {
  return page.locator(`[id="f-${name}-error"]`);
}

/** Name of the control that has the focus. */
export async function focused(page: Page): Promise<string | null> {
  if (page instanceof ReaderPage) return page.focusedElement()?.attribs.name ?? null;
  return isDrawn(page) ? page.evaluate(() => document.activeElement?.getAttribute("name") ?? null) : null;
}

/** Texts of a row of the table with that caption, by the labels of its columns. */
export async function tableRow(page: Page, caption: string, index: number): Promise<Record<string, string>> {
  const table = page.locator("main table").filter({ has: page.locator("caption", { hasText: caption }) });
  const heads = await table.locator("thead th").allInnerTexts();
  const cells = await table.locator("tbody tr").nth(index).locator("th,td").allInnerTexts();
  return Object.fromEntries(heads.map((head, position) => [head, cells[position] ?? ""]));
}
