import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openRecordPage, postComment } from "~/edge/record-route.server";
import { pageTitle } from "~/edge/title";
import { usePacked } from "~/ui/packed";
import { RecordPage } from "~/ui/record/RecordPage/RecordPage";

export { shouldRevalidate } from "~/edge/dialogs";
export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** The record with all of its comments; a refused comment is answered here as well. */
export async function loader(args: LoaderFunctionArgs) {
  return openRecordPage(args, { allComments: true });
}

export async function action(args: ActionFunctionArgs) {
  return postComment(args);
}

export default function Comments() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <RecordPage model={usePacked(posted?.model ?? loaded.model)} />;
}
