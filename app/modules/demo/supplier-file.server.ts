import type { Actor } from "~/engine/context.server";
import { applyTransition } from "~/engine/operations/transition.server";
import type { DemoWriter } from "./demo-writer.server";
import { FACTORIES, type Organisation } from "./organisation.server";
import { inventedPhone } from "./places";
import type { DemoSupplier } from "./suppliers.server";

const ACCOUNT = "supplier-management/supplier-bank-account";
const CHANGE = "supplier-management/supplier-change";
const WAREHOUSE = "master-data/warehouse";

/** Rooms of a factory: what is stored there decides how warm they are. */
const ROOMS = [
  { suffix: "1", name: "原料常温库", temp_zone: "ambient", keeper: "周样" },
  { suffix: "2", name: "原料阴凉库", temp_zone: "cool", keeper: "秦样" },
  { suffix: "3", name: "冷藏库", temp_zone: "chilled", keeper: "韩样" },
  { suffix: "4", name: "包材库", temp_zone: "ambient", keeper: "吕样" },
] as const;

type Step = readonly [name: string, by: Actor, more?: { reason?: string; input?: Readonly<Record<string, unknown>> }];

/** Where suppliers are paid to, what they would like to change in their files in every stage of review, and the rooms goods are received in. */
export async function loadSupplierFile(
  writer: DemoWriter,
  organisation: Organisation,
  suppliers: readonly DemoSupplier[],
): Promise<void> {
  const [first, second, third, fourth] = suppliers.filter(({ isAdmitted }) => isAdmitted);
  if (!first || !second || !third || !fourth) throw new Error("the demo has too few suppliers");
  await accounts(writer, [first, second, third, fourth]);
  await changes(writer, organisation, [first, second, third, fourth]);
  await warehouses(writer, organisation);
}

/** Accounts that were confirmed long ago, and one that waits for somebody to call back. */
async function accounts(writer: DemoWriter, suppliers: readonly DemoSupplier[]): Promise<void> {
  const finance = await writer.person("finance1");
  for (const [index, supplier] of suppliers.entries()) {
    const isNew = index === suppliers.length - 1;
    const day = writer.daysAgo(isNew ? 1 : 700 - index * 9);
    const by = isNew ? finance : undefined;
    const { id } = await writer.create(writer.context(writer.moment(day, 10), by), ACCOUNT, {
      supplier_id: supplier.id,
      bank_name: `${supplier.name.slice(0, 2)}农村商业银行（虚构）营业部`,
      cnaps: `9990000${String(10001 + index)}`,
      account_name: supplier.name,
      account_no: `99990000${String(1000200 + index * 37)}${String(3000 + index * 171)}`,
    });
    if (isNew) continue;
    await applyTransition(writer.context(writer.moment(day, 16), finance), {
      entity: writer.screen(ACCOUNT).entity,
      id,
      name: "confirm",
      reason: "已致电预留联系人核实，与开户证明一致。",
    });
  }
}

/** One that took effect, two in review, one that came back, one the supplier has not sent yet, and one it is invited to. */
async function changes(
  writer: DemoWriter,
  organisation: Organisation,
  [first, second, third, fourth]: readonly [DemoSupplier, DemoSupplier, DemoSupplier, DemoSupplier],
): Promise<void> {
  const qa = await writer.person("qa1");
  const { entity } = writer.screen(CHANGE);
  const propose = async (
    supplier: DemoSupplier,
    days: number,
    values: Readonly<Record<string, unknown>>,
    steps: readonly Step[],
  ) => {
    const day = writer.daysAgo(days);
    const { id } = await writer.create(
      writer.context(writer.moment(day, 9, 20), supplier.actor),
      CHANGE,
      { change_type: "change", ...values },
      { origin: "supplier" },
    );
    for (const [index, [name, by, more]] of steps.entries())
      await applyTransition(writer.context(writer.moment(day, 10 + index * 3, 15), by), { entity, id, name, ...more });
  };
  await propose(
    first,
    45,
    {
      section: "contact",
      reason: "原质量联系人离职，由新同事接手。",
      contacts: [
        { name: "秦样", duty: "business", phone: inventedPhone(4), is_primary: true },
        { name: "尤样", duty: "quality", phone: inventedPhone(9701) },
      ],
    },
    [
      ["submit", first.actor],
      ["approve", first.buyer.actor],
    ],
  );
  await propose(
    first,
    1,
    {
      section: "base",
      reason: "增资已完成工商变更登记，营业执照将随后在资质证照中更新。",
      new_registered_capital: "3000",
      new_legal_person: "尤样",
    },
    [["submit", first.actor]],
  );
  await propose(
    second,
    3,
    {
      section: "site",
      reason: "新建二期车间已投产。",
      site_name: "二期车间",
      site_address: "示范工业园二期6号",
      site_capacity: "日产包装材料40万只，三条生产线。",
    },
    [
      ["submit", second.actor],
      ["reject", qa, { reason: "请补充车间平面图和消防验收文件后再提交。" }],
    ],
  );
  await propose(
    third,
    2,
    { section: "base", reason: "按新的登记机关要求规范简称。", new_short_name: `${third.name.slice(2, 4)}食品` },
    [["submit", third.actor]],
  );
  await propose(
    fourth,
    0,
    { section: "base", reason: "注册地址门牌变更。", new_registered_address: "示范工业园新区88号" },
    [],
  );
  // A supplier that would like to deliver one more kind of material: it begins with what its file names.
  await propose(
    fourth,
    1,
    {
      section: "category",
      reason: "二期投产后可供应同类包装辅料，样品已备好。",
      categories: [
        { material_type_id: organisation.materialTypes.get(fourth.type), tier: "primary" },
        { material_type_id: organisation.materialTypes.get("B"), tier: "backup" },
      ],
    },
    [["submit", fourth.actor]],
  );
  // What quality asks of a supplier, part by part.
  const asking = writer.context(writer.moment(writer.daysAgo(1), 14, 20), qa);
  const { id } = await writer.create(asking, CHANGE, {
    supplier_id: second.id,
    change_type: "supplement",
    section: "contact",
    reason: "质量联系人须能在两小时内答复，请核对并补充夜班联系人。",
    due_date: writer.daysAgo(-5),
  });
  await applyTransition(asking, { entity, id, name: "invite" });
}

async function warehouses(writer: DemoWriter, organisation: Organisation): Promise<void> {
  const context = writer.context(writer.moment(writer.daysAgo(795), 9));
  await writer.together(context, async () => {
    for (const [index, { code, name }] of FACTORIES.entries())
      for (const [room, { suffix, name: what, temp_zone, keeper }] of ROOMS.entries())
        await writer.create(context, WAREHOUSE, {
          code: `${code}-${suffix}`,
          name: `${name}${what}`,
          factory_id: organisation.factories.get(code),
          temp_zone,
          keeper,
          keeper_phone: inventedPhone(950 + index * ROOMS.length + room),
        });
  });
}
