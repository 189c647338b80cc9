import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, type Value, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, SaveWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { knownBatches } from "~/engine/operations/known-batches.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { toldOf, toldOfLine } from "~/engine/trace/show.server";
import { type Trace, traceOf } from "~/engine/trace/trace.server";
import { decimalOrZero } from "~/shared/decimal";
import { receivedAndReturned } from "./recall-drill.rules";

type RecallDrillRecord = RecordFor<"receiving/recall-drill">;

const KEY = "receiving/recall-drill";
/** What the tables of a drill take. */
const MOST_DOCUMENTS = 1000;
const MOST_SIGNS = { kind: 60, doc_no: 120, batch: 60, quantities: 500, verdict: 120, doc_state: 60 } as const;

type Values = Readonly<Record<string, Value>>;

/** Everything of the batch, at every factory: goods that somebody may not see have to be found all the same. */
async function completeTrace(context: Context, record: RecallDrillRecord): Promise<Trace | null> {
  return traceOf(consequenceOf(context), {
    supplierId: String(record.supplier_id),
    materialId: String(record.material_id),
    batch: String(record.batch_no),
  });
}

/** What the journal says of each place, one row each. */
async function placesOf(context: Context, trace: Trace): Promise<Values[]> {
  const balances = trace.movements.flatMap((journal) => journal.balances);
  const { registry } = context.services;
  const ids = (all: readonly (string | null)[]) => all.filter((id) => id !== null);
  const factories = await labelsOf(
    context,
    registry.entity("master-data/factory"),
    ids(balances.map(({ factoryId }) => factoryId)),
  );
  const warehouses = await labelsOf(
    context,
    registry.entity("master-data/warehouse"),
    ids(balances.map(({ warehouseId }) => warehouseId)),
  );
  return balances.map(({ factoryId, warehouseId, uom, kinds }) => ({
    factory_id: factoryId,
    warehouse_id: warehouseId,
    warehouse_name: warehouses.get(warehouseId ?? "") ?? factories.get(factoryId ?? "") ?? null,
    uom,
    ...receivedAndReturned(kinds),
  }));
}

function cut(text: string, most: number): string | null {
  return text === "" ? null : text.slice(0, most);
}

/** Documents of the way of goods, of the batch and of its movements, as they stand now; the drill itself is none of them. */
function documentsOf(trace: Trace): Values[] {
  const chain = trace.chain.flatMap((traced) =>
    traced.rows.map((row) => ({
      kind: traced.table.entity.label,
      doc_no: row.rootNumber,
      doc_line: String(row.lineNo),
      batch: typeof row.line.batch_no === "string" ? row.line.batch_no : "",
      told: toldOfLine(traced, row),
    })),
  );
  const others = trace.documents
    .filter(({ entity }) => entity.key !== KEY)
    .flatMap(({ entity, rows }) =>
      rows.map((row) => ({
        kind: entity.label,
        doc_no: String(row.number ?? ""),
        doc_line: "",
        batch: trace.batch.batch,
        told: toldOf(entity, row),
      })),
    );
  return [...chain, ...others].map(({ kind, doc_no, doc_line, batch, told }) => ({
    kind: cut(kind, MOST_SIGNS.kind),
    doc_no: cut(doc_no, MOST_SIGNS.doc_no),
    doc_line: cut(doc_line, MOST_SIGNS.kind),
    day: cut(told.day, "0000-00-00".length),
    batch: cut(batch, MOST_SIGNS.batch),
    quantities: cut(told.quantities, MOST_SIGNS.quantities),
    verdict: cut(told.verdict.text, MOST_SIGNS.verdict),
    doc_state: cut(told.state.text, MOST_SIGNS.doc_state),
  }));
}

function placeOf(row: Readonly<Record<string, unknown>>): string {
  return [row.factory_id, row.warehouse_id, row.uom].join(" ");
}

/** Writes what the batch touched into the drill; what people counted at a place stays with the place. */
async function takeStock(context: Context, work: Work<RecallDrillRecord>): Promise<void> {
  const trace = await completeTrace(context, work.record);
  if (!trace || (trace.chain.length === 0 && trace.movements.length === 0 && !hasOthers(trace)))
    throw new AppError("invalid", {
      message: "找不到这个批次，请核对供应商、物料和批号",
      complaints: [{ field: "batch_no", message: "找不到这个批次，请核对供应商、物料和批号" }],
    });
  const before = linesOf(work.record, "stocks");
  const counted = new Map(before.map((row) => [placeOf(row), row]));
  for (const { id } of before) work.drop("stocks", id);
  for (const { id } of linesOf(work.record, "documents")) work.drop("documents", id);
  for (const place of await placesOf(context, trace)) {
    const known = counted.get(placeOf(place));
    work.append("stocks", { ...place, found_qty: text(known?.found_qty), used_qty: text(known?.used_qty) });
  }
  for (const document of listed(trace)) work.append("documents", document);
  work.set({ as_of: work.now });
}

/** What the table takes; a recall is not held up by its length, and what is left out is said at its end. */
function listed(trace: Trace): Values[] {
  const documents = documentsOf(trace);
  const isCut = [...trace.chain, ...trace.documents].some(({ more }) => more);
  if (!isCut && documents.length <= MOST_DOCUMENTS) return documents;
  return [
    ...documents.slice(0, MOST_DOCUMENTS - 1),
    { kind: "未全部列出", doc_no: "其余单据见各单据的列表，按批号查询" },
  ];
}

function hasOthers({ documents }: Trace): boolean {
  return documents.some(({ entity }) => entity.key !== KEY);
}

/** Movements go on while a result waits for its conclusion: whoever concludes is told that it was true of the moment it was reported. */
async function movedSince(context: Context, record: RecallDrillRecord): Promise<Finding[]> {
  const moved = await stillAsTaken(context, record);
  return moved.map((finding) => ({
    ...finding,
    level: "warn",
    text: "上报以后这一批次又有出入库，物料平衡是上报时的；须按现在的数量下结论的，请退回补充",
  }));
}

/** Goods that moved after the drill looked are counted anew before a result is told. */
async function stillAsTaken(context: Context, record: RecallDrillRecord): Promise<Finding[]> {
  const trace = await completeTrace(context, record);
  const now = new Map((trace ? await placesOf(context, trace) : []).map((place) => [placeOf(place), place]));
  const stored = linesOf(record, "stocks");
  const same =
    now.size === stored.length &&
    stored.every((row) => {
      const place = now.get(placeOf(row));
      return (["received_qty", "returned_qty"] as const).every(
        (name) => place && decimalOrZero(text(place[name])).eq(decimalOrZero(text(row[name]))),
      );
    });
  return same ? [] : [{ check: "moved", level: "block", text: "取数以后这一批次又有出入库，请先重新取数并补充清点" }];
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A number with a slip in it would be noticed when the clock runs: it is asked for when it is typed. */
async function namesBatch({ context, record, before }: SaveWork<RecallDrillRecord>): Promise<Complaint[]> {
  const { supplier_id, material_id, batch_no } = record;
  if (typeof supplier_id !== "string" || typeof material_id !== "string" || !batch_no) return [];
  const isSame = (["supplier_id", "material_id", "batch_no"] as const).every((name) => before?.[name] === record[name]);
  if (isSame) return [];
  const fault = await ask(context, {
    entityKey: "receiving/inbound-coa",
    name: "batch_fault",
    input: { supplierId: supplier_id, materialId: material_id, batchNo: batch_no },
    answer: z.string().nullable(),
  });
  return fault === null ? [] : [complain("batch_no", fault)];
}

export const recallDrillServer: EntityServer<"receiving/recall-drill"> = {
  beforeSave: namesBatch,
  suggests: {
    batch_no: knownBatches,
  },
  transitions: {
    start: { effect: takeStock },
    refresh: { effect: takeStock },
    report: { check: stillAsTaken },
    close: { check: movedSince },
  },
};
