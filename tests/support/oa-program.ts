import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";

/*
 * A small office-automation system that stands alone: it takes to-dos from the portal, lists them, shows the page behind each in a
 * frame, and sends the decision back as a signed call. It knows the portal by docs/interfaces.md only and imports nothing of it.
 *
 * Beside the demo:
 *   OA_SECRET=… npx tsx tests/support/oa-program.ts http://127.0.0.1:3000 4180
 */

/** A to-do as the portal sent it, and what became of it here. */
export interface Todo {
  caseId: string;
  stepId: string;
  step: string;
  title: string;
  startedBy: string;
  facts: { label: string; text: string }[];
  link: string;
  state: "open" | "closed" | "approve" | "reject" | "send_back";
  /** What the portal answered to the decision. */
  answer: string;
}

export interface OaProgram {
  /** Where the portal sends its calls: `OA_URL`. */
  readonly address: string;
  /** What may frame its pages: `OA_ORIGINS`. */
  readonly origin: string;
  readonly todos: ReadonlyMap<string, Todo>;
  /** Calls that were refused, and why. */
  readonly refused: readonly string[];
  /** The portal to send decisions to; it may be known only later. */
  decideAt(portal: string): void;
  close(): Promise<void>;
}

const CLOCK_MS = 5 * 60_000;
const DECISIONS = { approve: "同意", reject: "驳回", send_back: "退回发起人" } as const;
type Decision = keyof typeof DECISIONS;

interface Wanted {
  /** Shared with the portal. */
  secret: string;
  /** Origin of the portal. */
  portal?: string;
  /** Left out: a free one. */
  port?: number;
  /** Milliseconds since 1970; the machine's own unless a test stops it. */
  clock?: () => number;
}

/** Starts the program on a port of this machine. */
export async function startOaProgram(wanted: Wanted): Promise<OaProgram> {
  const { secret, clock = Date.now } = wanted;
  let portal = wanted.portal ?? "";
  const todos = new Map<string, Todo>();
  const seen = new Set<string>();
  const answers = new Map<string, object>();
  const refused: string[] = [];

  const take = (path: string, text: string, headers: IncomingMessage["headers"]): { status: number; body: object } => {
    const problem = faultOf({ secret, path, text, headers, seen, now: clock() });
    if (problem) {
      refused.push(problem);
      return { status: 401, body: { success: false, message: problem } };
    }
    const key = String(headers["idempotency-key"] ?? "");
    const known = answers.get(key);
    if (known) return { status: 200, body: known };
    const body = JSON.parse(text);
    if (path.endsWith("/approval-opened")) todos.set(body.stepId, { ...body, state: "open", answer: "" });
    const closed = path.endsWith("/approval-closed") ? todos.get(body.stepId) : undefined;
    if (closed?.state === "open") closed.state = "closed";
    const answer = { success: true, documentNo: `OA-${answers.size + 1}` };
    answers.set(key, answer);
    return { status: 200, body: answer };
  };

  const decide = async (todo: Todo, decision: Decision, reason: string, by: string): Promise<void> => {
    const path = "/v2/oa/approval-decision";
    const { caseId, stepId } = todo;
    const said = { caseId, stepId, decision, by, ...(reason ? { reason } : {}) };
    // The same decision again, because its answer got lost, is the same request.
    const requestId = createHash("sha256").update(JSON.stringify(said)).digest("hex").slice(0, 32);
    const text = JSON.stringify({ requestId, ...said });
    const timestamp = String(clock());
    const nonce = randomUUID();
    const response = await fetch(portal + path, {
      method: "POST",
      body: text,
      headers: {
        "Content-Type": "application/json",
        "X-Portal-Client": "oa",
        "X-Portal-Timestamp": timestamp,
        "X-Portal-Nonce": nonce,
        "X-Portal-Signature": sign(secret, [timestamp, nonce, `POST ${path}`, text]),
      },
    });
    const answer: unknown = await response.json();
    const { success, message, result } = Object(answer);
    if (success) todo.state = decision;
    todo.answer = success
      ? `平台已收到，单据状态：${String(Object(result).stateLabel)}`
      : `平台没有接受：${String(message)}`;
  };

  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      page(response, 500, "出错了", `<p>${escaped(String(error))}</p>`);
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const text = await textOf(request);
    if (request.method === "POST" && path.startsWith("/portal/")) {
      const { status, body } = take(request.url ?? "", text, request.headers);
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
      return;
    }
    if (path === "/portal-moved") {
      // A portal that was started again, on a port of its own.
      portal = `http://127.0.0.1:${new URL(request.url ?? "", "http://oa").searchParams.get("to")}`;
      response.writeHead(204).end();
      return;
    }
    const todo = todos.get(path.split("/")[2] ?? "");
    if (!todo) {
      page(response, path === "/" ? 200 : 404, "OA 待办", listOf([...todos.values()]));
      return;
    }
    if (request.method === "POST") {
      const form = new URLSearchParams(text);
      const decision = form.get("decision") ?? "";
      if (Object.hasOwn(DECISIONS, decision) && todo.state === "open")
        await decide(todo, decision as Decision, form.get("reason") ?? "", form.get("by") || "集团领导");
      response.writeHead(303, { Location: path });
      response.end();
      return;
    }
    page(response, 200, todo.title, todoPage(todo));
  }

  await new Promise<void>((resolve) => {
    server.listen(wanted.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  // Another name than the portal's, so that the two are sites of their own.
  const origin = `http://localhost:${port}`;
  return {
    address: `http://127.0.0.1:${port}/portal`,
    origin,
    todos,
    refused,
    decideAt(known) {
      portal = known;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function sign(secret: string, parts: readonly string[]): string {
  return createHmac("sha256", secret).update(parts.join("\n")).digest("hex");
}

/** Why a call is not believed; null when it is. */
function faultOf(call: {
  secret: string;
  path: string;
  text: string;
  headers: IncomingMessage["headers"];
  seen: Set<string>;
  now: number;
}): string | null {
  const header = (name: string) => String(call.headers[name] ?? "");
  const [timestamp, nonce] = [header("x-portal-timestamp"), header("x-portal-nonce")];
  const right = Buffer.from(sign(call.secret, [timestamp, nonce, `POST ${call.path}`, call.text]));
  const given = Buffer.from(header("x-portal-signature"));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return "签名不正确";
  if (Math.abs(call.now - Number(timestamp)) > CLOCK_MS) return "时间相差太多";
  if (call.seen.has(nonce)) return "重复的请求";
  call.seen.add(nonce);
  return null;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const STATES = {
  open: "待审批",
  closed: "已无需审批",
  approve: "已同意",
  reject: "已驳回",
  send_back: "已退回",
} as const;

function listOf(todos: readonly Todo[]): string {
  if (todos.length === 0) return "<p>没有待办。</p>";
  const rows = todos.map(
    ({ stepId, title, step, startedBy, state }) =>
      `<li><a href="/todo/${escaped(stepId)}">${escaped(title)}</a>（${escaped(step)}，${escaped(startedBy)}提交）：${STATES[state]}</li>`,
  );
  return `<ul>${rows.join("")}</ul>`;
}

function todoPage({ stepId, step, startedBy, facts, link, state, answer }: Todo): string {
  const said = facts.map(({ label, text }) => `<li>${escaped(label)}：${escaped(text)}</li>`).join("");
  const buttons = Object.entries(DECISIONS).map(
    ([name, label]) => `<button type="submit" name="decision" value="${name}">${label}</button>`,
  );
  return [
    `<p><a href="/">全部待办</a> · ${escaped(step)} · ${escaped(startedBy)}提交 · <strong>${STATES[state]}</strong></p>`,
    `<ul>${said}</ul>`,
    `<iframe title="单据" src="${escaped(link)}" width="1000" height="600"></iframe>`,
    state === "open"
      ? `<form method="post" action="/todo/${escaped(stepId)}"><p><label>审批人 <input name="by" value="集团领导"></label> <label>意见 <input name="reason"></label> ${buttons.join(" ")}</p></form>`
      : "",
    answer ? `<p role="status">${escaped(answer)}</p>` : "",
  ].join("\n");
}

function page(response: ServerResponse, status: number, title: string, body: string): void {
  response.writeHead(status, { "Content-Type": "text/html; charset=utf-8" });
  response.end(
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1>${body}</body></html>`,
  );
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [portal = "http://127.0.0.1:3000", port = "4180"] = process.argv.slice(2);
  const secret = process.env.OA_SECRET;
  if (!secret) throw new Error("OA_SECRET is the secret that the portal has in SSO_SECRETS as oa=…");
  const { origin, address } = await startOaProgram({ secret, portal, port: Number(port) });
  process.stdout.write(`OA 待办：${origin}/\n平台设置：OA_URL=${address} OA_ORIGINS=${origin}\n`);
}
