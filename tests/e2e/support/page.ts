/**
 * What a journey may ask of a page, whoever shows it: a browser (Playwright's pages and locators fit) or the reader, which fetches
 * pages and sends forms as a browser without script would. What is missing here needs a browser: looks, sizes, keys beyond Enter.
 */
export interface Locator {
  locator(selector: string, options?: Narrowing): Locator;
  getByRole(role: Role, options?: { name?: string | RegExp; exact?: boolean }): Locator;
  getByText(text: string | RegExp, options?: { exact?: boolean }): Locator;
  getByLabel(text: string | RegExp, options?: { exact?: boolean }): Locator;
  filter(options?: Narrowing): Locator;
  first(): Locator;
  last(): Locator;
  nth(index: number): Locator;
  all(): Promise<Locator[]>;
  count(): Promise<number>;
  innerText(): Promise<string>;
  allInnerTexts(): Promise<string[]>;
  textContent(): Promise<string | null>;
  getAttribute(name: string): Promise<string | null>;
  inputValue(): Promise<string>;
  isChecked(): Promise<boolean>;
  isDisabled(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
  isVisible(): Promise<boolean>;
  click(): Promise<void>;
  dblclick(): Promise<void>;
  hover(): Promise<void>;
  focus(): Promise<void>;
  press(key: string): Promise<void>;
  /** Types sign by sign; the reader, whose pages hear no keys, all at once. */
  pressSequentially(text: string): Promise<void>;
  fill(text: string): Promise<void>;
  check(): Promise<void>;
  uncheck(): Promise<void>;
  setChecked(checked: boolean): Promise<void>;
  selectOption(option: string | { index: number } | null): Promise<unknown>;
  setInputFiles(files: Upload | Upload[]): Promise<void>;
  waitFor(options?: { state?: "attached" | "detached" | "visible" | "hidden" }): Promise<void>;
}

export interface Narrowing {
  has?: Locator;
  hasText?: string | RegExp;
}

export interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export type Role =
  | "banner"
  | "button"
  | "checkbox"
  | "combobox"
  | "dialog"
  | "group"
  | "heading"
  | "link"
  | "list"
  | "listbox"
  | "listitem"
  | "navigation"
  | "option"
  | "radio"
  | "region"
  | "row"
  | "searchbox"
  | "status"
  | "table";

/** An answer of the server, a redirect among them. */
export interface Answer {
  url(): string;
  status(): number;
  headers(): Record<string, string>;
  text(): Promise<string>;
  request(): { method(): string; url(): string };
}

/** Calls beside the page, with the same cookies. */
export interface Calls {
  get(address: string, options?: { maxRedirects?: number }): Promise<PlainAnswer>;
  post(
    address: string,
    options?: { form?: Record<string, string>; headers?: Record<string, string>; maxRedirects?: number },
  ): Promise<PlainAnswer>;
}

export type PlainAnswer = Pick<Answer, "status" | "headers" | "text">;

export type Address = string | RegExp | ((url: URL) => boolean);

export interface Page extends Pick<Locator, "locator" | "getByRole" | "getByText" | "getByLabel"> {
  goto(address: string): Promise<Answer | null>;
  reload(): Promise<Answer | null>;
  goBack(): Promise<Answer | null>;
  url(): string;
  title(): Promise<string>;
  /** The page as it stands now. */
  content(): Promise<string>;
  waitForURL(address: Address): Promise<void>;
  /** The next answer that fits; asked for before what causes it is done. */
  waitForResponse(fits: (answer: Answer) => boolean): Promise<Answer>;
  context(): Visitor;
  readonly request: Calls;
  readonly keyboard: { press(key: string): Promise<void> };
}

export interface Cookie {
  name: string;
  value: string;
  httpOnly: boolean;
  sameSite: "Strict" | "Lax" | "None";
  path: string;
}

/** One person's cookies, and the pages that person has open. */
export interface Visitor {
  newPage(): Promise<Page>;
  pages(): Page[];
  cookies(): Promise<Cookie[]>;
  addCookies(
    cookies: { name: string; value: string; url: string; httpOnly?: boolean; sameSite?: "Strict" | "Lax" | "None" }[],
  ): Promise<void>;
  clearCookies(): Promise<void>;
  readonly request: Calls;
}
