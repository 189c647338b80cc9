import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { type IntegratedSystem, type InterfaceCode, interfacePath } from "~/shared/interfaces";
import type { EngineServices } from "../context.server";
import { signatureOf } from "../session/single-sign-on.server";

/** A call as it leaves. The key stays the same however often it does. */
export interface IntegrationMessage {
  number: string;
  code: InterfaceCode;
  key: string;
  /** JSON. */
  body: string;
}

/** What the other side said. */
export interface IntegrationReply {
  /** Status of HTTP; null where there is none. */
  status: number | null;
  body: string;
}

/** A way to another system. */
export interface IntegrationRoute {
  /** Resolves with what was said, whatever it was. @throws Error when nothing was said: not reached, too late, cut off */
  send(message: IntegrationMessage): Promise<IntegrationReply>;
}

export type IntegrationRoutes = ReadonlyMap<IntegratedSystem, IntegrationRoute>;

/** How long one attempt may take, the answer included. */
const ANSWER_MS = 15_000;
/** Of an answer nobody reads more. */
const LONGEST_ANSWER = 1024 * 1024;

/**
 * Calls by HTTP: `POST {address}/{interface}` with JSON, signed under the secret that both sides hold. What is signed is told in
 * `docs/interfaces.md`.
 * @param settings.address without a slash at its end, e.g. `https://oa.example.com/portal`
 */
export function httpRoute(
  services: Pick<EngineServices, "clock">,
  settings: { address: string; secret: string; answerMs?: number },
): IntegrationRoute {
  const { address, secret, answerMs = ANSWER_MS } = settings;
  return {
    send: ({ code, key, body }) =>
      signedPost(services, { address: `${address}/${interfacePath(code)}`, secret, answerMs, key, body }),
  };
}

/**
 * One signed call, and what was answered, whatever it was. Only the address of the settings is asked: whoever answers sends us nowhere else.
 * @param call.address whole
 * @param call.key stays the same however often it is sent
 * @throws Error when nothing was said: not reached, too late, cut off
 */
export async function signedPost(
  services: Pick<EngineServices, "clock">,
  call: { address: string; secret: string; key: string; body: string; answerMs?: number },
): Promise<{ status: number; body: string }> {
  const { address, secret, key, body, answerMs = ANSWER_MS } = call;
  const url = new URL(address);
  const timestamp = String(services.clock().getTime());
  const nonce = randomBytes(18).toString("base64url");
  const target = `POST ${url.pathname}`;
  const response = await fetch(url, {
    method: "POST",
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(answerMs),
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Idempotency-Key": key,
      "X-Portal-Client": "portal",
      "X-Portal-Timestamp": timestamp,
      "X-Portal-Nonce": nonce,
      "X-Portal-Signature": signatureOf(secret, { timestamp, nonce, target, body }),
    },
  });
  return { status: response.status, body: await beginningOf(response) };
}

async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader && size <= LONGEST_ANSWER) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.byteLength;
  }
  if (size > LONGEST_ANSWER) await reader?.cancel();
  return Buffer.concat(chunks).subarray(0, LONGEST_ANSWER).toString("utf8");
}

/**
 * Calls as files: each becomes `{folder}/out/{number}-{interface}.json`, whole or not at all; the same call again is the same file.
 * The other side takes it away.
 */
export function fileRoute(folder: string): IntegrationRoute {
  const out = path.join(folder, "out");
  return {
    async send({ number, code, body }) {
      await mkdir(out, { recursive: true });
      const file = path.join(out, `${number}-${interfacePath(code)}.json`);
      const part = `${file}.${process.pid}.part`;
      await writeFile(part, body, { flush: true });
      await rename(part, file);
      return { status: null, body: "" };
    },
  };
}
