import type { Actor } from "~/engine/context.server";
import { type DemoPen, type DemoSupplier, inventedPhone } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const CHANGE = "supplier-management/supplier-change";
const ACCOUNT = "supplier-management/supplier-bank-account";

type Step = readonly [name: string, by: Actor, more?: { reason?: string; input?: Readonly<Record<string, unknown>> }];

/**
 * What suppliers would like to change in their files: one that took effect, two in review, one that came back, one that was not sent yet,
 * one that was given up, one that a second of finance looks at, and one the supplier is invited to.
 */
export async function demoSupplierChanges(pen: DemoPen): Promise<void> {
  const [first, second, third, fourth] = pen.suppliers.filter(({ isAdmitted }) => isAdmitted);
  if (!first || !second || !third || !fourth) throw new Error("the demo has too few suppliers");
  const qa = await pen.person("qa1");
  const { entity } = pen.screen(CHANGE);
  const propose = async (
    supplier: DemoSupplier,
    days: number,
    values: Readonly<Record<string, unknown>>,
    steps: readonly Step[],
  ) => {
    const day = pen.daysAgo(days);
    const { id } = await pen.create(
      pen.context(pen.moment(day, 9, 20), supplier.actor),
      CHANGE,
      { change_type: "change", ...values },
      { origin: "supplier" },
    );
    for (const [index, [name, by, more]] of steps.entries())
      await applyTransition(pen.context(pen.moment(day, 10 + index * 3, 15), by), { entity, id, name, ...more });
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
        { material_type_id: await pen.idOf("master-data/material-type", fourth.type), tier: "primary" },
        { material_type_id: await pen.idOf("master-data/material-type", "B"), tier: "backup" },
      ],
    },
    [["submit", fourth.actor]],
  );
  await propose(
    second,
    12,
    { section: "base", reason: "拟变更经营范围。", new_business_scope: "纸制品、塑料包装的生产和销售。" },
    [["cancel", second.actor, { reason: "登记机关要求先办理环评，暂不变更。" }]],
  );
  await changeOfAccount(pen, third, propose);
  // What quality asks of a supplier, part by part.
  const asking = pen.context(pen.moment(pen.daysAgo(1), 14, 20), qa);
  const { id } = await pen.create(asking, CHANGE, {
    supplier_id: second.id,
    change_type: "supplement",
    section: "contact",
    reason: "质量联系人须能在两小时内答复，请核对并补充夜班联系人。",
    due_date: pen.daysAgo(-5),
  });
  await applyTransition(asking, { entity, id, name: "invite" });
}

/** The account a supplier is paid to moves to another bank: one of finance has called back, another one is still to look at it. */
async function changeOfAccount(
  pen: DemoPen,
  supplier: DemoSupplier,
  propose: (
    supplier: DemoSupplier,
    days: number,
    values: Readonly<Record<string, unknown>>,
    steps: readonly Step[],
  ) => Promise<void>,
): Promise<void> {
  const at = pen.context(pen.moment(pen.daysAgo(2), 9), supplier.actor);
  const own = [where.eq("supplier_id", supplier.id), where.eq("state", "valid")];
  const [account] = await unscopedRows(at, ACCOUNT, ["id"], own);
  // The supplier brings the paper in.
  const proof = await pen.picture(at, pen.screen(CHANGE).entity, "proof", "开户证明.png");
  await propose(
    supplier,
    2,
    {
      section: "bank",
      reason: "基本户迁至新的开户行，原账户月底前销户。",
      bank_replaces_id: account?.id ?? "",
      bank_name: `${supplier.name.slice(0, 2)}城市商业银行（虚构）高新支行`,
      bank_cnaps: "999000030017",
      bank_account_name: supplier.name,
      bank_account_no: "9999000030015006832",
      proof,
    },
    [
      ["submit", supplier.actor],
      [
        "approve",
        await pen.person("finance1"),
        { input: { callback_note: "已拨打变更前预留的业务联系人手机，本人确认换行，与开户证明一致。" } },
      ],
    ],
  );
}
