import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeAvatar, readAvatar, removeAvatar } from "~/engine/account/avatar.server";
import { centerModel } from "~/engine/account/center-model.server";
import { changePassword, changeRecoverEmail, recoverEmailOf } from "~/engine/account/change-password.server";
import { blockOwnColleague, listColleagues } from "~/engine/account/colleagues.server";
import { readChoices, saveChoices } from "~/engine/account/notification.server";
import { endSessions, liveSessions } from "~/engine/account/own-sessions.server";
import { readProfile, saveProfile } from "~/engine/account/profile.server";
import { securityModel } from "~/engine/account/settings-model.server";
import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { addComment } from "~/engine/operations/comments.server";
import { readInbox } from "~/engine/operations/inbox.server";
import { watchRecord } from "~/engine/operations/watch.server";
import { resultModel, saveResult } from "~/engine/screen/result-page.server";
import { openSession, signIn } from "~/engine/session/session.server";
import { stoppedClock } from "../../../support/clock";
import { type AccountName, PASSWORD } from "../../../support/company";
import { ORDER, submitted } from "../../../support/orders";
import { pictureFile } from "../../../support/pictures";
import { openWorld } from "../../../support/world";

const clock = stoppedClock();
const world = await openWorld({ clock });
afterAll(() => world.close());

const MINUTE = 60_000;

interface Visit {
  token: string;
  context: Context;
}

/** A session of that account, as its next request finds it. */
async function visit(account: AccountName | string, password = PASSWORD): Promise<Visit> {
  const { token } = await signIn(world.engine, { account, password, ip: "10.0.0.9", device: "Chrome/1 Windows" });
  return { token, context: await again(token) };
}

async function again(token: string): Promise<Context> {
  const session = await openSession(world.engine, token, { requestId: "r", ip: "", channel: "page" });
  if (!session) throw new Error("the session is over");
  return session.context;
}

async function isOpen(token: string): Promise<boolean> {
  return (await openSession(world.engine, token, { requestId: "r", ip: "", channel: "page" })) !== null;
}

async function refused(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("the operation was not refused");
}

async function messages(work: Promise<unknown>): Promise<Record<string, string>> {
  return Object.fromEntries((await refused(work)).complaints.map(({ field, message }) => [field, message]));
}

const change = (context: Context, newpassword: string, confirmpassword = newpassword, oldpassword = "") =>
  changePassword(context, { newpassword, confirmpassword, oldpassword });

describe("修改密码", () => {
  const weak = "您的密码复杂度太低（密码中必须包含大小写字母、数字,最少8位),请及时改密码！";
  test.each<[string, string, string, Record<string, string>]>([
    ["什么都没填", "", "", { newpassword: "新密码不能为空", confirmpassword: "确认密码不能为空" }],
    ["太简单", "abcdefgh", "abcdefgh", { newpassword: weak }],
    ["不认识的符号", "Abcd1234#", "Abcd1234#", { newpassword: weak }],
    [
      "两次不一致",
      "Abcd1234",
      "Abcd12345",
      { newpassword: "新密码与确认密码不一致", confirmpassword: "确认密码与新密码不一致" },
    ],
    ["含有账号", "xFinance1A", "xFinance1A", { newpassword: "密码不能包含用户账号" }],
    ["和现在的一样", PASSWORD, PASSWORD, { newpassword: "新密码不能与最近5次使用过的密码相同" }],
  ])("%s：说明哪里不对，密码不变", async (_name, one, other, expected) => {
    const { context } = await visit("finance");
    expect(await messages(change(context, one, other))).toEqual(expected);
    await visit("finance");
  });

  test("改好以后：其他登录退出，自己换新令牌，旧密码不能再用，本人得到安全提醒", async () => {
    const [here, there] = [await visit("planner"), await visit("planner")];
    const { token } = await change(here.context, "Planned@1a");
    expect([await isOpen(here.token), await isOpen(there.token), await isOpen(token)]).toEqual([false, false, true]);
    expect((await refused(visit("planner"))).error).toBe("wrong_password");
    const { context } = await visit("planner", "Planned@1a");
    const { items } = await readInbox(context, { unreadOnly: true, limit: 5, offset: 0 });
    expect(items).toMatchObject([{ kind: "security", title: "登录密码已修改" }]);
  });

  test("最近五次用过的都不行，第六次以前的可以", async () => {
    let { context } = await visit("qa");
    const used = ["First@1a", "Second@2b", "Third@3c", "Fourth@4d", "Fifth@5e"];
    for (const password of used) {
      clock.advance(MINUTE);
      context = await again((await change(context, password)).token);
    }
    for (const password of used)
      expect(await messages(change(context, password))).toEqual({ newpassword: "新密码不能与最近5次使用过的密码相同" });
    await change(context, PASSWORD);
  });

  test("登录超过30分钟要输入当前密码，错五次以后不再核对", async () => {
    const { token } = await visit("warehouse");
    clock.advance(31 * MINUTE);
    const context = await again(token);
    expect(await messages(change(context, "Warm@2026"))).toEqual({ oldpassword: "请输入当前密码" });
    for (let guess = 1; guess <= 5; guess += 1)
      expect(await messages(change(context, "Warm@2026", "Warm@2026", `Wrong@${guess}`))).toEqual({
        oldpassword: "当前密码不正确",
      });
    const notified = await refused(change(context, "Warm@2026", "Warm@2026", PASSWORD));
    expect([notified.error, notified.message]).toEqual(["too_often", "当前密码错误次数过多，请15分钟后再试"]);
    // Guessing in a session locks nobody out of signing in.
    clock.advance(16 * MINUTE);
    await change(await again(token), "Warm@2026", "Warm@2026", PASSWORD);
    await visit("warehouse", "Warm@2026");
  });
});

describe("个人资料", () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ["姓名", { username: " " }, { username: "姓名不能为空" }],
    ["邮箱", { email: "甲@" }, { email: "请输入正确的Email" }],
    ["身份证号", { cardid: "123" }, { cardid: "请输入正确的身份证号" }],
    ["手机号", { phone: "12" }, { phone: "请输入正确的手机号" }],
    [
      "日期",
      { birthday: "2999-01-01", startfromdate: "2999-01-01" },
      { birthday: "出生日期不能晚于今天", startfromdate: "入职日期不能晚于今天" },
    ],
    ["性别", { sex: "9" }, { sex: "请从列表中选择性别" }],
  ])("%s不对时说明", async (_name, values, expected) => {
    const { context } = await visit("buyerA");
    expect(await messages(saveProfile(context, { values }))).toEqual(expected);
  });

  test("只改自己：请求里的账号和编号不算数，其余保持", async () => {
    const { context, token } = await visit("buyerA");
    const before = await readProfile(context);
    await saveProfile(context, {
      version: before.version,
      values: {
        id: world.accounts.buyerB,
        accountname: "",
        username: "甲采购员",
        cardid: "11010119900101123X",
        sex: "0",
      },
    });
    const after = await readProfile(await again(token));
    expect(after).toMatchObject({ id: world.accounts.buyerA, account: before.account, version: before.version + 1 });
    expect(after.values).toEqual({ ...before.values, username: "甲采购员", cardid: "11010119900101123X", sex: "0" });
    expect((await again(token)).actor.name).toBe("甲采购员");
    // The trail says that the card id changed, and not to what.
    const { rows } = await sql<{
      changes: unknown;
    }>`select changes from audit_log where entity = 'system-management/user'
      and record_id = ${world.accounts.buyerA} and action = 'profile'`.execute(world.engine.database.connection());
    expect(JSON.stringify(rows)).toContain("身份证号");
    expect(JSON.stringify(rows)).not.toContain("11010119900101123X");
    await saveProfile(await again(token), { values: { username: before.values.username } });
  });

  test("受保护的字段拒绝，别人先改过时给出两个版本", async () => {
    const { context } = await visit("buyerA");
    expect((await refused(saveProfile(context, { values: { status: "active" } }))).error).toBe("malformed");
    const { version } = await readProfile(context);
    await saveProfile(context, { version, values: { professional: "会计" } });
    const stale = await refused(saveProfile(context, { version, values: { professional: "食品" } }));
    expect([stale.error, stale.facts]).toEqual([
      "stale_record",
      { version: version + 1, differences: [{ label: "专业", theirs: "会计", yours: "食品" }] },
    ]);
  });

  test("主数据维护的字段只读，提交了也不改", async () => {
    const { context } = await visit("buyerB");
    await sql`update app_user set source = 'mdm', position = '采购' where id = ${world.accounts.buyerB}`.execute(
      world.engine.database.connection(),
    );
    await saveProfile(context, { values: { username: "改名", position: "总监", professional: "物流" } });
    const profile = await readProfile(context);
    expect(profile.readOnly).toEqual(["username", "position", "startfromdate"]);
    expect(profile.values).toMatchObject({ username: "乙采购", position: "采购", professional: "物流" });
  });

  test("别人的资料：没有权限时如同不存在；账号不能为空", async () => {
    const { context } = await visit("supplierA");
    for (const account of ["buyerA", "supplierB", "没有这个人"])
      expect((await refused(readProfile(context, account))).error).toBe("not_found");
    expect(await messages(readProfile(context, " "))).toEqual({ accountname: "用户账号不能为空" });
    expect((await readProfile(context, "SUPPLIERa")).id).toBe(world.accounts.supplierA);
  });
});

describe("登录设备", () => {
  test("只能退出自己的其他登录，别人的编号不起作用", async () => {
    const [mine, other, foreign] = [await visit("buyerA"), await visit("buyerA"), await visit("buyerB")];
    const [theirs] = await liveSessions(foreign.context);
    expect(await endSessions(mine.context, [theirs?.id ?? ""])).toBe(0);
    expect(await isOpen(foreign.token)).toBe(true);
    const [present] = await liveSessions(mine.context);
    expect(present?.present).toBe(true);
    const second = (await liveSessions(other.context)).find((one) => one.present);
    expect((await refused(endSessions(mine.context, [present?.id ?? ""]))).error).toBe("wrong_state");
    expect((await refused(endSessions(mine.context, ["%"]))).error).toBe("malformed");
    expect(await endSessions(mine.context, [second?.id ?? ""])).toBe(1);
    expect([await isOpen(mine.token), await isOpen(other.token)]).toEqual([true, false]);
    const model = await securityModel(mine.context);
    expect(model.sessions.rows[0]?.cells[0]).toMatchObject({ text: "Chrome · Windows", badge: "当前设备" });
    expect(model.signIns.rows.map(({ cells }) => cells[4]?.text)).toContain("被强制退出");
  });

  test("密保邮箱：格式不对或没有当前密码时不改", async () => {
    const { token } = await visit("manager");
    expect(await messages(changeRecoverEmail(await again(token), { email: "x", oldpassword: "" }))).toEqual({
      recoveremail: "请输入正确的Email",
    });
    clock.advance(31 * MINUTE);
    const late = await again(token);
    expect(await messages(changeRecoverEmail(late, { email: "a@example.com", oldpassword: "" }))).toEqual({
      oldpassword: "请输入当前密码",
    });
    await changeRecoverEmail(late, { email: "a@example.com", oldpassword: PASSWORD });
    expect(await recoverEmailOf(late)).toBe("a@example.com");
  });
});

describe("通知设置", () => {
  test("不想听的不再进动态，安全提醒关不掉", async () => {
    const { context } = await visit("manager");
    await saveChoices(context, { site: new Set() });
    const choices = (await readChoices(context)).rows.map(({ code, site }) => [code, site]);
    expect(choices.slice(0, 2)).toEqual([
      ["mention", false],
      ["watch", false],
    ]);
    expect(choices.at(-1)).toEqual(["security", true]);
    expect(choices.filter(([, site]) => site)).toEqual([
      ["seal.share-given", true],
      ["news.to-confirm", true],
      ["message.info", true],
      ["message.todo", true],
      ["message.warning", true],
      ["account.grant-ending", true],
      ["security", true],
    ]);
    const { id } = await submitted(world);
    const entity = world.entity(ORDER);
    const notified = async () => (await readInbox(context, { unreadOnly: false, limit: 50, offset: 0 })).total;
    const before = await notified();
    await watchRecord(context, { entity, id, on: true });
    const comment = async (text: string) => {
      clock.advance(MINUTE);
      await addComment(await world.as("admin"), { entity, id, text, internal: true });
    };
    await comment("@采购经理 请看");
    expect(await notified()).toBe(before);
    // Only the mention is off: the watcher still hears that there is a comment.
    await saveChoices(context, { site: new Set(["watch"]) });
    await comment("@采购经理 再看");
    expect(await notified()).toBe(before + 1);
    await saveChoices(context, { site: new Set(["mention", "watch"]) });
    await comment("@采购经理 三看");
    expect(await notified()).toBe(before + 2);
  });
});

describe("本企业账号", () => {
  test("供应商管理员看到并冻结本企业的账号，别家的如同不存在", async () => {
    const clerk = await visit("supplierClerkA");
    const { context } = await visit("supplierA");
    expect((await listColleagues(context)).map(({ account }) => account).sort()).toEqual([
      "supplierA",
      "supplierClerkA",
    ]);
    const block = (id: string, reason: string) => blockOwnColleague(context, id, reason);
    expect((await refused(block(world.accounts.supplierB, "离职"))).error).toBe("not_found");
    expect((await refused(block(world.accounts.supplierA, "离职"))).message).toBe("不能冻结或删除当前登录账号");
    expect(await messages(block(world.accounts.supplierClerkA, "离"))).toEqual({ reason: "请填写原因（2-200字）" });
    expect((await refused(listColleagues(clerk.context))).error).toBe("forbidden");
    expect((await refused(listColleagues((await visit("buyerA")).context))).error).toBe("forbidden");
    await block(world.accounts.supplierClerkA, "离职");
    expect(await isOpen(clerk.token)).toBe(false);
    expect((await refused(visit("supplierClerkA"))).message).toBe("账号已冻结：离职，请联系管理员");
    expect((await refused(block(world.accounts.supplierClerkA, "离职"))).error).toBe("wrong_state");
    expect((await centerModel(context)).colleagues?.rows).toHaveLength(2);
  });
});

describe("头像", () => {
  const asked = async (bytes: Uint8Array) => messages(changeAvatar((await visit("buyerA")).context, bytes, null));
  const text = (source: string) => Uint8Array.from(source, (sign) => sign.charCodeAt(0));
  let jpeg = new Uint8Array();
  let png = new Uint8Array();
  beforeAll(async () => {
    png = new Uint8Array(await pictureFile("png", 300, 200));
    jpeg = new Uint8Array(await pictureFile("jpeg", 300, 200));
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    ["没有选择", () => new Uint8Array(), "请选择图片"],
    ["改名的网页", () => text("<html><script>alert(1)</script></html>"), "仅支持jpg、png、webp格式"],
    ["矢量图", () => text("<svg onload='alert(1)'/>"), "仅支持jpg、png、webp格式"],
    ["超过2MB", () => new Uint8Array(2 * 1024 * 1024 + 1), "图片不能超过2MB"],
    ["中断的文件", () => png.slice(0, png.length / 2), "图片文件已损坏"],
    [
      "声称一亿像素的小文件",
      async () => {
        const bomb = await pictureFile("png", 2, 2);
        new DataView(bomb.buffer).setUint32(16, 10_000);
        new DataView(bomb.buffer).setUint32(20, 10_000);
        return bomb;
      },
      "图片尺寸过大，长和宽不能超过4096像素，请缩小后上传",
    ],
  ])("%s：拒绝", async (_name, make, message) => {
    expect(await asked(await make())).toEqual({ file: message });
  });

  test.each(["jpeg", "png", "webp"] as const)("%s：重新绘制为 256×256 的 JPEG", async (kind) => {
    const { context } = await visit("buyerA");
    await changeAvatar(context, await pictureFile(kind, 400, 300), kind === "png" ? { x: 250, y: 0, size: 100 } : null);
    const { picture } = await readAvatar(context, world.accounts.buyerA);
    expect([...picture.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  });

  test("供应商只看本企业的人，默认头像取回以后没有图片", async () => {
    const { context, token } = await visit("supplierA");
    await changeAvatar(context, jpeg, null);
    expect((await again(token)).actor.avatar).toMatch(/^[0-9a-f]{16}$/);
    const staff = (await visit("buyerA")).context;
    expect((await readAvatar(staff, world.accounts.supplierA)).name).toBe((await again(token)).actor.avatar);
    await changeAvatar(staff, jpeg, null);
    for (const [person, id] of [
      [context, world.accounts.buyerA],
      [(await visit("supplierB")).context, world.accounts.supplierA],
      [world.anonymous(), world.accounts.buyerA],
      [staff, "../../etc/passwd"],
    ] as const)
      expect((await refused(readAvatar(person, id))).error).toBe("not_found");
    await removeAvatar(context);
    expect((await refused(readAvatar(context, world.accounts.supplierA))).error).toBe("not_found");
  });
});

describe("结果页", () => {
  test("本次登录三十分钟内可以再看，别人和别的种类看不到", async () => {
    const { context, token } = await visit("buyerA");
    const href = await saveResult(context, "error", {
      title: "提交失败",
      problems: [{ what: "CG1", message: "不能提交", href: null }],
      draftHref: "/purchase-orders/purchase-order/new?draft=1",
    });
    expect(href).toMatch(/^\/result\/error\?id=/);
    const id = href.split("=")[1] ?? "";
    expect(await resultModel(context, "error", id)).toMatchObject({ title: "提交失败", problems: [{ what: "CG1" }] });
    const lost = "结果页已过期，请到列表中查看";
    expect((await refused(resultModel(context, "success", id))).message).toBe(lost);
    expect((await refused(resultModel((await visit("buyerA")).context, "error", id))).message).toBe(lost);
    clock.advance(31 * MINUTE);
    expect((await refused(resultModel(await again(token), "error", id))).message).toBe(lost);
  });
});
