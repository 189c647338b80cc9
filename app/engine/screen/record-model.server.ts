import type { UndeliveredCall } from "~/data/integrations.server";
import { decimalOrZero } from "~/shared/decimal";
import { INTEGRATED_SYSTEMS, INTERFACES, isIntegratedSystem, isInterface } from "~/shared/interfaces";
import { matches, mayMatch } from "../access/matches";
import { approvalOf } from "../approval/flow.server";
import { approvalSections } from "../approval/panel.server";
import type { Context } from "../context.server";
import { opensFor } from "../draws/refusal.server";
import { linkSections } from "../embedded/links.server";
import type { AnyEntity, AnyLine, AnyRecord, AnyTransition, Field, Lines } from "../entity";
import { WITHHELD } from "../entity/drafts";
import { isPointer, nobodyTypes } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { isFileKind } from "../entity/kinds/file";
import { isLineSection } from "../entity/layout";
import { lastOf, linesAt, rowsAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { anonymousContext } from "../operations/anonymity.server";
import { readHistory } from "../operations/audit.server";
import { conversionsFrom, linesToConvert, type ReadyConversion } from "../operations/conversion.server";
import { visible } from "../operations/inbox.server";
import { fieldValue, type Loaded, linesOf } from "../operations/records.server";
import { mayRemove } from "../operations/remove.server";
import { mayEdit, readRecord } from "../operations/save.server";
import { doorsOf, factsOf, isOwnFile, mayRead, ruleFacts, screenFor } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { availableTransitions } from "../operations/transitions.server";
import { UNSENT_NOTE } from "../operations/unsent.server";
import { watchingOf } from "../operations/watch.server";
import { titleOf } from "../operations/write.server";
import { receiptPart } from "../sealing-fields/receipt.server";
import { conversionPath, listPath, query, recordPath } from "./address";
import { commentsModel, type RefusedComment } from "./comments-model.server";
import { mayCopy } from "./form-copy.server";
import { historyEntries } from "./history-model";
import { HISTORY_SIZE } from "./history-page.server";
import { listOriginOf, originHref, originModel, originQuery } from "./list-origin.server";
import { UNDELIVERED } from "./list-table.server";
import { type FileLinks, fileFact, fileLinks, fileNames, type ShownFile, shownFiles } from "./record-files.server";
import { relatedModel } from "./related-model.server";
import { FACTS_ON_TOP, lineNumber, NOTHING, type Shown, showDeadline, showField, showState, totalOf } from "./show";

interface Fact extends Shown {
  label: string;
  href?: string;
  files?: ShownFile[];
  allFiles?: string;
}

/** Where a reference leads, when the person may open what it points at. */
function referenceHref(context: Context, field: Field, id: string, root?: string): string | undefined {
  if (!isPointer(field) || !field.options.to) return undefined;
  if (field.kind === "lineReference" && root === undefined) return undefined;
  const target = context.services.registry.entity(field.options.to);
  if (context.actor.supplierId) {
    const { suppliers, suppliersMayReadTitle } = target.access;
    // Of people a supplier knows the names, and opens its own alone: a link to somebody of ours would lead nowhere.
    if (suppliers.kind === "none" || (suppliers.kind === "own" && suppliersMayReadTitle)) return undefined;
  }
  const screen = screenFor(context, target.key, "get");
  return screen ? recordPath(screen, root ?? id) : undefined;
}

/** Ways to what can be made from the open lines of a document: only while something is open. */
async function conversionLinks(context: Context, entity: AnyEntity, record: AnyRecord) {
  const { id } = record;
  const links: { label: string; href: string; tone: "plain" }[] = [];
  for (const conversion of conversionsFrom(context, entity)) {
    const isOpen = (await opensHere(context, conversion, record)) ?? (await opensInStorage(context, conversion, id));
    const href = `${conversionPath(conversion.screen, conversion.name)}${query([["source", id]])}`;
    if (isOpen) links.push({ label: conversion.label, href, tone: "plain" });
  }
  return links;
}

async function opensInStorage(context: Context, conversion: ReadyConversion, id: string): Promise<boolean> {
  const where = { op: "eq" as const, column: "id", value: id };
  return (await linesToConvert(context, conversion, { where, page: { size: 1 } })).length > 0;
}

/** Whether a line of the document at hand is open for a conversion, judged by what was read of it; null where only the storage can say. */
async function opensHere(
  context: Context,
  { field, source, when }: ReadyConversion,
  record: AnyRecord,
): Promise<boolean | null> {
  const { lines = "", only, onlyLines, open } = field.options;
  const facts = factsOf(context);
  const heads = [...(only ? [only] : []), ...(when ? [when] : [])];
  if (heads.some((one) => !mayMatch(one, record, facts))) return false;
  if (lines.includes(".") || heads.some((one) => !matches(one, record, facts))) return null;
  const rows = linesOf(record, lines).filter((line) => !onlyLines || mayMatch(onlyLines, line, facts));
  if (onlyLines && rows.some((line) => !matches(onlyLines, line, facts))) return null;
  if (!open || rows.length === 0) return rows.length > 0;
  const opens = await opensFor(
    context,
    { entity: source, path: lines },
    open,
    rows.map((line) => ({ line, head: record })),
  );
  // What only the tolerance would still admit is nothing to go on with.
  return [...opens.values()].some(({ open: left }) => decimalOrZero(left).gt(0));
}

function factOf(
  context: Context,
  { loaded, name, field, files }: { loaded: Loaded; name: string; field: Field; files?: FileLinks },
): Fact {
  const value = fieldValue(loaded.record, name);
  if (files && isFileKind(field.kind) && value !== null) return fileFact(field, value, files);
  const shown = showField({ field, value, label: loaded.labels.get(name), currency: loaded.record.currency });
  const { deadlineIn } = field.options;
  const deadline = typeof value === "string" && deadlineIn?.includes(String(loaded.record.state));
  const root = loaded.labels.get(`${name}.root`);
  const href = typeof value === "string" ? referenceHref(context, field, value, root) : undefined;
  return {
    label: field.options.label,
    ...(deadline ? { text: showDeadline(value, context.now) } : shown),
    ...(href ? { href } : {}),
  };
}

/** How a record page was asked for. */
export interface RecordQuery {
  /** Parameters of its address. */
  params?: URLSearchParams;
  /** A person looks at it now; what is fetched ahead of being wanted marks nothing as read. */
  looking?: boolean;
  /** All comments instead of the newest. */
  allComments?: boolean;
  /** A comment that was refused, with what was typed. */
  refused?: RefusedComment;
}

/**
 * A record page as data: head, actions, sections, lines, what it belongs with, comments, history. A supplier's reads stand in one
 * transaction.
 * @throws AppError("forbidden" | "not_found")
 */
export async function recordModel(context: Context, screen: Screen, id: string, request: RecordQuery = {}) {
  return reading(context, () => drawRecord(context, screen, id, request));
}

/** What stands around the record itself: each part is one query. */
async function surroundings(context: Context, screen: Screen, { record, labels }: Loaded, request: RecordQuery) {
  const { entity } = screen;
  const heading = titleOf(entity, record, labels);
  const asked = listOriginOf(screen, request.params ?? new URLSearchParams());
  const way = asked ? await originModel(context, screen, asked, record.id) : null;
  const along = originQuery(asked, way?.page);
  const related = screen.view?.related === false ? null : await relatedModel(context, screen, record, heading);
  const comments = await commentsModel(context, screen, record, {
    along,
    all: request.allComments ?? false,
    refused: request.refused ?? null,
  });
  const watching = await watchingOf(context, entity, record, { read: request.looking ?? false });
  const path = recordPath(screen, record.id);
  const csrf = context.session?.csrf ?? "";
  return {
    along,
    heading,
    faults: await faultsOf(context, watching.undelivered),
    backHref: originHref(screen, asked, way?.page),
    ...(way ? { way: way.shown } : {}),
    ...(related ? { related } : {}),
    ...(comments ? { comments } : {}),
    ...(entity.states && entity.transitions && Object.keys(entity.transitions).length > 0 && !isOwnFile(context, entity)
      ? { statesHref: `${path}/states${along}` }
      : {}),
    ...(anonymousContext(context, entity, record) === context
      ? {
          watch: {
            action: `${path}/watch${along}`,
            on: watching.mine,
            ...(watching.names ? { names: watching.names } : {}),
            csrf,
          },
        }
      : {}),
  };
}

const JOURNAL = "system-management/interface-log";

/** What other systems have not heard about the document, in their own words, with a way to the journal for those who may read it. */
async function faultsOf(context: Context, calls: readonly UndeliveredCall[]) {
  if (calls.length === 0) return [];
  const ids = calls.map(({ id }) => id);
  const screens = await visible(context, JOURNAL, ids);
  return calls.map(({ id, number, system, code, error }) => {
    const screen = screens.get(id);
    const call = isInterface(code) ? INTERFACES[code].label : code;
    const to = isIntegratedSystem(system) ? INTEGRATED_SYSTEMS[system] : system;
    return {
      text: `${UNDELIVERED}：「${call}」没有送达${to}${error ? `，${error}` : ""}`,
      ...(screen ? { link: { label: `查看${screen.label} ${number}`, href: recordPath(screen, id) } } : {}),
    };
  });
}

async function drawRecord(context: Context, screen: Screen, id: string, request: RecordQuery) {
  const loaded = await readRecord(context, screen, id);
  const { entity } = screen;
  const { record } = loaded;
  if (request.looking) await context.services.registry.server(entity.key).opened?.(context, record);
  const path = recordPath(screen, record.id);
  const files = await fileLinks(context, entity, record, path);
  const history = await readHistory(context, { entity, recordId: record.id, limit: HISTORY_SIZE + 1 });
  const { along, heading, ...around } = await surroundings(context, screen, loaded, request);
  const transitions = availableTransitions(context, entity, record);
  const editable = mayEdit(context, screen, record);
  const editComesFirst = editable && (entity.editFirst?.in.includes(record.state) ?? false);
  const editHref = `${path}/edit${along}`;
  const ownSections = (await context.services.registry.server(entity.key).sections?.(context, record, screen)) ?? [];
  const isFirst = (section: (typeof ownSections)[number]) => section.kind === "progress" || section.first === true;
  const pages = (await context.services.registry.server(entity.key).pages?.(context, record)) ?? [];
  const day = (await context.services.registry.server(entity.key).calendar?.(context, record)) ?? null;
  const receipt = await receiptPart(context, entity, record);
  return {
    title: `${screen.noun} ${heading}`,
    heading,
    ...(entity.states && !isOwnFile(context, entity) ? { state: stateOf(entity, record.state) } : {}),
    facts: topFacts(context, screen, loaded),
    actions: [
      ...(editComesFirst ? [{ label: entity.editFirst?.label ?? "", href: editHref, tone: "primary" as const }] : []),
      ...transitions
        .filter(([, transition]) => transition.tone === "primary")
        .map(([name, transition], at) => {
          const action = actionOf(path, name, transition, along);
          // One thing stands out: the first of what the definition names, unless the work is done in the form.
          return editComesFirst || at > 0 ? { ...action, tone: "plain" as const } : action;
        }),
      ...(editable && !editComesFirst
        ? [{ label: entity.editLabel ?? "修改", href: editHref, tone: "plain" as const }]
        : []),
      ...transitions
        .filter(([, transition]) => transition.tone !== "primary")
        .map(([name, transition]) => actionOf(path, name, transition, along)),
      ...(await conversionLinks(context, entity, record)),
      ...doorsOf(context, entity, { id: record.id, state: record.state }).map((door) => ({
        ...door,
        tone: "plain" as const,
      })),
      ...(mayCopy(context, screen)
        ? [{ label: "复制", href: `${listPath(screen)}/new?copy=${record.id}`, tone: "plain" as const }]
        : []),
      ...openingLink(context, entity, record).map((label) => ({
        label,
        href: `${path}/opening`,
        tone: "plain" as const,
      })),
      ...pages.map(({ label, path: page, tone, download, reload }) => ({
        label,
        href: `${path}/${page}${download || reload ? "" : along}`,
        tone,
        ...(download ? { download } : {}),
        ...(reload ? { reload } : {}),
      })),
      ...(receipt?.copy
        ? [
            {
              ...{ label: receipt.copy.label, href: `${path}/${receipt.copy.page}` },
              ...{ tone: "plain" as const, download: true as const },
            },
          ]
        : []),
      ...(day
        ? [{ label: "加入日历", href: `${path}/calendar`, tone: "plain" as const, download: true as const }]
        : []),
      { label: "打印", href: `${path}/print`, tone: "plain" as const, reload: true },
      { label: "PDF", href: `${path}/export?format=pdf`, tone: "plain" as const, reload: true },
      ...(mayRemove(context, screen, record)
        ? [{ label: "删除", href: `${path}/delete${along}`, tone: "danger" as const }]
        : []),
    ],
    warnings: notesOf(context, entity, record),
    sections: [
      ...(wasInApproval(entity, history) ? await approvalSections(context, entity, record) : []),
      ...(wasInApproval(entity, history) ? await linkSections(context, entity, record) : []),
      ...ownSections.filter(isFirst),
      ...sectionsOf(context, screen, loaded, files),
      ...(receipt ? [receipt.section] : []),
      ...ownSections.filter((section) => !isFirst(section)),
    ],
    history: historyEntries(entity, history.slice(0, HISTORY_SIZE)),
    ...(history.length > HISTORY_SIZE ? { historyHref: `${path}/history${along}` } : {}),
    ...around,
  };
}

/** What lies under a seal has a page on which its holders open it. */
function openingLink(context: Context, entity: AnyEntity, record: AnyRecord): string[] {
  const sealId = context.services.registry.server(entity.key).opening?.sealOf(record) ?? null;
  return sealId === null || context.actor.supplierId ? [] : ["共同开启"];
}

/** Most documents never went through a case: where the history is here whole and tells of none, nobody looks for one. */
function wasInApproval(
  entity: AnyEntity,
  history: readonly { changes: readonly { path: string; to: unknown }[] }[],
): boolean {
  const state = approvalOf(entity)?.state;
  if (state === undefined) return false;
  return (
    history.length > HISTORY_SIZE ||
    history.some(({ changes }) => changes.some(({ path, to }) => path === "state" && to === state))
  );
}

function notesOf(context: Context, entity: AnyEntity, record: AnyRecord): string[] {
  const notes: unknown = entity.notes;
  const found: unknown = typeof notes === "function" ? notes(record, ruleFacts(context)) : [];
  return [...(record[WITHHELD] === true ? [UNSENT_NOTE] : []), ...(Array.isArray(found) ? found.map(String) : [])];
}

function stateOf(entity: AnyEntity, state: string) {
  const { text, tone } = showState(entity, state);
  return { label: text, tone };
}

function actionOf(path: string, name: string, transition: AnyTransition, along: string) {
  const href = `${path}/${name.replace(/_/g, "-")}${along}`;
  return { label: transition.label, href, tone: transition.tone ?? ("plain" as const) };
}

/** The first columns of the list are what people know a document by. */
function topFacts(context: Context, screen: Screen, loaded: Loaded): Fact[] {
  const { entity } = screen;
  return screen.list.columns
    .filter((key) => {
      const field: Field | undefined = entity.fields[key];
      return (
        field !== undefined &&
        !isFileKind(field.kind) &&
        mayRead(context, entity, key, field) &&
        !isTitle(entity, key) &&
        fieldValue(loaded.record, key) !== null
      );
    })
    .slice(0, FACTS_ON_TOP)
    .map((key) => factOf(context, { loaded, name: key, field: entity.fields[key] }));
}

function isTitle(entity: AnyEntity, key: string): boolean {
  return !entity.number && (entity.title ?? ["code", "name"]).includes(key);
}

type Section =
  | { kind: "facts"; title: string; facts: Fact[] }
  | { kind: "table"; title: string; table: ReturnType<typeof lineTableModel> };

function sectionsOf(context: Context, screen: Screen, loaded: Loaded, files: FileLinks): Section[] {
  const { entity } = screen;
  return screen.form.flatMap<Section>((part) => {
    if (part.when && !matches(part.when, loaded.record, factsOf(context))) return [];
    if (!isLineSection(part)) {
      const facts = part.fields
        .filter((name) => mayRead(context, entity, name, entity.fields[name]))
        .map((name) => factOf(context, { loaded, name, field: entity.fields[name], files }));
      // What only the system fills in, and has not yet, says nothing.
      const isUnfilled = part.fields.every(
        (name) => entity.fields[name]?.options.system && fieldValue(loaded.record, name) === null,
      );
      return facts.length > 0 && !isUnfilled ? [{ kind: "facts", title: part.title, facts }] : [];
    }
    const lines = linesAt(entity.lines, part.lines);
    const rows = rowsAt(loaded.record, part.lines);
    // To say that there are none would be untrue.
    if (context.actor.supplierId && lines?.options.suppliers === "none") return [];
    if (!lines || (rows.length === 0 && (lines.options.system || part.lines.includes(".")))) return [];
    return [
      {
        kind: "table",
        title: part.title,
        table: lineTableModel(context, { entity, loaded, files, name: part.lines, lines, wanted: part.columns }),
      },
    ];
  });
}

function lineTableModel(
  context: Context,
  {
    entity,
    loaded,
    files,
    name,
    lines,
    wanted,
  }: {
    entity: AnyEntity;
    loaded: Loaded;
    files: FileLinks;
    name: string;
    lines: Lines;
    wanted?: readonly string[];
  },
) {
  const placed = rowsAt(loaded.record, name);
  const rows = placed.map(({ row }) => row);
  const columns = (wanted ?? Object.keys(lines.fields)).filter((column) => {
    const field = lines.fields[column];
    // A column that nobody types and no row has filled says nothing.
    return (
      field !== undefined &&
      mayRead(context, entity, `${name}.${column}`, field) &&
      !(nobodyTypes(field) && rows.every((row) => fieldValue(row, column) === null))
    );
  });
  const totals = lines.options.totals ?? [];
  return {
    caption: lines.label,
    columns: [
      { key: "line_no", label: "行", align: "end" as const },
      ...columns.map((column) => {
        const field = lines.fields[column];
        return {
          key: column,
          label: field?.options.label ?? column,
          align: field ? kindOf(field).align : ("start" as const),
        };
      }),
    ],
    rows: placed.map(({ row, parent }) => ({
      id: row.id,
      cells: [
        { text: lineNumber(row, parent) },
        ...columns.map((column) => lineCell(context, { loaded, files, name: lastOf(name), lines, row, column })),
      ],
    })),
    ...(totals.length > 0 && rows.length > 0
      ? {
          totals: [
            "合计",
            ...columns.map((column) =>
              totals.includes(column) ? totalOf(lines.fields[column], rows, column, loaded.record.currency) : "",
            ),
          ],
        }
      : {}),
  };
}

function lineCell(
  context: Context,
  {
    loaded,
    files,
    name,
    lines,
    row,
    column,
  }: { loaded: Loaded; files: FileLinks; name: string; lines: Lines; row: AnyLine; column: string },
): Shown & { href?: string; files?: ShownFile[] } {
  const field = lines.fields[column];
  if (!field) return { text: NOTHING };
  const value = fieldValue(row, column);
  if (isFileKind(field.kind) && value !== null)
    return { text: fileNames(value), files: shownFiles(field, value, files) };
  const root = loaded.labels.get(`${name}.${row.id}.${column}.root`);
  const href = typeof value === "string" ? referenceHref(context, field, value, root) : undefined;
  return {
    ...showField({
      field,
      value,
      label: loaded.labels.get(`${name}.${row.id}.${column}`),
      currency: loaded.record.currency,
    }),
    ...(href ? { href } : {}),
  };
}
