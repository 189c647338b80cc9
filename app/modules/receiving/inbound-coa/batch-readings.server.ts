import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { ask } from "~/engine/operations/published.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { dayOf } from "~/shared/calendar";
import { COA_WHEN, type CoaWhen } from "~/shared/coa";
import { where } from "~/shared/condition";
import { absentText, isSent, type Said, type SentCoa, sentText } from "./batch-coa.rules";
import type { Reading } from "./inbound-coa.rules";

const COA = "receiving/inbound-coa";
const READING = [
  "item",
  "unit",
  "value_kind",
  "lower",
  "lower_open",
  "upper",
  "upper_open",
  "text_value",
  "required",
  "value",
  "own_value",
] as const;

const rules = z.record(z.string(), z.object({ coaRequired: z.boolean().nullable() }));
const standards = z.record(
  z.string(),
  z.object({
    requiredAt: z.custom<CoaWhen>((when) => typeof when === "string" && Object.hasOwn(COA_WHEN, when)),
  }),
);

/** Goods of one supplier that came to one factory. */
interface Goods {
  supplierId: string;
  factoryId: string;
  batches: readonly { materialId: string; batchNo: string | null }[];
}

/** What is known of the certificate of a batch. */
export interface BatchCoa {
  materialId: string;
  batchNo: string | null;
  said: Said;
  /** Null where none was handed in. */
  coa:
    | (Omit<SentCoa, "readings"> & {
        id: string;
        href: string;
        readings: readonly (Reading & { unit: string | null })[];
      })
    | null;
}

/** Each batch once, in the order they were named. */
function distinct(batches: Goods["batches"]): Goods["batches"] {
  return [...new Map(batches.map((one) => [`${one.materialId} ${one.batchNo ?? ""}`, one])).values()];
}

/** What receiving rules and standards say about certificates of these goods. */
async function askedOf(context: Context, { supplierId, factoryId, batches }: Goods) {
  const materialIds = [...new Set(batches.map(({ materialId }) => materialId))];
  const found = await ask(context, {
    entityKey: "base-data/receive-control",
    name: "rules",
    input: { supplierId, factoryId, materialIds },
    answer: rules,
  });
  const inForce = await ask(context, {
    entityKey: "base-data/coa-standard",
    name: "in_force",
    input: { supplierId, materialIds, day: dayOf(context.now) },
    answer: standards,
  });
  return (materialId: string) => ({
    required: found[materialId]?.coaRequired === true,
    when: inForce[materialId]?.requiredAt ?? null,
  });
}

/**
 * The certificates of these batches with what was read, or why there is none and whether that matters; nothing for whoever may read no
 * certificates.
 */
export async function coaOfBatches(context: Context, goods: Goods): Promise<BatchCoa[]> {
  const screen = screenFor(context, COA, "get");
  const batches = distinct(goods.batches);
  if (!screen || context.actor.supplierId || batches.length === 0) return [];
  const asked = await askedOf(context, goods);
  const rows = await unscopedRows(
    context,
    COA,
    ["id", "number", "material_id", "batch_no", "state", "auto_result", "final_result", "paper_check"],
    [
      where.eq("supplier_id", goods.supplierId),
      where.oneOf("material_id", [...new Set(batches.map(({ materialId }) => materialId))]),
      where.oneOf("batch_no", [...new Set(batches.flatMap(({ batchNo }) => batchNo ?? []))]),
    ],
  );
  const lines = await unscopedLines(context, {
    entityKey: COA,
    lines: "readings",
    columns: ["root_id", "line_no", ...READING],
    where: [
      where.oneOf(
        "root_id",
        rows.flatMap(({ id, state }) => (isSent(state ?? "") ? [id] : [])),
      ),
    ],
  });
  const readings = lines.sort((a, b) => Number(a.line_no) - Number(b.line_no));
  return batches.map(({ materialId, batchNo }): BatchCoa => {
    const row = rows.find((one) => one.material_id === materialId && one.batch_no === batchNo);
    if (!row || !isSent(row.state ?? "")) {
      const said = absentText(asked(materialId), row?.number ?? null);
      return { materialId, batchNo, said, coa: null };
    }
    const sent = {
      number: row.number ?? "",
      state: row.state ?? "",
      autoResult: row.auto_result,
      finalResult: row.final_result,
      paperCheck: row.paper_check,
      readings: readings.filter(({ root_id }) => root_id === row.id),
    };
    return {
      materialId,
      batchNo,
      said: sentText(sent, asked(materialId)),
      coa: { ...sent, id: row.id, href: recordPath(screen, row.id) },
    };
  });
}
