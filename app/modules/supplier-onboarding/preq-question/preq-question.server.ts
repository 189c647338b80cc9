import { consequenceOf } from "~/engine/context.server";
import { complain } from "~/engine/entity";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { preqQuestion } from "./preq-question.entity";

const PREQ = "supplier-onboarding/prequalification";
const APPLICATION = "supplier-onboarding/preq-application";

export const preqQuestionServer: EntityServer<"supplier-onboarding/preq-question"> = {
  async prepare({ context, before, set }) {
    if (!before) set({ asked_at: context.now.toISOString() });
  },
  async beforeSave({ context, record, before }) {
    if (before || !record.prequalification_id) return [];
    const now = context.now.toISOString();
    const columns = ["question_deadline", "deadline"] as const;
    const own = [where.eq("id", record.prequalification_id)];
    const [row] = await unscopedRows(context, PREQ, columns, own);
    const last = row?.question_deadline ?? row?.deadline;
    return last && new Date(last).toISOString() <= now
      ? [complain("prequalification_id", "已过提问截止时间，不能提问")]
      : [];
  },
  async stored({ context, record, before }) {
    if (before) return;
    const own = [where.eq("id", String(record.prequalification_id))];
    const [row] = await unscopedRows(context, PREQ, ["number", "title", "contact"], own);
    if (!row) return;
    await notify(context, {
      scenario: "preq.asked",
      values: { number: String(row.number), title: row.title },
      to: [row.contact],
      record: { entity: preqQuestion.key, id: record.id, number: String(record.number) },
    });
  },
  async afterTransition({ context, transition, record }) {
    if (transition !== "reply") return;
    const id = String(record.prequalification_id);
    const [row] = await unscopedRows(context, PREQ, ["number", "title", "state"], [where.eq("id", id)]);
    const values = { number: String(row?.number), title: String(row?.title) };
    const asker = String(record.supplier_id);
    if (record.is_public !== true || row?.state !== "published") return;
    const text = `问：${String(record.question)}\n答：${String(record.answer)}`;
    const entity = context.services.registry.entity(PREQ);
    await applyTransition(consequenceOf(context), { entity, id, name: "note_answer", input: { text } });
    const others = await unscopedRows(
      context,
      APPLICATION,
      ["supplier_id"],
      [where.eq("prequalification_id", id), where.oneOf("state", ["filling", "submitted"])],
    );
    const notified = others.map((one) => one.supplier_id).filter((one) => one !== asker);
    if (notified.length > 0)
      await notify(context, {
        scenario: "preq.answered",
        values,
        toSuppliers: notified,
        record: { entity: PREQ, id, number: values.number },
      });
  },
};
