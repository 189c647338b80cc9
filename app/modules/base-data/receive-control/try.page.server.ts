import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Field } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { findChoice, optionsFor } from "~/engine/operations/references.server";
import { requireAction } from "~/engine/operations/scope.server";
import { reading } from "~/engine/operations/transaction.server";
import { listPath, recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";

const CONTROL = "base-data/receive-control";
const MATERIAL = "master-data/material";
const OFFERED = 100;

const named = z.object({ id: z.string(), name: z.string(), level: z.string() });
const explained = z.object({
  controls: z.array(z.object({ label: z.string(), value: z.string().nullable(), rule: named.nullable() })),
  rules: z.array(named),
});

/**
 * Which rules of receiving count for a delivery asked in the address (`factory`, `material`, `supplier`), field by field with the rule each
 * comes from. A supplier asks about its own deliveries. Nothing is changed.
 * @throws AppError("forbidden")
 */
export async function receiveTrialModel(context: Context, params: URLSearchParams) {
  const { registry } = context.services;
  const screen = registry.mainScreen(CONTROL);
  requireAction(context, screen.entity, "query", screen);
  const fields: Readonly<Record<string, Field>> = screen.entity.fields;
  const { supplier_id: supplierField, material_id: materialField, factory_id: factoryField } = fields;
  if (!supplierField || !materialField || !factoryField) throw new AppError("not_found");
  const typed = (name: string) => (params.get(name) ?? "").trim().slice(0, 100);
  const own = context.actor.supplierId;
  return reading(context, async () => {
    const [materials, factories, suppliers] = await optionsFor(
      context,
      own ? [materialField, factoryField] : [materialField, factoryField, supplierField],
      OFFERED,
    );
    const labels = (offer: typeof materials) => (offer?.options ?? []).map(({ label }) => label);
    const found = async (name: string, field: Field) =>
      typed(name) === "" ? null : await findChoice(context, field, typed(name));
    const materialId = await found("material", materialField);
    const factoryId = await found("factory", factoryField);
    const supplierId = own ?? (await found("supplier", supplierField));
    const label = async (key: string, id: string | null, otherwise: string) =>
      (id && (await labelsOf(context, registry.entity(key), [id])).get(id)) || otherwise;
    const material = await label(MATERIAL, materialId, typed("material"));
    const model = {
      title: "规则试算",
      about: "按工厂、物料和供应商，逐项查出哪条收货控制规则起作用；不改变任何数据",
      back: { label: "返回收货控制", href: listPath(screen) },
      ask: {
        action: `${listPath(screen)}/try`,
        button: "试算",
        fields: [
          {
            name: "material",
            label: "物料",
            kind: "text" as const,
            value: material,
            placeholder: "编码或名称",
            suggestions: labels(materials),
            required: true,
          },
          {
            name: "factory",
            label: "收货工厂",
            kind: "select" as const,
            value: factoryId ?? "",
            options: [
              { value: "", label: "不限" },
              ...(factories?.options ?? []).map((option) => ({ value: option.id, label: option.label })),
            ],
          },
          ...(own
            ? []
            : [
                {
                  name: "supplier",
                  label: "供应商（可不填）",
                  kind: "text" as const,
                  value: await label("supplier-management/supplier", supplierId, typed("supplier")),
                  placeholder: "编码或名称",
                  suggestions: labels(suppliers),
                },
              ]),
        ],
      },
    };
    if (typed("material") === "") return { ...model, tables: [] };
    const problem =
      materialId === null
        ? `找不到物料「${typed("material")}」，请核对编码或名称`
        : typed("supplier") !== "" && supplierId === null
          ? `找不到供应商「${typed("supplier")}」，请核对编码或名称`
          : null;
    if (problem !== null) return { ...model, problem, tables: [] };
    const answer = await ask(context, {
      entityKey: CONTROL,
      name: "explain",
      input: { supplierId, factoryId, materialIds: [materialId] },
      answer: explained,
    });
    const cell = (rule: z.infer<typeof named> | null) =>
      rule === null ? { text: "没有规则" } : { text: rule.name, href: recordPath(screen, rule.id) };
    return {
      ...model,
      verdict:
        answer.rules.length > 0
          ? { level: "success" as const, text: `有${answer.rules.length}条规则适用，范围最窄的逐项优先` }
          : { level: "warning" as const, text: "没有适用的规则，送货和收货不受控制" },
      tables: [
        {
          title: "逐项结果",
          empty: "没有适用的规则。",
          table: {
            caption: `${material}的收货控制`,
            columns: columnsOf(["控制项", "取值", "来自规则", "控制层级"]),
            rows: answer.controls.map(({ label: text, value, rule }) => ({
              id: text,
              cells: [{ text }, { text: value ?? "不控制" }, cell(rule), { text: rule?.level ?? "" }],
            })),
          },
        },
        {
          title: "适用的规则",
          empty: "没有适用的规则。",
          table: {
            caption: "适用的规则，范围最窄的在前",
            columns: columnsOf(["规则名称", "控制层级"]),
            rows: answer.rules.map((rule) => ({ id: rule.id, cells: [cell(rule), { text: rule.level }] })),
          },
        },
      ],
    };
  });
}
