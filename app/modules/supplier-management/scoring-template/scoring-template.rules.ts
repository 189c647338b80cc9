import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { decimal, formatDecimal, sum } from "~/shared/decimal";

/** What a template is for; who may publish one follows from it. */
export const TEMPLATE_USAGES = {
  prequalification: "资格预审",
  first_trial: "初审",
  onsite_audit: "现场审核",
  sample: "样品验证",
  assessment: "综合评审",
  appraisal: "绩效考评",
  factory_score: "工厂评分",
} as const;

/** Usages the quality department answers for; purchasing answers for the others. */
export const QUALITY_USAGES = ["first_trial", "onsite_audit", "sample", "factory_score"] as const;

export const SCORE_METHODS = {
  system: "系统取值评分",
  system_deduct: "系统取值扣分",
  manual: "人工评分",
  manual_deduct: "人工扣分",
  yes_no: "是否判定",
} as const;

/** Methods whose figure the program looks up. */
const MEASURED: readonly string[] = ["system", "system_deduct"];

/** Figures the program knows of a supplier. */
export const METRICS = {
  lot_pass_rate: "来料批次合格率",
  defect_index: "缺陷指数",
  issue_count: "质量异常次数（按严重度加权）",
  capa_on_time: "整改按时回复率",
  capa_repeat: "重复发生次数",
  otd: "准时交货率",
  qty_fulfil: "数量满足率",
  return_rate: "退货率",
  coa_on_time: "随货COA提交率",
  asn_accuracy: "送货单准确率",
  price_gap: "与最低报价价差",
  price_trend: "同比降价幅度",
  quote_response: "报价及时率",
  claim_ratio: "索赔金额占比",
  cert_complete: "资质有效率",
  type_inspection_on_time: "型式检验按时率",
  audit_score: "最近审核得分",
  factory_score: "工厂评分",
} as const;

interface Band {
  from_value: string;
  to_value: string;
  score: string;
}
interface Item {
  dim_code: string;
  item: string;
  method: string;
  metric_code: string | null;
  max_score: string;
  cap: string | null;
  bands: readonly Band[];
}
interface Grade {
  grade: string;
  min_score: string;
  max_score: string;
}
interface Template {
  dims: readonly { code: string; name: string; weight: string }[];
  items: readonly Item[];
  grades: readonly Grade[];
  pass_line: string | null;
  conditional_line: string | null;
}

/** Points that can be reached when every item applies. */
export function fullScore({ items }: Pick<Template, "items">): string {
  return sum(items.map(({ max_score }) => max_score)).toFixed(1);
}

export function dimensionsOnce({ dims }: Pick<Template, "dims">): Complaint | null {
  const codes = dims.map(({ code }) => code);
  const at = codes.findIndex((code, index) => codes.indexOf(code) !== index);
  return at < 0 ? ok : complain(lineField("dims", at + 1, "code"), `维度编码${codes[at]}重复`);
}

/** Every item belongs to a dimension of the template, says what it measures, and deducts no more than it gives. */
export function itemsFit({ dims, items }: Pick<Template, "dims" | "items">): Complaint | null {
  const codes = new Set(dims.map(({ code }) => code));
  for (const [index, one] of items.entries()) {
    const at = (field: string) => lineField("items", index + 1, field);
    if (!codes.has(one.dim_code)) return complain(at("dim_code"), `维度${one.dim_code}不在维度权重中`);
    const measured = MEASURED.includes(one.method);
    if (measured && one.metric_code === null)
      return complain(at("metric_code"), `【${one.item}】由系统取值，请选择系统指标`);
    if (!measured && one.metric_code !== null)
      return complain(at("metric_code"), `【${one.item}】不由系统取值，系统指标请留空`);
    if (one.cap !== null && decimal(one.cap).gt(decimal(one.max_score)))
      return complain(at("cap"), `【${one.item}】扣分上限不能大于满分`);
  }
  return ok;
}

/** Results are scaled to 100, so lines lie within it. */
export function linesFit({
  pass_line,
  conditional_line,
}: Pick<Template, "pass_line" | "conditional_line">): Complaint | null {
  if (pass_line !== null && decimal(pass_line).gt(100)) return complain("pass_line", "通过线不能大于满分100");
  if (conditional_line === null) return ok;
  if (pass_line === null) return complain("pass_line", "填写了整改通过线，请一并填写通过线");
  return decimal(conditional_line).gt(decimal(pass_line))
    ? complain("conditional_line", "整改通过线不能高于通过线")
    : ok;
}

/** Weights of the dimensions make up the whole. */
export function weightsComplete({ dims }: Pick<Template, "dims">): Complaint | null {
  const total = sum(dims.map(({ weight }) => weight));
  return total.eq(100) ? ok : complain("dims", `维度权重合计必须等于100%，当前为${formatDecimal(total.toString())}%`);
}

/** A dimension without items would be lost weight. */
export function dimensionsUsed({ dims, items }: Pick<Template, "dims" | "items">): Complaint | null {
  const used = new Set(items.map(({ dim_code }) => dim_code));
  const at = dims.findIndex(({ code }) => !used.has(code));
  return at < 0 ? ok : complain(lineField("dims", at + 1, "code"), `维度${dims[at]?.name}下没有项目`);
}

/** Bands of an item follow each other without gap: each ends where the next begins. */
export function bandsContiguous({ items }: Pick<Template, "items">): Complaint | null {
  for (const [index, { item, bands, max_score }] of items.entries()) {
    const sorted = [...bands].sort((a, b) => decimal(a.from_value).cmp(decimal(b.from_value)));
    const broken = sorted.some(
      (band, at) =>
        decimal(band.to_value).lte(decimal(band.from_value)) ||
        (at > 0 && !decimal(band.from_value).eq(decimal(sorted[at - 1]?.to_value ?? "0"))),
    );
    if (broken) return complain(lineField("items", index + 1, "item"), `指标【${item}】分段折算不连续`);
    if (bands.some(({ score }) => decimal(score).gt(decimal(max_score))))
      return complain(lineField("items", index + 1, "item"), `指标【${item}】分段得分不能大于满分`);
  }
  return ok;
}

/** Grades, where there are any, cover 0 to 100 without gap or overlap; the upper end belongs to the next grade. */
export function gradesCover({ grades }: Pick<Template, "grades">): Complaint | null {
  if (grades.length === 0) return ok;
  const sorted = [...grades].sort((a, b) => decimal(a.min_score).cmp(decimal(b.min_score)));
  const wrong = (a: string, b: string) => complain("grades", `等级区间必须连续覆盖0-100且不重叠（${a}与${b}之间有误）`);
  let reached = "0";
  let below = "0";
  for (const { grade, min_score, max_score } of sorted) {
    if (!decimal(min_score).eq(decimal(reached)) || decimal(max_score).lte(decimal(min_score)))
      return wrong(below, grade);
    reached = max_score;
    below = grade;
  }
  return decimal(reached).eq(100) ? ok : wrong(below, "100");
}
