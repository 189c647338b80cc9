import { sql } from "kysely";
import type { ScenarioCondition } from "~/shared/scenario-conditions";
import type { ReceiverRule } from "~/shared/scenarios";
import type { Connection } from "./database.server";

/** What administrators made of the scenarios and their wording. */
export interface NotificationRules {
  scenarios: readonly {
    code: string;
    active: boolean;
    site: boolean;
    email: boolean;
    wecom: boolean;
    sms: boolean;
    quiet: boolean;
    muteable: boolean;
    /** As an administrator chose it; null: as the program does. */
    receiverRule: ReceiverRule | null;
    /** Further people and roles; a role that is switched off has no code. */
    receivers: readonly { role: string | null; user: string | null }[];
    conditions: readonly ScenarioCondition[];
  }[];
  templates: readonly { scenario: string; channel: string; side: string; title: string; content: string }[];
  /** Hours of the day in China between which mails wait. */
  quietFrom: number;
  quietTo: number;
}

/** All of it in one statement, for whoever asks: suppliers hold no right to the tables. */
export async function selectNotificationRules(connection: Connection): Promise<NotificationRules> {
  const { rows } = await sql<{ rules: NotificationRules }>`select news_rules() as rules`.execute(connection);
  const [row] = rows;
  if (!row) throw new Error("the rules of news are missing");
  return row.rules;
}

export interface NewScenario {
  id: string;
  code: string;
  name: string;
  module: string;
  level: string;
  audience: string;
  variables: string;
  site: boolean;
  email: boolean;
  wecom: boolean;
  sms: boolean;
  quiet: boolean;
  muteable: boolean;
  receiverRule: ReceiverRule;
  remark: string;
}

/**
 * Adds the scenarios that are not there yet, and brings what the program says of the others up to this version; switches stay. One
 * statement, which writes only what differs: it runs at every start.
 */
export async function upsertScenarios(connection: Connection, all: readonly NewScenario[]): Promise<void> {
  await sql`insert into msg_scenario (id, state, code, name, module, level, audience, variables, on_site, by_email, by_wecom, by_sms, quiet, can_mute, receiver_rule, remark)
    select id, 'active', code, name, module, level, audience, variables, site, email, wecom, sms, quiet, muteable, "receiverRule", remark
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as
      s(id uuid, code text, name text, module text, level text, audience text, variables text, site boolean, email boolean, wecom boolean, sms boolean, quiet boolean,
        muteable boolean, "receiverRule" text, remark text)
    on conflict (tenant_id, code) do update set name = excluded.name, module = excluded.module, level = excluded.level,
      audience = excluded.audience, variables = excluded.variables,
      receiver_rule = coalesce(msg_scenario.receiver_rule, excluded.receiver_rule)
    where (msg_scenario.name, msg_scenario.module, msg_scenario.level, msg_scenario.audience, msg_scenario.variables)
      is distinct from (excluded.name, excluded.module, excluded.level, excluded.audience, excluded.variables)
      or msg_scenario.receiver_rule is null`.execute(connection);
}

export interface NewTemplate {
  id: string;
  revisionId: string;
  scenario: string;
  channel: string;
  side: string;
  title: string;
  content: string;
  variables: string;
  preview: string;
  at: string;
}

/** Adds the wording of a scenario for a channel and a side where there is none yet. */
export async function addTemplate(connection: Connection, one: NewTemplate): Promise<void> {
  await sql`with added as (
      insert into msg_template (id, state, scenario, channel, side, title, content, variables, preview, revision)
      select ${one.id}::uuid, 'active', ${one.scenario}, ${one.channel}, ${one.side}, ${one.title}, ${one.content}, ${one.variables}, ${one.preview}, 1
      where not exists (select 1 from msg_template where scenario = ${one.scenario} and channel = ${one.channel} and side = ${one.side})
      returning id)
    insert into msg_template_revisions (id, root_id, line_no, revision, title, content, saved_by, saved_at)
    select ${one.revisionId}::uuid, id, 10, 1, ${one.title}, ${one.content}, '系统', ${one.at}::timestamptz from added`.execute(
    connection,
  );
}
