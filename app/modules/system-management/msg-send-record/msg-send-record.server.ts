import { may } from "~/engine/access/permissions";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { movePath } from "~/engine/screen/address";
import { where } from "~/shared/condition";
import { msgSendRecord } from "./msg-send-record.entity";

const EMAIL = "system-management/email";

export const msgSendRecordServer: EntityServer = {
  /** A letter that did not leave is sent again where it lies, in the words it had. */
  async rowLinks(context, ids) {
    const [screen] = context.services.registry.screensOf(EMAIL);
    if (!screen || ids.length === 0 || !may(context.actor.permissions, "email-retry.edit")) return new Map();
    const rows = await unscopedRows(
      context,
      msgSendRecord.key,
      ["id", "mail_id"],
      [where.oneOf("id", ids), where.oneOf("status", ["failed", "cancelled"]), where.set("mail_id")],
    );
    return new Map(
      rows.map(({ id, mail_id }) => [
        String(id),
        [{ label: "重发", href: movePath(screen, String(mail_id), "retry") }],
      ]),
    );
  },
};
