import { selectStaff } from "~/data/approval.server";
import { where } from "~/shared/condition";
import type { Context } from "../context.server";
import { unscopedRows } from "../operations/unscoped.server";
import type { FlowStep } from "./flow.server";

/** By what a step finds whom it asks, as people read it: 角色“采购经理”的持有人, 发起人的直接上级. */
export async function chosenLabel(context: Context, step: FlowStep): Promise<string> {
  switch (step.decider) {
    case "person": {
      const [one] = await selectStaff(context.services.database.connection(), step.personId ? [step.personId] : []);
      return `指定${one?.name ?? "的人员（已不能登录）"}`;
    }
    case "role": {
      const [role] = step.roleId
        ? await unscopedRows(context, "system-management/role", ["name"], [where.eq("id", step.roleId)])
        : [];
      return `角色“${String(role?.name ?? "")}”的持有人`;
    }
    case "superior":
      return "发起人的直接上级";
    case "group_manager":
      return "采购组负责人";
    case "outside":
      return `外部系统${step.system ?? ""}`;
  }
}
