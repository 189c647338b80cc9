import type { Context } from "~/engine/context.server";
import type { TransitionOf } from "~/engine/entity/entity-map";
import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";

const RETURN = "receiving/purchase-return";
const RECEIPT = "receiving/goods-receipt";
const ORDER = "purchase-orders/purchase-order";
const FLOW = "system-management/approval-flow";

/** How far a return came. */
type Fate =
  | "completed"
  | "shipped"
  | "reversed"
  | "accepted"
  | "disputed"
  | "to_confirm"
  | "in_approval"
  | "cancelled"
  | "draft";

interface Story {
  fate: Fate;
  mode: "refund" | "exchange" | "destroy";
  reason: "quality" | "expire" | "wrong" | "pack" | "recall" | "surplus";
  text: string;
  /** So many days ago it was written; never before the receipt. */
  days: number;
}

const STORIES: readonly Story[] = [
  { fate: "completed", mode: "refund", reason: "surplus", text: "产线换型，余料未拆封退回", days: 300 },
  { fate: "completed", mode: "exchange", reason: "pack", text: "外箱受潮变形，更换后重送", days: 210 },
  { fate: "completed", mode: "destroy", reason: "expire", text: "临期，双方同意现场销毁", days: 150 },
  { fate: "completed", mode: "refund", reason: "quality", text: "水分偏高，化验报告见附件", days: 90 },
  { fate: "cancelled", mode: "refund", reason: "wrong", text: "多送的数量，已改为下批扣除", days: 12 },
  { fate: "accepted", mode: "refund", reason: "quality", text: "过氧化值复检超标", days: 24 },
  { fate: "shipped", mode: "refund", reason: "wrong", text: "规格送错，整批退回", days: 4 },
  { fate: "disputed", mode: "refund", reason: "quality", text: "杂质超标，抽检报告见附件", days: 3 },
  { fate: "accepted", mode: "destroy", reason: "expire", text: "已过保质期一半，不能投产", days: 2 },
  { fate: "to_confirm", mode: "exchange", reason: "pack", text: "封口破损三箱", days: 1 },
  { fate: "in_approval", mode: "refund", reason: "recall", text: "供方通报该批号原料异常，按召回处理", days: 1 },
  { fate: "draft", mode: "refund", reason: "surplus", text: "余料待清点", days: 0 },
  { fate: "reversed", mode: "refund", reason: "surplus", text: "余料未拆封退回", days: 8 },
];

/** The line of a receipt that goes back in part. */
interface Origin {
  line: string;
  qty: string;
  posted: string;
  supplier: DemoSupplier;
}

/** Writes and leads the returns of the demo. */
class Returns {
  private readonly entity;
  private readonly screen;

  constructor(private readonly pen: DemoPen) {
    this.screen = pen.screen(RETURN);
    this.entity = this.screen.entity;
  }

  private at(day: string, hour: number, supplier?: DemoSupplier): Context {
    return this.pen.context(this.pen.moment(day, hour), supplier?.actor);
  }

  private move(context: Context, id: string, name: TransitionOf<"receiving/purchase-return">, more: object = {}) {
    return applyTransition(context, { entity: this.entity, id, name, ...more });
  }

  private paper(context: Context, field: string, name: string): Promise<string[]> {
    return this.pen.picture(context, this.entity, field, name);
  }

  /** Goods of one story, a tenth of what was received. */
  async tell({ fate, mode, reason, text, days }: Story, { line, qty, posted, supplier }: Origin): Promise<void> {
    const { pen } = this;
    const [, day = pen.today] = [posted, pen.daysAgo(days)].sort();
    const after = (more: number) => [addDays(day, more), pen.today].sort()[0] ?? day;
    const qa = pen.context(pen.moment(day, 10), await pen.person("qa1"));
    const quantity = decimal(qty).times(decimal("0.1")).round(0, 3).toFixed();
    const { made } = await convert(this.at(day, 9), {
      screen: this.screen,
      name: "from_receipts",
      rows: [{ line, quantity }],
    });
    const id = made[0]?.id ?? "";
    const { version } = (await openRecord(this.at(day, 9), { entity: this.entity, id })).record;
    const evidence = reason === "quality" ? await this.paper(qa, "evidence", "检验照片.png") : null;
    // Whoever brought a paper in writes it down.
    await updateRecordBy(qa, {
      screen: this.screen,
      id,
      version,
      values: { return_mode: mode, return_reason: reason, reason_text: text, ...(evidence ? { evidence } : {}) },
    });
    if (fate === "draft") return;
    await this.move(this.at(day, 11), id, "submit");
    if (fate === "in_approval" || fate === "to_confirm") return;
    if (fate === "cancelled") {
      await this.move(this.at(day, 14), id, "cancel", { reason: "与供应商商定下批扣除" });
      return;
    }
    if (fate === "disputed") {
      const answer = this.at(after(1), 9, supplier);
      const objection_files = await this.paper(answer, "objection_files", "出厂检验报告.png");
      await this.move(answer, id, "dispute", { reason: "出厂检验合格，请求双方共同复检", input: { objection_files } });
      return;
    }
    const pick_date = mode === "destroy" ? null : addDays(after(1), 2);
    await this.move(this.at(after(1), 15, supplier), id, "accept", { input: { pick_date } });
    if (fate === "accepted") return;
    if (mode === "destroy") await this.destroy(after(3), id);
    else await this.ship(after(3), id);
    if (fate === "reversed")
      await this.move(this.at(after(4), 9), id, "reverse", { reason: "提货车辆未到，出厂登记错误" });
    if (fate === "completed" && mode !== "destroy") await this.move(this.at(after(6), 10, supplier), id, "complete");
    if (fate === "completed" && mode === "exchange") await this.exchanged(after(14), line, supplier);
  }

  /** What was to come in exchange came with a later order: nobody waits for it any more. */
  private async exchanged(day: string, line: string, { buyer }: DemoSupplier): Promise<void> {
    const context = this.pen.context(this.pen.moment(day, 10), buyer.actor);
    const [received] = await unscopedLines(context, {
      entityKey: RECEIPT,
      lines: "items",
      columns: ["order_line"],
      where: [where.eq("id", line)],
    });
    const [ordered] = await unscopedLines(context, {
      entityKey: ORDER,
      lines: "items",
      columns: ["root_id"],
      where: [where.eq("id", received?.order_line ?? "")],
    });
    const [order] = await unscopedRows(context, ORDER, ["state"], [where.eq("id", ordered?.root_id ?? "")]);
    if (!ordered || order?.state !== "confirmed") return;
    const reason = "换货数量已随后续订单补足，本单不再交货。";
    const entity = this.pen.services.registry.entity(ORDER);
    await applyTransition(context, { entity, id: ordered.root_id, name: "complete", reason });
  }

  private async destroy(day: string, id: string): Promise<void> {
    const qa = this.pen.context(this.pen.moment(day, 15), await this.pen.person("qa1"));
    const destroy_files = await this.paper(qa, "destroy_files", "销毁现场.png");
    const input = { witness1: "孙丽", witness2: "周强", destroy_files };
    await this.move(qa, id, "destroy", { input });
  }

  async ship(day: string, id: string): Promise<void> {
    const { record } = await openRecord(this.at(day, 15), { entity: this.entity, id });
    const lineInput = Object.fromEntries(
      linesOf(record, "items").map((line) => [line.id, { out_qty: String(line.qty) }]),
    );
    await this.move(this.at(day, 15), id, "ship", { input: { vehicle_no: "皖A80217" }, lineInput });
  }

  /** What was rejected at receipts: most of it was fetched, the newest waits. */
  async takeRejectedBack(suppliers: readonly DemoSupplier[]): Promise<void> {
    const { pen } = this;
    const drafts = await unscopedRows(
      pen.context(pen.now),
      RETURN,
      ["id", "supplier_id", "source_receipt_id", "created_at"],
      [where.eq("return_mode", "unposted"), where.eq("state", "draft")],
    );
    const ordered = [...drafts].sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
    for (const { id, supplier_id, created_at } of ordered.slice(0, -1)) {
      const day = created_at.slice(0, 10);
      const after = (more: number) => [addDays(day, more), pen.today].sort()[0] ?? day;
      const qa = pen.context(pen.moment(after(1), 9), await pen.person("qa1"));
      const evidence = await this.paper(qa, "evidence", "拒收照片.png");
      const { version } = (await openRecord(qa, { entity: this.entity, id })).record;
      await updateRecordBy(qa, { screen: this.screen, id, version, values: { evidence } });
      await this.move(this.at(after(1), 10), id, "take_back");
      await this.ship(after(2), id);
      const supplier = suppliers.find((one) => one.id === supplier_id);
      if (supplier) await this.move(this.at(after(4), 10, supplier), id, "complete");
    }
  }
}

/** One posted line per story, the receipt of which came before it, each of another receipt. */
async function origins(pen: DemoPen, suppliers: readonly DemoSupplier[]): Promise<(Origin | undefined)[]> {
  const context = pen.context(pen.now);
  const receipts = await unscopedRows(
    context,
    RECEIPT,
    ["id", "number", "supplier_id", "post_date"],
    [where.eq("state", "posted"), where.atMost("reject_qty", 0)],
  );
  const lines = await unscopedLines(context, {
    entityKey: RECEIPT,
    lines: "items",
    columns: ["id", "root_id", "line_no", "accept_qty"],
    where: [
      where.oneOf(
        "root_id",
        receipts.map(({ id }) => id),
      ),
      where.eq("line_no", 10),
    ],
  });
  const free = [...receipts].sort((a, b) => (String(a.post_date) < String(b.post_date) ? 1 : -1));
  return STORIES.map(({ days }) => {
    const at = free.findIndex(({ id, supplier_id, post_date }) => {
      const line = lines.find(({ root_id }) => root_id === id);
      const isKnown = suppliers.some((supplier) => supplier.id === supplier_id);
      return isKnown && post_date !== null && post_date < pen.daysAgo(days) && decimal(line?.accept_qty ?? "0").gt(10);
    });
    const [receipt] = at < 0 ? [] : free.splice(at, 1);
    const line = lines.find(({ root_id }) => root_id === receipt?.id);
    const supplier = suppliers.find(({ id }) => id === receipt?.supplier_id);
    return receipt && line && supplier
      ? { line: line.id, qty: line.accept_qty ?? "0", posted: String(receipt.post_date), supplier }
      : undefined;
  });
}

/** Goods that went back in every state, and what was rejected at receipts; recalls are approved. */
export async function demoReturns(pen: DemoPen): Promise<void> {
  const { suppliers } = pen;
  const setUp = pen.context(pen.moment(pen.daysAgo(90), 10));
  const { id, version } = await pen.create(setUp, FLOW, {
    code: "RETURN-RECALL",
    name: "召回退货审批",
    document: RETURN,
    conditions: [{ field: "return_reason", comparison: "eq", value: "召回" }],
    steps: [{ step_no: "1", name: "采购经理审批", decider: "role", role_id: "purchase_manager", due_hours: "24" }],
    remark: "其他退货提交后直接通知供应商确认。",
  });
  await applyTransition(setUp, { entity: pen.screen(FLOW).entity, id, version, name: "publish" });
  const returns = new Returns(pen);
  const found = await origins(pen, suppliers);
  for (const [position, story] of STORIES.entries()) {
    const origin = found[position];
    if (origin) await returns.tell(story, origin);
  }
  await returns.takeRejectedBack(suppliers);
}
