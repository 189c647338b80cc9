import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import { readTrail } from "~/engine/operations/audit-trail.server";
import { fieldValue } from "~/engine/operations/records.server";
import { readRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { listOriginOf, originHref } from "~/engine/screen/list-origin.server";
import { NOTHING, showField } from "~/engine/screen/show";

/**
 * One entry of the audit trail with all of its changes.
 * @throws AppError("forbidden" | "not_found")
 */
export async function trailEntryModel(context: Context, screen: Screen, id: string, params: URLSearchParams) {
  return reading(context, async () => {
    const { entity } = screen;
    const { record } = await readRecord(context, screen, id);
    const entry = (await readTrail(context, [record.id])).get(record.id);
    const shown = (name: string) => ({
      label: String(entity.fields[name].options.label),
      ...showField({ field: entity.fields[name], value: fieldValue(record, name), label: undefined }),
    });
    const changes = entry?.changes ?? [];
    const columns = [
      { key: "label", label: "字段", align: "start" as const },
      { key: "from", label: "原值", align: "start" as const },
      { key: "to", label: "新值", align: "start" as const },
    ];
    return {
      title: `操作日志：${shown("label").text}`,
      heading: shown("label").text,
      facts: [
        shown("at"),
        shown("user_name"),
        shown("entity"),
        { label: "单据", text: entry?.record || NOTHING, ...(entry?.href ? { href: entry.href } : {}) },
        shown("reason"),
        shown("channel"),
        shown("ip"),
        shown("trace"),
      ],
      ...(entry && !entry.href ? { note: "您没有查看该单据的权限，或者它已经不存在。" } : {}),
      ...(changes.length > 0
        ? {
            table: {
              caption: "变更内容",
              columns,
              rows: changes.map(({ path, label, from, to }) => ({
                id: path,
                cells: [{ text: label }, { text: from ?? NOTHING }, { text: to ?? NOTHING }],
              })),
            },
          }
        : {}),
      backHref: originHref(screen, listOriginOf(screen, params)),
    };
  });
}
