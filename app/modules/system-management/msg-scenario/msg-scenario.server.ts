import type { Context } from "~/engine/context.server";
import { type AnyRecord, complain } from "~/engine/entity";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedCount, unscopedCountsBy, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { CHANNELS_OF_NEWS } from "~/shared/scenarios";

const SCENARIO = "system-management/msg-scenario";
const TEMPLATE = "system-management/msg-template";
const SENT = "system-management/msg-send-record";
const WEEK_MS = 7 * 24 * 60 * 60_000;
const SWITCHES = { on_site: "site", by_email: "email" } as const;

/** Templates of these events, and what was sent and failed in seven days, by the id of the event. */
async function figuresOf(context: Context, ids: readonly string[]) {
  const rows = await unscopedRows(context, SCENARIO, ["id", "code"], [where.oneOf("id", ids)]);
  const these = where.oneOf(
    "scenario",
    rows.map(({ code }) => String(code)),
  );
  const lately = where.atLeast("at", new Date(context.now.getTime() - WEEK_MS).toISOString());
  const [templates] = await unscopedCountsBy(context, TEMPLATE, "scenario", [[these, where.eq("state", "active")]]);
  const [sent, failed] = await unscopedCountsBy(context, SENT, "scenario", [
    [these, lately, where.eq("status", "sent")],
    [these, lately, where.eq("status", "failed")],
  ]);
  return new Map(
    rows.map(({ id, code }) => {
      const countIn = (counts: ReadonlyMap<string, number> | undefined) => counts?.get(String(code)) ?? 0;
      return [String(id), { templates: countIn(templates), sent: countIn(sent), failed: countIn(failed) }];
    }),
  );
}

/** Switched-on channels, of these, that have no words. */
async function wordless(context: Context, record: AnyRecord, fields: readonly string[]): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const [field, channel] of Object.entries(SWITCHES)) {
    if (record[field] !== true || !fields.includes(field)) continue;
    const active = [
      where.eq("scenario", String(record.code)),
      where.eq("channel", channel),
      where.eq("state", "active"),
    ];
    if ((await unscopedCount(context, TEMPLATE, active)) === 0)
      found.push([field, `渠道“${CHANNELS_OF_NEWS[channel]}”没有启用的模板`]);
  }
  return found;
}

export const msgScenarioServer: EntityServer = {
  extra: (context, _screen, ids) => figuresOf(context, ids),
  /** A channel without words would say nothing. */
  async beforeSave({ context, record, before }) {
    // The program brings a new event first, and its words after it.
    if (!before) return [];
    const switched = Object.keys(SWITCHES).filter((field) => before[field] !== true);
    return (await wordless(context, record, switched)).map(([field, text]) => complain(field, text));
  },
  transitions: {
    enable: {
      check: async (context, record) =>
        (await wordless(context, record, Object.keys(SWITCHES))).map(([field, text]) => ({
          check: field,
          level: "block" as const,
          text,
        })),
    },
  },
};
