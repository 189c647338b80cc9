import type { Envelope } from "~/api/envelope.server";
import { type AccountName, PASSWORD } from "./company";
import type { World } from "./world";

export interface Answer {
  status: number;
  headers: Headers;
  body: Envelope;
}

/** The product as it answers calls; no small company is needed for that. */
export type Answering = Pick<World, "services" | "engine">;

/** Signs in through the call of the specification; answers the token. */
export function signIn(world: Answering, account: AccountName, password: string = PASSWORD): Promise<string> {
  return signInAs(world, account, password);
}

/** The same for an account of another company. */
export async function signInAs(world: Answering, account: string, password: string): Promise<string> {
  const { status, body } = await send(world, "POST", "/v1/login", {
    body: new URLSearchParams({ username: account, password, language: "" }).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  const token = Object(body.result).token;
  if (status !== 200 || typeof token !== "string") throw new Error(`${account} could not sign in: ${body.message}`);
  return token;
}

export interface CallInput {
  token: string;
  method: string;
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** A REST call with a JSON body, without a port; an empty token is nobody. */
export function call(world: Answering, { token, method, path, body, headers = {} }: CallInput): Promise<Answer> {
  return send(world, method, path, {
    headers: {
      ...headers,
      ...(token === "" ? {} : { Authorization: token }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function send(world: Answering, method: string, path: string, init: RequestInit): Promise<Answer> {
  const request = new Request(new URL(path, "http://portal.test"), { method, ...init });
  const response = await world.services.rest.fetch(request, { requestId: world.engine.newId(), ip: "127.0.0.1" });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope };
}
