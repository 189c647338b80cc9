import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A call as it arrived at the other side. */
export interface Received {
  path: string;
  key: string;
  headers: Readonly<Record<string, string>>;
  body: Record<string, unknown>;
  /** Whether its signature is right. */
  isSigned: boolean;
}

/** What the other side does with a call: answers, says nothing at all, or hangs up in the middle of its answer. */
export type Behaviour = { status: number; body?: unknown; text?: string } | "hang" | "cut";

export interface IntegrationServer {
  address: string;
  received: Received[];
  /** How the next calls are treated, the last one for all that follow. */
  next(...behaviours: Behaviour[]): void;
  close(): Promise<void>;
}

export const SECRET = "a-secret-of-at-least-thirty-two-letters";

/** Another system as the portal meets it: over a real socket, and not always well. */
export async function integrationServer(secret: string = SECRET): Promise<IntegrationServer> {
  const received: Received[] = [];
  let behaviours: Behaviour[] = [{ status: 200, body: { success: true } }];
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      received.push(readCall(request, text, secret));
      const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0];
      behave(behaviour ?? { status: 500 }, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/portal`,
    received,
    next: (...given) => {
      behaviours = given;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function behave(behaviour: Behaviour, response: ServerResponse): void {
  if (behaviour === "hang") return;
  if (behaviour === "cut") {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
    response.write('{"success"', () => response.destroy());
    return;
  }
  const { status, body, text } = behaviour;
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(text ?? JSON.stringify(body ?? {}));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function readCall(request: IncomingMessage, text: string, secret: string): Received {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const path = request.url ?? "";
  const signed = [headers["x-portal-timestamp"], headers["x-portal-nonce"], `${request.method} ${path}`, text].join(
    "\n",
  );
  const isSigned = createHmac("sha256", secret).update(signed).digest("hex") === headers["x-portal-signature"];
  return { path, key: headers["idempotency-key"] ?? "", headers, body: Object(JSON.parse(text)), isSigned };
}
