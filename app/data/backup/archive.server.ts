import { createHash, type Hash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import { finished } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { createGunzip, createGzip, type Gzip } from "node:zlib";
import { z } from "zod";

const FORMAT = "supplier-portal-backup";
const FORMAT_VERSION = 1;
/** Rows handed over together: enough to be quick, little enough for memory and for the one lane of the embedded database. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 512 * 1024;
const NEWLINE = Buffer.from("\n");

/** A backup that cannot be made, read or restored. The message is a Chinese sentence for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const headSchema = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.number(),
  /** Instant, ISO text. */
  madeAt: z.string(),
  /** Version of the program and of the database that it was made with; for people. */
  program: z.string(),
  database: z.string(),
  /** Migrations the data lies in, in the order in which they ran. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Tables in foreign-key order; the values of a row stand in the order of the columns. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1) }),
  ),
  /** Sequences that were used, and their last value. */
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
});

/** First line of a backup: where it comes from and what shape its rows have. */
export type ArchiveHead = z.infer<typeof headSchema>;

const tableEndSchema = z.object({ table: z.string(), rows: z.number(), sha256: z.string() });
const archiveEndSchema = z.object({ end: z.literal(FORMAT), rows: z.number(), sha256: z.string() });

/** Rows of one table: how many, and the checksum of their lines in order. */
export interface TableFigures {
  table: string;
  rows: number;
  sha256: string;
}

/** Counts and hashes the lines of one table. */
export class RowSum {
  rows = 0;
  readonly #hash = createHash("sha256");

  add(lines: readonly string[]): void {
    for (const line of lines) this.#hash.update(line).update(NEWLINE);
    this.rows += lines.length;
  }

  figures(table: string): TableFigures {
    return { table, rows: this.rows, sha256: this.#hash.digest("hex") };
  }
}

export function newHead(facts: Omit<ArchiveHead, "format" | "formatVersion">): ArchiveHead {
  return { format: FORMAT, formatVersion: FORMAT_VERSION, ...facts };
}

/**
 * Writes a backup: gzip of lines. The head; for every table its rows, one JSON array of texts and nulls each, and a line
 * with their count and checksum; a last line over everything before it.
 */
export class ArchiveWriter {
  readonly #gzip: Gzip = createGzip({ level: 6 });
  readonly #file: fs.WriteStream;
  readonly #hash: Hash = createHash("sha256");
  readonly #done: Promise<void>;
  #sum = new RowSum();
  #rows = 0;

  /** @param file is made anew, for the owner's eyes only: password hashes are in it */
  constructor(file: string) {
    this.#file = fs.createWriteStream(file, { mode: 0o600, flush: true });
    this.#gzip.pipe(this.#file);
    this.#gzip.once("error", (error) => this.#file.destroy(error));
    this.#done = finished(this.#file);
    // Reported by whoever waits for `close`; until then it must not count as unhandled.
    this.#done.catch(() => undefined);
  }

  async head(head: ArchiveHead): Promise<void> {
    await this.#write([JSON.stringify(head)]);
  }

  async rows(lines: readonly string[]): Promise<void> {
    this.#sum.add(lines);
    await this.#write(lines);
  }

  async endTable(table: string): Promise<TableFigures> {
    const figures = this.#sum.figures(table);
    this.#sum = new RowSum();
    this.#rows += figures.rows;
    await this.#write([JSON.stringify(figures)]);
    return figures;
  }

  /** Writes the last line; resolves when the file has reached the disk. */
  async close(): Promise<void> {
    const sha256 = this.#hash.copy().digest("hex");
    await this.#write([JSON.stringify({ end: FORMAT, rows: this.#rows, sha256 })]);
    this.#gzip.end();
    await this.#done;
  }

  /** Gives up; the file is left as it is. */
  abandon(): void {
    this.#gzip.destroy();
    this.#file.destroy();
  }

  async #write(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const text = `${lines.join("\n")}\n`;
    this.#hash.update(text);
    if (this.#file.destroyed) return this.#done;
    // Either there is room again, or the file has failed.
    if (!this.#gzip.write(text)) await Promise.race([once(this.#gzip, "drain"), this.#done]);
  }
}

/** What a reader of a backup does with its parts, in the order in which they come. */
export interface ArchiveVisitor {
  head?(head: ArchiveHead): Promise<void> | void;
  /** Some rows of a table, as they were written. */
  rows?(table: ArchiveHead["tables"][number], lines: readonly string[]): Promise<void> | void;
}

export interface ArchiveFigures {
  head: ArchiveHead;
  tables: TableFigures[];
  rows: number;
}

/**
 * Reads a backup from end to end and checks counts and checksums on the way; what a visitor was given is trustworthy
 * only once this has resolved.
 * @throws BackupError for a file that is not a backup, of a newer format, truncated or changed
 */
export async function readArchive(file: string, visitor: ArchiveVisitor = {}): Promise<ArchiveFigures> {
  const reading = new Reading(visitor);
  try {
    for await (const lines of linesOf(file)) await reading.take(lines);
    return reading.end();
  } catch (error) {
    if (error instanceof BackupError || !(error instanceof Error)) throw error;
    if (isFileFault(error)) throw new BackupError(`无法读取备份文件 ${file}：${error.message}`, { cause: error });
    if ("code" in error && String(error.code).startsWith("Z_")) throw broken(error);
    throw error;
  }
}

function isFileFault(error: Error): boolean {
  return "syscall" in error && "path" in error;
}

function broken(cause?: unknown): BackupError {
  return new BackupError("备份文件不完整或已损坏，没有做任何改动：请换一份备份", cause === undefined ? {} : { cause });
}

/** The state of reading one backup. */
class Reading {
  readonly #visitor: ArchiveVisitor;
  readonly #hash = createHash("sha256");
  readonly #tables: TableFigures[] = [];
  #head: ArchiveHead | undefined;
  #sum = new RowSum();
  #batch: string[] = [];
  #batchLength = 0;
  #rows = 0;
  #isOver = false;

  constructor(visitor: ArchiveVisitor) {
    this.#visitor = visitor;
  }

  async take(lines: readonly Buffer[]): Promise<void> {
    for (const line of lines) {
      if (this.#isOver) throw broken();
      if (!this.#head) await this.#takeHead(line);
      else if (line[0] === 0x5b) await this.#takeRow(line);
      else await this.#takeEnd(line);
      this.#hash.update(line).update(NEWLINE);
    }
  }

  end(): ArchiveFigures {
    if (!this.#head || !this.#isOver) throw broken();
    return { head: this.#head, tables: this.#tables, rows: this.#rows };
  }

  async #takeHead(line: Buffer): Promise<void> {
    const parsed = headSchema.safeParse(parse(line));
    if (!parsed.success) throw new BackupError("这不是本系统的备份文件，没有做任何改动");
    if (parsed.data.formatVersion > FORMAT_VERSION) {
      throw new BackupError("备份由更新版本的程序制作，请先升级本程序，再恢复它");
    }
    this.#head = parsed.data;
    await this.#visitor.head?.(parsed.data);
  }

  async #takeRow(line: Buffer): Promise<void> {
    this.#batch.push(line.toString());
    this.#batchLength += line.length;
    if (this.#batch.length >= BATCH_ROWS || this.#batchLength >= BATCH_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const table = this.#head?.tables[this.#tables.length];
    if (!table) throw broken();
    const lines = this.#batch;
    this.#batch = [];
    this.#batchLength = 0;
    this.#sum.add(lines);
    if (lines.length > 0) await this.#visitor.rows?.(table, lines);
  }

  async #takeEnd(line: Buffer): Promise<void> {
    const value = parse(line);
    const end = archiveEndSchema.safeParse(value);
    if (end.success) {
      const whole =
        this.#batch.length === 0 &&
        this.#tables.length === this.#head?.tables.length &&
        end.data.rows === this.#rows &&
        end.data.sha256 === this.#hash.copy().digest("hex");
      if (!whole) throw broken();
      this.#isOver = true;
      return;
    }
    const said = tableEndSchema.safeParse(value);
    if (!said.success) throw broken();
    await this.#flush();
    const figures = this.#sum.figures(this.#head?.tables[this.#tables.length]?.name ?? "");
    if (!isDeepStrictEqual(figures, said.data)) throw broken();
    this.#sum = new RowSum();
    this.#rows += figures.rows;
    this.#tables.push(figures);
  }
}

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString());
  } catch {
    return undefined;
  }
}

/** The lines of a gzip file, some at a time. Not `readline`: it also breaks lines at characters that rows may hold. */
async function* linesOf(file: string): AsyncGenerator<Buffer[]> {
  const gunzip = createGunzip();
  const source = fs.createReadStream(file);
  source.once("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let rest: Buffer[] = [];
  try {
    for await (const chunk of gunzip) {
      const bytes: Buffer = chunk;
      const lines: Buffer[] = [];
      let from = 0;
      for (let to = bytes.indexOf(10); to !== -1; to = bytes.indexOf(10, from)) {
        lines.push(Buffer.concat([...rest, bytes.subarray(from, to)]));
        rest = [];
        from = to + 1;
      }
      if (from < bytes.length) rest.push(bytes.subarray(from));
      yield lines;
    }
  } finally {
    source.destroy();
  }
  if (rest.length > 0) throw broken();
}
