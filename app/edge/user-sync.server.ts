import { data, redirect } from "@remix-run/node";
import { AppError } from "~/engine/errors";
import { fileAnswer } from "~/engine/output/output-file.server";
import { recordPath } from "~/engine/screen/address";
import { leaveNotice } from "~/engine/session/session.server";
import { openBatch, retryFailed, runBatch } from "~/engine/user-sync/batch.server";
import { checkFile, importModel, MOST_BYTES, runModel, templateFile } from "~/engine/user-sync/pages.server";
import { answering, type EdgeArgs, readForm, requireEdge, seeOther } from "./request.server";

type SyncArgs = EdgeArgs & { params: { id?: string } };

const LOG = { area: "user-administration", key: "user-log" };
const LIST = { label: "用户日志", href: "/user-administration/user-log" };
/** How long a page may keep somebody waiting; what is left goes on with the next click. */
const PAGE_MS = 20_000;

/** The form that takes a file of people. */
export async function openImport(args: SyncArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = importModel(context);
    return { model, crumbs: [LIST, { label: model.title }] };
  });
}

/** Checks the file and goes to what it would do, or answers the form again with what is wrong. */
export async function postImport(args: SyncArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const file = form.get("file");
    try {
      if (!(file instanceof Blob)) throw new AppError("invalid", { message: "请选择要导入的文件" });
      if (file.size > MOST_BYTES) throw new AppError("invalid", { message: "文件不能超过2MB" });
      const name = "name" in file && typeof file.name === "string" ? file.name : "";
      const id = await checkFile(context, new Uint8Array(await file.arrayBuffer()), name);
      throw await seeOther(context, recordPath(LOG, id), "文件已检查，还没有改动任何账号：请核对后执行");
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "invalid") throw error;
      return data({ model: importModel(context, error.message) }, { status: 400 });
    }
  });
}

/** The empty file with its headings. */
export async function sendTemplate(args: SyncArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return fileAnswer(templateFile(context));
  });
}

/** What carrying a batch out, or trying its failures again, would do. */
export async function openRun(args: SyncArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await runModel(context, args.params.id ?? "");
    return { model, crumbs: [LIST, { label: model.number, href: model.cancelHref }, { label: model.submit }] };
  });
}

/** Carries it out, and goes back to the batch. */
export async function postRun(args: SyncArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    await readForm(args, context);
    const id = args.params.id ?? "";
    try {
      const { record } = await openBatch(context, id);
      if (["partial", "failed"].includes(record.state)) {
        const again = await retryFailed(context, id);
        throw await seeOther(context, recordPath(LOG, again), "失败项已重新检查，请核对后执行");
      }
      const done = await runBatch(context, id, Date.now() + PAGE_MS);
      const said = done ? `${record.number}已执行完毕` : `${record.number}还没有执行完，请继续执行`;
      throw await seeOther(context, recordPath(LOG, id), said);
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "wrong_state") throw error;
      await leaveNotice(context, { level: "error", body: error.message });
      throw redirect(recordPath(LOG, id), 303);
    }
  });
}

/** All rows of a batch, as the list that has them. */
export async function toRows(args: SyncArgs) {
  return answering(async () => {
    await requireEdge(args);
    throw redirect(`/user-administration/user-log-row?batch_id=${encodeURIComponent(args.params.id ?? "")}`);
  });
}
