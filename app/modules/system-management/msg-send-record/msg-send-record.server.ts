import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import type { EntityServer, ListFigures, RowLink } from "~/engine/entity/server-hooks";
import { fieldValue } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { transitionPath } from "~/engine/screen/address";
import { countsOfList } from "~/engine/screen/figures.server";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { NOTIFICATION_CHANNELS } from "~/shared/scenarios";

const DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
const EMAIL = "system-management/email";
const MESSAGE = "system-management/message";

/** How much left by each channel in thirty days, and which part of it failed. */
async function byChannel(context: Context, screen: Screen): Promise<ListFigures> {
  const since = new Date(context.now.getTime() - DAYS * DAY_MS).toISOString();
  const counts = await countsOfList(
    context,
    screen,
    [{ field: "channel" }, { field: "status" }],
    [where.atLeast("at", since)],
  );
  const channels = Object.keys(NOTIFICATION_CHANNELS).filter((one) =>
    counts.some(({ values: [channel] }) => channel === one),
  );
  const countOf = (channel: string, states: readonly string[]) =>
    counts
      .filter(({ values: [one, state = ""] }) => one === channel && states.includes(state))
      .reduce((sum, { count }) => sum + count, 0);
  const labels = channels.map((one) => Object.entries(NOTIFICATION_CHANNELS).find(([key]) => key === one)?.[1] ?? one);
  const row = (states: readonly string[]) => channels.map((one) => String(countOf(one, states)));
  const rates = channels.map((one) => {
    const [failed, sent] = [countOf(one, ["failed"]), countOf(one, ["sent"])];
    return failed + sent === 0
      ? "0"
      : decimal(failed)
          .times(100)
          .div(failed + sent)
          .round(1)
          .toString();
  });
  return {
    about: `近${DAYS}天`,
    charts: [
      {
        kind: "bar",
        caption: `近${DAYS}天各渠道发送量`,
        axis: "渠道",
        unit: "条",
        labels,
        series: [
          { label: "已发送", values: row(["sent"]) },
          { label: "失败", values: row(["failed"]) },
          { label: "待发送", values: row(["queued", "held"]) },
          { label: "未发送", values: row(["skipped", "cancelled", "recalled"]) },
        ],
      },
      {
        kind: "bar",
        caption: `近${DAYS}天各渠道失败率`,
        axis: "渠道",
        unit: "%",
        labels,
        series: [{ label: "失败占已发送和失败", values: rates }],
      },
    ],
  };
}

export const msgSendRecordServer: EntityServer<"system-management/msg-send-record"> = {
  figures: byChannel,
  /** A message that nobody has read is taken back where it lies. */
  async rowLinks(context, ids) {
    const { registry } = context.services;
    const [messages] = registry.screensOf(MESSAGE);
    const links = new Map<string, RowLink[]>();
    if (ids.length === 0) return links;
    const own = where.oneOf("id", ids);
    if (messages && may(context.actor.permissions, "message-recall.edit")) {
      const unread = [own, where.eq("state", "unread"), where.not(where.eq("level", "security"))];
      for (const { id } of await unscopedRows(context, MESSAGE, ["id"], unread))
        links.set(id, [{ label: "撤回", href: transitionPath(messages, id, "recall") }]);
    }
    return links;
  },
  transitions: {
    resend: {
      async check(context) {
        if (maySendAgain(context)) return [];
        return [{ check: "letters", level: "block", text: "没有重发邮件的权限，请联系系统管理员", personal: true }];
      },
      /** The mail goes again where it lies: under its own number, in the words it had. */
      async effect(context, { record, reason }) {
        const entity = context.services.registry.entity(EMAIL);
        const id = String(fieldValue(record, "mail_id"));
        await applyTransition(context, { entity, id, name: "retry", ...(reason === null ? {} : { reason }) });
      },
    },
  },
};

/** Whoever asks keeps the mails of everybody: a mail the program wrote is nobody's own. */
function maySendAgain({ actor }: Context): boolean {
  const rights = ["email-retry.edit", "email-all.get", "email.get"] as const;
  return actor.kind === "system" || rights.every((one) => may(actor.permissions, one));
}
