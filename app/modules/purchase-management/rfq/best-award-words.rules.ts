import { decimal, formatDecimal } from "~/shared/decimal";
import type { Breach, Limit, LimitKind, Measured } from "./best-award.rules";

/** What limits are called in the form. */
export const LIMIT_NAMES: Readonly<Record<LimitKind, string>> = {
  suppliers: "供应商合计家数",
  line_suppliers: "每行供应商家数",
  share_most: "单家最高金额占比",
  share_least: "单家最低金额占比",
  incumbents: "现供应商保留份额",
  quota: "保持配额",
  lot: "不低于最小起订量",
  capacity: "不超过可供数量",
  budget: "预算",
  lead: "交货周期",
  term_least: "付款期至少",
  term_most: "付款期至多",
  approved: "仅限合格来源",
  excluded: "排除供应商",
};

/** How people call what a limit speaks of by its key. */
export interface Called {
  supplier(id: string): string;
  /** 「第1行」. */
  line(line: number): string;
}

/** A limit in words: 「供应商合计不超过3家」. */
export function limitText(limit: Limit, called: Called): string {
  const who = (id: string | null) => (id === null ? "每家" : called.supplier(id));
  switch (limit.kind) {
    case "suppliers":
      return `供应商合计不超过${limit.most}家`;
    case "line_suppliers":
      return `每行供应商不超过${limit.most}家`;
    case "share_most":
      return `${who(limit.supplierId)}占金额不超过${formatDecimal(limit.percent)}%`;
    case "share_least":
      return `${limit.supplierId === null ? "每家中选供应商" : who(limit.supplierId)}占金额不低于${formatDecimal(limit.percent)}%`;
    case "incumbents":
      return `各行现供应商份额合计不低于${formatDecimal(limit.percent)}%`;
    case "quota":
      return decimal(limit.points).eq(0)
        ? "份额与配额一致"
        : `份额与配额相差不超过${formatDecimal(limit.points)}个百分点`;
    case "budget":
      return `含税及运费总额不超过${formatDecimal(limit.amount, 2)}`;
    case "lead":
      return `交货周期不超过${limit.days}天`;
    case "term_least":
      return `付款期不少于${limit.days}天`;
    case "term_most":
      return `付款期不超过${limit.days}天`;
    case "excluded":
      return `${limit.line === null ? "" : called.line(limit.line)}不选${called.supplier(limit.supplierId)}`;
    default:
      return LIMIT_NAMES[limit.kind];
  }
}

const UNITS: Readonly<Record<Measured["unit"], string>> = {
  suppliers: "家",
  percent: "个百分点",
  money: "",
  days: "天",
  places: "处",
};

/** By how much a limit is missed: 「放宽1家，达到3家」. */
export function breachText({ limit, measured: { unit, reached, excess } }: Breach): string {
  const least = unit === "money" ? 2 : 0;
  const much = `放宽${formatDecimal(excess, least)}${UNITS[unit]}`;
  if (limit.kind === "lot" || limit.kind === "capacity") return `最多的一行放宽其数量的${formatDecimal(excess)}%`;
  if (unit === "places") return much;
  if (reached === null) return limit.kind === "lead" ? "有供应商没有填写交货周期" : "有供应商的付款条件没有写明天数";
  if (decimal(reached).lt(0)) return `${much}，有供应商要求预付`;
  return `${much}，达到${formatDecimal(reached, least)}${unit === "percent" ? "%" : UNITS[unit]}`;
}
