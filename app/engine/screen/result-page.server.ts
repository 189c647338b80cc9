import { z } from "zod";
import { insertResultPage, selectResultPage } from "~/data/result-pages.server";
import { type Context, traceNumber } from "../context.server";
import { UUID } from "../entity/kinds/reference";
import { AppError } from "../errors";

const LIVES_MS = 30 * 60_000;

const link = z.object({ label: z.string(), href: z.string().startsWith("/") });
const bodySchema = z.object({
  title: z.string(),
  description: z.string(),
  /** What to keep: numbers, counts. */
  facts: z.array(z.object({ label: z.string(), text: z.string() })),
  /** What could not be done, row by row, with a link to where it can be put right. */
  problems: z.array(z.object({ what: z.string(), message: z.string(), href: z.string().nullable() })),
  /** Where to go on; the first is the most likely one. */
  next: z.array(link),
  /** The form with what was typed. */
  draftHref: z.string().startsWith("/").nullable(),
  /** The same as in the server's log. */
  trace: z.string(),
});

/** How a long action ended, as its page tells it. */
export type ResultBody = z.infer<typeof bodySchema>;

/**
 * Keeps how something ended for the session it was done in, and answers where that is told. The page can be loaded again for half an
 * hour: what was done is done already.
 */
export async function saveResult(
  context: Context,
  kind: "success" | "error",
  body: Pick<ResultBody, "title"> & Partial<ResultBody>,
): Promise<string> {
  const { session, services, now } = context;
  if (!session) throw new AppError("signed_out");
  const id = services.newId();
  await insertResultPage(services.database.connection(), {
    id,
    sessionHash: session.idHash,
    kind,
    body: {
      description: "",
      facts: [],
      problems: [],
      next: [],
      draftHref: null,
      trace: traceNumber() || context.requestId,
      ...body,
    },
    expiresAt: new Date(now.getTime() + LIVES_MS).toISOString(),
  });
  return `/result/${kind}?id=${id}`;
}

/** @throws AppError("not_found") for a page of another session, of the other kind, or one that ran out */
export async function resultModel(context: Context, kind: "success" | "error", id: string | null): Promise<ResultBody> {
  const { session, services, now } = context;
  const found =
    session && id && UUID.test(id)
      ? await selectResultPage(services.database.connection(), {
          id: id.toLowerCase(),
          sessionHash: session.idHash,
          now: now.toISOString(),
        })
      : null;
  if (found?.kind !== kind) throw new AppError("not_found", { message: "结果页已过期，请到列表中查看" });
  return bodySchema.parse(found.body);
}
