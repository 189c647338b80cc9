import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { type Complaint, complain, type Field } from "~/engine/entity";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { isReset, type NumberPart, numberParts, showsPeriod } from "~/engine/numbering/pattern";
import { nextOf } from "~/engine/numbering/preview.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { namesOf } from "~/shared/names";

const RULE = "system-management/number-rule";
/** Columns of numbers are texts without a limit; beyond this nobody reads one out on the phone. */
const LONGEST = 40;

const storedRule = z.object({
  id: z.string(),
  doc_type: z.string(),
  name: z.string(),
  pattern: z.string().nullable(),
  default_pattern: z.string(),
  reset: z.string().refine(isReset),
});
type StoredRule = z.infer<typeof storedRule>;
const COLUMNS = namesOf(storedRule.shape);

function prefixOf(pattern: string): string {
  return /^[^{]*/.exec(pattern)?.[0] ?? "";
}

/** What of the pattern the documents of that kind cannot say. */
function unknownPath(context: Context, docType: string, parts: readonly NumberPart[]): string | undefined {
  const { registry } = context.services;
  return parts
    .flatMap((part) => (part.kind === "path" ? [part.path] : []))
    .find((path) => {
      const [name = "", through] = path.split(".");
      const entity = registry.entity(docType.split(".")[0] ?? "");
      const field: Field | undefined = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
      if (!field || (field.presence !== "required" && !field.options.required)) return true;
      if (through === undefined) return field.kind !== "text";
      const target = field.options.to ? registry.entity(field.options.to) : undefined;
      return !target || !Object.hasOwn(target.fields, through) || target.fields[through].kind !== "text";
    });
}

async function faultOf(context: Context, rule: StoredRule): Promise<Complaint | null> {
  const pattern = rule.pattern ?? rule.default_pattern;
  const parts = numberParts(pattern);
  const running = parts.filter(({ kind }) => kind === "sequence").length;
  if (running !== 1)
    return complain("pattern", running === 0 ? "编号格式缺少流水号，例如 {0001}" : "编号格式只能有一段流水号");
  if (!/^[A-Z]/.test(pattern)) return complain("pattern", "编号格式请以大写字母前缀开头");
  if (!/^[A-Za-z0-9_/.-]*$/.test(parts.map((part) => (part.kind === "text" ? part.text : "")).join("")))
    return complain("pattern", "编号的固定部分只能用字母、数字和 - _ / .");
  const strange = unknownPath(context, rule.doc_type, parts);
  if (strange !== undefined) return complain("pattern", `“{${strange}}”不是这种单据必填的文本内容，不能用于编号`);
  if (parts.reduce((sum, part) => sum + (part.kind === "text" ? part.text.length : 8), 0) > LONGEST)
    return complain("pattern", `编号太长，请控制在${LONGEST}个字符以内`);
  if (!showsPeriod(parts, rule.reset))
    return complain("reset", "编号中没有写出这个周期的日期，重置后会重号，请在编号格式中加上日期");
  const others = await unscopedRows(context, RULE, COLUMNS, [where.not(where.eq("id", rule.id))]);
  const twin = others
    .map((row) => storedRule.parse(row))
    .find((other) => prefixOf(other.pattern ?? other.default_pattern) === prefixOf(pattern));
  return twin ? complain("pattern", `前缀与${twin.name}相同，请换一个`) : null;
}

export const numberRuleServer: EntityServer<"system-management/number-rule"> = {
  async beforeSave({ context, record }) {
    const fault = await faultOf(context, storedRule.parse(record));
    return fault ? [fault] : [];
  },
  async extra(context, _screen, ids) {
    const rows = await unscopedRows(context, RULE, COLUMNS, [where.oneOf("id", ids)]);
    const rules = rows.map((row) => storedRule.parse(row));
    const next = await nextOf(
      context,
      rules.map(({ doc_type, pattern, default_pattern, reset }) => ({
        key: doc_type.split(".")[0] ?? "",
        pattern: pattern ?? default_pattern,
        reset,
      })),
    );
    return new Map(rules.map(({ id }, index) => [id, { next: next[index] ?? null }]));
  },
  async afterSave(context, record) {
    const { doc_type, pattern, default_pattern, reset } = storedRule.parse(record);
    const rule = { key: doc_type.split(".")[0] ?? "", pattern: pattern ?? default_pattern, reset };
    const [next] = await nextOf(context, [rule]);
    return [{ check: "next", level: "note", text: `下一个编号：${next}` }];
  },
};
