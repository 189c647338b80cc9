import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changePassword } from "~/engine/account/change-password.server";
import { securityModel } from "~/engine/account/settings-model.server";
import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { inTransaction } from "~/engine/operations/transaction.server";
import { newKeyFile, openWith, type PrivateKey, sealFor } from "~/engine/sealing/crypto.server";
import { ownKey, setOpeningKey, type Unlocking, withoutKeys } from "~/engine/sealing/opening-keys.server";
import { openingModel } from "~/engine/sealing/opening-model.server";
import { askRecovery, settleAskedRecovery } from "~/engine/sealing/recovery.server";
import { type Given, giveShare, makeSeal, openedSeal, sealKey, sealProgress } from "~/engine/sealing/seals.server";
import { openSession, signIn } from "~/engine/session/session.server";
import { stoppedClock } from "../../support/clock";
import { type AccountName, PASSWORD } from "../../support/company";
import { newcomerWith } from "../../support/conformance";
import { expectWhole } from "../../support/page-model";
import { openWorld } from "../../support/world";

const clock = stoppedClock();
const world = await openWorld({ clock });
afterAll(() => world.close());

const HOUR = 60 * 60_000;
const PHRASE = "白头山上的雪今年化得早 7 月";
const ORDER = "purchase-orders/purchase-order";

/** A session of an account, as its next request finds it. */
async function visit(account: AccountName | string): Promise<Context> {
  const entry = { account, password: PASSWORD, ip: "10.0.0.9", device: "Chrome/1 Windows" };
  const { token } = await signIn(world.engine, entry);
  const session = await openSession(world.engine, token, { requestId: "r", ip: "10.0.0.9", channel: "page" });
  if (!session) throw new Error("the session is over");
  return session.context;
}

/** Somebody new of the staff with that role, signed in. */
async function person(role: string): Promise<Context> {
  const { actor } = await newcomerWith(world, role);
  const admin = idOf(await world.as("admin"));
  await sql`insert into user_secret (user_id, password_hash) select ${actor.id}::uuid, password_hash from user_secret where user_id = ${admin}
    on conflict (user_id) do update set password_hash = excluded.password_hash, must_change = false, expires_at = null`.execute(
    world.engine.database.connection(),
  );
  return visit(actor.account);
}
const idOf = ({ actor }: Context): string => actor.id ?? "";
const file = (text = newKeyFile()): Unlocking => ({ how: "file", text });
const phrase = (text = PHRASE): Unlocking => ({ how: "passphrase", text });

/** Sets a key file, the quick way, and answers it. */
async function withFile(context: Context): Promise<Unlocking> {
  const secret = file();
  await setOpeningKey(context, { next: { ...secret, again: "" }, oldpassword: "" });
  return secret;
}

async function refused(work: Promise<unknown>): Promise<AppError> {
  return work.then(
    () => Promise.reject(new Error("not refused")),
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
  );
}

interface Ceremony {
  sealId: string;
  publicKey: string;
  recordId: string;
  first: Context;
  second: Context;
  supervisor: Context;
  secrets: { first: Unlocking; second: Unlocking; supervisor: Unlocking };
}

let serial = 0;
/** A record under seal, with two holders and a supervisor. */
async function ceremony(): Promise<Ceremony> {
  const [first, second, supervisor] = [await person("buyer"), await person("purchase_manager"), await person("legal")];
  const secrets = {
    first: await withFile(first),
    second: await withFile(second),
    supervisor: await withFile(supervisor),
  };
  const recordId = world.engine.newId();
  serial += 1;
  const about = { entity: ORDER, id: recordId, number: `XJ-${serial}` };
  const input = { about, holders: [idOf(first), idOf(second)] as const, supervisor: idOf(supervisor) };
  const made = await inTransaction(first, () => makeSeal(first, input));
  return { ...made, recordId, first, second, supervisor, secrets };
}

function keyOf(given: Given): PrivateKey {
  if (!given.opened) throw new Error("not open yet");
  return given.privateKey;
}

const trailOf = async (recordId: string) =>
  (
    await sql<{ label: string; reason: string | null; name: string }>`
      select label, staff_reason as reason, user_name as name from audit_log where record_id = ${recordId} order by at, id`.execute(
      world.engine.database.connection(),
    )
  ).rows;

const told = async (userId: string, scenario: string) =>
  (
    await sql<{ title: string }>`select title from inbox where user_id = ${userId} and scenario = ${scenario}`.execute(
      world.engine.database.connection(),
    )
  ).rows.length;

/** Everything every table holds, as text. */
async function wholeDatabase(): Promise<string> {
  const connection = world.engine.database.connection();
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    connection,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(connection);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join("\n");
}

/** The writings under which bytes could lie in a table. */
function writingsOf(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes);
  return [
    buffer.toString("hex"),
    buffer.toString("base64"),
    buffer.toString("base64url"),
    [...bytes].join(","),
    [...bytes].join(", "),
  ];
}

describe("开启口令", () => {
  let buyer: Context;
  beforeAll(async () => {
    buyer = await person("buyer");
  });

  test("太短、两次不一致，都在字段上说明；什么也没有保存", async () => {
    const complaints = async (text: string, again = text) =>
      (await refused(setOpeningKey(buyer, { next: { ...phrase(text), again }, oldpassword: "" }))).complaints;
    expect(await complaints("太短")).toMatchObject([{ field: "passphrase", message: "开启口令至少12个字符" }]);
    expect(await complaints("aaaaaaaaaaaa")).toMatchObject([{ field: "passphrase" }]);
    expect(await complaints(PHRASE, "别的一句话")).toMatchObject([{ field: "again" }]);
    expect(await ownKey(buyer)).toBeNull();
  });

  test("开启口令不能是现在的登录密码", async () => {
    const own = "Sealed@Password1";
    const before = await person("buyer");
    const { token } = await changePassword(before, { newpassword: own, confirmpassword: own, oldpassword: "" });
    const session = await openSession(world.engine, token, { requestId: "r", ip: "", channel: "page" });
    if (!session) throw new Error("the session is over");
    const input = { next: { ...phrase(own), again: own }, oldpassword: own };
    expect((await refused(setOpeningKey(session.context, input))).complaints).toEqual([
      { field: "passphrase", message: "登录密码与开启口令不能相同" },
    ]);
  });

  test("设置以后本人得到安全提醒；登录密码不能改成它；库里没有口令", async () => {
    await setOpeningKey(buyer, { next: { ...phrase("Snow-melts-7July"), again: "Snow-melts-7July" }, oldpassword: "" });
    expect(await ownKey(buyer)).toMatchObject({ how: "passphrase", state: "living" });
    expect(await told(idOf(buyer), "account.opening-key")).toBe(1);
    expect(await withoutKeys(buyer, [idOf(buyer)])).toEqual([]);
    const like = "Snowmelts@7July";
    const renamed = await person("buyer");
    await setOpeningKey(renamed, { next: { ...phrase(like), again: like }, oldpassword: "" });
    const change = { newpassword: like, confirmpassword: like, oldpassword: "" };
    expect((await refused(changePassword(renamed, change))).complaints).toMatchObject([{ field: "newpassword" }]);
    expect(await wholeDatabase()).not.toContain("Snow-melts-7July");
  });

  test("供应商没有开启口令，也看不到这些表", async () => {
    const supplier = await visit("supplierA");
    expect((await refused(ownKey(supplier))).error).toBe("forbidden");
    for (const reader of [supplier, buyer]) {
      for (const table of ["opening_key", "seal", "seal_share", "seal_recovery"]) {
        const look = () => sql`select * from ${sql.table(table)}`.execute(world.engine.database.connection());
        await expect(inTransaction(reader, look)).rejects.toThrow(/permission denied/);
      }
    }
  });
});

test("账号设置里看到指纹和由本人开启的单据；没有收下的口令不再画出来；供应商没有这一页", async () => {
  const { first, supervisor } = await ceremony();
  const model = await openingModel(first);
  expectWhole(model, "settings-opening");
  expect(model.key?.fingerprint).toMatch(/^([0-9A-F]{4} ){3}[0-9A-F]{4}$/);
  expect(model.held.rows.map(({ cells }) => cells.map(({ text }) => text))).toMatchObject([
    ["采购订单", `XJ-${serial}`, "开启人", expect.any(String), "未开启"],
  ]);
  expect((await openingModel(supervisor)).held.rows[0]?.cells[2]?.text).toBe("监督人");
  const wrong = { next: { ...phrase(), again: "" }, isLost: true, oldpassword: "" };
  const refusedModel = await openingModel(first, {
    error: await refused(setOpeningKey(first, wrong)),
    how: "passphrase",
    isLost: true,
  });
  expect(refusedModel.next[1]).toMatchObject({ error: "请再输入一次开启口令" });
  expect(JSON.stringify(refusedModel)).not.toContain(PHRASE);
  const supplier = await visit("supplierA");
  expect((await refused(openingModel(supplier))).error).toBe("forbidden");
  expect((await securityModel(supplier)).tabs.map(({ label }) => label)).not.toContain("开启口令");
});

describe("共同开启", () => {
  test("一人两次只算一人；第二人交出后得到私钥，能读密封的内容；之后不能再开启", async () => {
    const { sealId, publicKey, recordId, first, second, secrets } = await ceremony();
    const sealed = await sealFor(publicKey, new TextEncoder().encode("单价 4711.08"), "quote/1");
    expect(await inTransaction(await world.as("supplierA"), () => sealKey(first, sealId))).toBe(publicKey);
    for (const _time of [1, 2]) {
      const given = await giveShare(first, { sealId, secret: secrets.first });
      expect(given).toEqual({ opened: false, waitingFor: [second.actor.name] });
    }
    expect(await told(idOf(second), "seal.share-given")).toBe(1);
    expect(
      (await refused(inTransaction(first, () => openedSeal(first, sealId, { entity: ORDER, id: recordId })))).error,
    ).toBe("wrong_state");
    const before = await wholeDatabase();
    const key = keyOf(await giveShare(second, { sealId, secret: secrets.second }));
    expect(new TextDecoder().decode(await openWith(key, sealed, "quote/1"))).toBe("单价 4711.08");
    // Until the content is open either of the two may try again.
    const again = keyOf(await giveShare(first, { sealId, secret: secrets.first }));
    expect(again.toBytes()).toEqual(key.toBytes());
    const after = await wholeDatabase();
    for (const writing of writingsOf(key.toBytes())) {
      expect(before.includes(writing) || after.includes(writing)).toBe(false);
    }
    for (const { text } of Object.values(secrets)) expect(after).not.toContain(text.split("\n")[1]);
    await inTransaction(second, () => openedSeal(second, sealId, { entity: ORDER, id: recordId }));
    expect((await refused(giveShare(first, { sealId, secret: secrets.first }))).error).toBe("wrong_state");
    expect(await inTransaction(first, () => sealKey(first, sealId))).toBeNull();
    const progress = await inTransaction(first, () => sealProgress(first, sealId));
    expect(progress.map(({ role, givenAt }) => [role, givenAt !== null])).toEqual([
      ["holder", true],
      ["holder", true],
      ["supervisor", false],
    ]);
    expect((await trailOf(recordId)).map(({ label }) => label)).toEqual([
      "生成密封密钥",
      "交出开启份额",
      "交出开启份额",
      "开启密封内容",
    ]);
  });

  test("两人同时交出，恰有一人得到私钥", async () => {
    const { sealId, first, second, secrets } = await ceremony();
    const both = await Promise.all([
      giveShare(first, { sealId, secret: secrets.first }),
      giveShare(second, { sealId, secret: secrets.second }),
    ]);
    expect(both.filter(({ opened }) => opened)).toHaveLength(1);
  });

  test("密钥文件不对：字段上说明，写进单据的历史；错五次以后要等待，正确的也不核对", async () => {
    const { sealId, recordId, first, secrets } = await ceremony();
    for (let guess = 1; guess <= 5; guess += 1) {
      const error = await refused(giveShare(first, { sealId, secret: file() }));
      expect(error.complaints).toEqual([{ field: "secret", message: "密钥文件不正确" }]);
    }
    expect((await refused(giveShare(first, { sealId, secret: secrets.first }))).error).toBe("too_often");
    const trail = await trailOf(recordId);
    expect(trail.filter(({ label }) => label === "开启未通过")).toHaveLength(6);
    expect(trail.at(-1)?.name).toBe(first.actor.name);
    clock.advance(HOUR);
    const later = await visit(first.actor.account);
    expect((await giveShare(later, { sealId, secret: secrets.first })).opened).toBe(false);
  });

  test("不是开启人的不能交出份额，写进历史；没有开启口令的人不能成为开启人", async () => {
    const { sealId, recordId, second, supervisor } = await ceremony();
    const stranger = await person("buyer");
    const about = { entity: ORDER, id: recordId };
    const people = { about, holders: [idOf(second), idOf(stranger)] as const, supervisor: idOf(supervisor) };
    const error = await refused(inTransaction(stranger, () => makeSeal(stranger, people)));
    expect([error.error, error.facts.missing]).toEqual(["wrong_state", [idOf(stranger)]]);
    const twice = { about, holders: [idOf(second), idOf(second)] as const, supervisor: idOf(supervisor) };
    expect((await refused(inTransaction(stranger, () => makeSeal(stranger, twice)))).error).toBe("invalid");
    const secret = await withFile(stranger);
    expect((await refused(giveShare(stranger, { sealId, secret }))).error).toBe("forbidden");
    expect((await trailOf(recordId)).at(-1)).toMatchObject({ label: "开启未通过", name: stranger.actor.name });
  });
});

describe("更换与遗失", () => {
  test("用原来的更换：尚未开启的份额和已交来的份额转到新的，原来的不再有用", async () => {
    const { sealId, first, second, secrets } = await ceremony();
    await giveShare(first, { sealId, secret: secrets.first });
    const next = file();
    const wrong = { next: { ...next, again: "" }, present: file(), oldpassword: "" };
    expect((await refused(setOpeningKey(second, wrong))).complaints).toMatchObject([{ field: "present" }]);
    await setOpeningKey(second, { next: { ...next, again: "" }, present: secrets.second, oldpassword: "" });
    expect((await refused(giveShare(second, { sealId, secret: secrets.second }))).error).toBe("invalid");
    expect((await giveShare(second, { sealId, secret: next })).opened).toBe(true);
  });

  test("遗失后重新设置：新的打不开以前的密封；想起原来的仍可以打开", async () => {
    const { sealId, first, second, secrets } = await ceremony();
    await giveShare(first, { sealId, secret: secrets.first });
    const next = file();
    await setOpeningKey(second, { next: { ...next, again: "" }, isLost: true, oldpassword: "" });
    const progress = await sealProgress(first, sealId);
    expect(progress.find(({ holderId }) => holderId === idOf(second))?.keyState).toBe("lost");
    expect((await refused(giveShare(second, { sealId, secret: next }))).error).toBe("invalid");
    expect((await giveShare(second, { sealId, secret: secrets.second })).opened).toBe(true);
  });
});

describe("启用监督人的份额", () => {
  test("须两名管理员，都不是开启人；开启人听到每一步；之后监督人与一名开启人共同开启", async () => {
    const { sealId, publicKey, recordId, first, second, supervisor, secrets } = await ceremony();
    const [one, two] = [await person("system_admin"), await person("user_admin")];
    await giveShare(first, { sealId, secret: secrets.first });
    const early = await refused(giveShare(supervisor, { sealId, secret: secrets.supervisor }));
    expect(early.error).toBe("wrong_state");
    expect((await refused(askRecovery(second, { sealId, reason: "口令遗失" }))).error).toBe("forbidden");
    expect((await refused(askRecovery(one, { sealId, reason: " " }))).error).toBe("invalid");
    await askRecovery(one, { sealId, reason: "开启人离职" });
    expect((await refused(askRecovery(two, { sealId, reason: "再申请" }))).error).toBe("wrong_state");
    expect((await refused(settleAskedRecovery(one, { sealId, verdict: "confirmed" }))).error).toBe("own_rule");
    expect((await refused(giveShare(supervisor, { sealId, secret: secrets.supervisor }))).error).toBe("wrong_state");
    await settleAskedRecovery(two, { sealId, verdict: "confirmed" });
    expect(await told(idOf(second), "seal.recovery")).toBe(2);
    const key = keyOf(await giveShare(supervisor, { sealId, secret: secrets.supervisor }));
    expect(key.publicKey).toBe(publicKey);
    expect((await trailOf(recordId)).map(({ label }) => label)).toEqual([
      "生成密封密钥",
      "交出开启份额",
      "开启未通过",
      "开启未通过",
      "申请启用监督人的份额",
      "开启未通过",
      "开启未通过",
      "开启未通过",
      "确认启用监督人的份额",
      "交出开启份额",
    ]);
  });

  test("驳回以后监督人不能交出，可以重新申请", async () => {
    const { sealId, supervisor, secrets } = await ceremony();
    const [one, two] = [await person("system_admin"), await person("system_admin")];
    await askRecovery(one, { sealId, reason: "开启人休假" });
    await settleAskedRecovery(two, { sealId, verdict: "refused" });
    expect((await refused(giveShare(supervisor, { sealId, secret: secrets.supervisor }))).error).toBe("wrong_state");
    await askRecovery(two, { sealId, reason: "开启人离职" });
    await settleAskedRecovery(two, { sealId, verdict: "refused" });
  });
});
