import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { type Complaint, complain, lineField, type Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { findingsSchema } from "~/engine/entity/finding-schema.server";
import type { EntityServer, Finding, OwnSection } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { workedElements } from "~/engine/formulas/asked-elements.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { intParameter } from "~/engine/parameters.server";
import { sealKey } from "~/engine/sealing/seals.server";
import { noteLook } from "./supplier-quote.query.server";
import { farFromLast, notFalling } from "./supplier-quote.rules";

type SupplierQuoteRecord = RecordFor<"receiving/supplier-quote">;

const figure = z.string().nullable();
const compared = z.array(
  z.object({
    ...{ price: figure, prev_price: figure, own_price: figure, qty: z.string() },
    scales: z.array(z.object({ from_qty: figure, price: figure })),
  }),
);

/** A digit that slipped is seen by the supplier itself, and by nobody else. */
async function farFindings(context: Context, record: SupplierQuoteRecord): Promise<Finding[]> {
  const percent = await intParameter(context.services, "rfq.warnPercent");
  const items = compared.parse(linesOf(record, "items"));
  const far = farFromLast(items, percent).map((text): Finding => ({ check: "far", level: "warn", text }));
  return [...far, ...notFalling(items).map((text): Finding => ({ check: "scales", level: "warn", text }))];
}

/** Nobody offers while a provision it had to accept is unread; digits that slipped are said beside it. */
async function submitFindings(context: Context, record: SupplierQuoteRecord): Promise<Finding[]> {
  const unread = await ask(context, {
    entityKey: "base-data/provision-receipt",
    name: "overdue",
    input: { supplierId: record.supplier_id },
    answer: findingsSchema,
  });
  return [...unread, ...(await farFindings(context, record))];
}

/** For whom a sent quote is sealed; what is not sent stays under the installation's key, and so does all of an inquiry that is not sealed. */
async function sealKeyOf(
  context: Context,
  { state, sealing, seal_id: sealId }: SupplierQuoteRecord,
): Promise<string | null> {
  if (state !== "submitted" || sealing !== "sealed") return null;
  const publicKey = await sealKey(context, String(sealId));
  // Never under the weaker lock: the seal was opened in this moment, and the deadline is over.
  if (publicKey === null) throw new AppError("wrong_state", { message: "报价已开启，不能再提交" });
  return publicKey;
}

const CLOSED: readonly string[] = ["draft", "withdrawn", "submitted"];

/** What a seal means for whoever fills in and sends. */
function sealedNote({ state, sealing }: SupplierQuoteRecord): OwnSection[] {
  if (sealing !== "sealed" || !CLOSED.includes(state)) return [];
  const text = "开启以前任何人（包括您自己）都看不到已提交的内容，修改须撤回重填。";
  return [{ kind: "facts", title: "密封报价", first: true, facts: [{ label: "密封报价", text }] }];
}

const noted = z.array(z.object({ line: z.string(), own: z.string().nullable(), prev: z.string().nullable() }));

async function notePrices(_context: Context, { input, setLine }: Work<SupplierQuoteRecord>): Promise<void> {
  for (const { line, own, prev } of noted.parse(JSON.parse(String(input.prices))))
    setLine("items", line, { own_price: own, prev_price: prev });
}

const duties = z.array(z.object({ line: z.string(), rate: z.string() }));

/** What the comparison takes for the duty of goods from abroad, where their supplier says none: as it stands at the opening. */
async function noteDuties(_context: Context, { input, setLine }: Work<SupplierQuoteRecord>): Promise<void> {
  if (typeof input.duties !== "string") return;
  for (const { line, rate } of duties.parse(JSON.parse(input.duties))) setLine("items", line, { origin_duty: rate });
}

const saidLines = z.array(
  z.object({
    ...{ rfq_line: z.number(), code: z.string(), name: z.string(), required: z.boolean() },
    ...{ unit: figure, formula: figure, amount: figure },
  }),
);

/** Works out what the template asked for by formula, line by line, from what the supplier says. @returns what is wrong, beside its row */
function workOutBreakdown(record: SupplierQuoteRecord): Complaint[] {
  const rows = linesOf(record, "breakdown");
  const said = saidLines.parse(rows);
  if (said.every(({ formula }) => formula === null)) return [];
  const lineNumbers = linesOf(record, "items").map(({ rfq_line }) => rfq_line);
  return [...new Set(said.map(({ rfq_line }) => rfq_line))].flatMap((line) => {
    const own = said.flatMap((element, index) => (element.rfq_line === line ? [{ element, index }] : []));
    const worked = workedElements(own.map(({ element }) => element));
    return own.flatMap(({ element, index }, place) => {
      const { amount = null, problem = null } = worked[place] ?? {};
      const row = rows[index];
      if (row && element.formula !== null) row.amount = amount;
      if (problem === null) return [];
      const text = `第${lineNumbers.indexOf(line) + 1}行【${element.name}】按公式算不出：${problem}，请核对公式用到的要素`;
      return [complain(lineField("breakdown", index + 1, "amount"), text)];
    });
  });
}

export const supplierQuoteServer: EntityServer<"receiving/supplier-quote"> = {
  judgedOnce: {
    open: "The supplier has sent what it was asked about; opening changes no price",
    set_deadline: "A later hour changes nothing of what was offered",
    hear_answer: "An answer changes nothing of what was offered; whoever changes its offer takes it back first",
  },
  // A quote that is made with what was said in the round before is nobody's to correct yet.
  beforeSave: async ({ record, before }) => {
    const complaints = workOutBreakdown(record);
    return before ? complaints : [];
  },
  whileTyping: (record) => {
    workOutBreakdown(record);
  },
  sealKeyOf,
  async opened(context, { id, supplier_id: supplierId }) {
    if (context.actor.supplierId === null || context.actor.supplierId !== supplierId) return;
    await noteLook(context.services.database.connection(), { id, at: context.now.toISOString() });
  },
  sections: async (_context, record) => sealedNote(record),
  transitions: {
    submit: { check: submitFindings },
    open: { effect: noteDuties },
    note_prices: { effect: notePrices },
  },
};
