import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sendOpening } from "~/edge/opening.server";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { openingModel } from "~/engine/sealing/opening-model.server";
import { usePageFrame } from "~/ui/account/Frame/page-frame";
import { OpeningPage } from "~/ui/account/Settings/OpeningPage";
import { accountLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;
export const meta: MetaFunction = () => pageTitle("开启口令");

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await openingModel(context);
    return { model, crumbs: [{ label: "账号设置" }, { label: model.title }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return sendOpening(args);
}

export default function Opening() {
  const { model } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  // Another key begins with an empty form.
  return <OpeningPage key={model.key?.fingerprint ?? ""} model={answer?.model ?? model} busy={usePageFrame().busy} />;
}
