import { createHmac } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { GatewayMessage } from "~/engine/channels/gateway.server";

/** What the gateway does with a message that is rightly signed: takes it, answers something else, takes it and says nothing, or says nothing. */
export type GatewayBehaviour = "take" | "take-silently" | "hang" | { status: number; body?: unknown };

export interface GatewayServer {
  address: string;
  /** Calls that came, with whether they were rightly signed. */
  calls: { isSigned: boolean; key: string; message: GatewayMessage }[];
  /** What went on to phones: each id once. */
  delivered: GatewayMessage[];
  /** How the next calls are treated, the last one for all that follow. */
  next(...behaviours: GatewayBehaviour[]): void;
  close(): Promise<void>;
}

export const GATEWAY_SECRET = "a-gateway-secret-of-at-least-32-letters";

/** A gateway for messages as `docs/interfaces.md` has it: checks the signature, and delivers an id once. */
export async function gatewayServer(secret: string = GATEWAY_SECRET): Promise<GatewayServer> {
  const calls: GatewayServer["calls"] = [];
  const delivered: GatewayMessage[] = [];
  let behaviours: GatewayBehaviour[] = ["take"];
  const answer = (response: ServerResponse, status: number, body: unknown = {}) => {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const header = (name: string) => String(request.headers[name] ?? "");
      const signed = [header("x-portal-timestamp"), header("x-portal-nonce"), `POST ${request.url ?? ""}`, text];
      const right = createHmac("sha256", secret).update(signed.join("\n")).digest("hex");
      const isSigned = right === header("x-portal-signature");
      const message = JSON.parse(text) as GatewayMessage;
      calls.push({ isSigned, key: header("idempotency-key"), message });
      if (!isSigned) return answer(response, 401, { message: "签名不正确" });
      if (delivered.some(({ id }) => id === message.id)) return answer(response, 409, { message: "已收到" });
      const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? "take";
      if (behaviour === "hang") return;
      if (typeof behaviour === "object") return answer(response, behaviour.status, behaviour.body);
      delivered.push(message);
      if (behaviour === "take") answer(response, 202);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/messages`,
    calls,
    delivered,
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
