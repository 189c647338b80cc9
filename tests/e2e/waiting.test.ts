import { expect } from "vitest";
import { act, lineOf, personAt, stateFor } from "./support/approvals";
import { journeysOf } from "./support/journey";
import { draftOrder, goodsOf, inDays } from "./support/orders";
import type { Page, Visitor } from "./support/page";
import {
  arrive,
  buttonOf,
  complaint,
  eventually,
  fill,
  follow,
  linkIn,
  makeTransition,
  open,
  send,
  textOf,
} from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

const TASKS = "/system-management/task";

/** The row of a list that shows the text. */
const rowWith = (page: Page, text: string) => page.locator("main table tbody tr").filter({ hasText: text });

async function admin(browser: Visitor): Promise<Page> {
  return personAt(browser, "admin");
}

journey.likeOthers(
  "待办：首页数出等我审批的，从列表里通过；同事分派的任务做完后在已完成里",
  async (browser, { mark, another }) => {
    const { materials } = await goodsOf(portal);
    const order = await draftOrder(portal, { items: [lineOf(materials[0].code, "600000")] });
    const buyer = await personAt(await another(), "buyer1");
    await act(buyer, order.id, "提交");

    const manager = await personAt(browser, "manager1");
    await open(manager, "/qiaqia/home");
    await follow(manager, linkIn(manager, /采购订单 · 待我审批/).first());
    expect(new URL(manager.url()).pathname).toBe(`/web${TASKS}`);
    const asked = rowWith(manager, String(order.number));
    expect(await textOf(asked)).toContain("王敏");
    await asked.getByRole("checkbox").check();
    await buttonOf(manager, "批量通过").click();
    await arrive(manager, /\/task\/batch\/approve/);
    await fill(manager, { reason: "同意采购" });
    await buttonOf(manager, "通过 1 条").click();
    await arrive(manager, (url) => !url.pathname.includes("/batch/"));
    expect(await stateFor(buyer, order.id)).toBe("待下达");
    expect(await textOf(buyer.locator("main"))).toContain("同意采购");

    await open(manager, `${TASKS}/new`);
    await fill(manager, { title: `核对供货计划${mark}`, assignee_id: "王敏", due_at: `${inDays(2)}T18:00` });
    await buttonOf(manager, "保存").click();
    await arrive(manager, /\/task\/[0-9a-f-]{36}$/);
    await open(buyer, TASKS);
    const given = rowWith(buyer, `核对供货计划${mark}`);
    await follow(buyer, given.getByRole("link", { name: "完成", exact: true }));
    await send(buyer, "完成");
    await open(buyer, TASKS);
    await eventually(() => given.count()).toBe(0);
    await follow(buyer, linkIn(buyer, /^已完成/));
    await eventually(() => given.count()).toBe(1);
  },
);

journey.likeOthers(
  "消息用词：不认识的变量说出是哪个，改好后收件人看到新词，发送记录查得到，可以回退",
  async (browser, { mark, another }) => {
    const page = await admin(browser);
    await open(page, "/system-management/msg-template?scenario=task.assigned&channel=site&side=internal");
    await follow(page, rowWith(page, "有任务等待我处理").getByRole("link", { name: /有任务等待我处理/ }));
    const template = new URL(page.url()).pathname;
    await follow(page, linkIn(page, "修改"));
    notify(page, 400);
    await fill(page, { title: "{{nobody}}请处理" });
    await send(page, "保存");
    expect(await textOf(complaint(page, "title"))).toContain("nobody");
    await fill(page, { title: `请处理：{{task}}（${mark}）` });
    await buttonOf(page, "保存").click();
    await arrive(page, (url) => url.pathname === template);
    await eventually(() => textOf(page.locator("main"))).toContain(`请处理：上传型式检验报告（${mark}）`);

    await open(page, `${TASKS}/new`);
    await fill(page, { title: `整理样品${mark}`, assignee_id: "孙丽" });
    await buttonOf(page, "保存").click();
    await arrive(page, /\/task\/[0-9a-f-]{36}$/);

    const reader = await personAt(await another(), "qa1");
    await open(reader, "/account/inbox");
    const notified = `请处理：整理样品${mark}（${mark}）`;
    expect(await textOf(reader.locator("main"))).toContain(notified);

    await open(page, "/system-management/msg-send-record");
    expect(await textOf(rowWith(page, notified))).toMatch(/孙丽[\s\S]*已发送/);
    await open(page, template.replace(/^\/web/, ""));
    const shown = await textOf(page.locator("main"));
    const revision = Number(/版本\s*(\d+)/.exec(shown)?.[1] ?? 0);
    await makeTransition(page, "回退版本", { to_revision: String(revision - 1) });
    await eventually(() => textOf(page.locator("main"))).toMatch(/标题\s*\{\{task\}\}\s*版本/);
  },
);

journey.likeOthers(
  "新闻：发布、放到首页，读者打开并确认，发布人看到谁读过；撤回后读者看不到",
  async (browser, { mark, another }) => {
    const page = await admin(browser);
    const title = `停电通知${mark}`;
    await open(page, "/system-management/news/new");
    await fill(page, {
      title,
      category: "通知公告",
      content: "周六停电检修，暂停收货。",
      audience: "内部员工",
      must_ack: true,
    });
    await buttonOf(page, "保存").click();
    await arrive(page, /\/news\/[0-9a-f-]{36}$/);
    const record = new URL(page.url()).pathname;
    await makeTransition(page, "发布");
    await open(page, "/system-management/homepage-news/new");
    await fill(page, { news_id: title, slot: "顶部提醒条" });
    await buttonOf(page, "保存").click();
    await arrive(page, /\/homepage-news\/[0-9a-f-]{36}$/);

    const reader = await personAt(await another(), "buyer1");
    await open(reader, "/qiaqia/home");
    await follow(reader, linkIn(reader, title).first());
    await eventually(() => textOf(reader.locator("main"))).toContain("周六停电检修");
    await makeTransition(reader, "确认已阅读");

    const place = new URL(page.url()).pathname;
    await follow(page, linkIn(page, "修改"));
    notify(page, 400);
    await fill(page, { slot: "轮播图" });
    await send(page, "保存");
    expect(await textOf(complaint(page, "news_id"))).toContain("轮播图新闻必须上传封面");
    await fill(page, { slot: "公告列表", short_title: `停电${mark}`, sort_no: "1" });
    await buttonOf(page, "保存").click();
    await arrive(page, (url) => url.pathname === place);
    await open(reader, "/qiaqia/home");
    await eventually(() => linkIn(reader, `停电${mark}`).count()).toBe(1);
    await follow(page, linkIn(page, "删除"));
    await buttonOf(page, "删除").click();
    await arrive(page, (url) => url.pathname !== `${place}/delete`);
    await open(reader, "/qiaqia/home");
    await eventually(() => linkIn(reader, `停电${mark}`).count()).toBe(0);

    await open(page, `/system-management/news?title=${encodeURIComponent(title)}`);
    const cells = await rowWith(page, title).locator("td").allInnerTexts();
    // How many have confirmed, before the rate and the actions.
    expect(Number(cells.at(-3))).toBeGreaterThanOrEqual(1);
    await open(page, record.replace(/^\/web/, ""));
    await makeTransition(page, "撤回", { reason: "改期" });
    await open(reader, "/system-management/news-board");
    await eventually(() => rowWith(reader, title).count()).toBe(0);
  },
);

journey.likeOthers("建议：太短的说明字数，受理、回复、评价后关闭", async (browser, { mark, another }) => {
  const author = await personAt(browser, "supplier1");
  await open(author, "/system-management/my-suggestion/new");
  await fill(author, { title: `送货预约${mark}`, category: "功能建议", content: "太短" });
  notify(author, 400);
  await send(author, "保存");
  expect(await textOf(complaint(author, "content"))).toContain("10-1000字");
  await fill(author, { content: "希望可以在手机上修改已经提交的送货预约时间。" });
  await buttonOf(author, "保存").click();
  await arrive(author, /\/my-suggestion\/[0-9a-f-]{36}$/);

  const page = await admin(await another());
  await open(page, `/system-management/homepage-suggestion?title=${encodeURIComponent(`送货预约${mark}`)}`);
  await follow(page, rowWith(page, `送货预约${mark}`).getByRole("link").first());
  await makeTransition(page, "受理", { handler: "赵宇" });
  await makeTransition(page, "回复", { text: "已列入下一版。" });

  await author.reload();
  expect(await textOf(author.locator("main"))).toContain("已列入下一版。");
  await makeTransition(author, "关闭", { rating: "满意" });
  await eventually(() => textOf(author.locator("h1 .bd"))).toBe("已关闭");
});

journey.likeOthers(
  "发错的消息：没有读的撤回，对方收件箱里没有了；读了的不能撤回",
  async (browser, { mark, another }) => {
    const page = await admin(browser);
    const [wrong, read] = [`发错的${mark}`, `读过的${mark}`];
    for (const title of [wrong, read]) {
      await open(page, `${TASKS}/new`);
      await fill(page, { title, assignee_id: "孙丽" });
      await buttonOf(page, "保存").click();
      await arrive(page, /\/task\/[0-9a-f-]{36}$/);
    }
    const reader = await personAt(await another(), "qa1");
    await open(reader, "/account/inbox");
    expect(await textOf(reader.locator("main"))).toContain(wrong);
    await follow(
      reader,
      reader
        .locator("main")
        .getByRole("link", { name: new RegExp(read) })
        .first(),
    );

    const list = `/system-management/message?title=${encodeURIComponent(mark)}`;
    await open(page, list);
    expect(await textOf(rowWith(page, read))).toContain("已读");
    await eventually(() => rowWith(page, read).getByRole("link", { name: "撤回" }).count()).toBe(0);
    expect(await textOf(rowWith(page, wrong))).toContain("未读");
    await follow(page, rowWith(page, wrong).getByRole("link", { name: "撤回" }));
    await fill(page, { reason: "发错了人" });
    await send(page, "撤回");

    await open(page, list);
    expect(await textOf(rowWith(page, wrong))).toContain("已撤回");
    await open(reader, "/account/inbox");
    const left = await textOf(reader.locator("main"));
    expect(left).toContain(read);
    expect(left).not.toContain(wrong);
  },
);
