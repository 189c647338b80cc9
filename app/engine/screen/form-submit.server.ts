import { chinaTime } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { AnyEntity, Complaint, Lines, LinesMap } from "../entity";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { dropDraft, isId, saveDraft } from "../operations/drafts.server";
import type { Loaded } from "../operations/records.server";
import { createRecord, readRecord, updateRecordBy } from "../operations/save.server";
import { requireAction } from "../operations/scope.server";
import type { Saved } from "../operations/transaction.server";
import { applyTransition } from "../operations/transition.server";
import { draftPath, editPath, listPath, newPath, query } from "./address";
import { type ReferenceLists, writableOn } from "./controls.server";
import { filledText } from "./fills.server";
import {
  changedTable,
  editRows,
  type FormText,
  formText,
  headAndFiles,
  inputOf,
  mostRows,
  PASTE_BOX,
  pathOf,
  postedOnce,
  postedVersion,
  type RowText,
  withoutBlankRows,
  withoutGoneIds,
} from "./form-data";
import { formDrafts, postedDraft, waitingDrafts } from "./form-drafts.server";
import { drawForm, type FormState, nextTransition, titleOfForm } from "./form-draw.server";
import { requireEditable } from "./form-model.server";
import { textAt } from "./form-place";
import { blankRows, listsOf, rowStarts, storedText } from "./form-text.server";
import { workedOut } from "./form-worked.server";
import { figuresOf, lineTable } from "./line-model.server";
import { cellComplaints, pastedTable, pasteRows, pastesOf } from "./paste.server";
import { NOTHING } from "./show";

export interface SubmitFormInput {
  screen: Screen;
  form: FormData;
  id: string | null;
  refusedFiles?: readonly Complaint[];
}

/**
 * Takes a posted form: a button of the line editor changes the rows, anything else saves. A refused form comes back with
 * everything that was typed and the complaints beside the fields.
 * @param refusedFiles what is wrong with files that came with the form and were not taken: nothing is saved without them
 */
export async function submitForm(context: Context, { screen, form, id, refusedFiles = [] }: SubmitFormInput) {
  const intent = String(form.get("_intent") ?? "save");
  const own = postedDraft(context, form);
  const text = formText(screen.entity, form);
  const loaded = id === null ? null : await readRecord(context, screen, id);
  if (loaded) requireEditable(context, screen, loaded.record);
  const version = id === null ? 0 : postedVersion(form);
  const seen = id === null ? {} : { version };
  const state = loaded?.record.state ?? null;
  const isRowButton = editRows(screen.entity, text, intent) !== null;
  const draw = async (given: Omit<FormState, "loaded" | "worked">) => {
    const lists = await listsOf(context, screen, state, headAndFiles(screen.entity, text));
    // Rows that are only moved about keep what stands in them: a copied line is often given another material.
    const filled = isRowButton ? given.text : await filledText(context, screen, lists, given.text);
    return drawForm(context, screen, lists, {
      pastes: pastesOf(form),
      draftId: own,
      ...(form.has("_waiting")
        ? await waitingDrafts(context, {
            screen,
            lists,
            loaded,
            drafts: await formDrafts(context, screen, loaded),
            shown: own,
          })
        : {}),
      ...given,
      text: filled,
      loaded,
      typed: true,
      worked: await workedOut(context, screen, filled, loaded),
    });
  };
  refuseTooManyRows(screen.entity, text);
  const address = id === null ? newPath(screen) : editPath(screen, loaded?.record.id ?? id);
  const looked = /^pick\.([\w.]{1,200})$/.exec(intent)?.[1];
  if (intent === "keep" || looked) {
    const kept = await saveForm(context, screen, form, id);
    if (!looked) return { to: draftPath(kept), notice: "已暂存，可以稍后继续填写" };
    return {
      to:
        listPath(screen) +
        "/choose" +
        query([
          ["field", looked],
          ["form", address],
          ["draft", kept.id],
          ["q", textAt(text, looked)],
        ]),
    };
  }
  if (intent === "discard") {
    await dropDraft(context, own);
    return { to: address, notice: "暂存的内容已放弃" };
  }
  const unwanted = /^discard\.(.+)$/.exec(intent)?.[1];
  if (isId(unwanted)) {
    await dropDraft(context, unwanted);
    // What was typed beside the draft that waited stays.
    const model = await draw({ text, complaints: [], note: "之前暂存的内容已放弃", ...seen });
    return { model, status: 200 as const };
  }
  const table = pastedTable(intent);
  if (table !== null)
    return {
      model: await draw({ ...(await pasted(context, { screen, form, loaded, name: table })), ...seen }),
      status: 200 as const,
    };
  const edited = intent === "compute" ? text : editRows(screen.entity, text, intent);
  if (edited)
    return {
      model: await draw({
        text: edited,
        complaints: [],
        changed: changedTable(intent),
        // The rows are others now: what was not taken of their files is said on top.
        ...(refusedFiles.length > 0 ? { problem: refusedFiles.map(({ message }) => message).join("；") } : {}),
        ...seen,
      }),
      status: 200 as const,
    };
  const writable = writableOn(context, screen, state);
  const meant = withoutBlankRows(text, rowStarts(context, screen, writable));
  const values = inputOf(meant, writable, screen.entity);
  const requestId = postedOnce(form);
  try {
    if (refusedFiles.length > 0) throw new AppError("invalid", { complaints: refusedFiles });
    const common = { screen, values, ...(requestId ? { requestId } : {}) };
    const saved =
      id === null ? await createRecord(context, common) : await updateRecordBy(context, { ...common, id, version });
    await dropDraft(context, own);
    if (intent !== "then") return { saved };
    const followed = await thenTransition(context, screen, saved);
    if (followed.model) return { model: followed.model, status: 400 as const };
    return { saved: followed.saved, done: followed.done, asks: followed.asks };
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "duplicate", "stale_record"].includes(error.error)) throw error;
    const stale = error.error === "stale_record";
    const current = Number(error.facts.version);
    // A file that was not taken may be all there is in its row.
    const kept = refusedFiles.length > 0 ? text : meant;
    const left = stale && loaded ? withoutGoneIds(kept, loaded.record) : kept;
    return {
      model: await draw({
        text: { ...left, lines: { ...left.lines, ...blankRows(screen, left.lines) } },
        complaints: error.complaints,
        // Sending once more is a decision taken with both versions in sight.
        ...(stale
          ? {
              problem: "数据已被他人修改：请核对下面的差异，再次保存将以您填写的内容为准",
              conflict: differences(error),
            }
          : {}),
        ...(!stale && error.complaints.length === 0 ? { problem: error.message } : {}),
        ...(id === null ? {} : { version: stale && Number.isInteger(current) ? current : version }),
      }),
      status: 400 as const,
    };
  }
}

/**
 * Makes the transition that follows saving. What was typed is stored either way; a refused transition brings the form back, which says so.
 * @returns `asks`: the transition that waits on its own page for a reason
 */
async function thenTransition(context: Context, screen: Screen, saved: Saved) {
  const { entity } = screen;
  const loaded = await readRecord(context, screen, saved.id);
  const next = nextTransition(context, entity, loaded.record);
  if (!next) return { saved, done: undefined };
  try {
    const { name, done } = next;
    return {
      saved: await applyTransition(context, { entity, screen, id: saved.id, name, version: saved.version }),
      done,
    };
  } catch (error) {
    // What its checks found is read, and given a reason for, on the page of the transition.
    if (error instanceof AppError && error.error === "acknowledge") return { saved, asks: next.name };
    if (!(error instanceof AppError) || error.error !== "invalid") throw error;
    const { state } = loaded.record;
    const lists = await listsOf(context, screen, state, loaded.record);
    const model = drawForm(context, screen, lists, {
      text: storedText(entity, loaded, lists),
      loaded,
      complaints: error.complaints,
      problem: `填写的内容已保存，还不能${next.label}${error.complaints.length > 0 ? "" : `：${error.message}`}`,
      version: saved.version,
    });
    return { model };
  }
}

/**
 * Keeps what a form holds as this person's draft, unjudged.
 * @returns what it is kept under, the address of the form and the time of day
 * @throws AppError when the person may not open the form
 */
export async function saveForm(context: Context, screen: Screen, form: FormData, id: string | null) {
  requireAction(context, screen.entity, id === null ? "add" : "edit", screen);
  const loaded = id === null ? null : await readRecord(context, screen, id);
  if (loaded) requireEditable(context, screen, loaded.record);
  const text = formText(screen.entity, form);
  refuseTooManyRows(screen.entity, text);
  const address = loaded ? editPath(screen, loaded.record.id) : newPath(screen);
  const body = { ...text, ...(loaded ? { version: postedVersion(form) } : {}) };
  const kept = { id: postedDraft(context, form), address, title: titleOfForm(screen, loaded), body };
  return { id: await saveDraft(context, kept), address, at: chinaTime(context.now).slice(11, 16) };
}

export interface RedrawFormInput {
  screen: Screen;
  form: FormData;
  id: string | null;
  problem: string;
}

/** The form as it was posted, with a message; nothing is judged, the text is kept as a draft. */
export async function redrawForm(context: Context, { screen, form, id, problem }: RedrawFormInput) {
  const { id: draftId } = await saveForm(context, screen, form, id);
  const loaded = id === null ? null : await readRecord(context, screen, id);
  const text = formText(screen.entity, form);
  return drawForm(
    context,
    screen,
    await listsOf(context, screen, loaded?.record.state ?? null, headAndFiles(screen.entity, text)),
    {
      text,
      loaded,
      complaints: [],
      problem,
      typed: true,
      draftId,
      ...(loaded ? { version: postedVersion(form) } : {}),
    },
  );
}

function refuseTooManyRows(entity: AnyEntity, text: FormText): void {
  const refuse = (map: LinesMap, tables: Record<string, RowText[]>): void => {
    for (const [name, rows] of Object.entries(tables)) {
      const lines: Lines | undefined = Object.hasOwn(map, name) ? map[name] : undefined;
      const most = mostRows(lines);
      if (rows.length > most) throw new AppError("malformed", { message: `${lines?.label ?? "明细"}最多${most}行` });
      for (const row of rows) refuse(lines?.lines ?? {}, row.lines ?? {});
    }
  };
  refuse(entity.lines, text.lines);
}

/** For drawing that only asks what is worked out. */
const NO_LISTS: ReferenceLists = {
  of: () => ({}),
  offered: () => [],
  searchHref: () => "",
  fillsHref: () => undefined,
  picks: false,
  uploads: { href: () => "", own: new Map(), mostMb: 0 },
  days: { today: "", closing: "" },
};

/**
 * What is worked out from a form while somebody types: texts by the name of their cell. Nothing is stored.
 * @param id of the record, null for a new one
 * @throws AppError("forbidden" | "not_found" | "wrong_state" | "malformed")
 */
export async function formFigures(
  context: Context,
  screen: Screen,
  form: FormData,
  id: string | null,
): Promise<Record<string, string>> {
  requireAction(context, screen.entity, id === null ? "add" : "edit", screen);
  const loaded = id === null ? null : await readRecord(context, screen, id);
  if (loaded) requireEditable(context, screen, loaded.record);
  const text = formText(screen.entity, form);
  refuseTooManyRows(screen.entity, text);
  const worked = await workedOut(context, screen, text, loaded);
  const { sections } = drawForm(context, screen, NO_LISTS, { text, loaded, worked, complaints: [] });
  return Object.fromEntries(
    sections.flatMap((section) => (section.kind === "lines" ? figuresOf(section, section.rows, section.name) : [])),
  );
}

/** The form with the lines that were pasted into the box of a table, and what is wrong with them. */
async function pasted(
  context: Context,
  { screen, form, loaded, name }: { screen: Screen; form: FormData; loaded: Loaded | null; name: string },
) {
  const text = formText(screen.entity, form);
  const pastes = pastesOf(form);
  const state = loaded?.record.state ?? null;
  const writable = writableOn(context, screen, state);
  const path = pathOf(name);
  if (!writable.lines[path]) return { text, complaints: [], pastes };
  const lists = await listsOf(context, screen, state, headAndFiles(screen.entity, text));
  const starts = rowStarts(context, screen, writable);
  const faults = new Map<string, string>();
  const drawing = { context, screen, writable, lists, starts, faults, record: null, labels: new Map(), worked: false };
  const box = form.get(PASTE_BOX + name);
  const taken = pasteRows({
    table: lineTable(drawing, path),
    starts,
    text,
    name,
    box: typeof box === "string" ? box : "",
  });
  const complaints = await cellComplaints(context, {
    screen,
    text: taken.text,
    offered: writable,
    record: loaded?.record ?? null,
    table: name,
  });
  const top = name.split(".")[0] ?? name;
  const said = top === name ? taken.paste : { text: pastes[top]?.text ?? "", note: taken.paste.note };
  return { text: taken.text, complaints, pastes: { ...pastes, [top]: said }, changed: name };
}

function differences(error: AppError): { label: string; yours: string; theirs: string }[] {
  const rows: unknown = error.facts.differences;
  return Array.isArray(rows)
    ? rows.map((row: unknown) => {
        const { label, yours, theirs } = Object(row);
        return { label: String(label), yours: String(yours) || NOTHING, theirs: String(theirs) || NOTHING };
      })
    : [];
}
