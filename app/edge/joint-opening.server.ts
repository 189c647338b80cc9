import { data } from "@remix-run/node";
import type { Context } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import { recordPath } from "~/engine/screen/address";
import { type OpeningStep, openingPageModel } from "~/engine/screen/opening-page.server";
import { openTogether, underSeal } from "~/engine/sealing/joint-opening.server";
import { askRecovery, settleAskedRecovery } from "~/engine/sealing/recovery.server";
import { refusalOf, textIn } from "./account.server";
import { keyFileIn } from "./opening.server";
import type { RecordRouteArgs } from "./record-route.server";
import { answering, readForm, requireEdge, screenOf, seeOther } from "./request.server";

/** The page on which a record is opened together. */
export async function openOpening(args: RecordRouteArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await openingPageModel(context, screenOf(context, args), args.params.id ?? "");
    return { model, crumbs: [model.list, { label: model.title }] };
  });
}

/** Gives the own share, or takes a step of a recovery; answers the page again with what is wrong. */
export async function postOpening(args: RecordRouteArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const id = args.params.id ?? "";
    const form = await readForm(args, context);
    const step = stepOf(textIn(form, "step"));
    try {
      const notice = await take(context, { screen, id, step, form });
      throw await seeOther(context, `${recordPath(screen, id)}/opening`, notice);
    } catch (thrown) {
      if (thrown instanceof Response) throw thrown;
      const error = refusalOf(thrown);
      const refused = { step, error, reason: textIn(form, "reason") };
      const model = await openingPageModel(context, screen, id, refused);
      return data({ model, crumbs: [model.list, { label: model.title }] }, { status: error.status });
    }
  });
}

interface Taken {
  screen: Screen;
  id: string;
  step: OpeningStep;
  form: FormData;
}

async function take(context: Context, { screen, id, step, form }: Taken): Promise<string> {
  const reason = textIn(form, "reason");
  if (step === "give") {
    const isFile = form.get("secret") instanceof Blob;
    const secret = isFile
      ? await keyFileIn(form, "secret")
      : { how: "passphrase" as const, text: textIn(form, "secret") };
    const given = await openTogether(context, { screen, id, secret, reason });
    return given.opened ? "已开启" : `已交出份额，等待${given.waitingFor.join("、")}共同开启`;
  }
  const { sealId } = await underSeal(context, screen, id);
  if (step === "ask") {
    await askRecovery(context, { sealId, reason });
    return "已申请，等待另一名管理员确认";
  }
  await settleAskedRecovery(context, { sealId, verdict: step === "confirm" ? "confirmed" : "refused" });
  return step === "confirm" ? "已确认，监督人可以交出份额" : "已撤回或驳回申请";
}

function stepOf(text: string): OpeningStep {
  return text === "ask" || text === "confirm" || text === "refuse" ? text : "give";
}
