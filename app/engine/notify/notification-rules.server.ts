import {
  addTemplate,
  type NotificationRules,
  selectNotificationRules,
  upsertScenarios,
} from "~/data/notification-rules.server";
import { isGatewayChannel } from "~/shared/channels";
import type { ScenarioCondition } from "~/shared/scenario-conditions";
import {
  firstWording,
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  type NotificationSide,
  type ReceiverRule,
  receiverRuleOf,
  type ScenarioCode,
  sidesOf,
  startsBy,
  type Wording,
  waitsInQuietHours,
} from "~/shared/scenarios";
import { previewText, variablesText } from "~/shared/wording";
import type { Context, EngineServices } from "../context.server";
import { rulesVersion } from "../rules-version.server";

/** What applies to a scenario now. */
export interface ScenarioRule {
  active: boolean;
  /** A person may turn it off. */
  muteable: boolean;
  /** Hours between which mails wait; null: they leave at once. */
  quiet: { from: number; to: number } | null;
  /** Whom an administrator wants told instead of those the program finds among the staff; null: those. */
  instead: ReceiverRule | null;
  /** Further people and holders of roles, by code, who are told as well. */
  further: { users: readonly string[]; roles: readonly string[] };
  /** What has to hold for the values of the event. */
  conditions: readonly ScenarioCondition[];
  /** Wording of a channel for a side; null: that channel does not reach that side. */
  words(channel: NotificationChannel, side: NotificationSide): Wording | null;
}

interface Known {
  version: number;
  rules: NotificationRules;
}

const caches = new WeakMap<EngineServices, Known>();

/**
 * What administrators made of a scenario. A change raises the version of rights: whoever knows the version of his request is
 * answered from memory.
 */
export async function scenarioRule(context: Context, code: ScenarioCode): Promise<ScenarioRule> {
  const { rules } = await rulesOf(context);
  const facts = context.services.registry.scenario(code);
  const row = rules.scenarios.find((one) => one.code === code);
  const on = (channel: NotificationChannel) => (row ? row[channel] : startsBy(facts, channel));
  return {
    active: row?.active ?? true,
    muteable: !facts.mandatory && (row?.muteable ?? true),
    quiet: (row?.quiet ?? waitsInQuietHours(facts)) ? { from: rules.quietFrom, to: rules.quietTo } : null,
    instead:
      row?.receiverRule && row.receiverRule !== receiverRuleOf(facts) && !facts.mandatory ? row.receiverRule : null,
    further: {
      users: row?.receivers.flatMap(({ user }) => user ?? []) ?? [],
      roles: row?.receivers.flatMap(({ role }) => role ?? []) ?? [],
    },
    conditions: row?.conditions ?? [],
    words(channel, side) {
      if (!on(channel)) return null;
      // Before the first start with a new scenario is over there are no rows of it.
      if (!row) return firstWording(facts, channel, side);
      const found = rules.templates.find(
        (one) => one.scenario === code && one.channel === channel && one.side === side,
      );
      return found ? { title: found.title, content: found.content } : null;
    },
  };
}

/** Hours of the day in China between which mails wait for whoever has chosen none of their own. The same twice: none. */
export async function quietHours(context: Context): Promise<{ from: number; to: number }> {
  const { quietFrom, quietTo } = (await rulesOf(context)).rules;
  return { from: quietFrom, to: quietTo };
}

async function rulesOf({ services, session }: Context): Promise<{ rules: NotificationRules }> {
  const version = session?.permissionVersion ?? (await rulesVersion(services));
  const known = caches.get(services);
  if (known && version !== null && known.version >= version) return known;
  const rules = await selectNotificationRules(services.database.connection());
  if (version !== null) caches.set(services, { version, rules });
  return { rules };
}

/** Adds the scenarios and the wording that this version of the program brings; what was edited stays. Runs at start. */
export async function seedScenarios(services: EngineServices): Promise<void> {
  const at = services.clock().toISOString();
  await services.database.transaction({ role: "owner" }, async () => {
    const connection = services.database.connection();
    const { templates } = await selectNotificationRules(connection);
    const shipped = Object.entries(services.registry.scenarios);
    await upsertScenarios(
      connection,
      shipped.map(([code, facts]) => ({
        id: services.newId(),
        code,
        name: facts.label,
        module: facts.module,
        level: facts.level,
        audience: facts.audience,
        variables: variablesText(facts.variables),
        site: facts.channels.includes("site"),
        email: facts.channels.includes("email"),
        wecom: startsBy(facts, "wecom"),
        sms: startsBy(facts, "sms"),
        quiet: waitsInQuietHours(facts),
        muteable: !facts.mandatory,
        receiverRule: receiverRuleOf(facts),
        remark: facts.help,
      })),
    );
    const channels = Object.keys(NOTIFICATION_CHANNELS) as NotificationChannel[];
    const known = new Set(templates.map(({ scenario, channel, side }) => `${scenario} ${channel} ${side}`));
    for (const [code, facts] of shipped) {
      for (const side of sidesOf(facts)) {
        // What has no gateway has no words either: nobody is offered to write what nobody gets.
        for (const channel of channels.filter((one) => !isGatewayChannel(one) || services.channels?.has(one))) {
          // A template that was switched off is there, too, and stays.
          if (known.has(`${code} ${channel} ${side}`)) continue;
          const wording = firstWording(facts, channel, side);
          await addTemplate(connection, {
            id: services.newId(),
            revisionId: services.newId(),
            scenario: code,
            channel,
            side,
            ...wording,
            variables: variablesText(facts.variables),
            preview: previewText(facts.variables, wording),
            at,
          });
        }
      }
    }
  });
}
