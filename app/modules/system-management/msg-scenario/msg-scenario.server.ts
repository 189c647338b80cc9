import type { Context } from "~/engine/context.server";
import { type AnyRecord, complain } from "~/engine/entity";
import type { EntityServer, RecordTable, RowLink } from "~/engine/entity/server-hooks";
import { sendTrial, type TrialWords } from "~/engine/notify/trial.server";
import { listRecords } from "~/engine/operations/list.server";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { unscopedCount, unscopedCountsBy, unscopedRows } from "~/engine/operations/unscoped.server";
import { listPath, query, recordPath } from "~/engine/screen/address";
import { chinaTime } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { NOTIFICATION_CHANNELS, NOTIFICATION_SIDES, SEND_STATES } from "~/shared/scenarios";

const SCENARIO = "system-management/msg-scenario";
const TEMPLATE = "system-management/msg-template";
const SENT = "system-management/msg-send-record";
/** Sendings on the page of a scenario. */
const RECENT = 10;
const WEEK_MS = 7 * 24 * 60 * 60_000;
const SWITCHES = { on_site: "site", by_email: "email", by_wecom: "wecom", by_sms: "sms" } as const;

/** Templates of these events, and what was sent and failed in seven days, by the id of the event. */
async function figuresOf(context: Context, ids: readonly string[]) {
  const rows = await unscopedRows(context, SCENARIO, ["id", "code"], [where.oneOf("id", ids)]);
  const these = where.oneOf(
    "scenario",
    rows.map(({ code }) => code),
  );
  const lately = where.atLeast("at", new Date(context.now.getTime() - WEEK_MS).toISOString());
  const [templates] = await unscopedCountsBy(context, TEMPLATE, "scenario", [[these, where.eq("state", "active")]]);
  const [sent, failed] = await unscopedCountsBy(context, SENT, "scenario", [
    [these, lately, where.eq("status", "sent")],
    [these, lately, where.eq("status", "failed")],
  ]);
  return new Map(
    rows.map(({ id, code }) => {
      const countIn = (counts: ReadonlyMap<string, number> | undefined) => counts?.get(code) ?? 0;
      return [id, { templates: countIn(templates), sent: countIn(sent), failed: countIn(failed) }];
    }),
  );
}

/** What the event says by its channels that are on: to ourselves, or where it speaks to suppliers alone, to them. */
async function wordsOf(context: Context, record: AnyRecord): Promise<TrialWords> {
  const active = [where.eq("scenario", String(record.code)), where.eq("state", "active")];
  const rows = await unscopedRows(context, TEMPLATE, ["channel", "side", "title", "content"], active);
  const wordsFor = (field: keyof typeof SWITCHES) => {
    if (record[field] !== true) return null;
    const these = rows.filter(({ channel }) => channel === SWITCHES[field]);
    const row = these.find(({ side }) => side === "internal") ?? these[0];
    return row ? { title: row.title, content: row.content } : null;
  };
  return {
    site: wordsFor("on_site"),
    email: wordsFor("by_email"),
    wecom: wordsFor("by_wecom"),
    sms: wordsFor("by_sms"),
  };
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
      found.push([field, `渠道“${NOTIFICATION_CHANNELS[channel]}”没有启用的模板`]);
  }
  return found;
}

/** Ways to what belongs to the events, for whoever may go them. */
async function waysOf(context: Context, ids: readonly string[]): Promise<Map<string, RowLink[]>> {
  const { registry } = context.services;
  const rows = await unscopedRows(context, SCENARIO, ["id", "code"], [where.oneOf("id", ids)]);
  const own = registry.screen(SCENARIO);
  const lists = [
    { label: "模板", screen: registry.screen(TEMPLATE) },
    { label: "发送记录", screen: registry.screen(SENT) },
  ];
  return new Map(
    rows.map(({ id, code }) => [
      id,
      [
        ...(own && mayOnScreen(context, own, "edit") ? [{ label: "配置", href: `${recordPath(own, id)}/edit` }] : []),
        ...lists.flatMap(({ label, screen }) =>
          screen && mayOnScreen(context, screen, "query")
            ? [{ label, href: listPath(screen) + query([["scenario", code]]) }]
            : [],
        ),
      ],
    ]),
  );
}

const startColumn = (key: string, label: string) => ({ key, label, align: "start" as const });

/** 变量清单, 渠道与模板 and 最近发送. */
async function aboutScenario(context: Context, record: AnyRecord): Promise<RecordTable[]> {
  const { registry } = context.services;
  const code = String(record.code);
  const of = where.eq("scenario", code);
  const variables = Object.entries(registry.scenarioFacts(code)?.variables ?? {});
  const channels: Readonly<Record<string, string>> = NOTIFICATION_CHANNELS;
  const sides: Readonly<Record<string, string>> = NOTIFICATION_SIDES;
  const templates = await unscopedRows(
    context,
    TEMPLATE,
    ["id", "channel", "side", "title", "revision", "state"],
    [of],
  );
  const [templateScreen, sentScreen] = [registry.screen(TEMPLATE), registry.screen(SENT)];
  const maySend = sentScreen && mayOnScreen(context, sentScreen, "query") ? sentScreen : null;
  const sent = maySend
    ? (
        await listRecords(context, maySend, {
          filters: { scenario: [code] },
          toggles: [],
          sort: ["-at"],
          page: 1,
          size: RECENT,
          columns: ["title", "at", "channel", "receiver", "status"],
        })
      ).rows
    : [];
  const states: Readonly<Record<string, string>> = SEND_STATES;
  return [
    {
      kind: "table",
      title: "变量清单",
      table: {
        caption: "模板和触发条件中可以使用的变量",
        columns: [startColumn("name", "变量"), startColumn("label", "含义"), startColumn("sample", "样例")],
        rows: variables.map(([name, { label, sample }]) => ({
          id: name,
          cells: [{ text: name }, { text: label }, { text: sample }],
        })),
      },
    },
    {
      kind: "table",
      title: "渠道与模板",
      table: {
        caption: "该场景各渠道和接收方的模板",
        columns: [
          startColumn("channel", "渠道"),
          startColumn("side", "接收方"),
          startColumn("title", "标题"),
          { key: "revision", label: "版本", align: "end" },
          startColumn("state", "状态"),
        ],
        rows: templates.map((row) => ({
          id: row.id,
          cells: [
            { text: channels[row.channel] ?? row.channel },
            { text: sides[row.side] ?? row.side },
            {
              text: row.title,
              ...(templateScreen && mayOnScreen(context, templateScreen, "get")
                ? { href: recordPath(templateScreen, row.id) }
                : {}),
            },
            { text: String(row.revision ?? "") },
            row.state === "active"
              ? { text: "启用", tone: "done" as const }
              : { text: "停用", tone: "closed" as const },
          ],
        })),
      },
    },
    ...(maySend
      ? [
          {
            kind: "table" as const,
            title: "最近发送",
            table: {
              caption: `最近${RECENT}条发送记录`,
              columns: [
                startColumn("at", "时间"),
                startColumn("channel", "渠道"),
                startColumn("receiver", "接收人"),
                startColumn("title", "标题"),
                startColumn("status", "状态"),
              ],
              rows: sent.map(({ id, values }) => ({
                id,
                cells: [
                  { text: chinaTime(String(values.at)).slice(0, 16) },
                  { text: channels[String(values.channel)] ?? String(values.channel) },
                  { text: String(values.receiver ?? "") },
                  { text: String(values.title ?? ""), href: recordPath(maySend, id) },
                  { text: states[String(values.status)] ?? String(values.status) },
                ],
              })),
            },
          },
        ]
      : []),
  ];
}

export const msgScenarioServer: EntityServer<"system-management/msg-scenario"> = {
  extra: (context, _screen, ids) => figuresOf(context, ids),
  rowLinks: waysOf,
  sections: aboutScenario,
  /** A channel without words would say nothing. */
  async beforeSave({ context, record, before }) {
    // The program brings a new event first, and its words after it.
    if (!before) return [];
    const switched = Object.keys(SWITCHES).filter((field) => before[field as keyof typeof SWITCHES] !== true);
    return (await wordless(context, record, switched)).map(([field, text]) => complain(field, text));
  },
  transitions: {
    try: {
      async check(context, record) {
        const words = await wordsOf(context, record);
        return Object.values(words).every((one) => one === null)
          ? [{ check: "templates", level: "block" as const, text: "没有启用的渠道和模板，不能试发" }]
          : [];
      },
      effect: async (context, { record }) => sendTrial(context, String(record.code), await wordsOf(context, record)),
    },
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
