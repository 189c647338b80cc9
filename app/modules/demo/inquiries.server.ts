import { z } from "zod";
import type { Actor, Context } from "~/engine/context.server";
import type { DemoSupplier } from "~/engine/entity/seed";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf, momentOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, roundPrice } from "~/shared/decimal";
import type { DemoWriter } from "./demo-writer.server";
import { DemoOpeners } from "./openers.server";
import { endPool, inquiryOfPool, type PooledInquiry, type PoolFate } from "./pooled-inquiries.server";
import { demoTemplate, saidBeside } from "./quote-parts.server";

const RFQ = "purchase-management/rfq";
const QUOTE = "receiving/supplier-quote";
const RECEIPT = "base-data/provision-receipt";
const PRICE = "price-approval/account-price";
const PART = "purchase-management/collective-factory";
const MOST_LINES = 3;
const MOST_INVITED = 4;
/** Prices of the suppliers against the book, in the order in which they were invited. */
const FACTORS = ["1.01", "0.985", "1.03", "0.99"] as const;
/** The same where one of them is the cheapest throughout. */
const STEADY_FACTORS = ["0.95", "1.01", "1.03"] as const;
/** Among those invited: who goes another way than the others in an inquiry. */
const ODD_ONE = { silent: 1, withdraws: 1, voided: 2 } as const;

/** Its prices wait for the office system, see `office-approval.server.ts`. */
export const OFFICE_INQUIRY = "集团统谈物料询价";

type Fate = "draft" | "in_approval" | "published" | "closed" | "opened" | "priced" | "done" | "failed" | "cancelled";

interface Story {
  fate: Fate;
  title: string;
  kind: "period" | "spot" | "adjust" | "new_item";
  /** Published so many days ago. */
  days: number;
  /** How many days there are to quote. */
  open: number;
  /** Two people open it together. */
  sealed?: true;
  /** Whoever quoted is asked a second time. */
  twice?: true;
  /** Suppliers say what their prices are made of; part of it may follow from the rest. */
  brokenDown?: "plain" | "worked";
  /** Suppliers are cheaper the more is ordered at once. */
  scaled?: true;
  /** The first supplier is the cheapest in every line, and gets all of it. */
  steady?: true;
  /** One supplier does not answer, takes back what it sent, or wrote a price wrong that does not count. */
  one?: "silent" | "withdraws" | "voided";
  /** Bundles two factories of the company; made by the purchase manager, who sees both. */
  bundled?: "plain" | "leaving" | "left" | "distributed";
  /** The factories were asked before, in a pool that is over since, or not yet. */
  pooled?: PoolFate;
}

const STORIES: readonly Story[] = [
  { fate: "done", title: "上半年协议价询价", kind: "period", days: 40, open: 7, steady: true },
  { fate: "priced", title: "新增工厂供货询价", kind: "period", days: 16, open: 7 },
  { fate: "opened", title: "旺季备货询价", kind: "period", days: 12, open: 6, twice: true, brokenDown: "plain" },
  { fate: "closed", title: "季度补货询价", kind: "spot", days: 8, open: 5, one: "silent" },
  { fate: "published", title: "下季度协议价询价", kind: "period", days: 2, open: 9, brokenDown: "plain" },
  { fate: "published", title: "原料涨价复核询价", kind: "adjust", days: 1, open: 5, one: "withdraws" },
  { fate: "opened", title: "大宗原料密封询价", kind: "period", days: 14, open: 6, sealed: true, brokenDown: "plain" },
  { fate: "closed", title: "年度框架密封询价", kind: "period", days: 9, open: 6, sealed: true, brokenDown: "plain" },
  { fate: "failed", title: "打样物料询价", kind: "new_item", days: 30, open: 4 },
  { fate: "cancelled", title: "停产物料询价", kind: "spot", days: 20, open: 5 },
  { fate: "in_approval", title: "独家配方料询价", kind: "period", days: 0, open: 8 },
  { fate: "draft", title: "明年协议价询价", kind: "period", days: 0, open: 14, brokenDown: "plain" },
  { fate: "draft", title: "两厂辅料集采", kind: "period", days: 0, open: 10, bundled: "plain" },
  { fate: "published", title: "两厂包材集采", kind: "period", days: 2, open: 8, bundled: "leaving" },
  { fate: "opened", title: "两厂原料集采", kind: "period", days: 11, open: 6, bundled: "plain" },
  { fate: "done", title: "两厂常用料集采（待分配）", kind: "period", days: 22, open: 6, bundled: "plain" },
  { fate: "done", title: "两厂年度集采", kind: "period", days: 26, open: 6, bundled: "distributed" },
  { fate: "priced", title: OFFICE_INQUIRY, kind: "period", days: 18, open: 7 },
  { fate: "opened", title: "大批量优惠询价", kind: "period", days: 10, open: 5, scaled: true, one: "voided" },
  { fate: "done", title: "年度用量阶梯询价", kind: "period", days: 24, open: 6, scaled: true },
  { fate: "published", title: "两厂糖油集采", kind: "period", days: 3, open: 8, bundled: "plain", pooled: "sourcing" },
  { fate: "done", title: "两厂主料集采", kind: "period", days: 19, open: 6, bundled: "plain", pooled: "distributed" },
  { fate: "done", title: "两厂月度集采", kind: "period", days: 38, open: 6, bundled: "plain", pooled: "closed" },
  { fate: "opened", title: "原料损耗分解询价", kind: "period", days: 11, open: 5, twice: true, brokenDown: "worked" },
  { fate: "published", title: "损耗复核询价", kind: "adjust", days: 2, open: 8, brokenDown: "worked" },
  { fate: "cancelled", title: "两厂促销品集采", kind: "spot", days: 18, open: 6, bundled: "left" },
];

/** What is asked for: a factory, its materials and what they cost, and who may be asked. */
interface Ground {
  company_id: string;
  factory_id: string;
  purchase_group_id: string;
  lines: { material_id: string; uom: string; price: string }[];
  suppliers: DemoSupplier[];
}

const gate = z.array(z.object({ severity: z.string() }));

async function grounds(writer: DemoWriter, suppliers: readonly DemoSupplier[]): Promise<Ground[]> {
  const context = writer.context(writer.now);
  const prices = await unscopedRows(
    context,
    "base-data/price-data",
    ["supplier_id", "company_id", "material_id", "uom", "price", "valid_to"],
    [where.eq("currency", "CNY"), where.atLeast("valid_to", writer.today)],
  );
  const orders = await unscopedRows(
    context,
    "purchase-orders/purchase-order",
    ["id", "supplier_id", "factory_id", "company_id", "purchase_group_id"],
    [where.not(where.eq("state", "cancelled"))],
  );
  const found: Ground[] = [];
  for (const supplier of suppliers.filter(({ isAdmitted }) => isAdmitted)) {
    const order = orders
      .filter(({ supplier_id }) => supplier_id === supplier.id)
      .sort((a, b) => a.id.localeCompare(b.id))[0];
    if (!order) continue;
    const own = prices
      .filter(({ supplier_id, company_id }) => supplier_id === supplier.id && company_id === order.company_id)
      .sort((a, b) => a.material_id.localeCompare(b.material_id));
    const lines = own.filter(({ material_id }, at) => own.findIndex((one) => one.material_id === material_id) === at);
    if (lines.length === 0) continue;
    const others = suppliers.filter(
      ({ id, type, isAdmitted }) => isAdmitted && type === supplier.type && id !== supplier.id,
    );
    const asked: DemoSupplier[] = [];
    for (const one of [supplier, ...others]) {
      if (asked.length >= MOST_INVITED) break;
      const reasons = await ask(context, {
        entityKey: "supplier-management/gate-exemption",
        name: "gate",
        input: {
          ...{ action: "rfq", supplierId: one.id, companyId: order.company_id },
          materialIds: lines.slice(0, MOST_LINES).map(({ material_id }) => material_id),
        },
        answer: gate,
      });
      if (reasons.every(({ severity }) => severity !== "refuse")) asked.push(one);
    }
    if (asked.length < 3) continue;
    const { company_id, factory_id, purchase_group_id } = order;
    found.push({ company_id, factory_id, purchase_group_id, lines: lines.slice(0, MOST_LINES), suppliers: asked });
  }
  return found;
}

/** The first of them is cheaper early, the second by more and later. */
function scalesBelow(price: string, place: number): { from_qty: string; price: string }[] {
  const steps =
    place === 0
      ? [
          ["400", "0.98"],
          ["2000", "0.95"],
        ]
      : [["1000", "0.93"]];
  return steps.map(([from_qty = "", factor = "1"]) => ({
    from_qty,
    price: roundPrice(decimal(price).times(decimal(factor))),
  }));
}

/** Leads the inquiries of the demo. */
class Inquiries {
  private readonly openers: DemoOpeners;

  constructor(private readonly writer: DemoWriter) {
    this.openers = new DemoOpeners(writer);
  }

  private at(days: number, hour: number) {
    return this.writer.context(this.writer.moment(this.writer.daysAgo(days), hour));
  }

  private async move(days: number, id: string, move: { name: string; reason?: string; hour?: number }) {
    const { name, reason, hour = 16 } = move;
    const entity = this.writer.screen(RFQ).entity;
    const input = reason === undefined ? {} : { reason };
    return applyTransition(this.at(Math.max(0, days), hour), { entity, id, name, ...input });
  }

  /** What one supplier answers; the last of four declines, and one that slips is a digit off with its first line. */
  private async quote(
    rfqId: string,
    supplier: DemoSupplier,
    {
      place,
      days,
      slips,
      round = 1,
      scaled = false,
      steady = false,
    }: { place: number; days: number; slips: boolean; round?: number; scaled?: boolean; steady?: boolean },
  ) {
    const { writer } = this;
    const entity = writer.screen(QUOTE).entity;
    const own = [where.eq("rfq_id", rfqId), where.eq("supplier_id", supplier.id), where.eq("round_no", round)];
    const [row] = await unscopedRows(writer.context(writer.now), QUOTE, ["id"], own);
    if (!row) return;
    const context = writer.context(writer.moment(writer.daysAgo(Math.max(0, days)), 10 + place), supplier.actor);
    if (place === 3) {
      await applyTransition(context, { entity, id: row.id, name: "decline", reason: "本季产能已排满" });
      return;
    }
    const { record } = await openRecord(writer.context(writer.now), { entity, id: row.id });
    const asked = await this.asked(rfqId);
    const lines = linesOf(record, "items");
    const prices = new Map(
      lines.map(({ rfq_line }, at) => [
        Number(rfq_line),
        roundPrice(
          decimal(asked.get(Number(rfq_line)) ?? "1")
            .times(decimal((steady ? STEADY_FACTORS[place] : FACTORS[(place + at) % 3]) ?? "1"))
            .times(slips && at === 0 ? 10 : 1)
            .times(round === 1 ? 1 : "0.985"),
        ),
      ]),
    );
    await updateRecordBy(context, {
      screen: writer.screen(QUOTE),
      id: row.id,
      version: record.version,
      values: {
        ...{ tax_rate: "13", valid_to: record.price_valid_to, contact_phone: "13800000000" },
        ...(place === 1 ? { credit_days: "60" } : {}),
        ...(await saidBeside(writer, row.id, { place, prices })),
        items: lines.map(({ id, rfq_line }, at) => ({
          id,
          price: prices.get(Number(rfq_line)),
          ...(scaled && place < 2 ? { scales: scalesBelow(prices.get(Number(rfq_line)) ?? "1", place) } : {}),
          ...(place === 1 ? { freight: "0.02" } : {}),
          // One states the duty itself, of another it follows from where the goods come from.
          ...(place === 2 ? { duty_rate: "5", origin: "TH" } : {}),
          ...(place === 1 ? { origin: at === 0 ? "VN" : "CN" } : {}),
          ...{ lead_days: String(7 + place), moq: "100" },
        })),
      },
    });
    await this.acceptRules(context, supplier);
    await applyTransition(context, { entity, id: row.id, name: "submit", reason: "按现行原料价核算" });
  }

  /** What else becomes of the quote of a supplier. */
  private async moveQuote(
    rfqId: string,
    supplier: DemoSupplier,
    { name, at: [days, hour], by, reason }: { name: string; at: [number, number]; by: Actor; reason?: string },
  ): Promise<void> {
    const { writer } = this;
    const own = [where.eq("rfq_id", rfqId), where.eq("supplier_id", supplier.id)];
    const [row] = await unscopedRows(writer.context(writer.now), QUOTE, ["id"], own);
    const context = writer.context(writer.moment(writer.daysAgo(days), hour), by);
    const { entity } = writer.screen(QUOTE);
    if (row) await applyTransition(context, { entity, id: row.id, name, ...(reason ? { reason } : {}) });
  }

  /** Whoever quotes has accepted what it had to by then: without that nothing is sent. */
  private async acceptRules(context: Context, supplier: DemoSupplier): Promise<void> {
    const overdue = await unscopedRows(
      this.writer.context(this.writer.now),
      RECEIPT,
      ["id"],
      [
        where.eq("supplier_id", supplier.id),
        where.eq("state", "pending"),
        where.eq("must_accept", true),
        where.atMost("due_on", dayOf(context.now)),
      ],
    );
    const { entity } = this.writer.screen(RECEIPT);
    for (const { id } of overdue) {
      await ask(context, { entityKey: RECEIPT, name: "text", input: { id, looking: true }, answer: z.unknown() });
      await applyTransition(context, { entity, id, name: "accept", input: { read_to_end: "1" } });
    }
  }

  private async asked(rfqId: string): Promise<Map<number, string>> {
    const entity = this.writer.screen(RFQ).entity;
    const { record } = await openRecord(this.writer.context(this.writer.now), { entity, id: rfqId });
    return new Map(linesOf(record, "items").map(({ line_no, target_price }) => [line_no, String(target_price)]));
  }

  /** Everybody who quoted is asked once more, two days long, and is a little cheaper then. */
  private async askAgain(id: string, ground: Ground, days: number): Promise<void> {
    const { writer } = this;
    const entity = writer.screen(RFQ).entity;
    const { record } = await openRecord(writer.context(writer.now), { entity, id });
    const quoted = linesOf(record, "suppliers").filter(({ invite_status }) => invite_status === "quoted");
    await applyTransition(this.at(days, 14), {
      ...{ entity, id, name: "next_round" },
      input: { new_deadline: momentOf(writer.daysAgo(days - 2), "17:00") },
      lineInput: Object.fromEntries(quoted.map((line) => [line.id, { asked_again: "1" }])),
    });
    for (const [place, supplier] of ground.suppliers.entries())
      if (quoted.some(({ supplier_id }) => supplier_id === supplier.id))
        await this.quote(id, supplier, { place, days: days - 1, slips: false, round: 2 });
    await this.move(days - 2, id, { name: "close", hour: 17 });
    await this.move(days - 3, id, { name: "open", hour: 9 });
  }

  /** Another factory of the same company; of those without one nothing is bundled. */
  private async factoriesOf({ company_id, factory_id }: Ground): Promise<string[]> {
    const own = [where.eq("company_id", company_id), where.not(where.eq("id", factory_id))];
    const others = await unscopedRows(this.writer.context(this.writer.now), "master-data/factory", ["id", "code"], own);
    const [other] = others.sort((a, b) => a.code.localeCompare(b.code));
    return other ? [factory_id, other.id] : [factory_id];
  }

  /** What becomes of a bundle beside its inquiry: a factory asks to leave, and may, or the result is given to the factories. */
  private async followBundle(id: string, how: Story["bundled"], days: number): Promise<void> {
    const { writer } = this;
    if (how === "distributed") await this.move(days, id, { name: "distribute", hour: 10 });
    if (how !== "leaving" && how !== "left") return;
    if (how === "leaving") await this.move(days, id, { name: "remind", hour: 15 });
    const own = [where.eq("rfq_id", id)];
    const parts = await unscopedRows(writer.context(writer.now), PART, ["id", "factory_id"], own);
    const [last] = parts.sort((a, b) => b.id.localeCompare(a.id));
    if (!last) return;
    const at = async (account: string, hour: number) =>
      writer.context(writer.moment(writer.daysAgo(Math.max(0, days)), hour), await writer.person(account));
    const part = { entity: writer.screen(PART).entity, id: last.id };
    await applyTransition(await at("planner1", 16), { ...part, name: "leave", reason: "本厂库存充足，本期不采购" });
    if (how === "left") await applyTransition(await at("manager1", 17), { ...part, name: "consent" });
  }

  /** The first of the grounds from a place on whose company has two factories. */
  async sharedBy(found: readonly Ground[], place: number): Promise<Ground | undefined> {
    for (const [at] of found.entries()) {
      const ground = found[(place + at) % found.length];
      if (ground && (await this.factoriesOf(ground)).length > 1) return ground;
    }
    return undefined;
  }

  async tell(story: Story, ground: Ground): Promise<void> {
    const { fate, title, kind, days, open, sealed, twice, brokenDown, scaled, bundled, pooled, one } = story;
    const { writer } = this;
    const factories = bundled ? await this.factoriesOf(ground) : [ground.factory_id];
    if (bundled && factories.length < 2) return;
    const invited = fate === "in_approval" ? ground.suppliers.slice(0, 1) : ground.suppliers;
    const [first] = ground.suppliers;
    if (!first) return;
    const author = bundled ? await writer.person("manager1") : first.buyer.actor;
    const asked = async (): Promise<PooledInquiry> =>
      pooled
        ? inquiryOfPool(writer, { ...story, pooled }, { ...ground, factories })
        : { ...(await drafted()), pool: null };
    const drafted = async () =>
      writer.create(writer.context(writer.moment(writer.daysAgo(days), 9), author), RFQ, {
        ...{
          mode: bundled ? "collective" : "single",
          title,
          rfq_kind: kind,
          company_id: ground.company_id,
          purchase_group_id: ground.purchase_group_id,
        },
        ...(brokenDown ? { template_id: await demoTemplate(writer, brokenDown) } : {}),
        ...{ payment_term: "d30", trade_term: "送货到厂，含卸货", show_rank: "rank" },
        ...{ price_valid_from: writer.daysAgo(-30), price_valid_to: writer.daysAgo(-210) },
        start_at: momentOf(writer.daysAgo(days), "08:00"),
        deadline: momentOf(writer.daysAgo(days - open), "17:00"),
        ...(sealed ? await this.openers.named(writer.moment(writer.daysAgo(days), 9)) : {}),
        ...(fate === "in_approval" ? { few_reason: "配方专用，仅一家通过验证" } : {}),
        items: factories.flatMap((factory_id, place) =>
          ground.lines.map(({ material_id, uom, price }, at) => ({
            ...{ material_id, factory_id, uom, qty: String((at + 1) * 500 + place * 300) },
            ...{ target_price: price, required_date: writer.daysAgo(-45) },
          })),
        ),
        suppliers: invited.map((one) => ({ supplier_id: one.id })),
      });
    const { id, pool } = await asked();
    if (fate === "draft") return;
    const { state } = await this.move(days, id, { name: "submit", hour: 11 });
    if (fate === "in_approval") return;
    if (state === "in_approval") {
      // Nobody approves what they wrote: the bundles are the manager's own.
      const account = bundled ? "leader1" : "manager1";
      const approver = writer.context(writer.moment(writer.daysAgo(days), 13), await writer.person(account));
      await applyTransition(approver, { entity: writer.screen(RFQ).entity, id, name: "approve", reason: "同意询价" });
    }
    const answered = fate === "published" || bundled === "left" ? invited.slice(0, 2) : invited;
    for (const [place, supplier] of answered.entries())
      if (one !== "silent" || place !== ODD_ONE.silent)
        await this.quote(id, supplier, {
          place,
          days: fate === "published" ? 0 : days - 2,
          slips: fate === "opened" && place === 2,
          scaled: scaled === true,
          steady: story.steady === true,
        });
    if (one === "withdraws") {
      const supplier = invited[ODD_ONE.withdraws];
      if (supplier) await this.moveQuote(id, supplier, { name: "withdraw", at: [0, 14], by: supplier.actor });
    }
    if (fate === "published") {
      await this.followBundle(id, bundled, days - 1);
      return;
    }
    if (fate === "cancelled") {
      await this.followBundle(id, bundled, days - 2);
      await this.move(days - 3, id, {
        name: "cancel",
        reason: bundled ? "只剩一个工厂，改为自行采购" : "物料停产，不再采购",
      });
      return;
    }
    await this.move(days - open, id, { name: "close", hour: 17 });
    if (fate === "closed") {
      if (sealed) await this.openers.give(writer.moment(writer.daysAgo(days - open), 18), id, 1);
      return;
    }
    if (sealed) await this.openers.give(writer.moment(writer.daysAgo(days - open - 1), 9), id, 2);
    else await this.move(days - open - 1, id, { name: "open", hour: 9 });
    if (one === "voided") {
      const [supplier, manager] = [invited[ODD_ONE.voided], await writer.person("manager1")];
      const reason = "第一行的单价多写了一位，供应商来函确认，本次报价作废。";
      if (supplier)
        await this.moveQuote(id, supplier, { name: "void", at: [days - open - 1, 15], by: manager, reason });
    }
    if (twice) await this.askAgain(id, ground, days - open - 1);
    if (fate === "opened") return;
    if (fate === "failed") {
      await this.move(days - open - 2, id, { name: "fail", reason: "报价都高于预算，改用替代料" });
      return;
    }
    await this.move(days - open - 1, id, { name: "fill_lowest", hour: 10 });
    await this.move(days - open - 1, id, { name: "award", hour: 11 });
    if (fate === "done") {
      await this.approve(id, days - open - 2);
      await this.followBundle(id, bundled, days - open - 3);
      if (pool !== null) await endPool(writer, pool, { pooled, days: days - open - 3 });
    }
  }

  private async approve(rfqId: string, days: number): Promise<void> {
    const [price] = await unscopedRows(this.at(0, 9), PRICE, ["id"], [where.eq("rfq_id", rfqId)]);
    if (!price) return;
    const entity = this.writer.screen(PRICE).entity;
    const { state } = await applyTransition(this.at(days, 14), { entity, id: price.id, name: "submit" });
    let now = state;
    for (const [step, account] of ["manager1", "leader1"].entries()) {
      if (now !== "in_approval") return;
      const context = this.writer.context(
        this.writer.moment(this.writer.daysAgo(days), 15 + step),
        await this.writer.person(account),
      );
      now = (await applyTransition(context, { entity, id: price.id, name: "approve", reason: "同意" })).state;
    }
  }
}

/** Inquiries in every state, with what suppliers answered: one priced, one compared, some still open. */
export async function loadInquiries(writer: DemoWriter, suppliers: readonly DemoSupplier[]): Promise<void> {
  const found = await grounds(writer, suppliers);
  const inquiries = new Inquiries(writer);
  for (const [at, story] of STORIES.entries()) {
    const ground =
      story.pooled || story.bundled === "left"
        ? await inquiries.sharedBy(found, at)
        : found[at % Math.max(1, found.length)];
    if (!ground) continue;
    try {
      await inquiries.tell(story, ground);
    } catch (error) {
      // What a supplier's file forbids today is no part of the story.
      if (!(error instanceof AppError)) throw error;
      writer.services.log.warn({ story: story.title, reason: error.message }, "an inquiry of the demo was refused");
    }
  }
}
