import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Published } from "~/engine/entity/server-hooks";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { batchesOf } from "~/engine/trace/batches.server";
import { where } from "~/shared/condition";

/** Numbers that a message names: enough to see what was mistyped. */
const NAMED = 5;

/** Whose word for a number counts: certificates and postings, and lines of notes and receipts. */
const IN_ROWS = ["receiving/inbound-coa", "receiving/io-data"] as const;
const IN_LINES = ["receiving/delivery-note", "receiving/goods-receipt"] as const;
const VOUCHING = [...IN_ROWS, ...IN_LINES];

const asked = z.object({ supplierId: z.string(), materialId: z.string().nullable(), batchNo: z.string() });
type Asked = z.infer<typeof asked>;

/** Whether a certificate, a posting or a line of a note says this number; what people typed elsewhere vouches for nothing. */
async function isKnown(context: Context, { supplierId, materialId, batchNo }: Asked): Promise<boolean> {
  const ofBatch = [
    where.eq("batch_no", batchNo),
    ...(materialId === null ? [] : [where.eq("material_id", materialId)]),
  ];
  const own = [where.eq("supplier_id", supplierId), ...ofBatch];
  for (const key of IN_ROWS) if ((await unscopedRows(context, key, ["id"], own)).length > 0) return true;
  for (const entityKey of IN_LINES) {
    const lines = await unscopedLines(context, { entityKey, lines: "items", columns: ["root_id"], where: ofBatch });
    const roots = [where.oneOf("id", [...new Set(lines.map(({ root_id }) => root_id))])];
    if (lines.length === 0) continue;
    const documents = await unscopedRows(context, entityKey, ["id"], [...roots, where.eq("supplier_id", supplierId)]);
    if (documents.length > 0) return true;
  }
  return false;
}

/**
 * What is wrong with a number that somebody typed as that of a batch of a supplier, published as `receiving/inbound-coa.batch_fault`: a sentence
 * with some numbers this person may know of, or null where the batch is known.
 */
export const batchFault: Published = async (context, input) => {
  const about = asked.parse(input);
  if (await isKnown(context, about)) return null;
  const { batches } = await batchesOf(context, {
    supplierId: about.supplierId,
    ...(about.materialId === null ? {} : { materialId: about.materialId }),
  });
  const known: string[] = [];
  for (const { batch, materialId } of batches) {
    if (known.length === NAMED) break;
    if (!known.includes(batch) && (await isKnown(context, { ...about, materialId, batchNo: batch }))) known.push(batch);
  }
  const whose = about.materialId === null ? "该供应商" : "该供应商的这一物料";
  const hint = known.length === 0 ? "请核对供应商、物料和批号" : `已知的批号有：${known.join("、")}`;
  return `${whose}没有批号【${about.batchNo}】，${hint}`;
};

const wanted = z.object({
  text: z.string(),
  beside: z.object({ supplierId: z.string().optional(), materialId: z.string().optional() }),
  from: z.string().optional(),
  most: z.number(),
});

/**
 * Numbers that a field which asks for a known batch would take and this person may know of, published as
 * `receiving/inbound-coa.known_batches`: those that begin with the text first, none while no supplier is said, who have too many.
 */
export const knownBatches: Published = async (context, input) => {
  const { text, beside, from, most } = wanted.parse(input);
  if (!beside.supplierId) return [];
  const part = text === "" ? {} : { part: text };
  const since = from === undefined ? {} : { from };
  const { supplierId, materialId } = beside;
  const owner = { supplierId, ...(materialId ? { materialId } : {}) };
  const { batches } = await batchesOf(context, { ...owner, ...part, ...since, entities: VOUCHING });
  const numbers = [...new Set(batches.map(({ batch }) => batch))];
  const begins = (batch: string) => batch.toLowerCase().startsWith(text.toLowerCase());
  return [...numbers.filter(begins), ...numbers.filter((batch) => !begins(batch))].slice(0, most);
};
