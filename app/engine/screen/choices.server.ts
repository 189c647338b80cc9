import { searchPhrase } from "~/shared/search";
import type { Context } from "../context.server";
import type { AnyEntity, Field, Lines, LinesMap } from "../entity";
import { isPointer } from "../entity/field";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { agreeing, type ChoiceQuery, type Choices, searchChoices } from "../operations/choose.server";
import { mayOnScreen, mayTransition, mayWrite, mayWriteLines } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { inputFields } from "../operations/transition-input.server";
import { transitionsOf } from "../operations/transitions.server";

const DEFAULT_SIZE = 20;
const MOST_ROWS = 50;
/** What the form holds so far stands in the address under this, so that no field can be mistaken for a parameter. */
const VALUE = /^v\.(\w+)$/;

/**
 * What `/web/{area}/{screen}/options` answers: the rows that fit a reference of this screen's forms and transitions.
 * Parameters: `field` (`supplier_id`, `items.material_id`), `q`, `page`, `size`, `v.{field}` for what the head holds.
 * @param screenPath `area/key`
 * @throws AppError("forbidden" | "not_found") when the person may type the reference in no form here
 */
export async function choicesOn(context: Context, screenPath: string, params: URLSearchParams): Promise<Choices> {
  const screen = context.services.registry.screen(screenPath);
  if (!screen) throw new AppError("not_found");
  const path = params.get("field") ?? "";
  const values = Object.fromEntries(
    [...params].flatMap(([name, value]) => {
      const own = VALUE.exec(name)?.[1];
      return own === undefined ? [] : [[own, value.slice(0, 200)]];
    }),
  );
  const asked = {
    entity: screen.entity,
    field: referenceAt(context, screen, path),
    path,
    text: params.get("q") ?? "",
    values,
    page: whole(params.get("page"), 1, 1000),
    size: whole(params.get("size"), DEFAULT_SIZE, MOST_ROWS),
  };
  return asked.field.options.suggested ? suggestionsFor(context, asked) : searchChoices(context, asked);
}

/** Texts that may be meant, each a choice of its own; there is one page of them. */
async function suggestionsFor(context: Context, { entity, field, path, text, values, size }: ChoiceQuery) {
  const typed = searchPhrase(text);
  const offered = await reading(context, async () => {
    const beside = { ...field, options: { ...field.options, within: field.options.suggested } };
    const known = (await agreeing(context, { entity, field: beside, values })).flatMap((condition) =>
      condition.op === "eq" ? [[condition.column, String(condition.value)]] : [],
    );
    const suggest = context.services.registry.server(entity.key).suggests?.[path];
    return (await suggest?.(context, { text: typed, beside: Object.fromEntries(known), most: size })) ?? [];
  });
  return {
    columns: [{ label: field.options.label }],
    rows: offered.slice(0, size).map((one) => ({ id: one, label: one, cells: [one] })),
    more: false,
  };
}

function whole(text: string | null, otherwise: number, most: number): number {
  const number = Number(text ?? otherwise);
  return Number.isInteger(number) && number >= 1 ? Math.min(number, most) : otherwise;
}

/** The reference, or the text that is suggested, of that path which this person may type: in the form, or asked by a transition. */
export function referenceAt(context: Context, screen: Screen, path: string): Field {
  const { entity } = screen;
  if (context.actor.kind === "anonymous") throw new AppError("signed_out");
  const inForm = formField(context, entity, path);
  const asked = transitionsOf(entity).flatMap(([name, transition]) => {
    const own = Object.hasOwn(inputFields(entity, transition), path)
      ? inputFields(entity, transition)[path]
      : undefined;
    const [lines, column = ""] = path.split(".");
    const beside =
      transition.lineInput && transition.lineInput.lines === lines ? transition.lineInput.fields[column] : undefined;
    return [own, beside].flatMap((field) => (field ? [{ field, allowed: mayTransition(context, entity, name) }] : []));
  });
  const found = [
    ...(inForm
      ? [
          {
            field: inForm.field,
            allowed: inForm.allowed && (mayOnScreen(context, screen, "add") || mayOnScreen(context, screen, "edit")),
          },
        ]
      : []),
    ...asked,
  ].filter(({ field }) => isPointer(field) || field.options.suggested);
  const open = found.find(({ allowed }) => allowed);
  if (open) return open.field;
  throw found.length > 0
    ? new AppError("forbidden", { values: { permission: `${screen.key}.edit` } })
    : new AppError("not_found");
}

/** A field of the head or of lines, and whether the person may type it in some state of the record. */
function formField(context: Context, entity: AnyEntity, path: string): { field: Field; allowed: boolean } | null {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let fields: Readonly<Record<string, Field>> = entity.fields;
  let map: LinesMap = entity.lines;
  let allowed = true;
  for (const [depth, name] of names.entries()) {
    const lines: Lines | undefined = Object.hasOwn(map, name) ? map[name] : undefined;
    if (!lines) return null;
    allowed &&= mayWriteLines(context, { entity, path: names.slice(0, depth + 1).join("."), lines, state: null });
    fields = lines.fields;
    map = lines.lines;
  }
  const field = Object.hasOwn(fields, last) ? fields[last] : undefined;
  return field ? { field, allowed: allowed && mayWrite(context, { entity, path, field, state: null }) } : null;
}
