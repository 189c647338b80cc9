import { data, redirect } from "@remix-run/node";
import { changeAvatar, readAvatar, removeAvatar } from "~/engine/account/avatar.server";
import { type BindingInput, bindingModel } from "~/engine/account/binding-model.server";
import { changeRecoverEmail } from "~/engine/account/change-password.server";
import { askCode, bindChannel, unbindChannel } from "~/engine/account/channel-binding.server";
import { blockOwnColleague, readColleague } from "~/engine/account/colleagues.server";
import { askMailProof, openMailProof, proveMail } from "~/engine/account/mail-proof.server";
import { saveChoices } from "~/engine/account/notification.server";
import { endSessions } from "~/engine/account/own-sessions.server";
import { avatarModel, notificationModel, securityModel } from "~/engine/account/settings-model.server";
import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { doNamed } from "~/engine/screen/named-form.server";
import { leaveNotice } from "~/engine/session/session.server";
import { GATEWAY_CHANNEL_KEYS, isGatewayChannel } from "~/shared/channels";
import type { ConfirmForm } from "~/ui/account/model";
import { doneWith, refusalOf, textIn } from "./account.server";
import { safeTarget } from "./login.server";
import { answering, type EdgeArgs, openEdge, pageError, readForm, requireEdge, seeOther } from "./request.server";

const SECURITY = "/account/settings-security";
const NOTIFICATION = "/account/settings-notification";
const BINDING = "/account/settings-binding";
const AVATAR = "/account/settings-avatar";

/** Ends sessions elsewhere, has a mail written that proves the address, or keeps the mailbox of recovery. */
export async function sendSecurity(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const end = textIn(form, "end");
    if (end !== "") {
      const ended = await endSessions(context, end === "all" ? "all" : [end]);
      throw await seeOther(context, SECURITY, ended > 0 ? `已退出${ended}处登录` : "该设备已经退出");
    }
    if (form.has("prove")) throw await askProof(context);
    const email = textIn(form, "recoveremail");
    try {
      await changeRecoverEmail(context, { email, oldpassword: textIn(form, "oldpassword") });
    } catch (thrown) {
      const error = refusalOf(thrown);
      return data({ model: await securityModel(context, { error, email }) }, { status: error.status });
    }
    throw await seeOther(context, SECURITY, "修改成功");
  });
}

async function askProof(context: Context): Promise<Response> {
  try {
    const email = await askMailProof(context);
    return await seeOther(context, SECURITY, `验证邮件已发送到 ${email}，请在30分钟内打开其中的链接`);
  } catch (thrown) {
    await leaveNotice(context, { level: "error", body: refusalOf(thrown).message });
    return redirect(SECURITY, 303);
  }
}

/** The page a mail leads to that proves an address: it asks, because mail programs open links, too. */
export async function openProof(args: EdgeArgs): Promise<ConfirmForm> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const ticket = ticketOf(args);
    const email = await openMailProof(context, ticket, deviceOf(args));
    return {
      title: "验证邮箱",
      action: `/account/mail-proof?ticket=${ticket}`,
      csrf: context.session?.csrf ?? "",
      from: SECURITY,
      submit: "确认是我的邮箱",
      question: "确认后，管理员为您重置密码时，一次性密码只发到这个邮箱。",
      facts: [
        { label: "账号", text: context.actor.account },
        { label: "邮箱", text: email },
      ],
      fields: [],
    };
  });
}

/** The person says that the address is its own. */
export async function sendProof(args: EdgeArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    await readForm(args, context);
    await proveMail(context, ticketOf(args), deviceOf(args));
    return seeOther(context, SECURITY, "邮箱已验证");
  });
}

function ticketOf({ request }: EdgeArgs): string {
  return new URL(request.url).searchParams.get("ticket") ?? "";
}

function deviceOf({ request }: EdgeArgs): string {
  return request.headers.get("User-Agent") ?? "";
}

/** Keeps what the person wants to hear about, by which way, and when mails wait. */
export async function sendNotification(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const site = new Set([...form].flatMap(([code, value]) => (value === "1" ? [code] : [])));
    const mail = choicesIn(form, "mail");
    const gateways = Object.fromEntries(GATEWAY_CHANNEL_KEYS.map((one) => [one, choicesIn(form, one)] as const));
    const mode = textIn(form, "quiet");
    const [from, to] = [hourIn(form, "quiet_from"), hourIn(form, "quiet_to")];
    const quiet = mode === "own" ? { from, to } : mode === "none" ? { from: 0, to: 0 } : mode === "" ? undefined : null;
    try {
      await saveChoices(context, { site, mail, gateways, ...(quiet === undefined ? {} : { quiet }) });
    } catch (thrown) {
      const error = refusalOf(thrown);
      const model = await notificationModel(context, { error, site, mail, gateways, quiet: { mode, from, to } });
      return data({ model }, { status: error.status });
    }
    throw await seeOther(context, NOTIFICATION, "修改成功");
  });
}

/** What was chosen for each event by a channel, whose name begins the names of its fields. */
function choicesIn(form: FormData, channel: string): Map<string, string> {
  const start = `${channel}.`;
  return new Map(
    [...form].flatMap(([name, value]) =>
      name.startsWith(start) && typeof value === "string" ? [[name.slice(start.length), value] as const] : [],
    ),
  );
}

function hourIn(form: FormData, name: string): number {
  const text = textIn(form, name);
  return /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
}

export async function openNotification(args: EdgeArgs) {
  return answering(async () => notificationModel((await requireEdge(args)).context));
}

/** Asks for a code, binds a channel with it, or ends that. */
export async function sendBinding(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const channel = textIn(form, "channel");
    if (!isGatewayChannel(channel)) throw pageError(new AppError("not_found"));
    const typed = (name: string) => textIn(form, `${channel}_${name}`);
    const input: BindingInput = { channel, intent: textIn(form, "_intent") || "ask", address: typed("address") };
    try {
      const said = await doNamed(input.intent, {
        ask: () => askCode(context, { channel, address: input.address, oldpassword: typed("password") }),
        bind: () => bindChannel(context, { channel, code: typed("code") }),
        unbind: () => unbindChannel(context, { channel, oldpassword: typed("password") }),
      });
      return await seeOther(context, BINDING, said);
    } catch (thrown) {
      const error = refusalOf(thrown);
      return data({ model: await bindingModel(context, { ...input, error }) }, { status: error.status });
    }
  });
}

/** Takes an uploaded picture, or takes the present one away. */
export async function sendAvatar(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const change = async () => {
      const file = form.get("file");
      try {
        const bytes = file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
        await changeAvatar(context, bytes, cropIn(form));
      } catch (thrown) {
        const error = refusalOf(thrown);
        return data({ model: avatarModel(context, error) }, { status: error.status });
      }
      throw await seeOther(context, AVATAR, "头像已更换");
    };
    const remove = async () => {
      await removeAvatar(context);
      throw await seeOther(context, AVATAR, "已恢复默认头像");
    };
    return doNamed(textIn(form, "_intent"), { remove }, change);
  });
}

/** The square chosen with script, in points of the picture; without it the server takes the middle. */
function cropIn(form: FormData) {
  const [x, y, size] = ["crop_x", "crop_y", "crop_size"].map((name) => {
    const text = textIn(form, name);
    return /^\d{1,5}(\.\d{1,6})?$/.test(text) ? Number(text) : null;
  });
  return typeof x === "number" && typeof y === "number" && typeof size === "number" && size > 0 ? { x, y, size } : null;
}

/** The picture of an account; a browser keeps it for as long as its address names the same picture. */
export async function sendPicture(args: EdgeArgs & { params: { id?: string } }): Promise<Response> {
  const { context } = await openEdge(args);
  try {
    const { name, picture } = await readAvatar(context, args.params.id ?? "");
    const asked = new URL(args.request.url).searchParams.get("v");
    const etag = `"${name}"`;
    const headers = {
      "Content-Type": "image/jpeg",
      "Content-Disposition": "inline",
      "X-Content-Type-Options": "nosniff",
      ETag: etag,
      Vary: "Cookie",
      "Cache-Control": asked === name ? "private, max-age=604800, immutable" : "private, no-cache",
    };
    if (args.request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
    return new Response(Buffer.from(picture), { headers });
  } catch (error) {
    if (error instanceof AppError) return new Response("", { status: 404, headers: { "Cache-Control": "no-store" } });
    throw error;
  }
}

type ColleagueArgs = EdgeArgs & { params: { id?: string } };

async function blockForm(
  context: Context,
  id: string,
  from: string,
  refused?: { error: AppError; reason: string },
): Promise<ConfirmForm> {
  const colleague = await readColleague(context, id);
  const error = refused?.error.complaints[0]?.message;
  return {
    title: "冻结账号",
    action: `/account/colleague/${colleague.id}/block`,
    csrf: context.session?.csrf ?? "",
    from,
    submit: "冻结",
    danger: true,
    question: `真的要冻结账号“${colleague.account}”吗？冻结后该账号立即退出登录，不能再登录，需联系采购方管理员解除。`,
    facts: [
      { label: "账号", text: colleague.account },
      { label: "姓名", text: colleague.name },
    ],
    fields: [
      {
        name: "reason",
        label: "冻结原因",
        kind: "textarea",
        value: refused?.reason ?? "",
        required: true,
        maxLength: 200,
        ...(error ? { error, autoFocus: true } : {}),
      },
    ],
    ...(refused && !error ? { problem: refused.error.message } : {}),
  };
}

export async function openBlock(args: ColleagueArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const from = safeTarget(new URL(args.request.url).searchParams.get("from"));
    return blockForm(context, args.params.id ?? "", from);
  });
}

/** Blocks an account of the own company. */
export async function sendBlock(args: ColleagueArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const id = args.params.id ?? "";
    try {
      const { account } = await blockOwnColleague(context, id, form.get("reason"));
      return data(await doneWith(context, form, `账号“${account}”已冻结`));
    } catch (thrown) {
      if (thrown instanceof Response) throw thrown;
      const error = refusalOf(thrown);
      if (error.error === "not_found" || error.error === "forbidden") throw pageError(error);
      const from = safeTarget(textIn(form, "from"));
      const model = await blockForm(context, id, from, { error, reason: textIn(form, "reason") });
      return data({ done: false as const, model }, { status: error.status });
    }
  });
}

/** Settings open on their first page. */
export function toFirstSettings(): Response {
  return redirect("/account/settings-base");
}
