import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { copyFiles, oldestBackup, removeUnneeded } from "~/data/backup/files.server";
import { diskStore } from "~/data/file-store/disk-store.server";
import { keyFor } from "~/data/file-store/file-store.server";
import { sentIn } from "../../support/files";
import { tempDir } from "../../support/temp-dir";

const id = (end: string) => `0192bbbb-0000-7000-8000-0000000000${end}`;

test("备份带上附件：每个文件只存一次，删掉的原件能恢复，没有备份再需要的清走", async () => {
  const folder = tempDir("file-backup");
  const [from, kept, restored] = ["files", "backups/files", "restored/files"].map((name) => path.join(folder, name));
  const store = diskStore(from ?? "");
  const [first, second] = [keyFor("whole", id("01")), keyFor("whole", id("02"))];
  await store.put(first, sentIn(Buffer.from("一")));
  await store.put(second, sentIn(Buffer.from("二")));
  await store.put(keyFor("part", id("03")), sentIn(Buffer.from("半个")));
  expect(await copyFiles(from ?? "", kept ?? "", new Date("2025-03-01T00:00:00Z"))).toBe(2);
  await store.remove(first);
  expect(await copyFiles(from ?? "", kept ?? "", new Date("2025-03-08T00:00:00Z"))).toBe(0);

  rmSync(from ?? "", { recursive: true });
  expect(await copyFiles(kept ?? "", restored ?? "", new Date())).toBe(2);
  expect(readFileSync(path.join(restored ?? "", first), "utf8")).toBe("一");

  const backups = path.dirname(kept ?? "");
  writeFileSync(path.join(backups, "backup-20250305T010203Z.gz"), "");
  const since = await oldestBackup(backups);
  expect(since?.toISOString()).toBe("2025-03-05T01:02:03.000Z");
  await copyFiles(restored ?? "", kept ?? "", new Date("2025-03-01T00:00:00Z"));
  rmSync(path.join(restored ?? "", second));
  await removeUnneeded(kept ?? "", since ?? new Date(0));
  expect(existsSync(path.join(kept ?? "", first))).toBe(false);
});
