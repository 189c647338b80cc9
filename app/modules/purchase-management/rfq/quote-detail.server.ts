import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding } from "~/engine/entity/server-hooks";
import { formulaSaid } from "~/engine/formulas/asked-elements.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { where } from "~/shared/condition";
import { decimal, roundPrice } from "~/shared/decimal";
import { optionsOf } from "../quote-template/quote-template.rules";
import { defaultTemplate, type Template, templateOf, typesOf } from "../quote-template/template-facts.server";

type RfqRecord = RecordFor<"purchase-management/rfq">;

const QUOTE = "receiving/supplier-quote";
const MATERIAL = "master-data/material";
/** What a table of a quote takes. */
const MOST_ROWS = 1000;
/** What the words of a formula take. */
const MOST_SAID = 2000;
/** A thousandth of the currency: what the parameter counts in. */
const MILLS = 1000;

const keyOf = (line: number | null, code: string) => `${line ?? ""} ${code}`;

/** What a supplier said in the round before, by line and code. */
export interface DetailBefore {
  amounts: ReadonlyMap<string, { amount: string | null; remark: string | null }>;
  values: ReadonlyMap<string, string | null>;
}

export async function detailBefore(context: Context, quoteId: string): Promise<DetailBefore> {
  const ofQuote = [where.eq("root_id", quoteId)] as const;
  const breakdown = await unscopedLines(context, {
    entityKey: QUOTE,
    lines: "breakdown",
    columns: ["rfq_line", "code", "amount", "remark"],
    where: ofQuote,
  });
  const terms = await unscopedLines(context, {
    entityKey: QUOTE,
    lines: "terms",
    columns: ["rfq_line", "code", "value"],
    where: ofQuote,
  });
  return {
    amounts: new Map(
      breakdown.map(({ rfq_line, code, amount, remark }) => [keyOf(rfq_line, code), { amount, remark }]),
    ),
    values: new Map(terms.map(({ rfq_line, code, value }) => [keyOf(rfq_line, code), value])),
  };
}

interface AskedItem {
  line_no: number;
  material_id: string;
}

/** What the template of an inquiry makes of a quote: a copy, so that nothing changes for suppliers when the template does. */
export async function detailOf(
  context: Context,
  { template, items, before }: { template: Template | null; items: readonly AskedItem[]; before: DetailBefore | null },
) {
  if (!template) return {};
  const { elements, terms, clauses, only_down } = template;
  const limit = decimal(await intParameter(context.services, "rfq.breakdownTolerance")).div(MILLS);
  const { registry } = context.services;
  const isByLine = terms.some(({ level }) => level === "line");
  const names = isByLine
    ? await labelsOf(
        context,
        registry.entity(MATERIAL),
        items.map(({ material_id }) => material_id),
      )
    : new Map<string, string>();
  const term = (rfq_line: number | null, prefix: string) =>
    terms
      .filter(({ level }) => (level === "line") === (rfq_line !== null))
      .map(({ code, name, answer_type, required, in_compare, options }) => ({
        ...{ rfq_line, code, answer_type, required, in_compare },
        label: `${prefix}${name}`.slice(0, 200),
        options: optionsOf(options).join("\n") || null,
        value: before?.values.get(keyOf(rfq_line, code)) ?? null,
      }));
  return {
    ...{ clauses, only_down, asks_terms: terms.length > 0 },
    breakdown_limit: elements.length > 0 ? roundPrice(limit) : null,
    breakdown: items.flatMap(({ line_no, material_id }) =>
      elements.map(({ code, name, kind, unit, required, help, formula }) => ({
        ...{ rfq_line: line_no, material_id, code, name, kind, unit, help, formula },
        // Nobody can leave out what is worked out.
        required: required && formula === null,
        formula_text: formula === null ? null : formulaSaid(formula, elements).slice(0, MOST_SAID),
        ...(before?.amounts.get(keyOf(line_no, code)) ?? { amount: null, remark: null }),
      })),
    ),
    terms: [
      ...term(null, ""),
      ...items.flatMap(({ line_no, material_id }) => term(line_no, `行${line_no} ${names.get(material_id) ?? ""}：`)),
    ],
  };
}

function materialsOf(record: RfqRecord): string[] {
  return linesOf(record, "items").flatMap(({ material_id: id }) => (typeof id === "string" ? [id] : []));
}

/** An inquiry that begins without a template takes the default of its materials; whoever empties it later wants none. */
export async function chooseTemplate(context: Context, record: RfqRecord): Promise<void> {
  if (record.template_id === null || record.template_id === undefined)
    record.template_id = await defaultTemplate(context, materialsOf(record));
}

/** The template still stands, is meant for what is asked, and the inquiry is as it wants. */
export async function templateFindings(context: Context, record: RfqRecord): Promise<Finding[]> {
  const template = await templateOf(context, typeof record.template_id === "string" ? record.template_id : null);
  if (!template) return [];
  const { name, state, category_id, must_seal, elements, terms } = template;
  const block = (text: string): Finding => ({ check: "template", level: "block", text });
  const materials = materialsOf(record);
  const types = category_id === null ? new Map<string, string[]>() : await typesOf(context, materials);
  const other = category_id === null ? -1 : materials.findIndex((id) => !types.get(id)?.includes(category_id));
  const rows = materials.length * Math.max(elements.length, terms.length);
  return [
    ...(state === "active" ? [] : [block(`报价模板【${name}】已停用，请另选`)]),
    ...(must_seal && record.sealing !== "sealed"
      ? [block(`报价模板【${name}】要求密封报价，请改为密封并指定开启人`)]
      : []),
    ...(other < 0 ? [] : [block(`报价模板【${name}】不适用于第${other + 1}行物料的品类，请另选模板或分开询价`)]),
    ...(rows > MOST_ROWS ? [block(`物料行数乘以模板的要素或条件超过${MOST_ROWS}项，请分开询价`)] : []),
  ];
}
