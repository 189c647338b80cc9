import type { Context } from "~/engine/context.server";
import type { ConditionOn, RecordFor } from "~/engine/entity/entity-map";
import type { Screen } from "~/engine/entity/registry";
import type { EntityServer, Finding, RecordFacts, RecordTable } from "~/engine/entity/server-hooks";
import { stateLabel } from "~/engine/operations/save.server";
import { rowFilter, screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { dailyFigures } from "~/engine/screen/figures.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { chinaTime } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { interfaceLog } from "./interface-log.entity";

type InterfaceLogRecord = RecordFor<"system-management/interface-log">;

const CHANGED = "单据状态已变化，不能重发";

/** A call about a document that has gone on makes no sense to the other side any more. */
async function documentMovedOn(context: Context, record: InterfaceLogRecord): Promise<Finding[]> {
  const { document_entity: key, document_id: id, valid_states: states } = record;
  if (typeof key !== "string" || typeof id !== "string" || typeof states !== "string") return [];
  const [row] = await unscopedRows(context, context.services.registry.entity(key), ["state"], [where.eq("id", id)]);
  return row && states.split(",").includes(String(row.state))
    ? []
    : [{ check: "document", level: "block", text: CHANGED }];
}

const KEY = "system-management/interface-log";
/** Calls about one document that the page tells. */
const SHOWN = 30;

/** The document a call is about: where it stands, and whether the call could still be sent again. */
async function documentFacts(context: Context, record: InterfaceLogRecord): Promise<RecordFacts[]> {
  const { document_entity: key, document_id: id, business_key: number } = record;
  if (typeof key !== "string" || typeof id !== "string") return [];
  const screen = screenFor(context, key, "get");
  if (!screen) return [];
  const [row] = await unscopedRows(context, screen.entity, screen.entity.states ? ["state"] : ["id"], [
    where.eq("id", id),
    ...rowFilter(context, screen.entity),
  ]);
  if (!row) return [];
  const [refusal] = record.direction === "out" ? await documentMovedOn(context, record) : [];
  return [
    {
      kind: "facts",
      title: "关联单据",
      facts: [
        { label: screen.entity.label, text: number ?? "", href: recordPath(screen, id) },
        ...(screen.entity.states ? [{ label: "现在的状态", text: stateLabel(screen.entity, String(row.state)) }] : []),
        ...(refusal ? [{ label: "重新发送", text: refusal.text, tone: "warning" as const }] : []),
      ],
    },
  ];
}

/** All calls about the same document in their order: one leaves after those before it have arrived. */
async function sameDocument(context: Context, record: InterfaceLogRecord, screen: Screen): Promise<RecordTable[]> {
  const { document_id: id } = record;
  if (typeof id !== "string") return [];
  // What a screen of this entity filters by are columns of this entity.
  const filters = [...rowFilter(context, screen.entity), ...(screen.where ? [screen.where] : [])];
  const rows = await unscopedRows(
    context,
    KEY,
    ["id", "number", "created_at", "interface_code", "direction", "state", "attempt", "error"],
    [where.eq("document_id", id), ...(filters as ConditionOn<typeof KEY>[])],
  );
  if (rows.length < 2) return [];
  const sorted = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(-SHOWN);
  const { fields, tones } = interfaceLog;
  const word = (choices: Readonly<Record<string, string>> | undefined, value: unknown) =>
    choices?.[String(value)] ?? String(value);
  return [
    {
      kind: "table",
      title: "同一单据的往来",
      table: {
        caption: "按先后次序；前一报文没有成功或放弃时，后面的排队",
        columns: columnsOf(["时间", "编号", "接口", "方向", "状态", "次数", "失败原因"], ["次数"]),
        rows: sorted.map((row) => ({
          id: row.id,
          cells: [
            { text: chinaTime(row.created_at) },
            { text: String(row.number), ...(row.id === record.id ? {} : { href: recordPath(screen, row.id) }) },
            { text: word(fields.interface_code.options.choices, row.interface_code) },
            { text: word(fields.direction.options.choices, row.direction) },
            {
              text: stateLabel(interfaceLog, row.state),
              tone: tones?.[row.state as keyof typeof tones],
            },
            { text: String(row.attempt) },
            { text: row.error ?? "" },
          ],
        })),
      },
    },
  ];
}

export const interfaceLogServer: EntityServer<"system-management/interface-log"> = {
  figures: (context, screen) =>
    dailyFigures(context, screen, {
      caption: "近30天往来与失败",
      unit: "次",
      failed: ["failed", "dead"],
      succeeded: "近7天成功率",
      recentDays: 7,
      averaged: { column: "cost_ms", caption: "近7天平均耗时", unit: "毫秒" },
    }),
  async sections(context, record, screen) {
    return [...(await documentFacts(context, record)), ...(await sameDocument(context, record, screen))];
  },
  transitions: { resend: { check: documentMovedOn } },
};
