import type { Condition } from "~/shared/condition";
import type { LabelSheet, PrintPart } from "~/shared/print-document";
import type { Timeline } from "~/shared/timeline";
import type { Context } from "../context.server";
import type { CalendarEntry } from "../output/calendar";
import type { PrivateKey } from "../sealing/crypto.server";
import type { WorkedRow } from "./deadlines";
import type { RecordFor, TransitionOf } from "./entity-map";
import type { Tone } from "./field";
import type { Finding, FindingLevel } from "./findings";
import type { Value } from "./kinds/kind";
import type { AnyLine, AnyRecord, Complaint } from "./record";
import type { Screen } from "./registry";
import type { Reveal, Work } from "./transition";

export type { Finding, FindingLevel };

/** Hooks of one entity are kept beside those of all others, whose records are known only at run time. */
type Bivariant<F extends (...given: never[]) => unknown> = {
  hook(...given: Parameters<F>): ReturnType<F>;
}["hook"];

/** What a hook sees of a record that is about to be saved. */
export interface SaveWork<R = AnyRecord> {
  readonly context: Context;
  readonly record: R;
  /** The stored record, or null for a new one. */
  readonly before: R | null;
  set(values: Readonly<Record<string, Value>>): void;
}

/** What a hook sees of a record that has just been written, in the same transaction. */
export interface StoredWork<R = AnyRecord> {
  readonly context: Context;
  readonly record: R;
  /** The record as it was, or null for a new one. */
  readonly before: R | null;
  reveal(secret: Reveal): void;
}

/** What a hook sees of a document that has just been moved, in the same transaction. */
export interface TransitionWork<R = AnyRecord> {
  readonly context: Context;
  /** Name of the transition. */
  readonly transition: string;
  readonly reason: string | null;
  readonly before: R;
  /** The document as it is stored now. */
  readonly record: R;
}

/** What a hook sees of a reminder of a deadline that has just been said, in the same transaction. */
export interface ReminderWork {
  readonly context: Context;
  /** Names in the definition. */
  readonly deadline: string;
  readonly reminder: string;
  readonly recordId: string;
  /** The day it is due, and the days since then, negative before it. */
  readonly day: string;
  readonly late: number;
}

/** A line that others draw on, as stored at this moment, with its document: fields, number and state, no other lines. */
export interface SourceLine {
  line: AnyLine;
  head: Readonly<Record<string, unknown>> & { id: string };
}

/** What a hook sees of a document whose figures have just changed, in the transaction of the document that drew. */
export interface DrawnWork {
  readonly context: Context;
  readonly rootId: string;
  /** Lines whose figures changed. */
  readonly lines: readonly SourceLine[];
}

export interface TransitionHooks<R = AnyRecord> {
  /** Asked before the page of the transition is shown and again when it is made. */
  check?(context: Context, record: R): Promise<Finding[]>;
  /** What people have to have read before they decide, on the page of the transition; such as this person may see. */
  beside?(context: Context, record: R): Promise<readonly (RecordTable | RecordFacts | RecordPreview)[]>;
  /** Runs inside the transaction, after the definition's own effect. */
  effect?(context: Context, work: Work<R>): Promise<void>;
}

/**
 * A check that goes on counting after it was passed (ruling 62). Whatever a transition or a form does, a document that it leaves in one of
 * these states is asked again when it comes back there from outside, and when it asks for more than what was judged. Findings count as
 * those of the transition's own check: a block undoes it, a warning wants a reason where the transition can be acknowledged and is said
 * otherwise.
 */
export interface LastingCheck<R = AnyRecord> {
  /** States in which what was judged counts. */
  in: readonly string[];
  /** Transitions that are not asked here, each with the reason: their own check, or what moves them, has asked the same of the same facts. */
  except: Readonly<Record<string, string>>;
  /** Whether the document asks for more than it did, e.g. for a larger quantity; less never needs to be asked again. */
  grown(before: R, after: R): boolean;
  /**
   * @param record the document as it is going to be stored
   * @param judged the document as it was judged, where it asks for more than that; null: it only comes back
   */
  check(context: Context, record: R, judged: R | null): Promise<Finding[]>;
  /** Writes down what was found and used once it has passed; `set` changes the document that is being stored. */
  passed?(context: Context, work: LastingWork<R>): Promise<void>;
}

/** What a lasting check that was passed leaves behind. */
export interface LastingWork<R = AnyRecord> {
  readonly record: R;
  /** As in `check`. */
  readonly judged: R | null;
  readonly findings: readonly Finding[];
  set(values: Readonly<Record<string, Value>>): void;
}

/** A page of a record that the program draws itself, e.g. 权限配置 of a role. */
export interface RecordPageLink {
  label: string;
  path: string;
  tone: "primary" | "plain";
  /** The answer is a file. */
  download?: true;
  /** The page is a paper without the shell, as print is. */
  reload?: true;
}

/** A way from a row to a page elsewhere; `href` is below the base path. */
export interface RowLink {
  label: string;
  href: string;
}

/** A table on the page of a record that does not come from its lines. */
export interface RecordTable {
  kind: "table";
  /** Stands above what was typed: it is what people come for. */
  first?: true;
  title: string;
  table: {
    caption: string;
    columns: { key: string; label: string; align: "start" | "end" }[];
    /** `shownFiles` makes the links to files. */
    rows: { id: string; cells: { text: string; href?: string; tone?: Tone; files?: TableFile[] }[] }[];
  };
}

type TableFile = Omit<RecordPreview["files"][number], "framed">;

/** Figures on the page of a record, drawn as a chart with the same figures in a table beneath. */
export interface RecordChart {
  kind: "chart";
  /** Stands above what was typed. */
  first?: true;
  title: string;
  chart: Chart;
}

/** Facts about a record that do not stand in its fields. */
export interface RecordFacts {
  kind: "facts";
  /** Stands above what was typed. */
  first?: true;
  title: string;
  facts: { label: string; text: string; href?: string; tone?: Tone }[];
}

/** Papers of a record as they look, on the left of what was typed after them; `shownFiles` makes the links. */
export interface RecordPreview {
  kind: "preview";
  title: string;
  files: { id: string; name: string; size: string; href?: string; view?: string; note?: string; framed?: boolean }[];
}

/** What a record is connected with, drawn in columns by how far away it is, with the same in a table beneath. */
export interface RecordNetwork {
  kind: "network";
  first?: true;
  title: string;
  network: Network;
  table: RecordTable["table"];
}

/** Boxes in columns, the one it is about alone in the first, and lines between them by id. */
export interface Network {
  caption: string;
  columns: { id: string; label: string; note: string; href?: string; tone?: Tone }[][];
  edges: { from: string; to: string }[];
}

/** What goes on over days, planned beside what was done, with the same in a table beneath; `placeTimeline` makes it of days. */
export interface RecordTimeline {
  kind: "timeline";
  first?: true;
  title: string;
  timeline: Timeline;
  table: RecordTable["table"];
}

/** What can be kept as it was shown: it is whole without anything else, and leads nowhere. */
export type KeptSection = RecordTable | RecordChart | RecordFacts;

/** What is asked of `suggests`. */
export interface Suggested {
  /** As typed so far. */
  text: string;
  /** What the fields beside it hold, by the names the definition gives them; none for those that are empty or say nothing that is known. */
  beside: Readonly<Record<string, string>>;
  most: number;
}

/** What a form that was opened about something starts with. */
export interface FormStart {
  /** By field, as stored: ids of references, keys of choices; a field the person may not write stays as it is. */
  values: Readonly<Record<string, string>>;
  note: string;
}

/** Draws the page of the definition's `embedded`. */
export interface EmbeddedHooks<R = AnyRecord> {
  /** By the names of `shows`; drawn as the system when a case of approval begins, and kept. */
  parts: Readonly<Record<string, Bivariant<(context: Context, record: R) => Promise<readonly KeptSection[]>>>>;
  /** A sentence instead of the page while nothing of it may be shown; asked at every visit. */
  withheld?(context: Context, record: R): Promise<string | null>;
}

/** Whatever a hook adds to the page of a record. */
export type OwnSection = RecordTable | RecordChart | RecordFacts | RecordNetwork | RecordTimeline | RecordProgress;

/** How far something has come that goes on beside the page. */
export interface RecordProgress {
  kind: "progress";
  title: string;
  done: number;
  /** Null: nobody knows yet how much there is. */
  total: number | null;
  text: string;
  /** The page looks again by itself. */
  live: boolean;
}

/**
 * Figures over names (`bar`), over time (`line`), of one thing seen from several sides, each of 0 to 100 (`radar`), or by two scales
 * (`matrix`: labels across, series down), stages one below the other (`funnel`), how far figures spread (`box`: series are least, quarter,
 * median, upper quarter, ninth tenth and most), parts of groups (`sunburst`) or of a whole (`pie`),
 * or how far the greatest parts reach together (`pareto`: series are part and cumulated part, in percent).
 */
export interface Chart {
  kind: "bar" | "line" | "radar" | "matrix" | "funnel" | "box" | "sunburst" | "pie" | "pareto";
  /** What is counted, e.g. 近30天命中次数. */
  caption: string;
  /** What the labels are, e.g. 规则. */
  axis: string;
  unit?: string;
  labels: string[];
  /** One decimal text per label. */
  series: { label: string; values: string[] }[];
  /** `sunburst`: what each label belongs to. */
  groups?: string[];
  /** `pareto`: the share that is marked, in percent. */
  mark?: string;
  /** Where the table leads from each label to the rows that were counted, below the base path. */
  hrefs?: string[];
  /** The figures stand in a table of their own beside it. */
  withoutTable?: true;
}

/** Figures about a whole list. */
export interface ListFigures {
  /** Over which rows or days, e.g. 近30天. */
  about: string;
  charts: readonly Chart[];
  /** Tables beside the charts, each with a heading. */
  tables?: readonly RecordTable[];
}

/** A list as a paper of its own, e.g. 合格供方名录: a page for the printer and an A4 file. */
export interface ListPaper {
  /** Key of the screen that offers it. */
  screen: string;
  title: string;
  /** Boxes for seal, name and day. */
  signatures: readonly string[];
  draw(context: Context, screen: Screen): Promise<readonly PrintPart[]>;
}

/** Draws a paper of a row of a list. @param origin where its code leads, e.g. `https://portal.example.com` */
export type RowPaperHook = (
  context: Context,
  row: { screen: Screen; record: AnyRecord; labels: ReadonlyMap<string, string>; origin: string },
) => Promise<LabelSheet>;

/** How what lies under a seal of a record is opened by those who hold the seal, on the page 共同开启 of the record. */
export interface Opening<R = AnyRecord> {
  /** A transition of the system, made in the place of the holders once two of them gave their shares. */
  transition: string;
  /** The seal that closes it, or closed it last; null: nothing of it lies under a seal. */
  sealOf(record: R): string | null;
  /** Opens what was sealed, in the transaction of the transition and before it. */
  open(context: Context, record: R, privateKey: PrivateKey): Promise<void>;
}

/** Side effects of an entity, named by its key; all run inside the transaction of the operation. */
export interface EntityServer<K extends string = string> {
  /** Completes what follows from what was typed, before anything is checked; may change rows, too. */
  prepare?(work: SaveWork<RecordFor<K>>): Promise<void>;
  /** May set values and complain; its complaints stand beside the fields. */
  beforeSave?(work: SaveWork<RecordFor<K>>): Promise<Complaint[]>;
  /** Puts what `beforeSave` would work out into the record as it would be with what is typed now, where that is more than a definition can compute. */
  whileTyping?(record: RecordFor<K>): void;
  /** Writes what belongs to the row elsewhere, once it is there. */
  stored?(work: StoredWork<RecordFor<K>>): Promise<void>;
  /** Told after every transition, whoever made it: what other systems have to hear of it is noted here. */
  afterTransition?(work: TransitionWork<RecordFor<K>>): Promise<void>;
  /**
   * How far lines may be drawn beyond what is open, by name of the open formula: decimal texts by id of the line, none for those left
   * out. Asked in transactions of suppliers as well, who read no more there than elsewhere.
   */
  tolerances?: Readonly<
    Record<string, (context: Context, lines: readonly SourceLine[]) => Promise<ReadonlyMap<string, string>>>
  >;
  /** Told once per document after others drew on its lines, or gave back: what its figures make of its state is done here. */
  drawn?(work: DrawnWork): Promise<void>;
  /** A journal's: told after a posting, in its transaction, of the rows it added; what stands beside them is written here. */
  posted?(context: Context, ids: readonly string[]): Promise<void>;
  /** People whom messages of the definition name as `+name`, where no column leads to them; by name, ids of accounts. */
  audiences?: Readonly<Record<string, Bivariant<(work: TransitionWork<RecordFor<K>>) => Promise<readonly string[]>>>>;
  /** What is due of the deadlines whose rows are worked out, by name of the deadline; the engine does the rest. */
  deadlines?: Readonly<Record<string, (context: Context) => Promise<readonly WorkedRow[]>>>;
  /** Told after every reminder of a deadline: what follows from lateness beside the message. */
  reminded?(work: ReminderWork): Promise<void>;
  /**
   * What a new form starts with that was opened about something (`?about=`): values by field, ids for references; and a sentence above the
   * form. Somebody may have made the address: null for what is not known.
   */
  startsAs?(context: Context, about: string): Promise<FormStart | null>;
  /** What is offered while one types into a text that is `suggested`, by its name, the likeliest first; such as this person may see. */
  suggests?: Readonly<Record<string, (context: Context, wanted: Suggested) => Promise<readonly string[]>>>;
  /** Findings that inform after a save, e.g. of the contract check. */
  afterSave?(context: Context, record: RecordFor<K>): Promise<Finding[]>;
  /** A sentence that says why the row cannot be removed. */
  beforeRemove?(context: Context, record: RecordFor<K>): Promise<string | null>;
  /** Told when a person looks at the page of the record, before the page is drawn: who has read what is noted here. */
  opened?(context: Context, record: RecordFor<K>): Promise<void>;
  /** Pages of their own that the record leads to, beside its transitions; `path` is below the record's address. */
  pages?(context: Context, record: RecordFor<K>): Promise<readonly RecordPageLink[]>;
  /** The day people note down for the record, offered as a file for their calendars; null while it stands for none. */
  calendar?(context: Context, record: RecordFor<K>): Promise<CalendarEntry | null>;
  /** Tables, charts and progress the record page shows below the sections of the form, e.g. the rows of a batch. */
  sections?(context: Context, record: RecordFor<K>, screen: Screen): Promise<readonly OwnSection[]>;
  /**
   * Whose public key the sealed values of a record are handed over to, asked as it leaves the states of its writer; null: they stay under the
   * installation's key, and their writer goes on reading them. Asked in the writer's transaction, who reads no more there than elsewhere.
   * @param record with the state it is going to have
   */
  sealKeyOf?(context: Context, record: RecordFor<K>): Promise<string | null>;
  /** How what is sealed for two people is opened; rights and time are those of its transition. */
  opening?: Opening<RecordFor<K>>;
  /**
   * What whoever decides in another system weighs beside the paper of a document, on the page that has no `embedded` of its own: comparisons and
   * reasons that no paper says. Asked as the system, at every visit.
   */
  decision?(context: Context, record: RecordFor<K>): Promise<readonly (RecordTable | RecordFacts)[]>;
  /** What people who decide in another system read: `embedded` of the definition. */
  embedded?: EmbeddedHooks<RecordFor<K>>;
  /** Asked before a file of the record is handed out, each time; may refuse by an AppError and note who takes it. */
  beforeDownload?(context: Context, record: RecordFor<K>): Promise<void>;
  /** Brings rows up to date that time alone has changed, before a list or a file of them is read; outside any transaction. */
  freshen?(context: Context): Promise<void>;
  /** Ways from single rows of a list to pages elsewhere, by row id; such as this person may follow. */
  rowLinks?(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, readonly RowLink[]>>;
  /** Ways from the list to pages of its own, e.g. 导入人员, or elsewhere by `href`; asked of whoever may open the list. */
  listPages?(context: Context): readonly (RecordPageLink | (RowLink & Pick<RecordPageLink, "tone">))[];
  /**
   * Figures about the rows of the list that this person may see, drawn on the page 统计 of the list. The `where` of the screen holds the
   * conditions the list was left with as well; `chosen` are these alone, for figures about what belongs to the rows.
   */
  figures?(context: Context, screen: Screen, chosen: readonly Condition[]): Promise<ListFigures>;
  /** What a list is printed as, of the rows this person may see under the conditions of the screen. */
  paper?: ListPaper;
  /** Labels of a record, by the names of the `rowPapers` of the list; such as this person may read. */
  rowPapers?: Readonly<Record<string, RowPaperHook>>;
  transitions?: Readonly<Partial<Record<TransitionOf<K>, TransitionHooks<RecordFor<K>>>>>;
  lasting?: LastingCheck<RecordFor<K>>;
  /**
   * Why a check at a release or an approval need not be asked again, by the transition or the field that changes the document
   * afterwards; the start refuses a definition that has neither this nor `lasting`.
   */
  judgedOnce?: Readonly<Record<string, string>>;
  /** Values of a view's `extra` columns for the rows of one page, by row id. */
  extra?(
    context: Context,
    screen: string,
    ids: readonly string[],
    /** A file takes all of what a list shows the beginning of. */
    place: "list" | "file",
  ): Promise<ReadonlyMap<string, Readonly<Record<string, Value>>>>;
  /** Ids of the rows, among those of its condition, that a `worked` toggle of a list means; asked within the reach of the person. */
  chosen?(context: Context, toggle: string, rows: Condition): Promise<readonly string[]>;
  /**
   * Operations that other modules may ask for by entity key and name; see `ask`. What is only read is better a question of the
   * registration (`questions`), which the compiler knows.
   */
  publishes?: Readonly<Record<string, Published>>;
}

/** A question and its answer; both sides parse what they get. */
export type Published = (context: Context, input: unknown) => Promise<unknown>;

/** Side effects of an entity that is known only at run time; those of every entity are such. */
export type AnyEntityServer = { [N in keyof EntityServer]: EntityServer[N] };
