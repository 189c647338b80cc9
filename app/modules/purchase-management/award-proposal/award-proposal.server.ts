import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, SaveWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { wakeJob } from "~/engine/jobs/runs.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { where } from "~/shared/condition";
import { quotesMark, whyNotProposed } from "../rfq/best-award.server";
import { LIMIT_NAMES } from "../rfq/best-award-words.rules";
import { lowestOf } from "../rfq/rfq.rules";
import { offersOf, KEY as RFQ, rfqFacts } from "../rfq/rfq-quotes.server";
import { foundSchema } from "./award-proposal.found.server";
import { limitFaults, WAYS, WEIGHTS } from "./award-proposal.rules";
import { proposalSections } from "./award-proposal-sections.server";

type AwardProposalRecord = RecordFor<"purchase-management/award-proposal">;

export const KEY = "purchase-management/award-proposal";

const keysOf = <T extends Record<string, unknown>>(choices: T) =>
  z.custom<keyof T & string>((value) => typeof value === "string" && value in choices);
/** Limits of a stored proposal. */
export const typedLimits = z.array(
  z.object({
    id: z.string(),
    kind: keysOf(LIMIT_NAMES),
    amount: z.string().nullable(),
    supplier_id: z.string().nullable(),
    item_no: z.number().nullable(),
    weight: keysOf(WEIGHTS),
  }),
);

/** Quantities that suppliers can deliver are minded unless somebody says otherwise. */
const USUAL = [
  { kind: "lot", weight: "must" },
  { kind: "capacity", weight: "must" },
] as const;

/** What follows from the inquiry and the parameters; a new proposal without limits minds what can be delivered. */
async function completeProposal({ context, record, before }: SaveWork<AwardProposalRecord>): Promise<void> {
  const { services } = context;
  if (typeof record.rfq_id === "string") {
    const own = where.eq("id", record.rfq_id);
    const [rfq] = await unscopedRows(context, RFQ, ["purchase_group_id", "currency"], [own]);
    record.purchase_group_id = rfq?.purchase_group_id ?? null;
    record.currency = rfq?.currency ?? null;
  }
  record.few_suppliers ??= await intParameter(services, "award.suppliers");
  record.few_per_line ??= await intParameter(services, "award.lineSuppliers");
  record.quota_points ??= String(await intParameter(services, "award.quotaPoints"));
  if (before === null && linesOf(record, "limits").length === 0)
    record.limits = USUAL.map(({ kind, weight }, at) => ({
      ...{ id: services.newId(), line_no: (at + 1) * 10, kind, weight },
      ...{ amount: null, supplier_id: null, item_no: null, cost: null },
    }));
}

/** Lines and invited suppliers of the inquiry a proposal is for. */
async function askedBy(context: Context, rfqId: unknown) {
  if (typeof rfqId !== "string") return null;
  const at = { entityKey: RFQ, where: [where.eq("root_id", rfqId)] } as const;
  const items = await unscopedLines(context, { ...at, lines: "items", columns: ["line_no"] });
  const suppliers = await unscopedLines(context, { ...at, lines: "suppliers", columns: ["supplier_id"] });
  return {
    items: items.map(({ line_no }) => line_no),
    suppliers: suppliers.map(({ supplier_id }) => supplier_id),
  };
}

async function proposalComplaints({ context, record }: SaveWork<AwardProposalRecord>): Promise<Complaint[]> {
  const limits = typedLimits.safeParse(record.limits);
  return limits.success ? limitFaults(limits.data, await askedBy(context, record.rfq_id)) : [];
}

async function inquiryOf(context: Context, id: unknown): Promise<RecordFor<typeof RFQ>> {
  const entity = context.services.registry.entity(RFQ);
  const { record } = await openRecord(context, { entity, id: String(id), wanted: { labels: false } });
  return record;
}

/** Nothing is worked out before the opening, or once the award is made. */
async function proposeFindings(context: Context, record: AwardProposalRecord): Promise<Finding[]> {
  const text = whyNotProposed(await inquiryOf(context, record.rfq_id));
  return text === null ? [] : [{ check: "opened", level: "block", text }];
}

/** What was found is adopted only as long as the quotes are the same. */
async function adoptFindings(context: Context, record: AwardProposalRecord): Promise<Finding[]> {
  const rfq = await inquiryOf(context, record.rfq_id);
  if (rfq.state !== "opened") return [{ check: "opened", level: "block", text: "询价单不在比价中，不能填写定价结果" }];
  const mark = await quotesMark(context, rfqFacts.parse(rfq));
  return mark === record.quotes_mark
    ? []
    : [{ check: "quotes", level: "block", text: "报价在计算以后已变化，请重新计算" }];
}

const partsSchema = z.array(
  z.object({ way: z.string(), item_no: z.number(), supplier_id: z.string(), share: z.string() }),
);

/** What was found becomes rows of the document. */
function keepFound(work: Work<AwardProposalRecord>): void {
  const { ways, costs, parts, ...head } = foundSchema.parse(JSON.parse(String(work.input.found)));
  const of = (name: string) => ways.find(({ way }) => way === name);
  work.set({
    ...head,
    ...{ cheapest_total: of("cheapest")?.amount ?? null, own_total: of("own")?.amount ?? null },
    own_outcome: of("own")?.outcome ?? null,
  });
  for (const one of ways) work.append("ways", one);
  for (const { id, cost } of costs) work.setLine("limits", id, { cost });
  for (const one of parts) work.append("parts", one);
}

/** A way becomes the award of the inquiry, as if its buyer had typed it. */
async function adopt(context: Context, { record, input }: Work<AwardProposalRecord>): Promise<void> {
  const way = String(input.way);
  const why = String(input.why ?? "").trim();
  const parts = partsSchema.parse(record.parts).filter((part) => part.way === way);
  const name = way in WAYS ? WAYS[way as keyof typeof WAYS] : way;
  if (parts.length === 0) throw refused("way", `「${name}」没有得出方案，请选择其他方案`);
  const stored = await inquiryOf(context, record.rfq_id);
  const offers = await offersOf(context, rfqFacts.parse(stored));
  const lowest = new Map<number, ReadonlySet<string>>();
  const isLowest = ({ item_no, supplier_id }: (typeof parts)[number]) => {
    const known = lowest.get(item_no) ?? new Set(lowestOf(offers, item_no).map(({ supplierId }) => supplierId));
    lowest.set(item_no, known);
    return known.has(supplier_id);
  };
  const dearer = parts.filter((part) => !isLowest(part));
  if (dearer.length > 0 && why === "") {
    const lines = [...new Set(dearer.map(({ item_no }) => item_no))].join("、");
    throw refused("why", `行${lines}未选择最低价，请填写原因`);
  }
  const awards = parts.map((part) => ({
    ...{ item_no: String(part.item_no), supplier_id: part.supplier_id, share: part.share },
    not_lowest_reason: isLowest(part) ? null : why,
  }));
  await updateRecordBy(context, {
    screen: context.services.registry.mainScreen(RFQ),
    id: stored.id,
    version: stored.version,
    values: { awards },
  });
  await replaceOthers(context, record);
}

function refused(field: string, message: string): AppError {
  return new AppError("invalid", { message, complaints: [complain(field, message)] });
}

/** What was adopted before for the same inquiry is not what stands there any more. */
async function replaceOthers(context: Context, { id, rfq_id }: AwardProposalRecord): Promise<void> {
  const others = await unscopedRows(
    context,
    KEY,
    ["id"],
    [where.eq("rfq_id", String(rfq_id)), where.eq("state", "adopted"), where.not(where.eq("id", id))],
  );
  const entity = context.services.registry.entity(KEY);
  for (const other of others) await applyTransition(consequenceOf(context), { entity, id: other.id, name: "give_way" });
}

export const awardProposalServer: EntityServer<"purchase-management/award-proposal"> = {
  prepare: completeProposal,
  beforeSave: proposalComplaints,
  sections: proposalSections,
  transitions: {
    propose: {
      check: proposeFindings,
      effect: (context) => wakeJob(context, "award-proposals"),
    },
    finish: {
      async effect(_context, work) {
        keepFound(work);
      },
    },
    adopt: { check: adoptFindings, effect: adopt },
  },
};
