import { selectStaff } from "~/data/approval.server";
import { type Condition, type Scalar, where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity } from "../entity";
import { choicesOf } from "../entity/dictionary";
import { kindOf } from "../entity/kinds";
import { labelsOfEach } from "../operations/labels.server";
import { mayRead } from "../operations/scope.server";
import { unscopedRows } from "../operations/unscoped.server";
import { type FlowStep, factField, factLabel, whenOf } from "./flow.server";

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

const NUMBERS: readonly string[] = ["number", "percent"];

const COMPARED: Readonly<Record<string, string>> = {
  eq: "为",
  ne: "不为",
  in: "为",
  gt: "高于",
  gte: "不低于",
  lt: "低于",
  lte: "不超过",
};

/**
 * Why a document of this kind goes to be approved, as people read it: 含税金额不低于100,000.00，订单类型为紧急.
 * @param definition of the version of the flow it goes by
 */
export async function whyAsked(context: Context, entity: AnyEntity, definition: unknown): Promise<string> {
  const when = whenOf(definition);
  const parts = when === null ? [] : await Promise.all(partsOf(when).map((part) => partWords(context, entity, part)));
  return parts.filter(Boolean).join("，") || `每张${entity.label}都须审批`;
}

/** What a typed flow asks for besides each other; what is empty is not what was named, which is one thing to people. */
function partsOf(when: Condition): { path: string; op: string; values: readonly Scalar[] }[] {
  if (when.op === "all") return when.of.flatMap(partsOf);
  if (when.op === "any") return when.of.flatMap(partsOf).slice(0, 1);
  if (when.op === "in") return [{ path: when.column, op: when.op, values: when.values }];
  return "value" in when ? [{ path: when.column, op: when.op, values: [when.value] }] : [];
}

async function partWords(
  context: Context,
  entity: AnyEntity,
  { path, op, values }: { path: string; op: string; values: readonly Scalar[] },
): Promise<string> {
  const [own = ""] = path.split(".");
  const [field, ownField] = [factField(context, entity, path), entity.fields[own]];
  // Its limit tells something of a field.
  if (ownField && !mayRead(context, entity, own, ownField)) return `${factLabel(context, entity, path)}达到审批条件`;
  const target = field?.options.to;
  const ids = values.map(String);
  const [names] = target
    ? await labelsOfEach(context, [{ target: context.services.registry.entity(target), ids }])
    : [];
  const words = ids.map((text, at) => {
    const value = values[at];
    if (typeof value === "boolean") return value ? "是" : "否";
    const known = names?.get(text) ?? (field?.kind === "choice" ? choicesOf(field.options)[text] : undefined);
    // A limit is read as amounts are anywhere else.
    return (
      known ??
      (field && NUMBERS.includes(kindOf(field).sheet?.as ?? "") ? kindOf(field).show(text, field.options) : text)
    );
  });
  return `${factLabel(context, entity, path)}${COMPARED[op] ?? ""}${words.join("、")}`;
}
