import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { FileStoreError } from "~/data/file-store/file-store.server";
import type { StoredFile } from "~/data/files.server";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { fileAnswer, pulled } from "../output/output-file.server";
import { isPicture, isShowable } from "./content";
import { bytesKey, type ReadableFile, readableFile, readableFiles } from "./download.server";
import { storeAway } from "./service.server";
import { smallPicture } from "./small-picture.server";

/** What a file may do that a browser shows: nothing. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";
/**
 * The viewers of browsers do not start in a sandbox; under this type nothing but a viewer ever reads the file. Pages of ours show it beside what
 * was typed after it.
 */
const PDF_POLICY = "script-src 'none'; frame-ancestors 'self'";

export interface FileOfRecordInput {
  screen: Screen;
  recordId: string;
  fileId: string;
  request: Request;
}

/**
 * A file of a record as an answer: all of it or the range that was asked for. `?view=1` lets the browser show what can do no harm,
 * `?small=1` answers a small picture.
 * @throws AppError("not_found" | "forbidden" | "wrong_state" | "unavailable")
 */
export async function fileOfRecord(
  context: Context,
  { screen, recordId, fileId, request }: FileOfRecordInput,
): Promise<Response> {
  const found = await readableFile(context, screen, recordId, fileId);
  const { searchParams } = new URL(request.url);
  try {
    if (searchParams.has("small")) return await smallAnswer(context, found, request);
    return await wholeAnswer(context, found, request, searchParams.has("view") && isShowable(found.file.type));
  } catch (error) {
    throw storeAway(error);
  }
}

/** A file whole, to save, for somebody who may take it once: nobody on the way keeps it. */
export async function storedFileAnswer(context: Context, file: StoredFile, name: string): Promise<Response> {
  try {
    const bytes = await context.services.files.store.get(bytesKey(file.id));
    if (!bytes) throw new FileStoreError(`the bytes of file ${file.id} are missing`);
    return new Response(pulled(bytes[Symbol.asyncIterator]()), {
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": dispositionOf("attachment", name),
        "Content-Length": String(file.size),
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": POLICY,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    throw storeAway(error);
  }
}

async function wholeAnswer(
  context: Context,
  { ref, file }: ReadableFile,
  request: Request,
  shown: boolean,
): Promise<Response> {
  const etag = `"${file.sha256}"`;
  const headers = new Headers({
    "Content-Type":
      shown || !file.type?.startsWith("text/") ? (file.type ?? "application/octet-stream") : "application/octet-stream",
    "Content-Disposition": dispositionOf(shown ? "inline" : "attachment", ref.name),
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": shown && file.type === "application/pdf" ? PDF_POLICY : POLICY,
    "Accept-Ranges": "bytes",
    ETag: etag,
    Vary: "Cookie",
    // Kept by the browser, but asked for each time: whether one still may is answered anew.
    "Cache-Control": "private, no-cache",
  });
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  const wanted = request.headers.get("Range");
  const condition = request.headers.get("If-Range");
  const range = wanted && (condition === null || condition === etag) ? rangeOf(wanted, file.size) : null;
  if (range === "none") {
    headers.set("Content-Range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  const bytes = await context.services.files.store.get(bytesKey(file.id), range ?? undefined);
  if (!bytes) throw new FileStoreError(`the bytes of file ${file.id} are missing`);
  if (range) headers.set("Content-Range", `bytes ${range.start}-${range.end}/${file.size}`);
  headers.set("Content-Length", String(range ? range.end - range.start + 1 : file.size));
  return new Response(pulled(bytes[Symbol.asyncIterator]()), { status: range ? 206 : 200, headers });
}

async function smallAnswer(context: Context, found: ReadableFile, request: Request): Promise<Response> {
  const { file } = found;
  if (!isPicture(file.type)) throw new AppError("not_found");
  const etag = `"${file.sha256}-small"`;
  const headers = {
    "Content-Type": "image/jpeg",
    "Content-Disposition": "inline",
    "X-Content-Type-Options": "nosniff",
    ETag: etag,
    Vary: "Cookie",
    "Cache-Control": "private, no-cache",
  };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  return new Response(Buffer.from(await smallPicture(context, file)), { headers });
}

/** One range of bytes, inclusive; null for what is no range of ours (all is sent), `none` for one outside the file. */
export function rangeOf(header: string, size: number): { start: number; end: number } | "none" | null {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (from === "" && to === "") return null;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? "none" : { start, end };
}

/** The header that gives a file its name, Chinese or not (RFC 6266, RFC 8187). */
export function dispositionOf(kind: "inline" | "attachment", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%;]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** All files of a record that may be handed out, as one zip; names that stand there twice get a number. */
export async function filesOfRecord(context: Context, screen: Screen, recordId: string): Promise<Response> {
  const { title, files } = await readableFiles(context, screen, recordId);
  return fileAnswer({
    name: `${title} 附件.zip`,
    type: "application/zip",
    body: pulled(zipped(context, files)),
  });
}

async function* zipped(context: Context, files: readonly ReadableFile[]): AsyncGenerator<Uint8Array, void, void> {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new TypeError("expected a stream that can be ended");
  zip.on("error", (error: Error) => output.destroy(error));
  for (const [at, { ref, file }] of files.entries()) {
    const name = uniqueName(
      files.slice(0, at).map((one) => one.ref.name),
      ref.name,
    );
    // Most of what people attach is packed already.
    zip.addReadStreamLazy(name, { compress: false, size: file.size, mtime: context.now }, (give) => {
      context.services.files.store.get(bytesKey(file.id)).then(
        (bytes) =>
          bytes ? give(null, Readable.from(bytes)) : give(new FileStoreError("bytes are missing"), Readable.from([])),
        (error: Error) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
  for await (const piece of output) yield piece;
}

/** `图片.png`, then `图片 (2).png`. */
export function uniqueName(before: readonly string[], name: string): string {
  const same = before.filter((one) => one === name).length;
  if (same === 0) return name;
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)} (${same + 1})${name.slice(dot)}` : `${name} (${same + 1})`;
}
