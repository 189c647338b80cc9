import { z } from "zod";
import {
  type ConversionCounts,
  conversionDocuments,
  conversionRows,
  countConversionRows,
  insertConversionRows,
} from "~/data/conversions.server";
import type { Context } from "../context.server";
import type { AnyRecord } from "../entity";
import type { Screen } from "../entity/registry";
import type { OwnSection } from "../entity/server-hooks";
import { AppError } from "../errors";
import { numberBy } from "../numbering/numbers.server";
import { audit } from "../operations/audit.server";
import { changesBetween } from "../operations/changes.server";
import {
  type ChosenLine,
  groupKeyOf,
  linesToConvert,
  type ReadyConversion,
  requireChosen,
} from "../operations/conversion.server";
import { blankRecord } from "../operations/initial-values.server";
import type { OpenLine } from "../operations/open-lines.server";
import { mayOnScreen, requireAction } from "../operations/scope.server";
import { onceAs } from "../operations/transaction.server";
import { insertRecord } from "../operations/write.server";
import { limitFor } from "../parameters.server";
import { recordPath } from "../screen/address";

export const CONVERSION_TASK = "system-management/conversion-task";
/** Handler of the job that makes the documents. */
export const CONVERSION_JOB = "conversions";
/** Lines that a call may name one by one: about as many as its body holds. How many a task holds, a parameter says. */
export const MOST_TASK_ROWS = 10_000;
/** Rows of one table on the page of a task. */
const SHOWN = 500;

const NONE: ConversionCounts = { total: 0, left: 0, done: 0, fail: 0, documents: 0 };

/** The screen of the tasks. @throws AppError("not_found") in an installation without it */
export function taskScreen(context: Context): Screen {
  const screen = context.services.registry.screen(CONVERSION_TASK);
  if (!screen) throw new AppError("not_found");
  return screen;
}

/** Whether the person may have all open lines of this conversion made into documents beside the page. */
export function mayConvertLater(context: Context, conversion: ReadyConversion): boolean {
  const screen = context.services.registry.screen(CONVERSION_TASK);
  return (
    conversion.background === true &&
    screen !== undefined &&
    context.actor.supplierId === null &&
    context.actor.id !== null &&
    mayOnScreen(context, conversion.screen, "add") &&
    mayOnScreen(context, screen, "get")
  );
}

const begunSchema = z.object({ id: z.string(), number: z.string(), version: z.number(), total: z.number() });
/** A task that was kept: what is needed to start it, and how many lines it holds. */
export type BegunConversion = z.infer<typeof begunSchema>;

/** Which lines are to be made into documents: all open ones that fit, or these. */
export type AskedLines =
  | {
      wanted: Omit<Parameters<typeof linesToConvert>[2], "page" | "any">;
      /** Quantities the person typed, by line; of the others all that is open. */
      typed: ReadonlyMap<string, string>;
    }
  | { rows: readonly ChosenLine[] };

/**
 * Keeps the open lines that fit, or those that were chosen, as a task of the person, who looks at how many they are and starts it. Nothing
 * is made yet.
 * @param requestId the second request of the same id gets the answer of the first
 * @throws AppError("forbidden"), "invalid" where no line fits, too many do or a chosen one has nothing left, "not_found" for a chosen one
 * outside the person's reach
 */
export async function beginConversion(
  context: Context,
  conversion: ReadyConversion,
  { requestId, ...asked }: AskedLines & { requestId?: string },
): Promise<BegunConversion> {
  if (!mayConvertLater(context, conversion)) throw new AppError("forbidden");
  requireAction(context, conversion.screen.entity, "add", conversion.screen);
  const screen = taskScreen(context);
  const { entity } = screen;
  const target = `${conversion.screen.area}/${conversion.screen.key}`;
  const what = "rows" in asked ? asked.rows : [asked.wanted, [...asked.typed]];
  return onceAs<BegunConversion>(context, {
    requestId,
    // What was asked, not what was found: a repeat comes when its lines may be used up.
    asked: ["convert-later", target, conversion.name, what],
    kept: begunSchema,
    work: async () => {
      const lines = await linesAsked(context, conversion, asked);
      const record: AnyRecord = {
        ...blankRecord(context, screen),
        ...{ target, target_label: conversion.screen.noun, conversion: conversion.name },
        ...{ conversion_label: conversion.label, total_count: lines.length },
      };
      const number = await numberBy(context, { rule: screen.number ?? "", entity, record });
      record.number = number;
      await insertRecord(context, entity, record);
      const rows = lines.map(({ line, quantity }, at) => ({
        ...{ id: context.services.newId(), rowNo: at + 1, lineId: line.id, label: line.label },
        ...{ groupKey: groupKeyOf(conversion, line), quantity },
      }));
      await insertConversionRows(context.services.database.connection(), record.id, rows);
      const changes = await changesBetween(context, entity, null, record);
      await audit(context, entity, record, { action: "create", label: "选择行", changes, reason: null });
      return { id: record.id, number, version: record.version, total: lines.length };
    },
  });
}

async function linesAsked(
  context: Context,
  conversion: ReadyConversion,
  asked: AskedLines,
): Promise<{ line: OpenLine; quantity: string }[]> {
  // More than one task holds are made by a second one.
  const most = await limitFor(context, "conversion.taskLines");
  if ("rows" in asked) {
    if (asked.rows.length > most) throw new AppError("invalid", { message: `一次最多选择${most}行，请分次生成` });
    return requireChosen(context, conversion, asked.rows);
  }
  const lines = await linesToConvert(context, conversion, { ...asked.wanted, page: { size: most + 1 } });
  if (lines.length === 0) throw new AppError("invalid", { message: "没有符合条件的行，请换个条件查找" });
  if (lines.length > most) throw new AppError("invalid", { message: `符合条件的超过${most}行，请缩小范围后分次生成` });
  return lines.map((line) => ({ line, quantity: asked.typed.get(line.id) ?? line.open }));
}

/** How the lines of a task stand. */
export async function countsOf(context: Context, id: string): Promise<ConversionCounts> {
  return (await countConversionRows(context.services.database.connection(), [id])).get(id) ?? NONE;
}

/** How far a task has come, the documents it made, and the lines that were refused with their reasons. */
export async function taskSections(context: Context, record: AnyRecord): Promise<OwnSection[]> {
  const connection = context.services.database.connection();
  const counts = await countsOf(context, record.id);
  const documents = await conversionDocuments(connection, record.id, SHOWN);
  const refused = await conversionRows(connection, record.id, { state: "failed", limit: SHOWN });
  const target = context.services.registry.screen(String(record.target));
  const mayOpen = target && mayOnScreen(context, target, "get");
  const start = "start" as const;
  const progress: OwnSection[] =
    record.state === "running"
      ? [
          {
            kind: "progress",
            title: "进度",
            done: counts.done + counts.fail,
            total: counts.total,
            text: `已处理 ${counts.done + counts.fail} 行，共 ${counts.total} 行，生成 ${counts.documents} 张。可以离开，完成后会通知您。`,
            live: true,
          },
        ]
      : [];
  return [
    ...progress,
    ...(refused.length === 0
      ? []
      : [
          {
            kind: "table" as const,
            first: true as const,
            title: counts.fail > SHOWN ? `没有生成的行（前${SHOWN}行，共${counts.fail}行）` : "没有生成的行",
            table: {
              caption: "这些行没有生成单据，原因处理好以后可以再次选择",
              columns: [
                { key: "row", label: "序号", align: start },
                { key: "line", label: "来源行", align: start },
                { key: "quantity", label: "数量", align: "end" as const },
                { key: "reason", label: "原因", align: start },
              ],
              rows: refused.map((row) => ({
                id: row.id,
                cells: [
                  { text: String(row.rowNo) },
                  { text: row.label },
                  { text: row.quantity },
                  { text: row.reason ?? "" },
                ],
              })),
            },
          },
        ]),
    ...(documents.length === 0
      ? []
      : [
          {
            kind: "table" as const,
            title: counts.documents > SHOWN ? `生成的单据（前${SHOWN}张，共${counts.documents}张）` : "生成的单据",
            table: {
              caption: "按来源行的顺序",
              columns: [
                { key: "number", label: "单号", align: start },
                { key: "lines", label: "行数", align: "end" as const },
              ],
              rows: documents.map(({ id, number, lines }) => ({
                id,
                cells: [
                  { text: number ?? "–", ...(mayOpen ? { href: recordPath(target, id) } : {}) },
                  { text: String(lines) },
                ],
              })),
            },
          },
        ]),
  ];
}
