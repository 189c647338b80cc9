import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { LINE_STEP } from "~/engine/entity/paths";
import type { EntityServer, Finding, Published, RecordPreview, TransitionWork } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { linesOf, putLines } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { fileLinks, shownFiles } from "~/engine/screen/record-files.server";
import { dayOf } from "~/shared/calendar";
import { COA_VALUES, type CoaValue } from "~/shared/coa";
import { where } from "~/shared/condition";
import { copiedOf, copyHint, trends, wouldLookCopied } from "./coa-history.server";
import { inboundCoa } from "./inbound-coa.entity";
import { outOfLimits, type Reading } from "./inbound-coa.rules";
import { batchFault, knownBatches } from "./known-batches.server";

type InboundCoaRecord = RecordFor<"receiving/inbound-coa">;

const { key } = inboundCoa;
const STANDARD = "base-data/coa-standard";
const NOTE = "receiving/delivery-note";
const TRUST = "base-data/coa-trust";
/** States in which a certificate is still the supplier's to fill in. */
const OPEN = ["draft", "returned"];
/** Notes whose goods are here. */
const ARRIVED = ["arrived", "receiving", "received"];

const itemSchema = z.object({
  item_name: z.string(),
  method: z.string().nullable(),
  unit: z.string().nullable(),
  value_kind: z.custom<CoaValue>((kind) => typeof kind === "string" && Object.hasOwn(COA_VALUES, kind)),
  low: z.string().nullable(),
  low_open: z.boolean(),
  high: z.string().nullable(),
  high_open: z.boolean(),
  text_value: z.string().nullable(),
  key_item: z.boolean(),
  required: z.boolean(),
});
const standards = z.record(z.string(), z.object({ id: z.string(), items: z.array(itemSchema) }));

/** The standard in force today for the supplier and material of a certificate. */
async function standardOf(context: Context, record: InboundCoaRecord) {
  const { supplier_id: supplierId, material_id: materialId } = record;
  if (typeof supplierId !== "string" || typeof materialId !== "string") return null;
  const found = await ask(context, {
    entityKey: STANDARD,
    name: "in_force",
    input: { supplierId, materialIds: [materialId], day: dayOf(context.now) },
    answer: standards,
  });
  return found[materialId] ?? null;
}

/** Rows come from the standard alone, as it stood when it was last filled in; values stay with their item. */
async function completeReadings(context: Context, record: InboundCoaRecord): Promise<void> {
  const standard = await standardOf(context, record);
  const stored = linesOf(record, "readings");
  if (standard !== null && standard.id === record.standard_id && stored.length > 0) return;
  const typed = new Map(stored.map((row) => [row.item, row.value]));
  record.standard_id = standard?.id ?? null;
  putLines(
    record,
    "readings",
    (standard?.items ?? []).map(({ item_name: item, low, low_open, high, high_open, ...rest }, at) => ({
      ...rest,
      id: context.services.newId(),
      line_no: (at + 1) * LINE_STEP,
      item,
      lower: low,
      lower_open: low_open,
      upper: high,
      upper_open: high_open,
      value: (typed.get(item) ?? null) as string | null,
      judge: null,
      own_value: null,
      own_judge: null,
      own_diff: null,
    })),
  );
}

async function batchOnce(context: Context, record: InboundCoaRecord): Promise<Complaint[]> {
  const [other] = await unscopedRows(
    context,
    key,
    ["number"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.eq("material_id", String(record.material_id)),
      where.eq("batch_no", String(record.batch_no)),
      where.not(where.eq("id", record.id)),
    ],
  );
  return other ? [complain("batch_no", `批号【${String(record.batch_no)}】已有COA${String(other.number)}`)] : [];
}

/** Rules read the rows as the definition types them. */
function certificateOf(record: InboundCoaRecord): { readings: readonly Reading[] } {
  return { readings: linesOf(record, "readings") as unknown as readonly Reading[] };
}

/** What is sent is held against the standard that counts now; what is out of limits is said before it is sent. */
async function asSent(context: Context, record: InboundCoaRecord): Promise<Finding[]> {
  const standard = await standardOf(context, record);
  if (standard === null || standard.id !== record.standard_id)
    return [{ check: "standard", level: "block", text: "COA标准已有变化，请打开修改，保存后核对检验项目再提交" }];
  return outOfLimits(certificateOf(record)).map((text) => ({ check: "limits", level: "note", text }));
}

async function copied(context: Context, record: InboundCoaRecord): Promise<Finding[]> {
  return (await copiedOf(context, [record.id])).has(record.id)
    ? [{ check: "copied", level: "warn", text: "检测值与历史批次完全一致，疑似复制" }]
    : [];
}

/** A judgement that goods were taken in by is not taken back. */
async function notArrived(context: Context, record: InboundCoaRecord): Promise<Finding[]> {
  const lines = await unscopedLines(context, {
    entityKey: NOTE,
    lines: "items",
    columns: ["root_id"],
    where: [where.eq("material_id", String(record.material_id)), where.eq("batch_no", String(record.batch_no))],
  });
  if (lines.length === 0) return [];
  const [note] = await unscopedRows(
    context,
    NOTE,
    ["number"],
    [
      where.oneOf("id", [...new Set(lines.map(({ root_id }) => root_id))]),
      where.eq("supplier_id", String(record.supplier_id)),
      where.oneOf("state", ARRIVED),
    ],
  );
  return note
    ? [{ check: "arrived", level: "block", text: `该批次已随送货单${String(note.number)}到厂，不能撤销判定` }]
    : [];
}

const question = z.object({
  supplierId: z.string(),
  lines: z.array(z.object({ materialId: z.string(), batchNo: z.string().nullable() })),
});

/** What is known of the certificate of a batch. */
interface BatchCoa {
  id: string;
  number: string;
  state: string;
  /** What quality said, else what the program says. */
  result: "pass" | "concession" | "fail" | "missing";
}

/**
 * Certificates of batches of a supplier, published as `receiving/inbound-coa.of_batches`: an answer per line, in their order, null where there is
 * none. Answered in transactions of suppliers as well.
 */
const ofBatches: Published = async (context, input): Promise<(BatchCoa | null)[]> => {
  const { supplierId, lines } = question.parse(input);
  const batches = [...new Set(lines.flatMap(({ batchNo }) => batchNo ?? []))];
  if (batches.length === 0) return lines.map(() => null);
  const rows = await unscopedRows(
    context,
    key,
    ["id", "number", "material_id", "batch_no", "state", "auto_result", "final_result"],
    [
      where.eq("supplier_id", supplierId),
      where.oneOf("batch_no", batches),
      where.oneOf("material_id", [...new Set(lines.map(({ materialId }) => materialId))]),
    ],
  );
  return lines.map(({ materialId, batchNo }) => {
    const row = rows.find(({ material_id, batch_no }) => material_id === materialId && batch_no === batchNo);
    return row
      ? {
          id: row.id,
          number: String(row.number),
          state: row.state,
          result: row.final_result ?? row.auto_result ?? "missing",
        }
      : null;
  });
};

/**
 * Certificates of trusted suppliers pass as they are sent: when first sent, with everything within its limits, and not looking copied. One
 * that quality sent back wants its look.
 */
async function passTrusted(context: Context, { record, set }: Work<InboundCoaRecord>): Promise<void> {
  const { supplier_id: supplierId, material_id: materialId } = record;
  if (record.state !== "draft" || record.auto_result !== "pass") return;
  const trust = await ask(context, {
    entityKey: TRUST,
    name: "in_force",
    input: { supplierId, materialId },
    answer: z.string().nullable(),
  });
  if (trust === null || (await wouldLookCopied(context, record))) return;
  set({ final_result: "pass", trust_id: trust });
}

/** What trust does not survive: a batch that failed, and a laboratory of ours that finds otherwise. */
async function loseTrust({ context, transition, record }: TransitionWork<InboundCoaRecord>): Promise<void> {
  const isOpposite = transition === "compare" && record.lab_diff === "opposite";
  if (transition !== "refuse" && !isOpposite) return;
  const what = isOpposite ? "本厂复检与供应商的判定不一致" : "COA判为不合格";
  await ask(context, {
    entityKey: TRUST,
    name: "lose",
    input: {
      supplierId: record.supplier_id,
      materialId: record.material_id,
      reason: `批号【${String(record.batch_no)}】${what}，见${record.number ?? ""}`,
    },
    answer: z.string().nullable(),
  });
}

/** Before a certificate passes by itself: whether it looks copied, and whether anybody held it against its paper. */
async function beforePassing(context: Context, record: InboundCoaRecord): Promise<Finding[]> {
  const unchecked: Finding[] =
    record.paper_check === null ? [{ check: "paper", level: "note", text: "检测值还没有与COA原件核对" }] : [];
  return [...(await copied(context, record)), ...unchecked];
}

/** The paper on the left of what was typed after it. */
async function paper(context: Context, record: InboundCoaRecord): Promise<RecordPreview[]> {
  const screen = context.services.registry.mainScreen(key);
  const links = await fileLinks(context, screen.entity, record, recordPath(screen, record.id));
  const types = new Map((record.file ?? []).map(({ id, type }) => [id, type]));
  const files = shownFiles(inboundCoa.fields.file, record.file, links);
  return [
    {
      kind: "preview",
      title: "COA原件",
      files: files.map((one) => ({ ...one, framed: types.get(one.id)?.endsWith("pdf") ?? false })),
    },
  ];
}

export const inboundCoaServer: EntityServer<"receiving/inbound-coa"> = {
  async prepare({ context, record }) {
    if (OPEN.includes(record.state)) await completeReadings(context, record);
  },
  async beforeSave({ context, record }) {
    const complaints = await batchOnce(context, record);
    return record.standard_id === null
      ? [...complaints, complain("material_id", "该物料没有生效的COA标准，请联系采购方质量部门")]
      : complaints;
  },
  async sections(context, record) {
    return [
      // What a supplier might learn from it is how not to be noticed.
      ...(context.actor.supplierId ? [] : await copyHint(context, record)),
      ...(await trends(context, record)),
    ];
  },
  async extra(context, _screen, ids) {
    if (context.actor.supplierId) return new Map();
    const found = await copiedOf(context, ids);
    return new Map(ids.map((id) => [id, { copied: found.has(id) ? "yes" : null }]));
  },
  afterTransition: loseTrust,
  transitions: {
    submit: { check: asSent, effect: passTrusted },
    check_paper: { beside: paper },
    approve: { check: beforePassing },
    concede: { check: copied },
    reopen: { check: notArrived },
  },
  publishes: { of_batches: ofBatches, batch_fault: batchFault, known_batches: knownBatches },
};
