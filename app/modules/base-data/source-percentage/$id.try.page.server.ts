import type { Context } from "~/engine/context.server";
import type { Field } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { splitAnswers } from "~/engine/operations/quota-split.server";
import { openRecord } from "~/engine/operations/records.server";
import { optionsFor } from "~/engine/operations/references.server";
import { reading } from "~/engine/operations/transaction.server";
import { listPath, recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf, isDay } from "~/shared/calendar";
import { decimal, formatDecimal } from "~/shared/decimal";

const SHARES = "base-data/source-percentage";
const OFFERED = 100;
const QUANTITY = /^\d{1,12}(\.\d{1,3})?$/;

/** The quantity as a decimal text, or null for what is none; full-width figures and separators are read. */
function quantityOf(typed: string): string | null {
  const plain = typed.normalize("NFKC").replace(/[,\s]/g, "");
  return QUANTITY.test(plain) && decimal(plain).gt(0) ? plain : null;
}

/**
 * How a quantity asked in the address (`quantity`, `day`, `factory`) would be split by the shares of a document, whatever its state, with the
 * reason for each part. Nothing is changed.
 * @throws AppError("forbidden" | "not_found")
 */
export async function quotaTrialModel(context: Context, id: string, params: URLSearchParams) {
  const { registry } = context.services;
  const screen = registry.mainScreen(SHARES);
  const fields: Readonly<Record<string, Field>> = screen.entity.fields;
  const { factory_id: factoryField } = fields;
  if (!factoryField) throw new AppError("not_found");
  const typed = (name: string) => (params.get(name) ?? "").trim().slice(0, 40);
  return reading(context, async () => {
    const { record } = await openRecord(context, { entity: screen.entity, id, screen });
    const path = recordPath(screen, id);
    const materialId = String(record.material_id);
    const materials = await labelsOf(context, registry.entity("master-data/material"), [materialId]);
    const [factories] = record.factory_id === null ? await optionsFor(context, [factoryField], OFFERED) : [];
    const day = typed("day") === "" ? dayOf(context.now) : typed("day");
    const factoryId =
      typeof record.factory_id === "string"
        ? record.factory_id
        : (factories?.options.find((option) => option.id === typed("factory"))?.id ?? null);
    const model = {
      title: "分配试算",
      number: record.number ?? "",
      about: `${materials.get(materialId) ?? ""}：按份额、已下单数量和保底量，试算一个数量怎样分给各供应商；不改变任何数据`,
      list: { label: screen.label, href: listPath(screen) },
      back: { label: "返回货源比例", href: path },
      ask: {
        action: `${path}/try`,
        button: "试算",
        fields: [
          {
            name: "quantity",
            label: "数量（基本单位）",
            kind: "text" as const,
            value: typed("quantity"),
            required: true,
          },
          { name: "day", label: "需求日期", kind: "date" as const, value: day, required: true },
          ...(factories
            ? [
                {
                  name: "factory",
                  label: "工厂",
                  kind: "select" as const,
                  value: factoryId ?? "",
                  options: [
                    { value: "", label: "不限" },
                    ...factories.options.map((option) => ({ value: option.id, label: option.label })),
                  ],
                },
              ]
            : []),
        ],
      },
    };
    if (typed("quantity") === "") return { ...model, tables: [] };
    const quantity = quantityOf(typed("quantity"));
    if (quantity === null) return { ...model, problem: "数量请填写大于0的数字，最多三位小数", tables: [] };
    if (!isDay(day)) return { ...model, problem: "请填写需求日期，如2026-03-01", tables: [] };
    const [answer] = await ask(context, {
      entityKey: SHARES,
      name: "trial",
      input: { id, quantity, factoryId, day },
      answer: splitAnswers,
    });
    if (!answer) throw new AppError("not_found");
    const names = await labelsOf(
      context,
      registry.entity("supplier-management/supplier"),
      answer.parts.map(({ supplierId }) => supplierId),
    );
    const isOutside = day < String(record.valid_from) || day > String(record.valid_to);
    const headings = ["供应商", "生效份额", "配额评级", "分得数量", "理由"];
    return {
      ...model,
      verdict: decimal(answer.rest).gt(0)
        ? { level: "error" as const, text: `还有${formatDecimal(answer.rest)}没有供应商可以承担` }
        : isOutside
          ? { level: "warning" as const, text: "需求日期不在这张配额的有效期内，仅供参考" }
          : { level: "success" as const, text: "已全部分配" },
      tables: [
        {
          title: "分配结果",
          empty: "没有可以分配的供应商。",
          table: {
            caption: `${formatDecimal(quantity)}的分配；评级为（已下单＋基础量）÷份额，低的先分`,
            columns: columnsOf(headings, ["生效份额", "配额评级", "分得数量"]),
            rows: answer.parts.map(({ supplierId, percent, rating, quantity: own, reasons }) => ({
              id: supplierId,
              cells: [
                { text: names.get(supplierId) ?? "" },
                { text: `${formatDecimal(decimal(percent).round(2).toFixed())}%` },
                { text: rating === null ? "" : formatDecimal(rating) },
                { text: formatDecimal(own) },
                { text: reasons.length > 0 ? reasons.join("；") : "按配额评级分配" },
              ],
            })),
          },
        },
      ],
    };
  });
}
