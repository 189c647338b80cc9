import { may } from "../access/permissions";
import type { Context } from "../context.server";
import { AppError } from "../errors";

/** The mail server of the settings, as far as people may know of it: never the account or the password. */
export interface MailServer {
  host: string;
  port: number;
  /** Encrypted from the first byte; else as soon as the server offers it. */
  encrypted: boolean;
  /** An account is set, with which mails are handed over. */
  signsIn: boolean;
  /** Sender of every mail. */
  from: string;
  /** Connects, encrypts and signs in, hands over nothing. @throws whatever the server or the network refused */
  connect(): Promise<void>;
}

/** The right to connect to the mail server and read what it refuses. */
export const TEST_MAIL_SERVER = "email-server-test.edit";

/** Tests under way, by server: whoever asks meanwhile gets the same answer. */
const underWay = new WeakMap<MailServer, Promise<string | null>>();

/**
 * Connects to the mail server as a mail would.
 * @returns null when it was reached and took the account; else what was refused, in Chinese and without its own words: these may name
 *   the account
 * @throws AppError("forbidden"), "wrong_state" where none is set
 */
export async function testMailServer(context: Context): Promise<string | null> {
  requireServerTest(context);
  const { mailServer, log } = context.services;
  if (!mailServer) throw new AppError("wrong_state", { message: NO_SERVER });
  const running = underWay.get(mailServer) ?? connect(mailServer);
  underWay.set(mailServer, running);
  const refused = await running.finally(() => underWay.delete(mailServer));
  log.info({ by: context.actor.account, refused }, "mail server tested");
  return refused;
}

export const NO_SERVER = "邮件服务器未配置，邮件将在配置后发送";

/** @throws AppError("forbidden") */
export function requireServerTest({ actor }: Context): void {
  if (actor.kind !== "system" && !may(actor.permissions, TEST_MAIL_SERVER))
    throw new AppError("forbidden", { values: { permission: TEST_MAIL_SERVER } });
}

async function connect(server: MailServer): Promise<string | null> {
  try {
    await server.connect();
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

/** What connections and mail servers say, by the sign that tells it: the code of the client, or a word of the system. */
const REFUSALS: readonly (readonly [sign: RegExp, sentence: string])[] = [
  [/EAUTH/, "邮件服务器不接受账号或密码，请检查MAIL_URL中的账号和密码"],
  [/EDNS|ENOTFOUND|EAI_AGAIN/, "找不到邮件服务器，请检查MAIL_URL中的主机名"],
  [/ECONNREFUSED/, "邮件服务器拒绝连接，请检查端口以及服务器是否在运行"],
  [/EHOSTUNREACH|ENETUNREACH/, "到不了邮件服务器，请检查网络"],
  [/CERT_|_CERT|self.signed|ERR_TLS_CERT/i, "邮件服务器的证书不可信或与主机名不符，没有建立加密连接"],
  [/ETLS|EPROTO|SSL|wrong version number/i, "没有建立加密连接，请检查端口与smtp、smtps是否相配"],
  [/ETIMEDOUT/, "邮件服务器没有应答，请检查端口、网络和防火墙"],
  [/ECONNRESET|ECONNECTION|EPIPE/, "邮件服务器中断了连接"],
];

/** The refusal of a mail server in words of ours. */
export function refusalOf(error: unknown): string {
  const { code, responseCode, cause, message } = Object(error);
  const parts = [code, Object(cause).code, message].filter((one) => typeof one === "string").join(" ");
  const sentence = REFUSALS.find(([sign]) => sign.test(parts))?.[1] ?? "邮件服务器没有接受连接";
  return typeof responseCode === "number" ? `${sentence}（服务器答复${responseCode}）` : sentence;
}
