import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyRecord, Work } from "~/engine/entity";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { intParameter } from "~/engine/parameters.server";
import { farFromLast } from "./supplier-quote.rules";

const compared = z.array(
  z.object({ price: z.string().nullable(), prev_price: z.string().nullable(), own_price: z.string().nullable() }),
);

/** A digit that slipped is seen by the supplier itself, and by nobody else. */
async function farFindings(context: Context, record: AnyRecord): Promise<Finding[]> {
  const percent = await intParameter(context.services, "rfq.warnPercent");
  const found = farFromLast(compared.parse(linesOf(record, "items")), percent);
  return found.map((text) => ({ check: "far", level: "warn", text }));
}

const noted = z.array(z.object({ line: z.string(), own: z.string().nullable(), prev: z.string().nullable() }));

async function notePrices(_context: Context, { input, setLine }: Work): Promise<void> {
  for (const { line, own, prev } of noted.parse(JSON.parse(String(input.prices))))
    setLine("items", line, { own_price: own, prev_price: prev });
}

export const supplierQuoteServer: EntityServer<"receiving/supplier-quote"> = {
  judgedOnce: {
    open: "The supplier has sent what it was asked about; opening changes no price",
    set_deadline: "A later hour changes nothing of what was offered",
    hear_answer: "An answer changes nothing of what was offered; whoever changes its offer takes it back first",
  },
  transitions: {
    submit: { check: farFindings },
    note_prices: { effect: notePrices },
  },
};
