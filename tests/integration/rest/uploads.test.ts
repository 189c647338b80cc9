import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scanWaitingFiles } from "~/engine/files/upkeep.server";
import { PIECE_BYTES } from "~/engine/files/upload.server";
import { pdf, SHEET_NAMES, zip } from "../../support/files";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const ENTITY = "/v2/sys/homepage-suggestion";
const FILES = `${ENTITY}/files`;
let buyer = "";
let other = "";
let supplierA = "";
let supplierB = "";
beforeAll(async () => {
  buyer = await signIn(world, "buyerA");
  other = await signIn(world, "buyerB");
  supplierA = await signIn(world, "supplierA");
  supplierB = await signIn(world, "supplierB");
});

const begin = (token: string, name: string, size: number, more: object = {}) =>
  call(world, { token, method: "POST", path: FILES, body: { field: "attachments", name, size, ...more } });

async function send(token: string, id: string, start: number | string, bytes: Uint8Array) {
  const request = new Request(`http://portal.test${FILES}/${id}?start=${start}`, {
    method: "PUT",
    headers: { Authorization: token, "Content-Type": "application/octet-stream" },
    body: Uint8Array.from(bytes),
  });
  const response = await world.services.rest.fetch(request, { requestId: world.engine.newId(), ip: "127.0.0.1" });
  const body = Object(await response.json());
  return { status: response.status, code: body.code, message: body.message, result: Object(body.result) };
}

/** Brings a file in whole, piece by piece. */
async function bring(token: string, name: string, bytes: Uint8Array): Promise<string> {
  const begun = Object((await begin(token, name, bytes.byteLength)).body.result);
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
    const notified = await send(token, begun.id, at, bytes.subarray(at, at + PIECE_BYTES));
    expect(notified.code, notified.message).toBe(200);
  }
  return begun.id;
}

const suggest = (token: string, attachments: unknown) =>
  call(world, {
    token,
    method: "POST",
    path: ENTITY,
    body: {
      title: "接口上传",
      category: "feature",
      content: "通过接口提交的建议，带一份附件。",
      attachments,
    },
  });

async function download(token: string, record: string, file: string) {
  const request = new Request(`http://portal.test${ENTITY}/${record}/files/${file}`, {
    headers: { Authorization: token },
  });
  return world.services.rest.fetch(request, { requestId: world.engine.newId(), ip: "127.0.0.1" });
}

describe("分段上传", () => {
  test("三段的文件：每段答复收到了哪里，收齐后写进单据，下载与原文件一字不差", async () => {
    const bytes = Buffer.concat([pdf("接口"), randomBytes(2 * PIECE_BYTES + 500), Buffer.from("\n%%EOF\n")]);
    const begun = await begin(buyer, "检测报告.pdf", bytes.byteLength);
    expect(begun.body).toMatchObject({
      code: 200,
      result: { name: "检测报告.pdf", size: bytes.byteLength, received: 0, piece: PIECE_BYTES, complete: false },
    });
    const { id } = Object(begun.body.result);
    const first = await send(buyer, id, 0, bytes.subarray(0, PIECE_BYTES));
    expect(first.result).toMatchObject({ received: PIECE_BYTES, complete: false, type: null });
    // The answer was lost: the same piece again is not taken twice, and neither is one that leaves a gap.
    expect((await send(buyer, id, 0, bytes.subarray(0, PIECE_BYTES))).result.received).toBe(PIECE_BYTES);
    expect((await send(buyer, id, 2 * PIECE_BYTES, bytes.subarray(0, 10))).result.received).toBe(PIECE_BYTES);
    expect((await call(world, { token: buyer, method: "GET", path: `${FILES}/${id}` })).body.result).toMatchObject({
      received: PIECE_BYTES,
    });
    // Not whole yet: no record takes it.
    expect((await suggest(buyer, [id])).body).toMatchObject({
      code: 40001,
      result: { errors: { attachments: expect.stringContaining("有文件已失效") } },
    });
    await send(buyer, id, PIECE_BYTES, bytes.subarray(PIECE_BYTES, 2 * PIECE_BYTES));
    const last = await send(buyer, id, 2 * PIECE_BYTES, bytes.subarray(2 * PIECE_BYTES));
    expect(last.result).toMatchObject({ complete: true, type: "application/pdf", scan: "off" });

    const saved = await suggest(buyer, [id]);
    expect(saved.body.code, saved.body.message).toBe(200);
    const record = Object(saved.body.result).id;
    const read = await call(world, { token: buyer, method: "GET", path: `${ENTITY}/${record}` });
    expect(Object(read.body.result).attachments).toEqual([
      { id, name: "检测报告.pdf", size: bytes.byteLength, type: "application/pdf" },
    ]);
    const answer = await download(buyer, record, id);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    // It belongs to the record now: it is neither taken again nor given up.
    expect((await suggest(buyer, [id])).body.code).toBe(40001);
    expect((await call(world, { token: buyer, method: "DELETE", path: `${FILES}/${id}`, body: {} })).status).toBe(404);
    expect((await call(world, { token: buyer, method: "GET", path: `${FILES}/${id}` })).status).toBe(404);
  });

  test("断开之后：同名同大小同标记的接着传，标记不同的是另一个文件；同一请求号是同一个文件", async () => {
    const bytes = pdf("接着传");
    const request = { mark: "sha256:1" };
    const { id } = Object((await begin(buyer, "断点.pdf", bytes.byteLength, request)).body.result);
    await send(buyer, id, 0, bytes.subarray(0, 7));
    const again = await begin(buyer, "断点.pdf", bytes.byteLength, request);
    expect(again.body.result).toMatchObject({ id, received: 7 });
    expect(Object((await begin(buyer, "断点.pdf", bytes.byteLength, { mark: "sha256:2" })).body.result).id).not.toBe(
      id,
    );
    expect(Object((await begin(other, "断点.pdf", bytes.byteLength, request)).body.result).id).not.toBe(id);

    const once = { requestId: "upload-1" };
    const one = Object((await begin(buyer, "一次.pdf", bytes.byteLength, once)).body.result).id;
    await send(buyer, one, 0, bytes);
    expect((await begin(buyer, "一次.pdf", bytes.byteLength, once)).body.result).toMatchObject({
      id: one,
      complete: true,
    });
    expect((await begin(buyer, "另一个.pdf", bytes.byteLength, once)).body.code).toBe(40004);
  });

  test("放弃：没有了，写不进单据；同一请求号再说一次也是成功", async () => {
    const id = await bring(buyer, "放弃.pdf", pdf("放弃"));
    const drop = () =>
      call(world, { token: buyer, method: "DELETE", path: `${FILES}/${id}`, body: { requestId: "drop-1" } });
    expect((await drop()).body).toMatchObject({ code: 200, result: { id } });
    expect((await drop()).body.code).toBe(200);
    expect((await call(world, { token: buyer, method: "DELETE", path: `${FILES}/${id}`, body: {} })).status).toBe(404);
    expect((await suggest(buyer, [id])).body.code).toBe(40001);
  });
});

describe("收什么", () => {
  test("按内容认类型：改了后缀的、空的、超过上限的、压缩炸弹式的都不收，收到的部分也不留", async () => {
    const exe = Buffer.concat([Buffer.from("MZ"), randomBytes(200)]);
    const { id } = Object((await begin(buyer, "截图.png", exe.byteLength)).body.result);
    const refused = await send(buyer, id, 0, exe);
    expect([refused.status, refused.code]).toEqual([400, 40001]);
    expect(Object(refused.result.errors).attachments).toContain("截图.png");
    expect((await call(world, { token: buyer, method: "GET", path: `${FILES}/${id}` })).status).toBe(404);

    const sheet = await zip(SHEET_NAMES);
    const asPdf = Object((await begin(buyer, "表格.pdf", sheet.byteLength)).body.result).id;
    expect((await send(buyer, asPdf, 0, sheet)).code).toBe(40001);
    const proper = Object((await begin(buyer, "表格.xlsx", sheet.byteLength)).body.result).id;
    expect((await send(buyer, proper, 0, sheet)).result.type).toContain("spreadsheetml");

    expect((await begin(buyer, "空.pdf", 0)).body.code).toBe(40001);
    expect(Object((await begin(buyer, "大.pdf", 900 * 1024 ** 3)).body.result).errors.attachments).toContain(
      "超过单个文件的上限",
    );
  });

  test("不认识的字段、名字、位置和过大的一段是 40002", async () => {
    for (const body of [
      { field: "title", name: "a.pdf", size: 1 },
      { field: "no_such", name: "a.pdf", size: 1 },
      { field: "attachments", name: " ", size: 1 },
      { field: "attachments", name: "a.pdf", size: -1 },
      { field: "attachments", name: "a.pdf", size: "1.5" },
      { field: "attachments", name: "a.pdf", size: 1, mark: "长".repeat(101) },
      { field: "attachments", name: "a.pdf", size: 1, path: "/etc" },
    ]) {
      expect(
        (await call(world, { token: buyer, method: "POST", path: FILES, body })).body.code,
        JSON.stringify(body),
      ).toBe(40002);
    }
    const { id } = Object((await begin(buyer, "位置.pdf", 100)).body.result);
    for (const start of ["", "-1", "x"]) expect((await send(buyer, id, start, pdf())).code, start).toBe(40002);
    expect((await send(buyer, id, 0, Buffer.alloc(PIECE_BYTES + 1))).code).toBe(40002);
    // More than was announced is not taken.
    expect((await send(buyer, id, 0, Buffer.alloc(101))).result.received).toBe(0);
  });

  test("病毒检查：没有查完的和被隔离的都不给下载，被隔离的写不进单据", async () => {
    const { files } = world.engine;
    const found: (string | null)[] = ["Eicar-Test", null];
    files.scanner = {
      async scan(bytes) {
        for await (const _piece of bytes);
        return found.shift() ?? null;
      },
    };
    try {
      const bad = await bring(buyer, "带毒.pdf", pdf("带毒"));
      const at = async (id: string) =>
        Object((await call(world, { token: buyer, method: "GET", path: `${FILES}/${id}` })).body.result);
      expect(await at(bad)).toMatchObject({ complete: true, scan: "waiting" });
      expect(await scanWaitingFiles(world.engine)).toMatchObject({ infected: 1 });
      expect((await at(bad)).scan).toBe("infected");
      expect((await suggest(buyer, [bad])).body.code).toBe(40001);

      const id = await bring(buyer, "待查.pdf", pdf("待查"));
      const record = Object((await suggest(buyer, [id])).body.result).id;
      const early = await download(buyer, record, id);
      expect([early.status, Object(await early.json()).code]).toEqual([400, 40003]);
      await scanWaitingFiles(world.engine);
      expect((await download(buyer, record, id)).status).toBe(200);
    } finally {
      files.scanner = null;
    }
  });
});

describe("谁的文件", () => {
  test("别人的上传看不到、续不了、放不掉，也写不进自己的单据；供应商之间同样", async () => {
    const bytes = pdf("别人");
    for (const [owner, stranger] of [
      [buyer, other],
      [supplierA, supplierB],
      [supplierA, buyer],
      [buyer, supplierA],
    ] as const) {
      const { id } = Object((await begin(owner, "别人.pdf", bytes.byteLength)).body.result);
      expect((await call(world, { token: stranger, method: "GET", path: `${FILES}/${id}` })).status).toBe(404);
      expect((await send(stranger, id, 0, bytes)).status).toBe(404);
      expect((await call(world, { token: stranger, method: "DELETE", path: `${FILES}/${id}`, body: {} })).status).toBe(
        404,
      );
      await send(owner, id, 0, bytes);
      expect((await suggest(stranger, [id])).body).toMatchObject({
        code: 40001,
        result: { errors: { attachments: expect.stringContaining("有文件已失效") } },
      });
      expect((await suggest(owner, [id])).body.code).toBe(200);
    }
  });

  test("供应商的单据和附件，另一家供应商什么都拿不到", async () => {
    const id = await bring(supplierA, "供应商.pdf", pdf("供应商"));
    const record = Object((await suggest(supplierA, [id])).body.result).id;
    expect((await download(supplierA, record, id)).status).toBe(200);
    expect((await download(supplierB, record, id)).status).toBe(404);
  });

  test("没有权限的人不能上传：供应商对合同的内部资料、只读角色、没有登录的", async () => {
    const contract = "/v2/contract-management/contract/files";
    const request = { field: "internal_files", name: "底价.pdf", size: 10 };
    expect([403, 400]).toContain(
      (await call(world, { token: supplierA, method: "POST", path: contract, body: request })).status,
    );
    expect((await call(world, { token: "", method: "POST", path: contract, body: request })).status).toBe(401);
    const inside = await call(world, { token: buyer, method: "POST", path: contract, body: request });
    expect(inside.body.code, inside.body.message).toBe(200);
    // An upload for one entity is not one for another.
    const { id } = Object(inside.body.result);
    expect((await call(world, { token: buyer, method: "GET", path: `${FILES}/${id}` })).status).toBe(404);
    expect(
      (await call(world, { token: buyer, method: "POST", path: "/v2/master-data/material/files", body: request }))
        .status,
    ).toBe(403);
    expect(
      (await call(world, { token: buyer, method: "POST", path: "/v2/master-data/no-such/files", body: request }))
        .status,
    ).toBe(404);
  });
});
