import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { FileStoreError, keyFor } from "~/data/file-store/file-store.server";
import { beginUpload, type Progress, takeUploadPiece, uploadTarget } from "~/engine/files/upload.server";
import { bigFile } from "../../support/big-file";
import { startChild } from "../../support/child-process";
import { copyBase } from "../../support/database";
import { freePort } from "../../support/free-port";
import { refusal } from "../../support/orders";
import { tempDir } from "../../support/temp-dir";
import { openWorld, type World } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const MB = 1024 * 1024;

async function uploading({ as, screen }: World) {
  const context = await as("buyerA");
  const target = uploadTarget(context, screen("contract-management/contract"), "attachments");
  return {
    begin: (request: { name: string; size: number; mark: string }) => beginUpload(context, target, request),
    take: (there: Progress, bytes: Uint8Array) =>
      takeUploadPiece(context, target, { id: there.id, start: there.received, bytes }),
  };
}

/** Checksum and size of what lies in the store, read as it comes. */
async function storedAt({ engine }: World, id: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const piece of (await engine.files.store.get(keyFor("whole", id))) ?? []) {
    size += piece.byteLength;
    hash.update(piece);
  }
  return { size, sha256: hash.digest("hex") };
}

test("50 MB 的文件断了三次仍完整到达，多一个字节的当场拒绝", async () => {
  const file = bigFile(50);
  const { begin, take } = await uploading(world);
  let there = await begin(file);
  for (let cut = 0; !there.whole; ) {
    if (cut < 3 && there.received >= (cut + 1) * 12 * MB) {
      // The line breaks in the middle of a piece: it is not acknowledged, and the page asks how far the file has come.
      cut += 1;
      const half = await take(there, file.pieceAt(there.received).subarray(0, 1000));
      expect(half.received).toBe(there.received + 1000);
      there = await begin(file);
      const rest = file.pieceAt(there.received - 1000).subarray(1000);
      there = await take(there, rest);
    }
    there = await take(there, file.pieceAt(there.received));
  }
  expect(await storedAt(world, there.id)).toEqual({ size: 50 * MB, sha256: file.sha256() });
  const over = await begin({ ...file, size: 50 * MB + 1, mark: "over" }).catch((error: unknown) => error);
  expect(over).toMatchObject({ complaints: [{ field: "attachments" }] });
});

test("上传途中强杀进程：答复过的一片不少，重启后接着传完", async () => {
  const bases = inject("bases");
  const copy = await copyBase(bases.company);
  const child = startChild("tests/support/upload-child.ts", [bases.facts.accounts.buyerA, "20"], copy.place);
  const acknowledged: string[] = [];
  while (acknowledged.length < 8) acknowledged.push((await child.nextLine()) ?? "the child has ended");
  acknowledged.push(...(await child.kill("SIGKILL")));

  const after = await openWorld({ copy });
  onTestFinished(() => after.close());
  const file = bigFile(20);
  const { begin, take } = await uploading(after);
  let there = await begin(file);
  // One piece at most was stored before the child could say so.
  expect(there.received).toBeGreaterThanOrEqual(Number(acknowledged.at(-1)));
  expect(there.received).toBeLessThanOrEqual(Number(acknowledged.at(-1)) + MB);
  while (!there.whole) there = await take(there, file.pieceAt(there.received));
  expect(await storedAt(after, there.id)).toEqual({ size: file.size, sha256: file.sha256() });
});

test("文件存储在途中不可用：这一片如实拒绝、不算数，恢复后接着传", async () => {
  const file = bigFile(3);
  const { begin, take } = await uploading(world);
  let there = await begin(file);
  there = await take(there, file.pieceAt(0));
  const { store } = world.engine.files;
  const put = store.put.bind(store);
  store.put = () => Promise.reject(new FileStoreError("the store is away"));
  await refusal(take(there, file.pieceAt(there.received)), "unavailable");
  store.put = put;
  expect((await begin(file)).received).toBe(MB);
  while (!there.whole) there = await take(there, file.pieceAt(there.received));
  expect(await storedAt(world, there.id)).toEqual({ size: file.size, sha256: file.sha256() });
});

describe("存储服务在一片的中间被杀", () => {
  /** What lies in the bucket, whoever serves it. */
  const lying = (folder: string) => readdirSync(folder).map((name) => decodeURIComponent(name).split("/").at(-1) ?? "");

  async function startStore(folder: string, settings: { port?: string; stallAt?: number } = {}) {
    const { port = String(await freePort()), stallAt = 0 } = settings;
    const child = startChild("tests/support/s3-child.ts", [folder, port, String(stallAt)]);
    const url = (await child.nextLine()) ?? "";
    return { child, url, port: new URL(url).port };
  }

  // Pieces are put one by one, and the whole in two parts once the last one is there: the twelfth PUT is the second of these.
  test.each([
    ["在收一片时", 4, 3, 3],
    ["在合成整个文件时", 12, 9, 10],
  ])("%s：如实拒绝，回来后接着传完，什么也不多留", async (_when, stallAt, acknowledged, kept) => {
    const folder = tempDir("bucket");
    const store = await startStore(folder, { stallAt });
    const at = await openWorld({ settings: { S3_URL: store.url } });
    onTestFinished(() => at.close());
    const file = bigFile(10);
    const { begin, take } = await uploading(at);
    let there = await begin(file);
    for (let piece = 0; piece < acknowledged; piece += 1) there = await take(there, file.pieceAt(there.received));

    const cut = refusal(take(there, file.pieceAt(there.received)), "unavailable");
    expect(await store.child.nextLine()).toBe("silent");
    await store.child.kill("SIGKILL");
    expect((await cut).message).toContain("文件存储暂时不可用");
    // Away altogether: still a sentence, and nothing that was acknowledged is taken back.
    await refusal(take(there, file.pieceAt(there.received)), "unavailable");
    expect((await begin(file)).received).toBe(kept * MB);

    await startStore(folder, { port: store.port });
    there = await begin(file);
    while (!there.whole) there = await take(there, file.pieceAt(there.received));
    expect(await storedAt(at, there.id)).toEqual({ size: file.size, sha256: file.sha256() });
    expect(lying(folder)).toEqual([there.id]);
  });
});
