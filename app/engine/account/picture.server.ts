import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { AppError } from "../errors";
import { pictureHead } from "./picture-head";

const WORKER_FILE = "app/engine/account/picture-worker.mjs";
const MOST_BYTES = 2 * 1024 * 1024;
/** A decoded point takes four bytes: 64 MB at most, one picture at a time. */
const MOST_SIDE = 4096;
const LIMIT_MS = 15_000;

/** A square on the picture as people see it, in its own points. */
export interface Crop {
  x: number;
  y: number;
  size: number;
}

type Answer = { bytes: Uint8Array } | { fault: string };

/** Pictures are decoded one after the other: each may take a core and a lot of memory for a moment. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Makes the stored form of an avatar from an uploaded file: decoded, cut to a square, drawn anew as a JPEG of 256 x 256. Nothing of the
 * file itself is kept, neither places nor cameras nor whatever hides behind the picture.
 * @throws AppError("invalid") with the sentence for the field `file`, AppError("unavailable") when it takes too long
 */
export async function makeAvatar(bytes: Uint8Array, crop: Crop | null): Promise<Uint8Array> {
  if (bytes.byteLength === 0) throw refused("请选择图片");
  if (bytes.byteLength > MOST_BYTES) throw refused("图片不能超过2MB");
  const head = pictureHead(bytes);
  if (!head) throw refused("仅支持jpg、png、webp格式");
  if (head.animated) throw refused("不支持动图，请选择静态图片");
  if (head.width === 0 || head.height === 0) throw refused("图片文件已损坏");
  if (head.width > MOST_SIDE || head.height > MOST_SIDE)
    throw refused(`图片尺寸过大，长和宽不能超过${MOST_SIDE}像素，请缩小后上传`);
  return drawInThread({ bytes, kind: head.kind, crop });
}

/** What a thread is to draw: the square of an avatar, or with `within` the whole picture, no side longer than that. */
interface Drawing {
  bytes: Uint8Array;
  kind: string;
  crop: Crop | null;
  within?: number;
}

/**
 * Draws a picture anew, smaller, as a JPEG; one after the other.
 * @throws AppError("invalid") for a file that is broken, AppError("unavailable") when it takes too long
 */
export function drawInThread(drawing: Drawing): Promise<Uint8Array> {
  const made = last.then(() => inThread(drawing));
  last = made.catch(() => undefined);
  return made;
}

function refused(message: string): AppError {
  return new AppError("invalid", { complaints: [{ field: "file", message }] });
}

function inThread(workerData: Drawing): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile(), { execArgv: [], workerData });
    const limit = setTimeout(() => {
      void worker.terminate();
      reject(new AppError("unavailable"));
    }, LIMIT_MS);
    const end = () => clearTimeout(limit);
    worker.once("message", (answer: Answer) => {
      end();
      void worker.terminate();
      if ("bytes" in answer) resolve(answer.bytes);
      else reject(refused("图片文件已损坏"));
    });
    // What a codec does to its thread, the file has caused.
    worker.once("error", () => {
      end();
      reject(refused("图片文件已损坏"));
    });
    worker.once("exit", () => {
      end();
      reject(refused("图片文件已损坏"));
    });
  });
}

/** The thread's code is not bundled: it is found from the project's top level, above this file (sources or build/). */
function workerFile(): string {
  for (let folder = path.dirname(fileURLToPath(import.meta.url)); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, WORKER_FILE);
    if (existsSync(candidate)) return candidate;
    if (folder === path.dirname(folder)) throw new Error(`找不到 ${WORKER_FILE}，请从完整的项目目录启动`);
  }
}
