import { createHash, createHmac } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const S3_KEY = "TESTKEY";
export const S3_SECRET = "test/secret+1";
const REGION = "cn-test-1";
const BUCKET = "/bucket";
/** Entries of a page: fewer than the thousand of real services, so that tests turn pages. */
const PAGE = 3;

/** A service that speaks the part of S3 we use, keeps objects in memory, and refuses whatever is not signed rightly. */
export interface S3Server {
  /** As the setting S3_URL wants it. */
  url: string;
  objects: Map<string, Buffer>;
  /** Uploads in parts that were begun and neither joined nor given up. */
  open: Map<string, Map<number, Buffer>>;
  /** Since when an object lies there, by its path, or an upload goes on, by its id; what a test sets counts. */
  since: Map<string, Date>;
  /** Paths of the listings that were asked for. */
  listed: string[];
  /** Answers of this status instead of the usual ones, while it says so. */
  fail: { status: number | null; when(request: IncomingMessage): boolean };
  close(): Promise<void>;
}

export interface S3Settings {
  /** Keeps objects here, as a service of its own that is started again does; else in memory. */
  folder?: string;
  port?: number;
  /** Told when the bytes of a PUT begin to come; true: it is read and answered no more. */
  stall?(): boolean;
}

export async function startS3({ folder, port: wantedPort = 0, stall }: S3Settings = {}): Promise<S3Server> {
  const objects = folder === undefined ? new Map<string, Buffer>() : new KeptObjects(folder);
  const open = new Map<string, Map<number, Buffer>>();
  const fail: S3Server["fail"] = { status: null, when: () => true };
  let uploads = 0;
  const keys = new Map<string, string>();
  const since: S3Server["since"] = new Map();
  const listed: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const url = new URL(request.url ?? "", "http://s3");
    const key = url.pathname;
    const upload = url.searchParams.get("uploadId");
    const end = (status: number, text: string | Buffer = "", headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(text);
    if (fail.status !== null && fail.when(request)) return void end(fail.status, "<Error/>");
    if (!isSigned(request, url, body)) return void end(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>");
    const parts = upload === null ? undefined : open.get(upload);
    if (upload !== null && !parts) return void end(404, "<Error><Code>NoSuchUpload</Code></Error>");
    if (request.method === "GET" && key === BUCKET) {
      listed.push(url.search);
      const sort = (names: Iterable<string>) => [...names].sort();
      const isUploads = url.searchParams.has("uploads");
      const names = isUploads ? sort(open.keys()) : sort(objects.keys());
      return void end(
        200,
        listingOf(url.searchParams, names, (name) => ({ path: keys.get(name) ?? name, at: since.get(name) })),
      );
    }
    if (request.method === "POST" && url.searchParams.has("uploads")) {
      uploads += 1;
      open.set(`u${uploads}`, new Map());
      keys.set(`u${uploads}`, key);
      since.set(`u${uploads}`, new Date());
      return void end(
        200,
        `<InitiateMultipartUploadResult><UploadId>u${uploads}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (request.method === "POST" && upload !== null && parts) {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)];
      const joined = named.map(([, number, tag]) => {
        const part = parts.get(Number(number));
        return part && tag === tagOf(part) ? part : null;
      });
      if (joined.some((part) => part === null)) return void end(400, "<Error><Code>InvalidPart</Code></Error>");
      objects.set(key, Buffer.concat(joined.flatMap((part) => part ?? [])));
      open.delete(upload);
      return void end(200, "<CompleteMultipartUploadResult/>");
    }
    if (request.method === "PUT") {
      if (parts) parts.set(Number(url.searchParams.get("partNumber")), body);
      else {
        objects.set(key, body);
        since.set(key, new Date());
      }
      return void end(200, "", { ETag: tagOf(body) });
    }
    if (request.method === "DELETE") {
      if (upload === null) objects.delete(key);
      else open.delete(upload);
      return void end(204);
    }
    const found = objects.get(key);
    if (!found) return void end(404, "<Error><Code>NoSuchKey</Code></Error>");
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (from === undefined) return void end(200, found);
    end(206, found.subarray(Number(from), Number(to) + 1));
  };
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => {
      if (pieces.length === 0 && request.method === "PUT" && stall?.()) {
        request.pause();
        request.removeAllListeners();
        return;
      }
      pieces.push(piece);
    });
    request.on("end", () => answer(request, response, Buffer.concat(pieces)));
  });
  await new Promise<void>((resolve) => {
    server.listen(wantedPort, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const secret = encodeURIComponent(S3_SECRET);
  return {
    url: `http://${S3_KEY}:${secret}@127.0.0.1:${port}${BUCKET}/portal?region=${REGION}`,
    objects,
    open,
    since,
    listed,
    fail,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A page of a listing of objects (ListObjectsV2) or of uploads in parts (ListMultipartUploads). */
function listingOf(
  asked: URLSearchParams,
  names: readonly string[],
  entryOf: (name: string) => { path: string; at: Date | undefined },
): string {
  const isUploads = asked.has("uploads");
  const after = asked.get(isUploads ? "upload-id-marker" : "continuation-token") ?? "";
  const found = names.flatMap((name) => {
    const { path: whole, at = new Date(0) } = entryOf(name);
    const own = whole.slice(BUCKET.length + 1);
    return own.startsWith(asked.get("prefix") ?? "") && name > after ? [{ name, own, at: at.toISOString() }] : [];
  });
  const page = found.slice(0, PAGE);
  const isTruncated = found.length > PAGE;
  const last = isTruncated ? page.at(-1) : undefined;
  const entries = page.map(({ name, own, at }) =>
    isUploads
      ? `<Upload><Key>${own}</Key><UploadId>${name}</UploadId><Initiated>${at}</Initiated></Upload>`
      : `<Contents><Key>${own}</Key><LastModified>${at}</LastModified><Size>1</Size></Contents>`,
  );
  const next = !last
    ? ""
    : isUploads
      ? `<NextKeyMarker>${last.own}</NextKeyMarker><NextUploadIdMarker>${last.name}</NextUploadIdMarker>`
      : `<NextContinuationToken>${last.name}</NextContinuationToken>`;
  return `<?xml version="1.0"?><Result><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join("")}</Result>`;
}

/** Objects that outlive the process. */
class KeptObjects extends Map<string, Buffer> {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
    for (const name of readdirSync(folder)) {
      super.set(decodeURIComponent(name), readFileSync(path.join(folder, name)));
    }
  }

  override set(key: string, bytes: Buffer): this {
    writeFileSync(path.join(this.#folder, encodeURIComponent(key)), bytes);
    return super.set(key, bytes);
  }

  override delete(key: string): boolean {
    rmSync(path.join(this.#folder, encodeURIComponent(key)), { force: true });
    return super.delete(key);
  }
}

function tagOf(body: Buffer): string {
  return `"${createHash("md5").update(body).digest("hex")}"`;
}

/** AWS Signature Version 4, worked out anew from what arrived. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, key, day = "", region = "", names = "", signature] = given.exec(request.headers.authorization ?? "") ?? [];
  if (key !== S3_KEY || region !== REGION) return false;
  const sum = String(request.headers["x-amz-content-sha256"] ?? "");
  if (sum !== "UNSIGNED-PAYLOAD" && sum !== createHash("sha256").update(body).digest("hex")) return false;
  if (body.length > 0 && sum === "UNSIGNED-PAYLOAD") return false;
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const search = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name] ?? "").trim()}\n`);
  const canonical = [request.method, url.pathname, search.join("&"), headers.join(""), names, sum].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${request.headers["x-amz-date"]}\n${scope}\n${createHash("sha256").update(canonical).digest("hex")}`;
  const hmac = (secret: string | Buffer, value: string) => createHmac("sha256", secret).update(value).digest();
  const signing = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${S3_SECRET}`, day));
  return createHmac("sha256", signing).update(text).digest("hex") === signature;
}
