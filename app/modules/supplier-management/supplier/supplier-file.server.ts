import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyRecord, Field, Tone } from "~/engine/entity";
import { choicesOf } from "~/engine/entity/dictionary";
import { kindOf } from "~/engine/entity/kinds";
import type { Screen } from "~/engine/entity/registry";
import type { RecordTable } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { screenFor } from "~/engine/operations/scope.server";
import { readSupplierFile } from "~/engine/operations/supplier-file.server";
import { listPath, recordPath } from "~/engine/screen/address";
import { countsOfList } from "~/engine/screen/figures.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { EXPIRY_WINDOW_DAYS } from "~/engine/warnings/listed.server";
import { addDays, dayOf } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import { GATE_ACTIONS, type GateAction } from "~/shared/supplier-gate";
import { leftText } from "../supplier-certificate/supplier-certificate.rules";

const CERTIFICATE = "supplier-management/supplier-certificate";
const SITE = "supplier-management/supplier-site";
const ACCOUNT = "supplier-management/supplier-bank-account";
const CHANGE = "supplier-management/supplier-change";
const DUE = "master-data/type-inspection-due";
const CORRECTION = "supplier-audit/corrective-action";
const ORDER = "purchase-orders/purchase-order";
const RISK = "supplier-management/risk-event";
const EXEMPTION = "supplier-management/gate-exemption";

const text = z.string().nullable();
const fileSchema = z.object({
  certificates: z.array(z.object({ id: z.string(), name: text, no: z.string(), valid_to: text, state: z.string() })),
  sites: z.array(z.object({ id: z.string(), name: z.string(), address: text, sc_no: text })),
  accounts: z.array(
    z.object({
      id: z.string(),
      bank: z.string(),
      holder: text,
      tail: text,
      is_default: z.boolean(),
      state: z.string(),
    }),
  ),
  changes: z.array(z.object({ id: z.string(), number: text, section: z.string(), due: text, state: z.string() })),
  inspections: z.array(z.object({ id: z.string(), material: z.string(), due: z.string() })),
  corrections: z.array(z.object({ id: z.string(), number: text, title: z.string(), due: text })),
});
type File = z.infer<typeof fileSchema>;
const reasonSchema = z.object({ severity: z.enum(["refuse", "warn"]), text: z.string() });
const lightSchema = z.array(z.object({ action: z.string(), reasons: z.array(reasonSchema) }));

type Cell = RecordTable["table"]["rows"][number]["cells"][number];
/** Changes that are the supplier's to go on with. */
const UNSENT = ["draft", "invited", "returned"];
/** Certificates that prove nothing any more, or not for long. */
const IN_USE = ["valid", "renewing", "expired"];

/**
 * The file of a supplier on the screen 供应商信息, the same for staff and for the supplier itself: first what has to be done, then what
 * stands beside the master record. Staff also see what the gate says. Lists that a person has no right to are left out.
 */
export async function supplierFileSections(
  context: Context,
  record: AnyRecord,
  screen: Screen,
): Promise<readonly RecordTable[]> {
  if (screen.key !== "supplier-info") return [];
  const file = readableOnly(context, fileSchema.parse(await readSupplierFile(context, record.id)));
  return [
    ...(context.actor.supplierId ? [] : await gateLights(context, record)),
    ...toDo(context, record, file),
    certificates(context, file),
    sites(context, file),
    accounts(context, file),
    changes(context, file),
    ...(await orders(context, record)),
    ...(await risks(context, record)),
  ].filter((part) => part.table.rows.length > 0);
}

function readableOnly(context: Context, file: File): File {
  const or = <T>(entity: string, rows: T[]): T[] => (screenFor(context, entity, "get") ? rows : []);
  return {
    certificates: or(CERTIFICATE, file.certificates),
    sites: or(SITE, file.sites),
    accounts: or(ACCOUNT, file.accounts),
    changes: or(CHANGE, file.changes),
    inspections: or(DUE, file.inspections),
    corrections: or(CORRECTION, file.corrections),
  };
}

function to(context: Context, entity: string, id: string, shown: string): Cell {
  const screen = screenFor(context, entity, "get");
  return screen ? { text: shown, href: recordPath(screen, id) } : { text: shown };
}

function state(context: Context, entity: string, name: string): Cell {
  const { states, tones } = context.services.registry.entity(entity);
  const tone: Tone | undefined = tones?.[name];
  return { text: states?.[name] ?? name, ...(tone ? { tone } : {}) };
}

function table(title: string, labels: readonly string[], rows: readonly (readonly [string, ...Cell[]])[]): RecordTable {
  return {
    kind: "table",
    title,
    table: {
      caption: title,
      columns: columnsOf(labels),
      rows: rows.map(([id, ...cells]) => ({ id, cells })),
    },
  };
}

function daysLeft(context: Context, day: string | null): Cell {
  if (day === null) return { text: "长期有效" };
  const today = dayOf(context.now);
  const left = leftText(day, today);
  return day < today ? { text: left, tone: "refused" } : { text: left };
}

function sectionLabel(context: Context, section: string): string {
  const field: Field | undefined = context.services.registry.entity(CHANGE).fields.section;
  return field ? kindOf(field).show(section, field.options) : section;
}

/** Where a part of the file is changed, by how `gapsText` calls it. */
const WAYS: Readonly<Record<string, readonly [entity: string, query: string]>> = {
  基本信息: [CHANGE, "?set=section&value=base"],
  联系人: [CHANGE, "?set=section&value=contact"],
  银行账户: [CHANGE, "?set=section&value=bank"],
  生产基地: [CHANGE, "?set=section&value=site"],
  资质证照: [CERTIFICATE, ""],
};

/** The form in which a part is changed; staff first say whose file it is. */
function wayTo(context: Context, part: string, supplierId: string): Cell {
  const [entity, query] = WAYS[part] ?? [];
  const screen = entity && screenFor(context, entity, "add");
  if (!screen) return { text: "" };
  const wish = context.actor.supplierId ? (query ?? "") : `?set=supplier_id&value=${supplierId}`;
  return { text: "去补充", href: `${listPath(screen)}/new${wish}` };
}

/** What the supplier has to do, each with its day and the way to it. */
function toDo(context: Context, record: AnyRecord, file: File): RecordTable[] {
  const due = typeof record.supplement_due === "string" ? record.supplement_due : null;
  const lacking = typeof record.gaps === "string" ? record.gaps.split("\n") : [];
  const until = (day: string | null): Cell => (day === null ? { text: "" } : { text: day });
  const today = dayOf(context.now);
  const soon = addDays(today, EXPIRY_WINDOW_DAYS);
  const ending = file.certificates.filter(
    ({ valid_to: end, state: now }) => end !== null && IN_USE.includes(now) && end <= soon,
  );
  const rows: [string, ...Cell[]][] = [
    ...lacking.map((line): [string, ...Cell[]] => {
      const [part = "", missing = ""] = line.split("：");
      return [`gap-${part}`, { text: `补充${part}` }, { text: missing }, until(due), wayTo(context, part, record.id)];
    }),
    ...file.changes
      .filter((change) => UNSENT.includes(change.state))
      .map((change): [string, ...Cell[]] => [
        change.id,
        { text: "提交变更单" },
        { text: `${sectionLabel(context, change.section)}（${state(context, CHANGE, change.state).text}）` },
        until(change.due),
        to(context, CHANGE, change.id, change.number ?? "打开"),
      ]),
    ...ending.map((one): [string, ...Cell[]] => [
      one.id,
      { text: "更换证照" },
      {
        text: `${one.name ?? ""} ${one.no}`,
        ...(one.valid_to !== null && one.valid_to < today ? { tone: "refused" as const } : {}),
      },
      until(one.valid_to),
      to(context, CERTIFICATE, one.id, daysLeft(context, one.valid_to).text),
    ]),
    ...file.inspections.map((one): [string, ...Cell[]] => [
      one.id,
      { text: "提交型式检验报告" },
      { text: one.material },
      until(one.due),
      to(context, DUE, one.id, daysLeft(context, one.due).text),
    ]),
    ...file.corrections.map((one): [string, ...Cell[]] => [
      one.id,
      { text: "回复整改" },
      { text: one.title },
      until(one.due),
      to(context, CORRECTION, one.id, one.number ?? "打开"),
    ]),
  ];
  return [{ ...table("待办事项", ["事项", "内容", "期限", "处理"], rows), first: true }];
}

function certificates(context: Context, file: File): RecordTable {
  const rows = file.certificates.map((one): [string, ...Cell[]] => [
    one.id,
    to(context, CERTIFICATE, one.id, one.name ?? one.no),
    { text: one.no },
    { text: one.valid_to ?? "" },
    IN_USE.includes(one.state) ? daysLeft(context, one.valid_to) : { text: "" },
    state(context, CERTIFICATE, one.state),
  ]);
  return table("资质证照", ["证照名称", "证照编号", "有效期至", "剩余天数", "状态"], rows);
}

function sites(context: Context, file: File): RecordTable {
  const rows = file.sites.map((one): [string, ...Cell[]] => [
    one.id,
    to(context, SITE, one.id, one.name),
    { text: one.address ?? "" },
    { text: one.sc_no ?? "" },
  ]);
  return table("生产基地", ["基地名称", "地址", "食品生产许可证编号"], rows);
}

function accounts(context: Context, file: File): RecordTable {
  const rows = file.accounts.map((one): [string, ...Cell[]] => [
    one.id,
    to(context, ACCOUNT, one.id, one.bank),
    { text: one.holder ?? "" },
    { text: one.tail ?? "" },
    { text: one.is_default ? "默认" : "" },
    state(context, ACCOUNT, one.state),
  ]);
  return table("银行账户", ["开户行", "户名", "银行账号", "默认账户", "状态"], rows);
}

function changes(context: Context, file: File): RecordTable {
  const rows = file.changes.map((one): [string, ...Cell[]] => [
    one.id,
    to(context, CHANGE, one.id, one.number ?? ""),
    { text: sectionLabel(context, one.section) },
    { text: one.due ?? "" },
    state(context, CHANGE, one.state),
  ]);
  return table("进行中的变更", ["变更单", "变更内容", "要求完成日期", "状态"], rows);
}

/** What may be done with the supplier today, of its approved materials; only for whoever may ask the gate. */
async function gateLights(context: Context, record: AnyRecord): Promise<RecordTable[]> {
  const screen = screenFor(context, EXEMPTION, "query");
  if (!screen) return [];
  const lights = await ask(context, EXEMPTION, "lights", { supplierId: record.id }, lightSchema);
  const href = `${listPath(screen)}/ask?supplier=${record.id}`;
  const rows = lights.map(({ action, reasons }): [string, ...Cell[]] => {
    const isRefused = reasons.some(({ severity }) => severity === "refuse");
    const light: Cell = isRefused
      ? { text: "不能办理", tone: "refused" }
      : reasons.length > 0
        ? { text: "有提醒", tone: "warning" }
        : { text: "可以办理", tone: "done" };
    const why = reasons.map((reason) => reason.text).join("；");
    return [
      action,
      { text: GATE_ACTIONS[action as GateAction] ?? action },
      light,
      { text: why },
      { text: "查询", href },
    ];
  });
  return [{ ...table("业务灯", ["业务", "结果", "原因", "依据"], rows), first: true }];
}

/** Orders by state, as far as this person sees them; each leads to them. */
async function orders(context: Context, record: AnyRecord): Promise<RecordTable[]> {
  return counted(context, record, { entity: ORDER, field: "state", title: "订单概览", head: "状态", unit: "张" });
}

/** Risks that have not been closed, by level: our judgement of a supplier, which it never sees. */
async function risks(context: Context, record: AnyRecord): Promise<RecordTable[]> {
  if (context.actor.supplierId) return [];
  const more = [where.oneOf("state", ["confirmed", "handling"])];
  const picked = [
    ["state", "confirmed"],
    ["state", "handling"],
  ] as const;
  return counted(context, record, {
    ...{ entity: RISK, field: "level", title: "未关闭的风险", head: "风险等级", unit: "件" },
    ...{ more, picked },
  });
}

interface Counted {
  entity: string;
  /** A choice, or the state. */
  field: string;
  title: string;
  head: string;
  unit: string;
  more?: readonly Condition[];
  /** Parameters of the list beside supplier and field. */
  picked?: readonly (readonly [string, string])[];
}

async function counted(context: Context, record: AnyRecord, wanted: Counted): Promise<RecordTable[]> {
  const screen = screenFor(context, wanted.entity, "query");
  if (!screen) return [];
  const own = [where.eq("supplier_id", record.id), ...(wanted.more ?? [])];
  const found = await countsOfList(context, screen, [{ field: wanted.field }], own);
  const fields: Readonly<Record<string, Field>> = screen.entity.fields;
  const options = fields[wanted.field]?.options;
  const names: Readonly<Record<string, string>> =
    wanted.field === "state" ? (screen.entity.states ?? {}) : options ? choicesOf(options) : {};
  const rows = Object.entries(names).flatMap(([value, label]): [string, ...Cell[]][] => {
    const count = found.find(({ values }) => values[0] === value)?.count ?? 0;
    if (count === 0) return [];
    const pick = new URLSearchParams([
      ...(context.actor.supplierId ? [] : [["supplier_id", record.id]]),
      ...(wanted.picked ?? []).map(([name, one]) => [name, one]),
      [wanted.field, value],
    ]);
    const href = `${listPath(screen)}?${pick}`;
    return [[value, { text: label }, { text: `${count}${wanted.unit}`, href }]];
  });
  return [table(wanted.title, [wanted.head, "数量"], rows)];
}
