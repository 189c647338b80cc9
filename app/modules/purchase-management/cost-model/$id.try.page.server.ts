import type { Context } from "~/engine/context.server";
import { ask } from "~/engine/operations/published.server";
import { openRecord } from "~/engine/operations/records.server";
import { costTrialSchema } from "~/engine/operations/should-cost.server";
import { reading } from "~/engine/operations/transaction.server";
import { listPath, recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { decimal, formatDecimal, roundRate } from "~/shared/decimal";

const MODELS = "purchase-management/cost-model";
const PERCENT = /^[+-]?\d{1,4}(\.\d{1,2})?$/;

/** A change in percent as a decimal text, or null for what is none; full-width figures are read. */
function percentOf(typed: string): string | null {
  const plain = typed.normalize("NFKC").replace(/[%\s]/g, "");
  return PERCENT.test(plain) && decimal(plain.replace("+", "")).gt(-100) ? plain.replace("+", "") : null;
}

const shown = (value: string | null) => (value === null ? "—" : formatDecimal(value, 2));
const signed = (rate: string) => `${decimal(rate).gt(0) ? "+" : ""}${roundRate(decimal(rate))}%`;

/**
 * What a cost model would come to if one of its indices (`index` of the address) moved by so many percent (`percent`). Nothing is changed.
 * @throws AppError("forbidden" | "not_found")
 */
export async function costTrialModel(context: Context, id: string, params: URLSearchParams) {
  const screen = context.services.registry.mainScreen(MODELS);
  const typed = (name: string) => (params.get(name) ?? "").trim().slice(0, 40);
  return reading(context, async () => {
    const { record } = await openRecord(context, { entity: screen.entity, id, screen });
    const path = recordPath(screen, id);
    const percent = percentOf(typed("percent"));
    const answer = await ask(context, {
      entityKey: MODELS,
      name: "trial",
      input: { id, indexId: typed("index") === "" ? null : typed("index"), percent: percent ?? "0" },
      answer: costTrialSchema,
    });
    const [first] = answer.indices;
    const model = {
      title: "成本试算",
      number: record.number ?? "",
      about: `${String(record.name)}：试算一个行情指数变动后的应有成本，按最新行情；不改变任何数据`,
      list: { label: screen.label, href: listPath(screen) },
      back: { label: "返回成本模型", href: path },
      ask: {
        action: `${path}/try`,
        button: "试算",
        fields: [
          {
            name: "index",
            label: "行情指数",
            kind: "select" as const,
            value: typed("index") === "" ? (first?.id ?? "") : typed("index"),
            options: answer.indices.map(({ id: value, label }) => ({ value, label })),
          },
          {
            name: "percent",
            label: "变动（%，下跌填负数）",
            kind: "text" as const,
            value: typed("percent"),
            required: true,
          },
        ],
      },
    };
    if (first === undefined) return { ...model, problem: "这个模型没有联动的行情指数", tables: [] };
    if (typed("percent") === "") return { ...model, tables: [] };
    if (percent === null) return { ...model, problem: "变动请填写大于-100的数字，最多两位小数", tables: [] };
    if (answer.problem !== null) return { ...model, problem: answer.problem, tables: [] };
    const headings = ["成本要素", "现在", "变动后"];
    return {
      ...model,
      verdict: {
        level: "success" as const,
        text: `应有成本由${shown(answer.before)}变为${shown(answer.after)}${answer.change === null ? "" : `（${signed(answer.change)}）`}`,
      },
      tables: [
        {
          title: "试算结果",
          empty: "没有金额要素。",
          table: {
            caption: "每计价单位的金额；只作系数的比例不列出",
            columns: columnsOf(headings, headings.slice(1)),
            rows: [
              ...answer.elements.map(({ code, name, before, after }) => ({
                id: code,
                cells: [{ text: `${code} ${name}` }, { text: shown(before) }, { text: shown(after) }],
              })),
              {
                id: "total-of-all",
                cells: [{ text: "应有成本" }, { text: shown(answer.before) }, { text: shown(answer.after) }],
              },
            ],
          },
        },
      ],
    };
  });
}
