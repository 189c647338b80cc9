import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { openRecord } from "~/engine/operations/records.server";
import { requireAction } from "~/engine/operations/scope.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { listPath, recordPath } from "~/engine/screen/address";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { submitTransition } from "~/engine/screen/transition-submit.server";

const RECEIPT = "base-data/provision-receipt";
const ACCEPT = "accept";

const blocks = z.array(z.object({ kind: z.enum(["heading", "subheading", "paragraph"]), text: z.string() }));
const reading = z.object({ title: z.string(), blocks });

function receiptScreen({ services }: Context) {
  const screen = services.registry.screen(RECEIPT);
  if (!screen) throw new AppError("not_found");
  return screen;
}

/** The text of a provision as its supplier reads it, and whether it is still to be accepted. @throws AppError("forbidden" | "not_found") */
export async function provisionTextModel(context: Context, id: string, looking: boolean) {
  const screen = receiptScreen(context);
  requireAction(context, screen.entity, "get", screen);
  return inTransaction(context, async () => {
    const { record } = await openRecord(context, { entity: screen.entity, id, screen, wanted: { labels: false } });
    const text = await ask(context, { entityKey: RECEIPT, name: "text", input: { id, looking }, answer: reading });
    return { text, list: { label: screen.label, href: listPath(screen) }, back: recordPath(screen, record.id) };
  });
}

/**
 * The same with the question whether it is accepted beneath, which is where whoever reads comes to the end of it.
 * @param draw how the question is drawn; as a message leads to it, whoever cannot accept is led to the record
 * @throws AppError("forbidden" | "not_found" | "wrong_state")
 */
export async function acceptProvisionModel(
  context: Context,
  id: string,
  looking: boolean,
  draw: typeof transitionModel = transitionModel,
) {
  const model = await draw(context, receiptScreen(context), id, ACCEPT);
  return { model, ...(await provisionTextModel(context, id, looking)) };
}

/** Accepts it with what was posted, or answers the page again. */
export async function acceptProvision(context: Context, id: string, form: FormData) {
  const outcome = await submitTransition(context, { screen: receiptScreen(context), id, segment: ACCEPT, form });
  return outcome.saved
    ? { saved: outcome.saved }
    : { refused: { model: outcome.model, ...(await provisionTextModel(context, id, false)) }, status: outcome.status };
}
