import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Absolute path of the project's top level, found upwards from this file. The bundle runs from `build/`, tests run the source, and
 * neither may depend on the working directory.
 */
export function projectRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, "package.json"))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error("找不到项目根目录：上级目录中没有 package.json。");
    folder = parent;
  }
  return folder;
}

/** Version of this program, as package.json says it. */
export function programVersion(): string {
  const found: unknown = JSON.parse(readFileSync(path.join(projectRoot(), "package.json"), "utf8"));
  return typeof found === "object" && found !== null && "version" in found ? String(found.version) : "";
}
