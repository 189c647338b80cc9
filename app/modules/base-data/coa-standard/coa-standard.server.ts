import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { Complaint, Value, Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { LINE_STEP } from "~/engine/entity/paths";
import type { EntityServer, OwnSection, Published } from "~/engine/entity/server-hooks";
import { peopleOf } from "~/engine/notify/audience.server";
import { linesOf, putLines } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { addDays } from "~/shared/calendar";
import { COA_VALUES, type CoaValue } from "~/shared/coa";
import { where } from "~/shared/condition";
import { inGroups } from "../coa-template/coa-template.rules";
import { coaStandard } from "./coa-standard.entity";
import { inForce, notLooserThanLaw, requirementText, type StandardItem } from "./coa-standard.rules";

type CoaStandardRecord = RecordFor<"base-data/coa-standard">;

const { key } = coaStandard;
const TEMPLATE = "base-data/coa-template";
const ITEM_COLUMNS = [
  "item_name",
  "method",
  "unit",
  "value_kind",
  "low",
  "low_open",
  "high",
  "high_open",
  "text_value",
  "key_item",
  "required",
] as const;

const valueKind = z.custom<CoaValue>((kind) => typeof kind === "string" && Object.hasOwn(COA_VALUES, kind));
const itemSchema = z.object({
  item_name: z.string(),
  method: z.string().nullable(),
  unit: z.string().nullable(),
  value_kind: valueKind,
  low: z.string().nullable(),
  low_open: z.boolean(),
  high: z.string().nullable(),
  high_open: z.boolean(),
  text_value: z.string().nullable(),
  key_item: z.boolean(),
  required: z.boolean(),
});
export type FrozenItem = z.infer<typeof itemSchema>;

/** Same material, for the same supplier or for all. */
function sameScope(record: CoaStandardRecord) {
  const supplier = record.supplier_id;
  return [
    where.eq("material_id", String(record.material_id)),
    typeof supplier === "string" ? where.eq("supplier_id", supplier) : where.empty("supplier_id"),
    where.not(where.eq("id", record.id)),
  ];
}

async function templateItems(context: Context, templateId: string) {
  const rows = await unscopedLines(context, {
    entityKey: TEMPLATE,
    lines: "items",
    columns: ["line_no", "item_group", "item_name", "method", "unit", "value_kind", "law_low", "law_high", "key_item"],
    where: [where.eq("root_id", templateId)],
  });
  return rows.sort((a, b) => Number(a.line_no) - Number(b.line_no));
}

/** 按模板生成: a standard without items starts as the national standard. */
async function fromTemplate(context: Context, record: CoaStandardRecord): Promise<void> {
  if (linesOf(record, "items").length > 0 || typeof record.template_id !== "string") return;
  const items = inGroups(await templateItems(context, record.template_id));
  putLines(
    record,
    "items",
    items.map((item, at) => ({
      id: context.services.newId(),
      line_no: (at + 1) * LINE_STEP,
      item_name: item.item_name,
      method: item.method,
      unit: item.unit,
      value_kind: item.value_kind,
      low: item.law_low,
      low_open: false,
      high: item.law_high,
      high_open: false,
      text_value: item.value_kind === "text" ? "符合标准要求" : null,
      key_item: item.key_item,
      required: true,
    })),
  );
}

async function lawKept(context: Context, record: CoaStandardRecord): Promise<Complaint[]> {
  const law = await templateItems(context, String(record.template_id));
  const items = z.array(itemSchema).parse(linesOf(record, "items"));
  return notLooserThanLaw({ items }, law);
}

/** The next version of the same scope; those in force end the day before, or at once. */
async function takeOver(context: Context, { record, today, set }: Work<CoaStandardRecord>): Promise<void> {
  const others = await unscopedRows(
    context,
    key,
    ["id", "state", "standard_version"],
    [...sameScope(record), where.oneOf("state", ["active", "replaced", "disabled"])],
  );
  set({ standard_version: Math.max(0, ...others.map(({ standard_version }) => standard_version ?? 0)) + 1 });
  const entity = context.services.registry.entity(key);
  const from = String(record.valid_from);
  for (const { id } of others.filter(({ state }) => state === "active"))
    await applyTransition(consequenceOf(context), {
      entity,
      id,
      name: from <= today ? "replace" : "outlast",
      input: { last_day: addDays(from, -1) },
    });
}

/** What is in force goes on until the copy that is made here is approved. */
async function startRevision(context: Context, { record, today }: Work<CoaStandardRecord>): Promise<void> {
  const values: Record<string, unknown> = Object.fromEntries(
    (["material_id", "supplier_id", "template_id", "required_at", "remark"] as const).map((name) => [
      name,
      record[name],
    ]),
  );
  const items = linesOf(record, "items").map((item) =>
    Object.fromEntries(ITEM_COLUMNS.map((name): [string, Value] => [name, (item[name] ?? null) as Value])),
  );
  const screen = context.services.registry.mainScreen(key);
  await createRecord(consequenceOf(context), { screen, values: { ...values, valid_from: today, items } });
}

/** Accounts of the suppliers a standard is for: the one it names, else all that deliver the material. */
async function concerned(context: Context, record: CoaStandardRecord): Promise<string[]> {
  const suppliers =
    typeof record.supplier_id === "string"
      ? [record.supplier_id]
      : (
          await unscopedRows(
            context,
            "base-data/source-data",
            ["supplier_id"],
            [
              where.eq("material_id", String(record.material_id)),
              where.oneOf("state", ["trial", "active", "suspended"]),
            ],
          )
        ).map(({ supplier_id }) => supplier_id);
  if (suppliers.length === 0) return [];
  const nobody = { supplierClasses: [], roles: [], factories: [], people: [] };
  return peopleOf(context, { kind: "listed", suppliers: [...new Set(suppliers)], ...nobody });
}

const question = z.object({ supplierId: z.string(), materialIds: z.array(z.string()), day: z.string() });

/** What a certificate is entered against. */
interface InForce {
  id: string;
  number: string;
  requiredAt: string;
  items: FrozenItem[];
}

/**
 * The standards that count for deliveries of a supplier on a day, published as `base-data/coa-standard.in_force`: by material id, with their
 * items in order; without those of which none is in force. Answered in transactions of suppliers as well.
 */
const inForceOn: Published = async (context, input): Promise<Record<string, InForce>> => {
  const { supplierId, materialIds, day } = question.parse(input);
  const columns = ["id", "number", "material_id", "supplier_id", "required_at", "valid_from", "last_day"] as const;
  const rows = await unscopedRows(context, key, columns, [
    // What was replaced still says what held until its last day.
    where.oneOf("state", ["active", "replaced"]),
    where.oneOf("material_id", materialIds),
    where.any(where.empty("supplier_id"), where.eq("supplier_id", supplierId)),
  ]);
  const chosen = [...new Set(materialIds)].flatMap((id) => {
    const found = inForce(
      rows.filter(({ material_id }) => material_id === id),
      day,
    );
    return found ? [found] : [];
  });
  const items = await unscopedLines(context, {
    entityKey: key,
    lines: "items",
    columns: ["root_id", "line_no", ...ITEM_COLUMNS],
    where: [
      where.oneOf(
        "root_id",
        chosen.map(({ id }) => id),
      ),
    ],
  });
  const sorted = items.sort((a, b) => Number(a.line_no) - Number(b.line_no));
  return Object.fromEntries(
    chosen.map((one) => [
      one.material_id,
      {
        id: one.id,
        number: String(one.number),
        requiredAt: one.required_at,
        items: sorted.filter(({ root_id }) => root_id === one.id).map((item) => itemSchema.parse(item)),
      },
    ]),
  );
};

/** What an item asked for in another version, beside what it asks for now. */
async function compared(context: Context, record: CoaStandardRecord): Promise<OwnSection[]> {
  if (typeof record.standard_version !== "number" || record.standard_version < 2) return [];
  const [before] = await unscopedRows(
    context,
    key,
    ["id", "standard_version"],
    [...sameScope(record), where.eq("standard_version", record.standard_version - 1)],
  );
  if (!before) return [];
  const old = z.array(itemSchema).parse(
    await unscopedLines(context, {
      entityKey: key,
      lines: "items",
      columns: ITEM_COLUMNS,
      where: [where.eq("root_id", before.id)],
    }),
  );
  const now = z.array(itemSchema).parse(linesOf(record, "items"));
  const names = [...new Set([...now, ...old].map(({ item_name }) => item_name))];
  const reads = (items: readonly StandardItem[], name: string) => {
    const item = items.find(({ item_name }) => item_name === name);
    return item ? requirementText(item) : "没有此项";
  };
  return [
    {
      kind: "table",
      title: "版本对比",
      table: {
        caption: `与第${before.standard_version}版对比`,
        columns: columnsOf(["检测项目", `第${before.standard_version}版`, `第${record.standard_version}版`, "变化"]),
        rows: names.map((name) => {
          const [was, is] = [reads(old, name), reads(now, name)];
          return {
            id: name,
            cells: [
              { text: name },
              { text: was },
              { text: is },
              was === is ? { text: "未变" } : { text: "已变", tone: "warning" as const },
            ],
          };
        }),
      },
    },
  ];
}

export const coaStandardServer: EntityServer<"base-data/coa-standard"> = {
  prepare: ({ context, record }) => fromTemplate(context, record),
  beforeSave: ({ context, record }) => lawKept(context, record),
  audiences: { concerned: ({ context, record }) => concerned(context, record) },
  sections: (context, record) => compared(context, record),
  transitions: {
    approve: { effect: takeOver },
    revise: { effect: startRevision },
  },
  publishes: { in_force: inForceOn },
};
