import { selectBindings } from "~/data/channels.server";
import { type ChannelWords, storeNotification } from "~/data/notifications.server";
import { dayOf } from "~/shared/calendar";
import { GATEWAY_CHANNEL_KEYS, GATEWAY_CHANNELS } from "~/shared/channels";
import type { Wording } from "~/shared/scenarios";
import { previewWording } from "~/shared/wording";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { actorName } from "./notify.server";

/** Wording by channel; null where the channel is not tried. */
export interface TrialWords {
  site: Wording | null;
  email: Wording | null;
  wecom?: Wording | null;
  sms?: Wording | null;
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
  if (words.site === null && words.email === null) await requireBinding(context, words);
  const byGateway = Object.fromEntries(
    [...(services.channels ?? [])].map((channel) => [channel, sampled(words[channel] ?? null)] as const),
  );
  const filled: ChannelWords = { site: sampled(words.site), email: sampled(words.email), ...byGateway };
  await storeNotification(services.database.connection(), {
    scenario: code,
    kind: "notice",
    level: facts?.level ?? "info",
    active: true,
    why: "disabled",
    only: null,
    stopped: false,
    proved: false,
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
    defaults: { wecom: "now", sms: "now" },
    internal: filled,
    supplier: filled,
  });
}

/** A trial by a gateway alone needs one, and somewhere to go. */
async function requireBinding({ services, actor }: Context, words: TrialWords): Promise<void> {
  const wanted = GATEWAY_CHANNEL_KEYS.filter((channel) => words[channel]);
  const bound = await selectBindings(services.database.connection(), String(actor.id));
  const ways = wanted.filter((one) => services.channels?.has(one) && bound.some(({ channel }) => channel === one));
  if (ways.length > 0) return;
  const names = wanted.map((one) => GATEWAY_CHANNELS[one]).join("、");
  throw new AppError("wrong_state", { message: `${names}没有接入网关，或您的账号没有绑定，不能试发` });
}
