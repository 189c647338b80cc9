import type { Actor } from "~/engine/context.server";
import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const STANDARD = "base-data/coa-standard";
const TEMPLATE = "base-data/coa-template";

/** Sets of the invented company; figures of the national standards are rounded and serve as examples. */
const SETS = [
  {
    code: "GWF",
    title: "谷物粉",
    standard_no: "GB 1355",
    items: [
      { item_name: "水分", item_group: "physical", method: "GB 5009.3", unit: "%", law_high: "14.5" },
      { item_name: "灰分", item_group: "physical", method: "GB 5009.4", unit: "%", law_high: "0.7" },
      {
        item_name: "黄曲霉毒素B1",
        item_group: "pollutant",
        method: "GB 5009.22",
        unit: "μg/kg",
        law_high: "5",
        key_item: "1",
      },
      { item_name: "感官", item_group: "sensory", value_kind: "pass" },
    ],
  },
  {
    code: "JG",
    title: "坚果与籽类",
    standard_no: "GB 19300",
    items: [
      { item_name: "水分", item_group: "physical", method: "GB 5009.3", unit: "%", law_high: "8" },
      { item_name: "酸价", item_group: "physical", method: "GB 5009.229", unit: "mg/g", law_high: "3" },
      { item_name: "过氧化值", item_group: "physical", method: "GB 5009.227", unit: "g/100g", law_high: "0.5" },
      {
        item_name: "黄曲霉毒素B1",
        item_group: "pollutant",
        method: "GB 5009.22",
        unit: "μg/kg",
        law_high: "5",
        key_item: "1",
      },
      { item_name: "菌落总数", item_group: "microbe", method: "GB 4789.2", unit: "CFU/g", law_high: "10000" },
      { item_name: "气味", item_group: "sensory", value_kind: "text" },
    ],
  },
];

/** Templates, and standards in every state; what is delivered most often has one in force. */
async function demoStandards(pen: DemoPen): Promise<void> {
  const at = (days: number) => pen.context(pen.moment(pen.daysAgo(days), 10));
  const { entity } = pen.screen(STANDARD);
  const move = (days: number, id: string, name: string) => applyTransition(at(days), { entity, id, name });
  const sources = await unscopedRows(
    at(0),
    "base-data/source-data",
    ["material_id"],
    [where.oneOf("state", ["trial", "active"])],
  );
  const materials = [...new Set(sources.map(({ material_id }) => material_id))].slice(0, 12);
  const types = await unscopedRows(
    at(0),
    "master-data/material",
    ["id", "material_type_id"],
    [where.oneOf("id", materials)],
  );
  const [first] = types;
  if (!first) return;
  const templates: string[] = [];
  for (const set of SETS)
    templates.push((await pen.create(at(500), TEMPLATE, { ...set, material_type_id: first.material_type_id })).id);
  const [powder, nuts] = templates;
  const draft = (days: number, material_id: string, template_id: string | undefined) =>
    pen.create(at(days), STANDARD, { material_id, template_id, valid_from: pen.daysAgo(days) });
  const approved = async (days: number, material_id: string, template_id: string | undefined) => {
    const { id } = await draft(days, material_id, template_id);
    await move(days, id, "submit");
    await move(days - 1, id, "approve");
    return id;
  };
  for (const [index, material] of materials.slice(0, 8).entries())
    await approved(480 - index, material, index % 3 === 2 ? nuts : powder);
  // A second version of the first takes the place of the one before.
  if (materials[0]) await approved(90, materials[0], powder);
  await unfinished(pen, { not: materials, type: first.material_type_id, powder, nuts });
}

interface Unfinished {
  /** Materials that have one in force. */
  not: readonly string[];
  /** Kind of material. */
  type: string;
  powder: string | undefined;
  nuts: string | undefined;
}

/** One out of use, one that waits for the quality manager and one that is being written, by those who keep them. */
async function unfinished(pen: DemoPen, { not, type, powder, nuts }: Unfinished): Promise<void> {
  const engineer = await pen.person("qa1");
  const manager = await pen.person("qamanager1");
  const at = (days: number, by: Actor) => pen.context(pen.moment(pen.daysAgo(days), 10), by);
  const others = await unscopedRows(
    pen.context(pen.now),
    "master-data/material",
    ["id", "code"],
    [where.eq("material_type_id", type), where.eq("material_status", "active"), where.not(where.oneOf("id", [...not]))],
  );
  others.sort((a, b) => (a.code < b.code ? -1 : 1));
  const stories = [
    {
      ...{ days: 200, template: nuts },
      steps: [
        ["submit", 199, engineer],
        ["approve", 198, manager],
        ["disable", 30, manager, "物料改由成品检验控制"],
      ],
    },
    { ...{ days: 3, template: nuts }, steps: [["submit", 2, engineer]] },
    { ...{ days: 1, template: powder }, steps: [] },
  ] satisfies { days: number; template: string | undefined; steps: [string, number, Actor, string?][] }[];
  const { entity } = pen.screen(STANDARD);
  for (const [index, { days, template, steps }] of stories.entries()) {
    const material_id = others[index]?.id;
    if (!material_id) return;
    const values = { material_id, template_id: template, valid_from: pen.daysAgo(days) };
    const { id } = await pen.create(at(days, engineer), STANDARD, values);
    for (const [name, ago, by, reason] of steps)
      await applyTransition(at(ago, by), { entity, id, name, ...(reason ? { reason } : {}) });
  }
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: STANDARD,
  least: {
    needs: ["master-data/material", "base-data/coa-template"],
    sample: ({ id }) => ({
      material_id: id("master-data/material"),
      template_id: id("base-data/coa-template"),
      required_at: "before_ship",
      valid_from: "2025-01-02",
    }),
  },
  rows: {
    names: ["coaStandardA", "coaStandardB"],
    target: "coaStandardA",
    async make({ add, at, move }) {
      for (const [name, supplier] of [
        ["coaStandardA", "supplierA"],
        ["coaStandardB", "supplierB"],
      ] as const) {
        await add(name, {
          material_id: at("box"),
          supplier_id: at(supplier),
          template_id: at("coaTemplate"),
          required_at: "before_ship",
          valid_from: "2024-01-01",
        });
        await move(name, "submit");
        await move(name, "approve");
      }
    },
  },
  demo: demoStandards,
});
