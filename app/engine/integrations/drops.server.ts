import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { z } from "zod/v4";
import type { EngineServices } from "../context.server";
import { AppError } from "../errors";
import { SIGNED_BODIES } from "../openapi/fixed/integrations.server";
import { receiveCall } from "./arrivals.server";
import { type MasterData, takeMasterData } from "./master-data.server";

/** After that a file whose process died in it is read again: twice does no harm. */
const LEFT_FOR_MS = 10 * 60_000;
const LONGEST_FILE = 1024 * 1024;

/**
 * Reads what the ERP put into `{folder}/in`: files `*.json` of master data, as the call takes it; what is still being written has another
 * ending. A file moves to `working`, and then with an answer beside it to `done`, or to `failed` if anything of it was refused.
 * @returns how many files were read
 */
export async function readDrops(services: EngineServices, folder: string): Promise<number> {
  const at = (...parts: string[]) => path.join(folder, ...parts);
  for (const name of ["in", "working", "done", "failed"]) await mkdir(at(name), { recursive: true });
  for (const name of await readdir(at("working"))) {
    const since = await takenAt(at("working", name));
    if (since !== null && services.clock().getTime() - since >= LEFT_FOR_MS)
      await moved(at("working", name), at("in", name));
  }
  let read = 0;
  for (const name of (await readdir(at("in"))).filter((one) => one.endsWith(".json")).sort()) {
    // Before it moves: whatever lies in `working` bears the time of our clock, never that of whoever wrote it.
    if (!(await isStamped(at("in", name), services.clock()))) continue;
    // Of several processes the one that moves it has it.
    if (!(await moved(at("in", name), at("working", name)))) continue;
    read += 1;
    const { answer, isFine } = await takeFile(services, at("working", name));
    const end = isFine ? "done" : "failed";
    await writeFile(at(end, `${name}.answer.json`), `${JSON.stringify(answer, null, 2)}\n`);
    await moved(at("working", name), at(end, name));
  }
  return read;
}

/** When a file was taken, in milliseconds; null where the process that has it put it away meanwhile. */
async function takenAt(file: string): Promise<number | null> {
  let at: number | null = null;
  await isThere(async () => {
    at = (await stat(file)).mtimeMs;
  });
  return at;
}

/** Says when a file was taken. @returns whether it was still there */
function isStamped(file: string, at: Date): Promise<boolean> {
  return isThere(() => utimes(file, at, at));
}

function moved(from: string, to: string): Promise<boolean> {
  return isThere(() => rename(from, to));
}

/** Does something with a file, unless another process was faster. */
async function isThere(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (Object(error).code === "ENOENT") return false;
    throw error;
  }
}

async function takeFile(services: EngineServices, file: string): Promise<{ answer: object; isFine: boolean }> {
  try {
    const { key, body } = parsedFile(await readFile(file));
    const arrival = { code: "master_data", key, body } as const;
    const answer = await receiveCall(services, arrival, (context) => takeMasterData(context, body), { apart: true });
    return { answer, isFine: Object(answer).failed === 0 };
  } catch (error) {
    if (!(error instanceof AppError) || error.error === "unavailable") throw error;
    return { answer: { code: error.code, message: error.message }, isFine: false };
  }
}

/** Without a request number the content is the key: the same file again is the same call. */
function parsedFile(bytes: Buffer): { key: string; body: MasterData } {
  if (bytes.length > LONGEST_FILE) throw new AppError("malformed", { message: "文件不能超过1MB" });
  const sum = createHash("sha256").update(bytes).digest("hex");
  const check: z.ZodType | undefined = SIGNED_BODIES.masterData;
  const judged = check?.safeParse({ requestId: sum, ...Object(jsonOf(bytes)) });
  if (!judged?.success) throw new AppError("malformed");
  const { requestId, ...body } = Object(judged.data);
  return { key: String(requestId), body };
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new AppError("malformed", { message: "文件不是JSON" });
  }
}
