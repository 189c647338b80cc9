import { z } from "zod";
import type { Context } from "../context.server";
import type { Suggested } from "../entity/server-hooks";
import { ask } from "./published.server";

/** Batches that a field of a batch offers: those that certificates of analysis know, as far as this person sees them. */
export function knownBatches(context: Context, wanted: Suggested): Promise<readonly string[]> {
  return ask(context, {
    entityKey: "receiving/inbound-coa",
    name: "known_batches",
    input: wanted,
    answer: z.array(z.string()),
  });
}
