import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const INVITE = "supplier-onboarding/registration-invite";

/**
 * Companies that the first supplier's buyer invited: two may still come, one has come, one did not in time, one is not wanted any more, one
 * is not asked yet.
 */
export async function demoInvites(pen: DemoPen): Promise<void> {
  const actor = pen.suppliers[0]?.buyer.actor;
  const at = (days: number) => pen.context(pen.moment(pen.daysAgo(days), 14), actor);
  for (const [days, email, company, note, end] of [
    [64, "syrup@example.com", "梧岭甜源糖业有限公司", "我们正在寻找果葡糖浆的备选供应商。", "lapse"],
    [12, "bottle@example.com", "岚溪净瓶塑业有限公司", "欢迎注册成为包材供应商。", "cancel"],
    [6, "sauce@example.com", "云岫远山调味有限公司", "您的酱料在展会上给我们留下了印象，欢迎注册。", null],
    // Whoever has this mailbox registers a day ago.
    [4, "contact9802@example.com", "梧岭云溪纸品有限公司", "您的纸箱样品符合要求，欢迎注册。", null],
    [2, "carton@example.com", "青渠清禾包装有限公司", "我们正在增加纸箱的备选供应商。", null],
    [1, "label@example.com", "青渠彩标印刷有限公司", "欢迎注册成为标签供应商。", "draft"],
  ] as const) {
    const { id } = await pen.create(at(days), INVITE, { email, company, note });
    const { entity } = pen.screen(INVITE);
    if (end !== "draft") await applyTransition(at(days), { entity, id, name: "send" });
    if (end === "cancel") await applyTransition(at(days - 2), { entity, id, name: end });
    if (end === "lapse")
      await applyTransition(pen.context(pen.moment(pen.daysAgo(days - 31), 3)), { entity, id, name: end });
  }
}
