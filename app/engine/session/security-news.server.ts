import { insertMail } from "~/data/mail.server";
import { selectMailAddress, tellOwner } from "~/data/sign-in.server";
import type { EngineServices } from "../context.server";

/** Tells the owner of an account that somebody signed in from a place nobody had signed in from: inbox and, where known, mailbox. */
export async function tellNewDevice(
  services: EngineServices,
  news: { userId: string; at: string; label: string; ip: string; time: string },
): Promise<void> {
  const title = "新设备登录提醒";
  const from = news.ip === "" ? news.label : `${news.label}，IP ${news.ip}`;
  const body = `您的账号于 ${news.time} 在新设备上登录（${from}）。如不是您本人操作，请立即修改密码。`;
  await tellMember(services, { userId: news.userId, at: news.at, title, body });
}

/** A message about the safety of an account for its owner, in the caller's transaction (as owner). */
export async function tellMember(
  services: EngineServices,
  message: { userId: string; at: string; title: string; body: string },
): Promise<void> {
  const connection = services.database.connection();
  await tellOwner(connection, { id: services.newId(), ...message });
  const recipient = await selectMailAddress(connection, message.userId);
  if (recipient === null) return;
  await insertMail(connection, {
    id: services.newId(),
    at: message.at,
    userId: message.userId,
    recipient,
    subject: `【供应商平台】${message.title}`,
    body: message.body,
    link: null,
  });
}
