import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Complaint } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { type PostingDocument, postOpposite } from "~/engine/journals/post.server";
import { ask } from "~/engine/operations/published.server";
import type { POSTED_KINDS } from "./movements.fields";

const JOURNAL = "receiving/io-data";

/** Kinds that correct others. */
const CORRECTED_BY = { in: "in_rev", out: "out_rev" } as const satisfies Partial<
  Record<keyof typeof POSTED_KINDS, keyof typeof POSTED_KINDS>
>;

interface PostedDay {
  factoryId: unknown;
  day: string;
}

/**
 * Nothing is posted in a month that finance has closed; the months stay as they are until the transaction ends.
 * @param field where a form asked for the day, if one did
 */
export async function refuseClosedMonth(
  context: Context,
  { factoryId, day, field }: PostedDay & { field?: string },
): Promise<void> {
  const message = await ask(context, {
    entityKey: "receiving/posting-period",
    name: "closed",
    input: { factoryId, day },
    answer: z.string().nullable(),
  });
  if (message === null) return;
  const complaints: Complaint[] = field === undefined ? [] : [{ field, message }];
  throw new AppError("invalid", { message, complaints });
}

/** Takes what a document has posted back by opposite rows of a day, which has to be open. */
export async function reverseStock(
  context: Context,
  { document, kind, ...posted }: PostedDay & { document: PostingDocument; kind: keyof typeof CORRECTED_BY },
): Promise<void> {
  await refuseClosedMonth(context, posted);
  await postOpposite(context, JOURNAL, { document, kinds: { [kind]: CORRECTED_BY[kind] }, day: posted.day });
}
