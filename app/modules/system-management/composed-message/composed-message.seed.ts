import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const MESSAGE = "system-management/composed-message";

/** Messages the administrator wrote: one that everybody has, one still to be sent. */
async function demoMessages(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(1), 16));
  const { id } = await pen.create(context, MESSAGE, {
    title: "周六晚上系统维护",
    content: "本周六 22:00 至 24:00 系统维护，期间不能登录。\n请提前保存正在填写的单据。",
    level: "info",
    audience: "all",
  });
  await applyTransition(context, { entity: pen.screen(MESSAGE).entity, id, name: "send" });
  await pen.create(context, MESSAGE, {
    title: "请核对到期的体系证书",
    content: "证书将在30天内到期的，请在本周内上传新证书。",
    level: "todo",
    sticky: "1",
    audience: "supplier_all",
    path: "/supplier-management/supplier-certificate",
  });
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/composed-message",
  rows: {
    names: ["composedMessage"],
    target: "composedMessage",
    async make({ add }) {
      await add("composedMessage", {
        title: "停机维护",
        content: "周六晚上停机维护。",
        audience: "internal",
      });
    },
  },
  demo: demoMessages,
});
