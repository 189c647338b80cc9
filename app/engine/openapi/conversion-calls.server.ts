import type { Context } from "../context.server";
import { lineFields, MOST_SOURCES, MOST_VALUES, narrowingFields } from "../conversions/narrowing.server";
import { MOST_TASK_ROWS, mayConvertLater } from "../conversions/task.server";
import type { Screen } from "../entity/registry";
import { conversionsOn, MOST_CONVERTED, type ReadyConversion } from "../operations/conversion.server";
import type { Call } from "./call";
import type { Schema } from "./field-schema";

const TEXT: Schema = { type: "string" };
const COUNT: Schema = { type: "integer" };

/** The calls that make documents on a screen from lines of others: at once, and beside the call where there may be many. */
export function conversionCallsOf(
  context: Context,
  { screen, base, saved }: { screen: Screen; base: string; saved: Schema },
): Omit<Call, "group">[] {
  const permission = `${screen.key}.add` as const;
  return conversionsOn(context, screen).flatMap((conversion) => {
    const about = { method: "post" as const, permission };
    const path = `${base}/convert/${conversion.name}`;
    const summary = `${screen.entity.label}：${conversion.label}`;
    const atOnce: Omit<Call, "group"> = {
      ...about,
      path,
      summary,
      body: {
        type: "object",
        properties: { rows: chosenLines(MOST_CONVERTED), requestId: TEXT },
        required: ["rows"],
      },
      result: { type: "object", properties: { made: { type: "array", items: saved } }, required: ["made"] },
      note: "line 是来源单据行的 id；要么全部生成，要么一张也不生成。",
    };
    // The whole contract, which is drawn for nobody in particular, lists what anybody may.
    const isOffered =
      conversion.background === true && (context.actor.id === null || mayConvertLater(context, conversion));
    if (!isOffered) return [atOnce];
    const later: Omit<Call, "group"> = {
      ...about,
      path: `${path}/later`,
      summary: `${summary}（后台）`,
      body: soughtLines(context, conversion),
      result: {
        type: "object",
        properties: { id: TEXT, number: TEXT, version: COUNT, total: { ...COUNT, title: "所选行数" } },
        required: ["id", "number", "version", "total"],
      },
      note: "给出 rows 就是这些行；不给出就是全部符合条件的行，各按还没有生成的数量。答复是待开始的批量生成任务（/v2/sys/conversion-task/{id}），核对行数后用它的 start 开始，结果写在任务上。",
    };
    return [atOnce, later];
  });
}

function chosenLines(maxItems: number): Schema {
  return {
    type: "array",
    items: {
      type: "object",
      properties: {
        line: TEXT,
        quantity: { type: "string", pattern: "^\\d+(\\.\\d+)?$", format: "numeric(18,3)" },
      },
      required: ["line", "quantity"],
    },
    minItems: 1,
    maxItems,
  };
}

/** What lines are looked for by, or the lines themselves. */
function soughtLines(context: Context, conversion: ReadyConversion): Schema {
  const { day, source } = conversion;
  const ids = (most: number): Schema => ({ anyOf: [TEXT, { type: "array", items: TEXT, maxItems: most }] });
  const references = narrowingFields(context, conversion).map(([name, { options }]): [string, Schema] => [
    name,
    { title: options.label, ...ids(MOST_VALUES), description: "id，可以给多个" },
  ]);
  const days: Schema = { type: "array", items: TEXT, minItems: 2, maxItems: 2, description: "[起, 止]，一端可以为空" };
  return {
    type: "object",
    properties: {
      rows: chosenLines(MOST_TASK_ROWS),
      sources: { title: source.label, ...ids(MOST_SOURCES), description: "id，可以给多个" },
      q: { type: "string", title: "快速查找" },
      ...Object.fromEntries(references),
      ...(day ? { [day]: { title: lineFields(conversion)[day]?.options.label ?? day, ...days } } : {}),
      requestId: TEXT,
    },
  };
}
