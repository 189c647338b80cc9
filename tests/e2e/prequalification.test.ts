import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openDatabase } from "~/data/database.server";
import { silentLog } from "../support/database";
import { LIKE_OTHERS } from "../support/length";
import { inDays } from "./support/orders";
import type { Page } from "./support/page";
import {
  arrive,
  buttonOf,
  eventually,
  field,
  fill,
  follow,
  linkIn,
  makeTransition,
  open,
  pressRow,
  send,
  signIn,
  textOf,
} from "./support/pages";
import { startPortal } from "./support/portal";
import { rowsOf } from "./support/rest";
import { notify } from "./support/watch";

const portal = startPortal();

const PREQ = "supplier-onboarding/prequalification";
const MINE = "supplier-onboarding/my-preq";
const APPLICATION = "supplier-onboarding/preq-application";
const JOB = "到期与提醒";
/** Of a condition that is scored; no clock and no number of a document reads like it. */
const POINTS = "36.5";

/** Chooses the option that has the text. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  const option = field(page, name).locator("option").filter({ hasText: text }).first();
  await field(page, name).selectOption(await option.getAttribute("value"));
}

const stateOf = (page: Page) => eventually(() => textOf(page.locator("h1 .bd")));
const rowsShown = (page: Page, text: string) => page.locator("main tbody tr").filter({ hasText: text }).count();

describe("资格预审：发布、应答、截止前不可见、评审、审批、告知结果", () => {
  const left = new Map<boolean, unknown>();

  test.each(LIKE_OTHERS)("脚本：%s", async (script) => {
    const mark = script ? "丁" : "丙";
    const another = () => portal.visit({ script });
    const title = `调味料供应商资格预审${mark}`;
    const [known] = await (await portal.rest("supplier1")).list("supplier-management/supplier", {});

    // The buyer writes it from the template and invites one supplier.
    const buyer = await (await another()).newPage();
    await signIn(buyer, "buyer1");
    await open(buyer, `/${PREQ}/new`);
    await fill(buyer, { title, notice: "请按条件逐项应答。", deadline: `${inDays(3)}T17:00`, valid_to: inDays(365) });
    await choose(buyer, "mode", "邀请");
    await choose(buyer, "purchase_org_id", "P110");
    await choose(buyer, "material_type_id", "Y01");
    await choose(buyer, "template_id", "资格预审表");
    await pressRow(buyer, "添加一家");
    await field(buyer, "invitees.0.supplier_id").fill(String(known?.code));
    await send(buyer, "保存");
    await stateOf(buyer).toBe("草稿");
    const id = /\/prequalification\/([0-9a-f-]{36})/.exec(buyer.url())?.[1] ?? "";
    expect(await textOf(buyer.locator("main"))).toContain("未被列入严重违法失信名单");
    await makeTransition(buyer, "发布");
    await stateOf(buyer).toBe("申请中");

    // The supplier is told, answers, forgets one condition, and hands it in.
    const seller = await (await another()).newPage();
    await signIn(seller, "supplier1");
    await open(seller, "/account/inbox");
    expect(await textOf(seller.locator("main"))).toContain(`邀请您参加资格预审：${title}`);
    const own = await (await portal.rest("supplier1")).list(APPLICATION, { prequalification_id: id });
    const application = own[0]?.id ?? "";
    await open(seller, `/${MINE}/${application}/edit`);
    const answers = rowsOf(await (await portal.rest("supplier1")).get(APPLICATION, application), "answers");
    expect(answers).toHaveLength(3);
    await fill(seller, { "answers.0.value": "是", "answers.1.value": "是" });
    await send(seller, "保存");
    await open(seller, `/${MINE}/${application}`);
    await follow(seller, linkIn(seller, "提交申请").first());
    notify(seller, 400);
    await send(seller, "提交申请");
    await eventually(() => textOf(seller.locator("main"))).toContain("还有1项必答条件未应答");
    await open(seller, `/${MINE}/${application}/edit`);
    await fill(seller, { "answers.2.value": `年产能5200吨，自动线两条。机密${mark}` });
    await send(seller, "保存");
    await open(seller, `/${MINE}/${application}`);
    await makeTransition(seller, "提交申请");
    await stateOf(seller).toBe("已提交");

    // Until the day nobody of ours reads it, not even that there is one.
    await open(buyer, `/${APPLICATION}`);
    expect(await rowsShown(buyer, title)).toBe(0);
    notify(buyer, 404);
    expect((await buyer.goto(`/web/${APPLICATION}/${application}`))?.status()).toBe(404);
    await open(buyer, `/${PREQ}/${id}`);
    expect(await textOf(buyer.locator("main"))).not.toContain(`机密${mark}`);
    for (const page of [buyer, seller]) await page.goto("about:blank");

    // The day comes: nobody can wait for it here, so it is moved while the portal rests.
    await portal.pause(async (place) => {
      const database = await openDatabase({ ...place, log: silentLog });
      const past = new Date(Date.now() - 60_000).toISOString();
      await sql`update prequalification set deadline = ${past} where id = ${id}`.execute(database.connection());
      await database.close();
    });
    const admin = await (await another()).newPage();
    await signIn(admin, "admin");
    await open(admin, `/system-management/job?name=${encodeURIComponent(JOB)}`);
    await follow(admin, linkIn(admin, JOB).first());
    const job = new URL(admin.url()).pathname;
    await follow(admin, linkIn(admin, "执行一次"));
    await buttonOf(admin, "执行一次").click();
    await arrive(admin, (url) => url.pathname === job);
    await eventually(async () => {
      await open(buyer, `/${PREQ}/${id}`);
      return textOf(buyer.locator("h1 .bd"));
    }).toBe("评审中");

    // Now the answers are open; a result needs every condition judged.
    await open(buyer, `/${APPLICATION}/${application}`);
    expect(await textOf(buyer.locator("main"))).toContain(`机密${mark}`);
    await follow(buyer, linkIn(buyer, "评审").first());
    for (const [at, row] of answers.entries())
      if (at < 2) await choose(buyer, `answers.${row.id}.result`, "通过");
      else await fill(buyer, { [`answers.${row.id}.points`]: POINTS });
    await send(buyer, "评审");
    await open(buyer, `/${APPLICATION}/${application}`);
    await follow(buyer, linkIn(buyer, "填写结论").first());
    await choose(buyer, "verdict", "通过");
    await fill(buyer, { reason: "条件全部满足，产能充足" });
    await send(buyer, "填写结论");
    await open(buyer, `/${PREQ}/${id}`);
    await makeTransition(buyer, "提交结果");
    await stateOf(buyer).toBe("审批中");
    await open(seller, `/${MINE}/${application}`);
    expect(await textOf(seller.locator("main"))).not.toContain("产能充足");

    const manager = await (await another()).newPage();
    await signIn(manager, "manager1");
    await open(manager, `/${PREQ}/${id}`);
    await makeTransition(manager, "通过");
    await stateOf(manager).toBe("结果公示");

    // The supplier reads its result and the words for it, no points.
    await open(seller, `/${MINE}/${application}`);
    await stateOf(seller).toBe("通过");
    const result = await textOf(seller.locator("main"));
    expect(result).toContain("条件全部满足，产能充足");
    expect(result).not.toContain(POINTS);
    expect(result).not.toContain("得分");
    await open(seller, "/account/inbox");
    expect(await textOf(seller.locator("main"))).toContain(`资格预审「${title}」：已通过`);

    const { state, verdict, score, eligible, qualified, version } = await (await portal.rest("buyer1")).get(
      APPLICATION,
      application,
    );
    left.set(script, { state, verdict, score, eligible, qualified, version });
  });

  if (LIKE_OTHERS.length > 1)
    test("两种方式留下相同的数据", () => {
      expect([...left.keys()]).toEqual([false, true]);
      expect(left.get(true)).toEqual(left.get(false));
    });
});
