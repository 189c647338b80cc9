import { mkdir, readdir, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../errors";

/** What the folder is looked into for; whoever writes there writes under another name and renames when the file is whole. */
const WANTED = /^[^.].*\.(xlsx|csv)$/i;
const DONE = "done";
const FAILED = "failed";

/** A table that another system left in a folder. */
export interface DroppedFile {
  name: string;
  /** Its bytes. @throws AppError("invalid") where there are more than `most` */
  read(most: number): Promise<Uint8Array>;
  /** Moves it to `done` or to `failed`, so that nobody takes it twice; only the first time counts. */
  putAside(isWell: boolean): Promise<void>;
}

/** The tables that lie in a folder now, by name. @param at the instant that stands before the name of a file put aside: names come again */
export async function* droppedFiles(folder: string, at: () => Date): AsyncGenerator<DroppedFile, void, void> {
  const names = (await readdir(folder)).filter((name) => WANTED.test(name)).sort();
  for (const name of names) {
    const file = path.join(folder, name);
    if (!(await stat(file)).isFile()) continue;
    let isAside = false;
    yield {
      name,
      async read(most) {
        if ((await stat(file)).size > most)
          throw new AppError("invalid", { message: `文件不能超过${Math.floor(most / 1024 / 1024)}MB` });
        return new Uint8Array(await readFile(file));
      },
      async putAside(isWell) {
        if (isAside) return;
        const below = path.join(folder, isWell ? DONE : FAILED);
        await mkdir(below, { recursive: true });
        const stamp = at().toISOString().replace(/\D/g, "").slice(0, 14);
        await rename(file, path.join(below, `${stamp}-${name}`));
        isAside = true;
      },
    };
  }
}
