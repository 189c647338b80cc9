import type { Timeline } from "~/shared/timeline";
import type { Action, Tone } from "../model";
import type { Chart, Network } from "./chart";
import type { FormSecrets } from "./form";
import type { ShownFile, Table } from "./table";

export interface Fact {
  label: string;
  text: string;
  href?: string;
  tone?: Tone;
  /** Files, instead of the text. */
  files?: ShownFile[];
  /** Where all of them lead at once. */
  allFiles?: string;
}

export type RecordSection =
  | { kind: "facts"; title: string; facts: Fact[] }
  | { kind: "table"; title: string; table: Table }
  | { kind: "chart"; title: string; chart: Chart }
  | { kind: "network"; title: string; network: Network; table: Table }
  | { kind: "timeline"; title: string; timeline: Timeline; table: Table }
  | Progress;

/** How far something has come that goes on beside the page; `total` is null while nobody knows how much there is. */
export interface Progress {
  kind: "progress";
  title: string;
  done: number;
  total: number | null;
  text: string;
  /** The page looks again by itself. */
  live: boolean;
}

export interface HistoryEntry {
  id: string;
  at: string;
  who: string;
  what: string;
  /** What was written with it, under the word the transition asks for it by: 原因, 审批意见. */
  reason?: { label: string; text: string };
  /** Without `from` it is what a record was made with, without `to` what it was removed with. */
  changes: { label: string; from?: string; to?: string }[];
}

export interface RecordModel {
  title: string;
  heading: string;
  state?: { label: string; tone: Tone };
  facts: Fact[];
  actions: Action[];
  /** Findings that stand on the record, e.g. of the contract check. */
  warnings: string[];
  /** What went wrong with it outside the portal, and where one reads more. */
  faults: { text: string; link?: { label: string; href: string } }[];
  sections: RecordSection[];
  history: HistoryEntry[];
  backHref: string;
  /** The page with all of the history, when there is more than stands here. */
  historyHref?: string;
  /** The list the record was opened from: what comes before and after, e.g. `第 3 / 57 条`. */
  way?: { previous?: string; next?: string; place?: string };
  /** The diagram of states. */
  statesHref?: string;
  watch?: Watch;
  related?: RelatedFlow;
  comments?: Comments;
}

/** Whether one watches a record, and for staff who does. */
export interface Watch {
  /** Where the button is sent to; it changes `on` to what it is not. */
  action: string;
  on: boolean;
  names?: string[];
  csrf: string;
}

/** One row that a record belongs with. */
export interface RelatedItem {
  id: string;
  /** What it is called, e.g. its number. */
  text: string;
  href: string;
  state?: { label: string; tone: Tone };
  fact?: { label: string; text: string };
}

/** Rows of one kind: the newest, how many there are in all, and the way to all of them. */
export interface RelatedGroup {
  label: string;
  side: "before" | "after";
  items: RelatedItem[];
  total: string;
  allHref?: string;
}

export interface RelatedFlow {
  here: { label: string; text: string };
  groups: RelatedGroup[];
}

/** Something written on a record; named people stand apart from the text. */
export interface CommentEntry {
  id: string;
  at: string;
  who: string;
  /** Written for colleagues only. */
  internal: boolean;
  /** Written by a colleague for suppliers as well. */
  shared?: boolean;
  parts: { text: string; named?: "me" | "other" }[];
}

export interface Comments {
  entries: CommentEntry[];
  /** The page with all of them, when there are more than stand here. */
  older?: { label: string; href: string };
  form?: CommentForm;
}

export interface CommentForm {
  action: string;
  /** Answers the people who can be named, as `Person[]` in JSON; asked with `q`. */
  peopleHref: string;
  /** Changes when something of one's own was written: the next form is an empty one. */
  key: string;
  text: string;
  error?: string;
  maxLength: number;
  /** Set where one chooses whether suppliers may read along. */
  internal?: { checked: boolean; help: string };
  /** What the writer should know, e.g. who reads it. */
  note: string;
  secrets: FormSecrets;
}

/** Somebody who can be named in a comment; `note` tells namesakes apart. */
export interface Person {
  id: string;
  name: string;
  note: string;
}

/** One page of what happened to a record. */
export interface HistoryModel {
  title: string;
  entries: HistoryEntry[];
  page: number;
  previous?: string;
  next?: string;
  backHref: string;
}

/** The states of a document and the transitions between them, as a picture and as a table. */
export interface StatesModel {
  title: string;
  state?: { label: string; tone: Tone };
  /** SVG as text; its texts are escaped. */
  picture: string;
  table: Table;
  backHref: string;
}
