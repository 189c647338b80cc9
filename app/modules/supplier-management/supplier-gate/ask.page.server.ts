import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Field } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { labelsOf } from "~/engine/operations/labels.server";
import { listRecords } from "~/engine/operations/list.server";
import { ask } from "~/engine/operations/published.server";
import { findChoice, optionsFor } from "~/engine/operations/references.server";
import { mayOnScreen, requireAction, screenFor } from "~/engine/operations/scope.server";
import { reading } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { listPath, query, recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { chinaTime, dayOf, readInstant } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { GATE_ACTIONS, GATE_CHECKS, type GateAction, type GateCheck } from "~/shared/supplier-gate";

const EXEMPTION = "supplier-management/gate-exemption";
const SUPPLIER = "supplier-management/supplier";
const ORDER = "purchase-orders/purchase-order";
const actions = Object.keys(GATE_ACTIONS) as GateAction[];
const HISTORY = 20;
const OFFERED = 100;

/** Why the gate refuses or warns, as the exemptions' module answers it. */
export const reasonSchema = z.object({
  check: z.string(),
  severity: z.enum(["refuse", "warn"]),
  text: z.string(),
  materialId: z.string().nullable(),
  cure: z.object({ who: z.string(), how: z.string() }),
  document: z.object({ entity: z.string(), id: z.string(), label: z.string() }).nullable(),
  exemption: z.object({ id: z.string(), number: z.string(), to: z.string() }).nullable(),
});
type Reason = z.infer<typeof reasonSchema>;
const blockedSchema = z.object({
  supplierId: z.string(),
  name: z.string(),
  reason: reasonSchema,
  actions: z.array(z.string()),
});
const findings = z.array(z.object({ level: z.string(), text: z.string() })).catch([]);

const checkName = (check: string) => GATE_CHECKS[check as GateCheck] ?? check;
const isAction = (name: string): name is GateAction => Object.hasOwn(GATE_ACTIONS, name);

/**
 * What the gate says about a supplier, asked in the address (`supplier`, `material`, `factory`, `action`, `on`), with all reasons and who can
 * cure them; what it said about orders of that supplier; and which suppliers are stopped today. Nothing is changed.
 * @throws AppError("forbidden")
 */
export async function gateQueryModel(context: Context, params: URLSearchParams) {
  const { registry } = context.services;
  const screen = registry.mainScreen(EXEMPTION);
  requireAction(context, screen.entity, "query", screen);
  const fields: Readonly<Record<string, Field>> = screen.entity.fields;
  const { supplier_id: supplierField, material_id: materialField, factory_id: factoryField } = fields;
  if (!supplierField || !materialField || !factoryField) throw new AppError("not_found");
  const typed = (name: string) => (params.get(name) ?? "").trim().slice(0, 100);
  const wanted = typed("action");
  const on = typed("on") || dayOf(context.now);
  return reading(context, async () => {
    const references = [supplierField, materialField, factoryField];
    const [suppliers, materials, factories] = await optionsFor(context, references, OFFERED);
    const offered = (offer: typeof suppliers) => (offer?.options ?? []).map(({ id, label }) => ({ value: id, label }));
    const labels = (offer: typeof suppliers) => (offer?.options ?? []).map(({ label }) => label);
    const supplierId = typed("supplier") === "" ? null : await findChoice(context, supplierField, typed("supplier"));
    const materialId = typed("material") === "" ? null : await findChoice(context, materialField, typed("material"));
    const factoryId = typed("factory") === "" ? null : await findChoice(context, factoryField, typed("factory"));
    const label = async (key: string, id: string | null, otherwise: string) =>
      (id && (await labelsOf(context, registry.entity(key), [id])).get(id)) || otherwise;
    const supplierLabel = await label(SUPPLIER, supplierId, typed("supplier"));
    const model = {
      title: "业务校验查询",
      about: "不改变任何单据",
      back: { label: "返回业务校验与临时放行", href: listPath(screen) },
      ask: {
        action: `${listPath(screen)}/ask`,
        button: "查询",
        fields: [
          {
            name: "supplier",
            label: "供应商",
            kind: "text" as const,
            value: supplierLabel,
            placeholder: "编码或名称",
            suggestions: labels(suppliers),
            required: true,
          },
          {
            name: "material",
            label: "物料（可不填）",
            kind: "text" as const,
            value: await label("master-data/material", materialId, typed("material")),
            placeholder: "编码或名称",
            suggestions: labels(materials),
          },
          {
            name: "factory",
            label: "收货工厂",
            kind: "select" as const,
            value: factoryId ?? "",
            options: [{ value: "", label: "不限" }, ...offered(factories)],
          },
          {
            name: "action",
            label: "业务",
            kind: "select" as const,
            value: isAction(wanted) ? wanted : "",
            options: [
              { value: "", label: "全部业务" },
              ...actions.map((value) => ({ value, label: GATE_ACTIONS[value] })),
            ],
          },
          { name: "on", label: "日期", kind: "date" as const, value: on },
        ],
      },
    };
    const stopped = { title: "目前受限的供应商", empty: "目前没有受限的供应商。", table: await blockedTable(context) };
    if (typed("supplier") === "") return { ...model, tables: [stopped] };
    const problem =
      supplierId === null
        ? `找不到供应商「${typed("supplier")}」，请核对编码或名称`
        : typed("material") !== "" && materialId === null
          ? `找不到物料「${typed("material")}」，请核对编码或名称`
          : readInstant(`${on} 00:00`) === null
            ? "请填写正确的日期"
            : null;
    if (supplierId === null || problem !== null) return { ...model, problem: problem ?? "", tables: [stopped] };
    const asked = isAction(wanted) ? [wanted] : actions;
    const found: { action: GateAction; reason: Reason }[] = [];
    for (const action of asked) {
      const input = { action, supplierId, materialIds: materialId ? [materialId] : [], factoryId, on };
      const reasons = await ask(context, { entityKey: EXEMPTION, name: "gate", input, answer: z.array(reasonSchema) });
      found.push(...reasons.map((reason) => ({ action, reason })));
    }
    const refused = new Set(found.filter(({ reason }) => reason.severity === "refuse").map(({ action }) => action));
    const verdict =
      refused.size > 0
        ? { level: "error" as const, text: `不能${[...refused].map((one) => GATE_ACTIONS[one]).join("、")}` }
        : found.length > 0
          ? { level: "warning" as const, text: "可以办理，有需要注意的事项" }
          : { level: "success" as const, text: "可以办理，没有限制" };
    const mayApply = mayOnScreen(context, screen, "add");
    return {
      ...model,
      verdict,
      links: [
        ...(refused.size > 0 && mayApply
          ? [
              {
                label: "申请临时放行",
                href: `${listPath(screen)}/new${query([
                  ...[["set", "supplier_id"] as const, ["value", supplierId] as const],
                  ...(materialId ? [["set", "material_id"] as const, ["value", materialId] as const] : []),
                  ...(factoryId ? [["set", "factory_id"] as const, ["value", factoryId] as const] : []),
                ])}`,
              },
            ]
          : []),
        { label: "该供应商的放行单", href: `${listPath(screen)}${query([["supplier_id", supplierId]])}` },
      ],
      tables: [
        {
          title: `${supplierLabel}：${on}的限制与提醒`,
          empty: "没有限制，也没有提醒。",
          table: {
            caption: "查询结果",
            columns: columnsOf(["业务", "检查项", "结果", "说明", "由谁解除", "如何解除", "依据"]),
            rows: found.map(({ action, reason }, index) => ({
              id: `${action}-${index}`,
              cells: [
                { text: GATE_ACTIONS[action] },
                { text: checkName(reason.check) },
                resultCell(reason),
                { text: reason.text },
                { text: reason.cure.who },
                { text: reason.cure.how },
                documentCell(context, reason),
              ],
            })),
          },
        },
        {
          title: "订单上的检查记录",
          empty: "最近的订单没有检查出问题，或您看不到该供应商的订单。",
          table: await orderHistory(context, supplierId),
        },
        stopped,
      ],
    };
  });
}

function resultCell({ severity, exemption }: Reason) {
  if (exemption) return { text: "已临时放行", tone: "warning" as const };
  return severity === "refuse"
    ? { text: "不通过", tone: "refused" as const }
    : { text: "提醒", tone: "warning" as const };
}

/** Leads to the document for those who may open it; whoever may not, reads its number. */
function documentCell(context: Context, { document }: Reason) {
  if (!document) return { text: "" };
  const screen = screenFor(context, document.entity, "get");
  return screen ? { text: document.label, href: recordPath(screen, document.id) } : { text: document.label };
}

async function blockedTable(context: Context) {
  const all = await ask(context, { entityKey: EXEMPTION, name: "blocked", input: {}, answer: z.array(blockedSchema) });
  const [screen] = context.services.registry.screensOf(EXEMPTION);
  const href = (supplier: string) =>
    screen ? { href: `${listPath(screen)}/ask${query([["supplier", supplier]])}` } : {};
  return {
    caption: "今天有业务不能办理的供应商",
    columns: columnsOf(["供应商", "检查项", "不能办理", "原因", "由谁解除", "依据"]),
    rows: all.map(({ supplierId, name, reason, actions: stopped }, index) => ({
      id: `${supplierId}-${index}`,
      cells: [
        { text: name, ...href(supplierId) },
        { text: checkName(reason.check), tone: "refused" as const },
        { text: stopped.flatMap((one) => (isAction(one) ? [GATE_ACTIONS[one]] : [])).join("、") },
        { text: reason.text },
        { text: reason.cure.who },
        documentCell(context, reason),
      ],
    })),
  };
}

/** What the gate found on the newest orders of the supplier that this person may see. */
async function orderHistory(context: Context, supplierId: string) {
  const screen = screenFor(context, ORDER, "query");
  const columns = columnsOf(["订单", "检查时间", "结果", "说明"]);
  if (!screen) return { caption: "订单上的检查记录", columns, rows: [] };
  const { rows } = await listRecords(context, screen, {
    filters: { supplier_id: [supplierId] },
    toggles: [],
    sort: ["-order_date"],
    page: 1,
    size: 100,
    columns: ["number"],
  });
  const ids = rows.map(({ id }) => id);
  const kept =
    ids.length === 0
      ? []
      : await unscopedRows(context, ORDER, ["id", "number", "gate_result", "updated_at"], [where.oneOf("id", ids)]);
  const found = kept
    .map((row) => ({ row, texts: findings.parse(row.gate_result) }))
    .filter(({ texts }) => texts.length > 0)
    .sort((a, b) => (String(a.row.number) < String(b.row.number) ? 1 : -1))
    .slice(0, HISTORY);
  return {
    caption: "订单上的检查记录",
    columns,
    rows: found.map(({ row, texts }) => {
      const isBlocked = texts.some(({ level }) => level === "block");
      return {
        id: row.id,
        cells: [
          { text: String(row.number), href: recordPath(screen, row.id) },
          { text: chinaTime(row.updated_at).slice(0, 16) },
          isBlocked ? { text: "不通过", tone: "refused" as const } : { text: "提醒", tone: "warning" as const },
          { text: texts.map(({ text }) => text).join("；") },
        ],
      };
    }),
  };
}
