import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { searchChoices } from "../operations/choose.server";
import { findDraft, isId } from "../operations/drafts.server";
import { readRecord } from "../operations/save.server";
import { requireAction } from "../operations/scope.server";
import { draftPath, formAt, listPath, query } from "./address";
import { referenceAt } from "./choices.server";
import { fieldPath } from "./controls.server";
import { isControlName } from "./form-place";

const PAGE_SIZE = 20;
const LAST_PAGE = 1000;

/**
 * The page on which the row behind a reference is looked for, without script. It is reached from a form whose text waits as a
 * draft, and leads back to it. Parameters: `field` (name of the control), `form` (address of a form of this screen), `q`, `page`.
 * @throws AppError("malformed" | "forbidden" | "not_found")
 */
export async function chooseModel(context: Context, screen: Screen, params: URLSearchParams) {
  const name = params.get("field") ?? "";
  const form = params.get("form") ?? "";
  const id = formAt(screen, form);
  if (id === undefined || !isControlName(name))
    throw new AppError("malformed", { message: "地址不完整，请回到表单重新查找" });
  requireAction(context, screen.entity, id === null ? "add" : "edit", screen);
  if (id !== null) await readRecord(context, screen, id);
  const path = fieldPath(name);
  const field = referenceAt(context, screen, path);
  const text = (params.get("q") ?? "").trim();
  const page = pageOf(params.get("page"));
  const wanted = params.get("draft");
  const draft = await findDraft(context, form, isId(wanted) ? wanted : undefined);
  const found = await searchChoices(context, {
    entity: screen.entity,
    field,
    path,
    text,
    values: draft?.body.values ?? {},
    page,
    size: PAGE_SIZE,
  });
  const action = `${listPath(screen)}/choose`;
  const hidden: [string, string][] = [
    ["field", name],
    ["form", form],
    ...(draft ? [["draft", draft.id] satisfies [string, string]] : []),
  ];
  const pageHref = (to: number) => action + query([...hidden, ["q", text], ["page", String(to)]]);
  const { label } = field.options;
  const choose = (row: string) =>
    `${form}${query([...(draft ? [["draft", draft.id] as const] : []), ["set", name], ["value", row]])}`;
  return {
    title: `选择${label}`,
    label,
    action,
    hidden,
    text,
    page,
    table: {
      caption: `可选的${label}`,
      columns: [
        ...found.columns.map((column, index) => ({ key: `c${index}`, label: column.label, align: "start" as const })),
        { key: "choose", label: "选择", align: "start" as const },
      ],
      rows: found.rows.map((row) => ({
        id: row.id,
        href: choose(row.id),
        cells: [...row.cells.map((cell) => ({ text: cell })), { text: "选择", href: choose(row.id) }],
      })),
    },
    ...(page > 1 ? { previous: pageHref(page - 1) } : {}),
    ...(found.more && page < LAST_PAGE ? { next: pageHref(page + 1) } : {}),
    backHref: draft ? draftPath(draft) : form,
  };
}

function pageOf(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1;
}
