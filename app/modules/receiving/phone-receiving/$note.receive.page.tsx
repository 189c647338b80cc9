import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readWithFiles } from "~/edge/files.server";
import { answering, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { CountPage } from "~/ui/receiving/CountPage";
import { phoneLinks } from "~/ui/theme/links";
import { phoneScreen } from "./phone-note.server";
import { countModel, submitCount } from "./phone-receiving.page.server";

export { shouldRevalidate } from "~/edge/dialogs";
export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = phoneLinks;
/** A step of the page before: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

/** The page on which a note is counted. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const opened = await countModel(context, args.params.note ?? "");
    if (opened.model === undefined) throw redirect(opened.to);
    return {
      model: opened.model,
      crumbs: [{ label: "扫码收货", href: opened.model.scanHref }, { label: opened.model.title }],
    };
  });
}

/** Makes the receipt and leads to it, or answers the page again with what was typed. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const edge = await requireEdge(args);
    const { context } = edge;
    const { form, refused } = await readWithFiles(args, edge, phoneScreen(context));
    const outcome = await submitCount(context, args.params.note ?? "", { form, refusedFiles: refused });
    if (outcome.kind === "again") return data({ model: outcome.model }, { status: 400 });
    if (outcome.kind === "gone") throw redirect(outcome.to, 303);
    throw await seeOther(context, outcome.to, outcome.notice);
  });
}

export default function CountNote() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <CountPage model={posted?.model ?? loaded.model} />;
}
