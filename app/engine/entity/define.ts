import type { Condition } from "~/shared/condition";
import type { EmbeddedPage } from "~/shared/embedded-pages";
import type { InterfaceCode } from "~/shared/interfaces";
import { withApproval } from "./approval-transitions";
import type { Conversion } from "./conversions";
import type { Deadline } from "./deadlines";
import { formOf, listOf } from "./defaults";
import type { Digest } from "./digests";
import type { Draw, OpenFormula } from "./draws";
import type { Fields, RoleName, Tone } from "./field";
import type { Imports } from "./imports";
import type { Journal } from "./journal";
import type { Value } from "./kinds/kind";
import type { Awaited, ColumnKey, FieldSection, LineSection, ListLayout, PrintLayout } from "./layout";
import type { Message } from "./messages";
import type { AnyRecord, ComputeOf, LineRows, Lines, LinesMap, LinesOptions, RecordOf, Values } from "./record";
import type { Related } from "./related";
import type { Sealed } from "./sealed";
import type { Effect, Rule, RuleFacts, Transition } from "./transition";
import type { Access, Action, Grants } from "./wall";

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
  /** Fields of files that are taken from the page, by a link each that opens once; as they were when the case began. */
  files?: readonly string[];
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

/** How another system fills a register; see `docs/interfaces.md`. */
export interface FromIntegration {
  /** Field that both sides know a row by, e.g. `code`, or several that name it together, references among them by their codes. */
  by: string | readonly string[];
  /** Whether rows may be added; otherwise only known ones are changed. */
  add: boolean;
  /** Field that says when the other side last told us of the row. */
  at?: string;
  /** Fields that are the other side's once it has told us of the row (`at`): people read them, and keep the rest. */
  owns?: readonly string[];
}

/** Where the number stands that another system gave a document. */
export interface OutsideNumber {
  /** The call whose answer names it. */
  call: string;
  /** Field of the program. */
  field: string;
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
  /**
   * A transition that asks for nothing but a reason where its checks find something: the form offers it beside saving, and makes it once what was
   * typed is stored, or opens its page where the reason is wanted.
   */
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
  /** Records may be imported from files by whoever may add and import; true: files make new ones, with the first table of lines. */
  imports?: true | Imports<F, L>;
  /** Whether people may write comments on a record; default: on documents. */
  comments?: boolean;
  /** The ERP may send rows of it; default: nobody but people makes and changes them. */
  fromIntegration?: {
    by: (keyof F & string) | readonly (keyof F & string)[];
    add: boolean;
    at?: keyof F & string;
    owns?: readonly (keyof F & string)[];
  };
  /** The number another system answers a call about a document with is kept in that field. */
  outsideNumber?: { call: InterfaceCode; field: keyof F & string };
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
