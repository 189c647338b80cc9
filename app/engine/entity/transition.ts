import type { Condition } from "~/shared/condition";
import type { Decides } from "./duties";
import type { Fields, RoleName } from "./field";
import type { Finding } from "./findings";
import type { Value } from "./kinds/kind";
import type { AnyRecord, Complaint, Limits, LinesMap, RecordOf } from "./record";
import type { Action } from "./wall";

/** What a transition may do to the record it moves; collected first, written once, audited field by field. */
export interface Work<R = AnyRecord> extends Limits {
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
export interface RuleFacts extends Limits {
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
  /** Sentence on the confirmation page; says the consequence. `{number}` is filled in, and `{{a.parameter}}` with its value. */
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
   * The transition exists only while this holds; without it the answer is the sentence `otherwise`, with
   * parameters as in `confirm`. `rows` says the same of rows
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
  /**
   * A transition that asks for nothing but a reason where its checks find something: the page offers to make it at once behind this one, as
   * 初审通过 behind 填写初审结论.
   */
  followedBy?: string;
  /** The work it begins is done in the edit form, which opens for whoever made it and may edit. */
  opensForm?: true;
}
