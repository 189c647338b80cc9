import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const INVITE = "supplier-onboarding/registration-invite";

/** Two companies that were invited by the first supplier's buyer. */
export async function demoInvites(pen: DemoPen): Promise<void> {
  const actor = pen.suppliers[0]?.buyer.actor;
  const at = (days: number) => pen.context(pen.moment(pen.daysAgo(days), 14), actor);
  for (const [days, email, company, note] of [
    [6, "sauce@example.com", "云岫远山调味有限公司", "您的酱料在展会上给我们留下了印象，欢迎注册。"],
    [2, "carton@example.com", "青渠清禾包装有限公司", "我们正在增加纸箱的备选供应商。"],
  ] as const) {
    const { id } = await pen.create(at(days), INVITE, { email, company, note });
    await applyTransition(at(days), { entity: pen.screen(INVITE).entity, id, name: "send" });
  }
}
