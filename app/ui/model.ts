/**
 * What screens are made of, as plain data. The engine builds these objects from definitions, the components draw them;
 * neither knows the other. All texts are final Chinese, all addresses are complete below `/web`.
 */

import type { Preferences } from "~/shared/preferences";
import type { BellCounts, WarningCard } from "./shell/shell-model";
import type { Look } from "./theme/palette";

export type Tone = "draft" | "waiting" | "mine" | "running" | "done" | "warning" | "refused" | "closed";

export interface Cell {
  text: string;
  href?: string;
  /** Draws a badge. */
  tone?: Tone;
}

export interface Column {
  key: string;
  label: string;
  align: "start" | "end";
  /** Link that sorts by this column, and how it is sorted now. */
  sort?: {
    href: string;
    direction: "ascending" | "descending" | "none";
    /** Which key it is, where several columns are sorted by. */
    position?: number;
    /** Takes the column up as the next key, turns it round or lets it go; the label says which. */
    further?: { href: string; label: string; sign: "+" | "⇅" | "×" };
  };
  /** Left out on the card of a phone. */
  wideOnly?: boolean;
}

export interface Row {
  id: string;
  href?: string;
  /** One cell per column. */
  cells: Cell[];
  /** Set where the row can be chosen: what it is called. */
  pick?: string;
  /** What can be done with the row, the most usual first. */
  actions?: Action[];
}

export interface Table {
  caption: string;
  columns: Column[];
  rows: Row[];
  /** One text per column under the table; empty where there is no sum, one line per currency. */
  totals?: string[];
  /** Some rows have actions: a last column holds them. */
  hasActions?: boolean;
}

export interface Option {
  value: string;
  label: string;
}

export type ControlKind =
  | "text"
  | "textarea"
  | "decimal"
  | "integer"
  | "date"
  | "datetime"
  | "select"
  | "checkbox"
  | "reference";

/** One field of a form. The same object serves the Mantine control, the plain one and the line grid. */
export interface Control {
  name: string;
  label: string;
  kind: ControlKind;
  /** What stands in the control: the stored value or, after a refused form, exactly what was typed. */
  value: string;
  required: boolean;
  /** For `select`, and for `reference` when its list is short. */
  options?: Option[];
  /** For `reference` with a long list: where rows are searched for while one types a code, a name or pinyin. */
  search?: string;
  /** The form can wait while the row is looked for on a page of its own. */
  pick?: true;
  /** For `reference`: where to ask what a chosen row brings into the fields beside it. */
  fills?: string;
  unit?: string;
  help?: string;
  /** What is wrong and what to do. */
  error?: string;
  autoFocus?: boolean;
  maxLength?: number;
  /** Set when the field may be seen but not changed: drawn as text, nothing is posted. */
  readOnly?: string;
}

export interface Notice {
  id: string;
  level: "success" | "info" | "warning" | "error";
  text: string;
  title?: string;
  /** The specification's English words, when a message is quoted there in English. */
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

export interface StateTab {
  label: string;
  href: string;
  current: boolean;
  count?: string;
}

export interface Filter {
  name: string;
  label: string;
  kind: "contains" | "options" | "reference" | "dayRange" | "range" | "yesNo";
  /** `[value]`, or `[from, to]` for ranges; a range posts its name twice, in this order. */
  values: string[];
  options?: Option[];
  list?: string;
  /** Stands in the empty control: what the quick search looks at. */
  placeholder?: string;
  error?: string;
  /** What is set can be seen above the table already. */
  shownElsewhere?: boolean;
}

export interface Chip {
  label: string;
  /** The same list without this filter. */
  href: string;
}

export interface Pager {
  page: number;
  pages: number;
  size: number;
  /** `523 条`, or `10000+ 条` where counting would cost more than the page (ruling 33). */
  total: string;
  links: { label: string; href: string; current: boolean }[];
  previous?: string;
  next?: string;
  sizes: { size: number; href: string; current: boolean }[];
  /** GET form that leads to a page by its number; only where there are many. */
  jump?: { action: string; hidden: [name: string, value: string][] };
}

export interface Datalist {
  id: string;
  options: Option[];
}

/** Lists a person saved under a name. */
export interface ListViews {
  /** The way back to everything, then the saved ones; empty when nothing was saved. */
  links: { label: string; href: string; current: boolean }[];
  manageHref: string;
  /** Form that saves the list as it stands; left out when there is nothing to keep. */
  save?: { action: string; query: string; csrf: string };
}

/** What can be done with several chosen rows: a GET form around the table whose buttons lead to the page that asks. */
export interface ListBatch {
  moves: { label: string; action: string; tone: Action["tone"] }[];
  /** What the form carries along unseen, to come back to the same list. */
  hidden: [name: string, value: string][];
  /** The same page with all rows chosen, or with none: for those without script. */
  pickAll: { label: string; href: string };
  picked: boolean;
}

export interface ListModel {
  title: string;
  purpose: string;
  total: string;
  actions: Action[];
  /** Files the list can be taken away as; empty without the right. */
  exports: { label: string; href: string }[];
  tabs: StateTab[];
  toggles: { label: string; href: string; current: boolean }[];
  /** Address the filter form is sent to (GET) and what it carries along unseen. */
  filterAction: string;
  hidden: [name: string, value: string][];
  filters: Filter[];
  chips: Chip[];
  clearHref: string;
  datalists: Datalist[];
  views: ListViews;
  columnsHref: string;
  /** Left out where nothing can be done with several rows. */
  batch?: ListBatch;
  /** The list without any condition. */
  allHref: string;
  /** Why there are no rows: there are none at all, or none that match. */
  empty?: "none" | "noMatch";
  table: Table;
  pager: Pager;
}

/** The page on which a person chooses the columns of a list. */
export interface ColumnsModel {
  title: string;
  action: string;
  /** In order; what is fixed stands first and cannot be left out. */
  columns: { key: string; label: string; chosen: boolean; fixed: boolean }[];
  secrets: FormSecrets;
  cancelHref: string;
}

/** The page on which a person keeps its saved views of a list. */
export interface ViewsModel {
  title: string;
  action: string;
  views: {
    id: string;
    /** What stands in the field: the stored name or, after a refusal, what was typed. */
    name: string;
    stored: string;
    href: string;
    isDefault: boolean;
    error?: string;
  }[];
  /** The list that could not be saved under the name that was typed. */
  save?: { query: string; name: string; error: string };
  secrets: FormSecrets;
  backHref: string;
}

/** The page that asks before a move is made on several records. */
export interface BatchModel {
  title: string;
  action: string;
  label: string;
  tone: Action["tone"];
  question: string;
  columns: { label: string; align: "start" | "end" }[];
  rows: {
    id: string;
    version: string;
    href?: string;
    cells: Cell[];
    findings: { level: "warn" | "block"; text: string }[];
    /** Why the move cannot be made on this row; it is then left out. */
    refusal?: string;
  }[];
  /** How many rows it will be made on. */
  count: number;
  /** Warnings stand on some row: the reason must say why it is done nevertheless. */
  needsReason: boolean;
  controls: Control[];
  errors: { name: string; label: string; message: string }[];
  problem?: string;
  /** The list it came from, to go back to. */
  back: string;
  secrets: FormSecrets;
  cancelHref: string;
}

/** What became of a batch, row by row where something could not be done. */
export interface BatchResultModel {
  title: string;
  /** `已下达 199 条`. */
  done: string;
  failed: { id: string; title: string; href?: string; message: string }[];
  backHref: string;
}

export interface Fact {
  label: string;
  text: string;
  href?: string;
  tone?: Tone;
}

export type RecordSection =
  | { kind: "facts"; title: string; facts: Fact[] }
  | { kind: "table"; title: string; table: Table };

export interface HistoryEntry {
  id: string;
  at: string;
  who: string;
  what: string;
  reason?: string;
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

/** The states of a document and the moves between them, as a picture and as a table. */
export interface StatesModel {
  title: string;
  state?: { label: string; tone: Tone };
  /** SVG as text; its texts are escaped. */
  picture: string;
  table: Table;
  backHref: string;
}

/** Something that happened to a record one watches, or was named on. */
export interface InboxEntry {
  id: string;
  at: string;
  who: string;
  kind: "mention" | "watch";
  /** Absent where one may not see the record any more; then the text says so. */
  title?: string;
  href?: string;
  text: string;
  read: boolean;
}

export interface InboxBlock {
  entries: InboxEntry[];
  unread: number;
  /** Where marking as read is sent to. */
  action: string;
  allHref: string;
  csrf: string;
}

export interface InboxModel extends InboxBlock {
  title: string;
  tabs: StateTab[];
  page: number;
  previous?: string;
  next?: string;
}

export type FormSection =
  | { kind: "fields"; title: string; controls: Control[] }
  | ({ kind: "lines"; title: string; paste: Paste; totals?: string[] } & LineTable & LineRows);

/** What a table of lines is, whatever its rows. */
export interface LineTable {
  /** Name of the child table; the posted names are `items.0.qty`, with `items.0.id` hidden for stored rows. */
  name: string;
  label: string;
  /** What one row is counted as: 行. */
  counter: string;
  /** Most rows the table takes. */
  max: number;
  columns: { name: string; label: string; required: boolean; align: "start" | "end"; unit?: string; percent?: true }[];
  /** A row in which nothing was typed yet. */
  blank: LineRow;
  /** Tables beneath each row; their names go on: `items.0.schedules.1.plan_qty`. */
  nested: LineTable[];
  /** A single row is not copied with the line it stands under: the server makes one for the copy. */
  selfFilled: boolean;
}

/** What stands in the box for pasted cells, and what became of them. */
export interface Paste {
  text: string;
  note?: string;
}

export interface LineRow {
  /** Stays with a row when rows above it come and go. */
  key: string;
  id: string;
  /** A column shows the control whose name ends with `.{column name}`, or the read-only cell of its name. */
  controls: Control[];
  readOnly: (Cell & { name: string })[];
  /** Rows beneath this one, by the name of their table. */
  nested: Record<string, LineRows>;
}

export interface LineRows {
  rows: LineRow[];
  /** Complaint about the table as a whole. */
  error?: string;
  /** Rows beneath a row that were just changed must not be folded away. */
  open?: boolean;
}

/** Things every form posts beside its fields. */
export interface FormSecrets {
  csrf: string;
  /** One-time id: the second post of the same form answers what the first one did. */
  once: string;
}

export interface FormModel {
  title: string;
  action: string;
  /** Where a script asks for what is worked out from the fields (POST). */
  figures: string;
  version?: string;
  sections: FormSection[];
  /** All complaints, drawn on top with links to the fields when there are more than two. */
  errors: { name: string; label: string; message: string }[];
  /** Where the content comes from and what to look at, e.g. that it is a copy. */
  note?: string;
  /** Something typed earlier and not saved: it waits at that address, or is what the form shows. */
  draft?: { at: string; href?: string };
  /** Where a script keeps what is being typed. */
  keepHref: string;
  /** What the controls hold is the person's and stored nowhere yet. */
  typed?: boolean;
  /** What went wrong with the whole form, e.g. somebody else saved meanwhile. */
  problem?: string;
  /** Both versions of a record that was changed meanwhile. */
  conflict?: { label: string; yours: string; theirs: string }[];
  secrets: FormSecrets;
  submit: { label: string; intent: string; tone: "primary" | "plain" }[];
  cancelHref: string;
}

/** The page on which the row behind a reference is looked for. */
export interface ChooseModel {
  title: string;
  /** What is looked for. */
  label: string;
  action: string;
  hidden: [name: string, value: string][];
  text: string;
  page: number;
  table: Table;
  previous?: string;
  next?: string;
  backHref: string;
}

/** The page of a transition: what will happen, what is asked for, what the checks found. */
export interface TransitionModel {
  title: string;
  action: string;
  version: string;
  label: string;
  tone: "primary" | "danger" | "plain";
  question: string;
  facts: Fact[];
  findings: { level: "warn" | "block"; text: string }[];
  controls: Control[];
  lines?: {
    title: string;
    /** First those of the cells, then those of the controls. */
    columns: { label: string; align: "start" | "end" }[];
    rows: { id: string; cells: Cell[]; controls: Control[] }[];
  };
  errors: { name: string; label: string; message: string }[];
  problem?: string;
  blocked: boolean;
  secrets: FormSecrets;
  cancelHref: string;
}

export interface Crumb {
  label: string;
  href?: string;
}

/** Everything around the page. The side menu comes as a cached HTML fragment named `menu`. */
export interface ShellModel {
  user: { name: string; account: string; supplierName: string | null };
  topTabs: { id: string; label: string; href: string; current: boolean }[];
  notices: Notice[];
  demo: boolean;
  footer: { copyright: string; filing: string };
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

export interface HomeModel {
  greeting: string;
  inbox?: InboxBlock;
  waiting: { label: string; count: number; href: string; hint: string }[];
  numbers: { label: string; value: string; href: string }[];
  quick: { label: string; href: string }[];
  /** Forms that were begun and not saved. */
  drafts: { title: string; at: string; href: string; address: string }[];
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
