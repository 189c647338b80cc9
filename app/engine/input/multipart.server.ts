/** One part of a posted form. `bytes` must be read before the next part is asked for; what is left of it is skipped. */
export interface FormPart {
  name: string;
  /** As the sender calls it; absent for a field. */
  fileName?: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** A form that is no form, or ends too early. */
export class MultipartError extends Error {
  override readonly name = "MultipartError";
}

const LONGEST_HEAD = 16 * 1024;
const HEAD_END = Buffer.from("\r\n\r\n");

/** The boundary of a `multipart/form-data` type; null for any other type. */
export function multipartBoundary(contentType: string | null): string | null {
  const found = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? "");
  return found?.[1] ?? found?.[2] ?? null;
}

/**
 * The parts of a form as they come (RFC 7578, names as browsers write them), a piece at a time: nothing is kept but the piece that may
 * hold the beginning of a boundary.
 * @throws MultipartError
 */
export async function* formParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<FormPart, void, void> {
  const source = new Source(body);
  const mark = Buffer.from(`\r\n--${boundary}`);
  // The first boundary stands at the very beginning: as if a line had ended before it.
  source.unread(Buffer.from("\r\n"));
  for await (const _preamble of source.until(mark)) {
    // Nothing of ours stands before the first boundary.
  }
  for (;;) {
    const after = await source.take(2);
    if (after.toString("latin1") === "--") return;
    if (after.toString("latin1") !== "\r\n") throw new MultipartError("a boundary is followed by something else");
    const head = await source.head();
    const { name, fileName } = disposition(head);
    const rest = source.until(mark);
    // Without `return`: whoever stops reading half-way must not end the part, for its rest still stands before the next.
    yield {
      name,
      ...(fileName === undefined ? {} : { fileName }),
      bytes: { [Symbol.asyncIterator]: () => ({ next: () => rest.next() }) },
    };
    for await (const _unread of rest) {
      // What nobody wanted.
    }
  }
}

class Source {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #kept: Buffer = Buffer.alloc(0);

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#pieces = body[Symbol.asyncIterator]();
  }

  unread(bytes: Buffer): void {
    this.#kept = Buffer.concat([bytes, this.#kept]);
  }

  async #more(): Promise<void> {
    const next = await this.#pieces.next();
    if (next.done) throw new MultipartError("the form ends before its last boundary");
    const { buffer, byteOffset, byteLength } = next.value;
    const piece = Buffer.from(buffer, byteOffset, byteLength);
    this.#kept = this.#kept.length === 0 ? piece : Buffer.concat([this.#kept, piece]);
  }

  async take(count: number): Promise<Buffer> {
    while (this.#kept.length < count) await this.#more();
    const taken = this.#kept.subarray(0, count);
    this.#kept = this.#kept.subarray(count);
    return taken;
  }

  /** Lines up to the empty one. */
  async head(): Promise<string> {
    for (;;) {
      const at = this.#kept.indexOf(HEAD_END);
      if (at >= 0) return (await this.take(at + HEAD_END.length)).toString("utf8");
      if (this.#kept.length > LONGEST_HEAD) throw new MultipartError("a part has too long a head");
      await this.#more();
    }
  }

  /** Everything before the mark, which is taken as well. Ends for good: asked again it has nothing. */
  async *until(mark: Buffer): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const at = this.#kept.indexOf(mark);
      if (at >= 0) {
        const last = this.#kept.subarray(0, at);
        this.#kept = this.#kept.subarray(at + mark.length);
        if (last.length > 0) yield last;
        return;
      }
      const safe = this.#kept.length - mark.length + 1;
      if (safe > 0) {
        const piece = this.#kept.subarray(0, safe);
        this.#kept = this.#kept.subarray(safe);
        yield piece;
      }
      await this.#more();
    }
  }
}

function disposition(head: string): { name: string; fileName?: string } {
  const line = /^content-disposition:\s*form-data;(.*)$/im.exec(head)?.[1] ?? "";
  const value = (key: string) => {
    const found = new RegExp(`(?:^|;)\\s*${key}="((?:[^"\\\\]|\\\\.)*)"`, "i").exec(line)?.[1];
    // Browsers write %22, %0D and %0A for what would end the value; other programs a backslash.
    return found
      ?.replace(/\\(["\\])/g, "$1")
      .replace(/%22/g, '"')
      .replace(/%0D/gi, "\r")
      .replace(/%0A/gi, "\n");
  };
  const [name, fileName] = [value("name"), value("filename")];
  if (name === undefined) throw new MultipartError("a part has no name");
  return { name, ...(fileName === undefined ? {} : { fileName }) };
}
