import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { holdSourceLines } from "~/engine/draws/source-lines.server";
import type { Complaint, Field } from "~/engine/entity";
import { choiceLabel } from "~/engine/entity/dictionary";
import { UUID } from "~/engine/entity/kinds/reference";
import { linesAt } from "~/engine/entity/paths";
import type { Screen } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { createRecord } from "~/engine/operations/save.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { onceAs, reading, savedSchema } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines } from "~/engine/operations/unscoped.server";
import { listPath, query, recordPath, transitionPath } from "~/engine/screen/address";
import {
  controlOf,
  type ReferenceLists,
  referenceLists,
  type Writable,
  writableOn,
} from "~/engine/screen/controls.server";
import {
  type FormText,
  formText,
  headAndFiles,
  postedOnce,
  postedVersion,
  type RowText,
} from "~/engine/screen/form-data";
import { fieldLabelAt } from "~/engine/screen/form-draw.server";
import { placeComplaints, problemOf } from "~/engine/screen/page-order";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { formatDecimal } from "~/shared/decimal";
import { type ScannedCode, scannedCode } from "~/shared/scanned-code";
import type { Tone } from "~/shared/tone";
import { outside, readingText } from "../inbound-coa/batch-coa.rules";
import { coaOfBatches } from "../inbound-coa/batch-readings.server";
import {
  type FoundNote,
  findNote,
  isRefusal,
  type NoteLine,
  type NoteRefusal,
  PHONE,
  phoneScreen,
  RECEIPT,
} from "./phone-note.server";

const SCAN = `/${PHONE}`;
const ORDER = "purchase-orders/purchase-order";
const HEAD = ["warehouse_id", "remark"];
const MORE = ["gross_weight", "tare_weight", "moisture_qty", "diff_reason", "batch_no", "produce_date", "expire_date"];
/** What the note says of a line, and the card starts with. */
const OF_NOTE = ["batch_no", "produce_date", "expire_date"];
/** Of the whole receipt, and of each line. */
const PHOTOS = "photos";
/** How what is said of a certificate stands out on a card; what is in order does not. */
const LEVELS: Readonly<Partial<Record<Tone, "warning" | "error">>> = { refused: "error", warning: "warning" };
/** Values of the card that are no fields of the receipt. */
const TICKS = { asNoticed: "as_noticed", skip: "skip" } as const;

/** Where a note is counted. */
export function countPath(noteId: string): string {
  return `${SCAN}/${noteId}/receive`;
}

/** Whether the person receives goods; others find the list under the entry of the menu. */
export function mayReceive(context: Context): boolean {
  return mayOnScreen(context, context.services.registry.mainScreen(RECEIPT), "add");
}

/** Where receipts that are being counted are listed. */
export function countedList(context: Context, search: string): string {
  return listPath(context.services.registry.mainScreen(RECEIPT)) + (search === "" ? "?state=draft" : search);
}

/**
 * The page for scanning: empty, with what stands against the code of the address, or the way to the note behind it.
 * @throws AppError("forbidden" | "signed_out")
 */
export async function scanModel(context: Context, params: URLSearchParams) {
  phoneScreen(context);
  const text = (params.get("code") ?? "").slice(0, 300);
  const code = scannedCode(text);
  if (code === null) return { model: scanPage(context, text) };
  const found = await reading(context, () => findNote(context, code));
  return isRefusal(found) ? { model: scanPage(context, text, found) } : { to: countPath(found.id) };
}

function scanPage(context: Context, code: string, refusal?: NoteRefusal) {
  return {
    title: "扫码收货",
    action: SCAN,
    code,
    ...(refusal ? { refusal } : {}),
    secrets: secretsOf(context),
    owner: context.actor.id ?? "",
  };
}

function secretsOf(context: Context) {
  return { csrf: context.session?.csrf ?? "", once: context.services.newId() };
}

/**
 * Checks a note in at the gate and leads to counting it; where it changed meanwhile, to what is to be said of it now.
 * @throws AppError("forbidden" | "not_found" | "malformed" | "invalid")
 */
export async function checkInNote(context: Context, form: FormData): Promise<{ to: string; notice?: string }> {
  phoneScreen(context);
  const code = scannedCode(String(form.get("note") ?? ""));
  if (code === null || !("id" in code)) throw new AppError("not_found");
  const entity = context.services.registry.entity("receiving/delivery-note");
  const requestId = postedOnce(form);
  const seen = { version: postedVersion(form), ...(requestId ? { requestId } : {}) };
  try {
    await applyTransition(context, { entity, id: code.id, name: "check_in", ...seen });
    return { to: countPath(code.id), notice: "送货单已签到" };
  } catch (error) {
    if (error instanceof AppError && ["wrong_state", "stale_record"].includes(error.error))
      return { to: `${SCAN}${query([["code", code.id]])}` };
    throw error;
  }
}

const NOTHING_TYPED: FormText = { values: {}, lines: {} };

/**
 * The page on which a note is counted, or the way back to the scan page, which says why not.
 * @throws AppError("forbidden" | "signed_out")
 */
export async function countModel(context: Context, noteId: string) {
  const main = phoneScreen(context);
  const code = codeOf(noteId);
  return reading(context, async () => {
    const found = await findNote(context, code);
    if (isRefusal(found)) return { to: `${SCAN}${query([["code", noteId]])}` };
    return { model: await drawCount(context, main, { note: found, text: NOTHING_TYPED, complaints: [] }) };
  });
}

function codeOf(noteId: string): ScannedCode & { id: string } {
  const code = scannedCode(noteId);
  if (code === null || !("id" in code)) throw new AppError("not_found");
  return code;
}

interface CountState {
  note: FoundNote;
  text: FormText;
  complaints: readonly Complaint[];
  problem?: string;
}

/** Complaints name lines as they were sent; meanwhile others may have counted some of them. */
function onCards(complaints: readonly Complaint[], text: FormText, shown: readonly NoteLine[]): Complaint[] {
  return complaints.map((complaint) => {
    const [table, at, ...rest] = complaint.field.split(".");
    if (table !== "items" || at === undefined) return complaint;
    const id = text.lines.items?.[Number(at)]?.values.note_line;
    const position = shown.findIndex(({ line }) => line.id === id);
    return { ...complaint, field: position < 0 ? table : [table, position, ...rest].join(".") };
  });
}

async function drawCount(context: Context, main: Screen, { note, text, complaints: said, problem }: CountState) {
  const { registry } = context.services;
  const writable = writableOn(context, main, null);
  const fields: Readonly<Record<string, Field>> = main.entity.fields;
  const items: Readonly<Record<string, Field>> = linesAt(main.entity.lines, "items")?.fields ?? {};
  const offered = [
    ...[...HEAD, PHOTOS].flatMap((name) => fields[name] ?? []),
    ...(items[PHOTOS] ? [items[PHOTOS]] : []),
  ];
  const form = { ...headAndFiles(main.entity, text), factory_id: note.factoryId };
  const lists = await referenceLists(context, main, offered, { form });
  const shown = note.lines.filter(({ left }) => left.gt(0));
  const complaints = onCards(said, text, shown);
  const faults = new Map(complaints.map(({ field, message }) => [field, message]));
  const drawing = { items, writable, lists, faults, today: dayOf(context.now) };
  const typed = new Map((text.lines.items ?? []).map((row) => [row.values.note_line ?? "", row]));
  const named = await namesOfLines(context, note.lines);
  const supplierId = note.lines[0]?.line.head.supplier_id;
  const certificates = await certificatesOf(context, note, shown);
  const [supplier] = await ask(
    context,
    "supplier-management/supplier",
    "names",
    typeof supplierId === "string" ? [supplierId] : [],
  );
  const isNew = text === NOTHING_TYPED;
  const lines = shown.map((line, position) =>
    lineCard(drawing, { line, position, named, certificates, row: isNew ? null : typed.get(line.line.id) }),
  );
  const head = HEAD.flatMap((name) => {
    const field = fields[name];
    if (!field || !writable.fields.includes(name)) return [];
    const control = controlOf({ field, name, value: text.values[name] ?? "", lists, error: faults.get(name) });
    const [only, ...others] = control.options ?? [];
    const proposed = isNew && name === "warehouse_id" && only && others.length === 0 ? { value: only.value } : {};
    return [{ ...control, ...proposed, ...(name === "warehouse_id" ? { required: true } : {}) }];
  });
  if (!fields[PHOTOS]) throw new AppError("not_found");
  const photos = controlOf({
    field: fields[PHOTOS],
    name: PHOTOS,
    value: text.values[PHOTOS] ?? "",
    lists,
    error: faults.get(PHOTOS),
  });
  const controls = [
    ...head,
    ...lines.flatMap(({ count, more, photos: own }) => [count, ...more, ...(own ? [own] : [])]),
    photos,
  ];
  const { placed, elsewhere } = placeComplaints(
    complaints,
    controls.map(({ name }) => name),
  );
  return {
    title: `收货 ${note.number}`,
    // Whoever scans a code of another lorry sees it before anything is counted.
    supplier: supplier?.name ?? "",
    queue: note.queueNo === null ? "" : `排队号 ${note.queueNo}`,
    note: {
      id: note.id,
      number: note.number,
      href: recordPath(registry.mainScreen("receiving/delivery-note"), note.id),
    },
    action: countPath(note.id),
    sendHref: `${SCAN}/${note.id}/send`,
    scanHref: SCAN,
    begun: note.begun.map(({ number }) => number).join("、"),
    head,
    lines,
    photos,
    errors: placed.map(({ field, message }) => ({ name: field, label: fieldLabelAt(main.entity, field), message })),
    ...problemOf(problem, elsewhere, () => ""),
    secrets: secretsOf(context),
    owner: context.actor.id ?? "",
  };
}

/** What is said of lines in words: materials by their id, units by the line of the order. */
async function namesOfLines(context: Context, lines: readonly NoteLine[]) {
  const idsAt = (name: string) => [
    ...new Set(lines.flatMap(({ line }) => (typeof line.line[name] === "string" ? [line.line[name]] : []))),
  ];
  const materials = await labelsOf(
    context,
    context.services.registry.entity("master-data/material"),
    idsAt("material_id"),
  );
  const ordered = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "uom"],
    where: [where.oneOf("id", idsAt("order_line"))],
  });
  return { materials, units: new Map(ordered.map(({ id, uom }) => [id, uom])) };
}

/** What the certificates of the batches say, a line for each card; nothing where this person may read none. */
async function certificatesOf(context: Context, { factoryId }: FoundNote, lines: readonly NoteLine[]) {
  const supplierId = String(lines[0]?.line.head.supplier_id ?? "");
  const batches = lines.map(({ line: { line } }) => ({
    materialId: String(line.material_id),
    batchNo: typeof line.batch_no === "string" && line.batch_no !== "" ? line.batch_no : null,
  }));
  const found = await coaOfBatches(context, { supplierId, factoryId, batches });
  return new Map(
    found.map(({ materialId, batchNo, said, coa }) => [
      `${materialId} ${batchNo ?? ""}`,
      {
        // What is out of limits is named, for nobody opens another page at the gate.
        text: [coa === null ? said.text : `COA ${said.text}`, ...outside(coa?.readings ?? []).map(readingText)].join(
          "；",
        ),
        level: LEVELS[said.tone] ?? null,
      },
    ]),
  );
}

interface CardDrawing {
  items: Readonly<Record<string, Field>>;
  writable: Writable;
  lists: ReferenceLists;
  faults: ReadonlyMap<string, string>;
  today: string;
}

interface Card {
  line: NoteLine;
  position: number;
  named: Awaited<ReturnType<typeof namesOfLines>>;
  certificates: Awaited<ReturnType<typeof certificatesOf>>;
  /** What was typed; null for a card that was just opened. */
  row: RowText | null | undefined;
}

function lineCard(drawing: CardDrawing, { line: { line, left, counted }, position, named, certificates, row }: Card) {
  const { items, writable, lists, faults, today } = drawing;
  const typed = row?.values ?? {};
  const at = (name: string) => `items.${position}.${name}`;
  const ofNote = (name: string) => String(line.line[name] ?? "");
  const control = (name: string) => {
    const field = items[name];
    if (!field || !writable.lines.items?.includes(name)) return [];
    const value = typed[name] ?? (row === null && OF_NOTE.includes(name) ? ofNote(name) : "");
    return [controlOf({ field, name: at(name), value, lists, error: faults.get(at(name)) })];
  };
  const [count] = control("count_qty");
  if (!count) throw new AppError("forbidden", { values: { permission: "goods-receipt.add" } });
  const more = MORE.flatMap(control);
  const [photos] = control(PHOTOS);
  const unit = items.uom ? choiceLabel(items.uom.options, named.units.get(ofNote("order_line")) ?? "") : "";
  const quantity = (text: string) => `${formatDecimal(text)} ${unit}`.trim();
  const expires = typed.expire_date ?? ofNote("expire_date");
  const changed = more.some((one) => {
    const name = one.name.split(".").at(-1) ?? "";
    return one.value !== "" && one.value !== (OF_NOTE.includes(name) ? ofNote(name) : "");
  });
  const coa = certificates.get(`${ofNote("material_id")} ${ofNote("batch_no")}`);
  const missing = ["batch_no", "produce_date"].some((name) => ofNote(name) === "");
  return {
    position,
    id: line.id,
    title: named.materials.get(ofNote("material_id")) ?? line.label,
    facts: [
      ...(ofNote("batch_no") ? [`批号 ${ofNote("batch_no")}`] : []),
      ...(ofNote("produce_date") ? [`生产 ${ofNote("produce_date")}`] : []),
      ...(ofNote("expire_date") ? [`到期 ${ofNote("expire_date")}`] : []),
    ],
    hint: `通知 ${quantity(left.toFixed())}${counted.gt(0) ? `，另有 ${quantity(counted.toFixed())} 已在清点` : ""}`,
    ...(expires !== "" && expires < today ? { warning: "已过保质期，只能拒收" } : {}),
    ...(coa ? { coa } : {}),
    count: { ...count, ...(unit ? { unit } : {}) },
    asNoticed: {
      name: at(TICKS.asNoticed),
      label: `按通知数 ${quantity(left.toFixed())}`,
      checked: typed[TICKS.asNoticed] === "1",
    },
    skip: { name: at(TICKS.skip), checked: typed[TICKS.skip] === "1" },
    more,
    ...(photos ? { photos } : {}),
    isOpen: missing || changed || more.some(({ error }) => error !== undefined),
  };
}

const madeSchema = z.object({
  saved: savedSchema,
  /** Counting is over; else a warning waits for its reason. */
  counted: z.boolean(),
});
type Made = z.infer<typeof madeSchema>;

interface PostedCount {
  form: FormData;
  refusedFiles: readonly Complaint[];
}

/**
 * Makes a receipt of what was counted and ends the counting, both or nothing, by the operations of the ordinary form. The same form sent
 * again answers what the first one did, also where the note takes nothing more by then.
 * @returns where the receipt is seen, or the page again with what was typed
 * @throws AppError("forbidden" | "signed_out" | "malformed")
 */
export async function submitCount(context: Context, noteId: string, { form, refusedFiles }: PostedCount) {
  const main = phoneScreen(context);
  const code = codeOf(noteId);
  const text = formText(main.entity, form);
  const requestId = postedOnce(form);
  const isDraft = form.get("_intent") === "draft";
  // Photographs get new ids each time they are sent, so they do not tell one form from another.
  const rows = (text.lines.items ?? []).map(({ values }) => withoutPhotos(values));
  const asked = ["phone-receiving", code.id, isDraft, withoutPhotos(text.values), rows];
  try {
    if (refusedFiles.length > 0) throw new AppError("invalid", { complaints: refusedFiles });
    const made = await onceAs<Made>(context, {
      requestId,
      asked,
      kept: madeSchema,
      work: () => receive(context, main, { noteId: code.id, text, isDraft }),
    });
    return { kind: "made" as const, ...madePage(main, made, isDraft) };
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "duplicate", "wrong_state"].includes(error.error)) throw error;
    return reading(context, async () => {
      const note = await findNote(context, code);
      if (isRefusal(note))
        return { kind: "gone" as const, text: note.text, to: `${SCAN}${query([["code", code.id]])}` };
      const problem = error.complaints.length === 0 ? { problem: error.message } : {};
      const state = { note, text, complaints: error.complaints, ...problem };
      return { kind: "again" as const, model: await drawCount(context, main, state) };
    });
  }
}

function withoutPhotos({ [PHOTOS]: _photos, ...values }: FormText["values"]): FormText["values"] {
  return values;
}

interface Counted {
  noteId: string;
  text: FormText;
  isDraft: boolean;
}

/** Runs in the transaction of the one-time id. Whoever counts the same lines meanwhile waits, and then sees what is left of them. */
async function receive(context: Context, main: Screen, { noteId, text, isDraft }: Counted): Promise<Made> {
  const rows = (text.lines.items ?? []).map((row, position) => ({ row, position }));
  const meant = rows.filter(({ row }) => row.values[TICKS.skip] !== "1");
  const entity = context.services.registry.entity("receiving/delivery-note");
  const ids = meant.flatMap(({ row }) => (UUID.test(row.values.note_line ?? "") ? [row.values.note_line ?? ""] : []));
  await holdSourceLines(context, { entity, path: "items" }, ids);
  const note = await findNote(context, { id: noteId });
  if (isRefusal(note)) throw new AppError("wrong_state", { message: note.text });
  if (meant.length === 0) throw new AppError("invalid", { message: "没有要收货的行：至少清点一行" });
  const known = new Map(note.lines.map((line) => [line.line.id, line]));
  const gone = meant.find(({ row }) => !known.get(row.values.note_line ?? "")?.left.gt(0));
  if (gone) throw new AppError("invalid", { message: `第${gone.position + 1}行已由他人清点，请核对后再提交` });
  const [first] = note.lines;
  const values = {
    ...text.values,
    supplier_id: first?.line.head.supplier_id,
    factory_id: note.factoryId,
    items: meant.map(({ row }) => lineValues(row, known.get(row.values.note_line ?? ""))),
  };
  try {
    const saved = await createRecord(context, { screen: main, values });
    return isDraft ? { saved, counted: false } : await endCounting(context, main, saved);
  } catch (error) {
    if (!(error instanceof AppError) || error.complaints.length === 0) throw error;
    const complaints = error.complaints.map((one) => placed(one, meant));
    throw new AppError(error.error, { message: error.message, complaints });
  }
}

/** A warning that asks for its reason leaves the receipt as it is, on the page that asks. */
async function endCounting(context: Context, main: Screen, saved: Made["saved"]): Promise<Made> {
  const { id, version } = saved;
  const entity = context.services.registry.entity(RECEIPT);
  try {
    return {
      saved: await applyTransition(context, { entity, screen: main, id, name: "count", version }),
      counted: true,
    };
  } catch (error) {
    // Thrown before anything is written.
    if (error instanceof AppError && (error.error === "acknowledge" || error.error === "forbidden"))
      return { saved, counted: false };
    throw error;
  }
}

function lineValues({ values }: RowText, known: NoteLine | undefined): Record<string, unknown> {
  const { [TICKS.asNoticed]: asNoticed, [TICKS.skip]: _skip, ...typed } = values;
  const left = known?.left.toFixed() ?? "";
  const isBlank = (typed.count_qty ?? "").trim() === "";
  return {
    ...typed,
    order_line: known?.line.line.order_line,
    material_id: known?.line.line.material_id,
    notice_qty: left,
    ...(asNoticed === "1" && isBlank ? { count_qty: left } : {}),
  };
}

/** Lines that were left out are counted again on the page. */
function placed(complaint: Complaint, meant: readonly { position: number }[]): Complaint {
  const [table, at, ...rest] = complaint.field.split(".");
  const position = meant[Number(at)]?.position;
  if (table !== "items" || position === undefined) return complaint;
  return { ...complaint, field: ["items", position, ...rest].join(".") };
}

function madePage(main: Screen, { saved, counted }: Made, isDraft: boolean) {
  const number = saved.number ?? "";
  if (counted) return { to: recordPath(main, saved.id), notice: `收货单 ${number} 已清点完成` };
  return isDraft
    ? { to: recordPath(main, saved.id), notice: `收货单 ${number} 已保存，清点完成后请提交` }
    : { to: transitionPath(main, saved.id, "count"), notice: `收货单 ${number} 已保存，清点完成前请说明原因` };
}
