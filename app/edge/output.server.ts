import { data, redirect } from "@remix-run/node";
import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { backgroundRows, beginExport, exportCenter, mayExportLater } from "~/engine/exports/task.server";
import { readRecord } from "~/engine/operations/save.server";
import { requireAction } from "~/engine/operations/scope.server";
import { reading } from "~/engine/operations/transaction.server";
import { calendarText } from "~/engine/output/calendar";
import { type ExportFormat, exportRecords } from "~/engine/output/export.server";
import { readExportRequest } from "~/engine/output/export-request";
import { listPdf, paperOf, printedList } from "~/engine/output/list-paper.server";
import { fileAnswer } from "~/engine/output/output-file.server";
import { recordPdf } from "~/engine/output/pdf.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { paperOfRows, printedRows } from "~/engine/output/print-rows-of-list.server";
import { recordBook } from "~/engine/output/record-book.server";
import { takeReport } from "~/engine/report/send.server";
import { exportLaterPath, listPath, query, recordPath } from "~/engine/screen/address";
import { chosenRows } from "~/engine/screen/batch-model.server";
import { exportLaterModel, readExportTaskRequest } from "~/engine/screen/export-later-model.server";
import { backHref, listHref, pairsOf, readListQuery } from "~/engine/screen/list-query.server";
import { sealedCopy } from "~/engine/sealing-fields/receipt.server";
import { leaveNotice } from "~/engine/session/session.server";
import { publicOrigin } from "~/env.server";
import { chinaTime } from "~/shared/calendar";
import { answering, type EdgeArgs, readForm, requireEdge, screenOf, seeBegun } from "./request.server";

type OutputArgs = EdgeArgs & { params: { module?: string; screen?: string; id?: string } };

/** Words of the address that belong to the file and not to the list it is of. */
const OWN = ["format", "columns", "lines"];

/**
 * The rows of a list as a file. What cannot be exported as it is leads back to the list with a message, because a browser
 * that waits for a file shows no page of an error.
 */
export async function exportAnswer(args: OutputArgs): Promise<Response> {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { searchParams } = new URL(args.request.url);
    requireAction(context, screen.entity, "export", screen);
    if (searchParams.get("format") === "pdf" && paperOf(context, screen)) {
      const origin = publicOrigin(parts.env, args.request);
      return fileAnswer(await listPdf(context, screen, readListQuery(screen, searchParams), origin));
    }
    const request = readExportRequest(searchParams);
    try {
      if (!request) throw new AppError("malformed", { message: "只能导出 Excel（xlsx）或 CSV 文件" });
      const list = readListQuery(screen, searchParams);
      const canWait = mayExportLater(context, screen);
      const most = canWait ? await backgroundRows(context) : undefined;
      return fileAnswer(await exportRecords(context, screen, { ...request, list, strict: false }, most));
    } catch (error) {
      if (error instanceof AppError && error.facts.tooMany !== undefined && mayExportLater(context, screen)) {
        await leaveNotice(context, { level: "info", body: "数据较多，请在后台导出" });
        throw redirect(exportLaterPath(screen, [...searchParams]), 303);
      }
      if (!(error instanceof AppError) || !REFUSED.includes(error.error)) throw error;
      await leaveNotice(context, { level: "error", body: `没有导出：${error.message}` });
      for (const name of OWN) searchParams.delete(name);
      const rest = searchParams.toString();
      throw redirect(listPath(screen) + (rest === "" ? "" : `?${rest}`), 303);
    }
  });
}

/** The form that has a list exported beside the page. */
export async function openExportLater(args: OutputArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const model = await orBackToList(context, screen, () =>
      exportLaterModel(context, screen, new URL(args.request.url).searchParams),
    );
    return { model, crumbs: [{ label: screen.label, href: model.cancelHref }, { label: "后台导出" }] };
  });
}

/** Takes the request as a task and goes to it, or says what stands against it. */
export async function postExportLater(args: OutputArgs) {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const form = await readForm(args, context);
    const params = new URL(args.request.url).searchParams;
    const [format, lines] = [String(form.get("format") ?? ""), String(form.get("lines") ?? "")];
    try {
      const request = readExportTaskRequest(screen, params, {
        format,
        lines,
        origin: publicOrigin(parts.env, args.request),
      });
      const { id } = await beginExport(context, request);
      throw await seeBegun(context, recordPath(exportCenter(context), id), "已开始后台导出，完成后会通知您");
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSED.includes(error.error)) throw error;
      const refused = { error: error.message, format, lines };
      const model = await orBackToList(context, screen, () => exportLaterModel(context, screen, params, refused));
      return data({ model }, { status: 400 });
    }
  });
}

const REFUSED = ["invalid", "malformed", "wrong_state", "too_often"];

/** What cannot be exported at all leads back to the list with the reason. */
async function orBackToList<T>(context: Context, screen: Screen, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSED.includes(error.error)) throw error;
    await leaveNotice(context, { level: "error", body: `没有导出：${error.message}` });
    throw redirect(listPath(screen), 303);
  }
}

/** A report as a file; what cannot be made leads back to the report with the reason. */
export async function reportAnswer(args: OutputArgs, format: ExportFormat): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, { ...args, params: { module: "system-management", screen: "report-definition" } });
    const id = args.params.id ?? "";
    const { record } = await readRecord(context, screen, id);
    try {
      const taken = await takeReport(context, record, format);
      if ("file" in taken) return fileAnswer(taken.file);
      const { id: taskId, number } = taken.task;
      await leaveNotice(context, { level: "info", body: `行数较多，已放入导出中心（${number}），完成后会通知您` });
      throw redirect(recordPath(exportCenter(context), taskId), 303);
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSED.includes(error.error)) throw error;
      await leaveNotice(context, { level: "error", body: `没有导出：${error.message}` });
      throw redirect(recordPath(screen, id), 303);
    }
  });
}

/** A list as a page for the printer, where it has a paper of its own. */
export async function listPrintAnswer(args: OutputArgs) {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const listQuery = readListQuery(screen, new URL(args.request.url).searchParams);
    const document = await printedList(context, screen, listQuery, publicOrigin(parts.env, args.request));
    const pairs = pairsOf(listQuery, ["size"]);
    return {
      document,
      name: document.title,
      printed: `打印：${context.actor.name}　${chinaTime(context.now).slice(0, 16)}`,
      backHref: listHref(screen, pairs),
      pdfHref: `${listPath(screen)}/export${query([...pairs, ["format", "pdf"]])}`,
    };
  });
}

/** A record as a page for the printer. */
export async function printAnswer(args: OutputArgs) {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const id = args.params.id ?? "";
    const { document, name } = await printedRecord(context, screen, id, publicOrigin(parts.env, args.request));
    const path = recordPath(screen, id);
    return {
      document,
      name,
      printed: `打印：${context.actor.name}　${chinaTime(context.now).slice(0, 16)}`,
      backHref: path,
      pdfHref: `${path}/export?format=pdf`,
      bookHref: `${path}/export?format=xlsx`,
    };
  });
}

/** Chosen rows of a list as pages for the printer; what cannot be printed at all leads back to the list with the reason. */
export async function printRowsAnswer(args: OutputArgs) {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { searchParams } = new URL(args.request.url);
    return orUnprinted(context, backHref(screen, searchParams.get("back") ?? ""), async (backTo) => {
      const rows = await printedRows(context, screen, chosenRows(searchParams), publicOrigin(parts.env, args.request));
      const { printed: documents, missing } = rows;
      return {
        documents: documents.map(({ id, document }) => ({ id, document })),
        name: `${screen.noun}_${documents.length}张`,
        printed: `打印：${context.actor.name}　${chinaTime(context.now).slice(0, 16)}`,
        left: missing === 0 ? null : `所选的有${missing}张不存在或无权查看，没有打印。`,
        backHref: backTo,
      };
    });
  });
}

/** A named paper of chosen rows of a list; what cannot be printed at all leads back to the list with the reason. */
export async function rowPaperAnswer(args: OutputArgs & { params: { paper?: string } }) {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { searchParams } = new URL(args.request.url);
    const origin = publicOrigin(parts.env, args.request);
    return orUnprinted(context, backHref(screen, searchParams.get("back") ?? ""), async (backTo) => {
      const asked = { screen, name: args.params.paper ?? "", origin };
      const { label, sheets, missing, without } = await paperOfRows(context, asked, chosenRows(searchParams));
      const left = [
        ...(missing === 0 ? [] : [`有${missing}张不存在或无权查看`]),
        ...(without === 0 ? [] : [`有${without}张现在的状态不能打印`]),
      ];
      return {
        title: `${label}（${sheets.length}张${screen.noun}）`,
        printed: `打印：${context.actor.name}　${chinaTime(context.now).slice(0, 16)}`,
        sheets,
        left: left.length === 0 ? null : `所选的${left.join("，")}，没有打印。`,
        backHref: backTo,
      };
    });
  });
}

/** What cannot be printed leads back to the list with the reason. */
async function orUnprinted<T>(context: Context, backTo: string, work: (backTo: string) => Promise<T>): Promise<T> {
  try {
    return await work(backTo);
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSED.includes(error.error)) throw error;
    await leaveNotice(context, { level: "error", body: `没有打印：${error.message}` });
    throw redirect(backTo, 303);
  }
}

/** A record as a file: as a workbook where that is asked for, else on A4. */
export async function recordFileAnswer(args: OutputArgs): Promise<Response> {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const origin = publicOrigin(parts.env, args.request);
    const isBook = new URL(args.request.url).searchParams.get("format") === "xlsx";
    const made = isBook ? recordBook : recordPdf;
    return fileAnswer(await made(context, screen, args.params.id ?? "", origin));
  });
}

/**
 * The day of a record as a calendar file, for whoever may read the record.
 * @throws AppError("not_found") also where the record stands for no day, or no longer does
 */
export async function calendarAnswer(args: OutputArgs): Promise<Response> {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { record } = await readRecord(context, screen, args.params.id ?? "");
    const entry = await context.services.registry.server(screen.entity.key).calendar?.(context, record);
    if (!entry) throw new AppError("not_found");
    const { id, version, number } = record;
    const href = `${publicOrigin(parts.env, args.request)}/web${recordPath(screen, id)}`;
    const text = calendarText(entry, { id, version, href, now: context.now });
    const name = `${screen.entity.label}${number ?? ""}.ics`;
    return fileAnswer({ name, type: "text/calendar; charset=utf-8", body: new TextEncoder().encode(text) });
  });
}

/**
 * The sealed values of a record as a text file, for whoever may read the record and reads these at this moment.
 * @throws AppError("not_found") for everybody else
 */
export async function sealedCopyAnswer(args: OutputArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const file = await reading(context, async () => {
      const { record } = await readRecord(context, screen, args.params.id ?? "");
      return sealedCopy(context, screen.entity, record);
    });
    return fileAnswer(file);
  });
}
