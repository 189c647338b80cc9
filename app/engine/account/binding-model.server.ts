import { selectBindings, selectOpenCode } from "~/data/channels.server";
import { chinaTime } from "~/shared/calendar";
import { GATEWAY_CHANNEL_KEYS, GATEWAY_CHANNELS, type GatewayChannel } from "~/shared/channels";
import { PRESENT_PASSWORD_MISSING } from "~/shared/password-rules";
import type { Context } from "../context.server";
import type { AppError } from "../errors";
import { limitFor } from "../parameters.server";
import { ADDRESS_LABELS } from "./channel-binding.server";
import { asOwner, ownOf } from "./own.server";
import { settingsFrame } from "./settings-model.server";

/** What was sent about a channel. */
export interface BindingInput {
  channel: GatewayChannel;
  intent: string;
  address: string;
}

type Refused = BindingInput & { error: AppError };

/** What the person has bound, and how to bind what the installation can reach. A password and a code are never shown again. */
export async function bindingModel(context: Context, refused?: Refused) {
  const { userId } = ownOf(context);
  const { services, now } = context;
  const mostTries = await limitFor(context, "channel.codeTries");
  const at = now.toISOString();
  const { bound, codes } = await asOwner(context, async () => {
    const connection = services.database.connection();
    const held = await selectBindings(connection, userId);
    const open = new Map<GatewayChannel, { masked: string; expiresAt: string }>();
    for (const channel of services.channels ?? []) {
      if (held.some((one) => one.channel === channel)) continue;
      const code = await selectOpenCode(connection, { userId, channel, at, mostTries });
      if (code) open.set(channel, code);
    }
    return { bound: held, codes: open };
  });
  const shown = GATEWAY_CHANNEL_KEYS.filter(
    (channel) => services.channels?.has(channel) || bound.some((one) => one.channel === channel),
  );
  const missing = GATEWAY_CHANNEL_KEYS.filter((channel) => !services.channels?.has(channel));
  return {
    ...settingsFrame(context, "settings-binding"),
    csrf: context.session?.csrf ?? "",
    missing: missing.map((channel) => GATEWAY_CHANNELS[channel]).join("、"),
    channels: shown.map((channel) => {
      const mine = refused?.channel === channel ? refused : undefined;
      const binding = bound.find((one) => one.channel === channel);
      const code = codes.get(channel);
      return {
        channel,
        label: GATEWAY_CHANNELS[channel],
        status: statusOf(context, { channel, binding, code }),
        forms: binding
          ? [unbindForm(channel, mine)]
          : [...(code ? [codeForm(channel, mine)] : []), askForm(channel, code !== undefined, mine)],
      };
    }),
  };
}

function statusOf(
  { services }: Context,
  about: {
    channel: GatewayChannel;
    binding: { masked: string; boundAt: string } | undefined;
    code: { masked: string; expiresAt: string } | undefined;
  },
): string {
  const { channel, binding, code } = about;
  if (binding) {
    const since = `${binding.masked} 已于${chinaTime(binding.boundAt).slice(0, 16)}绑定`;
    return services.channels?.has(channel)
      ? `${since}。接收哪些通知，请在通知设置中选择。`
      : `${since}，但系统没有接入${GATEWAY_CHANNELS[channel]}网关，目前收不到消息。`;
  }
  return code
    ? `验证码发往 ${code.masked}，${chinaTime(code.expiresAt).slice(11, 16)}前有效。`
    : "还没有绑定。绑定后可以通过它接收通知。";
}

/** Faults beside their fields, where the form is the one that was sent. */
function faultsOf(refused: Refused | undefined, intent: string) {
  const mine = refused?.intent === intent ? refused.error : undefined;
  const said = new Map(mine?.complaints.map(({ field, message }) => [field, message]));
  return {
    problem: mine && said.size === 0 ? { problem: mine.message } : {},
    at: (field: string) => (said.has(field) ? { error: said.get(field) ?? "", autoFocus: true } : {}),
  };
}

function passwordField(channel: GatewayChannel, faults: ReturnType<typeof faultsOf>) {
  return {
    name: `${channel}_password`,
    label: "当前密码",
    kind: "password" as const,
    value: "",
    required: true,
    autoComplete: "current-password",
    rules: { missing: PRESENT_PASSWORD_MISSING },
    ...faults.at("oldpassword"),
  };
}

function askForm(channel: GatewayChannel, isAgain: boolean, refused: Refused | undefined) {
  const faults = faultsOf(refused, "ask");
  const label = ADDRESS_LABELS[channel];
  return {
    intent: "ask",
    submit: isAgain ? "重新获取验证码" : "获取验证码",
    ...faults.problem,
    fields: [
      {
        name: `${channel}_address`,
        label,
        kind: "text" as const,
        value: refused?.intent === "ask" ? refused.address : "",
        required: true,
        maxLength: 64,
        ...(channel === "wecom" ? { help: "通讯录中的账号，不是姓名" } : {}),
        rules: { missing: `请输入${label}` },
        ...faults.at("address"),
      },
      passwordField(channel, faults),
    ],
  };
}

function codeForm(channel: GatewayChannel, refused: Refused | undefined) {
  const faults = faultsOf(refused, "bind");
  return {
    intent: "bind",
    submit: "绑定",
    ...faults.problem,
    fields: [
      {
        name: `${channel}_code`,
        label: "验证码",
        kind: "text" as const,
        value: "",
        required: true,
        maxLength: 12,
        autoComplete: "one-time-code",
        rules: { missing: "请输入6位数字的验证码" },
        ...faults.at("code"),
      },
    ],
  };
}

function unbindForm(channel: GatewayChannel, refused: Refused | undefined) {
  const faults = faultsOf(refused, "unbind");
  return { intent: "unbind", submit: "解除绑定", ...faults.problem, fields: [passwordField(channel, faults)] };
}
