import type { Context } from "~/engine/context.server";
import { NO_SERVER, requireServerTest } from "~/engine/mail/server-test.server";
import { listPath } from "~/engine/screen/address";

const EMAIL = "system-management/email";

/** Asks before the mail server is tested, and says what it refused. @throws AppError("forbidden") */
export function mailServerModel(context: Context, problem?: string) {
  requireServerTest(context);
  const { registry, mailServer } = context.services;
  const path = listPath(registry.mainScreen(EMAIL));
  return {
    title: "测试邮件服务器",
    action: `${path}/connection`,
    version: "",
    label: "测试",
    tone: "primary" as const,
    question: "连接邮件服务器、建立加密并用设置的账号登录，不发出邮件。",
    facts: mailServer
      ? [
          { label: "主机", text: mailServer.host },
          { label: "端口", text: String(mailServer.port) },
          { label: "加密", text: mailServer.encrypted ? "连接时加密（smtps）" : "服务器支持时加密（smtp）" },
          { label: "登录", text: mailServer.signsIn ? "用设置的账号" : "不登录" },
          { label: "发件人", text: mailServer.from },
        ]
      : [],
    findings: mailServer ? [] : [{ level: "block" as const, text: NO_SERVER }],
    controls: [],
    errors: [],
    ...(problem ? { problem } : {}),
    blocked: !mailServer,
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    cancelHref: path,
  };
}
