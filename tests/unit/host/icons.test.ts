import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");

test("位图标志由矢量标志画成：改了标志须再画一次", async () => {
  const { iconFiles } = await import(path.join(root, "scripts/icons.mjs"));
  for (const [name, bytes] of await iconFiles())
    expect(readFileSync(path.join(root, "public", name)).equals(bytes), name).toBe(true);
});
