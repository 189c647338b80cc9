import { openSession, signIn } from "~/engine/session/session.server";
import { type AccountName, PASSWORD } from "../../support/company";
import type { World } from "../../support/world";

export interface Browser {
  token: string;
  csrf: string;
}

/** A signed-in browser: its cookie, and the secret its forms carry. */
export async function browser(world: World, account: AccountName): Promise<Browser> {
  const { token } = await signIn(world.engine, { account, password: PASSWORD, ip: "", device: "" });
  const session = await openSession(world.engine, token, { requestId: "r", ip: "", channel: "page" });
  return { token, csrf: session?.context.session?.csrf ?? "" };
}

/** What a loader or an action receives, each time a request of its own. */
export function args(path: string, token = "", init: RequestInit & { params?: Record<string, string> } = {}) {
  const { params, ...request } = init;
  const headers = new Headers(request.headers);
  if (token) headers.set("Cookie", `Access-Token=${token}`);
  const [, module = "", screen = "", id = ""] = path.split("?")[0]?.split("/") ?? [];
  return {
    request: new Request(`http://portal.test/web${path}`, { ...request, headers }),
    context: { request: new Map<string, unknown>(), cspNonce: "", requestId: "trace-1", ip: "198.51.100.7" },
    params: params ?? { module, screen, ...(id ? { id } : {}) },
  };
}

/** What a loader answers or throws, as far as a browser sees it. */
export async function answer(work: Promise<unknown>) {
  const given = await work.catch((thrown: unknown) => thrown);
  if (!(given instanceof Response)) {
    if (given instanceof Error) throw given;
    return { status: 200, to: null, cookie: null, body: given };
  }
  const text = await given.text();
  const isJson = given.headers.get("Content-Type")?.includes("json") ?? false;
  return {
    status: given.status,
    to: given.headers.get("Location"),
    cookie: given.headers.get("Set-Cookie"),
    body: isJson ? (JSON.parse(text) as unknown) : text,
  };
}
