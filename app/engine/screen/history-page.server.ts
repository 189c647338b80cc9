import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { readHistory } from "../operations/audit.server";
import { readRecord } from "../operations/save.server";
import { reading } from "../operations/transaction.server";
import { titleOf } from "../operations/write.server";
import { query, recordPath } from "./address";
import { historyEntries } from "./history-model";
import { listOriginOf, originQuery } from "./list-origin.server";

/** Entries on one page, also on the record's own. */
export const HISTORY_SIZE = 50;
const MOST_PAGES = 10_000;

/**
 * One page of what happened to a record.
 * @throws AppError("forbidden" | "not_found")
 */
export async function historyPage(context: Context, screen: Screen, id: string, params: URLSearchParams) {
  return reading(context, async () => {
    const { entity } = screen;
    const { record, labels } = await readRecord(context, screen, id);
    const asked = Number(params.get("page") ?? 1);
    const page = Number.isInteger(asked) && asked > 0 ? Math.min(asked, MOST_PAGES) : 1;
    const found = await readHistory(context, {
      entity,
      recordId: record.id,
      limit: HISTORY_SIZE + 1,
      offset: (page - 1) * HISTORY_SIZE,
    });
    const from = params.get("from");
    const origin = listOriginOf(screen, params);
    const path = recordPath(screen, record.id);
    const href = (to: number) =>
      `${path}/history${query([...(origin && from ? [["from", from] as const] : []), ["page", String(to)]])}`;
    return {
      title: `变更记录：${screen.noun} ${titleOf(entity, record, labels)}`,
      entries: historyEntries(entity, found.slice(0, HISTORY_SIZE)),
      page,
      ...(page > 1 ? { previous: href(page - 1) } : {}),
      ...(found.length > HISTORY_SIZE ? { next: href(page + 1) } : {}),
      backHref: path + originQuery(origin),
    };
  });
}
