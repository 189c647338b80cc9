import { type Context, systemContext } from "~/engine/context.server";
import { notifyOnce } from "~/engine/notify/notify.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { addWorkdays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { admission } from "./admission.entity";
import { isLate, lateSteps } from "./admission.rules";
import { casesOf } from "./admission-evidence.server";

const { key } = admission;
/** Catalogue assessment: whoever has not voted by then is asked again; Saturdays and Sundays do not count, public holidays do. */
const VOTE_WORKDAYS = 3;
/** A step that goes on standing is spoken of again once a week. */
const AGAIN_DAYS = 7;

/**
 * Tells buyers of steps that stand longer than their norm, and members of a committee that a vote is missing; to be run once a day.
 * @returns how many people were told
 */
export async function remindOfAdmissions(services: Context["services"]): Promise<number> {
  const context = systemContext(services, "准入催办");
  return (await remindBuyers(context)) + (await remindAssessors(context));
}

async function remindBuyers(context: Context): Promise<number> {
  const today = dayOf(context.now);
  const rows = await unscopedRows(context, key, ["id", "number", "buyer_id"], [isLate]);
  if (rows.length === 0) return 0;
  const cases = new Map(
    (
      await casesOf(
        context,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  let notified = 0;
  for (const { id, number, buyer_id: buyer } of rows) {
    const one = cases.get(id);
    if (!one) continue;
    for (const { label, workdays, late } of lateSteps(one, today)) {
      const round = Math.floor((late - 1) / AGAIN_DAYS);
      notified += await notifyOnce(context, `${one.id}:${label}:${one.stage_since}:${round}`, {
        scenario: "admission.late",
        values: { number: String(number), step: label, norm: String(workdays), days: String(late) },
        to: [buyer],
        record: { entity: key, id: one.id, number: String(number) },
      });
    }
  }
  return notified;
}

async function remindAssessors(context: Context): Promise<number> {
  const today = dayOf(context.now);
  const open = [where.eq("state", "assessing"), where.someLine("admission_assessors", where.empty("vote"))];
  const rows = await unscopedRows(context, key, ["id", "number", "stage_since"], open);
  const due = rows.filter(({ stage_since: since }) => since && addWorkdays(since, VOTE_WORKDAYS) < today);
  if (due.length === 0) return 0;
  const numbers = new Map(due.map(({ id, number }) => [id, String(number)]));
  let notified = 0;
  for (const { id, stage_since: since, assessors } of await casesOf(context, [...numbers.keys()]))
    for (const { user_id: person } of assessors.filter(({ vote }) => vote === null)) {
      const number = numbers.get(id) ?? "";
      notified += await notifyOnce(context, `${id}:${person}:${since}`, {
        scenario: "admission.assess-late",
        values: { number, days: String(VOTE_WORKDAYS) },
        to: [person],
        record: { entity: key, id, number },
      });
    }
  return notified;
}
