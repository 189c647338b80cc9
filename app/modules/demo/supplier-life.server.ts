import type { Context } from "~/engine/context.server";
import type { DemoSupplier } from "~/engine/entity/seed";
import { refreshDueList } from "~/engine/operations/inspection-due.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { gatherSupplierWarnings } from "~/engine/operations/supplier-warnings.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";
import { type DemoMaterial, orderable } from "./goods.server";
import { FACTORIES, GROUPS, type Organisation } from "./organisation.server";
import { SUPPLIERS } from "./suppliers";

const CERTIFICATE = "supplier-management/supplier-certificate";
const SOURCE = "base-data/source-data";
const REPORT = "master-data/type-inspection-report";
const SAMPLE = "supplier-management/sample-verification";
const ORDER = "purchase-orders/purchase-order";
const FREEZE = "supplier-performance/supplier-freeze";
const EXEMPTION = "supplier-management/gate-exemption";
const BRAND = "supplier-management/brand-authorization";

type Values = Readonly<Record<string, unknown>>;

/** What a laboratory found, a little different from report to report. */
function measured(issuedAgo: number): Values[] {
  const water = ["12.1", "12.6", "11.8", "12.9"][issuedAgo % 4];
  const ash = ["0.48", "0.52", "0.45", "0.55"][issuedAgo % 4];
  return [
    { item: "水分", method: "GB 5009.3", upper: "14.5", unit: "%", value: water },
    { item: "灰分", method: "GB 5009.4", upper: "0.70", unit: "%", value: ash },
    { item: "感官", value: "正常" },
  ];
}

/**
 * What the supplier areas show: certificates with their ends, approved sources, type inspections of which one stops orders and one
 * soon will, a freeze, an exemption, brand authorisations. Suppliers with accounts have nothing that stops their orders.
 */
export async function loadSupplierLife(
  writer: DemoWriter,
  organisation: Organisation,
  suppliers: readonly DemoSupplier[],
): Promise<void> {
  const materials = await orderable(writer);
  const at = (days: number) => writer.context(writer.moment(writer.daysAgo(days), 10));
  const transition = ({
    days,
    key,
    id,
    name,
    more = {},
  }: {
    days: number;
    key: string;
    id: string;
    name: string;
    more?: { reason?: string; input?: Values };
  }) => applyTransition(at(days), { entity: writer.screen(key).entity, id, name, ...more });
  const food = suppliers.filter(({ isAdmitted, type }) => isAdmitted && type.startsWith("Y"));
  const [first] = suppliers;
  const [, blocked, warned, exempted, frozen, renewing, expiring] = food;
  if (!first || !blocked || !warned || !exempted || !frozen || !renewing || !expiring) return;
  const [factory] = FACTORIES;
  const factory_id = organisation.factories.get(factory?.code ?? "");
  const materialOf = (supplier: DemoSupplier) => materials.find(({ type }) => type === supplier.type)?.id;

  const certificate = async (supplier: DemoSupplier, type: string, issuedAgo: number, endsIn: number | null) => {
    const index = suppliers.indexOf(supplier) + 1;
    const number = type === "food_production" ? `SC1999902${String(index).padStart(7, "0")}` : `YS-${type}-${index}`;
    const { id } = await writer.create(at(issuedAgo), CERTIFICATE, {
      supplier_id: supplier.id,
      certificate_type: type,
      certificate_no: number.toUpperCase(),
      issuer: "演示市市场监督管理局（虚构）",
      issue_date: writer.daysAgo(issuedAgo),
      ...(endsIn === null ? { is_long_term: "1" } : { valid_to: writer.daysAgo(-endsIn) }),
    });
    await transition({ days: issuedAgo, key: CERTIFICATE, id, name: "submit" });
    return id;
  };
  const verified = async (supplier: DemoSupplier, type: string, issuedAgo: number, endsIn: number | null) => {
    const id = await certificate(supplier, type, issuedAgo, endsIn);
    await transition({ days: issuedAgo, key: CERTIFICATE, id, name: "verify", more: { input: { method: "online" } } });
  };
  await writer.together(at(500), async () => {
    for (const supplier of suppliers.filter(({ isAdmitted }) => isAdmitted).slice(0, 10))
      await verified(supplier, "business_license", 500, null);
    for (const supplier of [first, blocked, warned, exempted, frozen])
      await verified(supplier, "food_production", 480, 900);
    await verified(expiring, "food_production", 480, 33);
    await verified(renewing, "iso22000", 470, 210);
    await certificate(renewing, "haccp", 3, 1090);
  });

  const source = async (supplier: DemoSupplier, since: number, more: Values = {}) => {
    const { id } = await writer.create(at(since), SOURCE, {
      supplier_id: supplier.id,
      material_id: materialOf(supplier),
      factory_id,
      effective_from: writer.daysAgo(since),
      ...more,
    });
    return id;
  };
  /** A sample that passed: with it the waiting source can be approved. */
  const passedSample = async (supplier: DemoSupplier) => {
    const [qa] = await unscopedRows(at(0), "system-management/user", ["id"], [where.eq("accountname", "qa1")]);
    const { id } = await writer.create(at(34), SAMPLE, {
      supplier_id: supplier.id,
      material_id: materialOf(supplier),
      purpose: "new_material",
      qty: "2",
      uom: materials.find(({ id }) => id === materialOf(supplier))?.uom ?? "kg",
      require_date: writer.daysAgo(20),
      receiver_id: String(qa?.id),
      send_address: "澜川工厂质量化验室",
      tests: [
        { item: "水分", standard: "GB 5009.3", kind: "quantitative", upper: "14.5", unit: "%", value: "12.4" },
        { item: "色泽气味", kind: "sensory", text_value: "正常", verdict: "pass" },
      ],
    });
    await transition({ days: 33, key: SAMPLE, id, name: "accept" });
    await transition({ days: 24, key: SAMPLE, id, name: "receive", more: { input: { retain_place: "留样柜2-07" } } });
    await transition({ days: 20, key: SAMPLE, id, name: "finish_test", more: { input: { result: "pass" } } });
    await transition({ days: 18, key: SAMPLE, id, name: "approve" });
  };
  const report = async (supplier: DemoSupplier, issuedAgo: number) => {
    const { id } = await writer.create(at(issuedAgo - 6), REPORT, {
      supplier_id: supplier.id,
      report_no: `YSJC${String(suppliers.indexOf(supplier) + 1).padStart(4, "0")}-${issuedAgo}`,
      lab_name: "演示检测技术服务有限公司（虚构）",
      cma_no: "YS000000001",
      issue_date: writer.daysAgo(issuedAgo),
      standard_code: "Q/YS 0001S",
      sample_batch: writer.daysAgo(issuedAgo + 20).replaceAll("-", ""),
      materials: [{ material_id: materialOf(supplier) }],
      items: measured(issuedAgo),
    });
    await transition({ days: issuedAgo - 6, key: REPORT, id, name: "submit" });
    return id;
  };
  await writer.together(at(400), async () => {
    for (const supplier of [first, blocked, warned, exempted, renewing])
      await transition({ days: 400, key: SOURCE, id: await source(supplier, 400), name: "approve" });
    await transition({
      days: 120,
      key: SOURCE,
      id: await source(frozen, 120, { tier: "backup", effective_to: writer.daysAgo(-60) }),
      name: "approve",
    });
    await passedSample(expiring);
    await source(expiring, 2, { tier: "secondary", moq: "500" });
    for (const [supplier, issuedAgo] of [
      [first, 780],
      [first, 425],
      [first, 60],
      [blocked, 392],
      [warned, 372],
      [exempted, 390],
      [frozen, 100],
      [renewing, 375],
    ] as const)
      await transition({
        days: issuedAgo - 8,
        key: REPORT,
        id: await report(supplier, issuedAgo),
        name: "approve",
        more: { input: { method: "issuer" } },
      });
    await report(blocked, 8);
  });
  await writer.together(at(0), () => refreshDueList(at(0), null));

  const freeze = await writer.create(at(12), FREEZE, {
    supplier_id: frozen.id,
    source_type: "quality_issue",
    reason: "连续两批水分超标，整改完成前不再新增业务。",
    supplier_note: "请提交整改报告，验证通过后恢复。",
    on_rfq: "1",
    on_award: "1",
    effective_from: writer.daysAgo(12),
    conditions: "整改关闭且连续三批合格",
  });
  for (const name of ["submit", "approve"]) await transition({ days: 11, key: FREEZE, id: freeze.id, name });

  const exemption = await writer.create(at(5), EXEMPTION, {
    supplier_id: exempted.id,
    material_id: materialOf(exempted),
    valid_from: writer.daysAgo(5),
    valid_to: writer.daysAgo(-20),
    max_qty: "20000",
    lifts_type_inspection: "1",
    on_release: "1",
    reason: "新报告已送检，预计两周内取得，生产不能中断。",
    containment: "到货逐批加严检验，合格后放行使用。",
  });
  for (const name of ["submit", "approve_first", "approve_second"])
    await transition({ days: 4, key: EXEMPTION, id: exemption.id, name });
  await orderOnExemption(writer, organisation, exempted, materials);
  const waiting = await writer.create(at(1), EXEMPTION, {
    supplier_id: blocked.id,
    material_id: materialOf(blocked),
    valid_from: writer.today,
    valid_to: writer.daysAgo(-14),
    lifts_type_inspection: "1",
    on_release: "1",
    reason: "旺季备料，替代供应商产能不足。",
    containment: "逐批送检，批批留样。",
  });
  await transition({ days: 0, key: EXEMPTION, id: waiting.id, name: "submit" });

  await loadBrands(writer, suppliers, at, (days, key, id, name) => transition({ days, key, id, name }));
  await writer.together(at(0), () => gatherSupplierWarnings(at(0)));
}

/** Two orders that went out although the type inspection is overdue: the exemption names them and counts what they took. */
async function orderOnExemption(
  writer: DemoWriter,
  organisation: Organisation,
  supplier: DemoSupplier,
  materials: readonly DemoMaterial[],
): Promise<void> {
  const { actor, factories } = supplier.buyer;
  const [factory] = FACTORIES.filter(({ code }) => factories.includes(code));
  const group = GROUPS.find(({ code }) => code === supplier.group);
  const material = materials.find(({ type }) => type === supplier.type);
  if (!factory || !material) return;
  for (const [days, qty] of [
    [3, "4000"],
    [1, "2500"],
  ] as const) {
    const at = (hour: number) => writer.context(writer.moment(writer.daysAgo(days), hour), actor);
    await writer.together(at(10), async () => {
      const { id } = await writer.create(at(10), ORDER, {
        order_type: "standard",
        supplier_id: supplier.id,
        company_id: organisation.companies.get(factory.company),
        factory_id: organisation.factories.get(factory.code),
        purchase_org_id: organisation.orgs.get(group?.org ?? ""),
        purchase_group_id: organisation.groups.get(supplier.group),
        order_date: writer.daysAgo(days),
        payment_term: supplier.paymentTerm,
        items: [
          { material_id: material.id, qty, price: material.price.toFixed(2), required_date: writer.daysAgo(days - 14) },
        ],
      });
      const { entity } = writer.screen(ORDER);
      const reason = "型式检验已临时放行，生产急需。";
      for (const [hour, name] of [
        [11, "submit"],
        [12, "release"],
      ] as const)
        await applyTransition(at(hour), { entity, id, name, reason });
    });
  }
}

/** Authorisations of those who deliver what others make: one good, one that ends before long, one to be judged. */
async function loadBrands(
  writer: DemoWriter,
  suppliers: readonly DemoSupplier[],
  at: (days: number) => ReturnType<DemoWriter["context"]>,
  transition: (days: number, key: string, id: string, name: string) => Promise<unknown>,
): Promise<void> {
  const agents = suppliers.filter(
    ({ isAdmitted }, index) => isAdmitted && ["trader", "brand_agent"].includes(SUPPLIERS[index]?.kind ?? ""),
  );
  for (const [index, [brand, producer, level, endsIn]] of (
    [
      ["麦田坊", "麦田坊食品（虚构）有限公司", "general", 300],
      ["山泉谷", "山泉谷农业（虚构）有限公司", "level1", 45],
      ["禾味源", "禾味源调味品（虚构）有限公司", "level1", 200],
    ] as const
  ).entries()) {
    const agent = agents[index];
    if (!agent) return;
    const end = writer.daysAgo(-endsIn);
    const between = "华东食品贸易（虚构）有限公司";
    const { id } = await writer.create(
      at(150 - index * 40),
      BRAND,
      {
        supplier_id: agent.id,
        brand_name: brand,
        producer_name: producer,
        auth_level: level,
        auth_no: `SQ-YS-${index + 1}`,
        region: "华东地区",
        valid_from: writer.daysAgo(160 - index * 40),
        valid_to: writer.daysAgo(-400),
        chain:
          level === "general"
            ? [{ grantor: producer, grantee: agent.name, valid_to: end }]
            : [
                { grantor: producer, grantee: between, valid_to: writer.daysAgo(-400) },
                { grantor: between, grantee: agent.name, valid_to: end },
              ],
      },
      { origin: "supplier" },
    );
    // People bring files in, outside what the program writes in one go.
    await chainPapers(writer, writer.context(writer.moment(writer.daysAgo(150 - index * 40), 11), agent.actor), id);
    await transition(149 - index * 40, BRAND, id, "submit");
    if (index < 2) await transition(148 - index * 40, BRAND, id, "approve");
  }
}

/** The supplier uploads the paper of each link of its chain. */
async function chainPapers(writer: DemoWriter, context: Context, id: string): Promise<void> {
  const { entity } = writer.screen(BRAND);
  const { record } = await openRecord(context, { entity, id });
  const chain: Values[] = [];
  for (const [index, row] of linesOf(record, "chain").entries())
    chain.push({ id: row.id, file: await writer.picture(context, entity, "chain.file", `第${index + 1}级授权书.png`) });
  await writer.change(context, BRAND, id, { chain });
}
