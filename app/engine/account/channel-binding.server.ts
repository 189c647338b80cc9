import {
  countCodes,
  countTry,
  insertCode,
  removeBinding,
  selectBindings,
  selectOpenCode,
  storeBinding,
  useCode,
} from "~/data/channels.server";
import { selectSecret } from "~/data/passwords.server";
import { channelAddress, GATEWAY_CHANNELS, type GatewayChannel } from "~/shared/channels";
import { codeOf, HIDDEN_CODE } from "../channels/codes.server";
import type { Context } from "../context.server";
import { type Complaint, complain } from "../entity";
import { AppError } from "../errors";
import { limitFor } from "../parameters.server";
import { isSame } from "../session/device.server";
import { notifyMember } from "../session/security-notifications.server";
import { presentPasswordComplaints } from "./change-password.server";
import { asOwner, auditAccount, ownOf } from "./own.server";

/*
 * Which phone and which account of WeChat Work are a person's: only a code that went there says so, and only the person, signed in and
 * with the password, has one sent.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OVER = "验证码已失效，请重新获取";

/** What an address of the channel is called. */
export const ADDRESS_LABELS: Readonly<Record<GatewayChannel, string>> = { wecom: "企业微信账号", sms: "手机号" };

/**
 * Has a code sent to an address the person wants to bind.
 * @returns what to tell the person
 * @throws AppError("invalid") with what is wrong, "wrong_state" without a gateway or where the channel is bound already, "too_often"
 */
export async function askCode(
  context: Context,
  input: { channel: GatewayChannel; address: string; oldpassword: string },
): Promise<string> {
  const { userId } = ownOf(context);
  const { channel } = input;
  requireGateway(context, channel);
  const address = channelAddress(channel, input.address);
  const complaints = [
    ...(address === null ? [complain("address", `请输入正确的${ADDRESS_LABELS[channel]}`)] : []),
    ...(await passwordComplaints(context, input.oldpassword)),
  ];
  if (complaints.length > 0 || address === null) throw new AppError("invalid", { complaints });
  const minutes = await limitFor(context, "channel.codeMinutes");
  const most = await limitFor(context, "channel.codesPerHour");
  const { services, now } = context;
  const ago = (span: number) => new Date(now.getTime() - span).toISOString();
  return asOwner(context, async () => {
    const connection = services.database.connection();
    // Two of the same person wait for each other here.
    await selectSecret(connection, userId, true);
    if ((await selectBindings(connection, userId)).some((one) => one.channel === channel))
      throw new AppError("wrong_state", { message: `已绑定${GATEWAY_CHANNELS[channel]}，请先解除绑定` });
    if ((await countCodes(connection, { userId, channel, address, since: ago(HOUR_MS) })) >= most)
      throw new AppError("too_often", { message: "验证码获取过于频繁，请1小时后再试" });
    await insertCode(connection, {
      id: services.newId(),
      mailId: services.newId(),
      userId,
      channel,
      address,
      at: now.toISOString(),
      expiresAt: new Date(now.getTime() + minutes * MINUTE_MS).toISOString(),
      title: "绑定验证码",
      text: `${HIDDEN_CODE}是您绑定供应商平台账号的验证码，${minutes}分钟内有效。如不是您本人操作，请不要告诉任何人。`,
      before: ago(DAY_MS),
    });
    await auditAccount(context, userId, {
      action: "channel-code",
      label: `获取${GATEWAY_CHANNELS[channel]}绑定验证码`,
    });
    return `验证码已发出，请在${minutes}分钟内输入`;
  });
}

/**
 * Binds the address the last code went to.
 * @returns what to tell the person
 * @throws AppError("invalid") for a wrong code, and once it is used up or too old
 */
export async function bindChannel(context: Context, input: { channel: GatewayChannel; code: string }): Promise<string> {
  const { userId } = ownOf(context);
  const { services, now } = context;
  const { channel } = input;
  requireGateway(context, channel);
  const typed = input.code.normalize("NFKC").replace(/\s/g, "");
  if (!/^\d{6}$/.test(typed)) throw refused(complain("code", "请输入6位数字的验证码"));
  const at = now.toISOString();
  const mostTries = await limitFor(context, "channel.codeTries");
  const connection = () => services.database.connection();
  const open = await asOwner(context, async () => {
    const code = await selectOpenCode(connection(), { userId, channel, at, mostTries });
    // Counted before it is compared, in a transaction of its own: a refusal takes nothing back.
    return code && (await countTry(connection(), code.id, mostTries)) ? code : null;
  });
  if (!open) throw refused(complain("code", OVER));
  if (!isSame(typed, codeOf(services, open.id))) {
    const left = mostTries - open.tries - 1;
    throw refused(
      complain("code", left > 0 ? `验证码不正确，还可以输入${left}次` : "验证码不正确，次数已用完，请重新获取"),
    );
  }
  await asOwner(context, async () => {
    await selectSecret(connection(), userId, true);
    if (!(await useCode(connection(), open.id, at))) throw refused(complain("code", OVER));
    await storeBinding(connection(), { id: services.newId(), userId, channel, address: open.address, at });
    await tell(context, { userId, channel, address: open.masked, change: "绑定" });
  });
  return `${GATEWAY_CHANNELS[channel]}已绑定，可以在通知设置中选择接收哪些通知`;
}

/**
 * Ends a binding, also where the gateway is gone.
 * @returns what to tell the person
 * @throws AppError("invalid") for a wrong password, "wrong_state" without a binding
 */
export async function unbindChannel(
  context: Context,
  input: { channel: GatewayChannel; oldpassword: string },
): Promise<string> {
  const { userId } = ownOf(context);
  const { channel } = input;
  const complaints = await passwordComplaints(context, input.oldpassword);
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  await asOwner(context, async () => {
    const connection = context.services.database.connection();
    await selectSecret(connection, userId, true);
    const bound = (await selectBindings(connection, userId)).find((one) => one.channel === channel);
    if (!bound) throw new AppError("wrong_state", { message: `没有绑定${GATEWAY_CHANNELS[channel]}` });
    await removeBinding(connection, userId, channel);
    await tell(context, { userId, channel, address: bound.masked, change: "解除绑定" });
  });
  return `${GATEWAY_CHANNELS[channel]}已解除绑定`;
}

/** The trail of the account, and its owner wherever else he reads. */
async function tell(
  context: Context,
  told: { userId: string; channel: GatewayChannel; address: string; change: "绑定" | "解除绑定" },
): Promise<void> {
  const { userId, change, address } = told;
  const channel = GATEWAY_CHANNELS[told.channel];
  await auditAccount(context, userId, { action: "channel-binding", label: `${change}${channel}（${address}）` });
  await notifyMember(context.services, {
    userId,
    at: context.now.toISOString(),
    scenario: "account.channel-binding",
    values: { change, channel, address },
    path: "/account/settings-binding",
  });
}

async function passwordComplaints(context: Context, typed: string): Promise<Complaint[]> {
  const row = await selectSecret(context.services.database.connection(), ownOf(context).userId);
  if (!row) throw new AppError("not_found");
  return presentPasswordComplaints(context, row, typed);
}

function requireGateway({ services }: Context, channel: GatewayChannel): void {
  if (!services.channels?.has(channel))
    throw new AppError("wrong_state", { message: `系统没有接入${GATEWAY_CHANNELS[channel]}网关，不能绑定` });
}

function refused(complaint: Complaint): AppError {
  return new AppError("invalid", { complaints: [complaint] });
}
