/**
 * What screens are made of, as plain data. The engine builds these objects from definitions, the components draw them;
 * neither knows the other. All texts are final Chinese, all addresses are complete below `/web`.
 */

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
  sort?: { href: string; direction: "ascending" | "descending" | "none" };
}

export interface Row {
  id: string;
  href?: string;
  /** One cell per column. */
  cells: Cell[];
}

export interface Table {
  caption: string;
  columns: Column[];
  rows: Row[];
  /** One text per column under the table; empty where there is no sum. */
  totals?: string[];
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
  /** For `reference` with a long list: id of a `<datalist>` of the form; one types a code or picks. */
  list?: string;
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
}

export interface Action {
  label: string;
  /** A page (GET). Everything that changes something is a page or a form on it. */
  href: string;
  tone: "primary" | "danger" | "plain";
  /** The answer is a file: the browser fetches it itself, also when links navigate by script. */
  download?: boolean;
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
  error?: string;
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
}

export interface Datalist {
  id: string;
  options: Option[];
}

export interface ListModel {
  title: string;
  purpose: string;
  total: string;
  actions: Action[];
  tabs: StateTab[];
  toggles: { label: string; href: string; current: boolean }[];
  /** Address the filter form is sent to (GET) and what it carries along unseen. */
  filterAction: string;
  hidden: [name: string, value: string][];
  filters: Filter[];
  chips: Chip[];
  clearHref: string;
  datalists: Datalist[];
  table: Table;
  pager: Pager;
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
  changes: { label: string; from: string; to: string }[];
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
}

export type FormSection =
  | { kind: "fields"; title: string; controls: Control[] }
  | {
      kind: "lines";
      title: string;
      /** Name of the child table; the posted names are `items.0.qty`, with `items.0.id` hidden for stored rows. */
      name: string;
      columns: { name: string; label: string; required: boolean; align: "start" | "end"; unit?: string }[];
      /**
       * A column shows the control whose name ends with `.{column name}`; the columns without one take the read-only cells in
       * order. `key` stays with a row when rows above it come and go.
       */
      rows: { key: string; id: string; lineNo: string; controls: Control[]; readOnly: Cell[] }[];
      /** Complaint about the table as a whole. */
      error?: string;
      canChange: boolean;
    };

/** Things every form posts beside its fields. */
export interface FormSecrets {
  csrf: string;
  /** One-time id: the second post of the same form answers what the first one did. */
  once: string;
}

export interface FormModel {
  title: string;
  action: string;
  version?: string;
  sections: FormSection[];
  /** All complaints, drawn on top with links to the fields when there are more than two. */
  errors: { name: string; label: string; message: string }[];
  /** What went wrong with the whole form, e.g. somebody else saved meanwhile. */
  problem?: string;
  /** Both versions of a record that was changed meanwhile. */
  conflict?: { label: string; yours: string; theirs: string }[];
  datalists: Datalist[];
  secrets: FormSecrets;
  submit: { label: string; intent: string; tone: "primary" | "plain" }[];
  cancelHref: string;
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
  datalists: Datalist[];
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
  waiting: { label: string; count: number; href: string; hint: string }[];
  numbers: { label: string; value: string; href: string }[];
  quick: { label: string; href: string }[];
}

export interface ErrorModel {
  status: number;
  title: string;
  message: string;
  trace?: string;
  code?: string;
  links: { label: string; href: string }[];
}
