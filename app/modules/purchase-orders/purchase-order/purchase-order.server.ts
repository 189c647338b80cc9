import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyLine, AnyRecord, Work } from "~/engine/entity";
import { LINE_STEP } from "~/engine/entity/paths";
import type { EntityServer, Finding, SaveWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { bindContract } from "./bind-contract.server";
import { fillRequiredDates, leadTimeFindings, restDayFindings } from "./lead-time.server";
import { materialFindings, stoppedMaterials } from "./material-status.server";
import { tellErp } from "./tell-erp.server";

const contract = z.object({ id: z.string() });
const verdict = z.discriminatedUnion("verdict", [
  z.object({ verdict: z.literal("in_range"), contract }),
  z.object({ verdict: z.literal("out_of_range"), contract }),
  z.object({ verdict: z.literal("none") }),
]);
const head = z.object({
  id: z.string(),
  purchase_org_id: z.string().nullable(),
  supplier_id: z.string(),
  company_id: z.string(),
  factory_id: z.string(),
  order_date: z.string(),
  contract_id: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
});

/** The verdict on the order's own contract, or on all of its supplier and company while it names none. */
async function checkContract(context: Context, record: AnyRecord): Promise<z.infer<typeof verdict>> {
  const order = head.parse(record);
  return ask(
    context,
    "contract-management/contract",
    "check",
    {
      supplierId: order.supplier_id,
      companyId: order.company_id,
      orderDate: order.order_date,
      contractId: order.contract_id,
    },
    verdict,
  );
}

const finding = z.object({
  check: z.string(),
  level: z.enum(["note", "warn", "block"]),
  text: z.string(),
  rule: z.string().optional(),
});

/** What the rules of the administrators find on an order at a moment. */
async function ruleFindings(
  context: Context,
  record: AnyRecord,
  moment: "create" | "release",
  hold = false,
): Promise<Finding[]> {
  const order = orderOf(record);
  const found = await ask(
    context,
    "system-management/order-rule",
    "findings",
    { moment, order, hold },
    z.array(finding),
  );
  return found.map(({ rule, ...one }) => (rule === undefined ? one : { ...one, rule }));
}

function orderOf(record: AnyRecord) {
  return { ...head.parse(record), items: linesOf(record, "items") };
}

/** What will be asked at the release is said before, and stops nothing yet. */
async function releaseAhead(context: Context, record: AnyRecord): Promise<Finding[]> {
  const findings = await ruleFindings(context, record, "release");
  return findings.map((one) => ({ ...one, level: "note" as const }));
}

/** The findings of submitting, and those that the release will ask about; each is said once. */
async function submitFindings(context: Context, record: AnyRecord): Promise<Finding[]> {
  const own = [
    ...(await ruleFindings(context, record, "create")),
    ...(await materialFindings(context, record)),
    ...(await leadTimeFindings(context, record)),
    ...(await restDayFindings(context, record)),
  ];
  const said = new Set(own.map(({ text }) => text));
  return [...own, ...(await releaseAhead(context, record)).filter(({ text }) => !said.has(text))];
}

async function releaseFindings(context: Context, record: AnyRecord): Promise<Finding[]> {
  // Nobody freezes the supplier between the answer and the release.
  return ruleFindings(context, record, "release", true);
}

const storedLines = z.array(
  z.object({
    id: z.string(),
    qty: z.string(),
    required_date: z.string(),
    schedules: z.array(z.object({ id: z.string(), plan_date: z.string(), plan_qty: z.string() })),
  }),
);

/** Each line has its deliveries: one of the whole quantity unless they were typed; a single one follows its line. */
function planDeliveries({ context, record, before }: SaveWork): void {
  const stored = before ? storedLines.parse(linesOf(before, "items")) : [];
  for (const line of linesOf(record, "items")) {
    const { qty, required_date } = line;
    if (typeof qty !== "string" || typeof required_date !== "string") continue;
    const [only, ...more] = linesOf(line, "schedules");
    if (!only) {
      line.schedules = [newDelivery(context.services.newId(), required_date, qty)];
      continue;
    }
    const old = stored.find(({ id }) => id === line.id);
    const [known] = old?.schedules ?? [];
    if (more.length > 0 || !old || !known || known.id !== only.id) continue;
    if (only.plan_qty === known.plan_qty && known.plan_qty === old.qty) only.plan_qty = qty;
    if (only.plan_date === known.plan_date && known.plan_date === old.required_date) only.plan_date = required_date;
  }
}

function newDelivery(id: string, day: string, qty: string): AnyLine {
  return { id, line_no: LINE_STEP, plan_date: day, plan_qty: qty, confirm_date: null, confirm_qty: null };
}

function lightOf(findings: readonly Finding[]): string {
  if (findings.some(({ level }) => level === "block")) return "block";
  return findings.length > 0 ? "warn" : "pass";
}

/** The gate is run again when it counts, and what it found stays with the order. */
function keeping(find: (context: Context, record: AnyRecord) => Promise<Finding[]>) {
  return async (context: Context, work: Work): Promise<void> => {
    const findings = await find(context, work.record);
    work.set({ gate_result: findings, gate_light: lightOf(findings) });
  };
}

/** A material may have been stopped since the submission, which is asked once, when the release is made. */
async function releasing(context: Context, work: Work): Promise<void> {
  const stopped = await stoppedMaterials(context, work.record);
  if (stopped.length > 0) throw new AppError("invalid", { message: stopped.map(({ text }) => text).join("；") });
  await keeping(releaseFindings)(context, work);
  // What an exemption let pass counts against its quantity, and the order says so.
  const used = await ask(
    context,
    "supplier-management/gate-exemption",
    "use",
    orderOf(work.record),
    z.array(z.string()),
  );
  work.set({ exempted: used.length > 0 });
}

export const purchaseOrderServer: EntityServer = {
  async prepare(work) {
    await fillRequiredDates(work);
    planDeliveries(work);
  },
  async beforeSave({ context, record, set }) {
    if (head.parse(record).contract_id) return [];
    const proposed = await checkContract(context, record);
    if (proposed.verdict === "in_range") set({ contract_id: proposed.contract.id });
    return [];
  },
  afterSave: submitFindings,
  moved: tellErp,
  publishes: { bind_contract: bindContract },
  transitions: {
    submit: { check: submitFindings, effect: keeping(submitFindings) },
    release: { check: releaseFindings, effect: releasing },
    resume: { check: releaseAhead },
  },
};
