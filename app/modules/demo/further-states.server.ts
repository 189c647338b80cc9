import type { DemoSupplier } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";
import { type DemoMaterial, orderable } from "./goods.server";
import { FACTORIES, type Organisation } from "./organisation.server";

const FREEZE = "supplier-performance/supplier-freeze";
const EXEMPTION = "supplier-management/gate-exemption";
const BRAND = "supplier-management/brand-authorization";
const SAMPLE = "supplier-management/sample-verification";
const REPORT = "master-data/type-inspection-report";
const SOURCE = "base-data/source-data";
const RISK = "supplier-management/risk-event";

/** A move of a document, so many days ago. */
type Step = readonly [
  days: number,
  name: string,
  more?: { reason?: string; input?: Readonly<Record<string, unknown>> },
];

/** Writes documents of the supplier areas that the stories leave out: those begun, sent back, ended, and those between two moves. */
class FurtherStates {
  constructor(
    private readonly writer: DemoWriter,
    private readonly suppliers: readonly DemoSupplier[],
    private readonly materials: readonly DemoMaterial[],
    private readonly factoryId: string | undefined,
  ) {}

  /** Counted from the end: those in front have accounts to look at, and stories of their own. */
  private supplier(place: number): DemoSupplier {
    const found = this.suppliers.at(-place);
    if (!found) throw new Error("the demo has too few suppliers");
    return found;
  }

  private materialOf(supplier: DemoSupplier): string | undefined {
    return this.materials.find(({ type }) => type === supplier.type)?.id;
  }

  private at(days: number) {
    return this.writer.context(this.writer.moment(this.writer.daysAgo(days), 11));
  }

  private async tell(key: string, days: number, values: object, steps: readonly Step[] = []): Promise<string> {
    const { id } = await this.writer.create(this.at(days), key, { ...values });
    for (const [day, name, more = {}] of steps)
      await applyTransition(this.at(day), { entity: this.writer.screen(key).entity, id, name, ...more });
    return id;
  }

  async all(): Promise<void> {
    await this.writer.together(this.at(0), async () => {
      await this.freezes();
      await this.exemptions();
      await this.brands();
      await this.reports();
      await this.sources();
      await this.risks();
      await this.samples();
    });
    await this.sentSample();
  }

  private async freezes(): Promise<void> {
    const { writer } = this;
    const freeze = (place: number, days: number, more: object = {}) => ({
      ...{
        supplier_id: this.supplier(place).id,
        source_type: "manual",
        on_rfq: "1",
        effective_from: writer.daysAgo(days),
      },
      ...{ reason: "交货准时率连续三个月低于约定。", alternative: "由同品类其他供应商供应。", ...more },
    });
    const submitted: Step = [6, "submit", { reason: "已核对影响。" }];
    await this.tell(FREEZE, 1, freeze(4, 1));
    await this.tell(FREEZE, 6, freeze(5, 6), [submitted]);
    await this.tell(FREEZE, 6, freeze(6, -9), [submitted, [5, "approve"]]);
    await this.tell(FREEZE, 6, freeze(7, 6), [submitted, [5, "reject", { reason: "先约谈供应商，暂不冻结。" }]]);
    await this.tell(FREEZE, 6, freeze(8, 6), [[5, "cancel", { reason: "供应商已补交，撤回申请。" }]]);
    await this.tell(FREEZE, 60, freeze(9, 60, { release_date: writer.daysAgo(20) }), [
      [59, "submit", { reason: "已核对影响。" }],
      [58, "approve"],
      [19, "lift", { reason: "连续四周准时交货，条件已满足。" }],
    ]);
  }

  private async exemptions(): Promise<void> {
    const { writer } = this;
    const exemption = (place: number, days: number, more: object = {}) => ({
      ...{ supplier_id: this.supplier(place).id, material_id: this.materialOf(this.supplier(place)) },
      ...{ valid_from: writer.daysAgo(days), valid_to: writer.daysAgo(days - 14), lifts_type_inspection: "1" },
      ...{ on_release: "1", reason: "新报告在检，生产急需。", containment: "到货逐批加严检验。", ...more },
    });
    const approved: Step[] = ["submit", "approve_first", "approve_second"].map((name) => [40, name] as const);
    await this.tell(EXEMPTION, 1, exemption(4, 1));
    await this.tell(EXEMPTION, 3, exemption(5, 3), [
      [3, "submit"],
      [2, "approve_first"],
    ]);
    await this.tell(EXEMPTION, 9, exemption(6, 9), [
      [9, "submit"],
      [8, "reject", { reason: "库存充足，不需要放行。" }],
    ]);
    await this.tell(EXEMPTION, 40, exemption(7, 40), [...approved, [25, "expire"]]);
    await this.tell(EXEMPTION, 40, exemption(8, 40), [
      ...approved,
      [33, "revoke", { reason: "新报告已取得，不再需要。" }],
    ]);
    const orders = await unscopedRows(
      this.at(0),
      "purchase-orders/purchase-order",
      ["id"],
      [where.eq("supplier_id", this.supplier(9).id)],
    );
    const used = { qty: "5000", order: orders[0]?.id };
    await this.tell(EXEMPTION, 40, exemption(9, 40, { max_qty: "5000" }), [
      ...approved,
      [36, "consume", { input: used }],
    ]);
  }

  private async brands(): Promise<void> {
    const [agent] = this.suppliers.filter(({ name }) => name.includes("天然色素"));
    if (!agent) return;
    const { writer } = this;
    const brand = (name: string, days: number, endsIn: number) => ({
      ...{
        supplier_id: agent.id,
        brand_name: name,
        producer_name: `${name}色素（虚构）有限公司`,
        auth_level: "general",
      },
      ...{ auth_no: `SQ-YS-${name}`, region: "华东地区", valid_from: writer.daysAgo(days) },
      valid_to: writer.daysAgo(-endsIn),
      chain: [{ grantor: `${name}色素（虚构）有限公司`, grantee: agent.name, valid_to: writer.daysAgo(-endsIn) }],
    });
    await this.tell(BRAND, 2, brand("朝霞", 2, 360));
    await this.tell(BRAND, 5, brand("晚枫", 5, 300), [[4, "submit"]]);
    await this.tell(BRAND, 30, brand("青岚", 30, 300), [
      [29, "submit"],
      [28, "reject", { reason: "授权书没有加盖品牌方公章。" }],
    ]);
    await this.tell(BRAND, 380, brand("秋实", 380, -12), [
      [379, "submit"],
      [378, "approve"],
      [11, "expire"],
    ]);
    await this.tell(BRAND, 200, brand("暮云", 200, 120), [
      [199, "submit"],
      [198, "approve"],
      [50, "revoke", { reason: "品牌方来函终止授权。" }],
    ]);
  }

  private async reports(): Promise<void> {
    const { writer } = this;
    const report = (place: number, days: number) => ({
      ...{ supplier_id: this.supplier(place).id, report_no: `YSJC-B${place}-${days}`, cma_no: "YS000000001" },
      ...{
        lab_name: "演示检测技术服务有限公司（虚构）",
        issue_date: writer.daysAgo(days),
        standard_code: "Q/YS 0001S",
      },
      sample_batch: writer.daysAgo(days + 20).replaceAll("-", ""),
      materials: [{ material_id: this.materialOf(this.supplier(place)) }],
      items: [{ item: "感官", value: "正常" }],
    });
    await this.tell(REPORT, 1, report(4, 10));
    await this.tell(REPORT, 8, report(5, 14), [
      [8, "submit"],
      [6, "reject", { reason: "缺检测机构骑缝章。" }],
    ]);
    await this.tell(REPORT, 30, report(6, 36), [
      [30, "submit"],
      [28, "fail", { reason: "溶剂残留超出标准。" }],
    ]);
  }

  private async sources(): Promise<void> {
    const source = (place: number, days: number) => ({
      ...{ supplier_id: this.supplier(place).id, material_id: this.materialOf(this.supplier(place)) },
      ...{ factory_id: this.factoryId, effective_from: this.writer.daysAgo(days), tier: "backup" },
    });
    await this.tell(SOURCE, 90, source(7, 90), [
      [90, "approve"],
      [30, "suspend", { reason: "印刷色差连续超标，整改中。", input: { cause: "quality" } }],
    ]);
    await this.tell(SOURCE, 300, source(8, 300), [
      [300, "approve"],
      [45, "end", { reason: "该规格停用。" }],
    ]);
  }

  private async risks(): Promise<void> {
    const { writer } = this;
    const manager = await writer.person("manager1");
    const risk = (place: number, title: string, days: number, done: boolean) => ({
      ...{ supplier_id: this.supplier(place).id, category: "capacity", title, detail: "演示数据，内容为虚构。" },
      ...{ occurred_on: writer.daysAgo(days), probability: "2", impact: "2", owner_id: manager.id },
      measures: [
        {
          measure: "核对备料和排产",
          due_date: writer.daysAgo(-5),
          ...(done ? { done_date: writer.daysAgo(days) } : {}),
        },
      ],
    });
    await this.tell(RISK, 12, risk(4, "主要设备大修", 13, false), [
      [11, "confirm"],
      [10, "handle"],
    ]);
    await this.tell(RISK, 50, risk(5, "限电影响产能", 52, true), [
      [49, "confirm"],
      [48, "handle"],
      [30, "close", { input: { close_note: "限电已解除，交货恢复正常。" } }],
    ]);
    await this.tell(RISK, 15, risk(6, "厂区搬迁传闻", 16, false), [
      [14, "ignore", { reason: "供应商书面说明没有搬迁计划。" }],
    ]);
  }

  private async sample(place: number, more: object = {}) {
    const supplier = this.supplier(place);
    const qa = await this.writer.person("qa1");
    return {
      ...{ supplier_id: supplier.id, material_id: this.materialOf(supplier), purpose: "new_material", qty: "2" },
      uom: this.materials.find(({ type }) => type === supplier.type)?.uom ?? "kg",
      ...{ require_date: this.writer.daysAgo(-6), receiver_id: qa.id, send_address: "澜川工厂质量化验室" },
      tests: [{ item: "外观", kind: "sensory", text_value: "正常", verdict: "pass" }],
      ...more,
    };
  }

  private async samples(): Promise<void> {
    const accepted: Step = [9, "accept"];
    const received: Step = [6, "receive", { input: { retain_place: "留样柜3-11" } }];
    await this.tell(SAMPLE, 10, await this.sample(4), [accepted]);
    await this.tell(SAMPLE, 10, await this.sample(5), [[9, "refuse", { reason: "该规格本季不生产，无法送样。" }]]);
    await this.tell(SAMPLE, 10, await this.sample(6), [[8, "cancel", { reason: "项目取消。" }]]);
    await this.tell(SAMPLE, 10, await this.sample(7), [accepted, received]);
    await this.tell(SAMPLE, 10, await this.sample(9), [
      accepted,
      received,
      [2, "finish_test", { input: { result: "pass" } }],
    ]);
    const trial = { result: "pass", trial_factory_id: this.factoryId, trial_qty: "300" };
    await this.tell(SAMPLE, 10, await this.sample(10, { need_trial: "1" }), [
      accepted,
      received,
      [3, "to_trial", { input: trial }],
    ]);
  }

  /** The supplier sends the sample with its report, which it brings in outside what the program writes in one go. */
  private async sentSample(): Promise<void> {
    const id = await this.tell(SAMPLE, 8, await this.sample(11), [[7, "accept"]]);
    const { entity } = this.writer.screen(SAMPLE);
    const person = this.writer.context(this.writer.moment(this.writer.daysAgo(2), 15), this.supplier(11).actor);
    const supplier_coa = await this.writer.picture(person, entity, "supplier_coa", "样品检验报告.png");
    const input = { express_no: "YS2026110088", batch_no: "YP-1101", supplier_coa };
    await applyTransition(person, { entity, id, name: "send", input });
  }
}

/** Documents of the supplier areas in the states that no story ends in. */
export async function loadFurtherStates(
  writer: DemoWriter,
  organisation: Organisation,
  suppliers: readonly DemoSupplier[],
): Promise<void> {
  const admitted = suppliers.filter(({ isAdmitted }) => isAdmitted);
  const factory = organisation.factories.get(FACTORIES[0].code);
  await new FurtherStates(writer, admitted, await orderable(writer), factory).all();
}
