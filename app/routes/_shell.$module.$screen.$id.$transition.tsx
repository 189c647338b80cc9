import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readWithFiles } from "~/edge/files.server";
import { openAsked } from "~/edge/record-route.server";
import { answering, requireEdge, screenOf, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { ASKED_PARAM } from "~/engine/entity/messages";
import { recordPath } from "~/engine/screen/address";
import { keepOrigin, listOriginOf, originHref, originQuery } from "~/engine/screen/list-origin.server";
import { removalModel, submitRemoval } from "~/engine/screen/removal-model.server";
import { revealModel } from "~/engine/screen/reveal-model";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { doneText, submitTransition } from "~/engine/screen/transition-submit.server";
import { RevealPage } from "~/ui/form/RevealPage/RevealPage";
import { TransitionPage } from "~/ui/form/TransitionPage/TransitionPage";
import { formLinks } from "~/ui/theme/links";

export { shouldRevalidate } from "~/edge/dialogs";
export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

/** The confirmation page of a transition, or of removing the record. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { id = "", transition = "" } = args.params;
    const params = new URL(args.request.url).searchParams;
    const origin = listOriginOf(screen, params);
    const model = keepOrigin(
      transition === "delete"
        ? await removalModel(context, screen, id)
        : params.has(ASKED_PARAM)
          ? await openAsked(context, screen, id, transition)
          : await transitionModel(context, screen, id, transition),
      origin,
    );
    return { model, crumbs: [{ label: screen.label, href: originHref(screen, origin) }, { label: model.title }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const edge = await requireEdge(args);
    const { context } = edge;
    const screen = screenOf(context, args);
    const { id = "", transition = "" } = args.params;
    const { form, refused } = await readWithFiles(args, edge, screen);
    const removing = transition === "delete";
    const outcome = removing
      ? await submitRemoval(context, screen, id, form)
      : await submitTransition(context, { screen, id, segment: transition, form, refusedFiles: refused });
    const origin = listOriginOf(screen, new URL(args.request.url).searchParams);
    if (!outcome.saved) return data({ model: keepOrigin(outcome.model, origin) }, { status: outcome.status });
    const { saved } = outcome;
    if (saved.reveals) return data({ revealed: revealModel(screen, saved, doneText(screen, transition)) });
    const name = `${screen.noun}${saved.number ? ` ${saved.number} ` : ""}`;
    throw removing
      ? await seeOther(context, originHref(screen, origin), `${name}已删除`)
      : await seeOther(
          context,
          ("to" in outcome ? outcome.to : recordPath(screen, saved.id)) + originQuery(origin),
          `${name}${"done" in outcome ? outcome.done : doneText(screen, transition)}`,
          saved.warnings,
        );
  });
}

export default function TransitionOption() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  if (posted && "revealed" in posted) return <RevealPage model={posted.revealed} />;
  return <TransitionPage model={posted?.model ?? loaded.model} />;
}
