import { z } from "zod";
import { complain } from "~/engine/entity";
import type { EntityServer, Published } from "~/engine/entity/server-hooks";
import { unscopedCount, unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { type WorkCalendar, workdayFrom } from "./factory.rules";

const KEY = "master-data/factory";
const asked = z.array(z.object({ factoryId: z.string(), day: z.string() }));

/**
 * Days on which factories take goods in, published as `master-data/factory.workdays`: for each question the day itself, or the next on
 * which the factory works. In two statements whatever their number.
 */
const workdays: Published = async (context, input) => {
  const questions = asked.parse(input);
  const ids = [...new Set(questions.map(({ factoryId }) => factoryId))];
  if (ids.length === 0) return [];
  const factories = await unscopedRows(context, KEY, ["id", "weekly_rest"], [where.oneOf("id", ids)]);
  const columns = ["root_id", "from_day", "to_day", "kind"] as const;
  const rows = await unscopedLines(context, {
    entityKey: KEY,
    lines: "calendar",
    columns,
    where: [where.oneOf("root_id", ids)],
  });
  const calendars = new Map(
    factories.map(({ id, weekly_rest }): [string, WorkCalendar] => [
      id,
      {
        weekly_rest: typeof weekly_rest === "string" ? weekly_rest : null,
        calendar: rows
          .filter(({ root_id }) => root_id === id)
          .map(({ from_day, to_day, kind }) => ({
            from_day,
            to_day,
            kind,
          })),
      },
    ]),
  );
  return questions.map(({ factoryId, day }) => {
    const calendar = calendars.get(factoryId);
    return calendar ? workdayFrom(day, calendar) : day;
  });
};

export const factoryServer: EntityServer<"master-data/factory"> = {
  publishes: { workdays },
  async beforeSave({ context, record, before }) {
    if (!(before?.enabled === true && record.enabled === false)) return [];
    const open = await unscopedCount(context, "purchase-orders/purchase-order", [
      where.eq("factory_id", record.id),
      where.not(where.oneOf("state", ["closed", "cancelled"])),
    ]);
    return open > 0 ? [complain("enabled", `工厂存在未完成订单${open}张，不能停用`)] : [];
  },
};
