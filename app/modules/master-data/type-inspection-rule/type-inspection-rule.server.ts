import { complain } from "~/engine/entity";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { typeInspectionRule } from "./type-inspection-rule.entity";

export const typeInspectionRuleServer: EntityServer<"master-data/type-inspection-rule"> = {
  /** Two rules in use about the same thing would say two things. */
  async beforeSave({ context, record }) {
    if (record.enabled !== true) return [];
    const subject = typeof record.material_id === "string" ? "material_id" : "material_type_id";
    const same = [
      where.eq(subject, String(record[subject])),
      where.eq("enabled", true),
      where.not(where.eq("id", record.id)),
    ];
    const [other] = await unscopedRows(context, typeInspectionRule.key, ["code"], same);
    return other ? [complain(subject, `已有启用的规则${other.code}，请停用后再建`)] : [];
  },
};
