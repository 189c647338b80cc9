import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { readHistory } from "~/engine/operations/audit.server";
import { readRecord } from "~/engine/operations/save.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { checkSealing, sealingOf } from "~/engine/sealing-fields/own-key.server";
import { createLog } from "~/host/log.server";
import { loader as openPage } from "~/routes/_shell.$module.$screen.$id._index";
import { action as saveEdited } from "~/routes/_shell.$module.$screen.$id.edit";
import { loader as exportPdf } from "~/routes/$module.$screen.$id.export";
import { loader as print } from "~/routes/$module.$screen.$id.print";
import { loader as sealedCopy } from "~/routes/$module.$screen.$id.sealed-copy";
import { action as keepTyped } from "~/routes/$module.$screen.draft";
import { call, signIn } from "../../support/rest";
import { outcome } from "../../support/sign-in";
import { tempDir } from "../../support/temp-dir";
import { openWorld } from "../../support/world";
import { answer, args, browser } from "../session/guard-support";
import { backup, placeOf } from "../storage/backups";
import { HOUR, invited, opened, ownQuote, QUOTE, RFQ, step, tablesWith } from "./sealed-quotes";

const logged: string[] = [];
const log = createLog({ logLevel: "debug" }, { write: (line: string) => void logged.push(line) });
const world = await openWorld({ shippedFlows: true, log });
afterAll(() => world.close());

const PATH = "/receiving/supplier-quote";
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/** Price, freight, words of the page's form; what the line comes to. */
const BY_FORM = { price: "5381.2967", freight: "274.6158", note: "落霞亭下的底价", total: "5655912.5" };
const BY_REST = { price: "6092.4735", freight: "385.1942", note: "听松阁下的底价", total: "6477667.7" };
const TYPED = { price: "7703.9184", note: "望江楼下的草稿价" };

async function expectNowhere(figures: readonly string[]): Promise<void> {
  expect(await tablesWith(world, ...figures)).toEqual([]);
  const { file } = await backup(placeOf(world), tempDir("sealed-backups"));
  const kept = gunzipSync(readFileSync(file));
  for (const text of figures) expect(kept.includes(text), `备份里的${text}`).toBe(false);
  const lines = logged.join("");
  for (const text of figures) expect(lines.includes(text), `日志里的${text}`).toBe(false);
}

const at = (id: string, page = "") => `${PATH}/${id}${page === "" ? "" : `/${page}`}`;

/** The form of the page as a browser posts it. */
async function posted(id: string, values: { price: string; freight?: string; note: string }) {
  const { csrf, token } = await browser(world, "supplierA");
  const { record, line } = await ownQuote(world, id);
  const { price, note, freight = "" } = values;
  const body = new URLSearchParams({
    ...{ _csrf: csrf, _version: String(record.version), _once: world.engine.newId() },
    ...{ tax_rate: "13", valid_to: "2025-12-31", contact_phone: "13800000000", note },
    ...{ "_lines.items": "1", "items.0.id": line, "items.0.price": price, "items.0.freight": freight },
  });
  return { token, init: { method: "POST", body, headers: FORM } };
}

describe("经过真的表单和接口", () => {
  test("自动暂存、有错的提交、保存、提交：数据库、备份和日志里没有一个价格；开启后才有", async () => {
    const { rfq, quote } = await invited(world);
    const typed = await posted(quote, TYPED);
    const form = encodeURIComponent(at(quote, "edit"));
    const kept = await answer(keepTyped(args(`${PATH}/draft?form=${form}`, typed.token, typed.init)));
    expect(kept.status).toBe(200);
    const wrong = await posted(quote, { ...BY_FORM, freight: "不知道" });
    expect(await answer(saveEdited(args(at(quote, "edit"), wrong.token, wrong.init)))).toMatchObject({ status: 200 });
    const right = await posted(quote, BY_FORM);
    expect(await answer(saveEdited(args(at(quote, "edit"), right.token, right.init)))).toMatchObject({ status: 303 });
    const figures = [...Object.values(BY_FORM), ...Object.values(TYPED)];
    await expectNowhere(figures);
    await step(world, quote, "submit");
    await expectNowhere(figures);
    await opened(world, rfq);
    const tables = await tablesWith(world, BY_FORM.price);
    expect(tables).toEqual(expect.arrayContaining(["audit_log", "supplier_quote_items"]));
    expect(await tablesWith(world, TYPED.price)).toEqual([]);
  });

  test("接口保存、重发同一请求、被拒绝的保存和提交也一样；重发得到同一个答复", async () => {
    const { quote } = await invited(world);
    const { record, line } = await ownQuote(world, quote);
    const token = await signIn(world, "supplierA");
    const { price, freight, note } = BY_REST;
    const body = {
      ...{ version: record.version, requestId: world.engine.newId() },
      ...{ tax_rate: "13", valid_to: "2025-12-31", contact_phone: "13800000000", note },
      items: [{ id: line, price, freight }],
    };
    const save = (given: object) => call(world, { token, method: "PUT", path: `/v2${at(quote)}`, body: given });
    const [first, again] = [await save(body), await save(body)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.result).toEqual(first.body.result);
    expect((await save({ ...body, note: TYPED.note })).status).toBe(400);
    expect((await save({ ...body, requestId: world.engine.newId(), version: 0 })).status).toBe(400);
    const { version } = (await ownQuote(world, quote)).record;
    const send = { version, reason: "确认", requestId: world.engine.newId() };
    const sent = await call(world, { token, method: "POST", path: `/v2${at(quote)}/submit`, body: send });
    expect(sent.status, sent.body.message).toBe(200);
    const read = await call(world, { token, method: "GET", path: `/v2${at(quote)}` });
    expect(Object(read.body.result).note).toBe(note);
    await expectNowhere([...Object.values(BY_REST), TYPED.note]);
  });
});

describe("副本和回执", () => {
  const copyOf = async (account: "supplierA" | "supplierB" | "buyerA", id: string) => {
    const { token } = await browser(world, account);
    const work = Promise.resolve(sealedCopy(args(at(id, "sealed-copy"), token)));
    const given = await work.catch((thrown: unknown) => thrown);
    if (!(given instanceof Response)) throw new Error("no answer");
    return { status: given.status, text: await given.text(), headers: given.headers };
  };
  const receiptOn = async (account: "supplierA" | "buyerA", id: string) => {
    const model = await recordModel(await world.as(account), world.screen(QUOTE), id);
    const section = model.sections.find(({ title }) => title?.endsWith("回执"));
    const facts = section?.kind === "facts" ? section.facts : [];
    return {
      title: section?.title,
      facts: Object.fromEntries(facts.map(({ label, text }) => [label, text])),
      copies: model.actions.filter(({ label }) => label === "下载报价单副本").map(({ href }) => href),
    };
  };

  test("副本的 SHA-256 就是回执的指纹，提交不改变它；开启后双方都能核对，别人始终拿不到", async () => {
    const { rfq, quote } = await invited(world);
    const blank = await receiptOn("supplierA", quote);
    const form = await posted(quote, BY_FORM);
    await answer(saveEdited(args(at(quote, "edit"), form.token, form.init)));
    const draft = await receiptOn("supplierA", quote);
    expect(draft.facts["指纹（SHA-256）"]).not.toBe(blank.facts["指纹（SHA-256）"]);
    expect(draft.copies).toEqual([at(quote, "sealed-copy")]);
    const copy = await copyOf("supplierA", quote);
    const print = createHash("sha256").update(copy.text).digest("hex");
    expect(copy.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(copy.headers.get("Content-Disposition")).toContain(print);
    expect(JSON.parse(copy.text)).toMatchObject({ record: quote, values: { note: BY_FORM.note } });
    expect(draft.facts).toMatchObject({ "指纹（SHA-256）": print });
    expect(draft.facts.内容).toContain("只有您能看到");

    await step(world, quote, "submit");
    const sent = await receiptOn("supplierA", quote);
    expect(sent.facts).toMatchObject({ 内容: "已提交，开启以前只有您能看到", "指纹（SHA-256）": print });
    // The inquiry is not sealed, so nothing on the page says that it is.
    expect(sent.title).toBe("报价单回执");
    expect(Object.keys(sent.facts)).toContain("提交时间");
    for (const account of ["buyerA", "supplierB"] as const) expect((await copyOf(account, quote)).status).toBe(404);

    await opened(world, rfq);
    for (const account of ["supplierA", "buyerA"] as const) {
      const { facts, copies } = await receiptOn(account, quote);
      expect(facts).toMatchObject({ 内容: "已开启", "指纹（SHA-256）": print, 核对: "指纹一致，内容与提交时相同" });
      expect(copies).toHaveLength(1);
      expect((await copyOf(account, quote)).text).toBe(copy.text);
    }
    expect((await copyOf("supplierB", quote)).status).toBe(404);
  });

  test("开启后在数据库里改过价格或副本，核对时看得出来", async () => {
    const { rfq, quote } = await invited(world);
    const form = await posted(quote, BY_FORM);
    await answer(saveEdited(args(at(quote, "edit"), form.token, form.init)));
    await step(world, quote, "submit");
    await opened(world, rfq);
    const connection = world.engine.database.connection();
    await sql`update supplier_quote_items set price = 1 where root_id = ${quote}`.execute(connection);
    expect((await receiptOn("buyerA", quote)).facts.核对).toBe("指纹一致，但当前内容与提交时不同，请联系管理员");
    await sql`update sealed_content set opened_text = opened_text || ' ' where record_id = ${quote}`.execute(
      connection,
    );
    expect((await receiptOn("supplierA", quote)).facts.核对).toBe("指纹不一致：内容与提交时不同，请联系管理员");
  });
});

describe("开启以前查看被拒绝的记录", () => {
  const looks = async (rfq: string) =>
    (await readHistory(await world.as("buyerA"), { entity: world.entity(RFQ), recordId: rfq }))
      .filter(({ action }) => action === "sealed-look")
      .map(({ userName, label, reason }) => ({ userName, label, reason }));

  test("打开、打印、导出、接口各样都是 404；询价单的变更记录里每人每单每小时一条，供应商看不到，列表不算", async () => {
    const { rfq, quote } = await invited(world);
    const form = await posted(quote, BY_FORM);
    await answer(saveEdited(args(at(quote, "edit"), form.token, form.init)));
    await step(world, quote, "submit");
    const { token } = await browser(world, "buyerA");
    await call(world, { token, method: "GET", path: `/v2${PATH}?size=10` });
    expect(await looks(rfq)).toEqual([]);
    const asked: (() => Promise<unknown>)[] = [
      () => openPage(args(at(quote), token)),
      () => print(args(at(quote, "print"), token)),
      () => exportPdf(args(at(quote, "export?format=pdf"), token)),
      () => sealedCopy(args(at(quote, "sealed-copy"), token)),
    ];
    for (const ask of asked) expect((await answer(ask())).status).toBe(404);
    expect((await call(world, { token, method: "GET", path: `/v2${at(quote)}` })).status).toBe(404);
    const { record } = await ownQuote(world, quote);
    const { name } = (await world.as("buyerA")).actor;
    const row = { userName: name, label: "查看未开启内容被拒绝", reason: `报价单 ${record.number}` };
    expect(await looks(rfq)).toEqual([row]);

    world.clock.advance(HOUR + 1);
    await Promise.all(
      [1, 2, 3].map(async () => outcome(readRecord(await world.as("buyerA"), world.screen(QUOTE), quote))),
    );
    expect(await looks(rfq)).toEqual([row, row]);
    const other = await world.as("manager");
    expect(await outcome(printedRecord(other, world.screen(QUOTE), quote, "https://p.test"))).toBe("not_found");
    expect((await looks(rfq))[0]).toMatchObject({ userName: other.actor.name });
    const own = await readHistory(await world.as("supplierA"), { entity: world.entity(QUOTE), recordId: quote });
    expect(own.filter(({ action }) => action === "sealed-look")).toEqual([]);
  });

  test("供应商、系统、不存在的和已开启的都不记", async () => {
    const { rfq, quote } = await invited(world);
    const form = await posted(quote, BY_FORM);
    await answer(saveEdited(args(at(quote, "edit"), form.token, form.init)));
    await step(world, quote, "submit");
    const screen = world.screen(QUOTE);
    expect(await outcome(readRecord(await world.as("supplierB"), screen, quote))).toBe("not_found");
    expect(await outcome(readRecord(await world.as("buyerA"), screen, world.engine.newId()))).toBe("not_found");
    expect(await outcome(readRecord(await world.as("buyerA"), screen, "no-id"))).toBe("not_found");
    await opened(world, rfq);
    expect(await outcome(readRecord(await world.as("buyerA"), screen, quote))).toBe("ok");
    expect(await looks(rfq)).toEqual([]);
  });
});

describe("系统的密封密钥换了", () => {
  test("启动时说明；原来填写的读不到，其他照常；换回来又读得到", async () => {
    const { quote } = await invited(world);
    const form = await posted(quote, BY_FORM);
    await answer(saveEdited(args(at(quote, "edit"), form.token, form.init)));
    const { sealing } = world.engine;
    logged.length = 0;
    await checkSealing(world.engine);
    expect(logged).toEqual([]);
    Object.assign(world.engine, { sealing: sealingOf(Buffer.alloc(32, 8).toString("base64"), "SEALING_KEY") });
    try {
      await checkSealing(world.engine);
      expect(logged.join("")).toContain("密封密钥缺失或不是这个数据库原来的密钥");
      expect(logged.join("")).not.toContain(Buffer.from(sealing.key).toString("base64"));
      expect(await outcome(ownQuote(world, quote))).toBe("unavailable");
      const other = await invited(world);
      expect((await ownQuote(world, other.quote)).record.state).toBe("draft");
    } finally {
      Object.assign(world.engine, { sealing });
    }
    await checkSealing(world.engine);
    expect((await ownQuote(world, quote)).record.note).toBe(BY_FORM.note);
  });
});
