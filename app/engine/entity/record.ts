import type { Condition } from "~/shared/condition";
import type { ParameterKey } from "~/shared/parameters";
import type { Draw, OpenFormula } from "./draws";
import type { Field, Fields, Presence, RoleName } from "./field";
import type { Value } from "./kinds/kind";
import type { LineScope } from "./wall";

/** Fields of the child rows of a document, and of their own children. */
export interface Lines<F extends Fields = Fields, C extends LinesMap = LinesMap> {
  readonly label: string;
  readonly fields: F;
  readonly lines: C;
  readonly compute: ComputeOf<F, Values<F>>;
  readonly options: LinesOptions;
}

/** What people may set, for whatever is judged or worked out without waiting. */
export interface Limits {
  /** The value of a whole number that people may set, as it was read last. */
  limit(key: ParameterKey): number;
}

/**
 * One function per computed field of `F`. Method syntax makes the parameter bivariant, so that a definition with known
 * fields still is one whose fields are known only at run time.
 */
export type ComputeOf<F extends Fields, R> = {
  readonly [K in keyof F as F[K] extends Field<infer _V, infer P> ? ("computed" extends P ? K : never) : never]?: {
    compute(row: R, limits: Limits): Value;
  }["compute"];
};

export interface LinesOptions {
  /** Fewest rows a saved document has; the complaint names the label. With 0, too, the form begins with rows to type into: usual, not needed. */
  min?: number;
  max?: number;
  /** Written by hooks and transitions only; never by the form. */
  system?: boolean;
  /**
   * Which rows a supplier sees of a document it sees: all, none, those that name it in a reference column, or those a
   * condition over their columns admits. Nested tables follow their parent.
   */
  suppliers?: "all" | "none" | { own: string } | { where: Condition };
  /**
   * Which rows the staff see of a document they see; without it all. Hooks, rules and checks are given all rows whoever asks, those that the
   * person sees first; what they say of a row that it does not see is said of the table alone. Findings they put into words themselves.
   */
  staff?: LineScope;
  /** States in which rows may be added, changed and removed; default: as the document. */
  writeIn?: readonly string[];
  /** Roles that may change the table at all; seeds the sub-permission `{entity}-{lines}` with action `edit`. */
  writeBy?: readonly RoleName[];
  /** Computed or typed decimal fields whose sums stand under the table. */
  totals?: readonly string[];
  /** What one row is counted as, e.g. 批; default 行. */
  counter?: string;
  /**
   * For nested rows: the program gives a line without any a row of its own. A single one is therefore not copied with its
   * line; the copy gets its own.
   */
  selfFilled?: boolean;
  /**
   * Questions: the program makes the rows, a form neither adds nor takes any away and draws one control per row, for the field
   * `answer`, a long text. What is asked is said row by row. `files` is a column of files that a question may take as well.
   */
  asked?: { answer: string; files?: string; ask(row: AnyLine): Asked };
  /** Rows come from elsewhere, such as a template: a form fills them in, and neither adds nor takes any away. */
  fixedRows?: true;
  /**
   * Columns of this very row that nobody types, for instance because the program works them out from other rows: a form shows them as they are
   * stored, and what is sent for them is ignored. The row is the stored one; a new one has all its columns.
   */
  readOnlyIn?(row: AnyLine): readonly string[];
  /** Fields copied from the chosen row of a reference when they are left empty: `{material_id: {uom: "uom"}}`. */
  fillFrom?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What the lines draw on lines of other documents, by name. */
  draws?: Readonly<Record<string, Draw>>;
  /** What is open of a line for other documents to draw on, by name. */
  open?: Readonly<Record<string, OpenFormula>>;
}

/** How a row of questions is drawn. Several ticked answers are stored as lines of the text. */
export interface Asked {
  label: string;
  control: "text" | "textarea" | "integer" | "decimal" | "date" | "select" | "checks";
  required: boolean;
  /** For `select` and `checks`. */
  options?: readonly string[];
  help?: string;
  /** The question takes files; they stand in a control of their own beneath it. */
  files?: { label: string; required: boolean; help?: string };
}

export type LinesMap = Readonly<Record<string, Lines>>;

type ValueOf<F> = F extends Field<infer V, infer P> ? Stored<V, P> : never;
type Stored<V, P extends Presence> = P extends "required" ? V : V | null;

/** Typed values of a set of fields: what is required is there, the rest may be null. */
export type Values<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };

type LineOf<L> = L extends Lines<infer F, infer C> ? { id: string; line_no: number } & Values<F> & LineRows<C> : never;

/** Child tables of a record, by name. */
export type LineRows<L extends LinesMap> = { [K in keyof L]: LineOf<L[K]>[] };

/** What every record carries besides its own fields (ruling 18). */
export interface BuiltIns<S extends string = string> {
  id: string;
  number: string | null;
  state: S;
  previous_state: S | null;
  version: number;
  created_by: string | null;
  created_at: string;
  updated_by: string | null;
  updated_at: string;
}

/** A whole record as rules, hooks and effects see it. */
export type RecordOf<F extends Fields, L extends LinesMap, S extends string> = BuiltIns<S> & Values<F> & LineRows<L>;

/** A record of an entity that is known only at run time. */
export type AnyRecord = BuiltIns & { [field: string]: Value | AnyLine[] | undefined };
export type AnyLine = { id: string; line_no: number; [field: string]: Value | AnyLine[] | undefined };

/** A fault that a rule found: the field (or `items.3.qty` for a line) and what to do about it, in Chinese. */
export interface Complaint {
  field: string;
  message: string;
}

/** No objection. */
export const ok: Complaint | null = null;

/** @example complain("failed", "不合格数量不能大于抽检数量") */
export function complain(field: string, message: string): Complaint {
  return { field, message };
}

/** Path of a field in the n-th line (counted from 1, as people do); it is the name of the form control. */
export function lineField(lines: string, position: number, field: string): string {
  return `${lines}.${position - 1}.${field}`;
}
