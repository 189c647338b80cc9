import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { updateStream } from "~/edge/update-stream.server";
import { beginExport } from "~/engine/exports/task.server";
import { makeExports } from "~/engine/exports/worker.server";
import { signOut } from "~/engine/session/session.server";
import { watchUpdates } from "~/engine/stream/update-watch.server";
import { listen } from "~/host/listen.server";
import type { AccountName } from "../../support/company";
import { PATIENCE } from "../../support/patience";
import { openWorld } from "../../support/world";
import { fakeHost } from "../host/support";
import { browser } from "./guard-support";

const world = await openWorld();
afterAll(() => world.close());
const { updates } = world.services;
const connection = () => world.engine.database.connection();

const opened: AbortController[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.abort();
});

/** A browser that listens, and everything it was told. */
async function listening(account: AccountName) {
  const { token } = await browser(world, account);
  const { answer, leave } = await opening(token);
  const events: { event: string; data: string }[] = [];
  let hasEnded = false;
  void (async () => {
    let text = "";
    const reader = answer.body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      text += Buffer.from(read.value).toString("utf8");
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const [, event = "", data = ""] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? [];
        events.push({ event, data });
      }
    }
    hasEnded = true;
  })();
  const told = () => events.filter(({ event }) => event === "updates").map(({ data }) => JSON.parse(data));
  await vi.waitFor(() => expect(told()).toHaveLength(1), PATIENCE);
  return { token, events, told, leave, hasEnded: () => hasEnded };
}

async function opening(token: string | null, accept = "text/event-stream") {
  const gone = new AbortController();
  opened.push(gone);
  const headers = new Headers({ Accept: accept, ...(token ? { Cookie: `Access-Token=${token}` } : {}) });
  const request = new Request("http://localhost/web/shell/stream", { headers, signal: gone.signal });
  return { answer: await updateStream({ request, context: {} }), leave: () => gone.abort() };
}

async function unread(account: AccountName): Promise<void> {
  const id = (await world.actor(account)).id;
  await sql`insert into inbox (id, user_id, kind, title, body, from_name, at) values (gen_random_uuid(), ${id}::uuid, 'notice', '新通知', '内容', '', now())`.execute(
    connection(),
  );
  await updates.look();
}

describe("有新消息时告诉浏览器", () => {
  test("没有会话的不答复；当作页面打开的回首页", async () => {
    expect((await opening(null)).answer.status).toBe(401);
    const { token } = await browser(world, "buyerA");
    const page = (await opening(token, "text/html")).answer;
    expect([page.status, page.headers.get("Location")]).toEqual([302, "/qiaqia/home"]);
    expect(updates.size).toBe(0);
  });

  test("答复是事件流，代理不得攒着", async () => {
    const { token } = await browser(world, "buyerA");
    const { headers } = (await opening(token)).answer;
    expect([headers.get("Content-Type"), headers.get("X-Accel-Buffering")]).toEqual(["text/event-stream", "no"]);
  });

  test("一接上就得知现状，之后只得知自己的变化", async () => {
    const buyer = await listening("buyerA");
    const other = await listening("buyerB");
    const before = buyer.told()[0].bell.watch;
    await unread("buyerA");
    await vi.waitFor(() => expect(buyer.told().at(-1).bell.watch).toBe(before + 1), PATIENCE);
    await updates.look();
    expect(buyer.told()).toHaveLength(2);
    expect(other.told()).toHaveLength(1);
  });

  test("导出排队、完成都说一声，两次查看之间就完成的也说，别人的导出不说", async () => {
    const buyer = await listening("admin");
    const other = await listening("buyerA");
    const request = { format: "csv" as const, columns: [], lines: null, origin: "http://portal.test" };
    const list = { filters: {}, toggles: [], sort: ["code"] };
    await beginExport(await world.as("admin"), { screen: "master-data/material", list, ...request });
    await updates.look();
    await vi.waitFor(() => expect(buyer.told().at(-1).work).toMatch(/:queued:/), PATIENCE);
    await makeExports(world.engine, new AbortController().signal);
    await updates.look();
    await vi.waitFor(() => expect(buyer.told().at(-1).work).not.toMatch(/:queued:|:running:/), PATIENCE);
    const { work } = buyer.told().at(-1);
    world.clock.advance(60_000);
    await beginExport(await world.as("admin"), { screen: "master-data/material", list, ...request });
    await makeExports(world.engine, new AbortController().signal);
    await updates.look();
    await vi.waitFor(() => expect(buyer.told().at(-1).work).not.toBe(work), PATIENCE);
    expect(other.told()).toHaveLength(1);
  });
});

describe("会话结束，事件流也结束", () => {
  test("退出登录", async () => {
    const buyer = await listening("buyerA");
    const other = await listening("buyerB");
    const { openSession } = await import("~/engine/session/session.server");
    const facts = { requestId: "r", ip: "", channel: "page" as const };
    const session = await openSession(world.engine, buyer.token, facts);
    if (session) await signOut(session.context);
    await updates.look();
    await vi.waitFor(() => expect(buyer.hasEnded()).toBe(true), PATIENCE);
    expect(buyer.events.at(-1)?.event).toBe("over");
    expect(other.hasEnded()).toBe(false);
  });

  test("账号被锁定停用", async () => {
    const buyer = await listening("buyerB");
    const id = (await world.actor("buyerB")).id;
    await sql`update app_user set state = 'blocked' where id = ${id}::uuid`.execute(connection());
    await updates.look();
    await vi.waitFor(() => expect(buyer.events.at(-1)?.event).toBe("over"), PATIENCE);
    await sql`update app_user set state = 'active' where id = ${id}::uuid`.execute(connection());
  });
});

describe("事件流不拖累别的", () => {
  test("浏览器离开就忘掉；一个会话开得太多时先不接", async () => {
    const { token, leave } = await listening("buyerA");
    for (let more = 0; more < 3; more += 1) expect((await opening(token)).answer.status).toBe(200);
    expect((await opening(token)).answer.status).toBe(503);
    leave();
    expect((await opening(token)).answer.status).toBe(200);
  });

  test("停机时事件流先结束，不等它；浏览器走了也察觉", async () => {
    const own = watchUpdates(world.engine);
    const { serving } = await import("../../support/serving");
    serving.services = { ...world.services, updates: own };
    const host = fakeHost({ remix: (request) => updateStream({ request, context: {} }) });
    const server = await listen(host.app, host.env, host.log);
    const { token } = await browser(world, "buyerA");
    const ask = (signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${server.port}/web/shell/stream`, {
        headers: { Accept: "text/event-stream", Cookie: `Access-Token=${token}` },
        ...(signal ? { signal } : {}),
      });
    const gone = new AbortController();
    expect((await ask(gone.signal)).status).toBe(200);
    expect(own.size).toBe(1);
    gone.abort();
    await vi.waitFor(() => expect(own.size).toBe(0), PATIENCE);
    const answer = await ask();
    own.end();
    await server.stop(60_000);
    expect(await answer.text()).not.toContain("event: over");
    expect(own.takes("x")).toBe(false);
    serving.services = world.services;
  });
});

// Last: the clock does not go back.
test("会话到期时事件流也结束：没有任何写入也会发觉", async () => {
  const buyer = await listening("buyerA");
  world.clock.advance(400 * 24 * 60 * 60_000);
  await updates.look();
  await vi.waitFor(() => expect(buyer.events.at(-1)?.event).toBe("over"), PATIENCE);
});
