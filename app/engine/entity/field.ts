import { type Condition, where } from "~/shared/condition";
import type { DictionaryCode } from "~/shared/dictionaries";
import type { FileGroup } from "~/shared/file-kinds";
import type { Tone } from "~/shared/tone";
import type { StoredRef } from "./kinds/file";
import type { Action } from "./wall";

export type { Tone };

/** Whether a value must be given, may be given, or is worked out by the program. */
export type Presence = "required" | "optional" | "computed";

export type KindName =
  | "text"
  | "longText"
  | "phone"
  | "email"
  | "integer"
  | "quantity"
  | "price"
  | "money"
  | "percent"
  | "number"
  | "date"
  | "dateTime"
  | "yesNo"
  | "choice"
  | "reference"
  | "lineReference"
  | "json"
  | "file"
  | "files"
  | "pictures";

/** Who may see or write a field beyond the general right to the record. */
export interface FieldRights {
  /** Never leaves the server for a supplier login; the database column is not granted to it either. */
  hiddenFromSuppliers?: boolean;
  /** Roles that may see the field; seeds the sub-permission `{screen}-{field}` with action `get`. */
  readBy?: readonly RoleName[];
  /** Roles that may change the field; seeds the sub-permission `{screen}-{field}` with action `edit`. */
  writeBy?: readonly RoleName[];
  /** States in which the field may be changed by the edit form; default: the entity's `editIn`. */
  writeIn?: readonly string[];
}

/** How much of a personal number is shown, and where: in lists, or wherever it is shown at all. */
export interface Mask {
  head: number;
  tail: number;
  in: "lists" | "everywhere";
}

/** Rights of which a person needs one to do a job, as `purchase-order.add`. */
export type Job = readonly `${string}.${Action}`[];

export interface FieldOptions extends FieldRights {
  label: string;
  required?: boolean;
  help?: string;
  /** Shown behind the value and the control, e.g. 天. */
  unit?: string;
  /** Proposed on a new form. `today` and `me` are the business day and the signed-in user. */
  initial?: string | number | boolean;
  /** Set by the program (hooks, transitions), never typed. */
  system?: boolean;
  /** Required only while this holds for the record, e.g. a courier number for paper invoices. */
  requiredWhen?: Condition;
  /** What is said where it was left empty; default 请填写{label}, or 请选择. */
  missing?: string;
  /** Signs of a text that are shown; those between them stand as stars. */
  mask?: Mask;
  /** No two rows share the value. The text is the complaint, e.g. 工厂编码已存在. */
  unique?: string;
  /** Filled by this number rule when the row is created, e.g. `GYS{000001}`; never typed. */
  numbering?: string;
}

/**
 * One field of a definition. `V` is the type of its value in a record, `P` its presence; both exist for the compiler
 * only. Everything a kind needs to know is in `options`.
 */
export interface Field<V = unknown, P extends Presence = Presence> {
  readonly kind: KindName;
  readonly presence: P;
  readonly options: KindOptions;
  /** Compiler only. */
  readonly sample?: V;
}

/** All options of all kinds; a kind reads those it knows. Builders accept only the right ones. */
export interface KindOptions extends FieldOptions {
  maxLength?: number;
  pattern?: { expression: RegExp; complaint: string };
  /**
   * How lists are filtered by the text in long tables. `start`: by how it begins, as typed or in capitals, for which there is an index.
   * `part`: by any part, as everywhere, but the search index is asked first; the field is among those its rows are found by, and the
   * table has an index of the rows that are still to be read into it (`search_grams is null`).
   */
  found?: "start" | "part";
  /** Smallest and largest value, as decimal or day text. */
  min?: string;
  max?: string;
  /** Strictly above zero. */
  positive?: boolean;
  /** Digits after the decimal point for the kind `number`. */
  scale?: number;
  precision?: number;
  notInFuture?: boolean;
  deadlineIn?: readonly string[];
  choices?: Readonly<Record<string, string>>;
  tones?: Readonly<Record<string, Tone>>;
  of?: Of;
  /** The dictionary a choice takes its values, labels and colours from, instead of a fixed list. */
  dictionary?: string;
  /** Entity key a reference points at. */
  to?: string;
  /** For a line of another document: the table of lines of `to`. */
  lines?: string;
  /** Lines of that table that may be chosen; `only` then speaks of their document. */
  onlyLines?: Condition;
  /** Name of an open formula of those lines: one is offered only while something is open of it, and says how much. */
  open?: string;
  /** Texts and days of those lines that tell them apart where one is chosen, such as the batch; a line is found by its texts as well. */
  tellBy?: readonly string[];
  /** Rows of the target that may be chosen; old values outside stay readable. */
  only?: Condition;
  /** Of a person: one of these rights is held by whoever can be chosen; the program itself may name anybody. */
  may?: Job;
  /** Of a person: this role is held by whoever can be chosen, where a rule names the role; the program itself may name anybody. */
  inRole?: RoleName;
  /** What is said of a typed row that may not be chosen, instead of 找不到…; whether it exists is not told. */
  otherwise?: string;
  /** The chosen row must agree with the record: column of the target → own field, e.g. the contract's supplier. */
  within?: Readonly<Record<string, string>>;
  /**
   * Why the row may belong to another supplier than the document that points at it (ruling 61), in a sentence; without it `within` must
   * tie them.
   */
  ofAnySupplier?: string;
  /**
   * What suppliers choose from where they may not read the target itself: rows that rows of their own point at, or by `titles` all whose
   * title they may read.
   */
  suppliersChoose?: readonly PointedAt[] | "titles";
  /** A new form that was opened from another page starts with the address of that page. */
  fromPage?: true;
  /**
   * For a text of the head: what may be meant is offered while one types, by the hook `suggests` of the entity, which is told what these
   * fields beside it hold: name for the hook → own field. Anything else may be typed as well.
   */
  suggested?: Readonly<Record<string, string>>;
  /** How a structured value reads as text. */
  display?: (value: unknown) => string;
  /** Groups of files that are taken; pictures for the kind `pictures`, else all we know. */
  accept?: readonly FileGroup[];
  /** How many files are taken, 20 unless told otherwise. */
  most?: number;
  /**
   * Written by draws alone (`entity/draws.ts`): a figure of what other documents drew, in transactions of ours only or in those of
   * suppliers as well, or what is open by such figures.
   */
  drawn?: "byStaff" | "bySuppliers" | "open";
  /** The field was added by an administrator (`entity/extension.ts`): rows older than it have no value, also where it is required. */
  extension?: { supplierEditable: boolean };
}

/**
 * What may stand in a choice or a text depends on what another field holds: `field` is a choice of the record's head, `values` says by
 * its value what belongs to it, keys of choices or the texts themselves. Forms offer what belongs to the value the record holds, or all of it in groups
 * while there is none, and the server refuses anything else, wherever it comes from. For fields of the head, of lines, and of the input of transitions; a text
 * with it is chosen from a list, and stays a text to calls, files and filters.
 * @example choice({ label: "条件项", choices: FIELDS, of: { field: "document", values: { order: ["amount"], contract: ["term"] } } })
 */
export interface Of {
  field: string;
  values: Readonly<Record<string, readonly string[]>>;
}

/** What rows of an entity point at, also from their lines: `{ entity: "base-data/source-data", through: "material_id" }`. */
export interface PointedAt {
  entity: string;
  /** `material_id`, or `items.material_id`. */
  through: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** Whether no form asks for the field, since the program or another document fills it in: where it is empty, nobody left it out. */
export function nobodyTypes({ options: { system, writeIn } }: Field): boolean {
  return system === true || writeIn?.length === 0;
}

type PresenceOf<O> = O extends { required: true } ? "required" : "optional";

/** Role codes of `docs/glossary.md` (ruling 23); `supplier` stands for both supplier roles, `supplier_admin` for the one that looks after accounts. */
export type RoleName =
  | "system_admin"
  | "user_admin"
  | "log_auditor"
  | "supervisor"
  | "leader"
  | "purchase_manager"
  | "finance_lead"
  | "qa_manager"
  | "legal"
  | "seal_admin"
  | "master_data"
  | "buyer"
  | "planner"
  | "qa"
  | "supplier_auditor"
  | "factory_qc"
  | "warehouse"
  | "finance"
  | "cashier"
  | "expert"
  | "supplier_admin"
  | "supplier";

interface TextOptions extends FieldOptions {
  maxLength?: number;
  fromPage?: true;
  suggested?: Readonly<Record<string, string>>;
  of?: Of;
  found?: "start" | "part";
  pattern?: { expression: RegExp; complaint: string };
}
interface DecimalOptions extends FieldOptions {
  min?: string;
  max?: string;
  positive?: boolean;
}
interface NumberOptions extends DecimalOptions {
  precision: number;
  scale: number;
}
interface DateOptions extends FieldOptions {
  min?: string;
  max?: string;
  notInFuture?: boolean;
  /** States in which the field is a deadline somebody works towards: record pages then say how far away it is, or how long past. */
  deadlineIn?: readonly string[];
}
interface ChoiceOptions extends FieldOptions {
  choices: Readonly<Record<string, string>>;
  tones?: Readonly<Record<string, Tone>>;
  of?: Of;
}
interface DictionaryOptions extends FieldOptions {
  dictionary: DictionaryCode;
}
interface ReferenceOptions extends Omit<FieldOptions, "label"> {
  /** Default: what the entity it points at is called. */
  label?: string;
  only?: Condition;
  otherwise?: string;
  within?: Readonly<Record<string, string>>;
  ofAnySupplier?: string;
  suppliersChoose?: readonly PointedAt[] | "titles";
}
/** A reference, with what the compiler keeps of it: the entity it points at, and the columns of that entity its options name. */
export type ReferenceField<P extends Presence, T extends string, C extends string> = Field<string, P> & {
  /** Compiler only. */
  readonly points?: { to: T; columns: C };
};
type TargetColumns<O> =
  | (O extends { within: infer W } ? keyof W & string : never)
  | (O extends { only: Condition<infer C> } ? C : never);

interface LineReferenceOptions extends FieldOptions {
  /** Key of the document's entity. */
  to: string;
  /** Its table of lines, `items`. */
  lines: string;
  only?: Condition;
  onlyLines?: Condition;
  otherwise?: string;
  within?: Readonly<Record<string, string>>;
  ofAnySupplier?: string;
  open?: string;
  tellBy?: readonly string[];
}
/** A reference to a line, with what the compiler keeps of it: the entity, its table of lines, and the columns its options name. */
export type LineReferenceField<
  P extends Presence,
  T extends string,
  L extends string,
  C extends string,
  D extends string,
> = Field<string, P> & {
  /** Compiler only. */
  readonly pointsAtLine?: { to: T; lines: L; columns: C; lineColumns: D };
};
type LineColumns<O> = O extends { onlyLines: Condition<infer C> } ? C : never;

interface FileOptions extends FieldOptions {
  accept?: readonly FileGroup[];
}
interface FilesOptions extends FileOptions {
  most?: number;
}
interface JsonOptions extends FieldOptions {
  display: (value: unknown) => string;
}

function field<V, P extends Presence>(kind: KindName, options: KindOptions, presence?: P): Field<V, P> {
  return { kind, options, presence: presence ?? ((options.required ? "required" : "optional") as P) };
}

/** One line of text, trimmed; at most 200 characters unless said otherwise. */
export function text<const O extends TextOptions>(options: O): Field<string, PresenceOf<O>> {
  return field("text", options);
}
/** Text of several lines; at most 4000 characters unless said otherwise. */
export function longText<const O extends TextOptions>(options: O): Field<string, PresenceOf<O>> {
  return field("longText", options);
}
/** Chinese mobile or land line, normalised to digits, `+` and `-`. */
export function phone<const O extends FieldOptions>(options: O): Field<string, PresenceOf<O>> {
  return field("phone", options);
}
export function email<const O extends FieldOptions>(options: O): Field<string, PresenceOf<O>> {
  return field("email", options);
}
/** Whole number that fits the database's `integer`. */
export function integer<const O extends DecimalOptions>(options: O): Field<number, PresenceOf<O>> {
  return field("integer", options);
}
/** numeric(18,3) as text, in the unit of the row. */
export function quantity<const O extends DecimalOptions>(options: O): Field<string, PresenceOf<O>> {
  return field("quantity", options);
}
/** Unit price, numeric(18,6) as text, in the currency of the document. */
export function price<const O extends DecimalOptions>(options: O): Field<string, PresenceOf<O>> {
  return field("price", options);
}
/** Amount, numeric(18,2) as text, in the currency of the document. */
export function money<const O extends DecimalOptions>(options: O): Field<string, PresenceOf<O>> {
  return field("money", options);
}
/** Percent, numeric(9,4) as text: 13 means 13%. */
export function percent<const O extends DecimalOptions>(options: O): Field<string, PresenceOf<O>> {
  return field("percent", options);
}
/** Any other exact decimal, with its own precision and scale. */
export function number<const O extends NumberOptions>(options: O): Field<string, PresenceOf<O>> {
  return field("number", options);
}
/** Business day in China, `YYYY-MM-DD`. */
export function date<const O extends DateOptions>(options: O): Field<string, PresenceOf<O>> {
  return field("date", options);
}
/** Instant, ISO text in UTC; typed and shown in China time. */
export function dateTime<const O extends DateOptions>(options: O): Field<string, PresenceOf<O>> {
  return field("dateTime", options);
}
/** Yes or no; never empty: what is not ticked is no. */
export function yesNo(options: FieldOptions): Field<boolean, "required"> {
  return field("yesNo", { ...options, required: false }, "required");
}
/** One of a fixed list, the value is the key; or one of a dictionary, which administrators edit. */
export function choice<const O extends ChoiceOptions>(
  options: O,
): Field<Extract<keyof O["choices"], string>, PresenceOf<O>>;
export function choice<const O extends DictionaryOptions>(options: O): Field<string, PresenceOf<O>>;
export function choice(options: ChoiceOptions | DictionaryOptions): Field<string, "required" | "optional"> {
  return field("choice", options);
}
/** Id of a row of another entity, named by its key `module/noun`. */
export function reference<const T extends string, const O extends ReferenceOptions>(
  to: T,
  // What is left out is what an empty object says, whose type the compiler infers as such.
  options: O = {} as O,
): ReferenceField<PresenceOf<O>, T, TargetColumns<O>> {
  // The registry knows what the other is called.
  return field<string, PresenceOf<O>>("reference", { ...options, label: options.label ?? "", to });
}
/**
 * Id of a line of another document, shown as `CG20261125-0001 行10 面粉 25kg`.
 * @example lineReference({ label: "订单行", required: true, to: "purchase-orders/purchase-order", lines: "items" })
 */
export function lineReference<const O extends LineReferenceOptions>(
  options: O,
): LineReferenceField<PresenceOf<O>, O["to"], O["lines"], TargetColumns<O>, LineColumns<O>> {
  return field<string, PresenceOf<O>>("lineReference", options);
}
/**
 * Id of a member of staff; only those who may still sign in can be chosen, and of them, where `may` names rights, those who hold one, and
 * where `inRole` names a role, those who hold it.
 * Who stands in a record already stays.
 */
export function person<const O extends FieldOptions & { may?: Job; inRole?: RoleName; otherwise?: string }>(
  options: O,
): Field<string, PresenceOf<O>> {
  const only = where.all(where.eq("user_type", "internal"), where.oneOf("state", ["active", "locked"]));
  const ofAnySupplier = "A member of staff belongs to no supplier";
  return field("reference", { ...options, to: "system-management/user", only, ofAnySupplier });
}
/** Structured value written by the program only, shown through `display`. */
export function json<T = unknown>(options: JsonOptions): Field<T, "optional"> {
  return field("json", { ...options, system: true }, "optional");
}

/** One file that people bring in; its bytes lie in the file store, the record names it. */
export function file<const O extends FileOptions>(options: O): Field<readonly StoredRef[], PresenceOf<O>> {
  return field("file", options);
}
/** Files that people bring in, in the order in which they came. */
export function files<const O extends FilesOptions>(options: O): Field<readonly StoredRef[], PresenceOf<O>> {
  return field("files", options);
}
/** Pictures that people bring in; pages show them small. */
export function pictures<const O extends FilesOptions>(options: O): Field<readonly StoredRef[], PresenceOf<O>> {
  return field("pictures", options);
}

/** The same field, worked out by the program at every save instead of typed; see `compute` of the definition. */
export function computed<V>(of: Field<V>): Field<V, "computed"> {
  return { kind: of.kind, options: of.options, presence: "computed" };
}

/**
 * A figure of a line: how much other documents have drawn on it, zero to begin with. Nobody types it, and no hook nor transition writes it.
 * @param by whose documents draw into it; suppliers' transactions hold no right to a figure of ours
 */
export function drawn(of: Field<string>, by: "byStaff" | "bySuppliers" = "byStaff"): Field<string, "required"> {
  const options = { ...of.options, required: true, system: true, initial: "0", drawn: by };
  return { kind: of.kind, options, presence: "required" };
}

/** What of a line is still open by a formula of its table, kept beside the figures for lists; empty where nothing can be drawn any more. */
export function keptOpen(of: Field<string>): Field<string, "optional"> {
  return { kind: of.kind, options: { ...of.options, system: true, drawn: "open" }, presence: "optional" };
}

/** Whether the value is the id of a row elsewhere, which people read by its label. */
export function isPointer({ kind }: Pick<Field, "kind">): boolean {
  return kind === "reference" || kind === "lineReference";
}
