import type { FieldRules } from "~/shared/field-rules";
import type { Fact } from "./record";
import type { Cell, Table } from "./table";

export interface Option {
  value: string;
  label: string;
  /** Under which heading it stands; those of one heading come together. */
  group?: string;
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
  | "checks"
  | "reference"
  | "files";

/** One field of a form. The same object serves the Mantine control, the plain one and the line grid. */
export interface Control {
  name: string;
  label: string;
  kind: ControlKind;
  /** What stands in the control: the stored value or, after a refused form, exactly what was typed. */
  value: string;
  required: boolean;
  /** For `select` and `checks`, and for `reference` when its list is short. */
  options?: Option[];
  /**
   * For `reference` with a long list: where rows are searched for while one types a code, a name or pinyin. For a text: where what may be
   * meant is asked for.
   */
  search?: string;
  /** The form can wait while the row is looked for on a page of its own. */
  pick?: true;
  /** For `reference`: where to ask what a chosen row brings into the fields beside it. */
  fills?: string;
  unit?: string;
  help?: string;
  /** What is wrong and what to do. */
  error?: string;
  /** For `files`. */
  files?: FileControl;
  /** What other fields of the form offer depends on it: the form is drawn anew when it changes. */
  leads?: true;
  autoFocus?: boolean;
  maxLength?: number;
  /** What can be said of it while one fills it in; what must be there is asked for where it is `required`. */
  rules?: FieldRules;
  /** First and last day that fit, and the time of day that is proposed to a chosen day. */
  days?: { min?: string; max?: string; time?: string };
  /** Set when the field may be seen but not changed: drawn as text, nothing is posted. */
  readOnly?: string;
}

/** What a control for files shows and offers. */
export interface FileControl {
  /** Files the form names already; `size` is a text. */
  shown: { id: string; name: string; size: string }[];
  /** Endings the browser offers to choose. */
  accept: string;
  most: number;
  /** What is taken, in words. */
  hint: string;
  /** Where a script sends files in pieces. */
  uploadHref: string;
}

export interface Datalist {
  id: string;
  /** What one picks is what stands in the field. */
  options: string[];
}

export type FormSection =
  | {
      kind: "fields";
      title: string;
      controls: Control[];
      /** Posted along, unseen. */
      hidden?: [name: string, value: string][];
      /** One control per row of the page, also where it is wide. */
      single?: true;
    }
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
  /** Rows of a template: none is added, copied or removed. */
  fixedRows?: true;
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
  readOnly: (Cell & { name: string; error?: string })[];
  /** Rows beneath this one, by the name of their table. */
  nested: Record<string, LineRows>;
}

export interface LineRows {
  rows: LineRow[];
  /** Complaint about the table as a whole. */
  error?: string;
  /** Rows beneath a row that were just changed must not be folded away. */
  open?: boolean;
  /** What stands in the box for pasted cells beneath a row; a whole table has its own. */
  paste?: Paste;
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
  /** What is kept of the form is kept under this id. */
  draftId: string;
  /** The form shows what was typed earlier and not saved. */
  draft?: { at: string };
  /** What else was begun in this form, newest first; `full` when the next one takes the place of the oldest. */
  waiting?: { rows: { id: string; at: string; words: string; href: string }[]; full: boolean };
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

/** The page on which open lines of other documents are chosen, to make documents from them. */
export interface ConversionModel {
  title: string;
  action: string;
  question: string;
  /** What is looked for. */
  text: string;
  filters: Control[];
  /** Only the lines of these documents. */
  source?: { ids: string[]; label: string };
  page: number;
  /** Only what was ticked is shown: it was refused. */
  chosenOnly: boolean;
  /** Those of the name, the cells and the quantity. */
  columns: { label: string; align: "start" | "end" }[];
  rows: {
    id: string;
    name: Cell;
    cells: Cell[];
    picked: boolean;
    /** The quantity that was proposed. */
    was: string;
    control: Control;
    /** What is wrong with the line itself. */
    error?: string;
  }[];
  /** What was ticked and typed on other pages, posted along. */
  kept: [name: string, value: string][];
  /** Lines ticked on other pages. */
  elsewhere: number;
  hasPrevious: boolean;
  hasNext: boolean;
  label: string;
  /** All lines that fit can be made into documents beside the page. */
  offersLater: boolean;
  errors: { name: string; label: string; message: string }[];
  problem?: string;
  secrets: FormSecrets;
  cancelHref: string;
}

/** A paper the page shows; `framed`: by the viewer of the browser, else as a picture. */
export interface PreviewedFile {
  id: string;
  name: string;
  size: string;
  href?: string;
  view?: string;
  note?: string;
  framed?: boolean;
}

/** The page of a transition: what will happen, what is asked for, what the checks found. */
export interface TransitionModel {
  title: string;
  action: string;
  version: string;
  label: string;
  /** What the button says that makes the next transition as well. */
  next?: string;
  tone: "primary" | "danger" | "plain";
  question: string;
  facts: Fact[];
  /** `cure`: the page on which it can be mended. */
  findings: { level: "note" | "warn" | "block"; text: string; cure?: { label: string; href: string } }[];
  /** What has to be read before deciding. */
  beside?: (
    | { kind: "facts"; title: string; facts: Fact[] }
    | { kind: "table"; title: string; table: Table }
    | { kind: "preview"; title: string; files: PreviewedFile[] }
  )[];
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
  /** What else can be done with the record, where somebody came here without seeing its page. */
  others?: { label: string; href: string }[];
}
