import type { Row } from "~/data/store.server";
import { formatDecimal, sum } from "~/shared/decimal";
import type { Tone } from "~/shared/tone";
import type { Context } from "../context.server";
import type { Field } from "../entity";
import { choiceLabel } from "../entity/dictionary";
import { labelsOf } from "../operations/labels.server";
import { screenFor } from "../operations/scope.server";
import type { BatchMovements } from "../trace/movements.server";
import { toldOf, toldOfLine } from "../trace/show.server";
import type { BatchDocuments, Trace } from "../trace/trace.server";
import type { TracedTable } from "../trace/walk.server";
import { recordPath } from "./address";
import { columnsOf } from "./table-columns";

const FACTORY = "master-data/factory";
const WAREHOUSE = "master-data/warehouse";

interface Cell {
  text: string;
  href?: string;
  tone?: Tone;
}

/** A table under its heading. */
export interface TitledTable {
  title: string;
  empty: string;
  table: {
    caption: string;
    columns: ReturnType<typeof columnsOf>;
    rows: { id: string; cells: Cell[] }[];
    totals?: string[];
  };
}

/** A trace as tables, what is left first, then the way of goods from the order on; and what is left as one sentence. */
export async function traceTables(context: Context, trace: Trace): Promise<{ tables: TitledTable[]; left: string }> {
  const names = await placeNames(context, trace);
  const balances = trace.movements.map((journal) => balanceTable(journal, names));
  return {
    left: leftOver(trace.movements),
    tables: [
      ...balances,
      ...trace.chain.map((table) => chainTable(context, table, names)),
      ...trace.documents.map((documents) => documentTable(context, documents)),
      ...trace.movements.map((journal) => movementTable(context, journal)),
      paperTable(context, trace),
    ],
  };
}

/** What is left, by unit; quantities of other units are not added up. Who sees some places only is told so. */
function leftOver(movements: readonly BatchMovements[]): string {
  const balances = movements.flatMap((journal) => journal.balances);
  const units = [...new Set(balances.map(({ uom }) => uom ?? ""))];
  if (units.length === 0) return "没有入库";
  const parts = units.map((unit) => {
    const left = sum(balances.filter(({ uom }) => (uom ?? "") === unit).map((one) => one.left));
    return `${formatDecimal(left.toFixed())} ${unit}`.trim();
  });
  const isPart = movements.some((journal) => journal.isPart);
  return `账面结存${isPart ? "（您有权限的范围）" : ""} ${parts.join("，")}`;
}

async function placeNames(context: Context, { chain, movements }: Trace): Promise<ReadonlyMap<string, string>> {
  const ids = (name: "factory_id" | "warehouse_id") => [
    ...chain.flatMap(({ rows }) => rows.map(({ head }) => head[name])),
    ...movements.flatMap(({ balances }) =>
      balances.map((one) => (name === "factory_id" ? one.factoryId : one.warehouseId)),
    ),
  ];
  const found = (all: readonly unknown[]) => [...new Set(all.filter((id) => typeof id === "string"))];
  const { registry } = context.services;
  const factories = await labelsOf(context, registry.entity(FACTORY), found(ids("factory_id")));
  const warehouses = await labelsOf(context, registry.entity(WAREHOUSE), found(ids("warehouse_id")));
  return new Map([...factories, ...warehouses]);
}

/** Leads to the record for those who may open it. */
function linked(context: Context, key: string, id: string, text: string): Cell {
  const screen = screenFor(context, key, "get");
  return screen ? { text, href: recordPath(screen, id) } : { text };
}

function labelOf(field: Field | undefined, value: string): string {
  return field ? choiceLabel(field.options, value) : value;
}

function figure(value: string): Cell {
  return { text: formatDecimal(value) };
}

function balanceTable({ entity, balances, isPart }: BatchMovements, names: ReadonlyMap<string, string>): TitledTable {
  const kindField: Field | undefined = entity.fields[entity.journal?.kind ?? ""];
  const kinds = [...new Set(balances.flatMap((one) => Object.keys(one.kinds)))];
  const order = Object.keys(kindField?.options.choices ?? {});
  const shown = kinds.sort((one, other) => order.indexOf(one) - order.indexOf(other));
  const labels = shown.map((kind) => labelOf(kindField, kind));
  const numbers = [...labels, "结存"];
  return {
    title: "现在各处还剩多少",
    empty: "没有库存移动。",
    table: {
      caption: `按${entity.label}逐笔相加${isPart ? "；只有您有权限的工厂，其他工厂可能还有" : ""}`,
      columns: columnsOf(["工厂", "仓库", "单位", ...numbers], numbers),
      rows: balances.map((one) => ({
        id: [one.factoryId, one.warehouseId, one.uom].join(" "),
        cells: [
          { text: names.get(one.factoryId ?? "") ?? "" },
          { text: names.get(one.warehouseId ?? "") ?? "" },
          { text: labelOf(entity.fields.uom, one.uom ?? "") },
          ...shown.map((kind) => figure(one.kinds[kind] ?? "0")),
          figure(one.left),
        ],
      })),
    },
  };
}

function chainTable(context: Context, traced: TracedTable, names: ReadonlyMap<string, string>): TitledTable {
  const { entity } = traced.table;
  const isContext = traced.rows.every((row) => row.isContext);
  const labels = ["单号", "行", "日期", "工厂", "批号", "数量", "结论", "状态"];
  return {
    title: isContext ? `${entity.label}（整行数量）` : entity.label,
    empty: "",
    table: {
      caption: traced.more ? `${entity.label}的行太多，只列出一部分；结存仍按全部流水计算` : `${entity.label}的相关行`,
      columns: columnsOf(labels),
      rows: traced.rows.map((row) => {
        const told = toldOfLine(traced, row);
        return {
          id: row.id,
          cells: [
            linked(context, entity.key, row.rootId, row.rootNumber),
            { text: String(row.lineNo) },
            { text: told.day },
            { text: names.get(String(row.head.factory_id)) ?? "" },
            { text: typeof row.line.batch_no === "string" ? row.line.batch_no : "" },
            { text: told.quantities },
            told.verdict,
            told.state,
          ],
        };
      }),
    },
  };
}

function documentTable(context: Context, { entity, rows, more }: BatchDocuments): TitledTable {
  return {
    title: entity.label,
    empty: "",
    table: {
      caption: more ? `这一批次的${entity.label}太多，只列出前${rows.length}张` : `这一批次的${entity.label}`,
      columns: columnsOf(["单号", "日期", "数量", "结论", "状态"]),
      rows: rows.map((row) => {
        const told = toldOf(entity, row);
        return {
          id: String(row.id),
          cells: [
            linked(context, entity.key, String(row.id), String(row.number ?? "")),
            { text: told.day },
            { text: told.quantities },
            told.verdict,
            told.state,
          ],
        };
      }),
    },
  };
}

function movementTable(context: Context, { entity, rows, more }: BatchMovements): TitledTable {
  const kind = entity.journal?.kind ?? "";
  const kindField: Field | undefined = entity.fields[kind];
  const text = (row: Row, name: string) => (typeof row[name] === "string" ? row[name] : "");
  return {
    title: entity.label,
    empty: "",
    table: {
      caption: more ? `按过账日期，只列出前${rows.length}笔；结存按全部计算` : "按过账日期",
      columns: columnsOf(["凭证号", "过账日期", "移动类型", "工厂", "仓库", "来源单据", "数量", "单位"], ["数量"]),
      rows: rows.map((row) => ({
        id: String(row.id),
        cells: [
          linked(context, entity.key, String(row.id), text(row, entity.journal?.voucher.field ?? "")),
          { text: text(row, entity.journal?.day ?? "") },
          { text: labelOf(kindField, text(row, kind)) },
          { text: text(row, "factory_id__label") },
          { text: text(row, "warehouse_id__label") },
          { text: text(row, "source_no") },
          figure(text(row, "qty") || "0"),
          { text: labelOf(entity.fields.uom, text(row, "uom")) },
        ],
      })),
    },
  };
}

function paperTable(context: Context, { papers, days }: Trace): TitledTable {
  const when = days.first === days.last ? days.first : `${days.first}至${days.last}`;
  return {
    title: "当时的证照和型检",
    empty: "没有您可以查看的证照和型检报告。",
    table: {
      caption: `${when}到货时的证照和型式检验报告`,
      columns: columnsOf(["证照或报告", "发证/签发", "有效期至", "结论", "现在状态"]),
      rows: papers.map((paper) => ({
        id: paper.id,
        cells: [
          linked(context, paper.entityKey, paper.id, paper.label),
          { text: paper.from },
          { text: paper.to ?? "长期" },
          paper.verdict,
          { text: paper.state },
        ],
      })),
    },
  };
}
