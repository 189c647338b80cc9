import {
  type ChannelWords,
  noteNotified,
  type StoredNotification,
  storeNotification,
  storeNotifications,
} from "~/data/notifications.server";
import type { LaterNotification } from "~/data/queued-notifications.server";
import { dayOf } from "~/shared/calendar";
import { conditionsMatch } from "~/shared/scenario-conditions";
import {
  isToldUnasked,
  type NotificationSide,
  type ScenarioCode,
  type ScenarioFacts,
  type ScenarioValues,
  type Wording,
} from "~/shared/scenarios";
import { fillIn } from "~/shared/wording";
import type { Context } from "../context.server";
import { askedPath, toldPath } from "../entity/messages";
import { inTransaction } from "../operations/transaction.server";
import { limitFor } from "../parameters.server";
import { scenarioRule } from "./notification-rules.server";

export interface Notification<K extends ScenarioCode = ScenarioCode> {
  /** What happened, as the engine (`app/engine/scenarios.ts`) or a module (`<entity>.scenarios.ts`) brings it. */
  scenario: K;
  values: ScenarioValues<K>;
  /** Accounts, by id. */
  to?: readonly string[];
  /** Everybody who holds one of these roles today. */
  toRoles?: readonly string[];
  /** Every active account of these suppliers. */
  toSuppliers?: readonly string[];
  /** Everybody who watches the record, except the acting person. */
  toWatchers?: boolean;
  /** Suppliers whose people may hear of it, whoever names them; default: no limit. */
  readers?: readonly string[];
  /**
   * What it is about. Opening it marks the message as read, and whoever may not see it any more reads nothing but that, unless
   * `path` says where the message leads instead.
   */
  record?: { entity: string; id: string; number?: string | null };
  /** Address below `/web` the message leads to, with a slash in front. */
  path?: string;
  /** The move on the record its readers are asked for: it leads to the page of that move. */
  asks?: string;
  /** The number of the document it is about, where that is no `record`. */
  number?: string | null;
  /** Id of the message somebody wrote, where it is one. */
  composed?: string;
  /** It stays on the page until the reader puts it away. */
  sticky?: boolean;
  /** It is told again to people an administrator named: no rule of the scenario speaks about it any more. */
  isLater?: true;
  /** The moment of the event, where that is not now. */
  at?: string;
}

/**
 * Notifies people of a business event: every channel of the scenario that the reader has not turned off, in the words of its
 * templates. Runs inside the caller's transaction, under whichever role it has: the message is there when the change is, and a
 * mail leaves after it.
 * @returns how many people got a message in the portal
 */
export async function notify<K extends ScenarioCode>(context: Context, notification: Notification<K>): Promise<number> {
  const { database } = context.services;
  return storeNotification(database.connection(), await storedOf(context, notification));
}

/** What `notify` does for several events of one scenario at once: in few statements, however many they are. */
export async function notifyEach<K extends ScenarioCode>(
  context: Context,
  notifications: readonly Notification<K>[],
): Promise<void> {
  const stored: StoredNotification[] = [];
  for (const one of notifications) stored.push(await storedOf(context, one));
  await storeNotifications(context.services.database.connection(), stored);
}

/** Whether an administrator named people who are told of a scenario beside, or instead of, those it says itself. */
export async function isToldFurther(context: Context, scenario: ScenarioCode): Promise<boolean> {
  const { active, instead, further } = await scenarioRule(context, scenario);
  return active && (instead !== null || further.users.length > 0 || further.roles.length > 0);
}

async function storedOf<K extends ScenarioCode>(
  context: Context,
  notification: Notification<K>,
): Promise<StoredNotification> {
  const { actor, now, services } = context;
  const facts = services.registry.scenario(notification.scenario);
  const rule = await scenarioRule(context, notification.scenario);
  const filled = (wording: Wording | null) =>
    wording && {
      title: fillIn(wording.title, notification.values),
      content: fillIn(wording.content, notification.values),
    };
  const channels = [...(services.channels ?? [])];
  const smsLevel = services.channels?.has("sms") ? await limitFor(context, "notify.smsLevel") : 0;
  const words = (side: NotificationSide): ChannelWords => ({
    site: filled(rule.words("site", side)),
    email: filled(rule.words("email", side)),
    ...Object.fromEntries(channels.map((channel) => [channel, filled(rule.words(channel, side))] as const)),
  });
  const matches = notification.isLater === true || conditionsMatch(rule.conditions, notification.values);
  const isRuled = notification.isLater !== true && rule.active && matches;
  const instead = isRuled ? rule.instead : null;
  const ways = waysOf(context, notification);
  return {
    scenario: notification.scenario,
    kind: kindOf(notification.scenario, facts),
    level: facts.level,
    active: rule.active && matches,
    why: rule.active ? "condition" : "disabled",
    only: instead === null ? null : "supplier",
    stopped: facts.toStopped === true,
    proved: facts.provedMail === true,
    sticky: notification.sticky ?? false,
    later:
      isRuled && (instead !== null || rule.further.users.length > 0 || rule.further.roles.length > 0)
        ? laterNotification(context, notification, ways.path)
        : null,
    muteable: rule.muteable,
    quiet: rule.quiet,
    merge: mergeOf(facts, notification),
    at: notification.at ?? now.toISOString(),
    today: dayOf(now),
    actor: actor.id,
    actorName: actorName(context),
    to: notification.to ?? [],
    roles: notification.toRoles ?? [],
    suppliers: notification.toSuppliers ?? [],
    watchers: notification.toWatchers ?? false,
    readers: notification.readers ?? null,
    entity: notification.record?.entity ?? null,
    record: notification.record?.id ?? null,
    number: notification.record?.number ?? notification.number ?? null,
    composed: notification.composed ?? null,
    ...ways,
    defaults: Object.fromEntries(
      channels.map((channel) => [channel, isToldUnasked(channel, facts.level, smsLevel) ? "now" : "off"] as const),
    ),
    internal: words("internal"),
    supplier: words("supplier"),
  };
}

/**
 * Where it leads: in the portal, where an entry finds the screen of its reader by itself and null is the record, and in mails, where an
 * address has to be said.
 * @throws Error for a move that does not exist, or on no record: a fault of the program
 */
function waysOf({ services: { registry } }: Context, { path, asks, record }: Notification) {
  const [screen] = record ? registry.screensOf(record.entity) : [];
  if (asks === undefined || path !== undefined) {
    const way = path ?? null;
    return { path: way, mailPath: way ?? (record && screen ? toldPath(screen, record.id) : null) };
  }
  if (!record || !screen || !Object.hasOwn(registry.entity(record.entity).transitions ?? {}, asks))
    throw new Error(`a message asks for "${asks}", which is no transition of its record`);
  const asked = askedPath(screen, record.id, asks);
  return { path: asked, mailPath: asked };
}

function mergeOf({ merge }: ScenarioFacts, { record }: Notification): "none" | "site" | "all" {
  if (!record || merge === false) return "none";
  return merge === true ? "all" : "site";
}

/** What is needed to tell further people of it later. */
function laterNotification(context: Context, notification: Notification, path: string | null): LaterNotification {
  return {
    scenario: notification.scenario,
    values: notification.values,
    entity: notification.record?.entity ?? null,
    record: notification.record?.id ?? null,
    number: notification.record?.number ?? notification.number ?? null,
    path,
    actor: context.actor.id,
    actorName: actorName(context),
  };
}

/**
 * Notifies people of something that jobs come upon again and again, once: the same scenario about the same thing is told no second time,
 * whoever comes upon it, and however many processes do at once.
 * @param about what it is about: the id of a record, or words of the teller such as `sap:2026-03-02`
 * @returns how many people got a message in the portal; 0 when it was told before
 */
export async function notifyOnce<K extends ScenarioCode>(
  context: Context,
  about: string,
  notification: Notification<K>,
): Promise<number> {
  const { database } = context.services;
  const notifyNow = async () => {
    const notified = { scenario: notification.scenario, about, at: context.now.toISOString() };
    return (await noteNotified(database.connection(), notified)) ? notify(context, notification) : 0;
  };
  // What has begun a transaction under another role tells in that one.
  return database.inTransaction() ? notifyNow() : inTransaction(context, notifyNow);
}

/** The name under which a person acts, as others read it. */
export function actorName({ actor }: Context): string {
  return actor.supplierName ? `${actor.supplierName} · ${actor.name}` : actor.name;
}

function kindOf(scenario: ScenarioCode, facts: ScenarioFacts) {
  if (scenario === "mention" || scenario === "watch") return scenario;
  return facts.level === "security" ? "security" : "notice";
}
