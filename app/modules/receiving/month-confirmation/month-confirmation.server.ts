import type { Context } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, OwnSection } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { listRecords } from "~/engine/operations/list.server";
import { screenFor } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { formatDecimal } from "~/shared/decimal";
import { ALL_KINDS } from "../io-data/movements.fields";
import { ioMark } from "../io-mark/io-mark.entity";
import { holdMonths } from "../io-mark/io-mark.query.server";
import { isUnsettled, nextMonth, openMonth, totalsOf } from "../io-mark/io-mark.rules";
import { differencesLeft } from "./month-confirmation.rules";
import { confirmedMonths, followingUp, keepMonth, type MonthOf, rowsOfMonth } from "./months.server";

type Month = RecordFor<"receiving/month-confirmation">;

/** Rows that stand on the page; the list has all of them. */
const SHOWN = 100;

function aboutOf({ supplier_id, month, currency }: Month): MonthOf {
  return { supplier: String(supplier_id), month: String(month), currency: String(currency) };
}

async function differences(context: Context, record: Month): Promise<Finding[]> {
  const rows = await rowsOfMonth(context, aboutOf(record));
  const text = differencesLeft(rows.filter(isUnsettled).length);
  return text === null ? [] : [{ check: "differences", level: "block", text }];
}

async function hasRows(context: Context, record: Month): Promise<Finding[]> {
  const rows = await rowsOfMonth(context, aboutOf(record));
  const text = `${record.month}没有需要确认的出入库`;
  return rows.length > 0 ? [] : [{ check: "rows", level: "block", text }];
}

/**
 * Confirms what is not objected to, and leaves the rest to the next month. Postings of this supplier wait: what comes later finds the month
 * confirmed.
 */
async function confirmRows(context: Context, work: Work<Month>): Promise<void> {
  const about = aboutOf(work.record);
  const { supplier, month, currency } = about;
  const connection = () => context.services.database.connection();
  await holdMonths(connection(), supplier, "confirm");
  const rows = await rowsOfMonth(context, about);
  const left = differencesLeft(rows.filter(isUnsettled).length);
  if (left) throw new AppError("invalid", { message: left });
  const agreed = rows.filter(({ state }) => state === "open");
  const disputed = rows.filter(({ state }) => state === "disputed");
  if (agreed.length === 0) throw new AppError("invalid", { message: "本月的记录都有异议，答复以后才能确认" });
  const confirmed = await confirmedMonths(context, [supplier]);
  const later = openMonth(`${nextMonth(month)}-01`, confirmed.get(`${supplier} ${currency}`) ?? new Set());
  const mark = { entity: ioMark };
  const system = followingUp(context);
  for (const { id } of agreed) await applyTransition(system, { ...mark, id, name: "confirm" });
  for (const { id } of disputed)
    await applyTransition(system, { ...mark, id, name: "carry_over", input: { month: later } });
  work.set({ ...totalsOf(agreed) });
  if (disputed.length > 0) await keepMonth(context, { supplier, month: later, currency });
}

/** The rows of the month as this person may see them, in the order of their days. */
async function rowsSection(context: Context, record: Month): Promise<OwnSection[]> {
  const screen = screenFor(context, ioMark.key, "query");
  if (!screen) return [];
  const { supplier, month, currency } = aboutOf(record);
  const columns = ["io_no", "io_type", "post_date", "material_id", "qty", "uom", "amount", "match", "state"];
  const narrowed = {
    ...screen,
    where: where.all(
      ...(screen.where ? [screen.where] : []),
      where.eq("supplier_id", supplier),
      where.eq("confirm_month", month),
      where.eq("currency", currency),
      where.eq("sync_from", "srm"),
    ),
  };
  const list = await listRecords(context, narrowed, {
    ...{ filters: {}, toggles: [], sort: ["post_date"], page: 1, size: SHOWN, columns },
  });
  const address = `/${screen.area}/${screen.key}`;
  const { choices: matches } = ioMark.fields.match.options;
  const headings = ["凭证号", "移动类型", "过账日期", "物料", "数量", "金额", "核对结果", "状态"];
  const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
  const named = (names: Readonly<Record<string, string>> | undefined, value: unknown) => names?.[text(value)] ?? "";
  const title = list.count > SHOWN ? `出入库（前${SHOWN}笔，共${list.count}笔）` : `出入库（${list.count}笔）`;
  return [
    {
      kind: "table",
      title,
      table: {
        caption: `${month}的出入库`,
        columns: columnsOf(headings, ["数量", "金额"]),
        rows: list.rows.map(({ id, values }) => ({
          id,
          cells: [
            { text: text(values.io_no), href: `${address}/${id}` },
            { text: named(ALL_KINDS, values.io_type) },
            { text: text(values.post_date) },
            { text: text(values.material_id__label) },
            { text: `${formatDecimal(text(values.qty))} ${text(values.uom)}` },
            { text: values.amount === undefined ? "" : formatDecimal(text(values.amount), 2) },
            { text: named(matches, values.match) },
            { text: named(ioMark.states, values.state) },
          ],
        })),
      },
    },
    {
      kind: "facts",
      title: "全部记录",
      facts: [
        {
          label: "出入库数据",
          text: `${month}的全部记录`,
          href: `${address}?${new URLSearchParams({ confirm_month: month })}`,
        },
      ],
    },
  ];
}

export const monthConfirmationServer: EntityServer<"receiving/month-confirmation"> = {
  sections: rowsSection,
  judgedOnce: { resolve: "Whether the month has movements does not depend on objections to them" },
  async afterTransition({ context, transition, record }) {
    if (transition === "issue") await keepMonth(context, aboutOf(record));
  },
  transitions: {
    issue: {
      check: hasRows,
      async effect(context, work) {
        work.set({ ...totalsOf(await rowsOfMonth(context, aboutOf(work.record))) });
      },
    },
    refresh: {
      async effect(context, work) {
        work.set({ ...totalsOf(await rowsOfMonth(context, aboutOf(work.record))) });
      },
    },
    confirm: { check: differences, effect: confirmRows },
  },
};
