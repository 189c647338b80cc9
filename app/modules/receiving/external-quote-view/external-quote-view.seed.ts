import { newestCase } from "~/engine/approval/cases.server";
import type { Context } from "~/engine/context.server";
import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { issueTicket, openTicket } from "~/engine/tickets/tickets.server";
import { where } from "~/shared/condition";

const KEY = "receiving/external-quote-view";
const PRICE = "price-approval/account-price";
const DAY_MS = 86_400_000;
const PHONE = "Mozilla/5.0 (Linux; Android 14; OA) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36";
const DESK = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36";

/** A link as the to-do of that moment carried it, opened so many times since. */
async function sent(
  context: Context,
  about: { recordId: string; recipient: string; caseId: string },
  opened: readonly { at: Context; device: string }[],
): Promise<string> {
  const { id, secret } = await issueTicket(context, {
    ...{ purpose: "quote-view", entity: PRICE, recordId: about.recordId, recipient: about.recipient },
    fingerprint: about.caseId,
    expiresAt: new Date(context.now.getTime() + 7 * DAY_MS).toISOString(),
  });
  for (const { at, device } of opened) await openTicket({ ...at, ip: "10.20.8.15" }, secret, "quote-view", { device });
  return id;
}

/** Links to a case that waits in the office system and to an older one: read, run out, ended, made anew. */
async function demoLinks(pen: DemoPen): Promise<void> {
  const system = pen.context(pen.now);
  const entity = pen.screen(KEY).entity;
  const manager = await pen.person("manager1");
  const at = (days: number, hour: number) => pen.context(pen.moment(pen.daysAgo(days), hour));
  const prices = await unscopedRows(
    system,
    PRICE,
    ["id", "state", "rfq_id"],
    [where.oneOf("state", ["in_approval", "approved", "rejected", "effective"])],
  );
  const caseOf = async (id: string | undefined) =>
    id === undefined ? undefined : newestCase(system, { entity: PRICE, recordId: id });
  const waiting = prices.find(({ state, rfq_id }) => state === "in_approval" && rfq_id !== null);
  const running = await caseOf(waiting?.id);
  if (waiting && running) {
    const about = { recordId: waiting.id, caseId: running.id };
    await sent(at(1, 11), { ...about, recipient: "chen.guodong" }, [
      { at: at(1, 14), device: PHONE },
      { at: at(0, 9), device: DESK },
    ]);
    const wrong = await sent(at(1, 11), { ...about, recipient: "chen.guoding" }, []);
    const ending = pen.context(pen.moment(pen.daysAgo(1), 12), manager);
    await applyTransition(ending, { entity, id: wrong, name: "revoke", reason: "审批人账号写错，发给了别人" });
    const lost = await sent(at(1, 11), { ...about, recipient: "liu.mishu" }, []);
    await applyTransition(pen.context(pen.moment(pen.daysAgo(0), 8), manager), { entity, id: lost, name: "renew" });
  }
  const old = prices.find(({ state }) => state === "effective");
  const ended = await caseOf(old?.id);
  if (old && ended)
    await sent(at(20, 9), { recordId: old.id, caseId: ended.id, recipient: "chen.guodong" }, [
      { at: at(19, 10), device: DESK },
    ]);
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({ entity: KEY, demo: demoLinks });
