import { may } from "~/engine/access/permissions";
import type { EntityServer, RowLink } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { movePath } from "~/engine/screen/address";
import { where } from "~/shared/condition";
import { msgSendRecord } from "./msg-send-record.entity";

const EMAIL = "system-management/email";
const MESSAGE = "system-management/message";

export const msgSendRecordServer: EntityServer = {
  /** A letter that did not leave is sent again where it lies, in the words it had; a message that nobody has read is taken back. */
  async rowLinks(context, ids) {
    const { registry } = context.services;
    const [letters] = registry.screensOf(EMAIL);
    const [messages] = registry.screensOf(MESSAGE);
    const links = new Map<string, RowLink[]>();
    if (ids.length === 0) return links;
    const own = where.oneOf("id", ids);
    if (letters && may(context.actor.permissions, "email-retry.edit")) {
      const failed = [own, where.oneOf("status", ["failed", "cancelled"]), where.set("mail_id")];
      for (const { id, mail_id } of await unscopedRows(context, msgSendRecord.key, ["id", "mail_id"], failed))
        links.set(String(id), [{ label: "重发", href: movePath(letters, String(mail_id), "retry") }]);
    }
    if (messages && may(context.actor.permissions, "message-recall.edit")) {
      const unread = [own, where.eq("state", "unread"), where.not(where.eq("level", "security"))];
      for (const { id } of await unscopedRows(context, MESSAGE, ["id"], unread))
        links.set(String(id), [{ label: "撤回", href: movePath(messages, String(id), "recall") }]);
    }
    return links;
  },
};
