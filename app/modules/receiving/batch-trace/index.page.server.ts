import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Field } from "~/engine/entity";
import { UUID } from "~/engine/entity/kinds/reference";
import { AppError } from "~/engine/errors";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { findChoice, optionsFor } from "~/engine/operations/references.server";
import { mayOnScreen, requireAction, screenFor } from "~/engine/operations/scope.server";
import { reading } from "~/engine/operations/transaction.server";
import { limitFor } from "~/engine/parameters.server";
import { listPath, query } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { type TitledTable, traceTables } from "~/engine/screen/trace-tables.server";
import {
  type BatchKey,
  batchesNamed,
  batchesOf,
  batchesOfNumber,
  type FoundBatches,
} from "~/engine/trace/batches.server";
import { traceOf } from "~/engine/trace/trace.server";
import { addDays, dayOf, isDay } from "~/shared/calendar";

const SCREEN = "receiving/batch-trace";
const JOURNAL = "receiving/io-data";
const DRILL = "receiving/recall-drill";
const SUPPLIER = "supplier-management/supplier";
const MATERIAL = "master-data/material";
const OFFERED = 100;
const MOST_SIGNS = 60;

/** What is asked: what was typed, and what is meant by it. */
interface Asked {
  batch: string;
  number: string;
  from: string;
  to: string;
  supplierId: string | null;
  materialId: string | null;
}

/** What is answered to a question. */
interface Answer {
  problem?: string;
  verdict?: { level: "success" | "warning" | "error"; text: string };
  links?: { label: string; href: string }[];
  tables: TitledTable[];
}

/**
 * The way of a batch, asked in the address by its number (`batch`), by the number of a document (`number`), or by `supplier`, `material` and
 * days (`from`, `to`). Whoever asks for what is beyond his reach gets the answer of what does not exist. Nothing is changed.
 * @throws AppError("forbidden")
 */
export async function batchTraceModel(context: Context, params: URLSearchParams) {
  const { registry } = context.services;
  const screen = registry.screen(SCREEN);
  if (!screen) throw new AppError("not_found");
  requireAction(context, screen.entity, "query", screen);
  const fields: Readonly<Record<string, Field>> = screen.entity.fields;
  const { supplier_id: supplierField, material_id: materialField } = fields;
  if (!supplierField || !materialField) throw new AppError("not_found");
  const typed = (name: string) => (params.get(name) ?? "").trim();
  const own = context.actor.supplierId;
  return reading(context, async () => {
    const [materials, suppliers] = own ? [] : await optionsFor(context, [materialField, supplierField], OFFERED);
    const supplierId = own ?? (await idOf(context, supplierField, typed("supplier")));
    const materialId = await idOf(context, materialField, typed("material"));
    const label = async (key: string, id: string | null, otherwise: string) =>
      (id && (await labelsOf(context, registry.entity(key), [id])).get(id)) || otherwise;
    const text = (name: string, words: { label: string; placeholder: string }) => ({
      name,
      kind: "text" as const,
      value: typed(name).slice(0, OFFERED),
      ...words,
    });
    const choice = async (
      name: string,
      { key, id, words, offer }: { key: string; id: string | null; words: string; offer: typeof materials },
    ) => ({
      ...text(name, { label: words, placeholder: "编码或名称" }),
      value: (await label(key, id, typed(name))).slice(0, OFFERED),
      suggestions: (offer?.options ?? []).map((option) => option.label),
    });
    const batches = await batchesMeant(context, { supplierId, materialId });
    const model = {
      title: screen.label,
      about: "批号、单号或供应商任填一项：从订单到库存、退货，连同证照、COA，以及现在各仓库还剩多少；不改变任何数据",
      back: backOf(context),
      ask: {
        action: listPath(screen),
        button: "追溯",
        fields: [
          { ...text("batch", { label: "批号", placeholder: "完整批号" }), suggestions: batches },
          text("number", { label: "单号", placeholder: "送货单、收货单、订单等" }),
          ...(own
            ? []
            : [
                await choice("supplier", { key: SUPPLIER, id: supplierId, words: "供应商", offer: suppliers }),
                await choice("material", { key: MATERIAL, id: materialId, words: "物料", offer: materials }),
              ]),
          { name: "from", label: "日期从", kind: "date" as const, value: isDay(typed("from")) ? typed("from") : "" },
          { name: "to", label: "到", kind: "date" as const, value: isDay(typed("to")) ? typed("to") : "" },
        ],
      },
    };
    const asked: Asked = {
      batch: typed("batch"),
      number: typed("number"),
      from: typed("from"),
      to: typed("to"),
      supplierId,
      materialId,
    };
    const isAsked = ["batch", "number", "supplier", "material", "from", "to"].some((name) => typed(name) !== "");
    const answered = (answer: Answer) => ({ ...model, ...answer });
    if (!isAsked) return answered({ tables: [] });
    const problem =
      unknownOf({ what: "物料", typed: typed("material"), id: materialId }) ??
      (own ? null : unknownOf({ what: "供应商", typed: typed("supplier"), id: supplierId })) ??
      faultOf(asked);
    return answered(problem === null ? await answerOf(context, asked) : { problem, tables: [] });
  });
}

/** What may be typed as a batch, once it is known whose: a supplier's own, or those of the supplier that stands beside it. */
async function batchesMeant(
  context: Context,
  { supplierId, materialId }: Pick<Asked, "supplierId" | "materialId">,
): Promise<string[]> {
  if (supplierId === null) return [];
  // What was written down or posted earlier is typed.
  const recent = await limitFor(context, "trace.suggestedDays");
  return ask(context, {
    entityKey: "receiving/inbound-coa",
    name: "known_batches",
    input: {
      text: "",
      beside: { supplierId, ...(materialId ? { materialId } : {}) },
      from: addDays(dayOf(context.now), -recent),
      most: OFFERED,
    },
    answer: z.array(z.string()),
  });
}

/** A register's row by what was typed of it; addresses name rows by their id. */
async function idOf(context: Context, field: Field, typed: string): Promise<string | null> {
  if (typed === "" || typed.length > OFFERED) return null;
  return UUID.test(typed.toLowerCase()) ? typed.toLowerCase() : findChoice(context, field, typed);
}

function unknownOf({ what, typed, id }: { what: string; typed: string; id: string | null }): string | null {
  return typed !== "" && id === null ? `找不到${what}「${typed.slice(0, MOST_SIGNS)}」，请核对编码或名称` : null;
}

function faultOf({ batch, number, from, to, supplierId }: Asked): string | null {
  if (batch.length > MOST_SIGNS || number.length > MOST_SIGNS) return `批号和单号最多${MOST_SIGNS}个字，请核对`;
  if ((from !== "" && !isDay(from)) || (to !== "" && !isDay(to))) return "请填写正确的日期";
  if (from !== "" && to !== "" && to < from) return "结束日期不能早于开始日期";
  if (batch === "" && number === "" && supplierId === null) return "请填写批号、单号或供应商其中一项";
  return null;
}

/** Where the page leads back to: the journal for whoever reads it. */
function backOf(context: Context): { label: string; href: string } {
  const journal = context.services.registry.mainScreen(JOURNAL);
  return mayOnScreen(context, journal, "query")
    ? { label: `返回${journal.label}`, href: listPath(journal) }
    : { label: "返回首页", href: "/qiaqia/home" };
}

async function foundBy(context: Context, asked: Asked): Promise<FoundBatches | null> {
  const { batch, number, supplierId, materialId, from, to } = asked;
  const owner = { ...(supplierId ? { supplierId } : {}), ...(materialId ? { materialId } : {}) };
  if (batch !== "") return batchesNamed(context, batch, owner);
  if (number !== "") return batchesOfNumber(context, number, owner);
  return batchesOf(context, { ...owner, ...(from ? { from } : {}), ...(to ? { to } : {}) });
}

async function answerOf(context: Context, asked: Asked): Promise<Answer> {
  const said = asked.batch !== "" ? `批号「${asked.batch}」` : asked.number !== "" ? `单号「${asked.number}」` : "";
  const found = await foundBy(context, asked);
  if (found === null) return { problem: `找不到${said}，请核对后重试`, tables: [] };
  const [first, second] = found.batches;
  if (!first)
    return asked.batch !== ""
      ? { problem: `找不到${said}，请核对后重试`, tables: [] }
      : {
          verdict: { level: "warning", text: said ? `${said}还没有带批号的送货或收货` : "没有符合条件的批次" },
          tables: [],
        };
  if (second || found.more || (asked.batch === "" && asked.number === "")) return choose(context, found);
  return traced(context, first);
}

/** Several batches: each leads to its trace. */
async function choose(context: Context, { batches, more }: FoundBatches): Promise<Answer> {
  const { registry } = context.services;
  const suppliers = await labelsOf(
    context,
    registry.entity(SUPPLIER),
    batches.map(({ supplierId }) => supplierId),
  );
  const materials = await labelsOf(
    context,
    registry.entity(MATERIAL),
    batches.map(({ materialId }) => materialId),
  );
  return {
    verdict: {
      level: "warning",
      text: more ? `批次太多，只列出前${batches.length}个，请缩小范围` : `有${batches.length}个批次，请选择`,
    },
    tables: [
      {
        title: "批次",
        empty: "",
        table: {
          caption: "符合条件的批次，按批号排列",
          columns: columnsOf(["批号", "物料", "供应商"]),
          rows: batches.map((one) => ({
            id: `${one.supplierId} ${one.materialId} ${one.batch}`,
            cells: [
              { text: one.batch, href: tracePath(context, one) ?? "/" },
              { text: materials.get(one.materialId) ?? "" },
              { text: suppliers.get(one.supplierId) ?? "" },
            ],
          })),
        },
      },
    ],
  };
}

/** Address of the trace of one batch; null for who may not open it. */
export function tracePath(context: Context, { supplierId, materialId, batch }: BatchKey): string | null {
  const screen = context.services.registry.screen(SCREEN);
  if (!screen || !mayOnScreen(context, screen, "query")) return null;
  const of = context.actor.supplierId ? [] : [["supplier", supplierId] as const];
  return listPath(screen) + query([["batch", batch], ["material", materialId], ...of]);
}

async function traced(context: Context, batch: BatchKey): Promise<Answer> {
  const trace = await traceOf(context, batch);
  if (!trace) return { problem: `找不到批号「${batch.batch}」，请核对后重试`, tables: [] };
  const { registry } = context.services;
  const supplier = (await labelsOf(context, registry.entity(SUPPLIER), [batch.supplierId])).get(batch.supplierId) ?? "";
  const material = (await labelsOf(context, registry.entity(MATERIAL), [batch.materialId])).get(batch.materialId) ?? "";
  const { tables, left } = await traceTables(context, trace);
  const drill = screenFor(context, DRILL, "add");
  return {
    verdict: { level: "success", text: `批号 ${batch.batch}　${material}　${supplier}　${left}` },
    links: drill
      ? [
          {
            label: "发起召回演练",
            href: `${listPath(drill)}/new${query([
              ["set", "supplier_id"],
              ["value", batch.supplierId],
              ["set", "material_id"],
              ["value", batch.materialId],
              ["set", "batch_no"],
              ["value", batch.batch],
            ])}`,
          },
        ]
      : [],
    tables,
  };
}
