/**
 * What screens are made of, as plain data. The engine builds these objects from definitions, the components draw them;
 * neither knows the other. All texts are final Chinese, all addresses are complete below `/web`.
 */

import type { Preferences } from "~/shared/preferences";
import type { InboxBlock } from "./model/inbox";
import type { BellCounts, WarningCard } from "./shell/shell-model";
import type { StripModel } from "./shell/TabStrip/strip";
import type { Look } from "./theme/palette";

export type Tone = "draft" | "waiting" | "mine" | "running" | "done" | "warning" | "refused" | "closed";

export interface Notice {
  id: string;
  level: "success" | "info" | "warning" | "error";
  text: string;
  title?: string;
  /** The specification's English words, when a message is quoted there in English; of a message that work was begun, the work. */
  msg?: string;
  /** Stays until it is closed. */
  sticky?: true;
}

export interface Action {
  label: string;
  /** A page (GET). Everything that changes something is a page or a form on it. */
  href: string;
  tone: "primary" | "danger" | "plain";
  /** The answer is a file: the browser fetches it itself, also when links navigate by script. */
  download?: boolean;
  /** A document of its own, or a file that may turn out to be a page with a message: loaded by the browser. */
  reload?: boolean;
}

export interface Crumb {
  label: string;
  href?: string;
}

/** Everything around the page. The side menu comes as a cached HTML fragment named `menu`. */
export interface ShellModel {
  user: { name: string; account: string; supplierName: string | null; avatarHref?: string };
  /** Until when the password may be changed without naming the present one; null: it must be named. */
  passwordFreshUntil: string | null;
  /** Nothing can be done but what the page asks for, or leaving. */
  bare?: boolean;
  topTabs: { id: string; label: string; current: boolean }[];
  strip: StripModel | null;
  /** Keys that are a single sign act. */
  singleKeys: boolean;
  /** The menu beside the page: its top tab, and a name that changes when the menu does. */
  menu: { id: string; name: string };
  /** The menu entry this page is, where it is one. */
  favourite?: { name: string; label: string; on: boolean; count: number };
  /** The page goes without head. */
  hiddenHead?: true;
  notices: Notice[];
  demo: boolean;
  footer: { copyright: string; filing: string; suggest?: string };
  csrf: string;
  sidebar: "auto" | "open" | "closed";
  lite: boolean;
  path: string;
  preferences: Preferences;
  look: Look;
  bell: BellCounts;
  warnings: WarningCard[];
}

export interface LoginModel {
  action: string;
  account: string;
  errors: { username?: string; password?: string };
  problem?: string;
  notices: Notice[];
  redirect: string;
  demoAccounts?: { account: string; role: string }[];
}

/** A menu entry one comes back to. */
export interface QuickLink {
  name: string;
  label: string;
  href: string;
  target: string | null;
}

/** A part of a page; `failed` where it could not be read. */
export type Part<T> = { failed: true } | ({ failed?: never } & T);

/** A block of the home page that some part of the product brings. */
export interface HomeBlock {
  title: string;
  all?: { label: string; href: string };
  entries: readonly {
    text: string;
    href?: string;
    mark?: { text: string; tone: Tone };
    note?: string;
    at?: string;
    picture?: string;
  }[];
  none?: string;
}

export interface HomeModel {
  greeting: string;
  /** Whom a supplier's person works for. */
  company: string | null;
  /** Today and its weekday. */
  today: string;
  work: Part<{
    waiting: { label: string; count: number; href: string; hint: string }[];
    numbers: { label: string; value: string; href: string }[];
  }>;
  blocks: ({ key: string; place: "top" | "main" | "side" } & Part<HomeBlock>)[];
  inbox: Part<InboxBlock>;
  quick: { label: string; href: string }[];
  /** Pages that were open at the end of the session before. */
  earlier: string[];
  /** Favourites, and the pages visited last. */
  marks: Part<{ favourites: QuickLink[]; recent: QuickLink[] }>;
  /** Forms that were begun and not saved. */
  begun: Part<{ drafts: { id: string; title: string; at: string; href: string }[] }>;
  csrf: string;
}

export interface ErrorModel {
  status: number;
  title: string;
  message: string;
  trace?: string;
  code?: string;
  links: { label: string; href: string }[];
}
