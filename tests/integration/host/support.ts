import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { readEnv } from "~/env.server";
import { createHost, type HostParts } from "~/host/app.server";
import { createLog } from "~/host/log.server";

/** What a test may replace; settings are given as environment variables. */
export interface Fake
  extends Partial<Pick<HostParts, "remix" | "bodyLimits" | "publicFolder" | "pageRoute" | "release">> {
  variables?: Record<string, string>;
  health?: HostParts["services"]["health"];
  rest?: HostParts["services"]["rest"]["fetch"];
  asking?: HostParts["services"]["asking"];
  metrics?: HostParts["services"]["metrics"];
}

/** A host around fakes: the page repeats what it was given, REST repeats the body it received. */
export function fakeHost(fake: Fake = {}) {
  const env = readEnv({ NODE_ENV: "production", PORT: "0", ...fake.variables });
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ logLevel: "debug" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const reached: string[] = [];
  const app = createHost({
    env,
    log,
    services: {
      health: fake.health ?? (async () => ({ status: "ok", version: "1.2.3", engine: "embedded", schema: "0007" })),
      rest: {
        fetch: async (request, bindings) => {
          reached.push("rest");
          if (fake.rest) return fake.rest(request, bindings);
          return Response.json({ received: await request.text(), ...bindings });
        },
      },
      asking: fake.asking ?? ((_work, answer) => answer()),
      ...(fake.metrics ? { metrics: fake.metrics } : {}),
    },
    remix: async (request, context) => {
      reached.push("remix");
      if (fake.remix) return fake.remix(request, context);
      const form = request.method === "POST" ? String((await request.formData()).get("name")) : "";
      return page(JSON.stringify({ ...context, form, forwardedHost: request.headers.get("X-Forwarded-Host") }));
    },
    pageRoute: fake.pageRoute,
    bodyLimits: fake.bodyLimits,
    release: fake.release,
    publicFolder: fake.publicFolder ?? "/nonexistent",
  });
  return { app, env, log, lines, reached };
}

/** An answer as a Remix route would give it. */
export function page(html: string): Response {
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** A form as a browser posts it. */
export function form(
  fields: Record<string, string> = { name: "张三" },
  headers: Record<string, string> = {},
): RequestInit {
  return {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded", Host: "localhost", ...headers },
  };
}

/** A REST call with a JSON body. */
export function json(value: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    body: JSON.stringify(value),
    headers: { "Content-Type": "application/json", Host: "localhost", ...headers },
  };
}

/** A REST call that says when it has arrived and answers when told to. */
export function heldCall() {
  let arrive = () => {};
  let release = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const rest = async () => {
    arrive();
    await released;
    return Response.json({ done: true });
  };
  return { rest, arrived, release };
}

/** A public folder with one compressed script, one small script and one picture, in a temporary place. */
export function publicFolder(): { folder: string; script: string } {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), "host-public-")), "public");
  const script = "export const value = 1;\n".repeat(200);
  mkdirSync(path.join(folder, "build/_shared"), { recursive: true });
  writeFileSync(path.join(folder, "build/_shared/chunk-ABC.js"), script);
  writeFileSync(path.join(folder, "build/_shared/chunk-ABC.js.br"), brotliCompressSync(script));
  writeFileSync(path.join(folder, "build/_shared/chunk-ABC.js.gz"), gzipSync(script));
  writeFileSync(path.join(folder, "build/small-DEF.js"), "1;");
  writeFileSync(path.join(folder, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  writeFileSync(path.join(folder, ".gitkeep"), "");
  writeFileSync(path.join(folder, "..", "host-secret.txt"), "secret");
  return { folder, script };
}
