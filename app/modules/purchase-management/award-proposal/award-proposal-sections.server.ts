import { z } from "zod";
import { may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection, RecordTable } from "~/engine/entity/server-hooks";
import { unscopedLines } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { decimal, formatDecimal } from "~/shared/decimal";
import { quotesStanding } from "../rfq/best-award.server";
import { KEY as RFQ } from "../rfq/rfq-quotes.server";
import { lineOfWay, OUTCOMES, WAYS, type Way } from "./award-proposal.rules";

type AwardProposalRecord = RecordFor<"purchase-management/award-proposal">;

/** How many ways are worked out at most. */
const STEPS = 4;
const NOTHING = "—";
type Cell = RecordTable["table"]["rows"][number]["cells"][number];

const figure = z.string().nullable();
const isWay = (value: unknown): value is Way => typeof value === "string" && value in WAYS;
const shown = z.object({
  rfq_id: z.string(),
  state: z.string(),
  round_no: z.number().nullable(),
  attempts: z.number().nullable(),
  steps_done: z.number().nullable(),
  quotes_mark: figure,
  uncovered: figure,
  ways: z.array(
    z.object({
      ...{ way: z.custom<Way>(isWay), outcome: z.enum(["found", "conflict", "unknown"]) },
      ...{ suppliers: z.number().nullable(), amount: figure, last: figure, saving: figure, surplus: figure },
      ...{
        term_cost: figure,
        duty: figure,
        full: figure,
        held_to: figure,
        relaxed: figure,
        conflict: figure,
        gap: figure,
      },
    }),
  ),
  parts: z.array(
    z.object({
      ...{
        way: z.string(),
        item_no: z.number(),
        supplier_id: z.string(),
        material: z.string(),
        supplier_name: z.string(),
      },
      ...{ share: z.string(), amount: z.string() },
    }),
  ),
});
type Shown = z.infer<typeof shown>;
type ShownWay = Shown["ways"][number];

const money = (text: string | null) => (text === null ? NOTHING : formatDecimal(text, 2));

/** How far it has come, or what was found, side by side. */
export async function proposalSections(context: Context, record: AwardProposalRecord): Promise<OwnSection[]> {
  const own = shown.parse(record);
  if (own.state === "queued") return [progress(own)];
  if (own.ways.length === 0 || !may(context.actor.permissions, "supplier-quote.get")) return [];
  return [...(await changed(context, own)), waysTable(own), linesTable(own)];
}

function progress({ attempts, steps_done }: Shown): OwnSection {
  const done = steps_done ?? 0;
  const again = (attempts ?? 0) > 1 ? `（被中断后第${attempts}次计算）` : "";
  const text =
    (attempts ?? 0) === 0
      ? "排队中。可以离开，算完会通知您。"
      : `已算出${done}种方案，最多${STEPS}种${again}。可以离开，算完会通知您。`;
  return { kind: "progress", title: "计算进度", done, total: STEPS, text, live: true };
}

/** Whether what was found still speaks of what is offered and filled in. */
async function changed(context: Context, own: Shown): Promise<OwnSection[]> {
  const standing = await quotesStanding(context, { id: own.rfq_id, round: own.round_no ?? 1, mark: own.quotes_mark });
  if (standing === "settled") return [];
  const isNew = standing === "others";
  const news: Extract<OwnSection, { kind: "facts" }>["facts"] = [
    isNew
      ? { label: "报价", text: "计算以后报价已变化，请重新计算", tone: "warning" }
      : { label: "报价", text: `与计算时相同（第${own.round_no}轮）`, tone: "done" },
  ];
  if (!isNew && (await handMoved(context, own)))
    news.push({ label: "手工定价", text: "计算以后定价结果已修改，重新计算后再比较", tone: "warning" });
  return [{ kind: "facts", first: true, title: "是否仍有效", facts: news }];
}

async function handMoved(context: Context, { rfq_id, parts }: Shown): Promise<boolean> {
  const awards = await unscopedLines(context, {
    ...{ entityKey: RFQ, lines: "awards", columns: ["item_no", "supplier_id", "share"] },
    where: [where.eq("root_id", rfq_id)],
  });
  const written = (rows: readonly { item_no: number; supplier_id: string; share: string }[]) =>
    rows
      .map(({ item_no, supplier_id, share }) => `${item_no} ${supplier_id} ${decimal(share).toFixed()}`)
      .sort()
      .join();
  const ways = [...new Set(parts.map(({ way }) => way)), "manual"];
  // What was adopted from here is no news.
  return !ways.some((name) => written(parts.filter(({ way }) => way === name)) === written(awards));
}

const MEASURES: readonly { label: string; of(way: ShownWay, cheapest: ShownWay | undefined): Cell }[] = [
  {
    label: "结果",
    of: ({ outcome }) => ({
      text: OUTCOMES[outcome],
      tone: outcome === "found" ? "done" : outcome === "conflict" ? "refused" : "warning",
    }),
  },
  { label: "供应商家数", of: ({ suppliers }) => ({ text: suppliers === null ? NOTHING : String(suppliers) }) },
  { label: "含税总额", of: ({ amount }) => ({ text: money(amount) }) },
  { label: "较上次节约额", of: ({ saving }) => ({ text: money(saving) }) },
  { label: "起订量多买", of: ({ surplus }) => ({ text: money(surplus) }) },
  { label: "账期成本", of: ({ term_cost }) => ({ text: money(term_cost) }) },
  { label: "关税", of: ({ duty }) => ({ text: money(duty) }) },
  { label: "综合总额", of: ({ full }) => ({ text: money(full) }) },
  {
    label: "比成本最低多",
    of: ({ full }, cheapest) => ({
      text:
        full === null || !cheapest || cheapest.full === null
          ? NOTHING
          : money(decimal(full).minus(decimal(cheapest.full)).toFixed(2)),
    }),
  },
  {
    label: "条件",
    of: ({ held_to, way }) => ({ text: held_to ?? (way === "manual" ? "按自定条件衡量" : "没有条件") }),
  },
  {
    label: "放宽的条件",
    of: ({ relaxed, outcome }) =>
      relaxed === null ? { text: outcome === "found" ? "没有" : NOTHING } : { text: relaxed, tone: "warning" },
  },
  {
    label: "相互冲突的条件",
    of: ({ conflict }) => (conflict === null ? { text: NOTHING } : { text: conflict, tone: "refused" }),
  },
  { label: "距最优不超过", of: ({ gap }) => ({ text: gap === null ? NOTHING : `${formatDecimal(gap)}%` }) },
];

function waysTable({ ways, uncovered }: Shown): OwnSection {
  const cheapest = ways.find(({ way }) => way === "cheapest");
  return {
    kind: "table",
    first: true,
    title: "方案并列",
    table: {
      caption: `金额按报价逐分相加；综合总额为单价和运费加起订量多买、账期成本和单价以外的关税${uncovered === null ? "" : `；没有报价、未计入：${uncovered}`}`,
      columns: columnsOf(["项目", ...ways.map(({ way }) => WAYS[way])]),
      rows: MEASURES.map(({ label, of }) => ({
        id: label,
        cells: [{ text: label }, ...ways.map((way) => of(way, cheapest))],
      })),
    },
  };
}

/** Where each line goes under each way, what moves from the cheapest marked. */
function linesTable({ ways, parts }: Shown): OwnSection {
  const materials = new Map(parts.map(({ item_no, material }) => [item_no, material]));
  const found = ways.filter(({ outcome }) => outcome === "found").map(({ way }) => way);
  const cell = (way: Way, line: number): Cell => {
    const { parts: own, isMoved, difference } = lineOfWay(parts, way, line);
    if (own.length === 0) return { text: NOTHING };
    const text = own.map(({ supplier_name, share }) => `${supplier_name} ${formatDecimal(share)}%`).join("、");
    if (!isMoved) return { text };
    const more = decimal(difference);
    return { text: `${text}（变动 ${more.gt(0) ? "+" : ""}${formatDecimal(difference, 2)}）`, tone: "warning" };
  };
  return {
    kind: "table",
    first: true,
    title: "各行去向",
    table: {
      caption: "每行给谁、多少份额；与成本最低不同的已标出，并写明该行含税金额的增减",
      columns: columnsOf(["物料", ...found.map((way) => WAYS[way])]),
      rows: [...materials]
        .sort(([a], [b]) => a - b)
        .map(([line, material]) => ({
          id: String(line),
          cells: [{ text: `${line} ${material}` }, ...found.map((way) => cell(way, line))],
        })),
    },
  };
}
