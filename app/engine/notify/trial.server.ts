import { type ChannelWords, storeNotification } from "~/data/notifications.server";
import { dayOf } from "~/shared/calendar";
import type { Wording } from "~/shared/scenarios";
import { previewWording } from "~/shared/wording";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { actorName } from "./notify.server";

/** Wording by channel; null where the channel is not tried. */
export interface TrialWords {
  site: Wording | null;
  email: Wording | null;
}

const MARK = "【试发】";

/**
 * Sends the acting person what a scenario would say, filled with its samples, by the channels that have words; marked as a trial, noted
 * like anything else that is sent, and never held back. Runs in the caller's transaction.
 * @throws AppError("invalid") where there are words for a mail alone, and the account has no address
 */
export async function sendTrial(context: Context, code: string, words: TrialWords): Promise<void> {
  const { actor, now, services } = context;
  const facts = services.registry.scenarioFacts(code);
  if (actor.id === null) throw new AppError("not_found");
  const sampled = (wording: Wording | null) => {
    if (wording === null) return null;
    const { title, content } = previewWording(facts?.variables ?? {}, wording, actor.name);
    return { title: `${MARK}${title}`, content };
  };
  const filled: ChannelWords = { site: sampled(words.site), email: sampled(words.email) };
  await storeNotification(services.database.connection(), {
    scenario: code,
    kind: "notice",
    level: facts?.level ?? "info",
    active: true,
    why: "disabled",
    only: null,
    sticky: false,
    later: null,
    muteable: false,
    quiet: null,
    merge: "none",
    at: now.toISOString(),
    today: dayOf(now),
    actor: actor.id,
    actorName: actorName(context),
    to: [actor.id],
    roles: [],
    suppliers: [],
    watchers: false,
    readers: null,
    entity: null,
    record: null,
    number: null,
    composed: null,
    path: null,
    mailPath: null,
    internal: filled,
    supplier: filled,
  });
}
