import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { decimal } from "~/shared/decimal";

/** What a rule is about, and the table that holds it. */
export const RULE_KINDS = {
  certificate: "必备资质",
  path: "准入路径",
  cycle: "审核频次",
  conclusion: "结论判定",
  deadline: "整改时限",
  escalation: "升级规则",
} as const;

/** Risk of a supplier, as it is weighed from its events. */
export const RISK_LEVELS = { low: "低", medium: "中", high: "高" } as const;

/** Codes of the rules that come with the program: changed and taken out of use like others, but kept. */
export const SHIPPED_AUDIT_RULES = ["SYS-CERTIFICATE", "SYS-CYCLE", "SYS-CONCLUSION", "SYS-DEADLINE"] as const;

const TABLES = {
  certificate: "certificates",
  path: "paths",
  cycle: "cycles",
  conclusion: "conclusions",
  deadline: "deadlines",
  escalation: "letters",
} as const;
type Kind = keyof typeof TABLES;

type TypedRule = { rule_kind: Kind } & Readonly<Record<(typeof TABLES)[Kind], readonly unknown[]>>;

/** Rows stand in the table of the kind, and there is something in it. */
export function rowsOfKind(rule: TypedRule): Complaint | null {
  const own = TABLES[rule.rule_kind];
  const stray = (Object.keys(TABLES) as Kind[]).find(
    (kind) => kind !== rule.rule_kind && rule[TABLES[kind]].length > 0,
  );
  if (stray) return complain(TABLES[stray], `“${RULE_KINDS[rule.rule_kind]}”的规则不填写${RULE_KINDS[stray]}`);
  return rule[own].length === 0 ? complain(own, `请填写${RULE_KINDS[rule.rule_kind]}`) : ok;
}

interface Band {
  min: string;
  max: string;
}

/** Bands of a conclusion lie side by side from 0 to 100: every score has one. */
export function bandsCover({ conclusions }: { conclusions: readonly Band[] }): Complaint | null {
  if (conclusions.length === 0) return ok;
  const sorted = [...conclusions].sort((a, b) => decimal(a.min).cmp(decimal(b.min)));
  const wrong = complain("conclusions", "结论区间必须连续覆盖0-100");
  const reversed = conclusions.findIndex(({ min, max }) => decimal(max).lt(decimal(min)));
  if (reversed >= 0) return complain(lineField("conclusions", reversed + 1, "max"), "得分上限不能小于下限");
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last || !decimal(first.min).eq(0) || !decimal(last.max).eq(100)) return wrong;
  return sorted.slice(1).some(({ min }, index) => !decimal(min).eq(decimal(sorted[index]?.max ?? "0"))) ? wrong : ok;
}
