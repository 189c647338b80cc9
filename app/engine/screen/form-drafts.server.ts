import { chinaTime } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { Field, Lines } from "../entity";
import { offeredChoices } from "../entity/dictionary";
import { isPointer } from "../entity/field";
import { isFileKind } from "../entity/kinds/file";
import { isLineSection } from "../entity/layout";
import type { Screen } from "../entity/registry";
import { type Draft, draftsOf, isId, mostDrafts } from "../operations/drafts.server";
import type { Loaded } from "../operations/records.server";
import { draftPath, editPath, newPath } from "./address";
import { type ReferenceLists, writableOn } from "./controls.server";
import { type FormText, withoutBlankRows } from "./form-data";
import { rowStarts, startText, storedText } from "./form-text.server";

/** What a person has begun in a form and not saved, apart from what the form shows: newest first, with words to tell it by. */
export interface WaitingDrafts {
  rows: { id: string; at: string; words: string; href: string }[];
  /** As many as are kept: the next one takes the place of the oldest. */
  full: boolean;
}

/** What the form is kept under, as it was posted. Forms without one are known by their one-time id, which stays while one types. */
export function postedDraft(context: Context, form: FormData): string {
  const [own, once] = [form.get("_draft"), form.get("_once")];
  if (isId(own)) return own;
  return isId(once) ? once : context.services.newId();
}

/** The own drafts of the form of this record, or of a new one: one statement. */
export async function formDrafts(context: Context, screen: Screen, loaded: Loaded | null): Promise<Draft[]> {
  const address = loaded ? editPath(screen, loaded.record.id) : newPath(screen);
  return draftsOf(context, address, await mostDrafts(context));
}

export interface WaitingDraftsInput {
  screen: Screen;
  lists: ReferenceLists;
  loaded: Loaded | null;
  drafts: readonly Draft[];
  shown?: string;
}

/** What a form says of the drafts it does not show. */
export async function waitingDrafts(
  context: Context,
  { screen, lists, loaded, drafts, shown }: WaitingDraftsInput,
): Promise<{ waiting?: WaitingDrafts }> {
  const others = drafts.filter(({ id }) => id !== shown);
  if (others.length === 0) return {};
  const base = loaded
    ? storedText(screen.entity, loaded, lists)
    : { values: await startText(context, screen, lists), lines: {} };
  const starts = rowStarts(context, screen, writableOn(context, screen, loaded?.record.state ?? null));
  const rows = others.map((draft) => ({
    id: draft.id,
    at: chinaTime(draft.savedAt).slice(0, 16),
    words: wordsOf(screen, lists, withoutBlankRows(draft.body, starts), base),
    href: draftPath(draft),
  }));
  return { waiting: { rows, full: drafts.length >= (await mostDrafts(context)) } };
}

const MOST_WORDS = 3;
const LONGEST_WORD = 20;

/** `供应商：S001 华丰；备注：急用；订单明细 2 行`: the first fields that differ from an untouched form. */
function wordsOf(screen: Screen, lists: ReferenceLists, text: FormText, base: FormText): string {
  const { entity } = screen;
  const fields = screen.form.flatMap((part) => (isLineSection(part) ? [] : part.fields));
  const heads = fields.flatMap((name): string[] => {
    const field: Field | undefined = entity.fields[name];
    const typed = (text.values[name] ?? "").trim();
    if (!field || typed === "" || typed === (base.values[name] ?? "").trim()) return [];
    const said = shown(field, typed, lists);
    return said === undefined ? [] : [`${field.options.label}：${shortened(said)}`];
  });
  const tables = Object.entries<Lines>(entity.lines).flatMap(([name, { label, options }]) => {
    const rows = text.lines[name] ?? [];
    return rows.length === 0 || rows.length === base.lines[name]?.length
      ? []
      : [`${label} ${rows.length} ${options.counter ?? "行"}`];
  });
  return [...heads.slice(0, MOST_WORDS), ...tables].join("；") || "与现在的内容相近";
}

/** A typed value in words; undefined for a file, and for a row whose name this form does not know. */
function shown(field: Field, typed: string, lists: ReferenceLists): string | undefined {
  if (isFileKind(field.kind)) return undefined;
  if (field.kind === "yesNo") return typed === "1" ? "是" : "否";
  const options = isPointer(field)
    ? lists.of(field).options
    : field.kind === "choice"
      ? offeredChoices(field.options, typed)
      : undefined;
  const label = options?.find(({ value }) => value === typed)?.label;
  return label ?? (isPointer(field) && isId(typed) ? undefined : typed);
}

function shortened(text: string): string {
  const plain = text.replace(/\s+/g, " ");
  return plain.length > LONGEST_WORD ? `${plain.slice(0, LONGEST_WORD)}…` : plain;
}
