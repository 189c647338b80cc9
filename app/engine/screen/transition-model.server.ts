import { type HoldsFacts, holds } from "../access/holds";
import type { Context } from "../context.server";
import type { AnyTransition, Complaint, Field, Fields, Lines } from "../entity";
import { longText } from "../entity/field";
import { kindOf } from "../entity/kinds";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { fieldValue, type Loaded, linesOf } from "../operations/records.server";
import { removalRefusal, removeRecord } from "../operations/remove.server";
import { readRecord } from "../operations/save.server";
import { factsOf as factsAt, requireAction } from "../operations/scope.server";
import type { Saved } from "../operations/transaction.server";
import { applyTransition, inputFields, lineDefault, prepareTransition } from "../operations/transition.server";
import { titleOf } from "../operations/write.server";
import { recordPath } from "./address";
import { controlOf, referenceLists } from "./controls.server";
import { postedOnce, postedVersion } from "./form-data";
import { NOTHING, showField, showState } from "./show";

/** Transition names in addresses use hyphens. */
export function transitionName(segment: string): string {
  return segment.replace(/-/g, "_");
}

type Typed = Readonly<Record<string, string>>;

interface PageState {
  typed: Typed | null;
  complaints: readonly Complaint[];
  problem?: string;
}

/** The page that asks before a document is moved. @throws AppError("forbidden" | "not_found" | "wrong_state" | "own_rule") */
export async function transitionModel(context: Context, screen: Screen, id: string, segment: string) {
  return drawTransition(context, screen, id, transitionName(segment), { typed: null, complaints: [] });
}

async function drawTransition(context: Context, screen: Screen, id: string, name: string, state: PageState) {
  const { entity } = screen;
  const prepared = await prepareTransition(context, { entity, screen, id, name });
  const { record, move, findings } = prepared;
  const path = recordPath(screen, record.id);
  const faults = new Map(state.complaints.map((complaint) => [complaint.field, complaint.message]));
  const inputs = Object.entries<Field>(inputFields(entity, move));
  const lineFields = Object.entries<Field>(move.lineInput?.fields ?? {});
  const lists = await referenceLists(
    context,
    [...inputs, ...lineFields].map(([, field]) => field),
  );
  const needsReason = move.reason === "required" || (move.acknowledge === true && findings.length > 0);
  const asksReason = needsReason || (move.reason === "optional" && !move.acknowledge);
  const label = move.reasonLabel ?? "原因";
  const reasonField = needsReason
    ? longText({ label, required: true, maxLength: 500 })
    : longText({ label, maxLength: 500 });
  const controls = [
    ...inputs.map(([field, of]) =>
      controlOf(of, field, state.typed?.[field] ?? askedText(move, prepared, field, of), lists, faults.get(field)),
    ),
    ...(asksReason ? [controlOf(reasonField, "reason", state.typed?.reason ?? "", lists, faults.get("reason"))] : []),
  ];
  const known = new Set(controls.map((control) => control.name));
  const lines = lineModel(screen, prepared, state, faults, lists) ?? shownLines(screen, prepared, factsAt(context));
  const general = state.complaints.filter((complaint) => !known.has(complaint.field) && !complaint.field.includes("."));
  return {
    title: `${move.label}：${entity.label} ${titleOf(entity, record)}`,
    action: `${path}/${name.replace(/_/g, "-")}`,
    version: String(record.version),
    label: move.label,
    tone: move.tone ?? ("plain" as const),
    question: `确定对${entity.label} ${titleOf(entity, record)} 执行「${move.label}」吗？${move.confirm ?? ""}`,
    facts: factsOf(screen, prepared),
    findings,
    controls,
    ...(lines ? { lines } : {}),
    errors: state.complaints
      .filter((complaint) => known.has(complaint.field) || complaint.field.includes("."))
      .map(({ field, message }) => ({
        name: field,
        label: labelAt(move, Object.fromEntries(inputs), prepared, field, label),
        message,
      })),
    ...(state.problem || general.length > 0
      ? { problem: state.problem ?? general.map((complaint) => complaint.message).join("；") }
      : {}),
    blocked: findings.some((finding) => finding.level === "block"),
    datalists: lists.datalists,
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    cancelHref: path,
  };
}

/** Own fields are asked for with what they hold now. */
function askedText(move: AnyTransition, { record, labels }: Loaded, name: string, field: Field): string {
  const value = move.asks?.includes(name) ? fieldValue(record, name) : null;
  if (value === null) return "";
  return labels.get(name) ?? kindOf(field).toInput(value);
}

function factsOf(screen: Screen, { record, labels }: Loaded) {
  const { entity } = screen;
  const state = showState(entity, record.state);
  const own = screen.list.columns.flatMap((key) => {
    const field: Field | undefined = entity.fields[key];
    return field && fieldValue(record, key) !== null
      ? [{ label: field.options.label, ...showField(field, fieldValue(record, key), labels.get(key), record.currency) }]
      : [];
  });
  return [{ label: "状态", ...state }, ...own.slice(0, 4)];
}

function lineModel(
  screen: Screen,
  { record, labels, move }: Loaded & { move: AnyTransition },
  state: PageState,
  faults: ReadonlyMap<string, string>,
  lists: Awaited<ReturnType<typeof referenceLists>>,
) {
  const asked = move.lineInput;
  if (!asked) return null;
  const fields = Object.entries<Field>(asked.fields);
  const definition: Lines = screen.entity.lines[asked.lines];
  return {
    title: definition.label,
    columns: [
      { label: "行", align: "end" as const },
      ...asked.show.map((name) => ({ label: definition.fields[name]?.options.label ?? name, align: "start" as const })),
      ...fields.map(([, field]) => ({ label: field.options.label, align: kindOf(field).align })),
    ],
    rows: linesOf(record, asked.lines).map((row) => ({
      id: row.id,
      cells: [
        { text: String(row.line_no) },
        ...asked.show.map((name) => {
          const field = definition.fields[name];
          return field
            ? showField(field, fieldValue(row, name), labels.get(`${asked.lines}.${row.id}.${name}`), record.currency)
            : { text: NOTHING };
        }),
      ],
      controls: fields.map(([name, field]) => {
        const path = `${asked.lines}.${row.id}.${name}`;
        const value = lineDefault(name, row);
        const stored = value === null ? "" : kindOf(field).toInput(value);
        return controlOf(field, path, state.typed?.[path] ?? stored, lists, faults.get(path));
      }),
    })),
  };
}

/** Rows to be read before deciding; nothing is typed beside them. */
function shownLines(screen: Screen, { record, labels, move }: Loaded & { move: AnyTransition }, facts: HoldsFacts) {
  const { shows } = move;
  if (!shows) return null;
  const definition: Lines = screen.entity.lines[shows.lines];
  const rows = linesOf(record, shows.lines).filter((row) => !shows.where || holds(shows.where, row, facts));
  const columns = shows.columns.flatMap((name) => {
    const field = definition.fields[name];
    return field ? [{ name, field }] : [];
  });
  return {
    title: definition.label,
    columns: columns.map(({ field }) => ({ label: field.options.label, align: kindOf(field).align })),
    rows: rows.map((row) => ({
      id: row.id,
      cells: columns.map(({ name, field }) =>
        showField(field, fieldValue(row, name), labels.get(`${shows.lines}.${row.id}.${name}`), record.currency),
      ),
      controls: [],
    })),
  };
}

function labelAt(move: AnyTransition, fields: Fields, { record }: Loaded, path: string, reason: string): string {
  if (path === "reason") return reason;
  const [lines = "", id, column = ""] = path.split(".");
  if (id === undefined) return fields[lines]?.options.label ?? "";
  const row = linesOf(record, lines).find((line) => line.id === id);
  return `行${row?.line_no ?? ""} ${move.lineInput?.fields[column]?.options.label ?? ""}`;
}

/** Makes the move with what was typed, or answers the page again with the complaints. */
export async function submitTransition(context: Context, screen: Screen, id: string, segment: string, form: FormData) {
  const name = transitionName(segment);
  const typed: Record<string, string> = {};
  for (const [key, value] of form) if (!key.startsWith("_") && typeof value === "string") typed[key] = value;
  const { reason, ...rest } = typed;
  const input: Record<string, string> = {};
  const lineInput: Record<string, Record<string, string>> = {};
  for (const [key, value] of Object.entries(rest)) {
    const match = /^\w+\.([0-9a-f-]{36})\.(\w+)$/.exec(key);
    if (!match) {
      input[key] = value;
      continue;
    }
    const [, lineId = "", field = ""] = match;
    lineInput[lineId] = { ...lineInput[lineId], [field]: value };
  }
  const requestId = postedOnce(form);
  const version = postedVersion(form);
  try {
    const saved: Saved = await applyTransition(context, {
      entity: screen.entity,
      screen,
      id,
      name,
      input,
      lineInput,
      version,
      ...(reason ? { reason } : {}),
      ...(requestId ? { requestId } : {}),
    });
    return { saved };
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "acknowledge", "stale_record", "duplicate"].includes(error.error))
      throw error;
    const problem = error.complaints.length === 0 ? error.message : undefined;
    return {
      model: await drawTransition(context, screen, id, name, {
        typed,
        complaints: error.complaints,
        ...(problem ? { problem } : {}),
      }),
      status: 400 as const,
    };
  }
}

/** The page that asks before a record is removed. */
export async function removalModel(context: Context, screen: Screen, id: string, problem?: string) {
  requireAction(context, screen.entity, "delete", screen);
  const loaded = await readRecord(context, screen, id);
  const refusal = removalRefusal(context, screen.entity, loaded.record);
  if (refusal) throw new AppError("wrong_state", { message: refusal });
  const { entity } = screen;
  const path = recordPath(screen, loaded.record.id);
  const name = `${entity.label} ${titleOf(entity, loaded.record)}`;
  return {
    title: `删除：${name}`,
    action: `${path}/delete`,
    version: String(loaded.record.version),
    label: "删除",
    tone: "danger" as const,
    question: `确定要删除${name}吗？删除后不能恢复。`,
    facts: entity.states ? factsOf(screen, loaded) : factsOf(screen, loaded).slice(1),
    findings: [],
    controls: [],
    errors: [],
    ...(problem ? { problem } : {}),
    blocked: false,
    datalists: [],
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    cancelHref: path,
  };
}

/** Removes the record, or answers the page again with the reason why not. */
export async function submitRemoval(context: Context, screen: Screen, id: string, form: FormData) {
  const version = postedVersion(form);
  const requestId = postedOnce(form);
  try {
    return {
      saved: await removeRecord(context, {
        screen,
        id,
        version,
        ...(requestId ? { requestId } : {}),
      }),
    };
  } catch (error) {
    if (!(error instanceof AppError) || !["in_use", "wrong_state", "stale_record"].includes(error.error)) throw error;
    return { model: await removalModel(context, screen, id, error.message), status: 400 as const };
  }
}

/** What the message says when a move is done. */
export function doneText(screen: Screen, segment: string): string {
  const move: AnyTransition | undefined = screen.entity.transitions?.[transitionName(segment)];
  return move?.done ?? `已${move?.label ?? "处理"}`;
}
