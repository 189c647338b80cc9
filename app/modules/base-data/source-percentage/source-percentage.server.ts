import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { ConditionOn, RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding, OwnSection, TransitionWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { labelsOf } from "~/engine/operations/labels.server";
import { screenFor } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, formatDecimal } from "~/shared/decimal";
import { allocate, sharesAt, trial } from "./allocate.server";
import { KEY, orderedIn, sharesWhere, standingAt } from "./share-facts.server";
import { holdShares } from "./source-percentage.query.server";
import { keptShares, meeting, suppliersOnce, widestGap } from "./source-percentage.rules";

type SourcePercentageRecord = RecordFor<"base-data/source-percentage">;

const SUPPLIER = "supplier-management/supplier";
const SOURCE = "base-data/source-data";

const facts = z.object({
  id: z.string(),
  number: z.string().nullable(),
  material_id: z.string(),
  factory_id: z.string().nullable(),
  valid_from: z.string(),
  valid_to: z.string(),
  shares: z.array(z.object({ supplier_id: z.string(), percent: z.string() })),
});
type Facts = z.infer<typeof facts>;

const typedShares = z.object({ shares: z.array(z.object({ supplier_id: z.string() })) });

/** Shares in force that speak of the same material and factory, and what becomes of them. */
async function meetings(context: Context, own: Facts) {
  const others = await unscopedRows(
    context,
    KEY,
    ["id", "number", "valid_from", "valid_to"],
    [
      where.eq("material_id", own.material_id),
      own.factory_id === null ? where.empty("factory_id") : where.eq("factory_id", own.factory_id),
      where.eq("state", "active"),
      where.not(where.eq("id", own.id)),
    ],
  );
  return others.flatMap((other) => {
    const standing = { ...other, number: other.number ?? "" };
    const outcome = meeting(standing, own);
    return outcome ? [{ ...standing, outcome }] : [];
  });
}

/** What newer shares do to older ones, said before they come into force. */
async function overlapFindings(context: Context, own: Facts): Promise<Finding[]> {
  return (await meetings(context, own)).map(({ number, valid_from, outcome }): Finding => {
    if (outcome.kind === "clash")
      return {
        check: "overlap",
        level: "block",
        text: `该物料从${valid_from}起已有货源比例${number}，请把有效期至改到此前，或先结束它`,
      };
    const text =
      outcome.kind === "ends"
        ? `生效后，原货源比例${number}到${outcome.on}为止`
        : `生效后，原货源比例${number}即被替代`;
    return { check: "overlap", level: "note", text };
  });
}

/** Whether each supplier may deliver at all on the first day that counts. */
async function sourceFindings(context: Context, own: Facts): Promise<Finding[]> {
  const today = dayOf(context.now);
  const [, day = today] = [today, own.valid_from].sort();
  const standings = await standingAt(
    context,
    own.shares.map(({ supplier_id }) => ({
      ...{ materialId: own.material_id, supplierId: supplier_id, factoryId: own.factory_id, day },
    })),
  );
  const names = await labelsOf(
    context,
    context.services.registry.entity(SUPPLIER),
    own.shares.map(({ supplier_id }) => supplier_id),
  );
  return standings.flatMap(({ sourceId, stopped }, at): Finding[] => {
    if (stopped === null) return [];
    const name = names.get(own.shares[at]?.supplier_id ?? "") ?? "";
    if (sourceId === null) return [{ check: "source", level: "block", text: `供应商${name}没有该物料的有效货源` }];
    const text = `供应商${name}现在不能下单（${stopped}），在此期间它的份额按比例分给其他供应商`;
    return [{ check: "stopped", level: "warn", text }];
  });
}

/** Everything from one supplier is a risk where the material is a key one. */
async function soleFindings(context: Context, own: Facts): Promise<Finding[]> {
  if (own.shares.length > 1) return [];
  const key = [where.eq("id", own.material_id), where.eq("key_material", true)];
  const found = await unscopedCount(context, "master-data/material", key);
  return found === 0 ? [] : [{ check: "sole", level: "warn", text: "关键物料仅有一个货源，请说明备选方案" }];
}

async function standingFindings(context: Context, record: SourcePercentageRecord): Promise<Finding[]> {
  const own = facts.parse(record);
  return [
    ...(await overlapFindings(context, own)),
    ...(await sourceFindings(context, own)),
    ...(await soleFindings(context, own)),
  ];
}

/**
 * Older shares make room in the transaction in which newer ones come into force. Of two that come at the same moment the second waits here
 * and then finds the first.
 */
async function makeRoom({ context, before, record }: TransitionWork<SourcePercentageRecord>): Promise<void> {
  if (record.state !== "active" || before.state === "active") return;
  const own = facts.parse(record);
  await holdShares(context.services.database.connection(), own.material_id);
  const entity = context.services.registry.entity(KEY);
  const now = dayOf(context.now);
  for (const { id, number, outcome } of await meetings(context, own)) {
    if (outcome.kind === "clash")
      throw new AppError("invalid", { message: `与货源比例${number}的有效期重叠，请重新核对`, complaints: [] });
    const input = {
      replaced_by: own.number ?? "",
      ...(outcome.kind === "ends" ? { valid_to: outcome.on } : {}),
    };
    const name = outcome.kind === "ends" && outcome.on >= now ? "outlast" : "replace";
    await applyTransition(consequenceOf(context), { entity, id, name, input });
  }
}

/** How far shares were kept, by document. */
async function gapsOf(
  context: Context,
  conditions: readonly ConditionOn<typeof KEY>[],
): Promise<Map<string, string | null>> {
  const documents = (await sharesWhere(context, conditions)).filter(({ state }) => state !== "draft");
  const ordered = await orderedIn(context, documents);
  return new Map(documents.map(({ id, shares }) => [id, widestGap(keptShares(shares, ordered.get(id) ?? new Map()))]));
}

/** What was agreed beside what was ordered. */
async function keptSections(context: Context, record: SourcePercentageRecord): Promise<OwnSection[]> {
  if (!["active", "ended"].includes(record.state)) return [];
  const [own] = await sharesWhere(context, [where.eq("id", record.id)]);
  if (!own) return [];
  const ordered = (await orderedIn(context, [own])).get(own.id) ?? new Map<string, string>();
  const kept = keptShares(own.shares, ordered);
  const named = kept.map(({ supplierId }) => supplierId);
  const others = [...ordered.keys()].filter((id) => !named.includes(id)).sort();
  const names = await labelsOf(context, context.services.registry.entity(SUPPLIER), [...named, ...others]);
  const standings = await standingAt(
    context,
    named.map((supplierId) => ({
      ...{ materialId: own.material_id, supplierId, factoryId: own.factory_id, day: dayOf(context.now) },
    })),
  );
  const screen = screenFor(context, SOURCE, "get");
  const limit = await intParameter(context.services, "quota.deviationPoints");
  const isWide = (gap: string | null) => gap !== null && decimal(gap).abs().gt(limit);
  const percentText = (value: string | null) => (value === null ? "" : `${formatDecimal(value)}%`);
  const rows = kept.map(({ supplierId, percent, actualQty, actualPercent, gap }, at) => {
    const sourceId = standings[at]?.sourceId ?? null;
    const stopped = standings[at]?.stopped ?? null;
    return {
      id: supplierId,
      cells: [
        { text: names.get(supplierId) ?? "" },
        { text: percentText(percent) },
        { text: formatDecimal(own.shares[at]?.base_qty ?? "0") },
        { text: formatDecimal(actualQty) },
        { text: percentText(actualPercent) },
        { text: percentText(gap), ...(isWide(gap) ? { tone: "warning" as const } : {}) },
        {
          text: stopped ?? "可以下单",
          ...(stopped === null ? {} : { tone: "warning" as const }),
          ...(screen && sourceId !== null ? { href: recordPath(screen, sourceId) } : {}),
        },
      ],
    };
  });
  const strangers = others.map((id) => ({
    id,
    cells: [
      { text: names.get(id) ?? "" },
      { text: "未列入" },
      { text: "" },
      { text: formatDecimal(ordered.get(id) ?? "0") },
      ...["", "", ""].map((text) => ({ text })),
    ],
  }));
  const headings = ["供应商", "配额比例", "基础量", "实际下单量", "实际比例", "偏差", "货源"];
  return [
    {
      kind: "table",
      title: "执行偏差",
      table: {
        caption: "有效期内已下达订单的数量，按物料的基本单位",
        columns: columnsOf(headings, headings.slice(1, -1)),
        rows: [...rows, ...strangers],
      },
    },
    ...(kept.some(({ actualPercent }) => actualPercent !== null)
      ? [
          {
            kind: "chart" as const,
            title: "计划与实际份额",
            chart: {
              kind: "bar" as const,
              caption: "约定的份额与实际下单的比例",
              axis: "供应商",
              unit: "%",
              labels: kept.map(({ supplierId }) => names.get(supplierId) ?? ""),
              series: [
                { label: "计划", values: kept.map(({ percent }) => percent) },
                { label: "实际", values: kept.map(({ actualPercent }) => actualPercent ?? "0") },
              ],
            },
          },
        ]
      : []),
  ];
}

/** Which state of shares materials are in on a day, for the view of a material's sources: by material id, those alone that have some. */
async function stateOf(context: Context, input: unknown): Promise<Record<string, "active" | "coming" | "waiting">> {
  const ids = z.array(z.string()).parse(input);
  if (ids.length === 0) return {};
  const now = dayOf(context.now);
  const rows = await unscopedRows(
    context,
    KEY,
    ["material_id", "state", "valid_from", "valid_to"],
    [where.oneOf("material_id", ids), where.oneOf("state", ["draft", "reviewing", "active"])],
  );
  const found: Record<string, "active" | "coming" | "waiting"> = {};
  const weight = { active: 2, coming: 1, waiting: 0 };
  for (const { material_id, state, valid_from, valid_to } of rows) {
    if (valid_to < now) continue;
    const one = state !== "active" ? "waiting" : valid_from <= now ? "active" : "coming";
    const known = found[material_id];
    if (known === undefined || weight[one] > weight[known]) found[material_id] = one;
  }
  return found;
}

export const sourcePercentageServer: EntityServer<"base-data/source-percentage"> = {
  async beforeSave({ record }) {
    const complaint = suppliersOnce(typedShares.parse(record));
    return complaint ? [complaint] : [];
  },
  afterTransition: makeRoom,
  sections: keptSections,
  async pages(_context, record) {
    return record.state === "ended" ? [] : [{ label: "分配试算", path: "try", tone: "plain" }];
  },
  async rowLinks(context, ids) {
    const screen = screenFor(context, KEY, "get");
    if (!screen) return new Map();
    const rows = await unscopedRows(
      context,
      KEY,
      ["id"],
      [where.oneOf("id", ids), where.not(where.eq("state", "ended"))],
    );
    return new Map(rows.map(({ id }) => [id, [{ label: "分配试算", href: `${recordPath(screen, id)}/try` }]]));
  },
  async extra(context, _screen, ids) {
    const gaps = await gapsOf(context, [where.oneOf("id", ids)]);
    return new Map(ids.map((id) => [id, { widest_gap: gaps.get(id) ?? null }]));
  },
  async chosen(context, _toggle, rows) {
    const limit = await intParameter(context.services, "quota.deviationPoints");
    const gaps = await gapsOf(context, [rows as ConditionOn<typeof KEY>]);
    return [...gaps].flatMap(([id, gap]) => (gap !== null && decimal(gap).gt(limit) ? [id] : []));
  },
  transitions: { submit: { check: standingFindings } },
  lasting: {
    in: ["active"],
    except: {
      submit: "its own check asks the same",
      outlast: "it lasts shorter, for the same shares",
    },
    grown: () => false,
    check: standingFindings,
  },
  publishes: { allocate, trial, sharesAt, stateOf },
};
