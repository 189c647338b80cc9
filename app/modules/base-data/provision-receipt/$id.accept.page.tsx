import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openAsked, paramsOf } from "~/edge/record-route.server";
import { answering, isAhead, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { ASKED_PARAM } from "~/engine/entity/messages";
import { TransitionPage } from "~/ui/form/TransitionPage/TransitionPage";
import { ReadText } from "~/ui/record/ReadText/ReadText";
import { formLinks } from "~/ui/theme/links";
import { acceptProvision, acceptProvisionModel, provisionTextModel } from "./provision-text.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.page.model.title);

/** The text of a provision with the question whether it is accepted at its end. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const isAsked = paramsOf(args.request).has(ASKED_PARAM);
    const draw = isAsked ? openAsked : undefined;
    const page = await acceptProvisionModel(context, args.params.id ?? "", !isAhead(args.request), draw);
    return { page, crumbs: [page.list, { label: page.text.title }] };
  });
}

/** Accepts it and goes back to the record, or answers the page again. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const outcome = await acceptProvision(context, id, await readForm(args, context));
    if (outcome.refused) return data({ page: outcome.refused }, { status: outcome.status });
    const { text, back } = await provisionTextModel(context, id, false);
    throw await seeOther(context, back, `您已确认《${text.title}》`);
  });
}

export default function AcceptProvision() {
  const loaded = useLoaderData<typeof loader>();
  const { model, text } = useActionData<typeof action>()?.page ?? loaded.page;
  return <TransitionPage model={model} above={<ReadText text={text} />} />;
}
