import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { safeTarget } from "~/edge/login.server";
import { answering, readForm, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { markRead, removeMessage, starMessage } from "~/engine/operations/inbox.server";
import { inboxModel } from "~/engine/screen/inbox-model.server";
import { InboxPage } from "~/ui/inbox/InboxPage/InboxPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction = () => pageTitle("与我有关的动态");

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await inboxModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: model.title }] };
  });
}

/** Marks one entry as read, or all of them, stars or throws one away, and goes back to where the button stood. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const named = (name: string) => String(form.get(name) ?? "");
    if (form.has("remove")) await removeMessage(context, named("remove"));
    else if (form.has("star")) await starMessage(context, named("star"), true);
    else if (form.has("unstar")) await starMessage(context, named("unstar"), false);
    else await markRead(context, named("read"));
    return redirect(safeTarget(String(form.get("from") ?? "")), 303);
  });
}

export default function Inbox() {
  return <InboxPage model={useLoaderData<typeof loader>().model} />;
}
