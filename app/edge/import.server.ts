import { data } from "@remix-run/node";
import { AppError } from "~/engine/errors";
import { type ImportMode, workOn } from "~/engine/imports/batch.server";
import { importModel, MOST_BYTES, takeFile, templateFile } from "~/engine/imports/pages.server";
import { fileAnswer } from "~/engine/output/output-file.server";
import { listPath, recordPath } from "~/engine/screen/address";
import { answering, type EdgeArgs, readForm, requireEdge, screenOf, seeOther } from "./request.server";

type ImportArgs = EdgeArgs & { params: { module?: string; screen?: string; id?: string } };

const BATCH = { area: "system-management", key: "import-batch" };
/** How long a page may keep somebody waiting; what is left goes on with the next click, or beside it. */
export const PAGE_MS = 10_000;

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

/** The wall clock, not that of the business: how long somebody has been waiting. */
export function within(ms: number): () => boolean {
  const until = Date.now() + ms;
  return () => Date.now() < until;
}
