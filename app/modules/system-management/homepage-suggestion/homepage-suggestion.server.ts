import type { Context } from "~/engine/context.server";
import { complain } from "~/engine/entity";
import { choicesOf } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Screen } from "~/engine/entity/registry";
import type { EntityServer, ListFigures } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { unscopedCount } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { countsOfList } from "~/engine/screen/figures.server";
import { openTask } from "~/engine/tasks/tasks.server";
import { addWorkdays, dayOf, momentOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { screenPath } from "./homepage-suggestion.rules";

type HomepageSuggestionRecord = RecordFor<"system-management/homepage-suggestion">;

const KEY = "system-management/homepage-suggestion";
const DAY_MS = 24 * 60 * 60_000;

function valuesOf(record: HomepageSuggestionRecord) {
  return { number: String(record.number), title: String(record.title) };
}

function aboutOf(record: HomepageSuggestionRecord) {
  return { entity: KEY, id: record.id, number: String(record.number) };
}

/** How many of each kind came in the months of the last year. */
async function byCategory(context: Context, screen: Screen): Promise<ListFigures> {
  const since = new Date(context.now.getTime() - 365 * DAY_MS).toISOString();
  const by = [{ field: "category" }, { field: "created_at", byMonth: true }] as const;
  const counts = await countsOfList(context, screen, by, [where.atLeast("created_at", since)]);
  const months = [...new Set(counts.map(({ values: [, month = ""] }) => month))].sort();
  const kinds: Readonly<Record<string, string>> = choicesOf(screen.entity.fields.category.options);
  const countOf = (kind: string, month: string) =>
    counts.find(({ values: [a, b] }) => a === kind && b === month)?.count ?? 0;
  return {
    about: "近一年，按提交月份",
    charts: [
      {
        kind: "bar",
        caption: "按类别与月份的数量",
        axis: "月份",
        unit: "条",
        labels: months,
        series: Object.entries(kinds)
          .filter(([kind]) => counts.some(({ values: [one] }) => one === kind))
          .map(([kind, label]) => ({ label, values: months.map((month) => String(countOf(kind, month))) })),
      },
    ],
  };
}

export const homepageSuggestionServer: EntityServer<"system-management/homepage-suggestion"> = {
  figures: byCategory,
  async beforeSave({ context, record, before }) {
    if (before) return [];
    // Whose it is stands in the row for the wall; what people read of it says nothing where no name is wanted.
    if (!record.anonymous) record.supplier_id = record.owner_supplier_id ?? null;
    else if (typeof record.page_path === "string") record.page_path = screenPath(record.page_path);
    const { id } = context.actor;
    if (id === null) return [];
    const midnight = momentOf(dayOf(context.now));
    const own = where.any(where.eq("created_by", id), where.eq("author_id", id));
    const today = [own, where.atLeast("created_at", midnight)];
    const most = await limitFor(context, "suggestion.mostADay");
    return (await unscopedCount(context, KEY, today)) < most ? [] : [complain("title", "今日提交次数已达上限")];
  },
  async stored({ context, record, before }) {
    if (before) return;
    await notify(context, {
      scenario: "suggestion.submitted",
      values: valuesOf(record),
      toRoles: [handlersOf(record)],
      record: aboutOf(record),
    });
  },
  transitions: {
    accept: {
      effect: (context, { record, input }) => giveToHandler(context, record, input.handler),
    },
    reopen: { effect: (context, { record }) => giveToHandler(context, record, record.handler_id) },
  },
};

/** Those who take suggestions of this kind on. */
function handlersOf(record: HomepageSuggestionRecord): string {
  return record.category === "integrity" ? "supervisor" : "system_admin";
}

/**
 * Whoever handles it has a task for it, until it is answered. A supplier that asks again may not read who that is (storage keeps it from
 * suppliers): then it is a task of those who take suggestions on, and the handler gets the message.
 */
async function giveToHandler(context: Context, record: HomepageSuggestionRecord, handler: unknown): Promise<void> {
  const dueDay = addWorkdays(dayOf(context.now), await limitFor(context, "suggestion.answerDays"));
  await openTask(context, {
    // What a report is about is nobody's business who may see all tasks.
    title: record.category === "integrity" ? "处理廉洁举报" : `回复建议：${String(record.title)}`,
    entity: KEY,
    recordId: record.id,
    ...(typeof handler === "string" ? { assignee: handler } : { role: handlersOf(record) }),
    due: momentOf(dueDay, "18:00"),
    while: ["submitted", "accepted"],
    isTold: true,
  });
}
