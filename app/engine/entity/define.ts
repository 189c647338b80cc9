import type { Condition } from "~/shared/condition";
import type { EmbeddedPage } from "~/shared/embedded-pages";
import { withApproval } from "./approval-transitions";
import type { Conversion } from "./conversions";
import type { Deadline } from "./deadlines";
import { formOf, listOf } from "./defaults";
import type { Digest } from "./digests";
import type { Draw, OpenFormula } from "./draws";
import type { Decides } from "./duties";
import type { Fields, RoleName, Tone } from "./field";
import type { Finding } from "./findings";
import type { Journal } from "./journal";
import type { Value } from "./kinds/kind";
import type { Message } from "./messages";
import type {
  AnyRecord,
  Complaint,
  ComputeOf,
  LineRows,
  Lines,
  LinesMap,
  LinesOptions,
  RecordOf,
  Values,
} from "./record";
import type { Sealed } from "./sealed";

/** The nine words of the specification, section 6. */
export type Action = "add" | "delete" | "edit" | "query" | "get" | "enable" | "disable" | "import" | "export";

/** How the rows of an entity belong to suppliers; the wall between them, in queries and in the database. */
export type SupplierWall =
  | { kind: "none" }
  | { kind: "everyone"; when: Condition }
  | { kind: "own"; column: string; when: Condition }
  | { kind: "via"; reference: string; when: Condition }
  | { kind: "invited"; lines: string; column: string; when: Condition };

/** No supplier login sees any row. */
export const noSupplier: SupplierWall = { kind: "none" };
/** Every supplier login sees every row: published texts, registers they choose from. */
export const everySupplier: SupplierWall = { kind: "everyone", when: { op: "always" } };
/** Every supplier login sees the rows of this condition, e.g. what is published to all, or to it by name. */
export function everySupplierWhen(when: Condition): SupplierWall {
  return { kind: "everyone", when };
}
/** The row belongs to the supplier in this reference, from the moment the condition holds. */
export function ownSupplier(column: string, when: Condition = { op: "always" }): SupplierWall {
  return { kind: "own", column, when };
}
/** The row is seen by whoever sees the row that this reference points at. */
export function sameAs(reference: string, when: Condition = { op: "always" }): SupplierWall {
  return { kind: "via", reference, when };
}
/** The row is seen by the suppliers named in a child table. */
export function invitedSuppliers(lines: string, column: string, when: Condition = { op: "always" }): SupplierWall {
  return { kind: "invited", lines, column, when };
}

/** Which reference of the row each kind of personal scope is compared with; a kind left out does not narrow. */
export interface StaffScope {
  factory?: string;
  purchase_group?: string;
  material_type?: string;
}

export type Grants = Partial<Record<RoleName, readonly Action[] | "all">>;

export interface Access {
  suppliers: SupplierWall;
  /**
   * States of rows that suppliers see, where the wall says it by something else, e.g. that an order was released once; no list offers
   * them others. Transitions from one of these lead to one of these.
   */
  supplierStates?: readonly string[];
  staff?: StaffScope;
  /** Default permission matrix of new installations: which role gets which of the nine actions on the screens. */
  grants: Grants;
  /**
   * Rows that are somebody's own business: staff see those of this condition, and all of them only with the right `unless`. Without
   * one they are sealed: nobody of the staff sees others, nor what the trail keeps of them.
   */
  personal?: { where: Condition; unless?: `${string}.${Action}` };
  /** Suppliers may read code and name of rows that a document of theirs points at (never more): of all rows, or of those of a condition. */
  suppliersMayReadTitle?: boolean | Condition;
  /** Rights beside those of screens, transitions and fields, by permission id. */
  rights?: Readonly<Record<string, { label: string; grants: Grants }>>;
  /** Column that holds how high a row stands; whoever stands lower cannot change it, nor move it. */
  seniority?: { column: string; refusal: string };
  /** Fields a supplier login may change when it may edit at all; everything else is refused whatever it sends. */
  suppliersMayWrite?: readonly string[];
}

type BuiltInKey = "number" | "state" | "created_at" | "created_by" | "updated_at" | "updated_by";
/** A column, filter or form key: own field, built-in, `ref.field` through a reference, or `count(lines)`. */
export type ColumnKey<F extends Fields> = (keyof F & string) | BuiltInKey | `${string}.${string}` | `count(${string})`;

export interface Toggle {
  label: string;
  where: Condition;
  /** Among the rows of `where`, those that the hook `chosen` of the entity names: what no column tells. Not for tabs. */
  worked?: true;
  /** Suppliers are not offered it, whatever columns it looks at. */
  hiddenFromSuppliers?: true;
}

/** One kind of rows that wait for a person. */
export interface Awaited {
  label: string;
  where: Condition;
  /** What is to be done with them, e.g. 审批. */
  todo: string;
  /** Parameters of the list that show them. */
  pick: readonly (readonly [string, string])[];
  /** A filter of text: counted apart for each of its values, which stand in front of the label. */
  by?: string;
}

export interface ListLayout<F extends Fields> {
  /** `+name` is a column of the view's `extra`. */
  columns: readonly (ColumnKey<F> | `+${string}`)[];
  filters: readonly ColumnKey<F>[];
  /** A field, `-` in front for descending; up to three, separated by commas. */
  sort: string;
  /**
   * Further fields by which a long list is often sorted: each gets indexes for both directions, and the indexes of the
   * list carry its narrow filters along. Only in the entity's own list.
   */
  sortedBy?: readonly (keyof F & string)[];
  /** Quick toggles; their names end in `_only`. */
  toggles?: Readonly<Record<`${string}_only`, Toggle>>;
  /** Toggles that stand above the list as tabs with counts instead of the states, one at a time; the first opens by itself. */
  tabs?: readonly `${string}_only`[];
  /** Decimal fields summed under the table, over all rows of the filters; amounts per currency where the record has one. */
  totals?: readonly (keyof F & string)[];
  /** Transitions that may be made on several chosen rows at once: such that ask for nothing of the single record. */
  batch?: readonly string[];
  /** Conversions that lead on from chosen rows, by their names: the page of open lines shows those of the chosen documents. */
  makes?: readonly string[];
  /** Transitions offered beside the rows in whose state they can be made, the most usual first. */
  rowActions?: readonly string[];
  /** Up to five columns that stand on the card of a phone; default: the first four behind number and state. */
  card?: readonly (ColumnKey<F> | `+${string}`)[];
}

export interface FieldSection<F extends Fields> {
  title: string;
  /** Shown only while this holds for the record. */
  when?: Condition;
  fields: readonly (keyof F & string)[];
}
export interface LineSection {
  title: string;
  when?: Condition;
  /** A table of lines; `items.schedules` gathers the nested rows of all lines on the record page (forms nest them). */
  lines: string;
  /** Columns of the table; default: all fields of the lines. */
  columns?: readonly string[];
}

/** A side of a document on paper: the row a reference points at, and own fields that belong to it. */
export interface PrintParty<F extends Fields> {
  /** Heading, e.g. 需方. */
  title: string;
  of: keyof F & string;
  /** Columns of that row below its name; what the reader may not see is left out. */
  show?: readonly string[];
  own?: readonly (keyof F & string)[];
}

/** How a record stands on A4 paper, printed and as PDF. Whatever is left out is as on the record page. */
export interface PrintLayout<F extends Fields, L extends LinesMap> {
  /** Default: the label of the entity. */
  title?: string;
  /** Whose paper it is: a reference to one of our companies and what stands under its name. Default: the platform. */
  head?: { of: keyof F & string; show?: readonly string[] };
  parties?: readonly PrintParty<F>[];
  /** Facts in two columns instead of the sections of the form; empty ones are left out. */
  facts?: readonly (keyof F & string)[];
  /**
   * Tables instead of those of the form, by path (`items`, `items.schedules`); columns are fields of the lines, or
   * `material_id.code` through a reference.
   */
  lines?: readonly { lines: (keyof L & string) | `${keyof L & string}.${string}`; columns: readonly string[] }[];
  /** Amounts under the tables. */
  sums?: readonly (keyof F & string)[];
  /** The amount that is written in capital figures as well. */
  amountInWords?: keyof F & string;
  clauses?: readonly string[];
  /** Boxes for seal, name and day. */
  signatures?: readonly string[];
  /** The business version, where the document has one. */
  version?: keyof F & string;
  /** Tables and timelines of the hook `sections` stand on the paper as well, after those of the form: all, or those of these titles. */
  sections?: true | readonly string[];
  /** Broad tables; default: from eleven columns on. */
  landscape?: boolean;
}

/** A titled group of fields. */
export function section<const K extends string>(
  title: string,
  fields: readonly K[],
  when?: Condition,
): { title: string; fields: readonly K[]; when?: Condition } {
  return { title, fields, ...(when ? { when } : {}) };
}
/** A titled table of child rows. */
export function lineSection(title: string, lines: string, columns?: readonly string[]): LineSection {
  return { title, lines, ...(columns ? { columns } : {}) };
}

/** What a transition may do to the record it moves; collected first, written once, audited field by field. */
export interface Work<R = AnyRecord> {
  readonly record: R;
  /** Values asked for by the transition's `input`. */
  readonly input: Readonly<Record<string, Value>>;
  /** Values asked for per line, by line id. */
  readonly lineInput: LineInputs;
  readonly reason: string | null;
  /** What the transition's own check found on the record a moment ago, in the same transaction; empty without a check. */
  readonly findings: readonly Finding[];
  readonly now: string;
  readonly today: string;
  readonly actor: { id: string | null; name: string; supplierId: string | null };
  set(values: Readonly<Record<string, Value>>): void;
  /** `lines` is the name of a table, or a path to nested ones: `items.schedules`. */
  setLine(lines: string, id: string, values: Readonly<Record<string, Value>>): void;
  /** A new last row; nested rows say under which line. */
  append(lines: string, values: Readonly<Record<string, Value>>, parentId?: string): void;
  /** Something that is shown once in the answer to the person, and kept nowhere. */
  reveal(secret: Reveal): void;
  /** Takes a row away. */
  drop(lines: string, id: string): void;
}

/** A secret made by a change, for the eyes of the person who asked for it. */
export interface Reveal {
  label: string;
  value: string;
  /** What is to be done with it, and until when. */
  note: string;
  /** Instant after which it is of no use. */
  expiresAt: string;
  /** It went to this address, in stars, and nowhere else: `value` is the address then. */
  sentTo?: string;
}

/** What was typed beside the lines of a record, by line id. */
export type LineInputs = ReadonlyMap<string, Readonly<Record<string, Value>>>;

/** What a rule may know besides the record: the clock of the request and who asks. */
export interface RuleFacts {
  /** Instant of the request, ISO text in UTC. */
  now: string;
  /** Business day in China. */
  today: string;
  actorId: string | null;
  supplierId: string | null;
}

// Method syntax makes the parameter bivariant, so that a rule may ask for just the fields it reads.
export type Rule<R> = {
  rule(record: R, input: Readonly<Record<string, Value>>, lines: LineInputs, facts: RuleFacts): Complaint | null;
}["rule"];
export type Effect<R> = { effect(work: Work<R>): void }["effect"];

/** A table of lines of a definition, or one below it: `items`, `items.schedules`. */
export type LinesPath<L extends LinesMap> = (keyof L & string) | `${keyof L & string}.${string}`;

export interface Transition<F extends Fields, L extends LinesMap, S extends string> {
  label: string;
  /** States it starts from; where the entity has none, an empty list: it can always be made, and stays (`to: "same"`). */
  from: readonly NoInfer<S>[];
  /** What is said in a state the transition does not start from, instead of the usual sentence. */
  notFrom?: Readonly<Partial<Record<NoInfer<S>, string>>>;
  /** `same` keeps the state, `previous` returns to the one before. */
  to: NoInfer<S> | "same" | "previous";
  /**
   * The field that decides who is in time: what is stored later by the clock of the database is refused with `otherwise`, in which
   * `{deadline}` is filled in. For what suppliers race against (quotes, bids); everything else goes by the clock of the request.
   */
  inTime?: { until: keyof F & string; otherwise: string };
  /** Roles that get the sub-permission by default; `system` for transitions no person makes. */
  by: readonly RoleName[] | "system";
  tone?: "primary" | "danger" | "plain";
  /** Sentence on the confirmation page; says the consequence. `{number}` is filled in. */
  confirm?: string;
  reason?: "required" | "optional";
  /** Label of the reason box, default 原因. */
  reasonLabel?: string;
  input?: Fields;
  /** Fields of `input` that are asked for only while this holds for the record; of the others it must not be told anything. */
  inputWhen?: Readonly<Record<string, Condition>>;
  /** Own fields that are asked for, prefilled with what they hold, and written by the engine. */
  asks?: readonly (keyof F & string)[];
  /** A table of existing lines with fields to fill beside them, prefilled from the line's own values of that name. */
  lineInput?: {
    /** A table of lines, or a nested one: `items.schedules`. */
    lines: LinesPath<L>;
    show: readonly string[];
    /** Columns of the line above, for nested rows. */
    showParent?: readonly string[];
    /** Rows that are asked about; the others stand aside. Nested rows are judged with the columns of the line above. */
    where?: Condition;
    /** One more, empty row under each line above, to split it; sent under the id of that line. Its label. */
    spare?: string;
    fields: Fields;
    /** The engine writes the values into the fields of the same names; without it only guard and effect see them. */
    write?: boolean;
  };
  guard?: Rule<RecordOf<F, L, S>> | readonly Rule<RecordOf<F, L, S>>[];
  effect?: Effect<RecordOf<F, L, S>>;
  /** The right that is asked for instead of the transition's own sub-permission: of a screen of the entity, or one of `access.rights`. */
  right?: `${string}.${Action}`;
  /** How long the reason may be, in characters, and what is said otherwise. */
  reasonLength?: { least: number; most: number; complaint: string };
  /**
   * The move decides on what others wrote: it accepts or refuses. Nobody who created the document, changed its content since it was last
   * decided on, or submitted it may make it, unless a reason says why (`duties.ts`). A move that takes a document out of where it waits for
   * a decision must say.
   */
  decides?: Decides;
  /** The move hands the document over for a decision: whoever makes it does not decide. */
  submits?: boolean;
  /** What is typed for it is no part of what is decided on, e.g. a later day to answer by. */
  content?: false;
  /** What was written until this move is another matter than what is decided on after it: who wrote it may decide. */
  beginsAnew?: true;
  /** Who else may not do it: whoever stands in one of these person fields; `id` is the person itself. */
  notBy?: readonly ("id" | (keyof F & string))[];
  /** What those are told instead of the usual sentence. */
  notByRefusal?: string;
  /**
   * Further rights a record may demand, by name: each seeds the sub-permission `{entity}-{transition}-{name}`.
   * @example needs: { published: { when: where.eq("state", "published"), by: ["purchase_manager"] } }
   */
  needs?: Readonly<Record<string, { when: Condition; by: readonly RoleName[] }>>;
  /** Findings of the server check may be passed by a reason; without it warnings only inform. */
  acknowledge?: boolean;
  /** Child rows to read before deciding, e.g. the proposal that is to be accepted. */
  shows?: {
    /** A table of lines, or a nested one: `items.schedules`. */
    lines: LinesPath<L>;
    columns: readonly string[];
    /** Columns of the line above, for nested rows. */
    showParent?: readonly string[];
    /** Nested rows are judged with the columns of the line above. */
    where?: Condition;
    /** Why many records may be decided on at once without these rows, which the page of a batch has no room for; without it the move is offered in no batch. */
    unseenInBatch?: string;
  };
  /** States to go to instead of `to`, the first whose sentence holds for the record as the effects left it. */
  settles?: readonly { to: NoInfer<S>; when(record: RecordOf<F, L, S>): boolean }[];
  /**
   * The transition exists only while this holds; without it the answer is the sentence `otherwise`. `rows` says the same of rows
   * in the database, so that home and bell count for whom it is the next step; without it they count nothing.
   */
  offered?: { when(record: RecordOf<F, L, S>, facts: RuleFacts): boolean; rows?: Condition; otherwise: string };
  /** Among ourselves: suppliers never read the reason, and learn of the transition only what it changed of fields they may read. */
  internal?: true;
  /** What the home page says a person is waited for, e.g. 答复变更; default: the label. */
  todo?: string;
  /** Offered to chosen rows of a list alone: a single record has its form for that. */
  ofMany?: true;
  /** Only for whom a case of approval asks: the home page does not count it by the state of documents. */
  asked?: true;
  /** What the message says when it is done, e.g. 已下达给供应商; default 已{label}. */
  done?: string;
}

/** How a document is approved: which transition asks for it, where the document waits meanwhile, and what flows may look at. */
export interface Approval<F extends Fields, S extends string> {
  /**
   * The transition that needs approval. Where a flow speaks about the document it leads to `state` first, and is made when the case
   * has ended well; where none does, it is made at once.
   */
  on: string;
  /** State in which the document waits. */
  state: NoInfer<S>;
  /** Where 驳回, 退回 and 撤回审批 lead; default: the first state the transition starts from. */
  back?: NoInfer<S>;
  /** Roles that get the right to decide by default; who is asked of them says the flow. */
  by: readonly RoleName[];
  /** What conditions of flows may look at: own fields, or `supplier_id.supplier_class_id` through a reference. */
  conditions: readonly ((keyof F & string) | `${string}.${string}`)[];
  /** The amount from which single steps may begin. */
  amount?: keyof F & string;
}

/** The page that people who decide in another system read about a document, without signing in (`engine/embedded`). */
export interface Embedded<T extends string> {
  page: EmbeddedPage;
  /** Its parts in their order: headings by name. The hook `embedded` draws each of them when a case begins; what was drawn then is shown. */
  shows: Readonly<Record<string, string>>;
  /** The transition that ends every link to it; whoever may make it reads which links there are. */
  ends: T;
}

/** A menu entry that shows an entity in its own way. */
export interface View<F extends Fields> {
  /** `area/key` of the screen: its address and its permission id (the last part). */
  screen: string;
  label: string;
  /** What one record is called on the pages of this entry; default: the label of the entity. */
  noun?: string;
  kind?: "list" | "workbench";
  /** Rows of this entry, and-ed to everything else. */
  where?: Condition;
  list?: ListLayout<F>;
  form?: readonly (FieldSection<F> | LineSection)[];
  /** Number rule for rows created here. */
  number?: string;
  /** Values given to rows created here. */
  initial?: Partial<Record<keyof F & string, Value>>;
  grants?: Grants;
  /** Columns that are not stored: the entity's `extra` hook supplies them for the rows of a page. */
  extra?: Fields;
  /** Screens without a menu entry, opened from others. */
  menu?: boolean;
  /** The way to the figures of the hook `figures` is left out of this entry. */
  figures?: false;
  /** What a record belongs with is left out of its page here: the hook `sections` tells it, sorted by what it means. */
  related?: false;
}

/** What a record belongs with, drawn as a flow on its page: see `pointsAt` and `pointedAtBy`. */
export interface Related {
  /** The other entity; absent where it is what the own reference points at. */
  entity?: string;
  /** The reference that joins the two, `contract_id` or in lines `items.material_id`: of the other entity, or without one its own. */
  through: string;
  /** Default: what the reference, or the other entity, is called. */
  label?: string;
  /** Field of the other entity that says what matters about it, e.g. its amount. */
  fact?: string;
  /** Where it stands in the flow; default: what is pointed at before, what points here after. */
  side?: "before" | "after";
}

type RelatedOptions = Pick<Related, "label" | "fact" | "side">;

/** What a reference of this entity points at, also in its lines. @example pointsAt("contract_id", { fact: "end_date" }) */
export function pointsAt(through: string, options: RelatedOptions = {}): Related {
  return { through, ...options };
}
/** Another entity that points here. @example pointedAtBy("purchase-orders/purchase-order", "items.material_id", { fact: "amount" }) */
export function pointedAtBy(entity: string, through: string, options: RelatedOptions = {}): Related {
  return { entity, through, ...options };
}

/** How another system fills a register; see `docs/interfaces.md`. */
export interface FromIntegration {
  /** Field that both sides know a row by, e.g. `code`. */
  by: string;
  /** Whether rows may be added; otherwise only known ones are changed. */
  add: boolean;
  /** Field that says when the other side last told us of the row. */
  at?: string;
  /** Fields that are the other side's once it has told us of the row (`at`): people read them, and keep the rest. */
  owns?: readonly string[];
}

/** A way from a record to a page about it. */
export interface Door {
  label: string;
  /** States in which it is offered; default: all. */
  in?: readonly string[];
  /** Address below the base path, with `{id}`. */
  to: string;
  right: `${string}.${Action}`;
}

export type EntityKind = "register" | "document" | "log" | "settings";

export interface Definition<
  F extends Fields,
  L extends LinesMap,
  S extends string,
  T extends string = string,
  K extends string = string,
> {
  /** `module/noun`: table, REST, references, numbering. */
  key: K;
  label: string;
  kind: EntityKind;
  /** What the thing is for; shown on the empty list and in the docs. */
  purpose: string;
  /** Number rule in the catalogue's syntax, e.g. `CG{YYYYMMDD}-{0001}`. */
  number?: string;
  /** Fields by which people recognise a row; default `["number"]`, else `["code", "name"]`. */
  title?: readonly ColumnKey<F>[];
  /**
   * What the quick search of lists and references finds a row by: own fields of text and `number`, and references, which
   * mean "found by what this points at, too". Default: what of the title is text, and the number.
   */
  search?: readonly ((keyof F & string) | "number")[];
  fields: F;
  lines?: L;
  /** Fields copied from the chosen row of a reference when they are left empty: `{factory_id: {address: "address"}}`. */
  fillFrom?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Values of the computed fields of the head, after those of the lines. */
  compute?: ComputeOf<F, RecordOf<F, L, S>>;
  /** What it says replaces the defaults: the first seven columns; filters for title, references, choices and state; sorted by the title. */
  list?: Partial<ListLayout<F>>;
  /** Default: one section of what is typed, and the tables of lines. */
  form?: readonly (FieldSection<F> | LineSection)[];
  states?: Readonly<Record<S, string>>;
  tones?: Readonly<Partial<Record<S, Tone>>>;
  /** A system field of the kind `date` that says since which business day the document stands in its state; empty until its first transition. */
  stateSince?: keyof F & string;
  /** States in which a row belongs to the side that wrote it, until it is sent; default: the first state where suppliers make rows and submit them. */
  drafts?: readonly NoInfer<S>[];
  /**
   * What suppliers fill in beside a document of ours, by the states in which it is not sent: fields, tables of lines (`whys`), columns of
   * them (`items.value`). Once a supplier has changed such a document, nobody of ours reads or changes these until it is sent.
   */
  unsent?: Readonly<Partial<Record<NoInfer<S>, readonly string[]>>>;
  /** What nobody but the supplier who wrote it reads until a transition opens it; stored encrypted until then (decision 0172). */
  sealed?: Sealed;
  /** States in which the edit form is open; default: the first state of a document, always for the rest. */
  editIn?: readonly NoInfer<S>[];
  /** Fields that may be edited where what was approved is in force, and why that needs no approval. */
  openAfterApproval?: { fields: readonly (keyof F & string)[]; why: string };
  /** Tables of lines that may be edited and transitions that take content there, each with the reason why that needs no approval. */
  changesApproved?: Readonly<Record<string, string>>;
  /** What is said in a state in which the form is not open, instead of the usual sentence. */
  notEditable?: Readonly<Partial<Record<NoInfer<S>, string>>>;
  transitions?: Readonly<Record<T, Transition<F, L, S>>>;
  /** Who is told after which transition. */
  messages?: readonly Message[];
  /** Why nobody is told of a transition that decides or submits, by its name; the start refuses a document that neither tells nor says so. */
  tellsNobody?: Readonly<Record<string, string>>;
  /** What is due when: whom it reminds and what lapses, by name. Names are never changed: what was said is kept under them. */
  deadlines?: Readonly<Record<string, Deadline<keyof F & string, NoInfer<S>, NoInfer<T>>>>;
  /** Who is told every week or month of the rows that wait with them, by name. */
  digests?: Readonly<Record<string, Digest>>;
  /** The document goes through approval flows; the transitions 通过, 驳回, 退回, 转交 and 撤回审批 come with it. */
  approval?: Approval<F, S>;
  /** What whoever decides in another system reads; needs `approval`. */
  embedded?: Embedded<NoInfer<T>>;
  /** What the way to the edit form is called; default 修改. */
  editLabel?: string;
  /** States in which the work is done in the edit form: the way to it comes first, under a name of its own, and transitions stand back. */
  editFirst?: { in: readonly NoInfer<S>[]; label: string };
  /** A transition that asks for nothing: the edit form offers it beside saving, and makes it once what was typed is stored. */
  saveThen?: string;
  /** Whether a new record may start as a copy of another; paths (`items.confirm_date`) that are not taken over. Default: yes. */
  copy?: false | { leaveOut: readonly string[] };
  /** Sentences that stand on top of the record page while they hold, for whoever looks at it on this day. */
  notes?: { notes(record: RecordOf<F, L, S>, facts: RuleFacts): readonly string[] }["notes"];
  /** Checks at every save, in order; run in the browser as well. */
  rules?: readonly Rule<RecordOf<F, L, S>>[];
  access: Access;
  views?: readonly View<F>[];
  /** What belongs with a record, before and after it; newest rows and a way to all of them. */
  related?: readonly Related[];
  /**
   * Rows that wait for whoever asks, where that is said by the row and not by its state: home and bell count each kind under `todo`,
   * and lead to the list with `pick` chosen. Transitions of the entity then make nobody wait.
   */
  awaits?: readonly Awaited[];
  /**
   * Records may be given in without a name: while `when`, which is ticked as they are made, holds, stamps, trail and messages name
   * nobody, and `author`, a system field for few readers (`readBy`), keeps who it was. Nobody can tell it by anything else the record
   * shows as long as its other fields do not say it.
   */
  anonymity?: { when: keyof F & string; author: keyof F & string };
  /** Pages about a record that are no transitions: `{id}` is filled in. They stand among the actions of whoever holds the right. */
  doors?: readonly Door[];
  /** False: nobody removes rows; a transition takes them out of use. */
  removable?: false;
  /** Only such rows can be removed at all; the others are told `otherwise`, and no button offers it. */
  removableWhen?: { where: Condition; otherwise: string };
  /** Names of what pages of its own keep beside the fields, as its history names them; whoever reads a record reads those. */
  keptBeside?: readonly string[];
  /**
   * Records may be imported from files by whoever may add and import. `key` names the field by which rows of a file change records
   * that are there; without it files only make new ones.
   */
  imports?: true | { key: keyof F & string };
  /** Whether people may write comments on a record; default: on documents. */
  comments?: boolean;
  /** The ERP may send rows of it; default: nobody but people makes and changes them. */
  fromIntegration?: { by: keyof F & string; add: boolean; at?: keyof F & string; owns?: readonly (keyof F & string)[] };
  /** How a record is printed; default: the sections of the form under the platform's name. */
  print?: PrintLayout<F, L>;
  /**
   * A log whose rows come by posting from code alone (`engine/journals`) and stay as they were posted: no page, call or import adds, changes
   * or removes one, and the database refuses it to every role.
   */
  journal?: Journal<keyof F & string>;
  /** How records are made from open lines of other documents, by name: page, buttons and REST come from it. */
  conversions?: Readonly<Record<string, Conversion>>;
  /** Several columns that together are unique, with the complaint. */
  unique?: readonly { columns: readonly (keyof F & string)[]; complaint: string }[];
  /** Name of a table that is made by hand-written migrations. */
  table?: string;
  /** Administrators may add fields to the head and rename, move and list those that are there (`master-data/field`). */
  extensible?: true;
  /** Columns of files of added fields that are switched off: nobody sees them, and their files are kept. */
  restingFiles?: readonly string[];
}

/** A definition with its types, as the registry and the engine hold it. */
export interface Entity<
  F extends Fields = Fields,
  L extends LinesMap = LinesMap,
  S extends string = string,
  T extends string = string,
  K extends string = string,
> extends Definition<F, L, S, T, K> {
  readonly lines: L;
  readonly list: ListLayout<F>;
  readonly form: readonly (FieldSection<F> | LineSection)[];
}

/** An entity that is known only at run time. */
// biome-ignore lint/suspicious/noExplicitAny: erased on purpose, functions of a definition are called with what its own fields produced
export type AnyEntity = Entity<any, any, any, any>;

/** A transition of such an entity. */
export type AnyTransition = Omit<
  Transition<Fields, LinesMap, string>,
  "guard" | "effect" | "asks" | "notBy" | "settles" | "offered" | "inTime"
> & {
  inTime?: { until: string; otherwise: string };
  settles?: readonly { to: string; when(record: AnyRecord): boolean }[];
  offered?: { when(record: AnyRecord, facts: RuleFacts): boolean; rows?: Condition; otherwise: string };
  asks?: readonly string[];
  notBy?: readonly string[];
  guard?: Rule<AnyRecord> | readonly Rule<AnyRecord>[];
  effect?: Effect<AnyRecord>;
};

/** Child table of a definition. Its computed fields are typed by its own fields and the rows below it. */
export function lines<const F extends Fields, const C extends LinesMap = Record<never, never>>(
  options: Omit<LinesOptions, "draws" | "open"> & {
    draws?: Readonly<Record<string, Draw<NoInfer<F>>>>;
    open?: Readonly<Record<string, OpenFormula<NoInfer<F>>>>;
    label: string;
    fields: F;
    lines?: C;
    compute?: ComputeOf<F, Values<F> & LineRows<C>>;
  },
): Lines<F, C> {
  const { label, fields, lines: children, compute, ...rest } = options;
  // Absent children and computations are empty maps; the compiler cannot see that an empty map fits every default.
  return {
    label,
    fields,
    lines: children ?? ({} as C),
    compute: compute ?? ({} as ComputeOf<F, Values<F>>),
    options: rest,
  };
}

/**
 * Declares a register, document, log or settings object. List, forms, record page, REST, table, permissions and tests
 * come from what is said here; see `docs/adding-a-screen.md`.
 */
export function defineEntity<
  const F extends Fields,
  const S extends string = never,
  const L extends LinesMap = Record<never, never>,
  const T extends string = never,
  const K extends string = string,
>(definition: Definition<F, L, S, T, K>): Entity<F, L, S, T, K> {
  return withApproval({
    ...definition,
    lines: definition.lines ?? ({} as L),
    list: listOf(definition),
    form: formOf(definition),
  });
}

/** A page of figures that is no entity: rows come from a query behind an operation. */
export interface Report<P extends Fields = Fields, C extends Fields = Fields> {
  key: string;
  label: string;
  purpose: string;
  params: P;
  columns: C;
  sort: string;
  /** Columns summed under the table. */
  totals?: readonly (keyof C & string)[];
  suppliers: "none" | "own";
  grants: Grants;
}

export function defineReport<const P extends Fields, const C extends Fields>(report: Report<P, C>): Report<P, C> {
  return report;
}
