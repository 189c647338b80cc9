import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { errorPage } from "~/host/answers.server";
import { preferredEncoding } from "~/host/compress.server";
import { fakeHost, page, publicFolder } from "./support";

const OWN_FOLDER = path.resolve(import.meta.dirname, "../../../public");

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe("压缩", () => {
  const html = `<p>${"采购订单".repeat(1000)}</p>`;
  const remix = async () => page(html);
  const ask = (accepted: string, variables?: Record<string, string>) =>
    fakeHost({ remix, variables }).app.request("/web/x", { headers: { "Accept-Encoding": accepted } });

  test("按 Accept-Encoding 选择 brotli 或 gzip，并声明 Vary", async () => {
    const br = await ask("gzip, deflate, br");
    expect([br.headers.get("Content-Encoding"), br.headers.get("Vary")]).toEqual(["br", "Accept-Encoding"]);
    expect(brotliDecompressSync(await bytesOf(br)).toString()).toBe(html);
    const gzip = await ask("gzip, br;q=0");
    expect(gzip.headers.get("Content-Encoding")).toBe("gzip");
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(html);
  });

  test("不接受压缩时原样发送，仍声明 Vary", async () => {
    const answer = await ask("");
    expect([answer.headers.get("Content-Encoding"), answer.headers.get("Vary")]).toEqual([null, "Accept-Encoding"]);
    expect(await answer.text()).toBe(html);
  });

  test("COMPRESS=0 时完全不管", async () => {
    const answer = await ask("br", { COMPRESS: "0" });
    expect([answer.headers.get("Content-Encoding"), answer.headers.get("Vary")]).toEqual([null, null]);
  });

  test("小于 1 KB、已压缩、其他类型和没有正文的回答不压缩", async () => {
    const headers = { "Accept-Encoding": "br" };
    const encodingOf = async (answer: () => Response, method = "GET") =>
      (await fakeHost({ remix: async () => answer() }).app.request("/web/x", { headers, method })).headers.get(
        "Content-Encoding",
      );
    expect(await encodingOf(() => page("短"))).toBeNull();
    expect(await encodingOf(() => new Response(html, { headers: { "Content-Type": "text/csv" } }))).toBeNull();
    expect(
      await encodingOf(
        () => new Response(html, { headers: { "Content-Type": "text/html", "Content-Encoding": "gzip" } }),
      ),
    ).toBe("gzip");
    expect(
      await encodingOf(() => new Response(null, { status: 304, headers: { "Content-Type": "text/html" } })),
    ).toBeNull();
    expect(await encodingOf(() => page(html), "HEAD")).toBeNull();
  });

  test("压缩后保留状态、Cookie 和其他标头", async () => {
    const answer = await fakeHost({
      rest: async () => {
        const body = Response.json({ text: html }, { status: 400 });
        body.headers.append("Set-Cookie", "a=1");
        body.headers.append("Set-Cookie", "b=2");
        return body;
      },
    }).app.request("/v2/x", { headers: { "Accept-Encoding": "br" } });
    expect([answer.status, answer.headers.get("Content-Encoding")]).toEqual([400, "br"]);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    expect(JSON.parse(brotliDecompressSync(await bytesOf(answer)).toString())).toEqual({ text: html });
  });

  test.each([
    [undefined, undefined],
    ["", undefined],
    ["identity", undefined],
    ["BR", "br"],
    ["gzip;q=0.5, br;q=0.1", "br"],
    ["br;q=0.0, gzip", "gzip"],
    ["brx", undefined],
  ])("Accept-Encoding: %s → %s", (accepted, wanted) => {
    expect(preferredEncoding(accepted)).toBe(wanted);
  });
});

describe("静态文件", () => {
  const { folder, script } = publicFolder();
  const { app, reached } = fakeHost({ publicFolder: folder });

  test("带指纹的文件发送预先压缩的版本，缓存一年", async () => {
    const answer = await app.request("/web/build/_shared/chunk-ABC.js", { headers: { "Accept-Encoding": "gzip, br" } });
    expect(answer.headers.get("Content-Encoding")).toBe("br");
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
    expect(answer.headers.get("Vary")).toBe("Accept-Encoding");
    const body = await bytesOf(answer);
    expect(answer.headers.get("Content-Length")).toBe(String(body.length));
    expect(brotliDecompressSync(body).toString()).toBe(script);
  });

  test("按读者的能力发送 gzip 或原文", async () => {
    const gzip = await app.request("/web/build/_shared/chunk-ABC.js", { headers: { "Accept-Encoding": "gzip" } });
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(script);
    expect(await (await app.request("/web/build/_shared/chunk-ABC.js")).text()).toBe(script);
    expect(await (await app.request("/web/build/small-DEF.js", { headers: { "Accept-Encoding": "br" } })).text()).toBe(
      "1;",
    );
  });

  test("未变化时回答 304，HEAD 没有正文", async () => {
    const first = await app.request("/web/favicon.svg");
    const tag = first.headers.get("ETag") ?? "";
    const again = await app.request("/web/favicon.svg", { headers: { "If-None-Match": tag } });
    expect([again.status, again.headers.get("ETag"), await again.text()]).toEqual([304, tag, ""]);
    const head = await app.request("/web/favicon.svg", { method: "HEAD" });
    expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([
      200,
      first.headers.get("Content-Length"),
      "",
    ]);
  });

  test("其他公开文件缓存一小时，类型正确", async () => {
    const { headers } = await app.request("/web/favicon.svg");
    expect(headers.get("Cache-Control")).toBe("public, max-age=3600");
    expect(headers.get("Content-Type")).toBe("image/svg+xml");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test("不存在的构建文件在 Remix 之前以纯文本 404 结束", async () => {
    for (const path of ["/web/build/nope.js", "/web/build/", "/web/build/_shared/chunk-ABC.js.br"]) {
      const answer = await app.request(path);
      expect([answer.status, answer.headers.get("Content-Type")]).toEqual([404, "text/plain; charset=utf-8"]);
    }
    expect(reached).toEqual([]);
  });

  test("不能借路径取到公开目录之外的文件或隐藏文件", async () => {
    for (const path of [
      "/web/../host-secret.txt",
      "/web/%2e%2e/host-secret.txt",
      "/web/..%2fhost-secret.txt",
      "/web/build/..%2f..%2fhost-secret.txt",
      "/web/.gitkeep",
      "/web/build%2fsmall-DEF.js",
    ]) {
      expect(await (await app.request(path)).text()).not.toMatch(/^secret$|^1;$/);
      expect((await app.request(path)).headers.get("ETag")).toBeNull();
    }
  });

  test.each([
    ["/web/icon.svg", "image/svg+xml"],
    ["/web/favicon.ico", "image/x-icon"],
    ["/favicon.ico", "image/x-icon"],
    ["/web/apple-touch-icon.png", "image/png"],
    ["/web/manifest.webmanifest", "application/manifest+json"],
    ["/web/robots.txt", "text/plain; charset=utf-8"],
    ["/robots.txt", "text/plain; charset=utf-8"],
  ])("平台自己的标志和说明在 %s，类型正确，缓存一小时", async (address, type) => {
    const { headers, status } = await fakeHost({ publicFolder: OWN_FOLDER }).app.request(address);
    expect([status, headers.get("Content-Type"), headers.get("Cache-Control")]).toEqual([
      200,
      type,
      "public, max-age=3600",
    ]);
  });

  test("根目录只有图标和爬虫说明，其余公开文件仍在 /web/ 之下", async () => {
    expect((await fakeHost({ publicFolder: OWN_FOLDER }).app.request("/icon.svg")).headers.get("Location")).toBe(
      "/web/404",
    );
  });

  test("网页应用说明里的地址和图标都存在", async () => {
    const { app: own } = fakeHost({ publicFolder: OWN_FOLDER });
    const manifest = await (await own.request("/web/manifest.webmanifest")).json();
    expect(manifest).toMatchObject({ start_url: "/web/qiaqia/home", scope: "/web/" });
    for (const { src, type } of manifest.icons)
      expect((await own.request(src)).headers.get("Content-Type"), src).toBe(type);
  });
});

describe("地址", () => {
  test.each([
    ["/", "/web/qiaqia/home"],
    ["/web", "/web/qiaqia/home"],
    ["/web/", "/web/qiaqia/home"],
    ["/anything", "/web/404"],
    ["/v3/x", "/web/404"],
    ["/v10", "/web/404"],
    ["/web.data", "/web/404"],
    ["/webx/y", "/web/404"],
  ])("%s → 302 %s", async (path, target) => {
    const { app, reached } = fakeHost();
    const answer = await app.request(path);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, target]);
    expect(reached).toEqual([]);
  });

  test("/v1、/v2 归 REST，/web 下的其余归 Remix", async () => {
    const { app, reached } = fakeHost();
    for (const path of ["/v1/login", "/v2/user/info", "/v2", "/web/qiaqia/home", "/web/qiaqia/home.data"])
      await app.request(path);
    expect(reached).toEqual(["rest", "rest", "rest", "remix", "remix"]);
  });

  test("每个页面请求有自己的记忆", async () => {
    const seen: unknown[] = [];
    const { app } = fakeHost({
      remix: async (_request, context) => {
        seen.push(context.request);
        return page("x");
      },
    });
    await app.request("/web/a");
    await app.request("/web/b");
    expect(seen[0]).toBeInstanceOf(Map);
    expect(seen[0]).not.toBe(seen[1]);
  });
});

describe("/web/health", () => {
  test("数据库正常 → 200", async () => {
    const { app, reached } = fakeHost();
    const answer = await app.request("/web/health");
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(await answer.json()).toEqual({ status: "ok", version: "1.2.3", engine: "embedded", schema: "0007" });
    expect(reached).toEqual([]);
  });

  test("数据库不可用 → 503", async () => {
    const down = { status: "unavailable", version: "1.2.3", engine: "server", schema: "0007" } as const;
    const answer = await fakeHost({ health: async () => down }).app.request("/web/health");
    expect([answer.status, await answer.json()]).toEqual([503, down]);
  });

  test("检查本身失败 → 503", async () => {
    const { app, lines } = fakeHost({ health: () => Promise.reject(new Error("no connection")) });
    const answer = await app.request("/web/health");
    expect([answer.status, (await answer.json()).status]).toEqual([503, "unavailable"]);
    expect(lines[0]).toMatchObject({ msg: "health check failed", err: { message: "no connection" } });
  });
});

test("错误页面的文字不会变成标记", async () => {
  const html = await errorPage(400, "<b>", `"&'<script>`, "<i>").text();
  expect(html).not.toMatch(/<b>|<script>|<i>/);
});
