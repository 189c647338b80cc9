import type { Action } from "../model";
import type { Control, Datalist, FormSecrets, Option } from "./form";
import type { Cell, Table } from "./table";

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
  /** `drawn`: they stand in the page already; `chosen` then says what is ticked. */
  options?: Option[] | "drawn";
  /** Labels of what is ticked, where the options are not at hand. */
  chosen?: string[];
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
  /** `reload`: leads to a document of its own, such as paper. */
  transitions: { label: string; action: string; tone: Action["tone"]; reload?: true }[];
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
  /** `page`: leads to a page of the product instead of a file. */
  exports: { label: string; href: string; page?: true }[];
  tabs: StateTab[];
  toggles: { label: string; href: string; current: boolean }[];
  /** Address the filter form is sent to (GET) and what it carries along unseen. */
  filterAction: string;
  hidden: [name: string, value: string][];
  filters: Filter[];
  /** The person has them all shown from the start. */
  filtersOpen: boolean;
  /** The conditions were typed in this form, so those that are folded away stay in sight; what a link says is told by the chips. */
  filtersTyped: boolean;
  chips: Chip[];
  clearHref: string;
  /** `drawn`: they stand in the page already. */
  datalists: Datalist[] | "drawn";
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

/** The page that asks before a transition is made on several records. */
export interface BatchModel {
  title: string;
  action: string;
  label: string;
  tone: Action["tone"];
  question: string;
  columns: { label: string; align: "start" | "end" }[];
  rows: {
    id: string;
    /** As it was chosen. */
    version: number;
    href?: string;
    cells: Cell[];
    findings: { level: "note" | "warn" | "block"; text: string }[];
    /** Why the transition cannot be made on this row; it is then left out. */
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

/** The form that has a list exported beside the page. */
export interface ExportLaterModel {
  title: string;
  text: string;
  facts: { label: string; text: string }[];
  formats: { value: string; label: string }[];
  format: string;
  /** Rows, or rows of a table of lines; a single one is no choice. */
  contents: { value: string; label: string }[];
  lines: string;
  action: string;
  cancelHref: string;
  csrf: string;
  error?: string;
}
