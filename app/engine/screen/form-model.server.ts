import type { Context } from "../context.server";
import type { AnyRecord, Field } from "../entity";
import { isPointer } from "../entity/field";
import type { Screen } from "../entity/registry";
import type { Draft } from "../operations/drafts.server";
import { initialValues } from "../operations/initial-values.server";
import type { Loaded } from "../operations/records.server";
import { isEditable, mayEdit, notEditable, readRecord } from "../operations/save.server";
import { mayWrite, requireAction } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import type { ReferenceLists } from "./controls.server";
import { placeChoice } from "./fills.server";
import { copyFormModel } from "./form-copy.server";
import { type FormText, headAndFiles } from "./form-data";
import { formDrafts, waitingDrafts } from "./form-drafts.server";
import { drawForm } from "./form-draw.server";
import { blankRows, listsOf, startText, storedText } from "./form-text.server";

/** How a form is opened: as it is, as a copy of a record, or as it was left, with a row that was looked up meanwhile. */
export interface FormRequest {
  copyOf?: string;
  /** Id of what was kept of it; 1 for the newest. */
  draft?: string;
  chosen?: readonly { name: string; id: string }[];
  /** Path of the page it was opened from. */
  page?: string;
  /** What it is about, as the address says; known to the hook `startsAs` alone. */
  about?: string;
}

/** The form of a new record. @throws AppError("forbidden") */
export async function newFormModel(context: Context, screen: Screen, request: FormRequest = {}) {
  requireAction(context, screen.entity, "add", screen);
  const drafts = await formDrafts(context, screen, null);
  const draft = wantedDraft(drafts, request);
  const values = draft ? headAndFiles(screen.entity, draft.body) : initialValues(context, screen);
  const lists = await listsOf(context, screen, null, values);
  if (request.copyOf !== undefined)
    return copyFormModel(context, { screen, id: request.copyOf, lists, drafts, chosen: request.chosen });
  if (draft) return drawDraft(context, { screen, lists, draft, drafts, request, loaded: null });
  const text: FormText = {
    values: { ...(await startText(context, screen, lists)), ...pageText(context, screen, request) },
    lines: blankRows(screen, {}),
  };
  // A row the form is opened for, e.g. the parent of 新增下级.
  for (const one of request.chosen ?? []) await placeChoice(context, { screen, lists, text, given: one });
  const start = await startAbout(context, screen, request);
  for (const [name, id] of Object.entries(start?.values ?? {})) {
    const field: Field | undefined = screen.entity.fields[name];
    if (!field || isPointer(field) || field.options.suggested)
      await placeChoice(context, { screen, lists, text, given: { name, id } });
    else if (mayWrite(context, { entity: screen.entity, path: name, field, state: null })) text.values[name] = id;
  }
  return drawForm(context, screen, lists, {
    text,
    loaded: null,
    complaints: [],
    ...(start ? { note: start.note } : {}),
    ...(await waitingDrafts(context, { screen, lists, loaded: null, drafts })),
  });
}

/** What the form starts with for what it was opened about; null for nothing that is known. */
async function startAbout(context: Context, { entity }: Screen, { about }: FormRequest) {
  const { startsAs } = context.services.registry.server(entity.key);
  return about !== undefined && startsAs ? reading(context, () => startsAs(context, about)) : null;
}

/** The page a form was opened from, for the fields that ask for it. */
function pageText(context: Context, { entity }: Screen, { page }: FormRequest): Record<string, string> {
  if (page === undefined) return {};
  return Object.fromEntries(
    Object.entries<Field>(entity.fields).flatMap(([name, field]) =>
      field.options.fromPage && mayWrite(context, { entity, path: name, field, state: null }) ? [[name, page]] : [],
    ),
  );
}

/** The draft a form is opened to show. One that is gone meanwhile leaves the form as it is. */
function wantedDraft(drafts: readonly Draft[], { draft }: FormRequest): Draft | undefined {
  return draft === "1" ? drafts[0] : drafts.find(({ id }) => id === draft);
}

/** The edit form of a record as it is now. @throws AppError("forbidden" | "not_found" | "wrong_state") */
export async function editFormModel(context: Context, screen: Screen, id: string, request: FormRequest = {}) {
  requireAction(context, screen.entity, "edit", screen);
  const loaded = await readRecord(context, screen, id);
  requireEditable(context, screen, loaded.record);
  const drafts = await formDrafts(context, screen, loaded);
  const draft = wantedDraft(drafts, request);
  const values = draft ? headAndFiles(screen.entity, draft.body) : loaded.record;
  const lists = await listsOf(context, screen, loaded.record.state, values);
  if (draft) return drawDraft(context, { screen, lists, draft, drafts, request, loaded });
  return drawForm(context, screen, lists, {
    text: storedText(screen.entity, loaded, lists),
    loaded,
    complaints: [],
    version: loaded.record.version,
    ...(await waitingDrafts(context, { screen, lists, loaded, drafts })),
  });
}

/** The form as it was left; an edited record keeps the version it was read at, so that saving tells of later changes. */
async function drawDraft(
  context: Context,
  {
    screen,
    lists,
    draft,
    drafts,
    request,
    loaded,
  }: {
    screen: Screen;
    lists: ReferenceLists;
    draft: Draft;
    drafts: readonly Draft[];
    request: FormRequest;
    loaded: Loaded | null;
  },
) {
  const { values, lines, version } = draft.body;
  const text: FormText = { values: { ...values }, lines: structuredClone(lines) };
  for (const one of request.chosen ?? []) await placeChoice(context, { screen, lists, text, given: one });
  return drawForm(context, screen, lists, {
    text,
    loaded,
    complaints: [],
    draft,
    ...(await waitingDrafts(context, { screen, lists, loaded, drafts, shown: draft.id })),
    ...(request.chosen?.[0] ? { focus: request.chosen[0].name } : {}),
    ...(request.chosen ? { typed: true } : {}),
    ...(loaded ? { version: version ?? loaded.record.version } : {}),
  });
}

/** @throws AppError("wrong_state") when this person cannot change the record as it stands */
export function requireEditable(context: Context, screen: Screen, record: AnyRecord): void {
  if (!isEditable(screen.entity, record) || !mayEdit(context, screen, record)) throw notEditable(screen.entity, record);
}
