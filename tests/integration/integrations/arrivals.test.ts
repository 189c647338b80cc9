import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readDrops } from "~/engine/integrations/drops.server";
import { readHistory } from "~/engine/operations/audit.server";
import { openRecord } from "~/engine/operations/records.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { call } from "../../support/rest";
import { signedCalls } from "../../support/signed-call";
import { openWorld } from "../../support/world";

const LOG = "system-management/interface-log";
const MATERIAL = "master-data/material";
const PATH = "/v2/sap/master-data";

const world = await openWorld();
afterAll(() => world.close());
const signed = signedCalls(world);

const material = (code: string, more: object = {}) => ({
  code,
  name: `SAP物料${code}`,
  material_type_id: "02",
  uom: "kg",
  ...more,
});

async function materialType(): Promise<string> {
  const type = await openRecord(world.system(), {
    entity: world.entity("master-data/material-type"),
    id: world.ids.boxType,
  });
  return String(type.record.code);
}

const boxType = await materialType();
const request = (rows: object[], requestId: string = randomUUID()) => ({ requestId, kind: "material", rows });

async function logOf(key: string) {
  const rows = await unscopedRows(world.system(), LOG, ["id"], [where.eq("idempotency_key", key)]);
  const [row] = rows;
  return row ? (await openRecord(world.system(), { entity: world.entity(LOG), id: String(row.id) })).record : null;
}

async function find(code: string) {
  const [row] = await unscopedRows(
    world.system(),
    MATERIAL,
    ["id", "name", "version", "sap_updated_at"],
    [where.eq("code", code)],
  );
  return row;
}

describe("SAP下发物料", () => {
  test("新的建立、已有的修改、没有变化的不动；错的一行不影响别的行", async () => {
    const first = await signed(PATH, request([material("SAP-1", { material_type_id: boxType })]));
    expect([first.status, first.body.result]).toEqual([
      200,
      {
        added: 1,
        updated: 0,
        unchanged: 0,
        failed: 0,
        rows: [expect.objectContaining({ row: 1, key: "SAP-1", outcome: "added" })],
      },
    ]);
    expect((await find("SAP-1"))?.sap_updated_at).not.toBeNull();
    const rows = [
      material("SAP-1", { material_type_id: boxType }),
      material("SAP-2", { material_type_id: "没有这个类型" }),
      material("SAP-3", { material_type_id: boxType, name: "" }),
      { name: "没有编码" },
      material("SAP-4", { material_type_id: boxType, owner: "谁" }),
      material("SAP-5", { material_type_id: boxType }),
    ];
    const { body } = await signed(PATH, request(rows));
    expect(body.result).toMatchObject({
      added: 1,
      unchanged: 1,
      failed: 4,
      rows: [
        { outcome: "unchanged" },
        { outcome: "failed", errors: { material_type_id: expect.any(String) } },
        { outcome: "failed", errors: { name: "请填写物料名称" } },
        { outcome: "failed", message: "请填写物料编码" },
        { outcome: "failed", message: expect.stringContaining("owner") },
        { outcome: "added" },
      ],
    });
    const renamed = await signed(PATH, request([{ code: "SAP-1", name: "改了名" }]));
    expect(renamed.body.result).toMatchObject({ updated: 1 });
    const row = await find("SAP-1");
    expect(row).toMatchObject({ name: "改了名", version: 2 });
    const history = await readHistory(world.system(), { entity: world.entity(MATERIAL), recordId: String(row?.id) });
    expect(JSON.stringify(history)).toContain("系统（主数据下发）");
  });

  test("同一请求号再来，得到第一次的答复，什么也不再做；内容不同则拒绝", async () => {
    const body = request([material("SAP-10", { material_type_id: boxType })]);
    const first = await signed(PATH, body);
    const again = await signed(PATH, body);
    expect([again.status, again.body.result]).toEqual([200, first.body.result]);
    const other = await signed(PATH, { ...body, rows: [material("SAP-11", { material_type_id: boxType })] });
    expect([other.status, other.body.code, other.body.message]).toEqual([400, 40004, "同一请求号已用于不同的内容"]);
    expect(await find("SAP-11")).toBeUndefined();
    expect(await logOf(body.requestId)).toMatchObject({ state: "success", direction: "in", system: "sap", attempt: 1 });
  });

  test("同时来两次，也只有一个答复和一行日志", async () => {
    const body = request([material("SAP-20", { material_type_id: boxType })]);
    const answers = await Promise.all([signed(PATH, body), signed(PATH, body), signed(PATH, body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const found = await unscopedRows(world.system(), MATERIAL, ["id"], [where.eq("code", "SAP-20")]);
    expect(found).toHaveLength(1);
  });

  test("被拒绝的记为失败，之后可用同一请求号再来", async () => {
    const body = { ...request([{ code: "x" }]), kind: "nothing" };
    const refused = await signed(PATH, body);
    expect([refused.status, refused.body.code]).toEqual([400, 40002]);
    expect(await logOf(body.requestId)).toMatchObject({ state: "failed", http_status: 400, attempt: 1 });
    await signed(PATH, body);
    expect(await logOf(body.requestId)).toMatchObject({ state: "failed", attempt: 2 });
  });

  test("供应商须先在平台建立", async () => {
    const { body } = await signed(PATH, {
      requestId: randomUUID(),
      kind: "supplier",
      rows: [{ code: "GYS999999", name: "外来" }],
    });
    expect(body.result).toMatchObject({
      failed: 1,
      rows: [{ message: "平台上没有供应商「GYS999999」，须先在平台建立" }],
    });
  });
});

describe("不该相信的请求", () => {
  const body = JSON.stringify(request([material("EVIL-1", { material_type_id: boxType })]));

  test.each([
    ["密钥不对", { secret: "another-secret-of-thirty-two-letters" }],
    ["内容被改过", { signedBody: body.replace("EVIL", "GOOD") }],
    ["为别的地址签的", { target: "POST /v2/oa/approval-decision" }],
    ["太晚", { timestamp: world.clock.now().getTime() - 5 * 60_000 - 1 }],
    ["来自将来", { timestamp: world.clock.now().getTime() + 5 * 60_000 + 1 }],
    ["别的系统", { client: "oa" }],
    ["没有署名", { client: "" }],
    ["随机串太短", { nonce: "abc" }],
  ])("%s：401，什么也不做，也不留日志", async (_what, signing) => {
    const answer = await signed(PATH, body, signing);
    expect([answer.status, answer.body.code]).toEqual([401, 40101]);
    expect(await find("EVIL-1")).toBeUndefined();
    expect(await logOf(JSON.parse(body).requestId)).toBeNull();
  });

  test("截获的请求原样重放：401", async () => {
    const nonce = randomUUID();
    const known = request([material("SAP-30", { material_type_id: boxType })]);
    expect((await signed(PATH, known, { nonce })).status).toBe(200);
    expect((await signed(PATH, known, { nonce })).status).toBe(401);
  });

  test("没有配置密钥的安装没有这个接口；登录的人也不能冒充", async () => {
    const answer = await call(world, { token: "", method: "POST", path: PATH, body: request([material("EVIL-2")]) });
    expect([answer.status, answer.body.message]).toEqual([404, "接口不存在"]);
  });

  test("多余的字段、太多的行、不是JSON：400", async () => {
    const rows = Array.from({ length: 201 }, (_, index) => material(`M-${index}`));
    for (const wrong of [{ ...request([material("a")]), more: 1 }, request(rows), request([]), "not json", "[]"]) {
      const { status, body: said } = await signed(PATH, wrong);
      expect([status, said.code]).toEqual([400, 40002]);
    }
  });
});

describe("以文件下发", () => {
  test("读入、移走、写明错误；半个文件不读；中途停下的下次再读", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "drop-"));
    const at = (...parts: string[]) => path.join(folder, ...parts);
    try {
      await mkdir(at("in"), { recursive: true });
      await mkdir(at("working"), { recursive: true });
      const rows = [material("FILE-1", { material_type_id: boxType })];
      await writeFile(at("in", "a.json"), JSON.stringify(request(rows, "file-a")));
      await writeFile(at("in", "b.json"), '{"kind": "material", ');
      await writeFile(at("in", "c.json.part"), "half");
      await writeFile(at("in", "d.json"), JSON.stringify({ kind: "material", rows: [{ code: "FILE-2" }] }));
      expect(await readDrops(world.engine, folder)).toBe(3);
      expect(await readdir(at("in"))).toEqual(["c.json.part"]);
      expect(await readdir(at("working"))).toEqual([]);
      expect(await readdir(at("done"))).toEqual(["a.json", "a.json.answer.json"]);
      expect(await readdir(at("failed"))).toEqual(["b.json", "b.json.answer.json", "d.json", "d.json.answer.json"]);
      const answer = JSON.parse(await readFile(at("failed", "d.json.answer.json"), "utf8"));
      expect(answer).toMatchObject({ failed: 1, rows: [{ key: "FILE-2", errors: expect.any(Object) }] });
      expect(await find("FILE-1")).toBeDefined();
      expect(await logOf("file-a")).toMatchObject({ state: "success" });
      // Left by a process that died: it is read again once ten minutes of our clock have gone by since it was taken.
      await writeFile(
        at("working", "e.json"),
        JSON.stringify(request([material("FILE-3", { material_type_id: boxType })])),
      );
      await utimes(at("working", "e.json"), world.clock.now(), world.clock.now());
      world.clock.advance(9 * 60_000);
      expect(await readDrops(world.engine, folder)).toBe(0);
      world.clock.advance(2 * 60_000);
      expect(await readDrops(world.engine, folder)).toBe(1);
      expect(await find("FILE-3")).toBeDefined();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
