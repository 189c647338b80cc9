import { data, redirect } from "@remix-run/node";
import { phoneScreen } from "~/engine/screen/phone-note.server";
import {
  checkInNote,
  countedList,
  countModel,
  mayReceive,
  scanModel,
  submitCount,
} from "~/engine/screen/phone-receiving-model.server";
import { csrfFits, leaveNotice } from "~/engine/session/session.server";
import { postedWithFiles, readWithFiles } from "./files.server";
import {
  answering,
  answeringJson,
  type EdgeArgs,
  readForm,
  requireEdge,
  requireSession,
  seeOther,
  unproven,
} from "./request.server";

type NoteArgs = EdgeArgs & { params: { note?: string } };

const SCAN_PARAMS = new Set(["code", "index"]);

/** The page for scanning; whoever receives nothing, or asks by conditions of a list, finds the receipts that are being counted. */
export async function openScan(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const { searchParams, search } = new URL(args.request.url);
    if (!mayReceive(context) || [...searchParams.keys()].some((name) => !SCAN_PARAMS.has(name)))
      throw redirect(countedList(context, search));
    const scanned = await scanModel(context, searchParams);
    if (scanned.model === undefined) throw redirect(scanned.to);
    return { model: scanned.model, crumbs: [{ label: scanned.model.title }] };
  });
}

/** Checks in what came to the gate, and goes on to counting it. */
export async function postCheckIn(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const { to, notice } = await checkInNote(context, await readForm(args, context));
    throw notice === undefined ? redirect(to, 303) : await seeOther(context, to, notice);
  });
}

/** The page on which a note is counted. */
export async function openCount(args: NoteArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const opened = await countModel(context, args.params.note ?? "");
    if (opened.model === undefined) throw redirect(opened.to);
    return {
      model: opened.model,
      crumbs: [{ label: "扫码收货", href: opened.model.scanHref }, { label: opened.model.title }],
    };
  });
}

/** Makes the receipt and leads to it, or answers the page again with what was typed. */
export async function postCount(args: NoteArgs) {
  return answering(async () => {
    const edge = await requireEdge(args);
    const { context } = edge;
    const { form, refused } = await readWithFiles(args, edge, phoneScreen(context));
    const outcome = await submitCount(context, args.params.note ?? "", { form, refusedFiles: refused });
    if (outcome.kind === "again") return data({ model: outcome.model }, { status: 400 });
    if (outcome.kind === "gone") throw redirect(outcome.to, 303);
    throw await seeOther(context, outcome.to, outcome.notice);
  });
}

/** The same for the script of the page, which keeps what was counted until there is an answer. */
export async function sendCount(args: NoteArgs): Promise<Response> {
  return answeringJson(async () => {
    const edge = await requireSession(args);
    const { context } = edge;
    const { form, refused } = await postedWithFiles(args, edge, phoneScreen(context));
    if (!csrfFits(context, form.get("_csrf"))) throw unproven();
    const outcome = await submitCount(context, args.params.note ?? "", { form, refusedFiles: refused });
    if (outcome.kind === "made") await leaveNotice(context, { level: "success", body: outcome.notice });
    return outcome;
  });
}
