import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openOpening, postOpening } from "~/edge/joint-opening.server";
import { pageTitle } from "~/edge/title";
import { usePageFrame } from "~/ui/account/Frame/page-frame";
import { JointOpeningPage } from "~/ui/account/Settings/JointOpeningPage";
import { accountLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openOpening(args);
}

export async function action(args: ActionFunctionArgs) {
  return postOpening(args);
}

export default function JointOpening() {
  const { model } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <JointOpeningPage model={answer?.model ?? model} busy={usePageFrame().busy} />;
}
