import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import type { StoredRef } from "~/engine/entity/kinds/file";
import { AppError } from "~/engine/errors";
import { fileOfRecord, filesOfRecord } from "~/engine/files/answer.server";
import { refsOf } from "~/engine/files/file-fields";
import { beginUpload, receiveFile, takeUploadPiece, uploadTarget } from "~/engine/files/upload.server";
import { readHistory } from "~/engine/operations/audit.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { pdf, SHEET_NAMES, sentIn, zip } from "../../support/files";
import { pictureFile } from "../../support/pictures";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const CONTRACT = "contract-management/contract";
const screen = world.screen(CONTRACT);
const id = world.ids.contractA;

async function bring(context: Context, name: string, bytes: Uint8Array, field = "attachments"): Promise<StoredRef> {
  return receiveFile(context, uploadTarget(context, screen, field), { name, bytes: sentIn(bytes) });
}

/** What the field would be complained about with. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error("nothing was refused");
  return error.complaints.map(({ field, message }) => `${field}：${message}`).join() || error.error;
}

/** The files stand on the contract as this person leaves them. */
async function put(context: Context, input: Record<string, readonly string[]>): Promise<void> {
  const { record } = await openRecord(world.system(), { entity: world.entity(CONTRACT), id });
  const all = Object.fromEntries(
    ["attachments", "internal_files"].map((name) => [
      name,
      [...refsOf(record[name]).map((ref) => ref.id), ...(input[name] ?? [])],
    ]),
  );
  const version = record.version;
  await applyTransition(context, {
    entity: world.entity(CONTRACT),
    screen,
    id,
    name: "add_files",
    version,
    input: all,
  });
}

async function download(context: Context, fileId: string, more: { headers?: HeadersInit; query?: string } = {}) {
  const request = new Request(`http://x/${more.query ?? ""}`, { headers: more.headers ?? {} });
  return fileOfRecord(context, { screen, recordId: id, fileId, request });
}

describe("附件跟着单据走", () => {
  test("补充的附件供应商能下载，内部资料看不到，别的供应商什么都拿不到", async () => {
    const buyer = await world.as("buyerA");
    const shared = await bring(buyer, "合同.pdf", pdf("共享"));
    const internal = await bring(buyer, "底价.pdf", pdf("内部"), "internal_files");
    await put(buyer, { attachments: [shared.id], internal_files: [internal.id] });

    const supplier = await world.as("supplierA");
    const answer = await download(supplier, shared.id);
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf("共享"))).toBe(true);
    expect(answer.headers.get("Content-Disposition")).toContain(encodeURIComponent("合同.pdf"));
    expect(await refusal(download(supplier, internal.id))).toBe("not_found");
    const page = JSON.stringify(await recordModel(supplier, screen, id));
    expect(page).toContain("合同.pdf");
    expect(page).not.toContain("底价.pdf");
    const other = await world.as("supplierB");
    for (const file of [shared, internal]) expect(await refusal(download(other, file.id))).toBe("not_found");
    expect(await refusal(filesOfRecord(other, screen, id))).toBe("not_found");
  });

  test("文件只从它所在的单据拿得到", async () => {
    const buyer = await world.as("buyerA");
    const { record } = await openRecord(buyer, { entity: world.entity(CONTRACT), id });
    const [ref] = refsOf(record.attachments);
    const request = new Request("http://x/");
    const elsewhere = fileOfRecord(buyer, { screen, recordId: world.ids.contractB, fileId: ref?.id ?? "", request });
    expect(await refusal(elsewhere)).toBe("not_found");
  });

  test("变更记录写着加了什么文件", async () => {
    const buyer = await world.as("buyerA");
    const [last] = await readHistory(buyer, { entity: world.entity(CONTRACT), recordId: id, limit: 1 });
    expect(JSON.stringify(last)).toContain("合同.pdf");
    const supplier = await world.as("supplierA");
    const [forSupplier] = await reading(supplier, () =>
      readHistory(supplier, { entity: world.entity(CONTRACT), recordId: id, limit: 1 }),
    );
    expect(JSON.stringify(forSupplier)).not.toContain("底价");
  });

  test("别人上传的、已经归别的单据的文件不能占用", async () => {
    const [buyer, manager] = [await world.as("buyerA"), await world.as("buyerB")];
    const foreign = await bring(manager, "别人.pdf", pdf("别人"));
    expect(await refusal(put(buyer, { attachments: [foreign.id] }))).toContain("有文件已失效");
    const { record } = await openRecord(buyer, { entity: world.entity(CONTRACT), id });
    const taken = refsOf(record.attachments)[0]?.id ?? "";
    const copy = { ...(await newContract()), attachments: [taken] };
    expect(await refusal(createRecord(buyer, { screen, values: copy }))).toContain("有文件已失效");
  });

  test("为内部资料上传的文件不能放到供应商看得到的字段里", async () => {
    const buyer = await world.as("buyerA");
    const internal = await bring(buyer, "内部.pdf", pdf("只给内部"), "internal_files");
    expect(await refusal(put(buyer, { attachments: [internal.id] }))).toContain("有文件已失效");
  });

  async function newContract(): Promise<Record<string, unknown>> {
    return {
      title: "新合同",
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
    };
  }
});

describe("上传时的检查", () => {
  test("空文件、改后缀的文件、不收的种类说清楚是哪一个", async () => {
    const buyer = await world.as("buyerA");
    expect(await refusal(bring(buyer, "空.pdf", new Uint8Array()))).toBe("attachments：「空.pdf」是空文件，请重新选择");
    expect(await refusal(bring(buyer, "病毒.pdf", Buffer.from("MZ\0\0")))).toContain("不是可以上传的文件");
    const slides = await zip(["[Content_Types].xml", "ppt/presentation.xml"]);
    expect(await refusal(bring(buyer, "讲稿.pptx", slides))).toContain("仅支持PDF、图片、Word、Excel、ZIP");
    expect((await bring(buyer, "表.xlsx", await zip(SHEET_NAMES), "internal_files")).type).toContain("spreadsheetml");
  });

  test("超过单个文件上限的不收，也不留下", async () => {
    const buyer = await world.as("buyerA");
    const before = await count();
    const big = Buffer.concat([pdf(), Buffer.alloc(51 * 1024 * 1024, 32)]);
    expect(await refusal(bring(buyer, "大.pdf", big))).toContain("超过单个文件的上限50 MB");
    expect(await count()).toBe(before);
  });

  test("不能写这个字段的人不能上传", async () => {
    for (const who of ["supplierA", "warehouse"] as const) {
      const context = await world.as(who);
      expect(() => uploadTarget(context, screen, "attachments")).toThrow(AppError);
    }
  });
});

async function count(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from stored_file`.execute(
    world.engine.database.connection(),
  );
  return rows[0]?.n ?? -1;
}

describe("分片上传", () => {
  const MB = 1024 * 1024;
  const bytes = Buffer.concat([pdf("分片"), Buffer.alloc(3 * MB, 65)]);
  const request = { name: "大合同.pdf", size: bytes.length, mark: "m1" };
  const pieceAt = (start: number) => new Uint8Array(bytes.subarray(start, start + MB));

  test("断了三次，接着传，内容一个字节不差", async () => {
    const buyer = await world.as("buyerA");
    const target = uploadTarget(buyer, screen, "attachments");
    let there = await beginUpload(buyer, target, request);
    const first = there.id;
    for (let cut = 0; !there.whole; cut += 1) {
      // Every break begins anew, as the page does after it was loaded again.
      if (cut < 3) there = await beginUpload(buyer, target, request);
      expect(there.id).toBe(first);
      there = await takeUploadPiece(buyer, target, {
        id: there.id,
        start: there.received,
        bytes: pieceAt(there.received),
      });
    }
    await put(buyer, { attachments: [there.id] });
    const answer = await download(buyer, there.id);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("同一片来两次、位置不对的一片都不写进去，只回答到了哪里", async () => {
    const buyer = await world.as("buyerA");
    const target = uploadTarget(buyer, screen, "attachments");
    const { id: upload } = await beginUpload(buyer, target, { ...request, mark: "m2" });
    const piece = { id: upload, start: 0, bytes: pieceAt(0) };
    const both = await Promise.all([takeUploadPiece(buyer, target, piece), takeUploadPiece(buyer, target, piece)]);
    expect(both.map(({ received }) => received)).toEqual([MB, MB]);
    const wrong = await takeUploadPiece(buyer, target, { id: upload, start: 2 * MB, bytes: pieceAt(2 * MB) });
    expect(wrong.received).toBe(MB);
  });

  test("换了一个同名同大小的文件是另一次上传，别人接不了我的", async () => {
    const [buyer, other] = [await world.as("buyerA"), await world.as("buyerB")];
    const target = uploadTarget(buyer, screen, "attachments");
    const mine = await beginUpload(buyer, target, { ...request, mark: "m3" });
    expect((await beginUpload(buyer, target, { ...request, mark: "m4" })).id).not.toBe(mine.id);
    const piece = { id: mine.id, start: 0, bytes: pieceAt(0) };
    expect(await refusal(takeUploadPiece(other, uploadTarget(other, screen, "attachments"), piece))).toBe("not_found");
  });

  test("传完才发现内容不对，说清楚，什么也不留", async () => {
    const buyer = await world.as("buyerA");
    const target = uploadTarget(buyer, screen, "attachments");
    const wrong = Buffer.from("<html>不是合同</html>");
    const { id: upload } = await beginUpload(buyer, target, { name: "合同.pdf", size: wrong.length, mark: "x" });
    const before = await count();
    const sent = takeUploadPiece(buyer, target, { id: upload, start: 0, bytes: new Uint8Array(wrong) });
    expect(await refusal(sent)).toContain("不是可以上传的文件");
    expect(await count()).toBe(before - 1);
  });
});

describe("下载", () => {
  test("可以只要一段，没变的不再传，预览不会执行任何东西", async () => {
    const buyer = await world.as("buyerA");
    const bytes = pdf("一段一段");
    const { id: file } = await bring(buyer, "段.pdf", bytes);
    await put(buyer, { attachments: [file] });
    const part = await download(buyer, file, { headers: { Range: "bytes=5-9" } });
    expect([part.status, part.headers.get("Content-Range")]).toEqual([206, `bytes 5-9/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(Buffer.from(bytes.subarray(5, 10)))).toBe(true);
    const etag = part.headers.get("ETag") ?? "";
    expect((await download(buyer, file, { headers: { "If-None-Match": etag } })).status).toBe(304);
    expect((await download(buyer, file, { headers: { Range: "bytes=9999-" } })).status).toBe(416);
    const view = await download(buyer, file, { query: "?view=1" });
    expect(view.headers.get("Content-Disposition")).toMatch(/^inline/);
    expect(view.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(view.headers.get("Content-Security-Policy")).toContain("script-src 'none'");
    await view.body?.cancel();
  });

  test("全部附件打成一个包", async () => {
    const answer = await filesOfRecord(await world.as("buyerA"), screen, id);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
    expect(bytes.toString("utf8")).toContain("合同.pdf");
    expect(bytes.toString("utf8")).toContain("底价.pdf");
    const supplier = await filesOfRecord(await world.as("supplierA"), screen, id);
    expect(Buffer.from(await supplier.arrayBuffer()).toString("utf8")).not.toContain("底价.pdf");
  });

  test("图片有小图", async () => {
    const buyer = await world.as("buyerA");
    const { id: file } = await bring(buyer, "现场.png", await pictureFile("png", 900, 600));
    await put(buyer, { attachments: [file] });
    for (const _again of [1, 2]) {
      const small = Buffer.from(await (await download(buyer, file, { query: "?small=1" })).arrayBuffer());
      expect(small.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
      expect(small.length).toBeLessThan(20_000);
    }
  });
});
