import type { DemoSupplier } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { loadAdmitted } from "./admitted.server";
import type { DemoWriter } from "./demo-writer.server";
import type { Organisation } from "./organisation.server";
import type { Staff } from "./staff.server";

const ADMISSION = "supplier-management/admission";
const TEMPLATE = "supplier-management/scoring-template";
const RULE = "supplier-audit/audit-rule";
const FLOW = "system-management/approval-flow";

const FIRST_TRIAL = {
  name: "供应商初审表",
  usage: "first_trial",
  note: "证照与自查资料的书面审核。",
  dims: [
    { code: "A", name: "主体资质", weight: "60" },
    { code: "B", name: "供货能力", weight: "40" },
  ],
  items: [
    {
      dim_code: "A",
      item: "生产或经营许可在有效期内",
      requirement: "营业执照与食品生产许可证的许可范围包含拟供物料",
      max_score: "30",
      is_veto: "1",
      na_allowed: "0",
    },
    { dim_code: "A", item: "近三年无重大食品安全处罚", requirement: "附公示查询结果", max_score: "30" },
    { dim_code: "B", item: "产能满足预计采购量", requirement: "附产能说明", max_score: "20" },
    { dim_code: "B", item: "具备批次追溯能力", requirement: "附追溯演练记录", max_score: "20" },
  ],
};

/** The sheet, path and flow of admissions, what they led to so far, and three new cases: two suppliers that want to come in, one that wants to deliver more. */
export async function loadAdmissions(
  writer: DemoWriter,
  organisation: Organisation,
  staff: Staff,
  suppliers: readonly DemoSupplier[],
): Promise<void> {
  const { manager } = staff;
  const at = (days: number) => writer.context(writer.moment(writer.daysAgo(days), 11));
  const transition = (days: number, id: string, name: string, more: object = {}) =>
    applyTransition(at(days), { entity: writer.screen(ADMISSION).entity, id, name, ...more });
  const sheet = await writer.together(at(150), async () => {
    const { id } = await writer.create(at(150), TEMPLATE, FIRST_TRIAL);
    await applyTransition(at(150), { entity: writer.screen(TEMPLATE).entity, id, name: "publish" });
    await writer.create(at(150), RULE, {
      code: "PATH-1",
      name: "准入路径",
      rule_kind: "path",
      valid_from: writer.daysAgo(150),
      paths: [
        { need_audit: "1", need_sample: "1", need_trial: "0" },
        { material_type_id: organisation.materialTypes.get("B"), need_audit: "0", need_sample: "1", need_trial: "0" },
      ],
      remark: "包材免现场审核。",
    });
    const flow = await writer.create(at(150), FLOW, {
      code: "ADMISSION",
      name: "供应商准入",
      document: ADMISSION,
      conditions: [],
      steps: [{ step_no: "1", name: "采购经理审批", decider: "role", role_id: "purchase_manager", due_hours: "72" }],
      remark: "所有准入由采购经理批准。",
    });
    await applyTransition(at(150), {
      entity: writer.screen(FLOW).entity,
      id: flow.id,
      version: flow.version,
      name: "publish",
    });
    return id;
  });
  await loadAdmitted(writer, { organisation, staff, suppliers, sheet });
  const [org] = await unscopedRows(at(0), "master-data/purchase-org", ["id"], []);
  const fresh = suppliers.filter(({ isAdmitted }) => !isAdmitted);
  const [known] = suppliers.filter(({ isAdmitted }) => isAdmitted);
  const open = async (supplier: DemoSupplier, type: string, note: string, days: number) => {
    const [material] = await unscopedRows(
      at(0),
      "master-data/material",
      ["id"],
      [
        where.eq("material_type_id", String(organisation.materialTypes.get(type))),
        where.eq("material_status", "active"),
      ],
    );
    const [factory] = await unscopedRows(at(0), "master-data/factory", ["id"], []);
    const values = {
      supplier_id: supplier.id,
      admission_type: supplier.isAdmitted ? "new_material" : "new",
      purchase_org_id: String(org?.id),
      material_type_id: organisation.materialTypes.get(type),
      demand_reason: supplier.isAdmitted ? "cost" : "sole",
      reason_note: note,
      annual_amount: "1200000",
      template_id: sheet,
      buyer_id: supplier.buyer.actor.id,
      materials: [{ material_id: String(material?.id), factory_id: String(factory?.id) }],
      assessors: [{ user_id: manager.id }],
    };
    const { id } = await writer.create(at(days), ADMISSION, values);
    await transition(days - 1, id, "submit");
    return id;
  };
  await writer.together(at(20), async () => {
    const candidates = await unscopedRows(
      at(0),
      "supplier-management/supplier",
      ["id"],
      [where.oneOf("stage", ["potential", "candidate"])],
    );
    const [first, second] = fresh.filter(({ id }) => candidates.some((one) => one.id === id));
    if (known) {
      const id = await open(known, known.type, "现有品类价格偏高，增加一个规格比价。", 12);
      await transition(9, id, "ask_more", { reason: "请补充新规格的产品标准和过敏原声明。" });
    }
    if (first) await open(first, first.type, "该品类只有一家供应商，引入第二家。", 6);
    if (second) {
      const id = await open(second, second.type, "旺季产能不足，引入备供。", 19);
      const { record } = await openRecord(at(0), { entity: writer.screen(ADMISSION).entity, id });
      const lineInput = Object.fromEntries(linesOf(record, "checklist").map((row) => [row.id, { result: "ok" }]));
      await transition(15, id, "judge", { lineInput });
      await transition(14, id, "pass_first", { reason: "资料齐全，安排验证。" });
    }
    const [qa] = await unscopedRows(at(0), "system-management/user", ["id"], [where.eq("accountname", "qa1")]);
    const [material] = await unscopedRows(
      at(0),
      "master-data/material",
      ["id", "uom"],
      [
        where.eq("material_type_id", String(organisation.materialTypes.get(known?.type ?? ""))),
        where.eq("material_status", "active"),
      ],
    );
    if (known && material)
      await writer.create(at(3), "supplier-management/sample-verification", {
        supplier_id: known.id,
        material_id: material.id,
        purpose: "change",
        qty: "2",
        uom: material.uom,
        require_date: writer.daysAgo(-9),
        receiver_id: String(qa?.id),
        send_address: "澜川工厂质量化验室",
        tests: [
          { item: "水分", standard: "GB 5009.3", kind: "quantitative", upper: "14.5", unit: "%" },
          { item: "色泽气味", kind: "sensory" },
        ],
      });
  });
}
