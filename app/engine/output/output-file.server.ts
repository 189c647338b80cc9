/** Media types of tables as files. */
export const FILE_TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;

/** A file that leaves the product. */
export interface OutputFile {
  /** As people see it, with its ending. */
  name: string;
  /** Content type. */
  type: string;
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
}

/**
 * A stream that makes a piece when one is asked for: a slow reader holds it up, one that leaves ends it, and an error
 * breaks the answer off, so that what has arrived does not pass for a whole file.
 */
export function pulled(pieces: AsyncIterator<Uint8Array, void, void>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await pieces.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    // Nothing is made before somebody reads: a HEAD request costs nothing.
    { highWaterMark: 0 },
  );
}

/** The file as an answer that browsers save under its name, Chinese or not (RFC 6266, RFC 8187). */
export function fileAnswer({ name, type, body }: OutputFile): Response {
  const ending = /\.\w+$/.exec(name)?.[0] ?? "";
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="export${ending}"; filename*=UTF-8''${encoded}`,
      "Cache-Control": "private, no-store",
      ...(body instanceof Uint8Array ? { "Content-Length": String(body.length) } : {}),
    },
  });
}
