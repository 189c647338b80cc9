import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { termOf } from "~/engine/deadlines/term.server";
import type { Value } from "~/engine/entity";
import { deadlinesIn, type WorkedRow } from "~/engine/entity/deadlines";
import type { ConditionOn, RecordFor } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import type { RecordChart, RecordTable } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { screenFor } from "~/engine/operations/scope.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { formatDecimal } from "~/shared/decimal";
import { namesOf } from "~/shared/names";
import { partiesNamed } from "../supplier/akin.server";
import { pointsBySection } from "../supplier-audit/supplier-audit.rules";
import { admission } from "./admission.entity";
import { evidenceWords, lateSteps, NORMED_STEPS, type Normed, type Norms, progressOf, stepOf } from "./admission.rules";
import { pricePosition } from "./price-position.server";

type AdmissionRecord = RecordFor<"supplier-management/admission">;

const SUPPLIER = "supplier-management/supplier";
const CERTIFICATE = "supplier-management/supplier-certificate";
const AUDIT = "supplier-management/supplier-audit";
const SOURCE = "base-data/source-data";
const ACTION = "supplier-audit/corrective-action";
const { key, fields } = admission;

/** Stages in which a committee looks at the whole. */
const ASSESSED = ["assessing", "pending", "approved", "rejected"];

const head = z.object({
  id: z.string(),
  state: z.string().nullable(),
  stage_since: z.string().nullable(),
  need_audit: z.boolean(),
  need_sample: z.boolean(),
  need_trial: z.boolean(),
  audit_result: z.string().nullable(),
  audit_score: z.string().nullable(),
});
const material = z.object({
  root_id: z.string(),
  sample_result: z.string().nullable(),
  trial_result: z.string().nullable(),
});
const assessor = z.object({ root_id: z.string(), user_id: z.string(), vote: z.string().nullable() });

/** Cases with what their steps and votes say, for lists and reminders. */
export async function casesOf(context: Context, ids: readonly string[]) {
  const roots = [where.oneOf("root_id", ids)];
  const heads = await unscopedRows(context, key, namesOf(head.shape), [where.oneOf("id", ids)]);
  const materials = z.array(material).parse(
    await unscopedLines(context, {
      entityKey: key,
      lines: "materials",
      columns: namesOf(material.shape),
      where: roots,
    }),
  );
  const assessors = z.array(assessor).parse(
    await unscopedLines(context, {
      entityKey: key,
      lines: "assessors",
      columns: namesOf(assessor.shape),
      where: roots,
    }),
  );
  return z
    .array(head)
    .parse(heads)
    .map((one) => ({
      ...one,
      materials: materials.filter(({ root_id: id }) => id === one.id),
      assessors: assessors.filter(({ root_id: id }) => id === one.id),
    }));
}

/** Working days each step may stand, as the parameters say now. */
async function normsOf(context: Context): Promise<Norms> {
  const terms = deadlinesIn([context.services.registry.entity(key)])
    .filter(({ name }) => Object.hasOwn(NORMED_STEPS, name))
    .map(async (one) => [one.name as Normed, await termOf(context, one)] as const);
  return Object.fromEntries(await Promise.all(terms)) as Norms;
}

/** Which of these cases have a step that stands longer than its norm. */
export async function lateCases(context: Context, rows: ConditionOn<typeof key>): Promise<string[]> {
  const ids = (await unscopedRows(context, key, ["id"], [rows])).map(({ id }) => id);
  if (ids.length === 0) return [];
  const norms = await normsOf(context);
  const today = dayOf(context.now);
  return (await casesOf(context, ids)).filter((one) => lateSteps(one, today, norms).length > 0).map(({ id }) => id);
}

/** Assessors of running assessments who have not said anything yet, each since the day it began. */
export async function missingVotes(context: Context): Promise<WorkedRow[]> {
  const open = [where.eq("state", "assessing"), where.someLine("admission_assessors", where.empty("vote"))];
  const ids = (await unscopedRows(context, key, ["id"], open)).map(({ id }) => id);
  if (ids.length === 0) return [];
  return (await casesOf(context, ids)).flatMap(({ id, stage_since: day, assessors }) =>
    day === null
      ? []
      : assessors
          .filter(({ vote }) => vote === null)
          .map(({ user_id: person }) => ({ id, about: person, day, values: { person } })),
  );
}

/** Columns of the lists that are worked out: where a case stands and since when, what its evidence says. */
export async function caseColumns(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<Record<string, Value>>>> {
  const today = dayOf(context.now);
  const norms = await normsOf(context);
  const open = ["first_trial", "supplementing", "verifying", "assessing", "pending"];
  return new Map(
    (await casesOf(context, ids)).map((one) => {
      const isOpen = open.includes(one.state ?? "") && one.stage_since !== null;
      const late = lateSteps(one, today, norms).map(({ label, late: days }) => `${label}超${days}天`);
      return [
        one.id,
        {
          step: stepOf(one),
          days_in_step: isOpen ? daysBetween(one.stage_since ?? today, today) : null,
          late: late.length > 0 ? late.join("、") : null,
          ...evidenceWords(one),
        },
      ];
    }),
  );
}

function progress(record: AdmissionRecord): RecordTable {
  const rows = progressOf({ ...record, state: record.state } as Parameters<typeof progressOf>[0]);
  return {
    kind: "table",
    first: true,
    title: "准入进度",
    table: {
      caption: "准入的各个步骤",
      columns: columnsOf(["步骤", "进度"]),
      rows: rows.map(({ step, state, tone }) => ({ id: step, cells: [{ text: step }, { text: state, tone }] })),
    },
  };
}

/** The certificates of the supplier, as the desk check looks through them. */
async function documents(context: Context, record: AdmissionRecord): Promise<RecordTable[]> {
  const screen = screenFor(context, CERTIFICATE, "get");
  if (!screen) return [];
  const rows = await unscopedRows(
    context,
    CERTIFICATE,
    ["id", "certificate_type", "certificate_no", "valid_to", "is_long_term", "state"],
    [
      where.eq("supplier_id", String(record.supplier_id)),
      where.oneOf("state", ["pending", "valid", "expired", "rejected"]),
    ],
  );
  if (rows.length === 0) return [];
  const entity = context.services.registry.entity(CERTIFICATE);
  const type = entity.fields.certificate_type;
  const states: Readonly<Record<string, string>> = entity.states ?? {};
  return [
    {
      kind: "table",
      title: "佐证证照",
      table: {
        caption: "供应商的证照",
        columns: columnsOf(["证照", "编号", "有效期至", "状态"]),
        rows: rows
          .map((row) => ({
            id: row.id,
            cells: [
              { text: type ? kindOf(type).show(row.certificate_type as string, type.options) : "" },
              { text: row.certificate_no, href: recordPath(screen, row.id) },
              { text: row.is_long_term === true ? "长期" : (row.valid_to ?? "") },
              { text: states[row.state] ?? "", tone: entity.tones?.[row.state] ?? "draft" },
            ],
          }))
          .sort((a, b) => (a.cells[0]?.text ?? "").localeCompare(b.cells[0]?.text ?? "", "zh")),
      },
    },
  ];
}

/** How many suppliers deliver materials of the kind today: with none or one the company depends on whoever comes in. */
async function presentSuppliers(context: Context, record: AdmissionRecord): Promise<string> {
  const rows = await unscopedRows(
    context,
    SOURCE,
    ["supplier_id"],
    [
      where.eq("state", "active"),
      where.someRow({
        table: "material",
        column: "id",
        equals: "material_id",
        inner: where.eq("material_type_id", String(record.material_type_id)),
      }),
    ],
  );
  const others = new Set(rows.map(({ supplier_id: id }) => id));
  others.delete(String(record.supplier_id));
  if (others.size === 0) return "目前没有其他供应商";
  return others.size === 1 ? "目前1家（独家）" : `目前${others.size}家`;
}

/** What the committee decides by, on one table (catalogue assessment); prices stand beneath it. */
async function evidence(context: Context, record: AdmissionRecord): Promise<RecordTable> {
  const [supplier] = await ask(context, SUPPLIER, "judgement", [String(record.supplier_id)]);
  const related = await partiesNamed(context, String(record.supplier_id));
  const words = evidenceWords(record as unknown as Parameters<typeof evidenceWords>[0]);
  const result = typeof record.audit_result === "string" ? record.audit_result : null;
  const { audit_result: conclusion } = fields;
  const rows: [string, string][] = [
    [
      "质量审核",
      !record.need_audit && result === null
        ? "不需要"
        : result === null
          ? "没有结论"
          : `${kindOf(conclusion).show(result, conclusion.options)}，${record.audit_score ?? ""}分`,
    ],
    ["样品验证", words.sample_pass],
    ["小批试用", words.trial_pass],
    ["评审意见", words.votes],
    ["风险等级", supplier?.riskText ?? "未评定"],
    ["关联方", related > 0 ? `${related}家，见供应商档案` : "没有"],
    ["预计年采购额", record.annual_amount ? `${formatDecimal(record.annual_amount, 2)}元` : "未填写"],
    ["该类别的供应商", await presentSuppliers(context, record)],
  ];
  return {
    kind: "table",
    first: true,
    title: "证据看板",
    table: {
      caption: "综合评审所依据的情况",
      columns: columnsOf(["依据", "情况"]),
      rows: rows.map(([what, text]) => ({ id: what, cells: [{ text: what }, { text }] })),
    },
  };
}

/** What an approved case has led to: sources to buy from, and what is still to be brought. */
async function outcome(context: Context, record: AdmissionRecord): Promise<RecordTable[]> {
  if (record.state !== "approved") return [];
  const own = [where.eq("source_no", String(record.number)), where.eq("supplier_id", String(record.supplier_id))];
  const rows = ([SOURCE, ACTION] as const).flatMap((entity) => {
    const screen = screenFor(context, entity, "get");
    return screen ? [{ entity, screen }] : [];
  });
  const cells: RecordTable["table"]["rows"] = [];
  for (const { entity, screen } of rows) {
    const { label, states = {}, tones = {} } = context.services.registry.entity(entity);
    const led =
      entity === SOURCE
        ? (await unscopedRows(context, SOURCE, ["id", "number", "state", "effective_from"], own)).map(
            ({ effective_from: when, ...row }) => ({ ...row, when }),
          )
        : (await unscopedRows(context, ACTION, ["id", "number", "state", "report_due"], own)).map(
            ({ report_due: when, ...row }) => ({ ...row, when }),
          );
    for (const { id, number, state, when } of led)
      cells.push({
        id,
        cells: [
          { text: label },
          { text: String(number), href: recordPath(screen, id) },
          { text: `${entity === SOURCE ? "生效" : "期限"} ${when ?? ""}` },
          { text: states[state] ?? "", tone: tones[state] ?? "draft" },
        ],
      });
  }
  if (cells.length === 0) return [];
  return [
    {
      kind: "table",
      title: "准入结果",
      table: { caption: "批准后生成的单据", columns: columnsOf(["单据", "编号", "日期", "状态"]), rows: cells },
    },
  ];
}

/** The audit seen chapter by chapter. */
async function auditRadar(context: Context, record: AdmissionRecord): Promise<RecordChart[]> {
  if (typeof record.audit_id !== "string" || record.audit_result === null) return [];
  const columns = ["section", "result", "max_score", "score", "line_no"] as const;
  const rows = await unscopedLines(context, {
    entityKey: AUDIT,
    lines: "items",
    columns,
    where: [where.eq("root_id", record.audit_id)],
  });
  const sections = pointsBySection(rows);
  if (sections.size < 2) return [];
  return [
    {
      kind: "chart",
      title: "审核雷达图",
      chart: {
        kind: "radar",
        caption: "质量审核各章节得分率",
        axis: "章节",
        unit: "%",
        labels: [...sections.keys()],
        series: [{ label: "得分率", values: [...sections.values()] }],
      },
    },
  ];
}

/** What stands on the page of a case beside what was typed; suppliers see how far it has come and nothing else. */
export async function caseSections(context: Context, record: AdmissionRecord): Promise<(RecordTable | RecordChart)[]> {
  if (context.actor.supplierId) return [progress(record)];
  const isAssessed = ASSESSED.includes(record.state);
  return [
    progress(record),
    ...(await outcome(context, record)),
    ...(record.state === "draft" || isAssessed ? [] : await documents(context, record)),
    ...(isAssessed
      ? [
          await evidence(context, record),
          ...(await pricePosition(context, record)),
          ...(await auditRadar(context, record)),
        ]
      : []),
  ];
}
