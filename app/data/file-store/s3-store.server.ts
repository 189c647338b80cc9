import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { errorCode } from "../storage-error.server";
import {
  type Bytes,
  type FileStore,
  FileStoreError,
  idInKey,
  KEY_KINDS,
  type KeptBytes,
  type KeyKind,
  requireKey,
} from "./file-store.server";

/** Pieces of a large object; S3 asks for 5 MB at least, and takes 10,000 of them. */
const PART_BYTES = 8 * 1024 * 1024;
const ANSWER_MS = 60_000;
const RETRIES = 2;
/** Kind, spread and id. */
const KEY_PARTS = 3;

export interface S3Options {
  /** `https://KEY:SECRET@host/bucket/prefix?region=cn-north-1`; key and secret are percent-encoded. */
  url: string;
}

/**
 * Files in a bucket of a service that speaks S3, addressed by path. Up to 8 MB an object is sent whole, with its checksum; a larger
 * one in parts, and what breaks off is taken back.
 */
export function s3Store({ url }: S3Options): FileStore {
  const wanted = new URL(url);
  const region = wanted.searchParams.get("region") ?? "us-east-1";
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(wanted.username),
    secretAccessKey: decodeURIComponent(wanted.password),
    service: "s3",
    region,
    retries: RETRIES,
    initRetryMs: 100,
  });
  const folder = wanted.origin + wanted.pathname.replace(/\/+$/, "");
  const [name = "", ...below] = wanted.pathname.split("/").filter((part) => part !== "");
  const bucket = `${wanted.origin}/${name}`;
  const prefix = below.map((part) => `${decodeURIComponent(part)}/`).join("");

  const addressOf = (key: string, query = "") => `${folder}/${requireKey(key)}${query}`;

  async function ask(address: string, init: { method: string; body?: Uint8Array | string; range?: string }) {
    const { method, body, range } = init;
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    const headers = new Headers();
    // The signature covers what is sent: nobody on the way exchanges it.
    if (bytes) headers.set("X-Amz-Content-Sha256", createHash("sha256").update(bytes).digest("hex"));
    if (range) headers.set("Range", range);
    try {
      return await client.fetch(address, {
        method,
        headers,
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(bytes ? { body: Buffer.from(bytes) } : {}),
      });
    } catch (error) {
      throw fault(error);
    }
  }

  async function expect(address: string, init: Parameters<typeof ask>[1]): Promise<Response> {
    const answer = await ask(address, init);
    if (answer.ok) return answer;
    await answer.body?.cancel();
    throw new FileStoreError(`the S3 service answered ${answer.status} to ${init.method}`);
  }

  /** @returns the id of an upload in parts */
  async function begin(key: string): Promise<string> {
    const answer = await expect(addressOf(key, "?uploads="), { method: "POST" });
    const id = /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text())?.[1];
    if (!id) throw new FileStoreError("the S3 service began no upload");
    return id;
  }

  async function putInParts(key: string, first: Uint8Array, rest: AsyncIterator<Uint8Array>): Promise<void> {
    const upload = encodeURIComponent(await begin(key));
    const tags: string[] = [];
    const send = async (body: Uint8Array) => {
      const query = `?partNumber=${tags.length + 1}&uploadId=${upload}`;
      const answer = await expect(addressOf(key, query), { method: "PUT", body });
      await answer.body?.cancel();
      tags.push(answer.headers.get("ETag") ?? "");
    };
    try {
      await send(first);
      for (let next = await rest.next(); !next.done; next = await rest.next()) await send(next.value);
      const parts = tags
        .map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
        .join("");
      const body = `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`;
      const answer = await expect(addressOf(key, `?uploadId=${upload}`), { method: "POST", body });
      // S3 may say 200 and an error in the body, when joining fails late.
      if (/<Error>/.test(await answer.text())) throw new FileStoreError("the S3 service did not join the parts");
    } catch (error) {
      await ask(addressOf(key, `?uploadId=${upload}`), { method: "DELETE" }).catch(() => undefined);
      throw error;
    }
  }

  /** What the service says lies in the bucket. */
  async function listing(query: Record<string, string>): Promise<string> {
    const answer = await expect(`${bucket}?${new URLSearchParams(query)}`, { method: "GET" });
    return answer.text();
  }

  /** Uploads in parts that were begun and not ended, page by page. */
  async function* uploads(kind: KeyKind): AsyncGenerator<(KeptBytes & { id: string })[], void, void> {
    let more: Record<string, string> | null = {};
    while (more) {
      const text: string = await listing({ uploads: "", prefix: `${prefix}${kind}/`, ...more });
      yield entriesIn(text, "Upload", "Initiated");
      const [key, id] = [textIn(text, "NextKeyMarker"), textIn(text, "NextUploadIdMarker")];
      const goesOn = textIn(text, "IsTruncated") === "true" && key !== undefined;
      more = goesOn ? { "key-marker": key, ...(id === undefined ? {} : { "upload-id-marker": id }) } : null;
    }
  }

  return {
    place: folder,
    async put(key, bytes) {
      const pieces = inPieces(bytes, PART_BYTES);
      const first = await pieces.next();
      const body = first.done ? new Uint8Array() : first.value;
      if (body.byteLength === PART_BYTES) return putInParts(key, body, pieces);
      const answer = await expect(addressOf(key), { method: "PUT", body });
      await answer.body?.cancel();
    },
    async get(key, range) {
      const request = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await ask(addressOf(key), { method: "GET", ...request });
      if (answer.ok) return answer.body ? streamed(answer.body) : nothing();
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      throw new FileStoreError(`the S3 service answered ${answer.status} to GET`);
    },
    async remove(key) {
      const answer = await ask(addressOf(key), { method: "DELETE" });
      await answer.body?.cancel();
      if (!answer.ok && answer.status !== 404) {
        throw new FileStoreError(`the S3 service answered ${answer.status} to DELETE`);
      }
    },
    async tidy(before) {
      for (const kind of KEY_KINDS) {
        for await (const page of uploads(kind)) {
          for (const { key, since, id } of page) {
            if (since >= before) continue;
            const answer = await ask(addressOf(key, `?uploadId=${encodeURIComponent(id)}`), { method: "DELETE" });
            await answer.body?.cancel();
            // Somebody else may have been quicker.
            if (!answer.ok && answer.status !== 404)
              throw new FileStoreError(`the S3 service answered ${answer.status} to DELETE`);
          }
        }
      }
    },
    async *kept(kind) {
      let next: string | undefined;
      do {
        const more: Record<string, string> = next === undefined ? {} : { "continuation-token": next };
        const text = await listing({ "list-type": "2", prefix: `${prefix}${kind}/`, ...more });
        yield entriesIn(text, "Contents", "LastModified");
        next = textIn(text, "NextContinuationToken");
      } while (next !== undefined);
    },
  };
}

/** What stands between the tags of that name, the first time it comes; undefined where it is missing or empty. */
function textIn(xml: string, tag: string): string | undefined {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
  if (!text) return undefined;
  const signs: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text.replace(/&(\w+);/g, (whole, sign: string) => signs[sign] ?? whole);
}

/** The entries of a listing, as far as their keys are ours. `id` is that of an upload. */
function entriesIn(xml: string, tag: string, moment: string): (KeptBytes & { id: string })[] {
  return [...xml.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"))].flatMap(([, entry = ""]) => {
    // Below the prefix of the bucket, which the service was asked for.
    const key = (textIn(entry, "Key") ?? "").split("/").slice(-KEY_PARTS).join("/");
    const since = new Date(textIn(entry, moment) ?? "");
    if (idInKey(key) === null || Number.isNaN(since.getTime())) return [];
    return [{ key, since, id: textIn(entry, "UploadId") ?? "" }];
  });
}

async function* nothing(): Bytes {}

/** Not a generator: one that was never begun would not let go of the connection. */
function streamed(body: ReadableStream<Uint8Array>): Bytes {
  const reader = body.getReader();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        try {
          const { done, value } = await reader.read();
          return done ? { done, value: undefined } : { done, value };
        } catch (error) {
          throw fault(error);
        }
      },
      async return() {
        await reader.cancel().catch(() => undefined);
        return { done: true, value: undefined };
      },
    }),
  };
}

/** Bytes in pieces of one size; only the last is smaller. */
async function* inPieces(bytes: Bytes, size: number): AsyncGenerator<Uint8Array, void, void> {
  let kept: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    for (let from = 0; from < piece.byteLength; ) {
      const taken = piece.subarray(from, from + size - length);
      kept.push(taken);
      length += taken.byteLength;
      from += taken.byteLength;
      if (length < size) continue;
      yield Buffer.concat(kept);
      kept = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(kept);
}

/** What the network said, without address or key. */
function fault(error: unknown): FileStoreError {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return new FileStoreError(`the S3 service does not answer: ${errorCode(cause) ?? "unknown"}`);
}
