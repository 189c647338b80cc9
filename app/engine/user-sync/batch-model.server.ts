import { selectRows } from "~/data/store.server";
import { purgeBatchPayloads, selectSyncPreview } from "~/data/user-sync.server";
import { may } from "../access/permissions";
import type { Context } from "../context.server";
import type { AnyRecord } from "../entity";
import type { RecordPageLink, RecordTable } from "../entity/server-hooks";
import { tableOf } from "../entity/table-names";
import { factsOf } from "../operations/scope.server";
import { recordPath } from "../screen/address";
import { columnLabel, NOTHING, showField, showState } from "../screen/show";

/** Rows on the page of a batch; all of them are a list of their own. */
const SHOWN = 100;
const COLUMNS = ["row_no", "work_no", "username", "op", "changes", "error"];

/** What can be done with a batch next, and the way to all of its rows. */
export async function batchPages(context: Context, record: AnyRecord): Promise<RecordPageLink[]> {
  const mayRun = may(context.actor.permissions, "user-log.import");
  const run = { checked: "执行", running: "继续执行" }[record.state];
  const failed = ["partial", "failed"].includes(record.state);
  return [
    ...(mayRun && run ? [{ label: run, path: "run", tone: "primary" as const }] : []),
    ...(mayRun && failed ? [{ label: "重跑失败项", path: "run", tone: "primary" as const }] : []),
    ...(may(context.actor.permissions, "user-log-row.query")
      ? [{ label: "全部明细", path: "rows", tone: "plain" as const }]
      : []),
  ];
}

/** The rows of a batch, those that failed first. */
export async function batchTable(context: Context, id: string): Promise<RecordTable> {
  const entity = context.services.registry.entity("user-administration/user-log-row");
  const [screen] = context.services.registry.screensOf(entity.key);
  const connection = context.services.database.connection();
  const ids = await selectSyncPreview(connection, id, SHOWN + 1);
  const rows = await selectRows(connection, {
    table: tableOf(entity),
    columns: ["id", "state", "accountname", "user_id", ...COLUMNS],
    where: [{ op: "in", column: "id", values: ids.slice(0, SHOWN) }],
    facts: factsOf(context),
  });
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  const users = context.services.registry.screen("system-management/users");
  const mayOpen = users && may(context.actor.permissions, "users.get");
  return {
    kind: "table",
    title: ids.length > SHOWN ? `明细（前${SHOWN}行，失败的在前）` : "明细",
    table: {
      caption: "明细",
      columns: [
        ...COLUMNS.slice(0, 3).map((key) => ({
          key,
          label: screen ? columnLabel(screen, key) : key,
          align: "start" as const,
        })),
        { key: "state", label: "结果", align: "start" },
        ...COLUMNS.slice(3).map((key) => ({
          key,
          label: screen ? columnLabel(screen, key) : key,
          align: "start" as const,
        })),
      ],
      rows: ids.slice(0, SHOWN).flatMap((rowId) => {
        const row = byId.get(rowId);
        if (!row) return [];
        const cell = (name: string) => {
          const value = row[name];
          const plain = typeof value === "string" || typeof value === "number" ? value : null;
          return { text: showField({ field: entity.fields[name], value: plain, label: undefined }).text };
        };
        const href = mayOpen && typeof row.user_id === "string" ? recordPath(users, row.user_id) : undefined;
        const name = cell("username").text;
        return [
          {
            id: rowId,
            cells: [
              cell("row_no"),
              { ...cell("work_no"), ...(href ? { href } : {}) },
              { text: name === NOTHING ? cell("accountname").text : name },
              showState(entity, String(row.state)),
              cell("op"),
              cell("changes"),
              cell("error"),
            ],
          },
        ];
      }),
    },
  };
}

/** What was sent about the people of a batch that is given up goes with it. */
export async function purgePeople(context: Context, id: string): Promise<void> {
  await purgeBatchPayloads(context.services.database.connection(), id);
}
