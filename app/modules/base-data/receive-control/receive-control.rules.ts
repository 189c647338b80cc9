import { type Complaint, complain, ok } from "~/engine/entity";

/** How narrowly a rule speaks, the widest first. */
export const LEVELS = {
  global: "全局",
  factory: "工厂",
  type: "物料类型",
  material: "物料",
  supplier_material: "供应商与物料",
} as const;
export type Level = keyof typeof LEVELS;

/** What each level is about; the other columns of the scope stay empty there. */
const SCOPE = {
  global: [],
  factory: ["factory_id"],
  type: ["material_type_id"],
  material: ["material_id"],
  supplier_material: ["supplier_id", "material_id"],
} as const satisfies Readonly<Record<Level, readonly ScopeColumn[]>>;

type ScopeColumn = "factory_id" | "material_type_id" | "material_id" | "supplier_id";
export const SCOPE_COLUMNS = {
  factory_id: "工厂",
  material_type_id: "物料类型",
  material_id: "物料",
  supplier_id: "供应商",
} as const satisfies Readonly<Record<ScopeColumn, string>>;
const scopeColumns = Object.keys(SCOPE_COLUMNS) as ScopeColumn[];

/** What a rule may say, in the order of the form; an empty field leaves it to the next wider level. */
export const CONTROLS = {
  over_percent: "超收容差",
  under_percent: "欠收关闭容差",
  early_days: "允许提前天数",
  late_days: "允许延后天数",
  shelf_ratio: "最低剩余保质期比例",
  max_batches: "单次最多批次数",
  fifo_batch: "不得早于上次到货批次",
  coa_required: "必须COA",
  mode: "控制方式",
} as const;
export type Control = keyof typeof CONTROLS;
export const controls = Object.keys(CONTROLS) as Control[];

interface Scoped {
  level: Level;
  factory_id: string | null;
  material_type_id: string | null;
  material_id: string | null;
  supplier_id: string | null;
}

/** A level names what it is about, and nothing else. */
export function scopeFits(rule: Scoped): Complaint | null {
  const wanted: readonly ScopeColumn[] = SCOPE[rule.level];
  const missing = wanted.find((name) => rule[name] === null);
  if (missing) return complain(missing, `请选择${SCOPE_COLUMNS[missing]}`);
  const stray = scopeColumns.find((name) => rule[name] !== null && !wanted.includes(name));
  return stray ? complain(stray, `控制层级为“${LEVELS[rule.level]}”时不填写${SCOPE_COLUMNS[stray]}`) : ok;
}

/** Values of a rule; each may be left to a wider level. */
export interface Controls {
  over_percent: string | null;
  under_percent: string | null;
  early_days: number | null;
  late_days: number | null;
  shelf_ratio: string | null;
  max_batches: number | null;
  fifo_batch: "yes" | "no" | null;
  coa_required: "yes" | "no" | null;
  mode: "warn" | "block" | null;
}

/** A rule that says nothing would stand in the list for nothing. */
export function saysSomething(rule: Controls): Complaint | null {
  return controls.every((name) => rule[name] === null) ? complain("over_percent", "请至少填写一项控制内容") : ok;
}

/** A rule as it is looked up. */
export interface ReceiveRule extends Scoped, Controls {
  id: string;
  name: string;
}

/** What is delivered where by whom. `types` are those of the material: its own first, then the one above. */
export interface Delivery {
  factoryId: string | null;
  materialId: string;
  types: readonly string[];
  supplierId: string | null;
}

/** How narrowly a rule describes a delivery; null when it does not speak of it. The own type of a material is narrower than the one above. */
function closeness(rule: Scoped, { factoryId, materialId, types, supplierId }: Delivery): number | null {
  switch (rule.level) {
    case "global":
      return 0;
    case "factory":
      return rule.factory_id === factoryId ? 1 : null;
    case "type": {
      const above = types.indexOf(rule.material_type_id ?? "");
      return above < 0 ? null : 3 - Math.min(above, 1);
    }
    case "material":
      return rule.material_id === materialId ? 4 : null;
    case "supplier_material":
      return rule.material_id === materialId && rule.supplier_id === supplierId ? 5 : null;
  }
}

/** The rules that speak of a delivery, the narrowest first. */
export function rulesFor<R extends Scoped>(all: readonly R[], delivery: Delivery): R[] {
  return all
    .flatMap((rule) => {
      const close = closeness(rule, delivery);
      return close === null ? [] : [{ rule, close }];
    })
    .sort((a, b) => b.close - a.close)
    .map(({ rule }) => rule);
}

/** Where a control comes from: the narrowest rule that says something about it. */
export function sourceOf<R extends Controls>(narrowestFirst: readonly R[], control: Control): R | null {
  return narrowestFirst.find((rule) => rule[control] !== null) ?? null;
}

/** What counts for a delivery, field by field; null where no rule says anything. */
export interface AppliedRules {
  overPercent: string | null;
  underPercent: string | null;
  earlyDays: number | null;
  lateDays: number | null;
  shelfRatio: string | null;
  maxBatches: number | null;
  fifoBatch: boolean | null;
  coaRequired: boolean | null;
  mode: "warn" | "block" | null;
}

/** The narrowest rule that says something wins, for each control by itself. */
export function appliedRules(all: readonly ReceiveRule[], delivery: Delivery): AppliedRules {
  const found = rulesFor(all, delivery);
  const value = <C extends Control>(control: C) => sourceOf(found, control)?.[control] ?? null;
  const isYes = (answer: "yes" | "no" | null) => (answer === null ? null : answer === "yes");
  return {
    overPercent: value("over_percent"),
    underPercent: value("under_percent"),
    earlyDays: value("early_days"),
    lateDays: value("late_days"),
    shelfRatio: value("shelf_ratio"),
    maxBatches: value("max_batches"),
    fifoBatch: isYes(value("fifo_batch")),
    coaRequired: isYes(value("coa_required")),
    mode: value("mode"),
  };
}
