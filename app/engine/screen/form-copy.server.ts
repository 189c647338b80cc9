import type { Context } from "../context.server";
import type { Fields, LinesMap } from "../entity";
import { isFileKind } from "../entity/kinds/file";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import type { Draft } from "../operations/drafts.server";
import { readRecord } from "../operations/save.server";
import { factsOf, mayOnScreen } from "../operations/scope.server";
import { titleOf } from "../operations/write.server";
import { type ReferenceLists, writableOn } from "./controls.server";
import { placeChoice } from "./fills.server";
import type { FormText } from "./form-data";
import { waitingDrafts } from "./form-drafts.server";
import { drawForm } from "./form-draw.server";
import { startText, storedText } from "./form-text.server";
import { workedOut } from "./form-worked.server";

export interface CopyFormModelInput {
  screen: Screen;
  id: string;
  lists: ReferenceLists;
  drafts: readonly Draft[];
  chosen?: readonly { name: string; id: string }[];
}

/**
 * The form of a new record that starts as another one; what must be thought about anew is left empty.
 * @param chosen a row the form is opened for, e.g. the certificate that is renewed
 */
export async function copyFormModel(context: Context, { screen, id, lists, drafts, chosen = [] }: CopyFormModelInput) {
  const { entity } = screen;
  if (!mayCopy(context, screen)) throw new AppError("wrong_state", { message: `${entity.label}不能复制` });
  const source = await readRecord(context, screen, id);
  const writable = writableOn(context, screen, null);
  const fresh = await startText(context, screen, lists);
  const { values, lines } = storedText(entity, source, lists);
  const leftOut = entity.copy ? entity.copy.leaveOut : [];
  const today = factsOf(context).today;
  const kept = (fields: Fields, names: readonly string[], row: Readonly<Record<string, string>>, prefix: string) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const field = fields[name];
        const text = row[name] ?? "";
        const isPast = field?.kind === "date" && text < today;
        // A file belongs to one record.
        const stays = leftOut.includes(prefix + name) || isFileKind(field?.kind ?? "");
        return stays || isPast ? [] : [[name, text]];
      }),
    );
  const rows = (map: LinesMap, tables: FormText["lines"], above: string): FormText["lines"] =>
    Object.fromEntries(
      Object.entries(map).flatMap(([name, definition]) => {
        const path = `${above}${name}`;
        const columns = writable.lines[path];
        const found = tables[name] ?? [];
        // The only row that a hook makes is made anew, so that it follows its line.
        if (!columns || (definition.options.selfFilled && found.length < 2)) return [];
        const copies = found.map((row) => ({
          id: "",
          values: kept(definition.fields, columns, row.values, `${path}.`),
          lines: rows(definition.lines, row.lines ?? {}, `${path}.`),
        }));
        return [[name, copies]];
      }),
    );
  const text: FormText = {
    values: { ...fresh, ...kept(entity.fields, takenOver(entity.fields, writable.fields), values, "") },
    lines: rows(entity.lines, lines, ""),
  };
  for (const one of chosen) await placeChoice(context, { screen, lists, text, given: one });
  // What the program writes itself is no answer of the form.
  const typed = Object.fromEntries(writable.fields.map((name) => [name, text.values[name] ?? ""]));
  return drawForm(context, screen, lists, {
    text,
    loaded: null,
    // Amounts and sums stand there from the first look on, as they do in the record itself.
    worked: await workedOut(context, screen, { ...text, values: typed }, null),
    complaints: [],
    ...(await waitingDrafts(context, { screen, lists, loaded: null, drafts })),
    note: `内容复制自${entity.label} ${titleOf(entity, source.record)}，已过去的日期没有带入；请核对后保存`,
  });
}

/** Whether this person may start a new record as a copy of one it sees: of documents, and of registers that say what a copy leaves out. */
export function mayCopy(context: Context, screen: Screen): boolean {
  const { copy, kind } = screen.entity;
  return copy !== false && (kind === "document" || copy !== undefined) && mayOnScreen(context, screen, "add");
}

/** Fields that start anew on every record (the day, the person) are not taken over; nor is what must be unique. */
function takenOver(fields: Fields, names: readonly string[]): string[] {
  return names.filter((name) => {
    const { initial, unique } = fields[name]?.options ?? {};
    // A file belongs to one record.
    if (isFileKind(fields[name]?.kind ?? "")) return false;
    return initial !== "today" && initial !== "me" && !unique;
  });
}
