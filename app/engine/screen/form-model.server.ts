import type { Context } from "../context.server";
import type { AnyRecord } from "../entity";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { type Draft, findDraft } from "../operations/drafts.server";
import { initialValues } from "../operations/initial-values.server";
import type { Loaded } from "../operations/records.server";
import { isEditable, mayEdit, readRecord, stateLabel } from "../operations/save.server";
import { requireAction } from "../operations/scope.server";
import { editPath, newPath } from "./address";
import type { ReferenceLists } from "./controls.server";
import { placeChoice } from "./fills.server";
import { copyFormModel } from "./form-copy.server";
import type { FormText } from "./form-data";
import { drawForm, waiting } from "./form-draw.server";
import { blankRows, listsOf, startText, storedText } from "./form-text.server";

/** How a form is opened: as it is, as a copy of a record, or as it was left, with a row that was looked up meanwhile. */
export interface FormWish {
  copyOf?: string;
  draft?: boolean;
  chosen?: { name: string; id: string };
}

/** The form of a new record. @throws AppError("forbidden") */
export async function newFormModel(context: Context, screen: Screen, wish: FormWish = {}) {
  requireAction(context, screen.entity, "add", screen);
  const draft = await findDraft(context, newPath(screen));
  const values = (wish.draft && draft?.body.values) || initialValues(context, screen);
  const lists = await listsOf(context, screen, null, values);
  if (wish.copyOf !== undefined) return copyFormModel(context, screen, wish.copyOf, lists);
  if (draft && wish.draft) return drawDraft(context, screen, lists, draft, wish, null);
  const text: FormText = { values: await startText(context, screen, lists), lines: blankRows(screen, {}) };
  // A row the form is opened for, e.g. the parent of 新增下级.
  if (wish.chosen) await placeChoice(context, screen, lists, text, wish.chosen);
  return drawForm(context, screen, lists, {
    text,
    loaded: null,
    complaints: [],
    ...waiting(draft),
  });
}

/** The edit form of a record as it is now. @throws AppError("forbidden" | "not_found" | "wrong_state") */
export async function editFormModel(context: Context, screen: Screen, id: string, wish: FormWish = {}) {
  requireAction(context, screen.entity, "edit", screen);
  const loaded = await readRecord(context, screen, id);
  requireEditable(context, screen, loaded.record);
  const draft = await findDraft(context, editPath(screen, loaded.record.id));
  const lists = await listsOf(
    context,
    screen,
    loaded.record.state,
    (wish.draft && draft?.body.values) || loaded.record,
  );
  if (draft && wish.draft) return drawDraft(context, screen, lists, draft, wish, loaded);
  return drawForm(context, screen, lists, {
    text: storedText(screen.entity, loaded, lists),
    loaded,
    complaints: [],
    version: loaded.record.version,
    ...waiting(draft),
  });
}

/** The form as it was left; an edited record keeps the version it was read at, so that saving tells of later changes. */
async function drawDraft(
  context: Context,
  screen: Screen,
  lists: ReferenceLists,
  draft: Draft,
  wish: FormWish,
  loaded: Loaded | null,
) {
  const { values, lines, version } = draft.body;
  const text: FormText = { values: { ...values }, lines: structuredClone(lines) };
  if (wish.chosen) await placeChoice(context, screen, lists, text, wish.chosen);
  return drawForm(context, screen, lists, {
    text,
    loaded,
    complaints: [],
    draft: { of: draft, shown: true },
    ...(wish.chosen ? { focus: wish.chosen.name } : {}),
    ...(wish.chosen ? { typed: true } : {}),
    ...(loaded ? { version: version ?? loaded.record.version } : {}),
  });
}

/** @throws AppError("wrong_state") when this person cannot change the record as it stands */
export function requireEditable(context: Context, screen: Screen, record: AnyRecord): void {
  if (!isEditable(screen.entity, record) || !mayEdit(context, screen, record)) {
    throw new AppError("wrong_state", {
      message: `单据当前为「${stateLabel(screen.entity, record.state)}」，不能修改`,
    });
  }
}
