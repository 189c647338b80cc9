import {
  type AnyLine,
  type Complaint,
  choice,
  complain,
  lineField,
  lines,
  ok,
  person,
  reference,
} from "~/engine/entity";
import { where } from "~/shared/condition";

/** For whom something is that the company tells: everybody of a kind, or those named in `audienceLines`. */
export const AUDIENCES = { all: "全部", internal: "内部员工", supplier_all: "全部供应商", listed: "指定对象" };

/** Who is named where the audience is 指定对象. */
export const audienceLines = lines({
  label: "指定对象",
  max: 200,
  counter: "个",
  suppliers: "none",
  fields: {
    target_type: choice({
      label: "类型",
      required: true,
      choices: { supplier: "供应商", supplier_class: "供应商分类", role: "角色", factory: "工厂", user: "员工" },
    }),
    supplier_id: reference("supplier-management/supplier", {
      label: "供应商",
      requiredWhen: where.eq("target_type", "supplier"),
    }),
    supplier_class_id: reference("master-data/supplier-class", {
      label: "供应商分类",
      requiredWhen: where.eq("target_type", "supplier_class"),
    }),
    role_id: reference("system-management/role", {
      label: "角色",
      requiredWhen: where.eq("target_type", "role"),
    }),
    factory_id: reference("master-data/factory", {
      label: "工厂",
      requiredWhen: where.eq("target_type", "factory"),
      help: "能看该工厂数据的员工",
    }),
    user_id: person({ label: "员工", requiredWhen: where.eq("target_type", "user") }),
  },
});

interface Addressed {
  audience: string;
  targets: readonly (Pick<AnyLine, "line_no"> & {
    target_type: string;
    supplier_id: string | null;
    supplier_class_id: string | null;
    role_id: string | null;
    factory_id: string | null;
    user_id: string | null;
  })[];
}

/** What a target of each kind is, and which field names it. */
const TARGET_FIELDS = {
  supplier: "supplier_id",
  supplier_class: "supplier_class_id",
  role: "role_id",
  factory: "factory_id",
  user: "user_id",
} as const;

function fieldOf(type: string): (typeof TARGET_FIELDS)[keyof typeof TARGET_FIELDS] {
  const found = Object.entries(TARGET_FIELDS).find(([kind]) => kind === type);
  return found ? found[1] : TARGET_FIELDS.role;
}

/** Whoever is named is named once. */
export function targetsOnce({ targets }: Addressed): Complaint | null {
  const named = targets.map((one) => `${one.target_type} ${one[fieldOf(one.target_type)] ?? ""}`);
  const at = named.findIndex((one, index) => named.indexOf(one) !== index);
  const twice = targets[at];
  return twice ? complain(lineField("targets", at + 1, fieldOf(twice.target_type)), "该对象已在名单中") : ok;
}

/** What is for chosen readers says for whom. */
export function targetsChosen({ audience, targets }: Addressed): Complaint | null {
  return audience === "listed" && targets.length === 0 ? complain("targets", "请选择发布对象") : ok;
}
