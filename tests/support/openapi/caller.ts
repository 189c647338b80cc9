import { randomBytes } from "node:crypto";
import { insertSession } from "~/data/sessions.server";
import { ROLES } from "~/engine/access/roles";
import type { Context } from "~/engine/context.server";
import type { Call } from "~/engine/openapi/call";
import { allCalls } from "~/engine/openapi/document.server";
import { callsPath } from "~/engine/openapi/entity-calls.server";
import { FIXED_CALLS } from "~/engine/openapi/fixed-calls.server";
import { TOKEN_LIFE_MS, tokenHash } from "~/engine/session/session.server";
import { readEnv } from "~/env.server";
import { createHost } from "~/host/app.server";
import { registry } from "~/modules/registry.server";
import { personWith } from "../conformance";
import { TRAIL, tried } from "../cover";
import { silentLog } from "../database";
import type { World } from "../world";
import { NOBODY, sampleOf } from "./sample";

/** How a call is sent where it differs from the ordinary way. */
export interface Sending {
  token?: string;
  /** Parts of the address by name; the others name nothing that exists. */
  at?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** A value for JSON, fields for a form, or the text itself. */
  body?: unknown;
  type?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Told {
  status: number;
  code: number | null;
  text: string;
  /** What stands under `result`; the whole answer where there is no envelope. */
  result: unknown;
  headers: Headers;
}

export type Send = (call: Call, how?: Sending) => Promise<Told>;

/** The product behind its host, as programs reach it, without a port. */
export function callerOf(world: World): Send {
  const host = createHost({
    env: readEnv({ NODE_ENV: "test", PORT: "0", CALLS_PER_MINUTE: "0" }),
    log: silentLog,
    services: world.services,
    remix: async () => new Response("", { status: 404 }),
  });
  return async (call, how = {}) => {
    const path = call.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent(how.at?.[name] ?? NOBODY),
    );
    const query = new URLSearchParams(how.query).toString();
    const response = await host.request(`http://portal.test${path}${query === "" ? "" : `?${query}`}`, {
      method: call.method.toUpperCase(),
      ...bodyOf(call, how),
    });
    const text = await response.text();
    const answer: unknown = response.headers.get("Content-Type")?.startsWith("application/json")
      ? JSON.parse(text)
      : {};
    const { code, result } = Object(answer);
    const enveloped = typeof code === "number";
    return {
      status: response.status,
      code: enveloped ? code : null,
      text,
      result: enveloped ? result : answer,
      headers: response.headers,
    };
  };
}

function bodyOf(call: Call, how: Sending): RequestInit {
  const headers = { ...(how.token ? { Authorization: how.token } : {}), ...how.headers };
  if (call.method === "get") return { headers };
  if (call.bytes !== undefined)
    return { headers: { ...headers, "Content-Type": how.type ?? "application/octet-stream" }, body: bytesOf(how.body) };
  const given = how.body ?? sampleOf(call.body ?? { type: "object" });
  const isForm = call.path.startsWith("/v1") && how.type !== "application/json";
  const type = how.type ?? (isForm ? "application/x-www-form-urlencoded" : "application/json");
  const body =
    typeof given === "string" ? given : isForm ? new URLSearchParams(Object(given)).toString() : JSON.stringify(given);
  return { headers: { ...headers, "Content-Type": type }, body };
}

/** Bytes are sent as they are; anything else is not what such a call is about, and one byte stands for it. */
function bytesOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array ? Uint8Array.from(Buffer.from(body)) : "x";
}

/** Every call of the OpenAPI document, whoever may make it. */
export function callsOfOpenapi(world: World): Call[] {
  return allCalls(world.system());
}

const fixed = new Set(FIXED_CALLS.map(({ method, path }) => `${method} ${path}`));

/** Entities by the address of their calls, which is not always their key: see `callsPath`. */
const byAddress = new Map(registry.registrations.map(({ entity }) => [callsPath(entity), entity.key]));

/**
 * Key of the entity a call is made for like the same call of any other; null for calls that belong to none.
 * @throws where a call is neither written down by itself nor at the address of an entity: nothing that asks by entity would see it
 */
export function entityOf({ method, path }: Call): string | null {
  if (fixed.has(`${method} ${path}`)) return null;
  const key = byAddress.get(path.split("/").slice(0, 4).join("/"));
  if (key === undefined) throw new Error(`${method} ${path} is a call of nothing`);
  return key;
}

/** A call is made of fields, lines and moves. */
const asked = tried("rest", "moves");

/**
 * Calls that belong to no entity, and those of the entities whose behaviour is tested in this run: see `cover.ts`. The trail is asked
 * always: what keeps it from other tests, that its list never holds still, is no matter here.
 */
export function callsTried(world: World): Call[] {
  return callsOfOpenapi(world).filter((call) => {
    const key = entityOf(call);
    return key === null || key === TRAIL || asked.has(key);
  });
}

export const titleOf = ({ method, path }: Call) => `${method.toUpperCase()} ${path}`;

/** A session of somebody, as signing in would leave it. */
export async function sessionOf(world: World, userId: string, lifeMs = TOKEN_LIFE_MS): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = world.clock.now().getTime();
  await insertSession(world.engine.database.connection(), {
    idHash: tokenHash(token),
    userId,
    csrf: randomBytes(24).toString("base64url"),
    issuedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + lifeMs).toISOString(),
    ip: "",
    device: "",
    channel: "password",
  });
  return token;
}

export interface Person {
  role: string;
  context: Context;
  token: string;
}

/** Somebody of each role; those of suppliers belong to supplier A. */
export async function everybody(world: World): Promise<Person[]> {
  const people: Person[] = [];
  for (const { code, audience } of ROLES) {
    const context = await personWith(world, code, audience === "supplier" ? world.ids.supplierA : null);
    people.push({ role: code, context, token: await sessionOf(world, String(context.actor.id)) });
  }
  return people;
}

/** Calls that end the session they come with; whoever makes them needs one of its own. */
export const ENDING: ReadonlySet<string> = new Set(["/v2/user/logout", "/v1/user/editPassword"]);
