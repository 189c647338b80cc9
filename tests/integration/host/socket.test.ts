import { request as openRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type Listening, listen } from "~/host/listen.server";
import { type Fake, fakeHost, heldCall } from "./support";

let running: Listening | undefined;

afterEach(async () => {
  await running?.stop(0);
  running = undefined;
});

async function start(fake: Fake = {}) {
  const host = fakeHost(fake);
  running = await listen(host.app, host.env, host.log);
  return { ...host, listening: running, base: `http://127.0.0.1:${running.port}` };
}

const megabyte = Buffer.alloc(1024 * 1024, "x");

/** Sends every byte before it reads, as browsers do (Node's own client stops at an early answer), then asks once more on the same connection. */
async function upload({
  port,
  path,
  type,
  megabytes,
  chunked,
}: {
  port: number;
  path: string;
  type: string;
  megabytes: number;
  chunked: boolean;
}) {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    received += chunk;
  });
  const closed = new Promise((resolve, reject) => socket.on("close", resolve).on("error", reject));
  const send = (data: string | Buffer) =>
    new Promise<void>((resolve) => {
      if (socket.write(data)) resolve();
      else socket.once("drain", resolve);
    });
  const size = chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${megabytes * megabyte.length}`;
  await send(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${size}\r\n\r\n`);
  for (let sent = 0; sent < megabytes; sent += 1) {
    if (chunked) await send(`${megabyte.length.toString(16)}\r\n`);
    await send(megabyte);
    if (chunked) await send("\r\n");
  }
  if (chunked) await send("0\r\n\r\n");
  await send("GET /web/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  await closed;
  const [first = "", second = ""] = received.split(/(?<!^)(?=HTTP\/1\.1 )/);
  return { first, second };
}

describe("50 MB 的正文得到 413，而不是断开的连接", () => {
  test.each([
    ["REST，声明长度", "/v2/x", "application/json", false, '"code":41301'],
    ["REST，分块传输", "/v2/x", "application/json", true, '"code":41301'],
    ["页面，声明长度", "/web/x", "application/x-www-form-urlencoded", false, "<h1>提交的内容过大</h1>"],
    ["页面，分块传输", "/web/x", "application/x-www-form-urlencoded", true, "<h1>提交的内容过大</h1>"],
  ])("%s", async (_name, path, type, chunked, text) => {
    const { listening, reached } = await start();
    const { first, second } = await upload({ port: listening.port, path, type, megabytes: 50, chunked });
    expect(first).toMatch(/^HTTP\/1\.1 413 /);
    expect(first).toContain(text);
    expect(second).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(reached).toEqual([]);
  });
});

test("分块传输的小表单完整到达页面", async () => {
  const { base } = await start();
  const answer = await new Promise<string>((resolve, reject) => {
    const outgoing = openRequest(`${base}/web/x`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", "Transfer-Encoding": "chunked" },
    });
    outgoing.on("error", reject);
    outgoing.on("response", async (incoming) => {
      let text = "";
      for await (const chunk of incoming.setEncoding("utf8")) text += chunk;
      resolve(text);
    });
    outgoing.write("na");
    outgoing.end(`me=${encodeURIComponent("张三")}`);
  });
  expect(JSON.parse(answer)).toMatchObject({ form: "张三", ip: "127.0.0.1" });
});

test("日志行在回答发完之后写出，记录线上的字节数", async () => {
  const { base, lines } = await start({ variables: { COMPRESS: "0" } });
  await (await fetch(`${base}/web/x?ticket=1`)).text();
  await expect.poll(() => lines.find(({ msg }) => msg === "request")).toMatchObject({ path: "/web/x", status: 200 });
  expect(Number(lines.find(({ msg }) => msg === "request")?.bytes)).toBeGreaterThan(200);
});

test("中途离开的读者记为 aborted，不算错误", async () => {
  const leaving = new AbortController();
  const { base, lines } = await start({
    // The answer is ready once the server has seen the connection close.
    rest: async ({ signal }) => {
      const left = new Promise((resolve) => signal.addEventListener("abort", resolve));
      leaving.abort();
      await left;
      return Response.json({ done: true });
    },
  });
  await expect(fetch(`${base}/v2/x`, { signal: leaving.signal })).rejects.toThrow();
  await expect
    .poll(() => lines.find(({ msg, path }) => msg === "request" && path === "/v2/x"))
    .toMatchObject({ aborted: true, level: 30 });
});

test("停止时先答完正在处理的请求，不再接受新的连接", async () => {
  const { rest, arrived, release } = heldCall();
  const { base, listening } = await start({ rest });
  const waiting = fetch(`${base}/v2/slow`);
  await arrived;
  const stopped = listening.stop();
  await expect(fetch(`${base}/v2/new`)).rejects.toThrow();
  release();
  expect(await (await waiting).json()).toEqual({ done: true });
  await stopped;
});

test("超过宽限时间的请求被切断", async () => {
  const { rest, arrived } = heldCall();
  const { base, listening } = await start({ rest });
  const waiting = expect(fetch(`${base}/v2/never`)).rejects.toThrow();
  await arrived;
  await listening.stop(50);
  await waiting;
});

test("端口被占用时启动失败", async () => {
  const { listening } = await start();
  const second = fakeHost({ variables: { PORT: String(listening.port) } });
  await expect(listen(second.app, second.env, second.log)).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("生产环境以明文对外服务时给出警告，本机和 https 不警告", async () => {
  const warnings = async (variables: Record<string, string>) => {
    const { lines, listening } = await start({ variables });
    await listening.stop(0);
    return lines.filter(({ level }) => level === 40).length;
  };
  expect(await warnings({})).toBe(0);
  expect(await warnings({ PUBLIC_URL: "http://portal.example.com" })).toBe(1);
  expect(await warnings({ PUBLIC_URL: "https://portal.example.com" })).toBe(0);
});
