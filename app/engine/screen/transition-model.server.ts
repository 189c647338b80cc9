import { approvalOf } from "../approval/flow.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, AnyTransition, Complaint, Field, Fields } from "../entity";
import { longText } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { isFileKind } from "../entity/kinds/file";
import { rowsAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { fieldDefaults } from "../operations/initial-values.server";
import { labelsOf } from "../operations/labels.server";
import { asksForReason } from "../operations/lasting.server";
import { fieldValue, type Loaded } from "../operations/records.server";
import { readRecord } from "../operations/save.server";
import { factsOf as factsAt, mayTransition } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { prepareTransition } from "../operations/transition.server";
import { fieldsAsked } from "../operations/transition-input.server";
import { availableTransitions, transitionsOf } from "../operations/transitions.server";
import { titleOf } from "../operations/write.server";
import { withParameters } from "../parameters.server";
import { recordPath, transitionPath } from "./address";
import { controlOf, type ReferenceLists, referenceLists } from "./controls.server";
import { fieldLabelAt } from "./form-draw.server";
import { inputText } from "./form-text.server";
import { placeComplaints, problemOf } from "./page-order";
import { fileLinks } from "./record-files.server";
import { FACTS_ON_TOP, lineNumber, showField, showState } from "./show";
import { lineModel, shownLines } from "./transition-lines.server";

/** Transition names in addresses use hyphens. */
export function transitionName(segment: string): string {
  return segment.replace(/-/g, "_");
}

type Typed = Readonly<Record<string, string>>;

interface PageState {
  typed: Typed | null;
  complaints: readonly Complaint[];
  problem?: string;
  /** A message led here, past the page of the record. */
  isAsked?: boolean;
}

const UNTOUCHED: PageState = { typed: null, complaints: [] };

/** The page that asks before a document is moved. @throws AppError("forbidden" | "not_found" | "wrong_state" | "own_rule") */
export async function transitionModel(context: Context, screen: Screen, id: string, segment: string) {
  return drawTransition(context, { screen, id, name: transitionName(segment), state: UNTOUCHED });
}

/** Refusals that are said on the page of the record, which can be read all the same. */
const SAID_ON_RECORD = ["forbidden", "wrong_state", "own_rule"];

/**
 * The same page as a message leads to it, with what else can be done with the record; or why the move cannot be made any more, or not by this
 * person. Whoever may not read the record gets the answer of one that does not exist.
 * @throws AppError("forbidden" | "not_found")
 */
export async function askedTransitionModel(context: Context, screen: Screen, id: string, segment: string) {
  const { entity } = screen;
  const name = transitionName(segment);
  try {
    return { model: await drawTransition(context, { screen, id, name, state: { ...UNTOUCHED, isAsked: true } }) };
  } catch (error) {
    if (!(error instanceof AppError) || !SAID_ON_RECORD.includes(error.error)) throw error;
    await readRecord(context, screen, id);
    const label = transitionsOf(entity).find(([key]) => key === name)?.[1].label ?? "";
    return { refusal: error.error === "forbidden" ? `您没有「${label}」的权限，可以在这里查看单据` : error.message };
  }
}

/** The page of a transition, also as it comes back with what was typed and what is wrong with it. */
export async function drawTransition(
  context: Context,
  { screen, id, name, state }: { screen: Screen; id: string; name: string; state: PageState },
) {
  const { entity } = screen;
  const prepared = await prepareTransition(context, { entity, screen, id, name });
  const { record, transition, findings } = prepared;
  const path = recordPath(screen, record.id);
  const faults = new Map(state.complaints.map((complaint) => [complaint.field, complaint.message]));
  const inputs = Object.entries<Field>(fieldsAsked(context, entity, transition, record));
  const lineFields = Object.entries<Field>(transition.lineInput?.fields ?? {});
  const lists = await referenceLists(
    context,
    screen,
    [...inputs, ...lineFields].map(([, field]) => field),
    { head: record, ...(inputs.some(([, field]) => isFileKind(field.kind)) ? { form: state.typed ?? {} } : {}) },
  );
  const needsReason = transition.reason === "required" || (transition.acknowledge === true && asksForReason(findings));
  const asksReason = needsReason || (transition.reason === "optional" && !transition.acknowledge);
  const label = transition.reasonLabel ?? "原因";
  const reasonField = needsReason
    ? longText({ label, required: true, maxLength: 500 })
    : longText({ label, maxLength: 500 });
  const started = state.typed
    ? new Map<string, string>()
    : await startedTexts(context, { transition, loaded: prepared }, inputs, lists);
  const controls = [
    ...inputs.map(([field, of]) =>
      controlOf({
        field: of,
        name: field,
        value: state.typed?.[field] ?? started.get(field) ?? "",
        lists,
        error: faults.get(field),
        stored: fieldValue(record, field),
      }),
    ),
    ...(asksReason
      ? [
          controlOf({
            field: reasonField,
            name: "reason",
            value: state.typed?.reason ?? "",
            lists,
            error: faults.get("reason"),
          }),
        ]
      : []),
  ];
  const files = await fileLinks(context, entity, record, path);
  const lines =
    lineModel(context, { screen, loaded: prepared, typed: state.typed, faults, lists, files }) ??
    shownLines(screen, prepared, { facts: factsAt(context), files });
  const hooks = context.services.registry.server(entity.key).transitions?.[name];
  const beside = hooks?.beside ? await reading(context, async () => hooks.beside?.(context, record) ?? []) : [];
  const called = `${screen.noun} ${titleOf(entity, record, prepared.labels)}`;
  const { placed, elsewhere } = placeComplaints(state.complaints, [
    ...controls.map((control) => control.name),
    ...(lines?.rows ?? []).flatMap((row) => row.controls.map((control) => control.name)),
  ]);
  return {
    title: `${transition.label}：${called}`,
    action: `${path}/${name.replace(/_/g, "-")}`,
    version: String(record.version),
    label: transition.label,
    ...nextLabel(context, screen.entity, transition, record.state),
    tone: transition.tone ?? ("plain" as const),
    question: questionOf(
      called,
      await consequenceOf(context, transition, record.number ?? ""),
      transition,
      controls.length > 0 || lines !== null,
    ),
    facts: factsOf(screen, prepared),
    findings: findings.map(({ level, text, cure }) => ({ level, text, ...(cure ? { cure } : {}) })),
    ...(beside.length > 0 ? { beside: [...beside] } : {}),
    controls,
    ...(lines ? { lines } : {}),
    errors: placed.map(({ field, message }) => ({
      name: field,
      label: labelAt({
        transition,
        fields: Object.fromEntries(inputs),
        loaded: prepared,
        path: field,
        reason: label,
      }),
      message,
    })),
    ...problemOf(state.problem, elsewhere, (field) => (field.includes(".") ? fieldLabelAt(entity, field) : "")),
    blocked: findings.some((finding) => finding.level === "block"),
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    cancelHref: path,
    ...(state.isAsked ? { others: otherWays(context, screen, record, name) } : {}),
  };
}

/** What the button says that makes the next transition as well, where this person may make it in the state this one leads to. */
function nextLabel(
  context: Context,
  entity: AnyEntity,
  { label, followedBy, to }: AnyTransition,
  state: string | null,
) {
  const next = transitionsOf(entity).find(([name]) => name === followedBy)?.[1];
  const after = to === "same" ? state : to;
  if (!next || followedBy === undefined || !next.from.some((one) => one === after)) return {};
  return mayTransition(context, entity, followedBy) ? { next: `${label}并${next.label}` } : {};
}

/** What the page of the record would offer beside the move, and the page itself. */
function otherWays(context: Context, screen: Screen, record: AnyRecord, name: string) {
  return [
    ...availableTransitions(context, screen.entity, record)
      .filter(([other]) => other !== name)
      .map(([other, { label }]) => ({ label, href: transitionPath(screen, record.id, other) })),
    { label: `查看${screen.noun}`, href: recordPath(screen, record.id) },
  ];
}

/** Where something is to be filled in, the sentence says what; else the page asks whether it is meant. */
function questionOf(called: string, consequence: string, transition: AnyTransition, asks: boolean): string {
  if (asks && consequence) return consequence;
  return `确定对${called} 执行「${transition.label}」吗？${consequence}`;
}

/** The sentence of a transition with the number in its place, empty for several records at once, and parameters in theirs. */
export function consequenceOf(context: Context, transition: AnyTransition, number: string): Promise<string> {
  return withParameters(context, (transition.confirm ?? "").replaceAll("{number}", number));
}

/**
 * What the controls of a transition start with: own fields with what they hold now, fields of the transition itself with what the definition
 * says. Somebody to be named who is nobody yet is the person who makes the transition, where the definition says so.
 * @param of.loaded null for several records at once: own fields then start empty
 */
export async function startedTexts(
  context: Context,
  { loaded, transition }: { loaded: Loaded | null; transition: AnyTransition },
  inputs: readonly (readonly [string, Field])[],
  lists: ReferenceLists,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const me = context.actor.id;
  for (const [name, field] of inputs) {
    const held = loaded && transition.asks?.includes(name) ? fieldValue(loaded.record, name) : null;
    const isMine = held === null && field.kind === "reference" && field.options.initial === "me";
    if (isMine && me !== null) texts.set(name, inputText(field, me, lists, await labelOf(context, field, me)));
    else if (held !== null) texts.set(name, inputText(field, held, lists, loaded?.labels.get(name)));
    else if (!transition.asks?.includes(name) && field.kind !== "reference") texts.set(name, startText(context, field));
  }
  return texts;
}

/** A row as a reference shows it. */
async function labelOf(context: Context, field: Field, id: string): Promise<string> {
  const { to } = field.options;
  if (to === undefined) return "";
  const labels = await reading(context, () => labelsOf(context, context.services.registry.entity(to), [id]));
  return labels.get(id) ?? "";
}

/** Fields of the transition itself begin with what the definition says. */
function startText(context: Context, field: Field): string {
  const value = fieldDefaults(context, { field }).field ?? null;
  return value === null || value === false ? "" : kindOf(field).toInput(value);
}

/** What the page of the record says on top, and the amount a document is approved by, which nobody decides about unseen. */
export function factsOf(screen: Screen, { record, labels }: Loaded) {
  const { entity } = screen;
  const filled = screen.list.columns.filter((key) => entity.fields[key] && fieldValue(record, key) !== null);
  const amount = approvalOf(entity)?.amount;
  const shown = filled.slice(0, FACTS_ON_TOP);
  const keys = amount === undefined || shown.includes(amount) ? shown : [...shown.slice(0, FACTS_ON_TOP - 1), amount];
  return [
    { label: "状态", ...showState(entity, record.state) },
    ...keys.flatMap((key) => {
      const field: Field | undefined = entity.fields[key];
      return field
        ? [
            {
              label: field.options.label,
              ...showField({
                field,
                value: fieldValue(record, key),
                label: labels.get(key),
                currency: record.currency,
              }),
            },
          ]
        : [];
    }),
  ];
}

function labelAt({
  transition,
  fields,
  loaded: { record },
  path,
  reason,
}: {
  transition: AnyTransition;
  fields: Fields;
  loaded: Loaded;
  path: string;
  reason: string;
}): string {
  if (path === "reason") return reason;
  const [, lines, id, column = ""] = LINE_CONTROL.exec(path) ?? [];
  if (lines === undefined) return fields[path]?.options.label ?? "";
  const found = rowsAt(record, lines).find(({ row }) => row.id === id);
  const called = found ? lineNumber(found.row, found.parent) : (transition.lineInput?.spare ?? "");
  return `行${called} ${transition.lineInput?.fields[column]?.options.label ?? ""}`;
}

/** Name of a control beside a line: `items.<id>.qty`, `items.schedules.<id>.plan_qty`. */
export const LINE_CONTROL = /^([\w.]+)\.([0-9a-f-]{36})\.(\w+)$/;
