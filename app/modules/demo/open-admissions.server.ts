import type { Actor } from "~/engine/context.server";
import type { DemoSupplier } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";
import type { Organisation } from "./organisation.server";
import type { Staff } from "./staff.server";

const ADMISSION = "supplier-management/admission";

/** A case of a supplier that would deliver one more material, and how far it has come. */
interface Case {
  type: string;
  days: number;
  note: string;
  amount: string;
  end: "draft" | "terminated" | "pending";
}

const CASES: readonly Case[] = [
  { type: "B03", days: 1, note: "新品酱料改用广口瓶，先登记需求。", amount: "460000", end: "draft" },
  { type: "B04", days: 16, note: "促销装需要双面标签。", amount: "180000", end: "terminated" },
  { type: "B02", days: 9, note: "礼盒装增加一个规格的复合膜。", amount: "350000", end: "pending" },
];

interface Telling {
  organisation: Organisation;
  staff: Staff;
  suppliers: readonly DemoSupplier[];
}

/** Cases that are being written, were called off, and wait for the approval; by those who deal with them. */
export async function loadOpenAdmissions(
  writer: DemoWriter,
  { organisation, staff, suppliers }: Telling,
): Promise<void> {
  const { manager } = staff;
  const qaManager = await writer.person("qamanager1");
  const present = writer.context(writer.now);
  const { entity } = writer.screen(ADMISSION);
  const published = [where.eq("usage", "first_trial"), where.eq("state", "published")];
  const [sheet] = await unscopedRows(present, "supplier-management/scoring-template", ["id"], published);
  const [group] = organisation.orgs.values();
  for (const { type, days, note, amount, end } of CASES) {
    const supplier = suppliers.find((one) => one.isAdmitted && one.type === type);
    if (!supplier) continue;
    const type_id = String(organisation.materialTypes.get(type));
    const ofType = [where.eq("material_type_id", type_id), where.eq("material_status", "active")];
    const materials = await unscopedRows(present, "master-data/material", ["id", "code"], ofType);
    materials.sort((a, b) => (a.code < b.code ? -1 : 1));
    const buyer = supplier.buyer.actor;
    const at = (after: number, by: Actor, hour = 10) =>
      writer.context(writer.moment(writer.daysAgo(Math.max(0, days - after)), hour), by);
    const { id } = await writer.create(at(0, buyer), ADMISSION, {
      ...{
        supplier_id: supplier.id,
        admission_type: "new_material",
        purchase_org_id: group,
        material_type_id: type_id,
      },
      ...{ demand_reason: "capacity", reason_note: note, annual_amount: amount, template_id: sheet?.id },
      buyer_id: buyer.id,
      materials: [
        {
          material_id: materials.at(-1)?.id,
          factory_id: organisation.factories.get(supplier.buyer.factories[0] ?? ""),
          tier: "backup",
        },
      ],
      assessors: [{ user_id: manager.id }, { user_id: qaManager.id }],
    });
    const move = (after: number, by: Actor, name: string, more: object = {}) =>
      applyTransition(at(after, by, 14), { entity, id, name, ...more });
    if (end === "draft") continue;
    await move(0, buyer, "submit");
    if (end === "terminated") {
      await move(6, manager, "terminate", { reason: "促销方案取消，不再需要双面标签。" });
      continue;
    }
    await move(1, qaManager, "waive", {
      input: { step: "need_sample" },
      reason: "同一配方的薄膜已有半年内的样品结论。",
    });
    const { record } = await openRecord(at(2, buyer), { entity, id });
    const lineInput = Object.fromEntries(linesOf(record, "checklist").map((row) => [row.id, { result: "ok" }]));
    await move(2, buyer, "judge", { lineInput });
    await move(3, buyer, "pass_first", { reason: "资料齐全，直接评审。" });
    await move(4, manager, "vote", { input: { vote: "agree", opinion: "交期和价格都可以接受。" } });
    await move(5, qaManager, "vote", { input: { vote: "agree", opinion: "质量保证能力符合要求。" } });
    await move(6, buyer, "conclude", { input: { conclusion: "qualified" } });
    await move(7, buyer, "submit_approval");
  }
}
