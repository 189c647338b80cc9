import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const KEY = "purchase-management/award-proposal";
const RFQ = "purchase-management/rfq";

type Limit = Readonly<Record<string, string>>;

interface Story {
  title: string;
  limits: readonly Limit[];
  /** Which of the opened inquiries it is for. */
  inquiry: 0 | 1;
  fate: "draft" | "ready" | "dropped" | "failed" | "adopted";
}

const must = (kind: string, amount?: string): Limit => ({ kind, weight: "must", ...(amount ? { amount } : {}) });

const STORIES: readonly Story[] = [
  {
    ...{ title: "两家供货，交期十天", inquiry: 0, fate: "ready" },
    limits: [
      must("lot"),
      must("capacity"),
      must("suppliers", "2"),
      { kind: "lead", amount: "10", weight: "p1" },
      { kind: "share_most", amount: "60", weight: "p2" },
    ],
  },
  {
    ...{ title: "五天到货且压到预算内", inquiry: 0, fate: "ready" },
    limits: [must("lead", "5"), must("budget", "100"), must("line_suppliers", "2")],
  },
  { ...{ title: "只留一家", inquiry: 0, fate: "dropped" }, limits: [must("suppliers", "1")] },
  { ...{ title: "逐行一家", inquiry: 1, fate: "adopted" }, limits: [must("lot"), must("line_suppliers", "1")] },
  { ...{ title: "保住现有份额", inquiry: 1, fate: "failed" }, limits: [must("incumbents", "50")] },
  { ...{ title: "下一轮的条件", inquiry: 1, fate: "draft" }, limits: [must("lot"), must("approved")] },
];

/** The buyer of an inquiry, at the present moment. */
async function buyerOf(pen: DemoPen, id: string) {
  const [user] = await unscopedRows(
    pen.context(pen.now),
    "system-management/user",
    ["accountname"],
    [where.eq("id", id)],
  );
  return pen.context(pen.now, await pen.person(user?.accountname ?? ""));
}

/** Proposals for the opened inquiries: several ways side by side, limits that contradict each other, one adopted. */
export async function demoAwardProposals(pen: DemoPen): Promise<void> {
  const { services } = pen;
  const system = pen.context(pen.now);
  const opened = await unscopedRows(system, RFQ, ["id", "number", "buyer_id"], [where.eq("state", "opened")]);
  opened.sort((a, b) => ((a.number ?? "") < (b.number ?? "") ? 1 : -1));
  const entity = pen.screen(KEY).entity;
  const made: { id: string; story: Story; buyer: Awaited<ReturnType<typeof buyerOf>> }[] = [];
  for (const story of STORIES) {
    const rfq = opened[story.inquiry] ?? opened[0];
    if (!rfq) return;
    const buyer = await buyerOf(pen, rfq.buyer_id);
    const { title, limits } = story;
    const { id } = await pen.create(buyer, KEY, { rfq_id: rfq.id, title, few_suppliers: "1", limits });
    made.push({ id, story, buyer });
    if (story.fate !== "draft") await applyTransition(buyer, { entity, id, name: "propose" });
    if (story.fate === "failed")
      await applyTransition(system, {
        entity,
        id,
        name: "give_up",
        input: { why: "计算3次都被中断，请减少条件或稍后再试" },
      });
  }
  const job = services.registry.jobs.find(({ key }) => key === "award-proposals");
  await job?.run({
    ...{ services, context: system, given: {} },
    ...{ signal: new AbortController().signal, say: (line) => services.log.info({ line }, "proposals of the demo") },
  });
  for (const { id, story, buyer } of made) {
    if (story.fate === "dropped") await applyTransition(buyer, { entity, id, name: "drop", reason: "一家供不了全部" });
    if (story.fate === "adopted")
      await applyTransition(buyer, {
        ...{ entity, id, name: "adopt" },
        input: { way: "own", why: "每行一家，便于排产" },
      });
  }
}
