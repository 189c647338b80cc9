import { data, redirect } from "@remix-run/node";
import { AppError } from "~/engine/errors";
import { type ImportMode, openImport, releaseImport, workOn } from "~/engine/imports/batch.server";
import { failuresFile, importModel, MOST_BYTES, runModel, takeFile, templateFile } from "~/engine/imports/pages.server";
import { batchScreen } from "~/engine/imports/plan.server";
import { fileAnswer } from "~/engine/output/output-file.server";
import { listPath, recordPath } from "~/engine/screen/address";
import { leaveNotice } from "~/engine/session/session.server";
import { answering, type EdgeArgs, readForm, requireEdge, screenOf, seeOther } from "./request.server";

type ImportArgs = EdgeArgs & { params: { module?: string; screen?: string; id?: string } };

const BATCH = { area: "system-management", key: "import-batch" };
const LIST = { label: "导入批次", href: "/system-management/import-batch" };
/** How long a page may keep somebody waiting; what is left goes on with the next click, or beside it. */
const PAGE_MS = 10_000;

/** The form that takes a file of records. */
export async function openImportForm(args: ImportArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const model = importModel(context, screen);
    return { model, crumbs: [{ label: screen.label, href: listPath(screen) }, { label: model.title }] };
  });
}

/** Keeps the file, looks at as much of it as there is time for, and goes to what it would do; or says what is wrong with it. */
export async function postImportForm(args: ImportArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const form = await readForm(args, context);
    const mode: ImportMode = form.get("mode") === "good" ? "good" : "all";
    const file = form.get("file");
    try {
      if (!(file instanceof Blob)) throw new AppError("invalid", { message: "请选择要导入的文件" });
      if (file.size > MOST_BYTES) throw new AppError("invalid", { message: "文件不能超过5MB" });
      const name = "name" in file && typeof file.name === "string" ? file.name : "";
      const id = await takeFile(context, screen, { bytes: new Uint8Array(await file.arrayBuffer()), name, mode });
      const done = await workOn(context, id, within(PAGE_MS));
      const said = done
        ? "文件已检查，还没有导入任何记录：请核对后导入"
        : "文件较大，还在检查：可以离开，检查完会通知您";
      throw await seeOther(context, recordPath(BATCH, id), said);
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "invalid") throw error;
      return data({ model: importModel(context, screen, { error: error.message, mode }) }, { status: 400 });
    }
  });
}

/** The empty file with its headings. */
export async function sendImportTemplate(args: ImportArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return fileAnswer(templateFile(context, screenOf(context, args)));
  });
}

/** The rows that could not be imported, with the reasons. */
export async function sendFailures(args: ImportArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return fileAnswer(await failuresFile(context, args.params.id ?? ""));
  });
}

/** What carrying a batch out would do. */
export async function openImportRun(args: ImportArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await runModel(context, args.params.id ?? "");
    return { model, crumbs: [LIST, { label: model.number, href: model.cancelHref }, { label: model.submit }] };
  });
}

/** Carries it out as far as there is time, and goes back to the batch. */
export async function postImportRun(args: ImportArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    await readForm(args, context);
    const id = args.params.id ?? "";
    const path = recordPath(batchScreen(context), id);
    try {
      const { record } = await openImport(context, id);
      const isChecked = record.state === "checked";
      if (isChecked) await releaseImport(context, id);
      const done = await workOn(context, id, within(PAGE_MS));
      const said = isChecked || record.state === "running" ? "导入已执行完毕，结果见明细" : "检查完毕，请核对后导入";
      throw await seeOther(context, path, done ? said : "还没有处理完：可以离开，完成后会通知您");
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "wrong_state") throw error;
      await leaveNotice(context, { level: "error", body: error.message });
      throw redirect(path, 303);
    }
  });
}

/** The wall clock, not that of the business: how long somebody has been waiting. */
function within(ms: number): () => boolean {
  const until = Date.now() + ms;
  return () => Date.now() < until;
}
