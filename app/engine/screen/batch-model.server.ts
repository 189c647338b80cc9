import type { Context } from "../context.server";
import type { AnyEntity, AnyTransition, Complaint, Field } from "../entity";
import { longText, yesNo } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { UUID } from "../entity/kinds/reference";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import {
  type BatchRow,
  batchResult,
  type ChosenRow,
  complaintsOfAll,
  MOST_IN_BATCH,
  prepareBatch,
  requireBatchTransition,
  runBatch,
} from "../operations/batch.server";
import { asksForReason } from "../operations/lasting.server";
import { fieldValue } from "../operations/records.server";
import { mayRead } from "../operations/scope.server";
import { askedComplaints, inputFields } from "../operations/transition-input.server";
import { titleOf } from "../operations/write.server";
import { batchPath, query, recordPath } from "./address";
import { controlOf, referenceLists } from "./controls.server";
import { postedOnce } from "./form-data";
import { batchLabel } from "./list-batch";
import { backHref } from "./list-query.server";
import { builtInLabel, columnLabel, NOTHING, showField, showState } from "./show";
import { consequenceOf, startedTexts, transitionName } from "./transition-model.server";
import { doneText } from "./transition-submit.server";

/** Asked of every batch of several rows. */
const WHOLE = "_whole";
const whole = yesNo({ label: "要么全部，要么都不", help: "勾选后，只要有一条不能处理，就一条也不处理" });

interface Typed {
  /** Null before anybody typed. */
  values: Readonly<Record<string, string>> | null;
  complaints: readonly Complaint[];
}

/** What the page was asked for: the chosen rows and the list they were chosen on. */
interface Chosen {
  rows: readonly ChosenRow[];
  back: string;
}

/** The rows that the list's form names in an address. @throws AppError("malformed") */
export function chosenRows(params: URLSearchParams): ChosenRow[] {
  return rowsOf(params.getAll("row"));
}

/** Rows as lists and pages name them, with the version that stood there: `0190…:3`. Each counts once, as it came first. */
function rowsOf(values: readonly FormDataEntryValue[]): ChosenRow[] {
  const rows = new Map<string, ChosenRow>();
  for (const value of values) {
    const [id = "", version = ""] = String(value).toLowerCase().split(":");
    if (!UUID.test(id) || !/^\d{1,9}$/.test(version))
      throw new AppError("malformed", { message: "页面已过期，请返回列表重新选择" });
    if (!rows.has(id)) rows.set(id, { id, version: Number(version) });
  }
  if (rows.size > MOST_IN_BATCH)
    throw new AppError("malformed", { message: `一次最多处理${MOST_IN_BATCH}条，请减少选择` });
  return [...rows.values()];
}

/**
 * The page that asks before a transition on several records.
 * @throws AppError("not_found" | "forbidden" | "malformed")
 */
export async function batchPageModel(context: Context, screen: Screen, segment: string, params: URLSearchParams) {
  return drawBatch(context, {
    screen,
    name: transitionName(segment),
    chosen: { rows: chosenRows(params), back: params.get("back") ?? "" },
    typed: { values: null, complaints: [] },
  });
}

async function drawBatch(
  context: Context,
  { screen, name, chosen, typed }: { screen: Screen; name: string; chosen: Chosen; typed: Typed },
) {
  const { entity } = screen;
  const transition = requireBatchTransition(context, screen, name);
  const rows = await prepareBatch(context, { screen, name, rows: chosen.rows });
  const fits = rows.filter((row) => row.refusal === null);
  const needsReason =
    transition.reason === "required" ||
    (transition.acknowledge === true && fits.some((row) => asksForReason(row.findings)));
  const asksReason = needsReason || (transition.reason === "optional" && !transition.acknowledge);
  const inputs = Object.entries<Field>(inputFields(entity, transition));
  const lists = await referenceLists(
    context,
    screen,
    inputs.map(([, field]) => field),
  );
  const faults = new Map(typed.complaints.map(({ field, message }) => [field, message]));
  const label = transition.reasonLabel ?? "原因";
  const reason = needsReason
    ? longText({ label, required: true, maxLength: 500 })
    : longText({ label, maxLength: 500 });
  const asked: [string, Field][] = [
    ...inputs,
    ...(asksReason ? [["reason", reason] satisfies [string, Field]] : []),
    ...(rows.length > 1 ? [[WHOLE, whole] satisfies [string, Field]] : []),
  ];
  const started = typed.values
    ? new Map<string, string>()
    : await startedTexts(context, { transition, loaded: null }, inputs, lists);
  const facts = factColumns(context, screen);
  const path = batchPath(screen, name);
  return {
    title: `${batchLabel(transition)}：${screen.noun}`,
    action: path,
    label: transition.label,
    tone: transition.tone ?? ("plain" as const),
    question: questionOf(
      screen,
      transition,
      { chosen: rows.length, fits: fits.length },
      await consequenceOf(context, transition, ""),
    ),
    columns: [
      { label: (entity.number && builtInLabel(entity, "number")) || screen.noun, align: "start" as const },
      ...(entity.states ? [{ label: "状态", align: "start" as const }] : []),
      ...facts.map(({ key, field }) => ({ label: columnLabel(screen, key), align: kindOf(field).align })),
    ],
    rows: rows.map((row) => rowModel(screen, row, facts)),
    count: fits.length,
    controls: asked.map(([field, of]) =>
      controlOf({
        field: keepsOwn(transition, field, fits) ? saysKept(of) : of,
        name: field,
        value: typed.values?.[field] ?? started.get(field) ?? "",
        lists,
        error: faults.get(field),
      }),
    ),
    errors: asked.flatMap(([field, of]) => {
      const message = faults.get(field);
      return message ? [{ name: field, label: of.options.label, message }] : [];
    }),
    needsReason,
    back: chosen.back,
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    cancelHref: backHref(screen, chosen.back),
  };
}

/** Whether leaving the field empty leaves some of the rows with what they hold. */
function keepsOwn({ asks }: AnyTransition, name: string, fits: readonly BatchRow[]): boolean {
  return asks?.includes(name) === true && fits.some(({ loaded }) => loaded && fieldValue(loaded.record, name) !== null);
}

function saysKept(field: Field): Field {
  const help = [field.options.help, "已有内容的单据，留空则保留各自的内容"].filter(Boolean).join("；");
  return { ...field, options: { ...field.options, help } };
}

function questionOf(
  screen: Screen,
  transition: AnyTransition,
  { chosen, fits }: { chosen: number; fits: number },
  consequence: string,
): string {
  if (chosen === 0) return "没有选择任何记录，请返回列表勾选。";
  const left = chosen - fits;
  const what = `确定对${fits}条${screen.noun}执行「${transition.label}」吗？${consequence}`;
  if (fits === 0) return `所选的${chosen}条都不能${transition.label}，原因见下表。`;
  return left === 0 ? what : `${what}另有${left}条不能${transition.label}，不会处理。`;
}

const KEY_FACTS = 2;

/** The two facts by which people tell the rows apart, besides what names them. */
function factColumns(context: Context, screen: Screen): { key: string; field: Field }[] {
  const { entity, list } = screen;
  const named: readonly string[] = entity.title ?? (entity.number ? ["number"] : ["code", "name"]);
  return [...new Set<string>([...(list.card ?? []), ...list.columns])]
    .filter((key) => !named.includes(key))
    .flatMap((key) => {
      const field: Field | undefined = entity.fields[key];
      return field && mayRead(context, entity, key, field) ? [{ key, field }] : [];
    })
    .slice(0, KEY_FACTS);
}

function rowModel(screen: Screen, row: BatchRow, facts: readonly { key: string; field: Field }[]) {
  const { entity } = screen;
  const { id, version, loaded, refusal } = row;
  const findings = refusal === null ? row.findings.map(({ level, text }) => ({ level, text })) : [];
  const refused = refusal === null ? {} : { refusal };
  if (!loaded) {
    const empty = [...(entity.states ? ["state"] : []), ...facts].map(() => ({ text: NOTHING }));
    return { id, version, cells: [{ text: NOTHING }, ...empty], findings, ...refused };
  }
  const { record, labels } = loaded;
  const href = recordPath(screen, record.id);
  return {
    id,
    version,
    href,
    cells: [
      { text: titleOf(entity, record), href },
      ...(entity.states ? [showState(entity, record.state)] : []),
      ...facts.map(({ key, field }) =>
        showField({ field, value: fieldValue(record, key), label: labels.get(key), currency: record.currency }),
      ),
    ],
    findings,
    ...refused,
  };
}

/** Makes the transition on the posted rows; answers where the result stands, or the page again with what is missing. */
export async function submitBatch(context: Context, screen: Screen, segment: string, form: FormData) {
  const name = transitionName(segment);
  requireBatchTransition(context, screen, name);
  const rows = rowsOf(form.getAll("row"));
  const back = textOf(form, "_back");
  const values = Object.fromEntries(
    [...form].flatMap(([key, value]) =>
      key.startsWith("_") || key === "row" || typeof value !== "string" ? [] : [[key, value]],
    ),
  );
  const { reason = "", ...input } = values;
  const { entity } = screen;
  const complaints = await askedComplaints(context, entity, name, { reason, input });
  // The row refuses as well; asked for here, the reason is missed before anything is done.
  if (form.has("_needs_reason") && reason.trim() === "" && !complaints.some(({ field }) => field === "reason"))
    complaints.push({ field: "reason", message: "存在检查提醒，请填写继续的原因" });
  if (complaints.length === 0 && asksForValues(entity, name)) {
    const shown = new Set([...Object.keys(input), "reason"]);
    const common = await complaintsOfAll(context, { screen, name, rows, reason, input });
    complaints.push(...common.filter(({ field }) => shown.has(field)));
  }
  const isWhole = form.get(WHOLE) === "1";
  // Rows that the page said cannot be moved.
  const refused = rowsOf(form.getAll("_refused"));
  // Those left out on the page count as well: they were chosen, and cannot be done.
  if (isWhole && refused.length > 0)
    complaints.push({ field: WHOLE, message: `所选的有${refused.length}条不能处理，没有执行` });
  if (rows.length === 0 || complaints.length > 0) {
    const chosen = { rows: [...rows, ...refused], back };
    const typed = { values: { ...values, [WHOLE]: isWhole ? "1" : "" }, complaints };
    return { model: await drawBatch(context, { screen, name, chosen, typed }), status: 400 as const };
  }
  const requestId = postedOnce(form) ?? context.services.newId();
  await runBatch(context, { screen, name, rows, reason: reason.trim(), input, whole: isWhole, requestId });
  const result: [string, string][] = [
    ["result", requestId],
    ...(back === "" ? [] : [["back", back] as [string, string]]),
  ];
  return { resultHref: batchPath(screen, name) + query(result) };
}

function asksForValues(entity: AnyEntity, name: string): boolean {
  const transition: AnyTransition | undefined = entity.transitions?.[name];
  return transition !== undefined && Object.keys(inputFields(entity, transition)).length > 0;
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** What became of a batch. @throws AppError("not_found") when it is no longer known */
export async function batchResultModel(context: Context, screen: Screen, segment: string, params: URLSearchParams) {
  const name = transitionName(segment);
  const transition = requireBatchTransition(context, screen, name);
  const result = await batchResult(context, { screen, name, requestId: params.get("result") ?? "" });
  if (!result) throw new AppError("not_found", { message: "这次批量处理的结果已不再保留，请在列表中核对" });
  return {
    title: `${batchLabel(transition)}：${screen.noun}`,
    done: `${doneText(screen, segment)} ${result.done} 条`,
    failed: result.failed.map(({ id, title, message }) => ({
      id,
      message,
      ...(title === null ? { title: NOTHING } : { title, href: recordPath(screen, id) }),
    })),
    backHref: backHref(screen, params.get("back") ?? ""),
  };
}
