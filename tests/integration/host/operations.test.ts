import { describe, expect, onTestFinished, test } from "vitest";
import { createLog } from "~/host/log.server";
import { createMetrics, listenForMetrics } from "~/host/metrics.server";
import { pageRoutes } from "~/host/page-routes.server";
import { fakeHost, form, json, page } from "./support";

const ROUTES = {
  root: { id: "root", path: "" },
  shell: { id: "shell", parentId: "root" },
  home: { id: "home", parentId: "shell", path: "qiaqia/home" },
  list: { id: "list", parentId: "shell", path: ":module/:screen", index: true as const },
  record: { id: "record", parentId: "shell", path: ":module/:screen/:id" },
  edit: { id: "edit", parentId: "shell", path: ":module/:screen/:id/edit" },
  move: { id: "move", parentId: "shell", path: ":module/:screen/:id/:move" },
  fresh: { id: "fresh", parentId: "shell", path: ":module/:screen/new" },
  rest: { id: "rest", parentId: "root", path: "*" },
};
const pageRoute = pageRoutes(ROUTES, "/web");

describe("数据库不可用时", () => {
  const away = async () => new Response("<p>503</p>", { status: 503, headers: { "Content-Type": "text/html" } });

  test("读的页面说多久以后再来，并且自己再来一次；提交的表单不自动重发", async () => {
    const { app } = fakeHost({ remix: away });
    const read = (await app.request("/web/x")).headers;
    expect([read.get("Retry-After"), read.get("Refresh")]).toEqual(["5", "5"]);
    const sent = (await app.request("/web/x", form())).headers;
    expect([sent.get("Retry-After"), sent.get("Refresh")]).toEqual(["5", null]);
  });

  test("REST和页面数据只说多久以后再来；别的回答不说", async () => {
    const data = async () => new Response("x", { status: 503, headers: { "Content-Type": "text/x-script" } });
    for (const answer of [
      await fakeHost({ remix: data }).app.request("/web/x.data"),
      await fakeHost({ rest: away }).app.request("/v2/x", json({})),
    ]) {
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
      expect(answer.headers.get("Refresh")).toBeNull();
    }
    const fine = (await fakeHost().app.request("/web/x")).headers;
    expect([fine.get("Retry-After"), fine.get("Refresh")]).toEqual([null, null]);
  });
});

describe("PUBLIC_URL", () => {
  const notified = async (request: Request) => {
    const body = request.method === "POST" ? await request.text() : "";
    return page(JSON.stringify({ url: request.url, method: request.method, body }));
  };
  const ask = async (variables: Record<string, string>, init: RequestInit = {}) =>
    (await fakeHost({ variables, remix: notified }).app.request("http://evil.example/web/x?a=1", init)).json();

  test("设置之后，页面看到的地址以它为准，不信 Host", async () => {
    const variables = { PUBLIC_URL: "https://portal.example.com" };
    expect(await ask(variables)).toMatchObject({ url: "https://portal.example.com/web/x?a=1", method: "GET" });
    const sent = form({ name: "张三" }, { Origin: "https://portal.example.com" });
    expect(await ask(variables, sent)).toEqual({
      url: "https://portal.example.com/web/x?a=1",
      method: "POST",
      body: `name=${encodeURIComponent("张三")}`,
    });
  });

  test("没有设置时就是收到的地址", async () => {
    expect(await ask({})).toMatchObject({ url: "http://evil.example/web/x?a=1" });
  });
});

describe("请求的名字", () => {
  test.each([
    ["/web/purchase-orders/purchase-order", "/web/:module/:screen"],
    ["/web/purchase-orders/purchase-order.data", "/web/:module/:screen"],
    ["/web/purchase-orders/purchase-order/new", "/web/:module/:screen/new"],
    ["/web/a/b/01a1fc75-ee75-717f-9c00-000000000000", "/web/:module/:screen/:id"],
    ["/web/a/b/1/edit", "/web/:module/:screen/:id/edit"],
    ["/web/a/b/1/release", "/web/:module/:screen/:id/:move"],
    ["/web/qiaqia/home", "/web/qiaqia/home"],
    ["/web/_root.data", "/web"],
    ["/web/no/such/place/at/all", "/web/*"],
    ["/elsewhere", undefined],
  ])("%s → %s", (path, route) => {
    expect(pageRoute(path)).toBe(route);
  });

  test("日志里写出花了多少次查询；名字带上功能，不带单号和条件", async () => {
    const pages: string[] = [];
    const { app, lines } = fakeHost({
      pageRoute,
      asking: (work, answer) => {
        work.queries += 3;
        work.dbMs += 12.345;
        const answered = answer();
        pages.push(work.page);
        return answered;
      },
      rest: async (_request, { matched }) => {
        matched?.("/v2/:module/:noun/:id");
        return Response.json({});
      },
    });
    await app.request("/web/purchase-orders/purchase-order/PO1/edit?ticket=geheim");
    await app.request("/v2/purchase-orders/purchase-order/PO1");
    await app.request("/web/<script>/x");
    await app.request("/web/health");
    expect(pages).toEqual([
      "GET /web/purchase-orders/purchase-order/:id/edit",
      "GET /v2/purchase-orders/purchase-order/:id",
      "GET /web/:module/x",
    ]);
    expect(lines[0]).toMatchObject({ queries: 3, dbMs: 12.3 });
    expect(lines.at(-1)).not.toHaveProperty("queries");
  });
});

describe("给运维的数字", () => {
  async function figures(act: (app: ReturnType<typeof fakeHost>["app"]) => Promise<void>): Promise<string[]> {
    const metrics = createMetrics();
    const exported = () => {
      const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
      return new Response("x", {
        headers: { "Content-Type": type, "Content-Disposition": "attachment; filename=a.xlsx" },
      });
    };
    const { app } = fakeHost({
      metrics,
      pageRoute,
      rest: async (request, { matched }) => {
        matched?.("/v2/:module/:noun/export");
        return request.method === "GET" ? exported() : Response.json({}, { status: 503 });
      },
    });
    metrics.watchLoad(() => ({ open: 3, idle: 1, waiting: 2 }));
    metrics.statement("select", 20, false);
    metrics.statement("insert", 2, true);
    metrics.waited(1);
    metrics.repeated();
    metrics.restarted();
    metrics.signedIn("wrong_password");
    await act(app);
    return (await metrics.text()).split("\n");
  }

  test("按路由、方法和结果计数，导出按格式计数，标签里没有单号、账号和地址里的内容", async () => {
    const lines = await figures(async (app) => {
      await app.request("/web/purchase-orders/purchase-order/PO-geheim?name=geheim");
      await app.request("/web/purchase-orders/purchase-order/PO-zwei");
      await app.request("/v2/a/b/export?format=xlsx");
      await app.request("/v2/a/b/export", json({}));
      await app.request("/web/build/nothing.js");
      await app.request("/nowhere", { method: "PROPFIND" });
    });
    const count = "portal_http_request_duration_seconds_count";
    expect(lines).toEqual(
      expect.arrayContaining([
        `${count}{route="/web/:module/:screen/:id",method="GET",status="2xx"} 2`,
        `${count}{route="/v2/:module/:noun/export",method="GET",status="2xx"} 1`,
        `${count}{route="/v2/:module/:noun/export",method="POST",status="5xx"} 1`,
        `${count}{route="other",method="other",status="4xx"} 1`,
        'portal_exports_total{format="xlsx"} 1',
        'portal_database_statement_duration_seconds_count{kind="select"} 1',
        'portal_database_statement_failures_total{kind="insert"} 1',
        "portal_database_wait_seconds_count 1",
        "portal_database_transactions_repeated_total 1",
        "portal_database_restarts_total 1",
        'portal_sign_ins_total{outcome="wrong_password"} 1',
        'portal_database_connections{state="waiting"} 2',
      ]),
    );
    expect(lines.some((line) => line.startsWith("nodejs_eventloop_lag_seconds"))).toBe(true);
    expect(lines.join("\n")).not.toMatch(/geheim|zwei|nowhere|nothing/);
  });

  test("在自己的端口上，只有这一个地址；对外的端口上没有", async () => {
    const metrics = createMetrics();
    const log = createLog({ logLevel: "silent" });
    const listening = await listenForMetrics(metrics, { metricsHost: "127.0.0.1", metricsPort: 0 }, log);
    onTestFinished(() => listening.stop());
    const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${listening.port}${path}`, init);
    const answer = await ask("/metrics");
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, metrics.contentType]);
    expect(await answer.text()).toContain("portal_database_restarts_total 0");
    expect((await ask("/")).status).toBe(404);
    expect((await ask("/metrics", { method: "POST" })).status).toBe(404);
    expect((await fakeHost({ metrics }).app.request("/metrics")).status).toBe(302);
    await expect(
      listenForMetrics(metrics, { metricsHost: "127.0.0.1", metricsPort: listening.port }, log),
    ).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});
