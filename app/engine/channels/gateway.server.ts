import { z } from "zod";
import { selectChannelAddress } from "~/data/channels.server";
import type { DueMail } from "~/data/mail.server";
import { type GatewayChannel, LONGEST_SMS, shortened } from "~/shared/channels";
import type { EngineServices } from "../context.server";
import { signedPost } from "../integrations/routes.server";
import { type Carrier, Untaken } from "../mail/worker.server";
import { CODE_KIND, HIDDEN_CODE, leavingCode } from "./codes.server";

/** A message as it goes to a gateway; the contract is told in `docs/interfaces.md`. */
export interface GatewayMessage {
  /** Stays the same however often it is sent: the gateway delivers it once. */
  id: string;
  channel: GatewayChannel;
  /** A phone number of the mainland in eleven digits, or the id of an account of WeChat Work. */
  to: string;
  title: string;
  text: string;
  /** Whole address in the portal; null: it leads nowhere. */
  link: string | null;
  /** When what it tells of happened, as an instant. */
  at: string;
}

/** A way to a gateway. */
export interface GatewayRoute {
  /** Resolves with what was said, whatever it was. @throws Error when nothing was said: not reached, too late, cut off */
  send(message: GatewayMessage): Promise<{ status: number; body: string }>;
}

const ANSWER_MS = 15_000;
const LONGEST_REASON = 200;
const reasonShape = z.object({ message: z.string() });

/**
 * The way to a gateway: each message is a signed call to its address, under the id of the message as key.
 * @param settings.address as the operator set it; nothing a person types decides where calls go
 */
export function gatewayRoute(
  services: Pick<EngineServices, "clock">,
  settings: { address: string; secret: string; answerMs?: number },
): GatewayRoute {
  const { answerMs = ANSWER_MS, ...to } = settings;
  return {
    send: (message) => signedPost(services, { ...to, answerMs, key: message.id, body: JSON.stringify(message) }),
  };
}

/** Carries what waits for a channel to its gateway. @param settings.origin of the portal, for links */
export function gatewayCarrier(
  services: EngineServices,
  settings: { channel: GatewayChannel; route: GatewayRoute; origin: string },
): Carrier {
  const { channel, route, origin } = settings;
  return {
    channels: [channel],
    async carry(mail) {
      const made = await madeLast(services, channel, mail);
      if (typeof made === "string") return made;
      const { to, code } = made;
      const body = code === null ? mail.body : mail.body.replace(HIDDEN_CODE, code);
      const message: GatewayMessage = {
        id: mail.id,
        channel,
        to,
        title: mail.subject,
        text: channel === "sms" ? shortened(body, LONGEST_SMS - [...mail.subject].length) : body,
        link: mail.path === null ? null : `${origin}/web${mail.path}`,
        at: new Date(mail.createdAt).toISOString(),
      };
      judge(await sent(route, message), [to, ...(code === null ? [] : [code])]);
      return null;
    },
  };
}

/** The address, and the code where it is about one: both known only now. In words why it is not wanted any more. */
async function madeLast(
  services: EngineServices,
  channel: GatewayChannel,
  { linkKind, linkId, userId }: DueMail,
): Promise<string | { to: string; code: string | null }> {
  if (linkKind === CODE_KIND && linkId !== null) {
    const code = await leavingCode(services, linkId);
    return code === null ? "验证码已用过或已过期，没有发出" : { to: code.address, code: code.code };
  }
  const to = userId && (await selectChannelAddress(services.database.connection(), userId, channel));
  return to ? { to, code: null } : "接收人已解除绑定或账号已停用，没有发出";
}

async function sent(route: GatewayRoute, message: GatewayMessage) {
  try {
    return await route.send(message);
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError")
      throw new Untaken("网关没有在规定时间内答复", false, true);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code: unknown = Object(cause).code;
    const isUnreached =
      typeof code === "string" && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/.test(code);
    // What a connection says of itself may hold the address of the gateway, which is nobody's to read.
    throw new Untaken(`无法连接网关${typeof code === "string" ? `（${code}）` : ""}`, false, !isUnreached);
  }
}

/**
 * What an answer means. A known id is a message that arrived; what will be refused again stays refused.
 * @param private what of the message nobody is to read in a reason
 */
function judge({ status, body }: { status: number; body: string }, hidden: readonly string[]): void {
  if ((status >= 200 && status < 300) || status === 409) return;
  const again = status < 400 || status === 408 || status === 425 || status === 429 || status >= 500;
  const said = reasonOf(body);
  const reason = said && hidden.reduce((text, one) => text.replaceAll(one, "***"), said);
  throw new Untaken(reason ? `网关：${reason}（${status}）` : `网关返回了错误码${status}`, !again);
}

function reasonOf(body: string): string | null {
  try {
    const said = reasonShape.safeParse(JSON.parse(body)).data?.message.trim();
    return said ? shortened(said, LONGEST_REASON) : null;
  } catch {
    return null;
  }
}
