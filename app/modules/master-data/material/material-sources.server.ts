import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { ConditionOn } from "~/engine/entity/entity-map";
import type { Screen } from "~/engine/entity/registry";
import type { ListFigures, RowLink } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { rowsWithinReach } from "~/engine/operations/rows-within-reach.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";

const KEY = "master-data/material";
const SOURCE = "base-data/source-data";
const SHARES = "base-data/source-percentage";
const PRICES = "base-data/price-data";
/** The view of materials by their sources. */
export const SOURCES_SCREEN = "base-data/source-material";
/** From so many sources on it makes no difference how many. */
const MANY = 4;

const sourcing = z.object({
  formal: z.number(),
  trial: z.number(),
  blocked: z.number(),
  report: z.string(),
  risk: z.string(),
});
type Sourcing = z.infer<typeof sourcing>;

/** What toggles of the view mean by the risk. */
const RISKS: Readonly<Record<string, readonly string[]>> = {
  risky_only: ["none", "expiring", "single"],
  none_only: ["none"],
  single_only: ["single"],
  expiring_only: ["expiring"],
};

/** What these materials have of sources. */
async function sourcingOf(
  context: Context,
  conditions: readonly ConditionOn<typeof KEY>[],
): Promise<Map<string, Sourcing>> {
  const rows = await unscopedRows(context, KEY, ["id", "type_report_required"], conditions);
  const found = await ask(context, {
    entityKey: SOURCE,
    name: "ofMaterials",
    input: rows.map(({ id, type_report_required: inspected }) => ({ id, inspected })),
    answer: z.record(z.string(), sourcing),
  });
  return new Map(Object.entries(found));
}

/** Those of these materials that have a price today. */
async function pricedOf(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await ask(context, { entityKey: PRICES, name: "priced", input: ids, answer: z.array(z.string()) }));
}

/** The columns of the view. */
export async function sourceColumns(context: Context, ids: readonly string[]) {
  const found = await sourcingOf(context, [where.oneOf("id", ids)]);
  const shares = await ask(context, {
    entityKey: SHARES,
    name: "stateOf",
    input: ids,
    answer: z.record(z.string(), z.string()),
  });
  const priced = await pricedOf(context, ids);
  return new Map(
    ids.map((id) => {
      const own = found.get(id);
      return [
        id,
        {
          formal_count: own?.formal ?? null,
          trial_count: own?.trial ?? null,
          blocked_count: own?.blocked ?? null,
          quota_state: shares[id] ?? "none",
          price_state: priced.has(id) ? "valid" : "none",
          report_state: own?.report ?? null,
          risk: own?.risk ?? null,
        },
      ];
    }),
  );
}

/** Materials among these that a toggle of the view means. */
export async function chosenByRisk(
  context: Context,
  toggle: string,
  rows: ConditionOn<typeof KEY>,
): Promise<readonly string[]> {
  if (toggle === "unpriced_only") {
    const ids = (await unscopedRows(context, KEY, ["id"], [rows])).map(({ id }) => id);
    const priced = await pricedOf(context, ids);
    return ids.filter((id) => !priced.has(id));
  }
  const wanted = RISKS[toggle] ?? [];
  return [...(await sourcingOf(context, [rows]))].flatMap(([id, { risk }]) => (wanted.includes(risk) ? [id] : []));
}

/** Who may deliver it, and a new source of it, for whoever may look at sources or add one. */
export function sourceLinks(context: Context, ids: readonly string[]): Map<string, readonly RowLink[]> {
  const list = screenFor(context, SOURCE, "query");
  const add = screenFor(context, SOURCE, "add");
  if (!list && !add) return new Map();
  return new Map(
    ids.map((id) => [
      id,
      [
        ...(list ? [{ label: "查看货源", href: `/${list.area}/${list.key}?material_id=${id}` }] : []),
        ...(add ? [{ label: "新增货源", href: `/${add.area}/${add.key}/new?set=material_id&value=${id}` }] : []),
      ],
    ]),
  );
}

/** How many materials have how many formal sources, of those the person may see. */
export async function sourceFigures(context: Context, screen: Screen): Promise<ListFigures> {
  const conditions = screen.where === null ? [] : [screen.where as ConditionOn<typeof KEY>];
  const found = await rowsWithinReach(context, KEY, ["id"], conditions);
  const ids = (found?.rows ?? []).map(({ id }) => id);
  const counts = [...(await sourcingOf(context, [where.oneOf("id", ids)])).values()].map(({ formal }) => formal);
  const labels = Array.from({ length: MANY + 1 }, (_, count) => count);
  return {
    about: "现在可以供货的正式货源，同一供应商算一个",
    charts: [
      {
        kind: "bar",
        caption: "货源数量分布",
        axis: "正式货源数",
        unit: "种",
        labels: labels.map((count) => (count === MANY ? `${MANY}个以上` : `${count}个`)),
        series: [
          {
            label: "物料",
            values: labels.map((count) =>
              decimal(counts.filter((own) => (count === MANY ? own >= MANY : own === count)).length).toFixed(),
            ),
          },
        ],
      },
    ],
  };
}
