import type { Context } from "~/engine/context.server";
import { requireAction } from "~/engine/operations/scope.server";
import { reading } from "~/engine/operations/transaction.server";
import { listPath, query } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { addDays, chinaTime, dayOf, momentOf } from "~/shared/calendar";
import { type FailureRow, selectLoginFigures } from "./figures.query.server";

const DAYS = 30;
const RANKED = 10;
const HOURS = Array.from({ length: 24 }, (_none, hour) => hour);

/** Sign-ins of the last 30 days in figures: by day, by hour, and who failed most. @throws AppError("forbidden") */
export async function loginFiguresModel(context: Context) {
  const screen = context.services.registry.mainScreen("system-management/login-log");
  requireAction(context, screen.entity, "query", screen);
  const today = dayOf(context.now);
  const first = addDays(today, 1 - DAYS);
  const figures = await reading(context, () =>
    selectLoginFigures(context.services.database.connection(), momentOf(first), RANKED),
  );
  const days = Array.from({ length: DAYS }, (_none, at) => addDays(first, at));
  const byDay = new Map(figures.days.map((row) => [row.day, row]));
  const byHour = new Map(figures.hours.map((row) => [row.hour, row]));
  const series = (rows: readonly ({ ok: number; failed: number } | undefined)[]) => [
    { label: "成功", values: rows.map((row) => String(row?.ok ?? 0)) },
    { label: "失败", values: rows.map((row) => String(row?.failed ?? 0)) },
  ];
  const list = listPath(screen);
  const ranking = (title: string, labels: [string, string], rows: readonly FailureRow[], filter: string) => ({
    title,
    table: {
      caption: title,
      columns: columnsOf([labels[0], "失败次数", labels[1], "最近一次"], ["失败次数", labels[1]]),
      rows: rows.map((row) => ({
        id: row.name,
        cells: [
          {
            text: row.name,
            href: `${list}${query([
              [filter, row.name],
              ["failed_only", "1"],
            ])}`,
          },
          { text: String(row.failed) },
          { text: String(row.others) },
          { text: chinaTime(row.lastAt).slice(0, 16) },
        ],
      })),
    },
  });
  return {
    title: "登录统计",
    about: `${first}至${today}，共${DAYS}天`,
    back: { label: "返回登录日志", href: list },
    charts: [
      {
        kind: "line" as const,
        caption: "近30天登录成功与失败",
        axis: "日期",
        unit: "次",
        labels: days.map((day) => day.slice(5)),
        series: series(days.map((day) => byDay.get(day))),
      },
      {
        kind: "line" as const,
        caption: "按小时登录量",
        axis: "小时",
        unit: "次",
        labels: HOURS.map((hour) => `${String(hour).padStart(2, "0")}时`),
        series: series(HOURS.map((hour) => byHour.get(hour))),
      },
    ],
    rankings: [
      ranking("失败最多的账号", ["登录账号", "地址数"], figures.accounts, "account"),
      ranking("失败最多的地址", ["IP地址", "账号数"], figures.addresses, "ip"),
    ],
  };
}
