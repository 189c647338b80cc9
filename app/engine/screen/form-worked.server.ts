import type { Context } from "../context.server";
import type { AnyRecord } from "../entity";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import type { Loaded } from "../operations/records.server";
import { draftRecord } from "../operations/save.server";
import { writableOn } from "./controls.server";
import { type FormText, inputOf } from "./form-data";

/** The record that a text would make; null while the form as a whole would be refused, e.g. for a row that is gone. */
export async function workedOut(
  context: Context,
  screen: Screen,
  text: FormText,
  loaded: Loaded | null,
): Promise<AnyRecord | null> {
  const offered = writableOn(context, screen, loaded?.record.state ?? null);
  try {
    return await draftRecord(context, screen, inputOf(text, offered, screen.entity), loaded?.record ?? null);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
