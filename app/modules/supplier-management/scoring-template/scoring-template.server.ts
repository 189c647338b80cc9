import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type AnyLine, type AnyRecord, type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, RecordChart, RecordTable } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { screenFor } from "~/engine/operations/scope.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { decimal, sum } from "~/shared/decimal";
import { scoringTemplate } from "./scoring-template.entity";

type ScoringTemplateRecord = RecordFor<"supplier-management/scoring-template">;

const revisions = z.array(z.object({ id: z.string(), revision: z.number(), state: z.string() }));

async function revisionsOf(context: Context, name: unknown): Promise<z.infer<typeof revisions>> {
  const same = [where.eq("name", String(name))];
  return revisions.parse(await unscopedRows(context, scoringTemplate.key, ["id", "revision", "state"], same));
}

/** What was typed in a row, to type it again into a copy. */
function typed(row: AnyLine | AnyRecord, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? ""]));
}

/** The next revision as a draft with the same sheet. */
async function draftNext(context: Context, record: ScoringTemplateRecord): Promise<void> {
  const { lines } = scoringTemplate;
  const rows = (name: keyof typeof lines) =>
    linesOf(record, name).map((row) => typed(row, Object.keys(lines[name].fields)));
  const bands = Object.keys(lines.items.lines.bands.fields);
  const items = linesOf(record, "items").map((row) => ({
    ...typed(row, Object.keys(lines.items.fields)),
    bands: linesOf(row, "bands").map((band) => typed(band, bands)),
  }));
  await createRecord(context, {
    screen: screenOf(context),
    values: {
      ...typed(record, ["name", "usage", "pass_line", "conditional_line", "note"]),
      dims: rows("dims"),
      items,
      grades: rows("grades"),
      classes: rows("classes"),
      supplier_types: rows("supplier_types"),
    },
  });
}

function screenOf(context: Context) {
  return context.services.registry.mainScreen(scoringTemplate.key);
}

/** Whoever chooses the template from now on gets this revision. */
async function retireOlder(context: Context, record: ScoringTemplateRecord): Promise<void> {
  for (const { id, state } of await revisionsOf(context, record.name)) {
    if (id === record.id || state !== "published") continue;
    await applyTransition(consequenceOf(context), { entity: scoringTemplate, id, name: "retire" });
  }
}

export const scoringTemplateServer: EntityServer<"supplier-management/scoring-template"> = {
  extra: (context, _screen, ids) => kindsOf(context, ids),
  async beforeSave({ context, record, before, set }): Promise<Complaint[]> {
    if (before?.name === record.name) return [];
    if (before && Number(before.revision) > 1) return [complain("name", "升版的草稿不能改名，各版本名称相同")];
    const known = (await revisionsOf(context, record.name)).filter(({ id }) => id !== record.id);
    if (known.some(({ state }) => state === "draft")) return [complain("name", "该模板已有草稿，请修改草稿或先删除它")];
    set({ revision: 1 + Math.max(0, ...known.map(({ revision }) => revision)) });
    return [];
  },
  async sections(context, record) {
    return [...weights(record), ...(await versions(context, record))];
  },
  transitions: {
    new_version: {
      async check(context, record) {
        const known = await revisionsOf(context, record.name);
        return known.some(({ state }) => state === "draft")
          ? [{ check: "draft", level: "block", text: "这个模板已有下一版的草稿，请先发布或删除它" }]
          : [];
      },
      effect: (context, work) => draftNext(context, work.record),
    },
    publish: { effect: (context, work) => retireOlder(context, work.record) },
  },
};

/** What the whole is made of: dimensions inside, their items outside, each item with its part of the points of its dimension. */
function weights(record: ScoringTemplateRecord): RecordChart[] {
  const dims = linesOf(record, "dims");
  if (dims.length < 2) return [];
  const parts = dims.flatMap((dim) => {
    const own = linesOf(record, "items").filter((item) => item.dim_code === dim.code);
    const all = sum(own.map((item) => item.max_score ?? "0"));
    const weight = decimal(dim.weight ?? "0");
    const name = String(dim.name);
    if (all.eq(0)) return [{ label: name, group: name, value: weight }];
    return own.map((item) => ({
      label: String(item.item),
      group: name,
      value: weight.times(decimal(item.max_score ?? "0")).div(all),
    }));
  });
  return [
    {
      kind: "chart",
      title: "权重分布",
      chart: {
        kind: "sunburst",
        caption: "权重旭日图",
        axis: "项目",
        unit: "%",
        labels: parts.map(({ label }) => label),
        groups: parts.map(({ group }) => group),
        series: [{ label: "权重", values: parts.map(({ value }) => value.toFixed(1)) }],
      },
    },
  ];
}

/** Kinds of material each template is for, by the names of the list. */
async function kindsOf(context: Context, ids: readonly string[]) {
  const columns = ["root_id", "line_no", "material_type_id"] as const;
  const rows = await unscopedLines(context, {
    entityKey: scoringTemplate.key,
    lines: "classes",
    columns,
    where: [where.oneOf("root_id", ids)],
  });
  const types = [...new Set(rows.map(({ material_type_id: id }) => id))];
  const known = await unscopedRows(context, "master-data/material-type", ["id", "name"], [where.oneOf("id", types)]);
  const names = new Map(known.map(({ id, name }) => [id, name]));
  return new Map(
    ids.map((id) => {
      const own = rows
        .filter(({ root_id: root }) => root === id)
        .sort((a, b) => Number(a.line_no) - Number(b.line_no))
        .map(({ material_type_id: type }) => names.get(type) ?? "");
      return [id, { kinds: own.length > 0 ? own.join("、") : "全部" }];
    }),
  );
}

/** Which revisions there are of the template, the newest first. */
async function versions(context: Context, record: ScoringTemplateRecord): Promise<RecordTable[]> {
  const screen = screenFor(context, scoringTemplate.key, "get");
  const known = await revisionsOf(context, record.name);
  if (!screen || known.length < 2) return [];
  const states: Readonly<Record<string, string>> = scoringTemplate.states ?? {};
  return [
    {
      kind: "table",
      title: "版本历史",
      table: {
        caption: "这个模板的各个版本",
        columns: columnsOf(["版本", "状态"]),
        rows: known
          .sort((a, b) => b.revision - a.revision)
          .map(({ id, revision, state }) => ({
            id,
            cells: [
              { text: `第${revision}版`, ...(id === record.id ? {} : { href: recordPath(screen, id) }) },
              { text: states[state] ?? "", tone: scoringTemplate.tones?.[state as "draft"] ?? "draft" },
            ],
          })),
      },
    },
  ];
}
