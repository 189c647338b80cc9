import type { Hono } from "hono";
import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import {
  beginUpload,
  dropUpload,
  PIECE_BYTES,
  type Progress,
  type Target,
  takeUploadPiece,
  targetOfUpload,
  uploadProgress,
  uploadTargets,
} from "~/engine/files/upload.server";
import { onceAs } from "~/engine/operations/transaction.server";
import { jsonBody, optionalText, requiredInteger, requireOnly } from "./body.server";
import { repeatId, target } from "./entity-calls.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

const LONGEST_MARK = 100;
const kept = z.object({ id: z.string() });

/**
 * Files for the fields of any entity, in pieces as the pages send them: begun with name and size, sent piece by piece, and named by
 * their id in the call that saves the record. A file that is begun belongs to whoever began it, and to nobody else's record.
 */
export function uploadCalls(app: Hono<RestEnv>): void {
  const files = "/v2/:module/:noun/files";

  app.post(files, async (c) => {
    const context = c.get("context");
    const targets = ownTargets(context, c.req.param("module"), c.req.param("noun"));
    const body = await jsonBody(c.req.raw);
    requireOnly(body, ["field", "name", "size", "mark", "requestId"]);
    const { requestId } = repeatId(c.req.raw, body);
    const field = optionalText(body, "field");
    const wanted = targets.find(({ name }) => name === field);
    const name = optionalText(body, "name") ?? "";
    const mark = optionalText(body, "mark");
    const size = requiredInteger(body, "size", Number.MAX_SAFE_INTEGER);
    if (!wanted) throw new AppError("malformed", { message: "参数格式不正确：field" });
    if (name.trim() === "") throw new AppError("malformed", { message: "参数格式不正确：请给出name" });
    if (mark !== undefined && mark.length > LONGEST_MARK)
      throw new AppError("malformed", { message: `参数格式不正确：mark 最多${LONGEST_MARK}个字` });
    const request = { name, size, ...(mark === undefined ? {} : { mark }) };
    if (requestId === undefined) return success(onWire(await beginUpload(context, wanted, request)));
    // The id is what happens once: whoever asks again goes on with the same file.
    const asked = ["upload", wanted.screen.entity.key, wanted.name, request];
    const { id } = await onceAs(context, {
      requestId,
      asked,
      kept,
      work: async () => ({ id: context.services.newId() }),
    });
    return success(onWire(await beginUpload(context, wanted, { ...request, id })));
  });

  app.get(`${files}/:file`, async (c) => {
    const context = c.get("context");
    const id = c.req.param("file");
    const own = await targetOfUpload(context, ownTargets(context, c.req.param("module"), c.req.param("noun")), id);
    return success(onWire(await uploadProgress(context, own, id)));
  });

  app.put(`${files}/:file`, async (c) => {
    const context = c.get("context");
    const id = c.req.param("file");
    const targets = ownTargets(context, c.req.param("module"), c.req.param("noun"));
    const start = requiredInteger({ start: c.req.query("start") }, "start");
    const bytes = new Uint8Array(await c.req.raw.arrayBuffer());
    if (bytes.byteLength > PIECE_BYTES)
      throw new AppError("malformed", { message: `参数格式不正确：一次最多${PIECE_BYTES}字节` });
    const own = await targetOfUpload(context, targets, id);
    return success(onWire(await takeUploadPiece(context, own, { id, start, bytes })));
  });

  app.delete(`${files}/:file`, async (c) => {
    const context = c.get("context");
    const id = c.req.param("file");
    const targets = ownTargets(context, c.req.param("module"), c.req.param("noun"));
    const body = await jsonBody(c.req.raw);
    requireOnly(body, ["requestId"]);
    const { requestId } = repeatId(c.req.raw, body);
    await onceAs(context, {
      requestId,
      asked: ["drop upload", id],
      kept,
      work: async () => {
        await targetOfUpload(context, targets, id);
        return { id };
      },
    });
    try {
      await dropUpload(context, await targetOfUpload(context, targets, id), id);
    } catch (error) {
      // Asked again under the same request: it is gone already.
      if (!(error instanceof AppError) || error.error !== "not_found") throw error;
    }
    return success({ id });
  });
}

/** The file fields this person may fill. @throws AppError("not_found" | "forbidden") */
function ownTargets(context: Context, module: string, noun: string): readonly [Target, ...Target[]] {
  const { entity, screen } = target(context, module, noun, "edit");
  const [first, ...rest] = uploadTargets(context, entity);
  if (first) return [first, ...rest];
  throw new AppError("forbidden", { values: { permission: `${screen.key}.edit` } });
}

function onWire({ id, name, size, received, whole, scan }: Progress) {
  return { id, name, size, received, piece: PIECE_BYTES, complete: whole !== null, type: whole?.type ?? null, scan };
}
