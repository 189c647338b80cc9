import { type AnyNode, type Document, type Element, isTag, Text } from "domhandler";
import { explained } from "../complaints";
import type { Address, Answer, Calls, Cookie, Locator, Narrowing, Page, Role, Upload, Visitor } from "../page";
import { chooseFiles, chooseOption, controlValue, entriesOf, formOf, isDisabled, optionValue, sendingOf } from "./form";
import { labelsOf, nameOf, withRole } from "./names";
import { ancestors, closest, isShown, pageOf, select, shownText, squeezed, textContent } from "./tree";
import { type Fetched, type Sent, Wire } from "./wire";

export interface ReaderOptions {
  baseURL: string;
  userAgent?: string;
  extraHTTPHeaders?: Readonly<Record<string, string>>;
}

/**
 * A person whose browser runs no script, as a program: pages are fetched and parsed, links followed, forms sent with what stands in
 * them. It draws nothing: looks, sizes and the Tab key need a browser.
 */
export class Reader implements Visitor {
  readonly #wire: Wire;
  readonly #pages: ReaderPage[] = [];
  readonly #waiting = new Set<(answer: Answer) => void>();
  #opened = 0;
  readonly request: Calls;

  /** @param heard hears of every answer, redirects among them */
  constructor(
    readonly options: ReaderOptions,
    heard: (answer: Answer) => void,
  ) {
    const headers = {
      Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
      "Accept-Language": "zh-CN",
      "User-Agent": options.userAgent ?? "Mozilla/5.0 (X11; Linux x64) Reader",
      ...options.extraHTTPHeaders,
    };
    this.#wire = new Wire(headers, (answer) => {
      heard(answer);
      for (const one of this.#waiting) one(answer);
    });
    this.request = {
      get: async (address, { maxRedirects } = {}) =>
        (await this.#wire.ask({ method: "GET", url: this.at(address), aside: true }, maxRedirects)).answer,
      post: async (address, { form = {}, headers: more = {}, maxRedirects } = {}) => {
        const body = Buffer.from(String(new URLSearchParams(form)));
        const type = { "Content-Type": "application/x-www-form-urlencoded" };
        const url = this.at(address);
        return (
          await this.#wire.ask({ method: "POST", url, headers: { ...type, ...more }, body, aside: true }, maxRedirects)
        ).answer;
      },
    };
  }

  at(address: string): URL {
    return new URL(address, this.options.baseURL);
  }

  /** How many pages this person has had before them: where an answer leads elsewhere, the one it leads to. */
  get opened(): number {
    return this.#opened;
  }

  ask(sent: Sent): Promise<{ answer: Fetched; url: URL }> {
    this.#opened += 1;
    return this.#wire.ask(sent);
  }

  next(fits: (answer: Answer) => boolean): Promise<Answer> {
    return new Promise((resolve) => {
      const hear = (answer: Answer) => {
        if (!fits(answer)) return;
        this.#waiting.delete(hear);
        resolve(answer);
      };
      this.#waiting.add(hear);
    });
  }

  async newPage(): Promise<ReaderPage> {
    const page = new ReaderPage(this);
    this.#pages.push(page);
    return page;
  }

  pages(): Page[] {
    return [...this.#pages];
  }

  async cookies(): Promise<Cookie[]> {
    return this.#wire.cookies();
  }

  async addCookies(cookies: Parameters<Visitor["addCookies"]>[0]): Promise<void> {
    for (const { url, ...cookie } of cookies)
      this.#wire.setCookie({ httpOnly: false, sameSite: "Lax", path: "/", ...cookie }, new URL(url).hostname);
  }

  async clearCookies(): Promise<void> {
    this.#wire.clearCookies();
  }

  async close(): Promise<void> {
    this.#wire.close();
  }
}

interface Shown {
  url: URL;
  html: string;
  tree: Document;
}

const NOTHING: Shown = { url: new URL("about:blank"), html: "", tree: pageOf("") };

/** A page of a reader. */
export class ReaderPage implements Page {
  #shown = NOTHING;
  readonly #before: Shown[] = [];
  #focused: Element | undefined;
  #download: { name: string; bytes: Buffer } | undefined;
  readonly keyboard = { press: (key: string) => this.pressOn(this.#focused, key) };

  constructor(readonly reader: Reader) {}

  get tree(): Document {
    return this.#shown.tree;
  }

  get request(): Calls {
    return this.reader.request;
  }

  context(): Reader {
    return this.reader;
  }

  url(): string {
    return this.#shown.url.href;
  }

  async title(): Promise<string> {
    return squeezed(select(this.tree, "title").map(textContent).join(""));
  }

  async content(): Promise<string> {
    return this.#shown.html;
  }

  async goto(address: string): Promise<Answer | null> {
    if (address !== "about:blank") return this.#go({ method: "GET", url: this.reader.at(address) });
    this.#show(NOTHING);
    return null;
  }

  async reload(): Promise<Answer | null> {
    return this.#go({ method: "GET", url: this.#shown.url });
  }

  async goBack(): Promise<Answer | null> {
    const before = this.#before.pop();
    if (!before) return null;
    this.#shown = before;
    this.#focused = undefined;
    return null;
  }

  /** The page is there already, or it never comes: nothing goes on behind it. */
  async waitForURL(address: Address): Promise<void> {
    const { url } = this.#shown;
    const fits =
      typeof address === "function"
        ? address(url)
        : (address instanceof RegExp ? address : patternOf(address)).test(url.href);
    if (!fits)
      throw new Error(`the page is at ${url.href}, not at ${address}: ${shownText(this.#main()).slice(0, 400)}`);
  }

  waitForResponse(fits: (answer: Answer) => boolean): Promise<Answer> {
    return this.reader.next(fits);
  }

  locator(selector: string, options: Narrowing = {}): Locator {
    return this.#all().locator(selector, options);
  }
  getByRole(role: Role, options: { name?: string | RegExp; exact?: boolean } = {}): Locator {
    return this.#all().getByRole(role, options);
  }
  getByText(text: string | RegExp, options: { exact?: boolean } = {}): Locator {
    return this.#all().getByText(text, options);
  }
  getByLabel(text: string | RegExp, options: { exact?: boolean } = {}): Locator {
    return this.#all().getByLabel(text, options);
  }

  /** Name of the control that has the focus, where there is one: what was used last, or what the page gives it to. */
  focusedElement(): Element | undefined {
    return this.#focused ?? select(this.tree, "[autofocus]")[0];
  }

  focus(element: Element): void {
    this.#focused = element;
  }

  /** The file that came instead of a page, once. */
  takeDownload(): { name: string; bytes: Buffer } {
    const file = this.#download;
    this.#download = undefined;
    if (!file) throw new Error("no file came");
    return file;
  }

  /** What a form would send without any button, files left out. */
  texts(form: string): Record<string, string> {
    const [element] = select(this.tree, form);
    if (!element) throw new Error(`there is no ${form}`);
    return Object.fromEntries(
      entriesOf(element, undefined, this.tree).filter(
        (one): one is readonly [string, string] => typeof one[1] === "string",
      ),
    );
  }

  async press(element: Element): Promise<void> {
    const target = closest(element, "a[href], button, input, summary, label");
    if (!target) throw new Error(`nothing happens on <${element.name}> without script`);
    if (isDisabled(target)) throw new Error(`${nameOf(target, this.tree)} is disabled`);
    this.#focused = target;
    if (target.name === "a") return this.#follow(target);
    if (target.name === "summary") return this.#fold(target);
    if (target.name === "label") return this.#pressLabel(target);
    const type = target.attribs.type ?? (target.name === "button" ? "submit" : "text");
    if (type === "checkbox") return this.tick(target, !("checked" in target.attribs));
    if (type === "radio") return this.tick(target, true);
    if (type === "submit") {
      const form = formOf(target, this.tree);
      if (!form) throw new Error(`「${nameOf(target, this.tree)}」 does nothing without script`);
      return this.#send(form, target);
    }
    if (target.name === "button" || type === "button" || type === "reset")
      throw new Error(`「${nameOf(target, this.tree)}」 does nothing without script`);
  }

  async pressOn(element: Element | undefined, key: string): Promise<void> {
    if (key !== "Enter") throw new Error(`the key ${key} needs a browser`);
    if (!element) throw new Error("nothing has the focus");
    const isText =
      element.name === "input" && !/^(checkbox|radio|submit|button|file)$/.test(element.attribs.type ?? "");
    if (!isText) return this.press(element);
    const form = formOf(element, this.tree);
    const [button] = select(this.tree, "button, input[type=submit]").filter(
      (one) => form && formOf(one, this.tree) === form && (one.attribs.type ?? "submit") === "submit",
    );
    if (button && isDisabled(button)) return;
    // Without a button the only field of a form sends it (HTML, "implicit submission").
    const typed = select(this.tree, "input").filter((one) => formOf(one, this.tree) === form && isTyped(one));
    if (!form || (!button && typed.length > 1)) throw new Error("Enter sends no form here");
    await this.#send(form, button);
  }

  tick(control: Element, checked: boolean): void {
    const { type, name } = control.attribs;
    if (type === "radio" && checked)
      for (const other of select(this.tree, `input[type=radio][name="${name}"]`))
        if (formOf(other, this.tree) === formOf(control, this.tree)) delete other.attribs.checked;
    if (checked) control.attribs.checked = "";
    else if (type === "radio") throw new Error("a radio button is not unchecked");
    else delete control.attribs.checked;
  }

  #all(): ReaderLocator {
    return new ReaderLocator(this, "page", () => [this.tree]);
  }

  #main(): Element {
    const [main] = [...select(this.tree, "main"), ...select(this.tree, "body")];
    if (!main) throw new Error(`${this.url()} is no page`);
    return main;
  }

  async #follow(link: Element): Promise<void> {
    const target = new URL(link.attribs.href ?? "", this.#shown.url);
    if (target.protocol === "javascript:") throw new Error(`${link.attribs.href} needs script`);
    if (link.attribs.target === "_blank") throw new Error("a new window needs a browser");
    const here = this.#shown.url;
    if (target.hash && target.pathname + target.search === here.pathname + here.search) {
      const [place] = select(this.tree, `[id="${decodeURIComponent(target.hash.slice(1))}"]`);
      if (!place) throw new Error(`${target.hash} leads nowhere`);
      this.#focused = place;
      this.#shown = { ...this.#shown, url: target };
      return;
    }
    await this.#go({ method: "GET", url: target });
  }

  #fold(summary: Element): void {
    const details = summary.parent;
    if (!details || !isTag(details) || details.name !== "details") throw new Error("this summary folds nothing");
    if ("open" in details.attribs) delete details.attribs.open;
    else {
      const { name } = details.attribs;
      if (name) for (const other of select(this.tree, `details[name="${name}"]`)) delete other.attribs.open;
      details.attribs.open = "";
    }
  }

  async #pressLabel(label: Element): Promise<void> {
    const control = select(this.tree, "input, select, textarea").find((one) =>
      labelsOf(one, this.tree).includes(label),
    );
    if (!control) throw new Error("this label belongs to nothing");
    await this.press(control);
  }

  async #send(form: Element, button: Element | undefined): Promise<void> {
    const { method, address, body } = sendingOf(form, button, this.tree, this.url());
    if (!body) return void (await this.#go({ method, url: address }));
    await this.#go({
      method,
      url: address,
      headers: { "Content-Type": body.type, Origin: this.#shown.url.origin },
      body: body.bytes,
    });
  }

  async #go(sent: Sent): Promise<Answer> {
    const from = this.#shown.url;
    const headers = {
      "Sec-Fetch-Dest": "document",
      "Sec-Fetch-Mode": "navigate",
      "Sec-Fetch-Site": from.protocol === "about:" ? "none" : "same-origin",
      ...(from.protocol === "about:" ? {} : { Referer: from.href.replace(/#.*/, "") }),
      ...sent.headers,
    };
    const { answer, url } = await this.reader.ask({ ...sent, headers });
    const { "content-disposition": kept = "", "content-type": type = "" } = answer.headers();
    if (kept.startsWith("attachment")) {
      const [, name = ""] = /filename\*=UTF-8''([^;]+)/i.exec(kept) ?? /filename="?([^";]+)/.exec(kept) ?? [];
      this.#download = { name: decodeURIComponent(name), bytes: answer.bytes };
      return answer;
    }
    const html = await answer.text();
    this.#show({ url, html, tree: pageOf(type.startsWith("text/html") ? html : "") });
    return answer;
  }

  #show(shown: Shown): void {
    this.#before.push(this.#shown);
    this.#shown = shown;
    this.#focused = undefined;
  }
}

/** A field of one line that takes text. */
function isTyped({ name, attribs }: Element): boolean {
  return name === "input" && !/^(checkbox|radio|submit|button|reset|image|file|hidden)$/.test(attribs.type ?? "");
}

/** Playwright's addresses with `**`. */
function patternOf(address: string): RegExp {
  const escaped = address.replace(/[.+^${}()|[\]\\?]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("**", "\u0000").replaceAll("*", "[^/]*").replaceAll("\u0000", ".*")}$`);
}

/** As Playwright: part of the text, whatever the case, unless it shall be the whole. */
function says(text: string, wanted: string | RegExp, exact = false): boolean {
  if (wanted instanceof RegExp) return wanted.test(text);
  return exact ? text === squeezed(wanted) : text.toLowerCase().includes(squeezed(wanted).toLowerCase());
}

class ReaderLocator implements Locator {
  constructor(
    readonly page: ReaderPage,
    readonly called: string,
    readonly find: () => AnyNode[],
  ) {}

  elements(): Element[] {
    return this.find().filter(isTag);
  }

  #step(called: string, step: (within: AnyNode) => Element[], options: Narrowing = {}): ReaderLocator {
    const found = new ReaderLocator(this.page, `${this.called} › ${called}`, () => [
      ...new Set(this.find().flatMap((one) => step(one))),
    ]);
    return options.has || options.hasText !== undefined ? found.filter(options) : found;
  }

  locator(selector: string, options: Narrowing = {}): Locator {
    return this.#step(selector, (within) => select(within, selector), options);
  }

  getByRole(role: Role, { name, exact }: { name?: string | RegExp; exact?: boolean } = {}): Locator {
    const fits = (element: Element) => name === undefined || says(nameOf(element, this.page.tree), name, exact);
    return this.#step(`${role} ${name ?? ""}`, (within) => withRole(within, role).filter(fits).filter(isShown));
  }

  getByText(text: string | RegExp, { exact }: { exact?: boolean } = {}): Locator {
    const fits = (element: Element) => says(squeezed(textContent(element)), text, exact);
    return this.#step(`text ${text}`, (within) =>
      select(within, "body *")
        .filter((one) => !/^(script|style)$/.test(one.name) && fits(one))
        .filter((one) => !one.children.some((child) => isTag(child) && fits(child))),
    );
  }

  getByLabel(text: string | RegExp, { exact }: { exact?: boolean } = {}): Locator {
    return this.#step(`label ${text}`, (within) =>
      select(within, "input:not([type=hidden]), select, textarea, [aria-label]").filter((one) =>
        says(nameOf(one, this.page.tree), text, exact),
      ),
    );
  }

  filter({ has, hasText }: Narrowing = {}): ReaderLocator {
    const inner = has instanceof ReaderLocator ? has : undefined;
    return new ReaderLocator(this.page, `${this.called} with ${hasText ?? inner?.called}`, () => {
      const wanted = inner?.elements();
      return this.elements().filter(
        (one) =>
          (hasText === undefined || says(squeezed(textContent(one)), hasText)) &&
          (!wanted || wanted.some((part) => ancestors(part).includes(one))),
      );
    });
  }

  first(): Locator {
    return this.nth(0);
  }
  last(): Locator {
    return this.nth(-1);
  }
  nth(index: number): Locator {
    return new ReaderLocator(this.page, `${this.called} [${index}]`, () => this.elements().slice(index).slice(0, 1));
  }
  async all(): Promise<Locator[]> {
    return this.elements().map((_one, index) => this.nth(index));
  }
  async count(): Promise<number> {
    return this.elements().length;
  }

  one(): Element {
    const found = this.elements();
    const [element] = found;
    if (!element || found.length > 1)
      throw new Error(
        `${found.length} of ${this.called} on ${this.page.url()}${found.length > 1 ? "" : ", wanted one"}`,
      );
    return element;
  }

  /** One that can be used: what is hidden or folded away cannot. */
  #usable(): Element {
    const element = this.one();
    if (!isShown(element)) throw new Error(`${this.called} is hidden on ${this.page.url()}`);
    if (isDisabled(element)) throw new Error(`${this.called} is disabled on ${this.page.url()}`);
    return element;
  }

  async innerText(): Promise<string> {
    return shownText(this.one());
  }
  async allInnerTexts(): Promise<string[]> {
    return this.elements().map(shownText);
  }
  async textContent(): Promise<string | null> {
    return textContent(this.one());
  }
  async getAttribute(name: string): Promise<string | null> {
    return this.one().attribs[name] ?? null;
  }
  async inputValue(): Promise<string> {
    return controlValue(this.one());
  }
  async isChecked(): Promise<boolean> {
    return "checked" in this.one().attribs;
  }
  async isDisabled(): Promise<boolean> {
    return isDisabled(this.one());
  }
  async isEnabled(): Promise<boolean> {
    return !isDisabled(this.one());
  }
  async isVisible(): Promise<boolean> {
    const found = this.elements();
    if (found.length > 1) throw new Error(`${found.length} of ${this.called}`);
    return found.every(isShown) && found.length === 1;
  }
  async click(): Promise<void> {
    await explained(this.page, async () => this.page.press(this.#usable()));
  }
  /** Without script the second click falls on a page that is being left. */
  async dblclick(): Promise<void> {
    await this.click();
  }
  async hover(): Promise<void> {
    this.#usable();
  }
  async focus(): Promise<void> {
    this.page.focus(this.#usable());
  }
  async press(key: string): Promise<void> {
    await this.page.pressOn(this.#usable(), key);
  }

  async fill(text: string): Promise<void> {
    const control = this.#usable();
    const isField = control.name === "textarea" || isTyped(control);
    if (!isField || "readonly" in control.attribs) throw new Error(`${this.called} takes no text`);
    this.page.focus(control);
    if (control.name === "textarea") write(control, text);
    else control.attribs.value = text.replace(/[\r\n]/g, "");
  }

  async pressSequentially(text: string): Promise<void> {
    await this.fill(controlValue(this.one()) + text);
  }
  async check(): Promise<void> {
    await this.setChecked(true);
  }
  async uncheck(): Promise<void> {
    await this.setChecked(false);
  }
  async setChecked(checked: boolean): Promise<void> {
    const control = this.#usable();
    if (!/^(checkbox|radio)$/.test(control.attribs.type ?? "")) throw new Error(`${this.called} cannot be ticked`);
    this.page.focus(control);
    if ("checked" in control.attribs !== checked) this.page.tick(control, checked);
  }

  async selectOption(option: string | { index: number } | null): Promise<void> {
    const control = this.#usable();
    if (control.name !== "select") throw new Error(`${this.called} offers no choice`);
    const all = select(control, "option");
    const wanted =
      typeof option === "object"
        ? all[option?.index ?? -1]
        : all.find((one) => optionValue(one) === option || squeezed(textContent(one)) === option);
    if (!wanted) throw new Error(`${this.called} has no option ${JSON.stringify(option)}`);
    chooseOption(control, wanted);
  }

  async setInputFiles(files: Upload | Upload[]): Promise<void> {
    chooseFiles(this.one(), Array.isArray(files) ? files : [files]);
  }

  /** What is not there now never comes: nothing goes on behind the page. */
  async waitFor({ state = "visible" }: { state?: string } = {}): Promise<void> {
    const found = this.elements();
    const isThere = /attached/.test(state) ? found.length > 0 : found.some(isShown);
    const isWanted = /^(attached|visible)$/.test(state);
    if (isThere !== isWanted) throw new Error(`${this.called} is ${isWanted ? "not" : "still"} on ${this.page.url()}`);
  }
}

function write(area: Element, text: string): void {
  const inner = new Text(text);
  inner.parent = area;
  area.children = [inner];
}
