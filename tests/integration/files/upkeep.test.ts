import { afterAll, expect, test } from "vitest";
import { type FileStore, FileStoreError, keyFor } from "~/data/file-store/file-store.server";
import { s3Store } from "~/data/file-store/s3-store.server";
import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { fileOfRecord } from "~/engine/files/answer.server";
import { bytesKey } from "~/engine/files/download.server";
import { refsOf } from "~/engine/files/file-fields";
import { removeLooseFiles, removeUnknownBytes, scanWaitingFiles } from "~/engine/files/upkeep.server";
import { beginUpload, receiveFile, takeUploadPiece, uploadTarget } from "~/engine/files/upload.server";
import { openRecord } from "~/engine/operations/records.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { stoppedClock } from "../../support/clock";
import { pdf, sentIn } from "../../support/files";
import { startS3 } from "../../support/s3-server";
import { openWorld } from "../../support/world";

const clock = stoppedClock();
const world = await openWorld({ clock });
afterAll(() => world.close());

const CONTRACT = "contract-management/contract";
const screen = world.screen(CONTRACT);
const HOUR = 3_600_000;
const { files } = world.engine;
const disk = files.store;

async function bring(context: Context, text: string): Promise<string> {
  const target = uploadTarget(context, screen, "attachments");
  return (await receiveFile(context, target, { name: `${text}.pdf`, bytes: sentIn(pdf(text)) })).id;
}

async function draft(context: Context, attachments: readonly string[]): Promise<string> {
  const values = {
    title: "附件合同",
    contract_type: "framework",
    company_id: world.ids.company,
    supplier_id: world.ids.supplierA,
    purchase_org_id: world.ids.org,
    start_date: "2025-04-01",
    end_date: "2025-12-31",
    currency: "CNY",
    amount_mode: "open",
    payment_term_days: "30",
    owner_id: world.accounts.buyerA,
    attachments,
  };
  return (await createRecord(context, { screen, values })).id;
}

const isThere = async (id: string) => (await disk.get(bytesKey(id))) !== null;

test("没保存的、没传完的、被去掉的和已删单据的文件过一天清走，还在用的留着", async () => {
  const buyer = await world.as("buyerA");
  const [kept, dropped, ofRemoved, never] = [
    await bring(buyer, "留着"),
    await bring(buyer, "去掉"),
    await bring(buyer, "随单据删除"),
    await bring(buyer, "没保存"),
  ];
  const target = uploadTarget(buyer, screen, "attachments");
  const half = await beginUpload(buyer, target, { name: "半个.pdf", size: 2_000_000, mark: "h" });
  await takeUploadPiece(buyer, target, { id: half.id, start: 0, bytes: new Uint8Array(1_000_000) });
  const id = await draft(buyer, [kept, dropped]);
  const gone = await draft(buyer, [ofRemoved]);
  await updateRecordBy(buyer, { screen, id, version: 1, values: { attachments: [kept] } });
  await removeRecord(buyer, { screen, id: gone });

  expect(await removeLooseFiles(world.engine)).toBe(0);
  clock.advance(25 * HOUR);
  expect(await removeLooseFiles(world.engine)).toBe(4);
  expect(await Promise.all([kept, dropped, ofRemoved, never].map(isThere))).toEqual([true, false, false, false]);
  expect(await removeLooseFiles(world.engine)).toBe(0);
  const { record } = await openRecord(await world.as("buyerA"), { entity: world.entity(CONTRACT), id });
  expect(refsOf(record.attachments).map((ref) => ref.id)).toEqual([kept]);
});

test("存储收下了、答复却丢了的内容没有任何记录，一天后清走；有记录的和正在传的留着", async () => {
  const s3 = await startS3();
  const bucket = s3Store({ url: s3.url });
  files.store = bucket;
  const buyer = await world.as("buyerA");
  const kept = await bring(buyer, "有记录");
  await draft(buyer, [kept]);
  const target = uploadTarget(buyer, screen, "attachments");
  const half = await beginUpload(buyer, target, { name: "半个.pdf", size: 2_000_000, mark: "s3" });
  await takeUploadPiece(buyer, target, { id: half.id, start: 0, bytes: new Uint8Array(1_000_000) });
  const known = [...s3.objects.keys()];
  expect(known).toHaveLength(2);

  const lost: FileStore = {
    ...bucket,
    async put(key, bytes) {
      await bucket.put(key, bytes);
      throw new FileStoreError("the answer was lost");
    },
    remove: () => Promise.reject(new FileStoreError("away")),
  };
  files.store = lost;
  await expect(bring(buyer, "答复丢了")).rejects.toThrow(AppError);
  const piece = { id: half.id, start: 1_000_000, bytes: new Uint8Array(500_000) };
  await expect(takeUploadPiece(buyer, target, piece)).rejects.toThrow(AppError);
  files.store = bucket;
  const all = [...s3.objects.keys()];
  expect(all).toHaveLength(4);
  await bucket.put(keyFor("small", world.engine.newId()), sentIn(pdf("小图")));
  // Not ours: whatever somebody put beside.
  s3.objects.set("/bucket/portal/whole/aa/readme.txt", Buffer.from("x"));

  const now = clock.now().getTime();
  for (const key of s3.objects.keys()) s3.since.set(key, new Date(now - 2 * HOUR));
  expect(await removeUnknownBytes(world.engine)).toBe(0);
  for (const key of s3.objects.keys()) s3.since.set(key, new Date(now - 25 * HOUR));
  expect(await removeUnknownBytes(world.engine)).toBe(3);
  expect([...s3.objects.keys()].sort()).toEqual([...known, "/bucket/portal/whole/aa/readme.txt"].sort());
  expect(await removeUnknownBytes(world.engine)).toBe(0);
  files.store = disk;
  await s3.close();
});

test("检查之前和查出病毒之后都不能下载，页面说明原因；扫描服务不在时下次再试", async () => {
  const answers: (string | null | Error)[] = [new Error("away"), "Eicar-Test", null];
  files.scanner = {
    async scan(bytes) {
      for await (const _piece of bytes);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer ?? null;
    },
  };
  const buyer = await world.as("buyerA");
  const file = await bring(buyer, "待查");
  const id = await draft(buyer, [file]);
  const refused = async () => {
    const error = await fileOfRecord(buyer, {
      screen,
      recordId: id,
      fileId: file,
      request: new Request("http://x/"),
    }).catch((thrown) => thrown);
    return error instanceof AppError ? error.message : "downloaded";
  };
  expect(JSON.stringify(await recordModel(buyer, screen, id))).toContain("待检查");
  expect(await refused()).toContain("等待病毒检查");
  expect(await scanWaitingFiles(world.engine)).toEqual({ clean: 0, infected: 0, failed: 1 });
  expect(await refused()).toContain("等待病毒检查");
  expect(await scanWaitingFiles(world.engine)).toEqual({ clean: 0, infected: 1, failed: 0 });
  expect(await refused()).toContain("已被隔离");
  expect(JSON.stringify(await recordModel(buyer, screen, id))).toContain("已隔离");

  const second = await bring(buyer, "干净");
  const other = await draft(buyer, [second]);
  expect((await scanWaitingFiles(world.engine)).clean).toBe(1);
  const answer = await fileOfRecord(buyer, {
    screen,
    recordId: other,
    fileId: second,
    request: new Request("http://x/"),
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(pdf("干净")))).toBe(true);
  files.scanner = null;
});

test("文件存储中途不可用：字段旁说明，不留下记录", async () => {
  const away: FileStore = {
    ...disk,
    async put(_key, bytes) {
      for await (const _piece of bytes) throw new FileStoreError("gone");
    },
  };
  files.store = away;
  const buyer = await world.as("buyerA");
  const error = await bring(buyer, "没存下").catch((thrown: unknown) => thrown);
  files.store = disk;
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).complaints).toEqual([
    { field: "attachments", message: "文件存储暂时不可用，请稍后重新选择文件" },
  ]);
});
