import { type Complaint, date, type Field, integer, lineField, number } from "~/engine/entity";
import { kindOf } from "~/engine/entity/kinds";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { dayOf } from "~/shared/calendar";

/** How answers that are no words are read and written. */
const KINDS: Readonly<Record<string, Field>> = {
  int: integer({ label: "答案" }),
  decimal: number({ label: "答案", precision: 24, scale: 6 }),
  date: date({ label: "答案" }),
};

export const questionnaireAnswerServer: EntityServer<"system-management/form-answer"> = {
  /** Figures and days are stored the way fields of their kind are, however they were typed. */
  async beforeSave({ context, record }): Promise<Complaint[]> {
    return linesOf(record, "items").flatMap((row, index): Complaint[] => {
      const field = KINDS[String(row.type)];
      if (!field || typeof row.value !== "string") return [];
      const reading = kindOf(field).read(row.value, field.options, dayOf(context.now));
      if ("complaint" in reading)
        return [{ field: lineField("items", index + 1, "value"), message: reading.complaint }];
      row.value = reading.value === null ? null : String(reading.value);
      return [];
    });
  },
};
